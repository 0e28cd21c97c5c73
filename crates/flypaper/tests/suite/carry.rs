//! What BWK03 §4.2 promises: rest, rigid motion, half the motion.

use crate::solids::{Posed, STEP, all_held, balls, bent, between_balls, finger};
use contact::{MovingShape, Shape};
use flypaper::{Solid, Weights};
use geometry::{Point, Vector};
use nalgebra::{Isometry3, Translation3, UnitQuaternion};

fn rigid() -> Isometry3<f64> {
    let turn = UnitQuaternion::from_scaled_axis(Vector::new(0.3, -0.5, 0.2));
    Isometry3::from_parts(Translation3::new(0.07, -0.02, 0.11), turn)
}

#[test]
fn surfaces_at_rest_leave_particles_exactly_where_they_are() {
    let posed = balls().map(|ball| Posed::still(&ball));
    let solids = posed.each_ref().map(Posed::solid);
    let particles = between_balls();
    for hold in all_held(&solids, &particles, &Weights::equal()) {
        assert_eq!(hold.position_t1, particles[hold.particle.index()]);
        assert_eq!(hold.velocity, Vector::zeros());
    }
}

#[test]
fn surfaces_that_move_as_one_carry_particles_along() {
    let posed = balls().map(|ball| Posed::moved(&ball, |p| rigid() * p));
    let solids = posed.each_ref().map(Posed::solid);
    let particles = between_balls();
    for hold in all_held(&solids, &particles, &Weights::equal()) {
        let from = particles[hold.particle.index()];
        assert!((hold.position_t1 - rigid() * from).norm() < 1e-12, "{hold:?}");
        assert!((hold.velocity - (rigid() * from - from) / STEP).norm() < 1e-10, "{hold:?}");
    }
}

#[test]
fn a_folded_body_that_moves_as_one_carries_particles_along() {
    let folded = finger().map(|p| bent(&p, 0.005, std::f64::consts::PI));
    let posed = Posed::moved(&folded, |p| rigid() * p);
    let particles: Vec<Point> = (0..20).map(|i| Point::new(-0.02 - 0.002 * f64::from(i), 0.0, 0.001)).collect();
    for hold in all_held(&[posed.solid()], &particles, &Weights::equal()) {
        let from = particles[hold.particle.index()];
        assert!((hold.position_t1 - rigid() * from).norm() < 1e-12, "{hold:?}");
    }
}

#[test]
fn half_the_motion_of_one_of_two() {
    let [lower, upper] = balls();
    let by = Vector::new(0.004, -0.01, 0.002);
    let posed = [Posed::still(&lower), Posed::moved(&upper, |p| p + by)];
    let solids = posed.each_ref().map(Posed::solid);
    let particles = between_balls();
    for hold in all_held(&solids, &particles, &Weights::equal()) {
        let from = particles[hold.particle.index()];
        assert!((hold.position_t1 - (from + by * 0.5)).norm() < 1e-12, "{hold:?}");
    }
}

#[test]
fn a_shape_and_a_mesh_pinch_like_two_meshes() {
    let [lower, _] = balls();
    let posed = Posed::still(&lower);
    let at = |y| Isometry3::translation(0.0, y, 0.0);
    let shape = MovingShape { shape: Shape::Sphere { radius: 0.1 }, frame_t0: at(0.09), frame_t1: rigid() * at(0.09) };
    let solids = [posed.solid(), Solid::Shape(&shape)];
    let particles = between_balls();
    for hold in all_held(&solids, &particles, &Weights::equal()) {
        let from = particles[hold.particle.index()];
        assert!((hold.position_t1 - nalgebra::center(&from, &(rigid() * from))).norm() < 1e-12, "{hold:?}");
    }
}
