//! What is asked of a pair whose boxes overlap.

use super::SweptMesh;
use geometry::impact::{edge_edge, point_triangle};
use geometry::{EdgeId, FaceId, Point, VertexId};

/// All that a pair is judged by.
pub(super) struct Pairs<'a> {
    pub(super) swept: &'a SweptMesh<'a>,
    pub(super) reach: f64,
}

impl Pairs<'_> {
    /// The pair, if it is a candidate.
    #[inline]
    pub(super) fn point_triangle(&self, vertex: VertexId, face: FaceId) -> Option<(VertexId, FaceId)> {
        let corners = self.swept.mesh.face(face);
        let [a, b, c] = corners;
        let vertices = [vertex, a, b, c];
        if corners.contains(&vertex) {
            return None;
        }
        let [start, end] = self.ends(vertices);
        let apart = point_triangle::certainly_apart(&start, &end, self.reach) || self.is_in_no_face(vertex);
        (!apart).then_some((vertex, face))
    }

    /// The pair, if it is a candidate.
    #[inline]
    pub(super) fn edge_edge(&self, first: EdgeId, second: EdgeId) -> Option<(EdgeId, EdgeId)> {
        let ([a, b], [c, d]) = (self.swept.mesh.edge(first).vertices, self.swept.mesh.edge(second).vertices);
        let vertices = [a, b, c, d];
        if a == c || a == d || b == c || b == d {
            return None;
        }
        let [start, end] = self.ends(vertices);
        (!edge_edge::certainly_apart(&start, &end, self.reach)).then_some((first, second))
    }

    fn is_in_no_face(&self, vertex: VertexId) -> bool {
        self.swept.mesh.fan(vertex).faces.is_empty()
    }

    /// Where four vertices are at the start and at the end.
    #[inline]
    fn ends(&self, vertices: [VertexId; 4]) -> [[Point; 4]; 2] {
        [self.swept.start, self.swept.end].map(|positions| vertices.map(|v| positions[v.index()]))
    }
}
