//! The exact analysis of a state, with what it needs kept from one to the next.

use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::{Mesh, Point};
use gia::{Analyser, Analysis};

/// A hierarchy that follows the cloth, and the analyser's memory.
pub(crate) struct Exact<'a> {
    mesh: &'a Mesh,
    tree: BoxTree,
    analyser: Analyser,
}

fn bounds(mesh: &Mesh, positions: &[Point], face: u32) -> Bounds {
    Bounds::around(mesh.faces()[face as usize].map(|v| &positions[v.index()]))
}

impl<'a> Exact<'a> {
    pub fn new(mesh: &'a Mesh, positions: &[Point]) -> Self {
        let tree = BoxTree::build(mesh.faces().len(), |face| bounds(mesh, positions, face));
        Self { mesh, tree, analyser: Analyser::default() }
    }

    /// Analyses a state; the hierarchy is then fitted to it.
    pub fn analyse(&mut self, positions: &[Point]) -> Analysis {
        let mesh = self.mesh;
        self.tree.refit(|face| bounds(mesh, positions, face));
        self.analyser.analyse(mesh, positions, &self.tree)
    }

    pub fn tree(&self) -> &BoxTree {
        &self.tree
    }
}
