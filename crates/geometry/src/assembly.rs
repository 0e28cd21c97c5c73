//! Several pieces as one mesh, with the way back to each file's own numbering.
//!
//! 1. Every part is checked: it must not be empty, its coordinates must be finite and of a sane size, its triangles must
//!    make a mesh.
//! 2. Every part is welded by itself: parts that touch stay apart.
//! 3. The parts are put into one mesh. *Running* numbers count the vertices of all parts as they stand in the files, one
//!    part after the other; the mesh's own numbers count them after welding, in the same order.

use crate::ids::{FaceId, VertexId};
use crate::mesh::{Mesh, MeshError};
use crate::predicates::{LARGEST, SMALLEST};
use crate::weld::weld_marked;
use crate::{Point, bvh::Bounds};
use std::ops::Range;

/// One piece on its way in.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// Where its vertices are.
    pub positions: &'a [Point],
    /// Its triangles.
    pub triangles: &'a [[u32; 3]],
}

/// Several pieces as one mesh.
#[derive(Clone, Debug, Default)]
pub struct Assembly {
    mesh: Mesh,
    positions: Vec<Point>,
    vertex_of: Vec<VertexId>,
    members: Members,
    pieces: Vec<Piece>,
}

/// What became of one part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its vertices in running numbers.
    pub running: Range<u32>,
    /// Its vertices in the mesh.
    pub vertices: Range<u32>,
    /// Its triangles, in the order of all parts' triangles.
    pub triangles: Range<u32>,
    /// Why the seams of this part were left open, if welding them would have spoilt the mesh.
    pub unwelded: Option<MeshError>,
}

