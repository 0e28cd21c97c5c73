//! OBJ files, kept: the document is the file's own bytes, and reading only notes where its vertices stand.
//!
//! 1. `scan` cuts the bytes into statements and words.
//! 2. `read` understands vertices, texture coordinates, faces and groups, and makes the [`Piece`].
//! 3. `write` replaces the coordinates that moved; comments, materials, normals, colours and whatever else the file
//!    holds stay byte for byte.
//! 4. `new` writes pieces that no file ever held.
//!
//! Not here: materials (`mtllib` is kept, not opened), and normals, which are kept as they stand even where vertices
//! move.

mod corner;
mod groups;
mod new;
mod read;
mod scan;
mod write;

use crate::{Piece, Problem, check};

pub(crate) use new::write_new;

/// An OBJ file: its bytes, and the mesh they describe.
#[derive(Clone, Debug)]
pub struct ObjDocument {
    bytes: Vec<u8>,
    /// One piece; a slice of one is what every format can give.
    piece: [Piece; 1],
    /// For every vertex, the offset of its x in `bytes`.
    places: Vec<usize>,
}

impl ObjDocument {
    /// Reads a file's bytes; `name` becomes the piece's name.
    pub fn read(bytes: Vec<u8>, name: &str) -> Result<Self, Problem> {
        check::size(bytes.len() as u64)?;
        if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
            return Err(Problem::new("line 1", "the text is UTF-16", "save the file as UTF-8"));
        }
        let read::Contents { piece, places } = read::read(&bytes, name)?;
        check::piece(&piece)?;
        Ok(Self { bytes, piece: [piece], places })
    }

    /// The file's mesh, always one: objects and groups are [groups](Piece::groups) of it.
    pub fn pieces(&self) -> &[Piece] {
        &self.piece
    }
}
