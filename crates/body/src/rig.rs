//! Nodes and bones: local transforms → world transforms → one map for every bone.
//!
//! A *bone* is what moves a vertex: a joint of a skin together with its inverse bind matrix, or, for a mesh without a
//! skin, the mesh's node itself. So rigid and skinned meshes are posed by the same few lines.

use crate::transform::{Affine, Trs};

/// A node's own transform, as the file states it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Local {
    /// Translation, rotation and scale: clips can move it.
    Trs(Trs),
    /// A matrix, which no clip moves and which may shear.
    Matrix(Affine),
}

/// A node of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its name; "node 3" if the file gives none.
    pub name: String,
    /// Its parent.
    pub parent: Option<usize>,
    /// Its transform while no clip plays.
    pub local: Local,
}

/// What moves vertices.
#[derive(Clone, Debug, PartialEq)]
pub struct Bone {
    /// The node it follows.
    pub node: usize,
    /// From stored positions to the node's space.
    pub inverse_bind: Affine,
}

/// All nodes and bones of a body.
#[derive(Clone, Debug, Default)]
pub struct Rig {
    /// The nodes in the file's numbering.
    pub nodes: Vec<Node>,
    /// Parents before children.
    pub order: Vec<usize>,
    /// The bones, in the numbering of the influences.
    pub bones: Vec<Bone>,
}

impl Rig {
    /// The local transforms while no clip plays. Nodes placed by a matrix have a stand-in that is not used.
    pub(crate) fn rest(&self, locals: &mut Vec<Trs>) {
        locals.clear();
        locals.extend(self.nodes.iter().map(|node| match node.local {
            Local::Trs(trs) => trs,
            Local::Matrix(_) => Trs::default(),
        }));
    }

    /// World transforms of all nodes.
    pub(crate) fn worlds(&self, locals: &[Trs], worlds: &mut Vec<Affine>) {
        worlds.resize(self.nodes.len(), Affine::identity());
        for &index in &self.order {
            let node = &self.nodes[index];
            let local = match node.local {
                Local::Trs(_) => locals[index].affine(),
                Local::Matrix(matrix) => matrix,
            };
            worlds[index] = match node.parent {
                Some(parent) => worlds[parent].after(&local),
                None => local,
            };
        }
    }

    /// From stored to world positions, for every bone.
    pub(crate) fn palette(&self, worlds: &[Affine], palette: &mut Vec<Affine>) {
        palette.clear();
        palette.extend(self.bones.iter().map(|bone| worlds[bone.node].after(&bone.inverse_bind)));
    }
}
