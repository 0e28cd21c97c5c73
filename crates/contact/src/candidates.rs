//! Which points and triangles, and which pairs of edges, may meet during a step: the pairs that continuous collision
//! ([`geometry::impact`]) is asked about.
//!
//! Points move straight from where they are at the start to where they are at the end. *Every* pair that comes within the
//! reach of each other on the way is a candidate, unless it has a vertex in common or no vertex that is asked about; some
//! that do not come as close are candidates too. So a list remains complete while no particle's way changes by more than
//! half of what the reach exceeds the wanted separation by.
//!
//! 1. The boxes that faces sweep, grown by half the reach, go into the hierarchy; it gives the pairs of faces that may come
//!    close. A vertex and an edge are asked about by one face of theirs, so no pair comes twice (Curtis, Tamstorf and
//!    Manocha 2008).
//! 2. The boxes that the vertex and the face, or the two edges, sweep themselves.
//! 3. One plane that parts the two throughout the step: neighbours in one sheet have overlapping boxes whenever the sheet
//!    is not along an axis, and this is what tells them apart.
//! 4. Candidates are sorted by their names.
//!
//! Not here: when they meet, and what to do about it. Vertices without faces are in no surface, and in no pair.

mod pairs;

use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::{EdgeId, FaceId, Mesh, Point, VertexId};
use pairs::Pairs;
use rayon::prelude::*;

/// Pairs that may meet during a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidates {
    /// Points and the triangles they may meet, in ascending order.
    pub point_triangle: Vec<(VertexId, FaceId)>,
    /// Edges that may meet, the lower first, in ascending order.
    pub edge_edge: Vec<(EdgeId, EdgeId)>,
}

/// A mesh on its way through a step.
#[derive(Clone, Copy, Debug)]
pub struct SweptMesh<'a> {
    /// The mesh: of one surface, or of an assembly of cloth and bodies.
    pub mesh: &'a Mesh,
    /// Where its vertices are at the start of the step.
    pub start: &'a [Point],
    /// Where they are at its end.
    pub end: &'a [Point],
    /// For every vertex whether it is asked about: a pair counts if at least one of its four vertices is. `None` asks about
    /// all. Who passes the particles that are free to move is spared the pairs of bodies among themselves; who passes those
    /// that have moved since gets the pairs that may have changed.
    pub asked: Option<&'a [bool]>,
}

/// One mesh, ready to be searched step by step.
#[derive(Clone, Debug)]
pub struct CandidateSearch {
    tree: BoxTree,
    /// The face that asks for each vertex.
    owners: Vec<FaceId>,
}

/// The candidates of one step; who has many keeps a [`CandidateSearch`].
pub fn swept(mesh: &Mesh, start: &[Point], end: &[Point], reach: f64) -> Candidates {
    let mut found = Candidates::default();
    CandidateSearch::new(mesh, start).find(&SweptMesh { mesh, start, end, asked: None }, reach, &mut found);
    found
}

impl CandidateSearch {
    /// For a mesh that is about here.
    pub fn new(mesh: &Mesh, positions: &[Point]) -> Self {
        let bounds = |face| Bounds::around(mesh.face(FaceId(face)).map(|v| &positions[v.index()]));
        let owner = |v| mesh.fan(VertexId::at(v)).faces.first().copied().unwrap_or_default();
        Self { tree: BoxTree::build(mesh.faces().len(), bounds), owners: (0..mesh.vertex_count()).map(owner).collect() }
    }

    /// Finds every pair that comes within `reach` (metres) of each other during the step. What was found before is
    /// overwritten.
    pub fn find(&mut self, swept: &SweptMesh, reach: f64, found: &mut Candidates) {
        self.tree.refit(|face| swept.bounds(swept.mesh.face(FaceId(face))).grown(0.5 * reach));
        let pairs = Pairs { swept, owners: &self.owners, reach };
        let parts = self.tree.self_pairs(Candidates::default, |part, a, b| pairs.between(FaceId(a), FaceId(b), part));
        found.point_triangle.clear();
        found.edge_edge.clear();
        for part in parts {
            found.point_triangle.extend(part.point_triangle);
            found.edge_edge.extend(part.edge_edge);
        }
        found.point_triangle.par_sort_unstable();
        found.edge_edge.par_sort_unstable();
    }
}

impl SweptMesh<'_> {
    /// The box that some vertices sweep.
    #[inline]
    fn bounds<const N: usize>(&self, vertices: [VertexId; N]) -> Bounds {
        Bounds::around(vertices.iter().flat_map(|v| [&self.start[v.index()], &self.end[v.index()]]))
    }

    /// Whether any of some vertices is asked about.
    #[inline]
    fn asks<const N: usize>(&self, vertices: [VertexId; N]) -> bool {
        self.asked.is_none_or(|asked| vertices.iter().any(|v| asked[v.index()]))
    }

    /// Where four vertices are at the start and at the end.
    #[inline]
    fn ends(&self, vertices: [VertexId; 4]) -> [[Point; 4]; 2] {
        [self.start, self.end].map(|positions| vertices.map(|v| positions[v.index()]))
    }
}
