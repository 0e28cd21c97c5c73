//! glTF → model: everything that a pose needs, in flat arrays, with every index checked.
//!
//! 1. [`pieces`]: the meshes that the scene shows, one *piece* for every node with a mesh; vertices in the file's order.
//! 2. [`bones`]: what moves each vertex: joints of a skin, or the node of a mesh without one.
//! 3. [`clips`]: the animations, as tracks on nodes and morph weights.
//!
//! A skinned mesh ignores its own node's transform (glTF 2.0, section 3.7.3.3). What is odd but has a sensible reading is
//! read that way and noted; what has none is a fault.

mod bones;
mod clips;
mod nodes;
mod pieces;

use std::ops::Range;

use geometry::Point;
use gltf_file::GltfFile;

use crate::body::PieceInfo;
use crate::clip::Clip;
use crate::error::{BodyError, Note};
use crate::morph::MorphTarget;
use crate::rig::Rig;
use crate::skinning::Influences;

/// A file, read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Model {
    pub rig: Rig,
    pub pieces: Vec<Piece>,
    /// Stored positions of all pieces' vertices, one piece after the other.
    pub stored: Vec<Point>,
    /// What moves each of them.
    pub influences: Influences,
    pub targets: Vec<MorphTarget>,
    /// The weights of all morph targets while no clip plays.
    pub weights: Vec<f64>,
    pub clips: Vec<Clip>,
    pub notes: Vec<Note>,
}

/// One mesh of one node.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub info: PieceInfo,
    pub node: usize,
    /// Its vertices among those of all pieces.
    pub vertices: Range<usize>,
    /// Triangles on its own vertices.
    pub triangles: Vec<[u32; 3]>,
    /// Its morph weights among those of all pieces.
    pub weights: Range<usize>,
}

/// Reads the pieces that `wanted` selects, and every clip.
pub(crate) fn read(file: &GltfFile, wanted: &dyn Fn(&PieceInfo) -> bool) -> Result<Model, BodyError> {
    let hierarchy = file.hierarchy()?;
    let mut model = Model { rig: nodes::read(file, &hierarchy), ..Model::default() };
    pieces::read(file, &hierarchy, wanted, &mut model)?;
    clips::read(file, &mut model)?;
    Ok(model)
}

/// A name from the file, or the element's number.
fn named(name: Option<&String>, kind: &str, index: usize) -> String {
    name.filter(|name| !name.is_empty()).cloned().unwrap_or_else(|| format!("{kind} {index}"))
}
