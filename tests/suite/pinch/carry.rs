//! Solids that move as one carry pinched cloth along; one of two that moves carries it half the way (BWK03 §4.2).

use super::{Film, ease};
use geometry::{Point, Vector};
use nalgebra::{Isometry3, UnitQuaternion};

/// The largest distance of some particles from where a motion should have taken them, in m.
fn farthest(film: &Film, particles: &[usize], at: impl Fn(f64, &Point) -> Point) -> f64 {
    let mut farthest: f64 = 0.0;
    for (frame, now) in film.frames.iter().enumerate() {
        let share = ease(frame as f64 / 24.0 / 0.5);
        for &i in particles {
            farthest = farthest.max((now[i] - at(share, &film.start()[i])).norm());
        }
    }
    farthest
}

/// An offset and a turn in degrees, of which a share is done, around the world's origin.
fn rigid(share: f64, offset: Vector, turn: Vector) -> Isometry3<f64> {
    let turn = UnitQuaternion::from_scaled_axis((turn * share).map(f64::to_radians));
    Isometry3::from_parts((offset * share).into(), turn)
}

#[test]
fn solids_that_move_as_one_carry_cloth_along() {
    let film = Film::new("rigid-carry", &[]);
    // Balls with a radius of 10 cm, their middles 9 cm above and below: both enclose 4.35 cm around the middle.
    let between = film.particles(|p| p.x.hypot(p.z) < 0.0435);
    let motion = |share| rigid(share, Vector::new(0.2, 0.1, -0.05), Vector::new(0.0, 120.0, 0.0));
    let farthest = farthest(&film, &between, |share, p| motion(share) * p);
    assert!(farthest < 1e-6, "{farthest} m");
    assert!((film.frames[16][between[0]] - film.start()[between[0]]).norm() > 0.1, "they moved");
}

#[test]
fn a_body_that_pinches_by_itself_carries_cloth_along() {
    let film = Film::new("rigid-limbs", &[]);
    // Facets of the limbs are up to 0.4 mm inside the round shape: both enclose at least this part of the sheet.
    let between = film.particles(|p| p.x.abs() < 0.019 && p.z.abs() < 0.019);
    let motion = |share| rigid(share, Vector::new(0.1, 0.15, 0.05), Vector::new(60.0, 40.0, -80.0));
    let farthest = farthest(&film, &between, |share, p| motion(share) * p);
    assert!(farthest < 1e-6, "{farthest} m");
    assert!(film.pinched[1..].iter().all(|count| *count >= between.len()), "{:?}", film.pinched);
}

#[test]
fn half_the_motion_of_one_of_two_or_its_weight() {
    for (weight, share) in [("1.0", 0.5), ("3.0", 0.75), ("0.0", 0.0)] {
        let film = Film::new("half-motion", &[("flypaper.moving", weight)]);
        let between = film.particles(|_| true);
        let by = Vector::new(0.04, 0.006, -0.02) * share;
        let farthest = farthest(&film, &between, |done, p| p + by * done);
        assert!(farthest < 1e-6, "weight {weight}: {farthest} m");
    }
}
