//! Textile tests on simulated fabrics: does a material behave as the fabric it is named after?
//!
//! 1. `specimen`: even meshes of the shapes that the standards cut.
//! 2. [`cusick`]: a disc hangs over a smaller disc; the shadow says how limp it is (ISO 9073-9).
//! 3. [`cantilever`]: a strip bends over an edge; the overhang says how rigid it is (ASTM D1388).
//! 4. [`shadow`]: the area of what lies under a mesh, overlaps counted once.
//!
//! Both tests drape: they know nothing of time, damping and air.
//!
//! Not here: contact. Folds of a limp disc could pass through each other; what is in the shadow is counted once.

pub mod cantilever;
pub mod cusick;
pub mod shadow;
mod specimen;

use crate::constraint::{Constraint, Constraints, Held};
use geometry::{Vector, VertexId};

/// Holds particles where they are.
fn clamp(particles: impl Iterator<Item = usize>) -> Constraints {
    let hold = |i: usize| Constraint {
        particle: VertexId::at(i),
        held: Held::Everywhere,
        velocity: Vector::zeros(),
        correction: Vector::zeros(),
    };
    Constraints::new(particles.map(hold).collect())
}
