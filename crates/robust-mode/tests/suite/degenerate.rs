//! Impact zones of coplanar, collinear and coincident particles (SSIF08 §4).

use geometry::{Point, Vector};
use robust_mode::impact_zones::rigid_motion;
use robust_mode::rigid::Rigid;

/// A motion of particles with these velocities, in a step of a second.
fn motion(starts: &[Point], velocities: &[Vector]) -> Vec<(Point, Vector)> {
    rigid_motion(starts, &vec![1.0; starts.len()], velocities, velocities, false)
}

fn check(starts: &[Point], moved: &[(Point, Vector)]) {
    for (i, (a, _)) in moved.iter().enumerate() {
        assert!(a.iter().all(|x| x.is_finite()));
        for (j, (b, _)) in moved.iter().enumerate() {
            let was = nalgebra::distance(&starts[i], &starts[j]);
            assert!((nalgebra::distance(a, b) - was).abs() < 1e-10);
        }
    }
}

#[test]
fn coplanar() {
    let starts = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|[x, z]| Point::new(x, 0.0, z));
    let spin = Vector::new(0.0, 0.3, 0.0);
    let velocities = starts.map(|p| spin.cross(&(p - Point::new(0.5, 0.0, 0.5))) + Vector::x());
    let moved = motion(&starts, &velocities);
    check(&starts, &moved);
    let corner = Point::new(1.5, 0.0, 0.5) + nalgebra::Rotation3::new(spin) * Vector::new(-0.5, 0.0, -0.5);
    assert!((moved[0].0 - corner).norm() < 1e-12);
}

#[test]
fn collinear() {
    let starts = [0.0, 1.0, 2.0, 3.0].map(|x| Point::new(x, 0.0, 0.0));
    // A line that tumbles, and whose particles would also like to spin about it: they cannot.
    let velocities = starts.map(|p| Vector::new(0.0, 0.1 * (p.x - 1.5), 0.2));
    let moved = motion(&starts, &velocities);
    check(&starts, &moved);
    assert!((moved[3].0 - moved[0].0).dot(&Vector::y()) > 0.0);
}

#[test]
fn nearly_collinear() {
    let starts = [0.0, 1.0, 2.0, 3.0].map(|x| Point::new(x, 1e-12 * x * x, 1e-13 * x));
    let velocities = starts.map(|p| Vector::new(0.0, 0.1 * (p.x - 1.5), 0.2));
    check(&starts, &motion(&starts, &velocities));
}

#[test]
fn coincident() {
    let starts = [Point::new(0.3, 0.2, 0.1); 4];
    let velocities = [Vector::x(), Vector::y(), Vector::z(), Vector::zeros()];
    let moved = motion(&starts, &velocities);
    for (end, velocity) in moved {
        assert!((end - starts[0] - Vector::repeat(0.25)).norm() < 1e-15);
        assert!((velocity - Vector::repeat(0.25)).norm() < 1e-15);
    }
}

#[test]
fn a_fit_finds_rigid_motions_exactly() {
    let starts = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.5, 1.0]].map(Point::from);
    let turn = nalgebra::Rotation3::new(Vector::new(0.4, -1.1, 0.7));
    let shift = Vector::new(0.1, 2.0, -3.0);
    for count in 1..=4 {
        let (from, to): (Vec<Point>, Vec<Point>) = starts[..count].iter().map(|p| (*p, turn * p + shift)).unzip();
        let fit = Rigid::between(&from, &to);
        for (from, to) in from.iter().zip(&to) {
            assert!((fit.apply(from) - to).norm() < 1e-12, "{count}");
        }
    }
}
