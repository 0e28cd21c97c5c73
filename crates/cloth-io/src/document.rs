//! A file of any format, read whole and given back with moved vertices.
//!
//! Every format is one document type with the same three functions: `read`, `pieces`, `with_positions`. A new format
//! is a variant of [`Document`] and one line in each `match` below, each marked `// Formats:`.

use std::fs;
use std::io::Read;
use std::path::Path;

use geometry::Point;

use crate::atomic::{self, Overwrite};
use crate::format::Format;
use crate::gltf::{GltfDocument, write_new_glb};
use crate::{ObjDocument, Piece, PlyDocument, Problem, ReadError, WriteError, check, obj, ply};

/// A whole file: what [`Document::pieces`] understands of it, and everything else it holds.
#[derive(Clone, Debug)]
pub enum Document {
    // Formats: a variant each.
    /// An OBJ file.
    Obj(ObjDocument),
    /// A PLY file.
    Ply(PlyDocument),
    /// A glTF file of either kind.
    Gltf(Box<GltfDocument>),
}

impl Document {
    /// The file's meshes: at least one, checked, in the file's order.
    pub fn pieces(&self) -> &[Piece] {
        // Formats: a line each.
        match self {
            Self::Obj(document) => document.pieces(),
            Self::Ply(document) => document.pieces(),
            Self::Gltf(document) => document.pieces(),
        }
    }

    /// The file with its vertices at `positions`, one list for every piece; where nothing moved, the same bytes.
    pub fn with_positions(&self, positions: &[Vec<Point>]) -> Result<Vec<u8>, Problem> {
        // Formats: a line each.
        match self {
            Self::Obj(document) => document.with_positions(positions),
            Self::Ply(document) => document.with_positions(positions),
            Self::Gltf(document) => document.with_positions(positions),
        }
    }
}

/// Reads a file whose extension says its format: `.obj`, `.ply`, `.glb` or `.gltf`.
pub fn read(path: &Path) -> Result<Document, ReadError> {
    read_document(path).map_err(|problem| ReadError { path: path.to_owned(), problem })
}

/// Reads bytes that are, or will be, a file of this name: for whoever verifies what is about to be written.
pub fn decode(bytes: Vec<u8>, path: &Path) -> Result<Document, ReadError> {
    let document = Format::of(path).and_then(|format| decode_as(format, bytes, path));
    document.map_err(|problem| ReadError { path: path.to_owned(), problem })
}

fn read_document(path: &Path) -> Result<Document, Problem> {
    let format = Format::of(path).map_err(|problem| recognised(path).unwrap_or(problem))?;
    decode_as(format, read_bytes(path)?, path)
}

fn decode_as(format: Format, bytes: Vec<u8>, path: &Path) -> Result<Document, Problem> {
    format.check(&bytes)?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    // Formats: a line each. What a file needs besides its bytes (the buffers of a .gltf) is found beside `path`.
    match format {
        Format::Obj => ObjDocument::read(bytes, &name).map(Document::Obj),
        Format::Ply => PlyDocument::read(bytes, &name).map(Document::Ply),
        Format::Glb | Format::Gltf => read_gltf(&bytes, path, &name).map(|document| Document::Gltf(Box::new(document))),
    }
}

fn read_gltf(bytes: &[u8], path: &Path, name: &str) -> Result<GltfDocument, Problem> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let document = GltfDocument::from_bytes(bytes, Some(folder), name)?;
    if document.pieces().is_empty() {
        let remedy = "export the scene again, with its meshes as triangles";
        return Err(Problem::new("scene", "none of its nodes shows a mesh of triangles", remedy));
    }
    document.pieces().iter().try_for_each(check::piece)?;
    Ok(document)
}

/// A better message for a file whose name says nothing, if its first bytes say something.
fn recognised(path: &Path) -> Option<Problem> {
    let is_file = fs::metadata(path).is_ok_and(|about| about.is_file());
    let mut first = [0; 4];
    fs::File::open(path).ok().filter(|_| is_file)?.read_exact(&mut first).ok()?;
    Format::recognise(&first).map(Format::misnamed)
}

/// The bytes of an ordinary file. Pipes and devices are refused: they may never end.
fn read_bytes(path: &Path) -> Result<Vec<u8>, Problem> {
    let cannot = |error: std::io::Error| {
        let remedy = match error.kind() {
            std::io::ErrorKind::NotFound => "check the path",
            std::io::ErrorKind::PermissionDenied => "allow reading it",
            _ => "check the disk, or copy the file elsewhere",
        };
        Problem::new("file", format!("it cannot be read ({error})"), remedy)
    };
    let about = fs::metadata(path).map_err(cannot)?;
    if about.is_dir() {
        return Err(Problem::new("file", "it is a folder", "name a file in it"));
    }
    if !about.is_file() {
        return Err(Problem::new("file", "it is not an ordinary file", "copy its contents to a file first"));
    }
    check::size(about.len())?;
    fs::read(path).map_err(cannot)
}

/// Writes pieces to a new file whose extension says its format. OBJ gets an object for every piece; PLY is binary,
/// little endian, with coordinates as double and all pieces in one mesh, without names and groups.
pub fn write_new(pieces: &[Piece], path: &Path, overwrite: Overwrite) -> Result<(), WriteError> {
    atomic::write_atomically(path, &encode_new(pieces, path)?, overwrite)
}

/// The bytes that [`write_new`] would write, for whoever writes several files together.
pub fn encode_new(pieces: &[Piece], path: &Path) -> Result<Vec<u8>, WriteError> {
    encode(pieces, path).map_err(|Problem { element, fault, remedy }| WriteError {
        path: path.to_owned(),
        fault: format!("{element}: {fault}"),
        remedy,
    })
}

fn encode(pieces: &[Piece], path: &Path) -> Result<Vec<u8>, Problem> {
    let format = Format::of(path)?;
    check::pieces(pieces)?;
    // Formats: a line each.
    match format {
        Format::Obj => Ok(obj::write_new(pieces)),
        Format::Ply => Ok(ply::write_new(pieces)),
        Format::Glb => write_new_glb(pieces, &[]),
        Format::Gltf => Err(Problem::new("file name", "new glTF files are written as one binary file", "name it .glb")),
    }
}
