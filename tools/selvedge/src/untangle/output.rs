//! The repaired files, verified: what is checked is read back from the bytes that will be written, with the rounding of their
//! number format, as a program that opens them will see it.

use super::input::{Job, assemble};
use anyhow::{Context, Result, bail};
use cloth_io::{Document, Piece};
use geometry::bvh::{BoxTree, Hierarchy};
use geometry::{Assembly, FaceId, Point};
use gia::{Analyser, Analysis};
use std::path::{Path, PathBuf};

/// The repaired files.
pub(super) struct Written {
    /// Names and bytes; none if only a check was asked for.
    pub files: Vec<(PathBuf, Vec<u8>)>,
    /// What the files hold, with the body.
    pub assembly: Assembly,
    /// Its exact analysis.
    pub analysis: Analysis,
}

/// The names of the files to write: none without an output, one, or one for each input in a folder.
pub(super) fn files(inputs: &[PathBuf], output: Option<&Path>) -> Result<Vec<PathBuf>> {
    let Some(output) = output else { return Ok(Vec::new()) };
    let is_folder = output.is_dir() || (inputs.len() > 1 && output.extension().is_none());
    if !is_folder {
        return Ok(vec![output.to_owned()]);
    }
    if !output.is_dir() {
        bail!("{}: the folder does not exist; make it first, or name a file for all", output.display());
    }
    let mut files: Vec<PathBuf> = Vec::new();
    for input in inputs {
        let name = input.file_name().with_context(|| format!("{}: is no file; name one", input.display()))?;
        let file = output.join(name);
        if files.contains(&file) {
            bail!("{}: two inputs would be written there; name a file for all", file.display());
        }
        files.push(file);
    }
    Ok(files)
}

impl Written {
    pub fn new(job: &Job, positions: &[Point], files: &[PathBuf]) -> Result<Self> {
        let lists = by_piece(job, positions);
        let written = encode(job, &lists, files)?;
        let mut documents: Vec<(PathBuf, Document)> = Vec::new();
        for (file, bytes) in &written {
            documents.push((file.clone(), cloth_io::decode(bytes.clone(), file)?));
        }
        let read_back = if documents.is_empty() { &job.documents } else { &documents };
        let assembly = assemble(read_back.iter().map(|(file, d)| (file.as_path(), d)), job.body.as_ref())?;
        let analysis = analyse(&assembly);
        Ok(Self { files: written, assembly, analysis })
    }
}

/// The exact analysis of an assembly.
pub(super) fn analyse(assembly: &Assembly) -> Analysis {
    let bounds = |face: u32| assembly.face_bounds(FaceId(face), assembly.positions());
    let tree = BoxTree::build(assembly.mesh().faces().len(), bounds);
    Analyser::default().analyse(assembly.mesh(), assembly.positions(), &tree)
}

/// The vertices of every piece of every file; those that did not move are where the file has them, to the bit.
fn by_piece(job: &Job, positions: &[Point]) -> Vec<Vec<Point>> {
    let before = job.assembly.positions();
    let mut running = 0;
    let mut of_piece = |piece: &Piece| -> Vec<Point> {
        let place = |own: &Point| {
            let vertex = job.assembly.vertex_of(running).index();
            running += 1;
            if positions[vertex] == before[vertex] { *own } else { positions[vertex] }
        };
        piece.positions.iter().map(place).collect()
    };
    job.pieces().map(&mut of_piece).collect()
}

fn encode(job: &Job, lists: &[Vec<Point>], files: &[PathBuf]) -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let extension = |path: &Path| path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
    if let ([file], [(input, _), others @ ..]) = (files, job.documents.as_slice())
        && (!others.is_empty() || extension(file) != extension(input))
    {
        let moved = job.pieces().zip(lists);
        let pieces: Vec<Piece> = moved.map(|(piece, at)| Piece { positions: at.clone(), ..piece.clone() }).collect();
        return Ok(vec![(file.clone(), cloth_io::encode_new(&pieces, file)?)]);
    }
    let mut rest = lists;
    let mut written = Vec::new();
    for (file, (_, document)) in files.iter().zip(&job.documents) {
        let (own, others) = rest.split_at(document.pieces().len());
        rest = others;
        let bytes = document.with_positions(own).with_context(|| file.display().to_string())?;
        written.push((file.clone(), bytes));
    }
    Ok(written)
}
