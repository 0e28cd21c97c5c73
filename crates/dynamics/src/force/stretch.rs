//! Stretch along one direction of the threads (BW98 §4.2): E = ½ k (|w| − 1)², with k = stiffness × rest area, in N·m.
//!
//! BW98 squares the area as well, which makes cloth softer the finer its mesh; here the energy is that of a continuum.
//!
//! The second derivative is k [ŵŵᵀ + (1 − 1/|w|)(I − ŵŵᵀ)]. Under compression its lateral part is negative (the cloth is
//! about to buckle) and is dropped. Where w vanishes it has no direction: there the force is zero, which is the mean of
//! the forces around, and the derivative k I.

use geometry::Vector;
use nalgebra::Matrix3;

/// Below this length, relative to rest, a direction is not told from rounding.
const COLLAPSED: f64 = 1e-9;

/// The direction of w and its length; no direction when it is collapsed.
fn direction(w: &Vector) -> (Option<Vector>, f64) {
    let length = w.norm();
    ((length > COLLAPSED).then(|| w / length), length)
}

/// The energy, in J.
pub fn energy(k: f64, w: &Vector) -> f64 {
    let strain = w.norm() - 1.0;
    0.5 * k * strain * strain
}

/// The derivative of the energy by w, in J: minus the force on whatever pulls at w.
pub fn stress(k: f64, w: &Vector) -> Vector {
    let (along, length) = direction(w);
    along.map_or_else(Vector::zeros, |along| along * (k * (length - 1.0)))
}

/// The second derivative of the energy by w, without its negative part.
pub fn stiffness(k: f64, w: &Vector) -> Matrix3<f64> {
    let (along, length) = direction(w);
    let Some(along) = along else { return Matrix3::from_diagonal_element(k) };
    let lateral = (1.0 - 1.0 / length).max(0.0);
    along * along.transpose() * (k * (1.0 - lateral)) + Matrix3::from_diagonal_element(k * lateral)
}

/// The viscous stress when w changes at `rate`; k here is stiffness × rest area × damping time, in J·s.
pub fn viscous_stress(k: f64, w: &Vector, rate: &Vector) -> Vector {
    direction(w).0.map_or_else(Vector::zeros, |along| along * (k * along.dot(rate)))
}

/// The derivative of the viscous stress by the rate.
pub fn viscosity(k: f64, w: &Vector) -> Matrix3<f64> {
    direction(w).0.map_or_else(Matrix3::zeros, |along| along * along.transpose() * k)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::finite::{self, random_vectors};

    #[test]
    fn stress_is_the_slope_of_the_energy() {
        for [w] in random_vectors(200, 1.2) {
            finite::assert_gradient(&|x: &[Vector]| energy(3.0, &x[0]), &[w], &[stress(3.0, &w)]);
        }
    }

    #[test]
    fn stiffness_is_the_slope_of_the_stress_when_taut() {
        for [w] in random_vectors(200, 1.0).map(|[w]| [w.normalize() * (1.0 + w.norm())]) {
            finite::assert_jacobian(&|x: &[Vector]| vec![stress(3.0, &x[0])], &[w], &[stiffness(3.0, &w)]);
        }
    }

    #[test]
    fn under_compression_only_the_lateral_part_is_missing() {
        for [w] in random_vectors(200, 1.0).map(|[w]| [w.normalize() * 0.7]) {
            let along = w.normalize();
            let lateral = Matrix3::identity() - along * along.transpose();
            let dropped = lateral * (3.0 * (1.0 - 1.0 / 0.7));
            finite::assert_jacobian(&|x: &[Vector]| vec![stress(3.0, &x[0])], &[w], &[stiffness(3.0, &w) + dropped]);
        }
    }

    #[test]
    fn viscosity_is_the_slope_of_the_viscous_stress() {
        for [w, rate] in random_vectors(100, 1.0) {
            finite::assert_jacobian(
                &|x: &[Vector]| vec![viscous_stress(0.1, &w, &x[0])],
                &[rate],
                &[viscosity(0.1, &w)],
            );
        }
    }

    #[test]
    fn collapsed_threads_push_nowhere_and_stay_stiff() {
        finite::assert_gradient(
            &|x: &[Vector]| energy(3.0, &x[0]),
            &[Vector::zeros()],
            &[stress(3.0, &Vector::zeros())],
        );
        assert_eq!(stiffness(3.0, &Vector::zeros()), Matrix3::from_diagonal_element(3.0));
        assert_eq!(viscous_stress(3.0, &Vector::zeros(), &Vector::x()), Vector::zeros());
    }
}
