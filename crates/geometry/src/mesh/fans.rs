//! The faces around every vertex, in order.

use super::Edge;
use crate::ids::{EdgeId, FaceId, VertexId};

/// Fans of all vertices in flat arrays.
#[derive(Clone, Debug, Default)]
pub(super) struct Fans {
    /// Where each vertex's faces begin; its spokes begin at the same place plus the vertex's own number.
    starts: Vec<u32>,
    faces: Vec<FaceId>,
    /// One place more than faces for each vertex.
    spokes: Vec<VertexId>,
    /// Vertices whose faces form more than one fan, or a fan that cannot be walked.
    several: Vec<bool>,
}

/// The faces around a vertex.
#[derive(Clone, Copy, Debug)]
pub struct Fan<'a> {
    /// Face `i` lies between spokes `i` and `i + 1`, unless the vertex joins several fans: then the order means nothing.
    pub faces: &'a [FaceId],
    /// The other ends of the edges at the vertex, one more than faces; the first again at the end if the fan closes.
    /// Empty if the vertex joins several fans or has no face.
    pub spokes: &'a [VertexId],
}

impl Fans {
    pub(super) fn new(
        vertex_count: usize,
        faces: &[[VertexId; 3]],
        edges: &[Edge],
        face_edges: &[[EdgeId; 3]],
    ) -> Self {
        let mut starts = vec![0u32; vertex_count + 1];
        for vertex in faces.iter().flatten() {
            starts[vertex.index() + 1] += 1;
        }
        for v in 0..vertex_count {
            starts[v + 1] += starts[v];
        }
        let mut next = starts.clone();
        let mut around = vec![FaceId::default(); faces.len() * 3];
        for (face, corners) in faces.iter().enumerate() {
            for vertex in corners {
                around[next[vertex.index()] as usize] = FaceId::at(face);
                next[vertex.index()] += 1;
            }
        }
        let mut fans = Self {
            spokes: vec![VertexId::default(); around.len() + vertex_count],
            several: vec![false; vertex_count],
            starts,
            faces: around,
        };
        let walker = Walker { faces, edges, face_edges };
        let mut order = Vec::new();
        for vertex in 0..vertex_count {
            fans.put_in_order(VertexId::at(vertex), &walker, &mut order);
        }
        fans
    }

    fn put_in_order(&mut self, vertex: VertexId, walker: &Walker, order: &mut Vec<(FaceId, VertexId)>) {
        let v = vertex.index();
        let range = self.starts[v] as usize..self.starts[v + 1] as usize;
        let around = &mut self.faces[range.clone()];
        if around.is_empty() {
            return;
        }
        let last_spoke = walker.walk(vertex, around, order);
        if order.len() != around.len() {
            self.several[v] = true;
            return;
        }
        let spokes = &mut self.spokes[range.start + v..=range.end + v];
        for (i, &(face, spoke)) in order.iter().enumerate() {
            around[i] = face;
            spokes[i] = spoke;
        }
        spokes[order.len()] = last_spoke;
    }

    #[inline]
    pub(super) fn around(&self, vertex: VertexId) -> Fan<'_> {
        let v = vertex.index();
        let (start, end) = (self.starts[v] as usize, self.starts[v + 1] as usize);
        let spokes = if start == end || self.several[v] { &[] } else { &self.spokes[start + v..=end + v] };
        Fan { faces: &self.faces[start..end], spokes }
    }
}

struct Walker<'a> {
    faces: &'a [[VertexId; 3]],
    edges: &'a [Edge],
    face_edges: &'a [[EdgeId; 3]],
}

impl Walker<'_> {
    /// Walks one fan from its lowest face, or from its boundary if it has one: faces with the spoke before each, and the
    /// last spoke.
    fn walk(&self, vertex: VertexId, around: &[FaceId], order: &mut Vec<(FaceId, VertexId)>) -> VertexId {
        let mut start = (around[0], self.spoke_edges(vertex, around[0])[0]);
        for &face in around {
            for edge in self.spoke_edges(vertex, face) {
                if self.edges[edge.index()].is_boundary() {
                    start = (face, edge);
                }
            }
        }
        let (mut face, mut edge) = start;
        order.clear();
        loop {
            order.push((face, self.other_end(edge, vertex)));
            let [a, b] = self.spoke_edges(vertex, face);
            edge = if edge == a { b } else { a };
            match self.edges[edge.index()].across(face) {
                Some(next) if edge != start.1 && order.len() < around.len() => face = next,
                _ => return self.other_end(edge, vertex),
            }
        }
    }

    fn spoke_edges(&self, vertex: VertexId, face: FaceId) -> [EdgeId; 2] {
        let corners = self.faces[face.index()];
        let edges = self.face_edges[face.index()];
        let corner = corners.iter().position(|&v| v == vertex).unwrap_or(0);
        [edges[corner], edges[(corner + 2) % 3]]
    }

    fn other_end(&self, edge: EdgeId, vertex: VertexId) -> VertexId {
        let [a, b] = self.edges[edge.index()].vertices;
        if a == vertex { b } else { a }
    }
}