/// Why a part cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("part {part}: {fault}")]
pub struct AssemblyError {
    /// Which part, from 0.
    pub part: usize,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What can be wrong with a part.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Fault {
    /// No vertices, or no triangles.
    #[error("has {vertices} vertices and {triangles} triangles")]
    Empty {
        /// How many vertices.
        vertices: usize,
        /// How many triangles.
        triangles: usize,
    },
    /// A coordinate that is no number, or too large to compute with.
    #[error("vertex {vertex} has the coordinate {coordinate}")]
    Coordinate {
        /// Which vertex of the part.
        vertex: u32,
        /// The coordinate.
        coordinate: f64,
    },
    /// The triangles make no mesh.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}

/// The running vertices of every mesh vertex.
#[derive(Clone, Debug, Default)]
struct Members {
    starts: Vec<u32>,
    running: Vec<u32>,
}

impl Assembly {
    /// Checks, welds and joins parts.
    pub fn new(parts: &[Part]) -> Result<Self, AssemblyError> {
        Self::marked(parts, &[])
    }

    /// Checks, welds and joins parts. Vertices with different marks are never welded; `marks` goes by running number, and
    /// where it ends all marks are equal.
    pub fn marked(parts: &[Part], marks: &[u32]) -> Result<Self, AssemblyError> {
        let mut assembly = Self::default();
        let mut triangles: Vec<[u32; 3]> = Vec::with_capacity(parts.iter().map(|p| p.triangles.len()).sum());
        let mut only_mesh = None;
        for (index, part) in parts.iter().enumerate() {
            let marks = marks.get(assembly.vertex_of.len()..).unwrap_or_default();
            let sewn = Sewn::new(part, marks).map_err(|fault| AssemblyError { part: index, fault })?;
            let first = assembly.positions.len() as u32;
            let first_triangle = triangles.len() as u32;
            let running = assembly.vertex_of.len() as u32;
            triangles.extend(sewn.triangles.iter().map(|t| t.map(|v| v + first)));
            assembly.positions.extend(sewn.positions);
            assembly.vertex_of.extend(sewn.vertex_of.iter().map(|v| VertexId(v.0 + first)));
            assembly.pieces.push(Piece {
                running: running..assembly.vertex_of.len() as u32,
                vertices: first..assembly.positions.len() as u32,
                triangles: first_triangle..triangles.len() as u32,
                unwelded: sewn.unwelded,
            });
            only_mesh = Some(sewn.mesh);
        }
        assembly.mesh = match only_mesh {
            Some(mesh) if parts.len() == 1 => mesh,
            // Parts that are meshes make a mesh together; what can still be wrong is their number.
            _ => Mesh::new(assembly.positions.len(), &triangles)
                .map_err(|error| AssemblyError { part: parts.len().saturating_sub(1), fault: error.into() })?,
        };
        assembly.members = Members::new(assembly.positions.len(), &assembly.vertex_of);
        Ok(assembly)
    }

    /// The mesh of all parts.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// Where the mesh's vertices are.
    pub fn positions(&self) -> &[Point] {
        &self.positions
    }

    /// The same assembly with its mesh's vertices elsewhere.
    #[must_use]
    pub fn moved(&self, positions: &[Point]) -> Self {
        debug_assert_eq!(positions.len(), self.positions.len());
        Self { positions: positions.to_vec(), ..self.clone() }
    }

    /// The parts, in the order they came.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The mesh vertex of a running vertex.
    pub fn vertex_of(&self, running: u32) -> VertexId {
        self.vertex_of[running as usize]
    }

    /// The running vertices that were welded into a mesh vertex.
    pub fn members(&self, vertex: VertexId) -> &[u32] {
        self.members.of(vertex)
    }

    /// How many vertices of a part were welded away.
    pub fn welded(&self, piece: &Piece) -> usize {
        piece.running.len() - piece.vertices.len()
    }

    /// The part a face belongs to.
    pub fn piece_of(&self, face: FaceId) -> usize {
        let triangle = self.mesh.origin(face);
        self.pieces.partition_point(|piece| piece.triangles.end <= triangle)
    }

    /// The box of a face at the given positions.
    #[inline]
    pub fn face_bounds(&self, face: FaceId, positions: &[Point]) -> Bounds {
        let [a, b, c] = self.mesh.face(face);
        Bounds::around([&positions[a.index()], &positions[b.index()], &positions[c.index()]])
    }
}

/// A part after checking and welding.
struct Sewn {
    mesh: Mesh,
    positions: Vec<Point>,
    triangles: Vec<[u32; 3]>,
    vertex_of: Vec<VertexId>,
    unwelded: Option<MeshError>,
}

impl Sewn {
    fn new(part: &Part, marks: &[u32]) -> Result<Self, Fault> {
        check(part)?;
        let positions: Vec<Point> = part.positions.iter().map(|p| p.map(flush)).collect();
        let mesh = Mesh::new(positions.len(), part.triangles)?;
        let roots = weld_marked(&mesh, &positions, marks);
        let unchanged = |unwelded| Self {
            vertex_of: (0..positions.len()).map(VertexId::at).collect(),
            triangles: part.triangles.to_vec(),
            positions: positions.clone(),
            mesh: mesh.clone(),
            unwelded,
        };
        if roots.iter().enumerate().all(|(v, root)| root.index() == v) {
            return Ok(unchanged(None));
        }
        let vertex_of = close_ranks(&roots);
        let triangles: Vec<_> = part.triangles.iter().map(|t| t.map(|v| vertex_of[v as usize].0)).collect();
        let is_root = |v: &usize| roots[*v].index() == *v;
        let welded: Vec<Point> = (0..positions.len()).filter(is_root).map(|v| positions[v]).collect();
        match Mesh::new(welded.len(), &triangles) {
            Ok(mesh) => Ok(Self { mesh, positions: welded, triangles, vertex_of, unwelded: None }),
            Err(error) => Ok(unchanged(Some(error))),
        }
    }
}

fn check(part: &Part) -> Result<(), Fault> {
    if part.positions.is_empty() || part.triangles.is_empty() {
        return Err(Fault::Empty { vertices: part.positions.len(), triangles: part.triangles.len() });
    }
    for (vertex, position) in part.positions.iter().enumerate() {
        if let Some(&coordinate) = position.iter().find(|x| !x.is_finite() || x.abs() > LARGEST) {
            return Err(Fault::Coordinate { vertex: vertex as u32, coordinate });
        }
    }
    Ok(())
}

/// Coordinates too small to compute with exactly count as zero.
fn flush(x: f64) -> f64 {
    if x.abs() < SMALLEST { 0.0 } else { x }
}

/// Numbers the roots without gaps, in their order, and gives every vertex its root's number.
fn close_ranks(roots: &[VertexId]) -> Vec<VertexId> {
    let mut number = vec![VertexId::default(); roots.len()];
    let mut next = 0;
    for (vertex, root) in roots.iter().enumerate() {
        if root.index() == vertex {
            number[vertex] = VertexId(next);
            next += 1;
        } else {
            // A root is lower than its members, so it has its number already.
            number[vertex] = number[root.index()];
        }
    }
    number
}

impl Members {
    fn new(vertex_count: usize, vertex_of: &[VertexId]) -> Self {
        let mut starts = vec![0u32; vertex_count + 1];
        for vertex in vertex_of {
            starts[vertex.index() + 1] += 1;
        }
        for v in 0..vertex_count {
            starts[v + 1] += starts[v];
        }
        let mut next = starts.clone();
        let mut running = vec![0; vertex_of.len()];
        for (index, vertex) in vertex_of.iter().enumerate() {
            running[next[vertex.index()] as usize] = index as u32;
            next[vertex.index()] += 1;
        }
        Self { starts, running }
    }

    fn of(&self, vertex: VertexId) -> &[u32] {
        &self.running[self.starts[vertex.index()] as usize..self.starts[vertex.index() + 1] as usize]
    }
}
