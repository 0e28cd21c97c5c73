//! A triangle mesh as connectivity alone; positions travel beside it as a slice, because they change and it does not.
//!
//! 1. Every face's corners are checked against the number of vertices.
//! 2. Faces that repeat a vertex, and faces that repeat an earlier face, are set aside and listed.
//! 3. Edges are matched; an edge with more than two faces is an error that lists them all.
//! 4. Around every vertex the faces are put in order: its *fan*.

use crate::ids::{EdgeId, FaceId, VertexId};

mod build;
mod fans;

pub use fans::Fan;

/// Connectivity of a triangle mesh whose edges have one or two faces. Vertices may be isolated, and a vertex may join
/// several fans; components, holes and one-sided surfaces are ordinary.
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    vertex_count: usize,
    faces: Vec<[VertexId; 3]>,
    edges: Vec<Edge>,
    face_edges: Vec<[EdgeId; 3]>,
    fans: fans::Fans,
    set_aside: SetAside,
    origins: Vec<u32>,
}

/// An edge and the faces on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Its ends, the lower first.
    pub vertices: [VertexId; 2],
    first: FaceId,
    /// Equal to `first` on a boundary.
    second: FaceId,
}

/// Input triangles that are no faces of the mesh, by their index in the input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetAside {
    /// Triangles that name a vertex twice.
    pub degenerate: Vec<u32>,
    /// Triangles on the same three vertices as an earlier one, whichever way round.
    pub duplicate: Vec<u32>,
}

/// Why triangles do not make a mesh.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeshError {
    /// A triangle names a vertex that does not exist.
    #[error("triangle {triangle} names vertex {vertex}, but there are only {vertex_count} vertices")]
    IndexOutOfRange {
        /// The triangle's index in the input.
        triangle: u32,
        /// The vertex it names.
        vertex: u32,
        /// How many there are.
        vertex_count: usize,
    },
    /// Edges with three or more faces: a surface has no two sides there.
    #[error("{} edge(s) with more than two faces, the first between vertices {} and {} on triangles {:?}", .0.len(), .0[0].vertices[0], .0[0].vertices[1], .0[0].triangles)]
    NonManifold(Vec<CrowdedEdge>),
    /// More elements than 32-bit names can tell apart.
    #[error("{0} are more than 32-bit indices can name")]
    TooLarge(usize),
}

/// An edge with more than two faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrowdedEdge {
    /// Its ends.
    pub vertices: [u32; 2],
    /// The input triangles on it.
    pub triangles: Vec<u32>,
}

impl Edge {
    /// The first face on it: the one that answers for the edge when every edge is to be asked once.
    #[inline]
    pub fn owner(&self) -> FaceId {
        self.first
    }

    /// Whether only one face is on it.
    #[inline]
    pub fn is_boundary(&self) -> bool {
        self.first == self.second
    }

    /// The one or two faces on it.
    #[inline]
    pub fn faces(&self) -> impl Iterator<Item = FaceId> + use<> {
        let second = (!self.is_boundary()).then_some(self.second);
        [self.first].into_iter().chain(second)
    }

    /// The face on the other side of it from `face`; `None` across a boundary.
    #[inline]
    pub fn across(&self, face: FaceId) -> Option<FaceId> {
        debug_assert!(face == self.first || face == self.second);
        (!self.is_boundary()).then_some(if face == self.first { self.second } else { self.first })
    }
}

impl Mesh {
    /// How many vertices there are, isolated ones included.
    pub fn vertex_count(&self) -> usize {
        self.vertex_count
    }

    /// The vertices of every face.
    pub fn faces(&self) -> &[[VertexId; 3]] {
        &self.faces
    }

    /// Every edge.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The vertices of a face.
    #[inline]
    pub fn face(&self, face: FaceId) -> [VertexId; 3] {
        self.faces[face.index()]
    }

    /// One edge.
    #[inline]
    pub fn edge(&self, edge: EdgeId) -> &Edge {
        &self.edges[edge.index()]
    }

    /// The edges of a face: edge `i` joins corners `i` and `i + 1`.
    #[inline]
    pub fn face_edges(&self, face: FaceId) -> [EdgeId; 3] {
        self.face_edges[face.index()]
    }

    /// The faces around a vertex, in order.
    #[inline]
    pub fn fan(&self, vertex: VertexId) -> Fan<'_> {
        self.fans.around(vertex)
    }

    /// The edge between two vertices, if there is one.
    pub fn edge_between(&self, a: VertexId, b: VertexId) -> Option<EdgeId> {
        let wanted = [a.min(b), a.max(b)];
        self.edges.binary_search_by_key(&wanted, |edge| edge.vertices).ok().map(EdgeId::at)
    }

    /// The input triangles that are no faces.
    pub fn set_aside(&self) -> &SetAside {
        &self.set_aside
    }

    /// The input triangle a face came from.
    pub fn origin(&self, face: FaceId) -> u32 {
        self.origins[face.index()]
    }

    /// How many edges have one face.
    pub fn boundary_edge_count(&self) -> usize {
        self.edges.iter().filter(|edge| edge.is_boundary()).count()
    }

    /// The component of every face, numbered from 0 by first face, and how many there are. Faces are connected through
    /// shared vertices, so isolated vertices belong to none.
    pub fn components(&self) -> (Vec<u32>, usize) {
        const UNSEEN: u32 = u32::MAX;
        let mut component = vec![UNSEEN; self.faces.len()];
        let mut count = 0;
        let mut stack = Vec::new();
        for start in 0..self.faces.len() {
            if component[start] != UNSEEN {
                continue;
            }
            component[start] = count;
            stack.push(FaceId::at(start));
            while let Some(face) = stack.pop() {
                for vertex in self.face(face) {
                    for &next in self.fan(vertex).faces {
                        if component[next.index()] == UNSEEN {
                            component[next.index()] = count;
                            stack.push(next);
                        }
                    }
                }
            }
            count += 1;
        }
        (component, count as usize)
    }
}
