//! A constraint force between weighted sums of particles (VMT00 §3.2, eq. 16–21): contacts between layers, attractions, corners of
//! solids.
//!
//! y = Σ Sᵢ xᵢ. Along the normal n it draws n·y to a target; across it, it drags at the rate of y, relative to a velocity:
//!
//! > Fᵢ = −Sᵢ [ k n (n·y − target) + c (1 − n nᵀ) (ẏ − u) ]
//!
//! evaluated at the *end* of the step, whatever the blend λ: a contact that is met halfway is not met. VMT00 asks for position and
//! velocity two steps ahead and corrects the acceleration by what the other forces do; here those forces are in the same
//! solve, so a stiffness that outweighs the inertia of the particles (eq. 21) puts n·y on the target in one step, and the target
//! says how fast.
//!
//! Not here: when a bond acts, and what its target is.

use geometry::{Point, Vector, VertexId};
use nalgebra::Matrix3;

/// The most particles of a bond: an edge and a face.
pub const PLACES: usize = 5;

/// A bond. Places that are not used have weight zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bond {
    /// The particles; each at most once among those with a weight.
    pub particles: [VertexId; PLACES],
    /// Sₖᵢ: they sum to zero between two parts of the cloth, and to one against a point of the world.
    pub weights: [f64; PLACES],
    /// The direction n, of unit length.
    pub normal: Vector,
    /// Where n·y is drawn to, in m.
    pub target: f64,
    /// Stiffness k along the normal, in N/m.
    pub stiffness: f64,
    /// Drag c across the normal, in N·s/m.
    pub drag: f64,
    /// The velocity u relative to which it drags, in m/s.
    pub velocity: Vector,
}

impl Bond {
    /// The weighted sum of a field of vectors over its particles.
    pub fn weighted(&self, field: impl Fn(VertexId) -> Vector) -> Vector {
        let used = self.particles.iter().zip(self.weights).filter(|(_, weight)| *weight != 0.0);
        used.map(|(v, weight)| field(*v) * weight).sum()
    }

    /// n·y at these positions, in m.
    pub fn gap(&self, positions: &[Point]) -> f64 {
        self.normal.dot(&self.weighted(|v| positions[v.index()].coords))
    }

    /// The force on a place of weight one, in N, where y and its rate are these at the end of the step.
    pub fn force(&self, y: &Vector, rate: &Vector) -> Vector {
        let slip = rate - self.velocity;
        let across = slip - self.normal * self.normal.dot(&slip);
        self.normal * (self.stiffness * (self.target - self.normal.dot(y))) - across * self.drag
    }

    /// −∂F/∂y and −∂F/∂ẏ, in N/m and N·s/m.
    pub fn slopes(&self) -> [Matrix3<f64>; 2] {
        let along = self.normal * self.normal.transpose();
        [along * self.stiffness, (Matrix3::identity() - along) * self.drag]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::finite::{self, random_vectors};

    #[test]
    fn slopes_are_those_of_the_force() {
        for [normal, y, rate, velocity] in random_vectors(200, 1.0) {
            let normal = normal.normalize();
            let (particles, weights) = ([VertexId(0); PLACES], [0.0; PLACES]);
            let bond = Bond { particles, weights, normal, target: 0.3, stiffness: 7.0, drag: 2.0, velocity };
            let [by_place, by_rate] = bond.slopes();
            finite::assert_jacobian(&|x: &[Vector]| vec![-bond.force(&x[0], &rate)], &[y], &[by_place]);
            finite::assert_jacobian(&|x: &[Vector]| vec![-bond.force(&y, &x[0])], &[rate], &[by_rate]);
        }
    }
}
