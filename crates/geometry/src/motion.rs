//! Where a surface is at the start and at the end of a step.
//!
//! Bodies and colliders produce it, contact and response read it; so only those that make a motion know how it is made.
//! The mesh it belongs to travels apart, because it does not change.

use crate::{Point, Vector};

/// Positions of one mesh's vertices at the two ends of a step; both lists are equally long.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SurfaceMotion {
    /// At the start of the step.
    pub positions_t0: Vec<Point>,
    /// At its end.
    pub positions_t1: Vec<Point>,
}

impl SurfaceMotion {
    /// A surface that does not move.
    pub fn still(positions: &[Point]) -> Self {
        Self { positions_t0: positions.to_vec(), positions_t1: positions.to_vec() }
    }

    /// How many vertices move.
    pub fn vertex_count(&self) -> usize {
        self.positions_t0.len()
    }

    /// How far a vertex moves.
    pub fn displacement(&self, vertex: crate::VertexId) -> Vector {
        self.positions_t1[vertex.index()] - self.positions_t0[vertex.index()]
    }

    /// The end becomes the start; the new end is for the caller to fill. Nothing is allocated.
    pub fn advance(&mut self) {
        std::mem::swap(&mut self.positions_t0, &mut self.positions_t1);
    }
}
