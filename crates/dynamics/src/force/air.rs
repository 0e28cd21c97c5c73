//! Air drag along the normal (VMT00 §2.4, SSIF08 §8), quadratic in the speed relative to the wind.
//!
//! F = −c |s| s N, where N is the particle's share of the area as a vector, n̂ its direction, s = n̂ · (v − wind) and c the drag
//! in kg/m³. Both papers use a drag that is linear in the speed; SSIF08 notes that a quadratic one is closer to the truth. A
//! linear one that is right at walking pace holds slow cloth as honey would, and is far too weak in a storm.
//!
//! The derivative by velocity, −2 c |s| |N| n̂n̂ᵀ, is exact; the one by position (the normal turns) is dropped: it is not
//! symmetric, and small beside that of the threads.

use geometry::Vector;
use nalgebra::Matrix3;

/// The direction of an area and the speed through it; `None` where there is no area.
fn through(area: &Vector, velocity: &Vector, wind: &Vector) -> Option<(Vector, f64)> {
    let normal = area.try_normalize(0.0)?;
    Some((normal, normal.dot(&(velocity - wind))))
}

/// The drag on a particle, in N.
pub fn force(drag: f64, area: &Vector, velocity: &Vector, wind: &Vector) -> Vector {
    through(area, velocity, wind).map_or_else(Vector::zeros, |(_, speed)| area * (-drag * speed.abs() * speed))
}

/// Minus the derivative of the drag by the particle's velocity, in N·s/m.
pub fn viscosity(drag: f64, area: &Vector, velocity: &Vector, wind: &Vector) -> Matrix3<f64> {
    through(area, velocity, wind)
        .map_or_else(Matrix3::zeros, |(normal, speed)| area * normal.transpose() * (2.0 * drag * speed.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::finite::{self, random_vectors};

    #[test]
    fn viscosity_is_the_slope_of_the_drag() {
        for [area, velocity, wind] in random_vectors(100, 1.0) {
            let drag = |x: &[Vector]| vec![force(0.3, &area, &x[0], &wind)];
            finite::assert_jacobian(&drag, &[velocity], &[-viscosity(0.3, &area, &velocity, &wind)]);
        }
    }

    #[test]
    fn only_motion_across_the_surface_is_dragged() {
        assert_eq!(force(0.5, &(Vector::y() * 2.0), &Vector::x(), &Vector::zeros()), Vector::zeros());
        assert_eq!(force(0.5, &(Vector::y() * 2.0), &(Vector::y() * 3.0), &Vector::zeros()), -Vector::y() * 9.0);
        assert_eq!(force(0.5, &(Vector::y() * -2.0), &(Vector::y() * 3.0), &Vector::zeros()), -Vector::y() * 9.0);
        assert_eq!(force(0.5, &Vector::zeros(), &Vector::y(), &Vector::zeros()), Vector::zeros());
    }
}
