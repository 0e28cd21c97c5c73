//! The points and edges of two faces, against each other.

use super::{ClothContact, ClothReach, Sides};
use geometry::bvh::Bounds;
use geometry::distance::{Feature, PointTriangle, common_perpendicular, edge_edge, point_triangle};
use geometry::{EdgeId, FaceId, Mesh, Point, Vector, VertexId};

/// A distance this small against the thickness leaves the direction to the normal.
const TOUCHING: f64 = 1e-9;

/// Two distances that differ relatively by less than this are equal.
const EQUAL: f64 = 1e-12;

/// All that a pair of faces is judged by.
pub(super) struct Pairs<'a> {
    pub(super) mesh: &'a Mesh,
    pub(super) positions: &'a [Point],
    pub(super) thickness: &'a [f64],
    pub(super) rest: &'a [Point],
    pub(super) owners: &'a [FaceId],
    pub(super) reach: &'a ClothReach,
}

impl Pairs<'_> {
    /// Appends the contacts that these two faces are to ask about.
    pub(super) fn between(&self, a: FaceId, b: FaceId, found: &mut Vec<ClothContact>) {
        for (one, other) in [(a, b), (b, a)] {
            for vertex in self.mesh.face(one) {
                if self.owners[vertex.index()] == one && !self.mesh.face(other).contains(&vertex) {
                    found.extend(self.point_face(vertex, other));
                }
            }
        }
        for edge in self.owned(a) {
            for other in self.owned(b) {
                let (first, second) = (edge.min(other), edge.max(other));
                let (u, v) = (self.mesh.edge(first).vertices, self.mesh.edge(second).vertices);
                if !u.iter().any(|end| v.contains(end)) {
                    found.extend(self.edge_edge(first, second));
                }
            }
        }
    }

    /// The edges that a face answers for.
    fn owned(&self, face: FaceId) -> impl Iterator<Item = EdgeId> {
        self.mesh.face_edges(face).into_iter().filter(move |&edge| self.mesh.edge(edge).owner() == face)
    }

    fn at(&self, vertex: VertexId) -> &Point {
        &self.positions[vertex.index()]
    }

    fn nearest(&self, vertex: VertexId, face: FaceId) -> PointTriangle {
        point_triangle(self.at(vertex), self.mesh.face(face).map(|v| self.at(v)))
    }

    fn point_face(&self, vertex: VertexId, face: FaceId) -> Option<ClothContact> {
        let corners = self.mesh.face(face);
        let room = 0.5 * (self.thickness[vertex.index()] + self.thickest(corners)) + self.reach.margin;
        let at = *self.at(vertex);
        if !Bounds::around(corners.map(|v| self.at(v))).grown(room).overlaps(&Bounds { low: at, high: at }) {
            return None;
        }
        let near = self.nearest(vertex, face);
        let [a, b, c] = near.barycentric;
        let particles = [vertex, corners[0], corners[1], corners[2]];
        let weights = [1.0, -a, -b, -c];
        let distance = near.squared.sqrt();
        let full = self.full_thickness(particles, weights);
        let close = distance <= full + self.reach.margin;
        if !close || !self.is_local(vertex, face, &near) {
            return None;
        }
        let thickness = self.kept(full, self.rest_of_point(vertex, face));
        let sides = Sides::PointFace(vertex, face);
        let away = self.at(vertex) - near.point;
        let [p, q, r] = corners.map(|v| self.at(v));
        let normal = direction(away, full, (q - p).cross(&(r - p)));
        let contact = ClothContact { sides, particles, weights, distance, thickness, normal };
        (distance <= thickness + self.reach.margin).then_some(contact)
    }

    fn edge_edge(&self, first: EdgeId, second: EdgeId) -> Option<ClothContact> {
        let (u, v) = (self.mesh.edge(first).vertices, self.mesh.edge(second).vertices);
        let (at_u, at_v) = (u.map(|end| self.at(end)), v.map(|end| self.at(end)));
        let room = 0.5 * (self.thickest(u) + self.thickest(v)) + self.reach.margin;
        if !Bounds::around(at_u).grown(room).overlaps(&Bounds::around(at_v)) {
            return None;
        }
        // Nearest at an end is a matter of that end and a face.
        let near = common_perpendicular(at_u, at_v)?;
        let [s, t] = near.parameters;
        let particles = [u[0], u[1], v[0], v[1]];
        let weights = [1.0 - s, s, t - 1.0, -t];
        let distance = near.squared.sqrt();
        let full = self.full_thickness(particles, weights);
        let close = distance <= full + self.reach.margin;
        if !close {
            return None;
        }
        let thickness = self.kept(full, self.rest_of_edges(first, second));
        let along = |ends: [VertexId; 2]| self.at(ends[1]) - self.at(ends[0]);
        let normal = direction(near.points[0] - near.points[1], full, along(u).cross(&along(v)));
        let sides = Sides::EdgeEdge(first, second);
        let contact = ClothContact { sides, particles, weights, distance, thickness, normal };
        (distance <= thickness + self.reach.margin).then_some(contact)
    }

    fn thickest<const N: usize>(&self, particles: [VertexId; N]) -> f64 {
        particles.into_iter().map(|p| self.thickness[p.index()]).fold(0.0, f64::max)
    }

    /// The mean of the two sides' thickness.
    fn full_thickness(&self, particles: [VertexId; 4], weights: [f64; 4]) -> f64 {
        0.5 * particles.iter().zip(weights).map(|(p, w)| w.abs() * self.thickness[p.index()]).sum::<f64>()
    }

    /// The thickness, or less where the pair is closer at rest.
    fn kept(&self, full: f64, at_rest: f64) -> f64 {
        if at_rest < full { at_rest * self.reach.rest_share } else { full }
    }

    pub(super) fn is_reduced(&self, contact: &ClothContact) -> bool {
        contact.thickness < self.full_thickness(contact.particles, contact.weights)
    }

    fn rest_of_point(&self, vertex: VertexId, face: FaceId) -> f64 {
        let corners = self.mesh.face(face).map(|v| &self.rest[v.index()]);
        point_triangle(&self.rest[vertex.index()], corners).squared.sqrt()
    }

    fn rest_of_edges(&self, first: EdgeId, second: EdgeId) -> f64 {
        let ends = |edge: EdgeId| self.mesh.edge(edge).vertices.map(|v| &self.rest[v.index()]);
        edge_edge(ends(first), ends(second)).squared.sqrt()
    }

    /// Whether nothing around the nearest point is nearer, and this pair is the one to say so.
    fn is_local(&self, vertex: VertexId, face: FaceId, near: &PointTriangle) -> bool {
        let farther = |other: FaceId| self.nearest(vertex, other).squared >= near.squared * (1.0 - EQUAL);
        match near.feature {
            Feature::Face => true,
            Feature::Edge(k) => {
                let edge = self.mesh.edge(self.mesh.face_edges(face)[usize::from(k)]);
                edge.owner() == face && edge.across(face).is_none_or(farther)
            }
            Feature::Corner(k) => {
                let corner = self.mesh.face(face)[usize::from(k)];
                // Two vertices are nearest to each other's faces: the lower asks.
                let asks = self.owners[corner.index()] == face && vertex < corner;
                asks && self.mesh.fan(corner).faces.iter().all(|&other| farther(other))
            }
        }
    }
}

/// The direction of a gap; of the normal where there is no gap to speak of.
fn direction(gap: Vector, thickness: f64, normal: Vector) -> Vector {
    let clear = gap.try_normalize(TOUCHING * thickness);
    clear.or_else(|| normal.try_normalize(f64::MIN_POSITIVE)).unwrap_or_else(Vector::y)
}
