//! PLY files, kept: the document is the file's own bytes, and reading only notes where its vertices stand.
//!
//! 1. `header` reads what the file says it holds: encoding, elements, properties.
//! 2. `cursor` walks the values of the body, ASCII or binary, and never believes a count the bytes cannot hold.
//! 3. `read` makes the [`Piece`] from the elements `vertex` and `face`; all others are walked over and kept.
//! 4. `write` replaces the coordinates that moved, each in its property's own type.
//! 5. `new` writes pieces that no file ever held.
//!
//! Not here: triangle strips (refused with a remedy), and normals, which are kept as they stand even where vertices
//! move.

mod columns;
mod cursor;
mod header;
mod new;
mod read;
mod scalar;
mod write;

use crate::{Piece, Problem, check};

pub(crate) use header::is_ply;
pub(crate) use new::write_new;

/// A PLY file: its bytes, and the mesh they describe.
#[derive(Clone, Debug)]
pub struct PlyDocument {
    bytes: Vec<u8>,
    encoding: scalar::Encoding,
    /// The properties of the element `vertex`, in the file's order.
    properties: Vec<header::Property>,
    /// Which of them are x, y and z.
    axes: [usize; 3],
    /// One piece; a slice of one is what every format can give.
    piece: [Piece; 1],
    /// For every vertex, where its record begins in `bytes`.
    places: Vec<usize>,
}

impl PlyDocument {
    /// Reads a file's bytes; `name` becomes the piece's name.
    pub fn read(bytes: Vec<u8>, name: &str) -> Result<Self, Problem> {
        check::size(bytes.len() as u64)?;
        let header = header::read(&bytes)?;
        let read::Contents { piece, places, axes } = read::read(&bytes, &header, name)?;
        check::piece(&piece)?;
        let encoding = header.encoding;
        let properties = header.into_properties("vertex");
        Ok(Self { bytes, encoding, properties, axes, piece: [piece], places })
    }

    /// The file's mesh, always one.
    pub fn pieces(&self) -> &[Piece] {
        &self.piece
    }
}
