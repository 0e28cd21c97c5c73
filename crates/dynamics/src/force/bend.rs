//! Bending: the fold at a hinge, the angle θ between the normals of the two faces at an inner edge, and its derivative.
//!
//! The energy is a form in the turns θ − θ₀ of the three hinges of a face: see [`Plate`](crate::cloth::Plate). Its second
//! derivative is Σ Qᵢⱼ gᵢgⱼᵀ + Σ Qᵢⱼ tⱼ ∂gᵢ, with g = ∂θ/∂x. The second sum is indefinite and is dropped (Gauss–Newton); of
//! the first, the matrix holds a bound without terms between different hinges (`Plate::bound`).
//! When a face has less than [`COLLAPSED`] of its rest area, its normal means nothing and its hinges rest.

use geometry::Vector;

/// The part of its rest area below which a face has no normal worth the name.
pub const COLLAPSED: f64 = 0.01;

/// The angle of a hinge and its derivative by the four particles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fold {
    /// The angle between the normals, in radians from −π to π; positive when the faces fold away from their normals.
    pub angle: f64,
    /// Its derivative by each particle, in 1/m. The four sum to zero.
    pub slope: [Vector; 4],
}

/// The fold of the hinge with edge x₀x₁ and the opposite corners x₂ (face x₀x₁x₂) and x₃ (face x₁x₀x₃); `None` when a face
/// is smaller than `least`, which are areas in m².
pub fn fold(x: [&Vector; 4], least: [f64; 2]) -> Option<Fold> {
    let edge = x[1] - x[0];
    let normals = [edge.cross(&(x[2] - x[0])), (x[3] - x[0]).cross(&edge)];
    let squares = normals.map(|n| n.norm_squared());
    let too_small = |face: usize| squares[face] <= 4.0 * least[face] * least[face];
    let length = edge.norm();
    if too_small(0) || too_small(1) || length == 0.0 {
        return None;
    }
    // Moving a corner along its face's normal turns the face about the edge: by 1 / height.
    let away = [normals[0] * (-length / squares[0]), normals[1] * (-length / squares[1])];
    // An end of the edge turns both faces, by how far along the edge the opposite corner is from the other end.
    let along = |corner: usize| (x[corner] - x[0]).dot(&edge) / (length * length);
    let (s, t) = (along(2), along(3));
    let slope = [-(away[0] * (1.0 - s) + away[1] * (1.0 - t)), -(away[0] * s + away[1] * t), away[0], away[1]];
    let angle = normals[0].cross(&normals[1]).dot(&edge) / length;
    Some(Fold { angle: angle.atan2(normals[0].dot(&normals[1])), slope })
}

/// How far a fold is from its rest angle, the short way round.
pub fn turned(angle: f64, rest: f64) -> f64 {
    use std::f64::consts::{PI, TAU};
    let turned = angle - rest;
    if turned > PI {
        turned - TAU
    } else if turned < -PI {
        turned + TAU
    } else {
        turned
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::finite::{self, random_vectors};

    fn of(x: &[Vector]) -> Fold {
        fold([&x[0], &x[1], &x[2], &x[3]], [1e-9; 2]).expect("faces with area")
    }

    #[test]
    fn slope_is_the_derivative_of_the_angle() {
        for x in random_vectors::<4>(300, 1.0) {
            let found = of(&x);
            // Near ±π the angle jumps by a full turn: not a place to difference.
            if found.angle.abs() < 3.0 {
                finite::assert_gradient(&|x: &[Vector]| of(x).angle, &x, &found.slope);
            }
        }
    }

    #[test]
    fn folding_neither_pushes_nor_turns_the_whole() {
        for x in random_vectors::<4>(300, 1.0) {
            let slope = of(&x).slope;
            let size = slope.iter().map(Vector::norm).fold(0.0, f64::max);
            let force: Vector = slope.iter().sum();
            let torque: Vector = x.iter().zip(&slope).map(|(x, g)| x.cross(g)).sum();
            assert!(force.norm() < 1e-13 * size && torque.norm() < 1e-12 * size, "{force} {torque}");
        }
    }

    #[test]
    fn a_known_fold() {
        let x = [Vector::zeros(), Vector::x(), Vector::y(), -Vector::y()];
        assert_eq!(of(&x).angle, 0.0);
        // The second face hangs down: a ridge, seen from above.
        let ridge = [Vector::zeros(), Vector::x(), Vector::y(), -Vector::z()];
        assert!((of(&ridge).angle.abs() - std::f64::consts::FRAC_PI_2).abs() < 1e-15);
    }

    #[test]
    fn the_short_way_round() {
        assert!((turned(3.0, -3.0) - (6.0 - std::f64::consts::TAU)).abs() < 1e-15);
        assert!((turned(-3.0, 3.0) + (6.0 - std::f64::consts::TAU)).abs() < 1e-15);
        assert_eq!(turned(0.5, 0.25), 0.25);
    }

    #[test]
    fn a_collapsed_face_has_no_fold() {
        let x = [Vector::zeros(), Vector::x(), Vector::x() * 0.5, -Vector::y()];
        assert_eq!(fold([&x[0], &x[1], &x[2], &x[3]], [1e-9; 2]), None);
        assert_eq!(fold([&Vector::zeros(); 4], [0.0; 2]), None);
    }
}
