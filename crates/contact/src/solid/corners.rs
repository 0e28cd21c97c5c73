//! Which corners of a mesh poke through, or are about to poke through, which faces of the cloth: a sharp chin under a
//! coarse sheet, whose particles are all outside.
//!
//! For every vertex of the solid, at t1:
//!
//! 1. A line along its normal, from as deep as the reach goes to as high as the cloth is thick, and the faces of the cloth
//!    that it passes through, where the particles will be if they keep their velocities.
//! 2. Cloth below the vertex has been poked through only if its point is truly inside the solid and the solid's nearest
//!    face there looks the way the vertex does. Cloth on the far side of a thin limb is below the vertex too, but outside.
//!
//! A line through an edge passes through both faces; both are told.
//!
//! Not here: corners that pass all the way through a face within one step, and edges against edges.

use super::Reach;
use super::ahead::{Ahead, is_poked};
use crate::{Surface, When};
use geometry::bvh::Bounds;
use geometry::{FaceId, Point, Vector, VertexId};
use rayon::prelude::*;

/// A vertex of a solid that meets a face of the cloth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CornerContact {
    /// The solid, as the caller counts it.
    pub solid: u32,
    /// The vertex of the solid.
    pub corner: VertexId,
    /// The face of the cloth.
    pub face: FaceId,
    /// Its particles.
    pub particles: [VertexId; 3],
    /// Their weights at the point over the vertex.
    pub weights: [f64; 3],
    /// Height of that point over the vertex at t1 less the thickness there, in metres; negative if too near.
    pub gap: f64,
    /// The vertex's own at t1; of unit length.
    pub normal: Vector,
    /// The vertex's velocity, in metres a second.
    pub surface_velocity: Vector,
}

/// Vertices handled by one task.
const GRAIN: usize = 256;

/// Finds the corners of one solid that meet the cloth, by corner and then by face.
pub fn find(cloth: &Ahead, surface: &Surface, solid: u32, reach: &Reach) -> Vec<CornerContact> {
    let query = Query { cloth, surface, solid, reach };
    let count = surface.mesh().vertex_count();
    let tasks = (0..count.div_ceil(GRAIN)).into_par_iter().map(|task| {
        let mut found = Vec::new();
        let vertices = task * GRAIN..((task + 1) * GRAIN).min(count);
        vertices.for_each(|v| query.over(VertexId::at(v), &mut found));
        found
    });
    let found: Vec<Vec<CornerContact>> = tasks.collect();
    found.concat()
}

struct Query<'a> {
    cloth: &'a Ahead<'a>,
    surface: &'a Surface,
    solid: u32,
    reach: &'a Reach,
}

/// A line through a vertex of the solid, along its normal.
struct Line {
    corner: VertexId,
    at: Point,
    normal: Vector,
}

impl Query<'_> {
    /// Appends the contacts of one vertex.
    fn over(&self, corner: VertexId, found: &mut Vec<CornerContact>) {
        let at = self.surface.positions(When::T1)[corner.index()];
        let normal = self.surface.vertex_normal(corner, When::T1);
        let line = Line { corner, at, normal };
        let ends = [at - normal * self.reach.depth, at + normal * (self.cloth.thickest + self.reach.margin)];
        let first = found.len();
        self.cloth.overlapping(&Bounds::around(&ends), |face| found.extend(self.contact(&line, face)));
        found[first..].sort_unstable_by_key(|contact| contact.face);
    }

    fn contact(&self, line: &Line, face: FaceId) -> Option<CornerContact> {
        let particles = self.cloth.mesh.face(face);
        let (height, weights) = line.through(particles.map(|v| self.cloth.at(v)))?;
        if height < -self.reach.depth || height > self.cloth.thickest + self.reach.margin {
            return None;
        }
        if height < 0.0 && !is_poked(self.surface, &(line.at + line.normal * height), &line.normal, -height) {
            return None;
        }
        let gap = height - self.cloth.thickness(particles, weights);
        let surface_velocity = self.cloth.velocity(self.surface.motion().displacement(line.corner));
        let (solid, corner) = (self.solid, line.corner);
        let contact =
            CornerContact { solid, corner, face, particles, weights, gap, normal: line.normal, surface_velocity };
        (gap <= self.reach.margin).then_some(contact)
    }
}

impl Line {
    /// How high over the vertex the line passes through a triangle, in metres, and the weights of the corners there.
    fn through(&self, corners: [&Point; 3]) -> Option<(f64, [f64; 3])> {
        let [a, b, c] = corners.map(|p| p - self.at);
        let parts = [b.cross(&c), c.cross(&a), a.cross(&b)].map(|part| part.dot(&self.normal));
        let sum: f64 = parts.iter().sum();
        let weights = parts.map(|part| part / sum);
        // Not numbers where the line runs along the triangle: then it passes through its neighbours.
        let through = weights.iter().all(|&w| w >= 0.0);
        let point = a * weights[0] + b * weights[1] + c * weights[2];
        through.then(|| (point.dot(&self.normal), weights))
    }
}
