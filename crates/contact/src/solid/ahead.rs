//! The cloth where it will be at t1 if its particles keep their velocities, ready to be met by corners and edges.

use super::Particles;
use crate::{Surface, When};
use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::{FaceId, Mesh, Point, Vector, VertexId};

/// What is kept from one step to the next, so that nothing is built anew.
#[derive(Clone, Debug)]
pub struct AheadMemory {
    tree: BoxTree,
    positions: Vec<Point>,
}

/// The cloth at the end of a step.
#[derive(Clone, Copy, Debug)]
pub struct Ahead<'a> {
    pub(super) mesh: &'a Mesh,
    /// The greatest thickness of any particle, in metres.
    pub(super) thickest: f64,
    particles: &'a Particles<'a>,
    memory: &'a AheadMemory,
}

impl AheadMemory {
    /// For one cloth; its positions decide how its faces are grouped, once and for all.
    pub fn new(mesh: &Mesh, positions: &[Point]) -> Self {
        let tree = BoxTree::build(mesh.faces().len(), |face| bounds(mesh, positions, FaceId(face)));
        Self { tree, positions: positions.to_vec() }
    }

    /// The cloth at the end of this step.
    pub fn look<'a>(&'a mut self, mesh: &'a Mesh, particles: &'a Particles<'a>) -> Ahead<'a> {
        let moved = particles.positions.iter().zip(particles.velocities);
        self.positions.clear();
        self.positions.extend(moved.map(|(position, velocity)| position + velocity * particles.step));
        let positions = &self.positions;
        self.tree.refit(|face| bounds(mesh, positions, FaceId(face)));
        let thickest = particles.thickness.iter().copied().fold(0.0, f64::max);
        Ahead { mesh, thickest, particles, memory: self }
    }
}

impl Ahead<'_> {
    #[inline]
    pub(super) fn at(&self, particle: VertexId) -> &Point {
        &self.memory.positions[particle.index()]
    }

    /// Visits the faces whose boxes overlap one.
    pub(super) fn overlapping(&self, bounds: &Bounds, mut visit: impl FnMut(FaceId)) {
        self.memory.tree.overlapping(bounds, |face| visit(FaceId(face)));
    }

    /// The thickness at a point of the cloth.
    pub(super) fn thickness<const N: usize>(&self, particles: [VertexId; N], weights: [f64; N]) -> f64 {
        particles.iter().zip(weights).map(|(p, w)| w * self.particles.thickness[p.index()]).sum()
    }

    /// The velocity of what moves so far in the step.
    pub(super) fn velocity(&self, displacement: Vector) -> Vector {
        let step = self.particles.step;
        if step > 0.0 { displacement / step } else { Vector::zeros() }
    }
}

/// Whether a point of the cloth below a corner or an edge is inside the solid, and on the same side of it. On a spike the
/// nearest face looks nearly across.
pub(super) fn is_poked(surface: &Surface, point: &Point, normal: &Vector, depth: f64) -> bool {
    // A little farther than the corner itself is, so that rounding does not lose it.
    let inside = surface.nearest(point, depth * 1.001, When::T1);
    inside.is_some_and(|near| near.distance < 0.0 && near.normal.dot(normal) > 0.0)
}

fn bounds(mesh: &Mesh, positions: &[Point], face: FaceId) -> Bounds {
    Bounds::around(mesh.face(face).map(|v| &positions[v.index()]))
}
