//! `selvedge bake`: a character's surface as it is at a moment, or over a range of frames.

use crate::character::{self, Frames};
use crate::common::{Common, Ending, finite, positive, print};
use crate::outputs::Outputs;
use crate::progress::Progress;
use anyhow::{Context, Result, bail};
use body::{Body, Pose, When};
use clap::Args;
use cloth_io::Overwrite;
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Write a character's surface as it is at a moment, or over a range of frames
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLE)]
pub struct Arguments {
    /// The character: .glb or .gltf
    #[arg(value_name = "CHARACTER")]
    character: PathBuf,

    /// The mesh to write: .obj, .ply or .glb; with --frames, `body.obj` becomes `body.000000.obj` and so on
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,

    /// The animation, by name or number [default: the first]
    #[arg(long, value_name = "NAME|INDEX")]
    animation: Option<String>,

    /// Seconds from the animation's start; without --time, --frames and --animation the bind pose is written
    #[arg(long, value_name = "SECONDS", conflicts_with = "frames", value_parser = finite)]
    time: Option<f64>,

    /// Frames, both included
    #[arg(long, value_name = "A..B")]
    frames: Option<Frames>,

    /// Frames a second
    #[arg(long, value_name = "N", default_value_t = 24.0, value_parser = positive)]
    fps: f64,

    /// Only the nodes or meshes whose names match: `Body*,Head`
    #[arg(long, value_name = "PATTERN")]
    node: Option<String>,

    #[command(flatten)]
    common: Common,
}

const EXAMPLE: &str = "\
Example, with a character of yours that has a clip `walk`:
  selvedge bake character.glb --animation walk --frames 0..24 -o walk.obj

Vertices are in the file's own order. Beyond the end of a clip its last pose holds.";

/// One file to write.
struct Shot {
    when: When,
    time: Option<f64>,
    file: PathBuf,
}

#[derive(Debug, Serialize)]
struct Report {
    animation: Option<String>,
    pieces: Vec<PieceReport>,
    notes: Vec<String>,
    files: Vec<FileReport>,
}

#[derive(Debug, Serialize)]
struct PieceReport {
    name: String,
    vertices: usize,
    faces: usize,
}

#[derive(Debug, Serialize)]
struct FileReport {
    file: String,
    /// Seconds; absent in the bind pose.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Ending> {
    let common = &arguments.common;
    common.start_threads()?;
    let body = character::open(&arguments.character, arguments.node.as_deref())?;
    let (clip, shots) = arguments.shots(&body)?;
    let json = common.json.as_deref().filter(|_| !common.json_to_stdout());
    let files: Vec<&Path> = shots.iter().map(|shot| shot.file.as_path()).chain(json).collect();
    let mut outputs = Outputs::plan(std::slice::from_ref(&arguments.character), &files, common.overwrite)?;
    write_all(&body, &shots, common)?;
    let report = Report::new(&body, clip, &shots);
    let text = serde_json::to_string(&report).context("cannot write the report")? + "\n";
    if let Some(path) = json {
        outputs.add(path, text.clone().into_bytes());
    }
    outputs.write()?;
    common.say(&report.summary());
    if common.json_to_stdout() {
        print(&text);
    }
    Ok(Ending::Clean)
}

impl Arguments {
    /// The animation that plays, if any, and what is to be written when.
    fn shots(&self, body: &Body) -> Result<(Option<usize>, Vec<Shot>)> {
        let output = |name: PathBuf, time, when| Shot { when, time, file: name };
        if self.frames.is_none() && self.time.is_none() && self.animation.is_none() {
            return Ok((None, vec![output(self.output.clone(), None, When::Bind)]));
        }
        let clip = character::animation(&self.character, body, self.animation.as_deref())?;
        let at = |name, time| output(name, Some(time), character::moment(clip, time));
        let shots = match self.frames {
            None => vec![at(self.output.clone(), self.time.unwrap_or(0.0))],
            Some(Frames { first, last }) => {
                let (Some(stem), Some(extension)) = (self.output.file_stem(), self.output.extension()) else {
                    bail!("{}: file name: it needs an extension; end it in .obj, .ply or .glb", self.output.display());
                };
                let (stem, extension) = (stem.to_string_lossy(), extension.to_string_lossy());
                let name = |frame| self.output.with_file_name(format!("{stem}.{frame:06}.{extension}"));
                (first..=last).map(|frame| at(name(frame), f64::from(frame) / self.fps)).collect()
            }
        };
        Ok((Some(clip), shots))
    }
}

fn write_all(body: &Body, shots: &[Shot], common: &Common) -> Result<()> {
    let overwrite = if common.overwrite { Overwrite::Allow } else { Overwrite::Refuse };
    let progress = Progress::new(shots.len(), common.quiet);
    let mut pose = Pose::default();
    for shot in shots {
        progress.step(format!("writing {}", shot.file.display()));
        body.pose(shot.when, &mut pose)?;
        cloth_io::write_new(&character::pieces(body, &pose), &shot.file, overwrite)?;
    }
    Ok(())
}

impl Report {
    fn new(body: &Body, clip: Option<usize>, shots: &[Shot]) -> Self {
        let piece =
            |p: &body::PieceInfo| PieceReport { name: p.name.clone(), vertices: p.vertices, faces: p.triangles };
        let file = |shot: &Shot| FileReport { file: shot.file.display().to_string(), time: shot.time };
        Self {
            animation: clip.map(|clip| body.animations()[clip].name.clone()),
            pieces: body.pieces().map(piece).collect(),
            notes: body.notes().iter().map(ToString::to_string).collect(),
            files: shots.iter().map(file).collect(),
        }
    }

    fn summary(&self) -> String {
        let vertices: usize = self.pieces.iter().map(|piece| piece.vertices).sum();
        let when = self.animation.as_ref().map_or("in its bind pose".to_owned(), |name| format!("in {name:?}"));
        let mut text = match self.files.as_slice() {
            [one] => format!("{}: {vertices} vertices {when}\n", one.file),
            many => format!("{} files of {vertices} vertices {when}, the first {}\n", many.len(), many[0].file),
        };
        for note in &self.notes {
            let _ = writeln!(text, "note: {note}");
        }
        text
    }
}
