//! Garments in and out: OBJ, PLY and glTF, with everything a file holds kept.
//!
//! 1. [`read`] turns a file into a [`Document`]: the whole file, checked, with nothing dropped.
//! 2. [`Document::pieces`] are its meshes as [`Piece`]s: positions in world space and polygons, in the file's own order.
//! 3. [`Document::with_positions`] gives the same file back with moved vertices, every other byte of meaning untouched.
//! 4. [`write_new`] writes pieces to a new file of any format: for meshes no file ever held.
//! 5. [`PointCache`] and [`write_animated_glb`] hold meshes over time, for other programs to play.
//! 6. [`Refined`] is a file whose triangles are cut into four, attributes and all.
//! 7. [`write_atomically`] puts bytes under a name whole or not at all.
//!
//! Not here: the frames of a run, and skinning (the body crate poses characters).

mod atomic;
mod cache;
mod check;
mod color;
mod document;
mod error;
mod format;
mod gltf;
mod number;
mod obj;
mod piece;
mod ply;
mod refine;
mod splice;

pub use atomic::{Overwrite, write_atomically};
pub use cache::PointCache;
pub use document::{Document, decode, encode_new, read, write_new};
pub use error::{Problem, ReadError, WriteError};
pub use gltf::{Clip, Container, GltfDocument, LineSet, MovingPiece, Wearer, write_animated_glb, write_new_glb};
pub use obj::ObjDocument;
pub use piece::{Group, GroupKind, Piece, Polygons, Texture};
pub use ply::PlyDocument;
pub use refine::{Parents, Refined};
