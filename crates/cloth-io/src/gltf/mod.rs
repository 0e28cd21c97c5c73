//! glTF in and out: the meshes that a scene shows, and the same file with moved vertices.
//!
//! 1. [`GltfDocument::read`] opens the file (crate `gltf-file` checks every byte of it).
//! 2. `pieces` turns every node that shows triangles into a [`Piece`] in world space.
//! 3. `moved` writes new positions into the file's own data, and nothing else: what it cannot change in place (integers,
//!    sparse data, anything that something else also reads) it adds anew beside the old.
//! 4. `pack` puts JSON and buffers into one file that needs no other.
//! 5. [`write_new_glb`] writes pieces that no glTF file ever held.
//! 6. [`write_animated_glb`] puts garments over time beside the character that wears them: `additions` is what a file gets,
//!    `keys` cuts its clip to what is shown, `prune` drops the clips that are not.
//! 7. `refined` cuts the triangles of a file's meshes into four, with everything that their vertices carry.
//!
//! A skinned mesh is shown in its bind pose: its positions as stored, without the node's transform, which the
//! specification ignores for skins. Morph targets are not applied. Texture coordinates are turned to the convention of
//! OBJ and PLY (v upwards) when read, and back when written.
//!
//! Not here: normals and tangents of moved vertices, which stay as they were; posing (the body crate); points and lines
//! of a file, which are no cloth and are only noted.

mod additions;
mod animated;
mod create;
mod keys;
mod moved;
mod pack;
mod pieces;
mod prune;
mod refined;

use std::path::Path;

use geometry::Point;
use gltf_file::{Fault, GltfFile};

use crate::{Piece, Problem};
pub use animated::{Clip, MovingPiece, Wearer, write_animated_glb};
pub use create::{LineSet, write_new_glb};
pub use gltf_file::Container;
use pieces::Source;

/// What a buffer view is for: attributes of vertices.
const ARRAY_BUFFER: u32 = 34962;
/// What a buffer view is for: indices.
const ELEMENT_ARRAY_BUFFER: u32 = 34963;

/// A glTF file with its meshes as pieces.
#[derive(Clone, Debug)]
pub struct GltfDocument {
    file: GltfFile,
    pieces: Vec<Piece>,
    /// Where each piece came from.
    sources: Vec<Source>,
    notes: Vec<String>,
}

impl GltfDocument {
    /// Reads a `.glb` or `.gltf` file and the buffers it names.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        Self::new(GltfFile::open(path)?, &stem)
    }

    /// Reads a file from memory. `folder` is where the files it names may lie; `stem` names a piece that has no name.
    pub fn from_bytes(bytes: &[u8], folder: Option<&Path>, stem: &str) -> Result<Self, Problem> {
        Self::new(GltfFile::from_bytes(bytes, folder)?, stem)
    }

    fn new(file: GltfFile, stem: &str) -> Result<Self, Problem> {
        let shown = pieces::collect(&file, stem)?;
        Ok(Self { file, pieces: shown.pieces, sources: shown.sources, notes: shown.notes })
    }

    /// One piece for every node that shows triangles, in the order of the file's nodes.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// What the pieces leave out: points and lines.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// How the file was packed.
    pub fn container(&self) -> Container {
        self.file.container()
    }

    /// The file as read, for what pieces do not show: skins, animations, materials.
    pub fn file(&self) -> &GltfFile {
        &self.file
    }

    /// The same file with the pieces' vertices at `positions`, packed as it was. A vertex that did not move keeps its bytes.
    pub fn with_positions(&self, positions: &[Vec<Point>]) -> Result<Vec<u8>, Problem> {
        self.with_positions_as(positions, self.container())
    }

    /// The same, in a container of choice. Either way the result is one file that needs no other.
    pub fn with_positions_as(&self, positions: &[Vec<Point>], container: Container) -> Result<Vec<u8>, Problem> {
        let (value, buffers) = moved::move_vertices(self, positions)?;
        pack::pack(&self.file, value, buffers, container)
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        Self::new(fault.element, fault.what, fault.remedy)
    }
}
