//! The points and edges of two faces, against each other.

use super::{Candidates, SweptMesh};
use geometry::bvh::Bounds;
use geometry::impact::{edge_edge, point_triangle};
use geometry::{EdgeId, FaceId, VertexId};

/// All that a pair of faces is judged by.
pub(super) struct Pairs<'a> {
    pub(super) swept: &'a SweptMesh<'a>,
    pub(super) owners: &'a [FaceId],
    pub(super) reach: f64,
}

impl Pairs<'_> {
    /// Appends the candidates that these two faces are to ask about.
    pub(super) fn between(&self, a: FaceId, b: FaceId, found: &mut Candidates) {
        let mesh = self.swept.mesh;
        let corners = [a, b].map(|face| mesh.face(face));
        if !self.swept.asks(corners[0]) && !self.swept.asks(corners[1]) {
            return;
        }
        self.points(a, b, found);
        self.points(b, a, found);
        self.edges(a, b, found);
    }

    /// The vertices that one face answers for, against the other face.
    fn points(&self, of: FaceId, face: FaceId, found: &mut Candidates) {
        let mesh = self.swept.mesh;
        let corners = mesh.face(face);
        let bounds = self.swept.bounds(corners);
        for vertex in mesh.face(of) {
            if self.owners[vertex.index()] == of
                && !corners.contains(&vertex)
                && self.overlap(&self.swept.bounds([vertex]), &bounds)
            {
                self.point_triangle(vertex, face, found);
            }
        }
    }

    fn point_triangle(&self, vertex: VertexId, face: FaceId, found: &mut Candidates) {
        let [a, b, c] = self.swept.mesh.face(face);
        let vertices = [vertex, a, b, c];
        let [start, end] = self.swept.ends(vertices);
        if self.swept.asks(vertices) && !point_triangle::certainly_apart(&start, &end, self.reach) {
            found.point_triangle.push((vertex, face));
        }
    }

    /// The edges that two faces answer for.
    fn edges(&self, a: FaceId, b: FaceId, found: &mut Candidates) {
        let mesh = self.swept.mesh;
        for edge in self.owned(a) {
            let ends = mesh.edge(edge).vertices;
            let bounds = self.swept.bounds(ends);
            for other in self.owned(b) {
                let ends_other = mesh.edge(other).vertices;
                if !ends.iter().any(|end| ends_other.contains(end))
                    && self.overlap(&bounds, &self.swept.bounds(ends_other))
                {
                    self.edge_edge(edge.min(other), edge.max(other), found);
                }
            }
        }
    }

    fn edge_edge(&self, first: EdgeId, second: EdgeId, found: &mut Candidates) {
        let ([a, b], [c, d]) = (self.swept.mesh.edge(first).vertices, self.swept.mesh.edge(second).vertices);
        let vertices = [a, b, c, d];
        let [start, end] = self.swept.ends(vertices);
        if self.swept.asks(vertices) && !edge_edge::certainly_apart(&start, &end, self.reach) {
            found.edge_edge.push((first, second));
        }
    }

    /// The edges that a face answers for.
    fn owned(&self, face: FaceId) -> impl Iterator<Item = EdgeId> {
        let mesh = self.swept.mesh;
        mesh.face_edges(face).into_iter().filter(move |&edge| mesh.edge(edge).owner() == face)
    }

    /// Whether two boxes come within the reach along every axis. A difference that is not more than the reach is not
    /// rounded to more.
    #[inline]
    fn overlap(&self, a: &Bounds, b: &Bounds) -> bool {
        (0..3).all(|i| a.low[i] - b.high[i] <= self.reach && b.low[i] - a.high[i] <= self.reach)
    }
}
