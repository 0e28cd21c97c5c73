//! Meshes cut into four triangles for each, with everything that their vertices and faces carry.
//!
//! 1. [`Refined`] is a file's meshes after a cut, and for every new vertex the two old ones that it lies between.
//! 2. `attributes`: texture coordinates and colours halfway are means; groups and materials keep what becomes of their faces.
//! 3. A glTF file stays what it is (nodes, skins, materials, animations): `gltf::refined` replaces the numbers of its meshes alone, skin
//!    weights and morph targets among them.
//!
//! Where the new vertices go is not decided here: they lie in the middles until [`Refined::encode`] is told otherwise.

mod attributes;

use std::path::Path;

use geometry::Point;

use crate::gltf::GltfDocument;
use crate::{Container, Document, Piece, Problem, WriteError, encode_new};

/// The two old vertices that each vertex of a piece lies between; for an old one, twice itself.
pub type Parents = Vec<[u32; 2]>;

/// Meshes after a cut.
#[derive(Clone, Debug)]
pub struct Refined {
    pieces: Vec<Piece>,
    parents: Vec<Parents>,
    /// The whole file, where it is one that can hold more than meshes.
    file: Option<Box<GltfDocument>>,
}

impl Refined {
    /// The meshes of a file, or of one node of a glTF file: then the others are left out.
    pub fn of_document(document: &Document, node: Option<&str>) -> Result<Self, Problem> {
        match document {
            Document::Gltf(document) => Self::of_gltf(document, node),
            Document::Obj(_) | Document::Ply(_) => Ok(Self::of_pieces(document.pieces())),
        }
    }

    /// Meshes that no file holds.
    pub fn of_pieces(pieces: &[Piece]) -> Self {
        let (pieces, parents) = pieces.iter().map(attributes::refine).unzip();
        Self { pieces, parents, file: None }
    }

    fn of_gltf(document: &GltfDocument, node: Option<&str>) -> Result<Self, Problem> {
        let (document, parents) = document.refined(node)?;
        Ok(Self { pieces: document.pieces().to_vec(), parents, file: Some(Box::new(document)) })
    }

    /// The same, cut once more; its parents are the vertices of this one.
    pub fn again(&self) -> Result<Self, Problem> {
        match &self.file {
            Some(document) => Self::of_gltf(document, None),
            None => Ok(Self::of_pieces(&self.pieces)),
        }
    }

    /// The meshes.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Whom the vertices of each mesh lie between.
    pub fn parents(&self) -> &[Parents] {
        &self.parents
    }

    /// How the name of a file must end that keeps everything: `glb` if this came from a glTF file.
    pub fn extension(&self) -> Option<&'static str> {
        self.file.is_some().then_some("glb")
    }

    /// The bytes of a file of this name, with vertices at `positions`, one list for every mesh.
    pub fn encode(&self, positions: &[Vec<Point>], path: &Path) -> Result<Vec<u8>, WriteError> {
        let is_glb = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("glb"));
        if let Some(document) = self.file.as_ref().filter(|_| is_glb) {
            let bytes = document.with_positions_as(positions, Container::Glb);
            return bytes.map_err(|Problem { element, fault, remedy }| WriteError {
                path: path.to_owned(),
                fault: format!("{element}: {fault}"),
                remedy,
            });
        }
        let moved = self.pieces.iter().zip(positions);
        let moved: Vec<Piece> = moved.map(|(piece, at)| Piece { positions: at.clone(), ..piece.clone() }).collect();
        encode_new(&moved, path)
    }
}
