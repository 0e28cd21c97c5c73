//! Which sharp edges of a mesh meet which edges of the cloth: the edge of a table under a sheet whose particles lie on
//! either side of it.
//!
//! For every edge of the solid that is *sharp*, at t1:
//!
//! 1. The edges of the cloth within reach, each asked about by one of its faces, where the particles will be if they keep
//!    their velocities.
//! 2. The common perpendicular, if its feet are inside both edges and it is within 60° of the solid edge's normal. Its
//!    direction is the contact's normal; where the edges touch it is still known, from the directions of the edges.
//! 3. Cloth below the edge has been cut into only if its point is truly inside the solid, as for corners.
//!
//! Edges that are not sharp are left alone: faces and corners of a smooth surface say the same.
//!
//! Not here: edges that pass all the way through each other within one step.

use super::ahead::{Ahead, is_poked};
use super::{Reach, SAME_SIDE};
use crate::{Surface, When};
use geometry::bvh::Bounds;
use geometry::distance::common_perpendicular;
use geometry::{EdgeId, FaceId, Point, Vector, VertexId};
use rayon::prelude::*;

/// An edge of a solid that meets an edge of the cloth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeContact {
    /// The solid, as the caller counts it.
    pub solid: u32,
    /// The edge of the solid.
    pub solid_edge: EdgeId,
    /// The edge of the cloth.
    pub cloth_edge: EdgeId,
    /// Its particles.
    pub particles: [VertexId; 2],
    /// Their weights at the point nearest to the solid's edge.
    pub weights: [f64; 2],
    /// Height of that point over the solid's edge at t1 less the thickness there, in metres; negative if too near.
    pub gap: f64,
    /// Out of the solid, perpendicular to both edges at t1; of unit length.
    pub normal: Vector,
    /// The velocity of the solid's edge there, in metres a second.
    pub surface_velocity: Vector,
}

/// Edges handled by one task.
const GRAIN: usize = 512;

/// Cosine of the angle between the normals of two faces above which their edge is sharp: 30°.
const SHARP: f64 = 0.866;

/// Finds the sharp edges of one solid that meet edges of the cloth, by the solid's edge and then by the cloth's.
pub fn find(cloth: &Ahead, surface: &Surface, solid: u32, reach: &Reach) -> Vec<EdgeContact> {
    let query = Query { cloth, surface, solid, reach };
    let count = surface.mesh().edges().len();
    let tasks = (0..count.div_ceil(GRAIN)).into_par_iter().map(|task| {
        let mut found = Vec::new();
        let edges = task * GRAIN..((task + 1) * GRAIN).min(count);
        edges.map(EdgeId::at).filter(|&edge| is_sharp(surface, edge)).for_each(|edge| query.over(edge, &mut found));
        found
    });
    let found: Vec<Vec<EdgeContact>> = tasks.collect();
    found.concat()
}

/// Whether the surface turns away at an edge, or ends there.
fn is_sharp(surface: &Surface, edge: EdgeId) -> bool {
    let mesh = surface.mesh();
    let owner = mesh.edge(edge).owner();
    let Some(other) = mesh.edge(edge).across(owner) else { return true };
    let [first, second] =
        [owner, other].map(|f| surface.feature_normal(f, geometry::distance::Feature::Face, When::T1));
    let away = |face: FaceId| {
        let ends = mesh.edge(edge).vertices;
        let apex = mesh.face(face).into_iter().find(|v| !ends.contains(v)).unwrap_or(ends[0]);
        surface.positions(When::T1)[apex.index()] - surface.positions(When::T1)[ends[0].index()]
    };
    first.dot(&second) < SHARP && away(other).dot(&first) < 0.0
}

struct Query<'a> {
    cloth: &'a Ahead<'a>,
    surface: &'a Surface,
    solid: u32,
    reach: &'a Reach,
}

/// An edge of the solid at t1.
struct Blade<'a> {
    edge: EdgeId,
    vertices: [VertexId; 2],
    ends: [&'a Point; 2],
    normal: Vector,
}

impl Query<'_> {
    /// Appends the contacts of one edge.
    fn over(&self, edge: EdgeId, found: &mut Vec<EdgeContact>) {
        let vertices = self.surface.mesh().edge(edge).vertices;
        let ends = vertices.map(|v| &self.surface.positions(When::T1)[v.index()]);
        let blade = Blade { edge, vertices, ends, normal: self.surface.edge_normal(edge, When::T1) };
        let radius = self.reach.depth.max(self.cloth.thickest + self.reach.margin);
        let (mesh, first) = (self.cloth.mesh, found.len());
        self.cloth.overlapping(&Bounds::around(ends).grown(radius), |face| {
            let owned = mesh.face_edges(face).into_iter().filter(|&edge| mesh.edge(edge).owner() == face);
            found.extend(owned.filter_map(|cloth_edge| self.contact(&blade, cloth_edge)));
        });
        found[first..].sort_unstable_by_key(|contact| contact.cloth_edge);
    }

    fn contact(&self, blade: &Blade, cloth_edge: EdgeId) -> Option<EdgeContact> {
        let particles = self.cloth.mesh.edge(cloth_edge).vertices;
        let ends = particles.map(|p| self.cloth.at(p));
        let near = common_perpendicular(ends, blade.ends)?;
        let across = (ends[1] - ends[0]).cross(&(blade.ends[1] - blade.ends[0])).try_normalize(f64::MIN_POSITIVE)?;
        let normal = across * across.dot(&blade.normal).signum();
        let height = (near.points[0] - near.points[1]).dot(&normal);
        if normal.dot(&blade.normal) < SAME_SIDE || height < -self.reach.depth {
            return None;
        }
        let [s, t] = near.parameters;
        let weights = [1.0 - s, s];
        let gap = height - self.cloth.thickness(particles, weights);
        if gap > self.reach.margin || (height < 0.0 && !is_poked(self.surface, &near.points[0], &normal, -height)) {
            return None;
        }
        let [first, second] = blade.vertices.map(|v| self.surface.motion().displacement(v));
        let surface_velocity = self.cloth.velocity(first * (1.0 - t) + second * t);
        let (solid, solid_edge) = (self.solid, blade.edge);
        Some(EdgeContact { solid, solid_edge, cloth_edge, particles, weights, gap, normal, surface_velocity })
    }
}
