//! Which corners of a mesh poke through, or are about to poke through, which faces of the cloth: a sharp chin under a
//! coarse sheet, whose particles are all outside.
//!
//! For every vertex of the solid, at t1:
//!
//! 1. The faces of the cloth within reach, where its particles will be if they keep their velocities. A face counts if the
//!    point nearest to the vertex is inside it, or on an edge of which no face is nearer; at a particle it does not, for
//!    particles are asked about by themselves.
//! 2. The cloth must lie along the vertex's normal, before or behind it: within 60°.
//! 3. Cloth behind the vertex has been poked through only if its point is truly inside the solid and the solid's nearest
//!    face there looks the way the vertex does. Cloth on the far side of a thin limb is behind the vertex too, but outside.
//!
//! Not here: corners that pass all the way through a face within one step, and edges against edges.

use super::{Particles, Reach};
use crate::{Surface, When};
use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::distance::{Feature, PointTriangle, point_triangle};
use geometry::{FaceId, Mesh, Point, Vector, VertexId};
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
    /// Their weights at the point nearest to the vertex.
    pub weights: [f64; 3],
    /// Distance of that point from the solid at t1 less the thickness there, in metres; negative if too near.
    pub gap: f64,
    /// Out of the solid at t1; of unit length.
    pub normal: Vector,
    /// The vertex's velocity, in metres a second.
    pub surface_velocity: Vector,
}

/// Vertices handled by one task.
const GRAIN: usize = 256;

/// Cosine of the largest angle between the vertex's normal and the way to the cloth.
const ALONG: f64 = 0.5;

/// The faces of a cloth, ready to be met by corners.
#[derive(Clone, Debug, Default)]
pub struct CornerSearch {
    tree: BoxTree,
    /// Where the particles will be if they keep their velocities.
    ahead: Vec<Point>,
}

impl CornerSearch {
    /// For one cloth; its positions decide how its faces are grouped, once and for all.
    pub fn new(mesh: &Mesh, positions: &[Point]) -> Self {
        let tree = BoxTree::build(mesh.faces().len(), |face| bounds(mesh, positions, FaceId(face)));
        Self { tree, ahead: positions.to_vec() }
    }

    /// Finds the corners of one solid that meet the cloth, by corner and then by face.
    pub fn find(
        &mut self,
        mesh: &Mesh,
        particles: &Particles,
        surface: &Surface,
        solid: u32,
        reach: &Reach,
    ) -> Vec<CornerContact> {
        let moved = particles.positions.iter().zip(particles.velocities);
        self.ahead.clear();
        self.ahead.extend(moved.map(|(position, velocity)| position + velocity * particles.step));
        let ahead = &self.ahead;
        self.tree.refit(|face| bounds(mesh, ahead, FaceId(face)));
        let thickest = particles.thickness.iter().copied().fold(0.0, f64::max);
        let query = Query { search: self, mesh, particles, surface, solid, margin: reach.margin };
        let radius = thickest + reach.depth.max(reach.margin);
        let tasks = surface.mesh().vertex_count().div_ceil(GRAIN);
        let found: Vec<Vec<CornerContact>> = (0..tasks)
            .into_par_iter()
            .map(|task| {
                let mut found = Vec::new();
                let vertices = task * GRAIN..((task + 1) * GRAIN).min(surface.mesh().vertex_count());
                vertices.for_each(|v| query.around(VertexId::at(v), radius, &mut found));
                found
            })
            .collect();
        found.concat()
    }
}

struct Query<'a> {
    search: &'a CornerSearch,
    mesh: &'a Mesh,
    particles: &'a Particles<'a>,
    surface: &'a Surface,
    solid: u32,
    margin: f64,
}

impl Query<'_> {
    fn around(&self, corner: VertexId, radius: f64, found: &mut Vec<CornerContact>) {
        let at = self.surface.positions(When::T1)[corner.index()];
        let normal = self.surface.vertex_normal(corner, When::T1);
        let first = found.len();
        self.search.tree.around(&at, radius, |face| {
            found.extend(self.contact(corner, &at, &normal, FaceId(face), radius));
            radius
        });
        found[first..].sort_unstable_by_key(|contact| contact.face);
    }

    fn contact(
        &self,
        corner: VertexId,
        at: &Point,
        normal: &Vector,
        face: FaceId,
        radius: f64,
    ) -> Option<CornerContact> {
        let near = self.nearest(at, face);
        if near.squared > radius * radius || !self.is_local(at, face, &near) {
            return None;
        }
        let away = near.point - at;
        let height = away.dot(normal);
        let (normal, distance) = if height >= 0.0 {
            (*normal, (height >= ALONG * away.norm()).then_some(height)?)
        } else {
            let inside = self.surface.nearest(&near.point, -height / ALONG, When::T1)?;
            let poked = inside.distance < 0.0 && inside.normal.dot(normal) > 0.0 && -height >= ALONG * away.norm();
            poked.then_some((inside.normal, inside.distance))?
        };
        let particles = self.mesh.face(face);
        let thickness: f64 =
            particles.iter().zip(near.barycentric).map(|(p, w)| w * self.particles.thickness[p.index()]).sum();
        let gap = distance - thickness;
        let step = self.particles.step;
        let displacement = self.surface.motion().displacement(corner);
        let surface_velocity = if step > 0.0 { displacement / step } else { Vector::zeros() };
        let weights = near.barycentric;
        let contact =
            CornerContact { solid: self.solid, corner, face, particles, weights, gap, normal, surface_velocity };
        (gap <= self.margin).then_some(contact)
    }

    fn nearest(&self, at: &Point, face: FaceId) -> PointTriangle {
        point_triangle(at, self.mesh.face(face).map(|v| &self.search.ahead[v.index()]))
    }

    /// Whether the point is nearest on the cloth around it, and this face is the one to say so.
    fn is_local(&self, at: &Point, face: FaceId, near: &PointTriangle) -> bool {
        match near.feature {
            Feature::Face => true,
            Feature::Corner(_) => false,
            Feature::Edge(k) => {
                let edge = self.mesh.edge(self.mesh.face_edges(face)[usize::from(k)]);
                let across = edge.across(face);
                edge.owner() == face
                    && across.is_none_or(|other| !matches!(self.nearest(at, other).feature, Feature::Face))
            }
        }
    }
}

fn bounds(mesh: &Mesh, positions: &[Point], face: FaceId) -> Bounds {
    Bounds::around(mesh.face(face).map(|v| &positions[v.index()]))
}
