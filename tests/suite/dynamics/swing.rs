//! The hanging cloth of VMT00 §4.1: a square fixed along one edge swings from a horizontal position.

use super::*;

fn hanging(cells: u32, blend: f64) -> Run {
    Run::new(&square(cells), &undamped(), pins(0..=cells), Settings { blend, ..Settings::default() })
}

/// Swings for so many seconds, measured across the pinned edge at the centre of mass.
fn swing(run: &mut Run, steps_per_second: u32, seconds: u32) -> Swings {
    let (h, mut swings) = (1.0 / f64::from(steps_per_second), Swings::default());
    for n in 0..seconds * steps_per_second {
        run.step(h);
        swings.note(f64::from(n + 1) * h, run.center().z);
    }
    swings
}

#[test]
fn backward_euler_never_gains_energy() {
    for steps_per_second in [24, 96] {
        let mut run = hanging(20, 0.0);
        let scale = run.cloth.masses().iter().sum::<f64>() * 9.81;
        let mut energy = run.energy();
        for n in 0..4 * steps_per_second {
            run.step(1.0 / f64::from(steps_per_second));
            let now = run.energy();
            assert!(now <= energy + 1e-6 * scale, "step {n} of {steps_per_second}/s: from {energy} to {now} J");
            energy = now;
        }
    }
}

#[test]
fn the_midpoint_blend_keeps_the_swing_alive() {
    // 5,000 triangles, as in the paper; two steps a frame. A period is 1.7 s: the twentieth half swing ends the tenth.
    let amplitude = |blend: f64| {
        let swings = swing(&mut hanging(50, blend), 48, 18);
        swings.peaks[19]
    };
    let [euler, midpoint] = [0.0, 0.8].map(amplitude);
    assert!(midpoint > 4.0 * euler, "{midpoint} m against {euler} m");
    // Alive, and not because it gained something: it began at half a metre.
    assert!(midpoint < 0.5);
}

#[test]
fn the_period_does_not_depend_on_the_mesh() {
    let period = |cells: u32| swing(&mut hanging(cells, 0.5), 48, 5).period();
    let [coarse, fine] = [20, 80].map(period);
    assert!((coarse / fine - 1.0).abs() < 0.05, "{coarse} s against {fine} s");
}

#[test]
fn the_drape_does_not_depend_on_the_mesh() {
    // Hung by two corners: how deep its lowest point and its centre of mass hang.
    let drape = |cells: u32| {
        let shape = square(cells).map(|p| Point::new(p.x * 0.9 + 0.05, 0.02 * (p.x * 9.0).sin(), p.z));
        let cotton = Material::preset("cotton").expect("a preset");
        let mut run = Run::new(&square(cells), &cotton, pins([0, cells]), Settings::default());
        run.state = State::at_rest(shape.positions);
        let settings = dynamics::DrapeSettings::default();
        let report = dynamics::drape(&run.cloth, &mut run.state, &run.world, &run.pins, &settings, &mut |_| {});
        assert!(report.at_rest, "{cells}: {report:?}");
        let lowest = run.state.positions.iter().map(|p| -p.y).fold(0.0, f64::max);
        [lowest, -run.center().y]
    };
    let [coarse, fine] = [20, 80].map(drape);
    for (coarse, fine) in coarse.iter().zip(&fine) {
        assert!((coarse / fine - 1.0).abs() < 0.05, "{coarse} m against {fine} m");
    }
}

#[test]
fn the_same_bits_for_any_number_of_threads() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let mut run = hanging(40, 0.5);
            for _ in 0..20 {
                run.step(1.0 / 48.0);
            }
            run.state
        })
    };
    let [one, two, three, again] = [1, 2, 3, 2].map(run);
    assert!(one == two && two == three && three == again);
}
