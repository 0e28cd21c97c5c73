//! Files, body, rest shape and fixed groups → one assembly, with what may move.

use super::Arguments;
use crate::character;
use crate::inspect::input::Input;
use crate::progress::Progress;
use ::untangle::Tangled;
use anyhow::{Context, Result, anyhow, bail};
use body::{Pose, When};
use cloth_io::{Document, Piece};
use driver::garment::groups::Groups;
use geometry::{Assembly, Part, Point};
use std::path::{Path, PathBuf};

/// What is to be repaired.
pub(super) struct Job {
    /// The garments' files.
    pub documents: Vec<(PathBuf, Document)>,
    /// Garments, and after them the body if there is one.
    pub assembly: Assembly,
    /// The body's triangles and where its vertices are.
    pub body: Option<Solid>,
    rest: Option<Vec<Point>>,
    held: Vec<bool>,
    ranks: Vec<u32>,
    /// Which vertices of the mesh are the body's.
    pub solid: Vec<bool>,
}

/// A surface that cannot move.
pub(super) struct Solid {
    pub positions: Vec<Point>,
    pub triangles: Vec<[u32; 3]>,
}

impl Solid {
    fn part(&self) -> Part<'_> {
        Part { positions: &self.positions, triangles: &self.triangles }
    }
}

impl Job {
    pub fn read(arguments: &Arguments, progress: &Progress) -> Result<Self> {
        let mut documents = Vec::new();
        for file in &arguments.inputs {
            progress.step(format!("reading {}", file.display()));
            documents.push((file.clone(), cloth_io::read(file)?));
        }
        let body = arguments.body.as_deref().map(|file| read_body(arguments, file, progress)).transpose()?;
        let assembly = assemble(documents.iter().map(|(file, document)| (file.as_path(), document)), body.as_ref())?;
        let count = assembly.positions().len();
        let mut job = Self {
            documents,
            body,
            rest: None,
            held: vec![false; count],
            ranks: vec![1; count],
            solid: vec![false; count],
            assembly,
        };
        job.rank(arguments.layers);
        job.fix(&arguments.fixed)?;
        job.read_rest(&arguments.rest, progress)?;
        Ok(job)
    }

    /// What the repair works on.
    pub fn tangled(&self) -> Tangled<'_> {
        Tangled {
            mesh: self.assembly.mesh(),
            positions: self.assembly.positions(),
            rest: self.rest.as_deref(),
            held: &self.held,
            ranks: &self.ranks,
            solid: &self.solid,
        }
    }

    /// Where the vertices are at rest, as far as is known.
    pub fn rest(&self) -> &[Point] {
        self.rest.as_deref().unwrap_or(self.assembly.positions())
    }

    /// The pieces of all files, in order.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.documents.iter().flat_map(|(_, document)| document.pieces())
    }

    fn rank(&mut self, layers: bool) {
        let of_file = self.documents.iter().enumerate();
        let files: Vec<u32> = of_file.flat_map(|(k, (_, d))| d.pieces().iter().map(move |_| k as u32)).collect();
        for (index, piece) in self.assembly.pieces().iter().enumerate() {
            for vertex in piece.vertices.clone() {
                let vertex = vertex as usize;
                if let Some(file) = files.get(index) {
                    self.ranks[vertex] = if layers { 1 + file } else { 1 };
                } else {
                    (self.ranks[vertex], self.held[vertex], self.solid[vertex]) = (0, true, true);
                }
            }
        }
    }

    fn fix(&mut self, names: &[String]) -> Result<()> {
        if names.is_empty() {
            return Ok(());
        }
        let pieces: Vec<Piece> = self.pieces().cloned().collect();
        let groups = Groups::of(&pieces);
        for name in names {
            let Some(members) = groups.get(name) else {
                let known: Vec<&str> = groups.names().collect();
                let known = if known.is_empty() { "the inputs have none".to_owned() } else { known.join(", ") };
                bail!("--fixed: no input has a group {name:?}; choose from: {known}");
            };
            for running in members {
                self.held[self.assembly.vertex_of(*running).index()] = true;
            }
        }
        Ok(())
    }

    fn read_rest(&mut self, files: &[PathBuf], progress: &Progress) -> Result<()> {
        if files.is_empty() {
            return Ok(());
        }
        if files.len() != self.documents.len() {
            bail!("--rest: {} given for {} inputs; name one for each", files.len(), self.documents.len());
        }
        let mut rest = self.assembly.positions().to_vec();
        let mut running = 0;
        for (file, (input, document)) in files.iter().zip(&self.documents) {
            progress.step(format!("reading {}", file.display()));
            let at_rest = cloth_io::read(file)?;
            let count = |document: &Document| document.pieces().iter().map(|p| p.positions.len()).sum::<usize>();
            let (own, wanted) = (count(&at_rest), count(document));
            if own != wanted {
                let (file, input) = (file.display(), input.display());
                bail!("{file}: vertices: it has {own}, {input} has {wanted}; give the same mesh, vertex for vertex");
            }
            for position in at_rest.pieces().iter().flat_map(|piece| &piece.positions) {
                rest[self.assembly.vertex_of(running).index()] = *position;
                running += 1;
            }
        }
        self.rest = Some(rest);
        Ok(())
    }
}

/// The pieces of files, and the body after them, as one assembly.
pub(super) fn assemble<'a>(
    documents: impl Iterator<Item = (&'a Path, &'a Document)>,
    body: Option<&Solid>,
) -> Result<Assembly> {
    let mut input = Input { pieces: Vec::new(), numbers: None };
    for (file, document) in documents {
        input.add(file, document.pieces());
    }
    input.assemble_with(body.map(Solid::part))
}

fn read_body(arguments: &Arguments, file: &Path, progress: &Progress) -> Result<Solid> {
    progress.step(format!("reading {}", file.display()));
    let is_gltf = file.extension().is_some_and(|e| e.eq_ignore_ascii_case("glb") || e.eq_ignore_ascii_case("gltf"));
    if is_gltf { read_character(arguments, file) } else { read_mesh(arguments, file) }
}

fn read_character(arguments: &Arguments, file: &Path) -> Result<Solid> {
    let body = character::open(file, None)?;
    let posed = arguments.time.is_some() || arguments.animation.is_some();
    let when = if posed {
        let clip = character::animation(file, &body, arguments.animation.as_deref())?;
        character::moment(clip, arguments.time.unwrap_or(0.0))
    } else {
        When::Bind
    };
    let mut pose = Pose::default();
    body.pose(when, &mut pose).with_context(|| file.display().to_string())?;
    let triangles = body.assembly().mesh().faces().iter().map(|face| face.map(|v| v.0)).collect();
    Ok(Solid { positions: pose.positions().to_vec(), triangles })
}

fn read_mesh(arguments: &Arguments, file: &Path) -> Result<Solid> {
    if arguments.time.is_some() || arguments.animation.is_some() {
        let file = file.display();
        return Err(anyhow!("{file}: it has no animation; leave out --time and --animation, or name a .glb"));
    }
    let document = cloth_io::read(file)?;
    let assembly = assemble([(file, &document)].into_iter(), None)?;
    let triangles = assembly.mesh().faces().iter().map(|face| face.map(|v| v.0)).collect();
    Ok(Solid { positions: assembly.positions().to_vec(), triangles })
}
