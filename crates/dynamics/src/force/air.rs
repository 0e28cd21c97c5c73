//! Air drag along the normal (VMT00 §2.4, SSIF08 §8): linear in the speed relative to the wind.
//!
//! F = −c (n̂ · (v − wind)) N, where N is the particle's share of the area as a vector, n̂ its direction and c the drag in
//! kg/(m²·s). The derivative by velocity, −c |N| n̂n̂ᵀ, is exact; the one by position (the normal turns) is dropped: it
//! is not symmetric, and small for all but gales.

use geometry::Vector;
use nalgebra::Matrix3;

/// The drag on a particle, in N.
pub fn force(drag: f64, area: &Vector, velocity: &Vector, wind: &Vector) -> Vector {
    let size = area.norm();
    if size == 0.0 {
        return Vector::zeros();
    }
    area * (-drag * area.dot(&(velocity - wind)) / size)
}

/// Minus the derivative of the drag by the particle's velocity, in N·s/m.
pub fn viscosity(drag: f64, area: &Vector) -> Matrix3<f64> {
    let size = area.norm();
    if size == 0.0 { Matrix3::zeros() } else { area * area.transpose() * (drag / size) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::finite::{self, random_vectors};

    #[test]
    fn viscosity_is_the_slope_of_the_drag() {
        for [area, velocity, wind] in random_vectors(100, 1.0) {
            let drag = |x: &[Vector]| vec![force(0.3, &area, &x[0], &wind)];
            finite::assert_jacobian(&drag, &[velocity], &[-viscosity(0.3, &area)]);
        }
    }

    #[test]
    fn only_motion_across_the_surface_is_dragged() {
        assert_eq!(force(0.5, &(Vector::y() * 2.0), &Vector::x(), &Vector::zeros()), Vector::zeros());
        assert_eq!(force(0.5, &(Vector::y() * 2.0), &Vector::y(), &Vector::zeros()), -Vector::y());
        assert_eq!(force(0.5, &Vector::zeros(), &Vector::y(), &Vector::zeros()), Vector::zeros());
    }
}
