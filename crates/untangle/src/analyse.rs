//! The exact analysis of a state, with what it needs kept from one to the next.

use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::{Mesh, Point, VertexId};
use gia::{Analyser, Analysis, Crossing};

/// A hierarchy that follows the cloth, and the analyser's memory.
pub(crate) struct Exact<'a> {
    mesh: &'a Mesh,
    tree: BoxTree,
    analyser: Analyser,
    /// The state that was analysed last, and its crossings: little moves from one to the next.
    positions: Vec<Point>,
    crossings: Vec<Crossing>,
    moved: Vec<bool>,
}

fn bounds(mesh: &Mesh, positions: &[Point], face: u32) -> Bounds {
    Bounds::around(mesh.faces()[face as usize].map(|v| &positions[v.index()]))
}

impl<'a> Exact<'a> {
    pub fn new(mesh: &'a Mesh, positions: &[Point]) -> Self {
        let tree = BoxTree::build(mesh.faces().len(), |face| bounds(mesh, positions, face));
        Self {
            mesh,
            tree,
            analyser: Analyser::default(),
            positions: Vec::new(),
            crossings: Vec::new(),
            moved: Vec::new(),
        }
    }

    /// Analyses a state; the hierarchy is then fitted to it.
    pub fn analyse(&mut self, positions: &[Point]) -> Analysis {
        let mesh = self.mesh;
        self.tree.refit(|face| bounds(mesh, positions, face));
        let analysis = if self.positions.is_empty() {
            self.analyser.analyse(mesh, positions, &self.tree)
        } else {
            self.find_moved(positions);
            self.analyser.analyse_again(mesh, positions, &self.tree, &self.moved, &self.crossings)
        };
        self.positions.clear();
        self.positions.extend_from_slice(positions);
        self.crossings.clear();
        self.crossings.extend_from_slice(analysis.crossings());
        analysis
    }

    /// Which faces have moved since the last state.
    fn find_moved(&mut self, positions: &[Point]) {
        self.moved.clear();
        self.moved.resize(self.mesh.faces().len(), false);
        for (vertex, _) in self.positions.iter().zip(positions).enumerate().filter(|(_, (p, q))| p != q) {
            for face in self.mesh.fan(VertexId::at(vertex)).faces {
                self.moved[face.index()] = true;
            }
        }
    }

    pub fn tree(&self) -> &BoxTree {
        &self.tree
    }
}
