//! `selvedge export`: the frames of a run as files that other programs read.
//!
//! 1. The run is opened, and the garments and the character that it was made of.
//! 2. `files`: a mesh for every garment and frame, or a point cache for every garment. `glb`: one file with everything.
//! 3. `target`: where they go; whole or not at all.

mod files;
pub(crate) mod glb;
mod report;
mod target;

use crate::character::Frames;
use crate::common::{Common, Ending, complain, print};
use crate::outputs::Outputs;
use crate::progress::Progress;
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use driver::run::Record;
use report::Report;
use std::path::{Path, PathBuf};
use target::Target;

/// Write the frames of a run as files that other programs read
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLE)]
pub struct Arguments {
    /// The run: a folder that `selvedge simulate` or `selvedge drape` has written
    #[arg(value_name = "RUN")]
    run: PathBuf,

    /// The format
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Format,

    /// The file for glb, a folder for the others; for pc2 and mdd of one garment, also a file [default: the run's name with
    /// .glb, or with the format as an ending, here]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// Frames, both included [default: all of the run]
    #[arg(long, value_name = "A..B")]
    frames: Option<Frames>,

    /// The folder of the scene's files, if it is not where it was [default: as the run knows it]
    #[arg(long, value_name = "DIR")]
    inputs: Option<PathBuf>,

    #[command(flatten)]
    common: Common,
}

/// What other programs read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// The character and the garments in one animated file, for any glTF viewer
    Glb,
    /// A mesh for every garment and frame
    Obj,
    /// A mesh for every garment and frame
    Ply,
    /// A point cache for every garment, little endian (3ds Max, Blender)
    Pc2,
    /// A point cache for every garment, big endian (Blender, Modo)
    Mdd,
}

impl Format {
    /// How its files' names end.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Glb => "glb",
            Self::Obj => "obj",
            Self::Ply => "ply",
            Self::Pc2 => "pc2",
            Self::Mdd => "mdd",
        }
    }
}

const EXAMPLE: &str = "\
Example, from the project's folder:
  selvedge simulate fixtures/scenes/hanging-cloth/scene.toml -o hanging.run
  selvedge export hanging.run --to glb -o hanging.glb

Vertices are in the order of the garment's own file, in metres with Y up.
glb: the character with its materials and the clip that played, and every garment as a mesh with a morph target for
     each frame after the first. The first exported frame is at time 0. Viewers that limit the number of targets (some to
     256) show longer runs in parts: use --frames. Colliders of the scene are not in it.
obj, ply: a file in the format of the garment's own is that file with moved vertices; NAME.NNNNNN.obj in a folder.
pc2, mdd: NAME.pc2 in a folder, to be played on the garment's own file. PC2 counts frames, MDD seconds.
Exit codes: 0 written, 2 error.";

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Ending> {
    let common = &arguments.common;
    common.start_threads()?;
    let record = Record::open(&arguments.run, arguments.inputs.as_deref())?;
    let frames = arguments.frames(&record)?;
    let notes = notes(&record, frames);
    if !common.quiet {
        for note in &notes {
            complain(&format!("note: {note}"));
        }
    }
    let output = arguments.output();
    let json_file = common.json.as_deref().filter(|_| !common.json_to_stdout());
    let mut outputs = Outputs::plan(&[], json_file.as_slice(), common.overwrite)?;
    let names: Vec<String> = record.manifest().garments.iter().map(|garment| garment.name.clone()).collect();
    let target = Target::plan(&output, arguments.to, &names, common.overwrite)?;
    let progress = Progress::new(frames.count(), common.quiet);
    let written = match arguments.to {
        Format::Glb => target.write_one(&glb::encode(&record, frames, Some(&progress))?)?,
        Format::Obj | Format::Ply => files::meshes(&record, frames, target, arguments.to.extension(), &progress)?,
        Format::Pc2 | Format::Mdd => files::caches(&record, frames, target, arguments.to, &progress)?,
    };
    drop(progress);
    let report = Report::new(&record, frames, &output, arguments.to, written, notes);
    let json = serde_json::to_string(&report).context("cannot write the report")? + "\n";
    if let Some(path) = json_file {
        outputs.add(path, json.clone().into_bytes());
    }
    outputs.write()?;
    common.say(&report.text());
    if common.json_to_stdout() {
        print(&json);
    }
    Ok(Ending::Clean)
}

impl Arguments {
    /// The frames to export, which are all there.
    fn frames(&self, record: &Record) -> Result<Frames> {
        let [first, last] = record.frames();
        match self.frames {
            None => Ok(Frames { first, last }),
            Some(wanted) if wanted.first >= first && wanted.last <= last => Ok(wanted),
            Some(Frames { first: a, last: b }) => {
                let run = self.run.display();
                bail!("{run}: frames {a}..{b}: it has the frames {first}..{last}; name some of those with --frames")
            }
        }
    }

    fn output(&self) -> PathBuf {
        let here = || {
            let run = self.run.canonicalize().unwrap_or_else(|_| self.run.clone());
            let stem = run.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let between = if self.to == Format::Glb { '.' } else { '-' };
            PathBuf::from(format!("{stem}{between}{}", self.to.extension()))
        };
        self.output.clone().unwrap_or_else(here)
    }
}

/// What a user should know about a run before they rely on its export.
fn notes(record: &Record, frames: Frames) -> Vec<String> {
    let mut notes = Vec::new();
    let [_, last] = record.frames();
    if !record.is_whole() {
        let wanted = record.manifest().frames[1];
        notes.push(format!(
            "the run is not finished: frame {last} of {wanted} is the last; frames {}..{} are exported",
            frames.first, frames.last
        ));
    }
    let changed = |path: PathBuf| format!("{}: it has changed since the run was made", path.display());
    notes.extend(record.changed_inputs().into_iter().map(changed));
    notes
}

/// The file that a garment came from, as the scene names it.
fn source(record: &Record, garment: usize) -> Option<&Path> {
    record.specs().garment.get(garment)?.file.as_deref().map(Path::new)
}
