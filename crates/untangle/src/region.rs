//! The part of the cloth that may move: the particles around a tangle, and the edges that join them.

use geometry::{EdgeId, FaceId, Mesh, VertexId};

const NONE: u32 = u32::MAX;

/// Particles that may move, each with a slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Region {
    /// Ascending; the slot of a particle is its place here.
    vertices: Vec<VertexId>,
    slots: Vec<u32>,
    edges: Vec<EdgeId>,
    /// The particles themselves and their neighbours.
    rim: Vec<VertexId>,
    faces: Vec<FaceId>,
}

impl Region {
    /// A region of nothing.
    pub fn new(vertex_count: usize) -> Self {
        Self { slots: vec![NONE; vertex_count], ..Self::default() }
    }

    /// Takes in more particles; those that are held stay out. Whether it has grown.
    pub fn add(&mut self, mesh: &Mesh, vertices: &[VertexId], held: &[bool]) -> bool {
        let before = self.vertices.len();
        for vertex in vertices.iter().filter(|v| !held[v.index()]) {
            if self.slots[vertex.index()] == NONE {
                self.slots[vertex.index()] = 0;
                self.vertices.push(*vertex);
            }
        }
        if self.vertices.len() == before {
            return false;
        }
        self.vertices.sort_unstable();
        for (slot, vertex) in self.vertices.iter().enumerate() {
            self.slots[vertex.index()] = slot as u32;
        }
        self.collect(mesh);
        true
    }

    fn collect(&mut self, mesh: &Mesh) {
        self.faces = self.vertices.iter().flat_map(|v| mesh.fan(*v).faces).copied().collect();
        self.faces.sort_unstable();
        self.faces.dedup();
        let touches = |edge: &EdgeId| mesh.edge(*edge).vertices.iter().any(|v| self.slots[v.index()] != NONE);
        self.edges = self.faces.iter().flat_map(|face| mesh.face_edges(*face)).filter(touches).collect();
        self.edges.sort_unstable();
        self.edges.dedup();
        self.rim = self.edges.iter().flat_map(|edge| mesh.edge(*edge).vertices).collect();
        self.rim.sort_unstable();
        self.rim.dedup();
    }

    pub fn vertices(&self) -> &[VertexId] {
        &self.vertices
    }

    /// The edges that move at one end or both.
    pub fn edges(&self) -> &[EdgeId] {
        &self.edges
    }

    /// The faces that move at one corner or more.
    pub fn faces(&self) -> &[FaceId] {
        &self.faces
    }

    /// The particles and their neighbours.
    pub fn rim(&self) -> &[VertexId] {
        &self.rim
    }

    #[inline]
    pub fn slot(&self, vertex: VertexId) -> Option<u32> {
        let slot = self.slots[vertex.index()];
        (slot != NONE).then_some(slot)
    }
}

/// The neighbours over whose mean a displacement is to be smooth: along a boundary those on it, inside all.
pub(crate) fn neighbours(mesh: &Mesh, vertex: VertexId) -> Vec<VertexId> {
    match mesh.fan(vertex).spokes {
        [] => Vec::new(),
        [first, .., last] if first != last => vec![*first, *last],
        [inner @ .., _] => inner.to_vec(),
    }
}
