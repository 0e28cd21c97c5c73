//! Normals of faces, edges and vertices that give the distance its right sign (Bærentzen and Aanæs 2005).
//!
//! A point whose nearest feature is an edge or a vertex can be behind the plane of one of the faces there and still be
//! outside. The sum of the faces' normals, weighted by their angles at the feature, always tells: at an edge both angles
//! are π, at a vertex they are the faces' own.
//!
//! Where two faces of an edge run round in opposite senses (one-sided surfaces), the sum means nothing: the edge has the
//! normal of its first face.

use geometry::{EdgeId, FaceId, Mesh, Point, Vector, VertexId};
use rayon::prelude::*;

/// Elements handled by one task.
const GRAIN: usize = 1024;

/// Unit normals at one time; zero where there is no area.
#[derive(Clone, Debug, Default)]
pub(super) struct Normals {
    faces: Vec<Vector>,
    edges: Vec<Vector>,
    vertices: Vec<Vector>,
    /// Vertices on the boundary of the surface.
    rim: Vec<bool>,
}

impl Normals {
    pub(super) fn new(mesh: &Mesh, positions: &[Point]) -> Self {
        let mut rim = vec![false; mesh.vertex_count()];
        for edge in mesh.edges().iter().filter(|edge| edge.is_boundary()) {
            edge.vertices.iter().for_each(|v| rim[v.index()] = true);
        }
        let mut normals = Self {
            faces: vec![Vector::zeros(); mesh.faces().len()],
            edges: vec![Vector::zeros(); mesh.edges().len()],
            vertices: vec![Vector::zeros(); mesh.vertex_count()],
            rim,
        };
        normals.update(mesh, positions);
        normals
    }

    pub(super) fn update(&mut self, mesh: &Mesh, positions: &[Point]) {
        let corners = |face: FaceId| mesh.face(face).map(|v| positions[v.index()]);
        self.faces.par_iter_mut().with_min_len(GRAIN).enumerate().for_each(|(face, normal)| {
            let [a, b, c] = corners(FaceId::at(face));
            *normal = unit((b - a).cross(&(c - a)));
        });
        let faces = &self.faces;
        self.edges.par_iter_mut().with_min_len(GRAIN).enumerate().for_each(|(edge, normal)| {
            *normal = across(mesh, EdgeId::at(edge), faces);
        });
        self.vertices.par_iter_mut().with_min_len(GRAIN).enumerate().for_each(|(vertex, normal)| {
            let vertex = VertexId::at(vertex);
            let around = mesh.fan(vertex).faces.iter();
            let weighted = around.map(|&face| faces[face.index()] * angle_at(mesh.face(face), vertex, positions));
            *normal = unit(weighted.sum());
        });
    }

    #[inline]
    pub(super) fn face(&self, face: FaceId) -> Vector {
        self.faces[face.index()]
    }

    #[inline]
    pub(super) fn edge(&self, edge: EdgeId) -> Vector {
        self.edges[edge.index()]
    }

    #[inline]
    pub(super) fn vertex(&self, vertex: VertexId) -> Vector {
        self.vertices[vertex.index()]
    }

    #[inline]
    pub(super) fn is_rim(&self, vertex: VertexId) -> bool {
        self.rim[vertex.index()]
    }
}

fn unit(vector: Vector) -> Vector {
    vector.try_normalize(f64::MIN_POSITIVE).unwrap_or_else(Vector::zeros)
}

/// The normal of an edge.
fn across(mesh: &Mesh, edge: EdgeId, faces: &[Vector]) -> Vector {
    let edge = mesh.edge(edge);
    let first = faces[edge.owner().index()];
    let Some(second) = edge.across(edge.owner()) else { return first };
    if runs_forward(mesh.face(edge.owner()), edge.vertices) == runs_forward(mesh.face(second), edge.vertices) {
        return first;
    }
    unit(first + faces[second.index()])
}

/// Whether going round a face passes an edge from its first end to its second.
fn runs_forward(face: [VertexId; 3], [from, to]: [VertexId; 2]) -> bool {
    (0..3).any(|k| face[k] == from && face[(k + 1) % 3] == to)
}

/// The angle of a face at one of its corners.
fn angle_at(face: [VertexId; 3], vertex: VertexId, positions: &[Point]) -> f64 {
    let k = face.iter().position(|&v| v == vertex).unwrap_or(0);
    let [at, next, last] = [k, k + 1, k + 2].map(|k| positions[face[k % 3].index()]);
    let (one, other) = (next - at, last - at);
    one.cross(&other).norm().atan2(one.dot(&other))
}
