//! Which points and triangles, and which pairs of edges, may meet during a step: the pairs that continuous collision
//! ([`geometry::impact`]) is asked about.
//!
//! Vertices move straight from where they are at the start to where they are at the end. *Every* pair that comes within
//! the reach of each other on the way is a candidate, unless the two have a vertex in common or none that is asked about;
//! some that do not come as close are candidates too. So a list remains complete for a separation while no end of a way is
//! moved by more than half of what the reach exceeds the separation by.
//!
//! 1. The boxes that vertices, edges and faces sweep, grown by half the reach, go into three hierarchies, which give the pairs
//!    whose boxes overlap. (One hierarchy of faces, asked on behalf of their corners and sides, would do, and takes four times
//!    as long: the box of a face that lies across the axes is large, and overlaps those of all its neighbours.)
//! 2. Pairs with a vertex in common are neighbours, and never part.
//! 3. One plane that parts the two throughout the step takes out nearly all that is left of neighbours in one sheet.
//! 4. Candidates are sorted by their names, so they are the same for any number of threads.
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

/// One mesh, ready to be searched step by step. Its hierarchies are refitted, not built anew, from search to search.
#[derive(Clone, Debug)]
pub struct CandidateSearch {
    vertices: BoxTree,
    edges: BoxTree,
    faces: BoxTree,
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
        let still = SweptMesh { mesh, start: positions, end: positions, asked: None };
        Self {
            vertices: BoxTree::build(mesh.vertex_count(), |v| still.vertex_bounds(v, 0.0)),
            edges: BoxTree::build(mesh.edges().len(), |e| still.edge_bounds(e, 0.0)),
            faces: BoxTree::build(mesh.faces().len(), |f| still.face_bounds(f, 0.0)),
        }
    }

    /// Finds every pair that comes within `reach` (metres) of each other during the step. What was found before is
    /// overwritten.
    pub fn find(&mut self, swept: &SweptMesh, reach: f64, found: &mut Candidates) {
        let half = 0.5 * reach;
        self.vertices.ask(|v| swept.asks_about([VertexId(v)]));
        self.edges.ask(|e| swept.asks_about(swept.mesh.edge(EdgeId(e)).vertices));
        self.faces.ask(|f| swept.asks_about(swept.mesh.face(FaceId(f))));
        self.vertices.refit(|v| swept.vertex_bounds(v, half));
        self.edges.refit(|e| swept.edge_bounds(e, half));
        self.faces.refit(|f| swept.face_bounds(f, half));
        let pairs = Pairs { swept, reach };
        let points = self.vertices.cross_pairs(&self.faces, Vec::new, |found, vertex, face| {
            found.extend(pairs.point_triangle(VertexId(vertex), FaceId(face)));
        });
        let edges = self.edges.self_pairs(Vec::new, |found, a, b| {
            found.extend(pairs.edge_edge(EdgeId(a.min(b)), EdgeId(a.max(b))));
        });
        gather(points, &mut found.point_triangle);
        gather(edges, &mut found.edge_edge);
    }
}

/// Parts of a list as one, sorted.
fn gather<T: Copy + Ord + Send>(parts: Vec<Vec<T>>, into: &mut Vec<T>) {
    into.clear();
    for part in parts {
        into.extend_from_slice(&part);
    }
    into.par_sort_unstable();
}

impl SweptMesh<'_> {
    /// Whether one of these vertices is asked about.
    #[inline]
    fn asks_about<const N: usize>(&self, vertices: [VertexId; N]) -> bool {
        self.asked.is_none_or(|asked| vertices.iter().any(|v| asked[v.index()]))
    }

    fn vertex_bounds(&self, vertex: u32, margin: f64) -> Bounds {
        self.bounds([VertexId(vertex)], margin)
    }

    fn edge_bounds(&self, edge: u32, margin: f64) -> Bounds {
        self.bounds(self.mesh.edge(EdgeId(edge)).vertices, margin)
    }

    fn face_bounds(&self, face: u32, margin: f64) -> Bounds {
        self.bounds(self.mesh.face(FaceId(face)), margin)
    }

    /// The box that some vertices sweep, grown by a margin.
    #[inline]
    fn bounds<const N: usize>(&self, vertices: [VertexId; N], margin: f64) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        for vertex in vertices {
            for point in [&self.start[vertex.index()], &self.end[vertex.index()]] {
                // Comparisons instead of minima, which cost four times as much for the sake of what is not a number.
                for axis in 0..3 {
                    let (low, high) = (&mut bounds.low[axis], &mut bounds.high[axis]);
                    *low = if point[axis] < *low { point[axis] } else { *low };
                    *high = if point[axis] > *high { point[axis] } else { *high };
                }
            }
        }
        bounds.grown(margin)
    }
}
