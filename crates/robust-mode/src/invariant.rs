//! The promise, checked: an exact analysis of everything after the step (crate `gia`), and who is excused by it in the next.
//!
//! Bodies may pass through themselves and each other; that is data. What counts is what the cloth has to do with: crossings of which
//! at least one particle is not part of a body.
//!
//! Where the cloth passes through something, its particles must be able to move back through it. So pairs are excused both of
//! whose sides one path has to do with: particles along the path, and inside the regions that it bounds. Everything else stays under the
//! promise, and what is excused returns under it as soon as its path is gone.

use crate::pair::Pair;
use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::{FaceId, Mesh, Point, VertexId};
use gia::{Analyser, Analysis, Color, Crossing};

/// Checks a mesh again and again.
#[derive(Debug)]
pub struct Invariant {
    tree: BoxTree,
    analyser: Analyser,
}

/// What a check found.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// Crossings of the cloth: with itself and with bodies.
    pub crossings: usize,
    list: Vec<Crossing>,
    /// Particles of the cloth and the paths that have to do with them, ascending; and of the bodies, where a path of the cloth has to do with
    /// them.
    involved: Vec<(VertexId, u32)>,
}

impl Invariant {
    /// For one mesh.
    pub fn new(mesh: &Mesh, positions: &[Point]) -> Self {
        let tree = BoxTree::build(mesh.faces().len(), |face| bounds(mesh, positions, FaceId(face)));
        Self { tree, analyser: Analyser::default() }
    }

    /// Checks these positions. The first `cloth` vertices are the cloth, the others bodies, which share none with it.
    pub fn check(&mut self, mesh: &Mesh, positions: &[Point], cloth: usize) -> Checked {
        let of_cloth: Vec<bool> = mesh.faces().iter().map(|face| face.iter().any(|v| v.index() < cloth)).collect();
        self.tree.refit(|face| bounds(mesh, positions, FaceId(face)));
        self.tree.ask(|face| of_cloth[face as usize]);
        // Only crossings of the cloth are looked for. Paths are none the shorter for it: along a path the cloth is always on the same side.
        let analysis = self.analyser.analyse_again(mesh, positions, &self.tree, &of_cloth, &[]);
        let of_path = |path: usize| vertices_of(mesh, &analysis, path).into_iter().map(move |v| (v, path as u32));
        let mut involved: Vec<(VertexId, u32)> = (0..analysis.paths().len()).flat_map(of_path).collect();
        involved.sort_unstable();
        involved.dedup();
        let list = analysis.crossings().to_vec();
        Checked { crossings: list.len(), list, involved }
    }
}

impl Checked {
    /// Whether the cloth passes through nothing.
    pub fn is_clean(&self) -> bool {
        self.crossings == 0
    }

    /// How many crossings should not have come to be while only these particles are dictated. An edge and a face come to cross through one
    /// of five pairs: an end and the face, or the edge and one of the face's. If something of each can give way, each was asked. An edge of
    /// which one end is pinched may be drawn through a body's face by that end, and nothing could have stopped it.
    pub fn avoidable(&self, mesh: &Mesh, is_dictated: impl Fn(VertexId) -> bool) -> usize {
        let free = |vertices: &[VertexId]| vertices.iter().filter(|v| !is_dictated(**v)).count();
        let asked = |at: &&Crossing| {
            let (edge, face) = (free(&mesh.edge(at.edge).vertices), free(&mesh.face(at.face)));
            let ends_and_face = edge == 2 || face > 0;
            let edge_and_edges = edge > 0 || face > 1;
            ends_and_face && edge_and_edges
        };
        self.list.iter().filter(asked).count()
    }

    /// Whether one path has to do with both sides of a pair.
    pub fn excuses(&self, pair: &Pair) -> bool {
        if self.involved.is_empty() {
            return false;
        }
        let (one, other) = pair.sides();
        let of = |vertex: VertexId| {
            let start = self.involved.partition_point(|(v, _)| *v < vertex);
            self.involved[start..].iter().take_while(move |(v, _)| *v == vertex).map(|(_, path)| *path)
        };
        one.iter().any(|v| of(*v).any(|path| other.iter().any(|w| of(*w).any(|p| p == path))))
    }

    /// The particles that a path has to do with, ascending.
    pub fn involved(&self) -> Vec<VertexId> {
        let mut vertices: Vec<VertexId> = self.involved.iter().map(|(vertex, _)| *vertex).collect();
        vertices.dedup();
        vertices
    }
}

/// The vertices along a path and in its regions.
fn vertices_of(mesh: &Mesh, analysis: &Analysis, path: usize) -> Vec<VertexId> {
    let crossings =
        analysis.steps(&analysis.paths()[path]).iter().map(|step| analysis.crossings()[step.crossing as usize]);
    let mut vertices: Vec<VertexId> =
        crossings.flat_map(|at| mesh.edge(at.edge).vertices.into_iter().chain(mesh.face(at.face))).collect();
    for color in [Color::Black, Color::White, Color::Red] {
        vertices.extend(analysis.region(path, color));
    }
    vertices
}

fn bounds(mesh: &Mesh, positions: &[Point], face: FaceId) -> Bounds {
    Bounds::around(mesh.face(face).map(|v| &positions[v.index()]))
}
