//! What cloth must survive: being pulled about, and meshes that are not quite cloth.

use super::*;

#[test]
fn corners_pulled_violently_do_not_explode() {
    // A sheet of denim; its corners go half a metre away and back several times a second, in frame-long steps.
    let cells = 30;
    let corners = [0, cells, cells * (cells + 1), (cells + 1) * (cells + 1) - 1];
    let denim = Material::preset("denim").expect("a preset");
    let mut run = Run::new(&square(cells), &denim, Constraints::default(), Settings::default());
    let h = 1.0 / 24.0;
    let place = |corner: usize, t: f64| {
        let phase = 1.7 * corner as f64;
        let wave = |speed: f64, shift: f64| 0.25 * ((speed * t + shift).sin() - shift.sin());
        Vector::new(wave(19.0, phase), wave(25.0, 2.0 * phase), wave(15.0, 3.0 * phase))
    };
    for frame in 0..48 {
        let t = f64::from(frame) * h;
        let pull = |corner: usize| {
            let velocity = (place(corner, t + h) - place(corner, t)) / h;
            Constraint { velocity, ..pin(corners[corner]) }
        };
        run.pins = Constraints::new((0..4).map(pull).collect());
        run.step(h);
        for (corner, particle) in corners.iter().enumerate() {
            let told = square(cells).positions[*particle as usize] + place(corner, t + h);
            assert!((run.state.positions[*particle as usize] - told).norm() < 1e-9, "frame {frame}");
        }
        let fastest = run.state.velocities.iter().map(Vector::norm).fold(0.0, f64::max);
        assert!(fastest < 100.0, "frame {frame}: {fastest} m/s");
        let far = run.state.positions.iter().map(|p| p.coords.norm()).fold(0.0, f64::max);
        assert!(far < 4.0, "frame {frame}: {far} m");
    }
}

#[test]
fn a_face_without_area_does_not_poison_the_rest() {
    // A triangle that is a line, one that is a point, and one that hangs on the sheet by a corner.
    let mut shape = square(8);
    let first = shape.positions.len() as u32;
    let at = |x: f64| Point::new(x, 0.0, 1.0);
    shape.positions.extend([at(2.0), at(2.1), at(2.2), at(3.0), at(3.0), at(3.0), at(1.1), at(1.2)]);
    shape.triangles.extend([
        [first, first + 1, first + 2],
        [first + 3, first + 4, first + 5],
        [80, first + 6, first + 7],
    ]);
    let mut run = Run::new(&shape, &undamped(), pins(0..=8), Settings::default());
    assert_eq!(run.cloth.flat_faces().iter().map(|f| f.0).collect::<Vec<_>>(), [128, 129, 130]);
    for _ in 0..48 {
        run.step(1.0 / 48.0);
    }
    assert!(run.state.positions.iter().all(|p| p.iter().all(|x| x.is_finite())));
    // What is loose falls, and its corners stay together; what hangs on the sheet stays near it.
    let [a, b, c] = [0, 1, 2].map(|k| run.state.positions[(first + k) as usize]);
    assert!(a.y < -3.0 && (a - b).norm() < 0.12 && (c - b).norm() < 0.12, "{a} {b} {c}");
    assert!((run.state.positions[80] - run.state.positions[first as usize + 6]).norm() < 0.2);
    let alone = {
        let mut run = Run::new(&square(8), &undamped(), pins(0..=8), Settings::default());
        (0..48).for_each(|_| {
            run.step(1.0 / 48.0);
        });
        run.state.positions[40]
    };
    assert!((run.state.positions[40] - alone).norm() < 0.05, "{} {alone}", run.state.positions[40]);
}

#[test]
fn cloth_that_starts_crushed_recovers() {
    // Rest shape as it should be, but all particles start on a line, or at a point: with and without gravity, it unfolds
    // or falls, and nothing is lost.
    let rest = square(10);
    for crush in [0.0, 1.0] {
        let mut run = Run::new(&rest, &undamped(), pins([0]), Settings::default());
        run.state.positions.iter_mut().for_each(|p| *p = Point::new(p.x * crush, 0.0, 0.0));
        for _ in 0..48 {
            run.step(1.0 / 48.0);
        }
        assert!(run.state.positions.iter().all(|p| p.iter().all(|x| x.is_finite() && x.abs() < 10.0)), "{crush}");
    }
}
