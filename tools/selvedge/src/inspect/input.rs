//! Files → pieces → one assembly, with messages in the files' own terms.

use crate::progress::Progress;
use anyhow::{Result, anyhow};
use cloth_io::Piece;
use geometry::assembly::{Assembly, AssemblyError, Fault, Part};
use geometry::mesh::{CrowdedEdge, MeshError};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// How many bad edges a message lists before it only counts them.
const LISTED: usize = 20;

/// The pieces of all files, triangulated.
pub(crate) struct Input {
    pub pieces: Vec<InputPiece>,
    /// The file's number of every running number of the assembly, where they are not the same.
    pub numbers: Option<Vec<u32>>,
}

/// A piece, where it came from, and its triangles.
pub(crate) struct InputPiece {
    pub file: PathBuf,
    pub piece: Piece,
    pub triangles: Vec<[u32; 3]>,
    /// The polygon each triangle was cut from.
    pub polygons: Vec<u32>,
}

impl Input {
    pub(crate) fn read(files: &[PathBuf], progress: &Progress) -> Result<Self> {
        let mut all = Self { pieces: Vec::new(), numbers: None };
        for file in files {
            progress.step(format!("reading {}", file.display()));
            all.add(file, cloth_io::read(file)?.pieces());
        }
        Ok(all)
    }

    /// Takes in the pieces of a file.
    pub(crate) fn add(&mut self, file: &Path, pieces: &[Piece]) {
        for piece in pieces.iter().cloned() {
            let (triangles, polygons) = piece.polygons.triangles();
            self.pieces.push(InputPiece { file: file.to_owned(), piece, triangles, polygons });
        }
    }

    /// The number, counted through all files, that a running number of the assembly stands for.
    pub(crate) fn number(&self, running: u32) -> u32 {
        self.numbers.as_ref().map_or(running, |numbers| numbers[running as usize])
    }

    pub(crate) fn assemble(&self) -> Result<Assembly> {
        self.assemble_with(None)
    }

    /// The assembly of all pieces and one part more, whose vertices stay as they are: no two of them are welded.
    pub(crate) fn assemble_with(&self, more: Option<Part>) -> Result<Assembly> {
        let own: usize = self.pieces.iter().map(|piece| piece.piece.positions.len()).sum();
        let parts: Vec<Part> = self.pieces.iter().map(InputPiece::part).chain(more).collect();
        let unwelded = 1..=more.map_or(0, |part| part.positions.len() as u32);
        let marks: Vec<u32> = std::iter::repeat_n(0, own).chain(unwelded).collect();
        Assembly::marked(&parts, &marks).map_err(|error| self.explain(&error))
    }

    /// An error in terms of the file: its name, its own polygons, and what to do.
    fn explain(&self, error: &AssemblyError) -> anyhow::Error {
        let Some(piece) = self.pieces.get(error.part) else { return anyhow!("{error}") };
        let file = piece.file.display();
        let mesh = if piece.piece.name.is_empty() { String::new() } else { format!("mesh {:?}: ", piece.piece.name) };
        match &error.fault {
            Fault::Mesh(MeshError::NonManifold(edges)) => {
                anyhow!("{file}: {mesh}{}", piece.list_crowded(edges))
            }
            other => anyhow!("{file}: {mesh}{other}; export the mesh again"),
        }
    }
}

impl InputPiece {
    fn part(&self) -> Part<'_> {
        Part { positions: &self.piece.positions, triangles: &self.triangles }
    }

    fn list_crowded(&self, edges: &[CrowdedEdge]) -> String {
        let mut text = match edges.len() {
            1 => "an edge has more than two faces".to_owned(),
            n => format!("{n} edges have more than two faces"),
        };
        for CrowdedEdge { vertices: [a, b], triangles } in edges.iter().take(LISTED) {
            let mut faces: Vec<u32> = triangles.iter().map(|&t| self.polygons[t as usize]).collect();
            faces.dedup();
            let list: Vec<String> = faces.iter().map(u32::to_string).collect();
            let _ = write!(text, "\n  edge between vertices {a} and {b}: faces {}", list.join(", "));
        }
        if edges.len() > LISTED {
            let _ = write!(text, "\n  and {} more", edges.len() - LISTED);
        }
        text + "\n  cloth has two sides everywhere: remove the extra faces, or separate them from the edge"
    }
}
