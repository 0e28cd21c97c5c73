//! A spring between weighted sums of particles: elastics, soft pins, and the edges of faces without area.
//!
//! y = Σ Sᵢ xᵢ − anchor (VMT00 eq. 16), E = ½ k (|y| − L)². Two particles with the weights 1 and −1 are an elastic between
//! them; one particle with the weight 1 is a soft pin; barycentric weights attach to a point of a face.
//!
//! The lateral part of the second derivative, 1 − L/|y|, is negative under compression. VMT00 §2.4 replaces it by a blend
//! between nothing (exact along the spring, blind to motion across it) and the isotropic k: [`LATERAL`] says how much.
//! The exact value is kept wherever it is larger.

use geometry::{Point, Vector, VertexId};
use nalgebra::Matrix3;

/// The least lateral stiffness, as part of k. A twentieth keeps chains of compressed springs from snapping through
/// (VMT00 §2.4: "a small isotropic component is often sufficient").
pub const LATERAL: f64 = 0.05;

/// A spring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// The particles it acts on; those with weight zero do not count.
    pub particles: [VertexId; 4],
    /// How much of each particle's position enters.
    pub weights: [f64; 4],
    /// The point from which y is measured, in m; zero when the weights sum to zero.
    pub anchor: Vector,
    /// Length at rest, in m.
    pub length: f64,
    /// Stiffness k, in N/m.
    pub stiffness: f64,
    /// Damping along the spring, in s: viscous over elastic force.
    pub damping: f64,
}

impl Spring {
    /// An elastic between two particles.
    pub fn between(a: VertexId, b: VertexId, length: f64, stiffness: f64, damping: f64) -> Self {
        let (particles, weights) = ([a, b, a, a], [1.0, -1.0, 0.0, 0.0]);
        Self { particles, weights, anchor: Vector::zeros(), length, stiffness, damping }
    }

    /// The extension y at these positions.
    pub fn extension(&self, positions: &[Point]) -> Vector {
        self.weighted(|v| positions[v.index()].coords) - self.anchor
    }

    /// The weighted sum of a field of vectors over its particles.
    pub fn weighted(&self, field: impl Fn(VertexId) -> Vector) -> Vector {
        self.particles.iter().zip(self.weights).map(|(v, weight)| field(*v) * weight).sum()
    }

    /// The energy, in J, at extension y.
    pub fn energy(&self, y: &Vector) -> f64 {
        0.5 * self.stiffness * (y.norm() - self.length).powi(2)
    }

    /// The derivative of the energy by y, in N.
    pub fn tension(&self, y: &Vector) -> Vector {
        let length = y.norm();
        if length == 0.0 { Vector::zeros() } else { y * (self.stiffness * (1.0 - self.length / length)) }
    }

    /// The second derivative of the energy by y, its lateral part no less than [`LATERAL`] of k, in N/m.
    pub fn stiffness(&self, y: &Vector) -> Matrix3<f64> {
        let length = y.norm();
        let Some(along) = (length > 0.0).then(|| y / length) else {
            return Matrix3::from_diagonal_element(self.stiffness);
        };
        let lateral = (1.0 - self.length / length).max(LATERAL);
        along * along.transpose() * (self.stiffness * (1.0 - lateral))
            + Matrix3::from_diagonal_element(self.stiffness * lateral)
    }

    /// The derivative of the viscous tension by the rate of y, in N·s/m.
    pub fn viscosity(&self, y: &Vector) -> Matrix3<f64> {
        let square = y.norm_squared();
        if square == 0.0 {
            return Matrix3::zeros();
        }
        y * y.transpose() * (self.stiffness * self.damping / square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::finite::{self, random_vectors};

    fn spring(length: f64) -> Spring {
        Spring::between(VertexId(0), VertexId(1), length, 3.0, 0.1)
    }

    #[test]
    fn tension_is_the_slope_of_the_energy() {
        for [y] in random_vectors(200, 1.0) {
            let spring = spring(0.4);
            finite::assert_gradient(&|x: &[Vector]| spring.energy(&x[0]), &[y], &[spring.tension(&y)]);
        }
    }

    #[test]
    fn stiffness_is_the_slope_of_the_tension_when_taut() {
        for [y] in random_vectors(200, 1.0).filter(|[y]| y.norm() > 0.5) {
            let spring = spring(0.4);
            finite::assert_jacobian(&|x: &[Vector]| vec![spring.tension(&x[0])], &[y], &[spring.stiffness(&y)]);
        }
    }

    #[test]
    fn compressed_only_the_lateral_part_differs() {
        for [y] in random_vectors(200, 1.0).map(|[y]| [y.normalize() * 0.3]) {
            let spring = spring(0.4);
            let across = Matrix3::identity() - y * y.transpose() / y.norm_squared();
            let exact = spring.stiffness(&y) + across * (3.0 * (1.0 - 0.4 / 0.3 - LATERAL));
            finite::assert_jacobian(&|x: &[Vector]| vec![spring.tension(&x[0])], &[y], &[exact]);
        }
    }

    #[test]
    fn a_collapsed_spring_is_harmless() {
        let zero = Vector::zeros();
        assert_eq!(spring(0.4).tension(&zero), zero);
        assert_eq!(spring(0.4).stiffness(&zero), Matrix3::from_diagonal_element(3.0));
        assert_eq!(spring(0.4).viscosity(&zero), Matrix3::zeros());
    }
}
