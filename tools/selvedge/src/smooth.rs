//! `selvedge smooth`: the frames of a run, or one mesh, finer and smoother, and no more tangled than before.
//!
//! 1. A run becomes a run (`driver::smooth`): its own meshes, its frames, its reports.
//! 2. A mesh becomes a mesh: `mesh`.

mod mesh;

use crate::character::Frames;
use crate::common::{Common, Ending, complain, print};
use crate::frame_bar::FrameBar;
use crate::outputs::Outputs;
use anyhow::{Context, Result, bail};
use clap::Args;
use driver::run::{Record, Run, Start};
use driver::smooth::{self, Request, SmoothSummary};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Smooth the frames of a run, or one mesh, by subdivision that knows of collisions
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLE)]
pub struct Arguments {
    /// The run: a folder that `selvedge simulate` or `selvedge drape` has written; or a mesh
    #[arg(value_name = "RUN")]
    input: PathBuf,

    /// The folder of the smoothed run; for a mesh, a file
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// How often every triangle is cut into four
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=6))]
    levels: u8,

    /// Frames, both included [default: all of the run]
    #[arg(long, value_name = "A..B")]
    frames: Option<Frames>,

    /// The folder of the scene's files, if it is not where it was [default: as the run knows it]
    #[arg(long, value_name = "DIR")]
    inputs: Option<PathBuf>,

    #[command(flatten)]
    common: Common,
}

const EXAMPLE: &str = "\
Example, from the project's folder:
  selvedge simulate fixtures/scenes/hanging-cloth/scene.toml -o hanging.run
  selvedge smooth hanging.run -o smooth.run
  selvedge export smooth.run --to glb -o smooth.glb
  selvedge smooth fixtures/garments/sleeve.obj -o finer.obj

Loop's subdivision, stopped where cloth would pass through cloth, the body or a collider: what is clean stays clean, and what is
tangled stays as tangled as it was. Every frame is checked exactly. Texture coordinates, colours, groups, materials and skin
weights go along; polygons become triangles, normals of OBJ files are left out.
The smoothed run holds its meshes in garments/ and is exported and shown like any other. Its frames are the same bytes
whatever --threads says.
Exit codes: 0 no frame passes through itself, 1 some do, 2 error.";

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Ending> {
    arguments.common.start_threads()?;
    if arguments.input.is_file() { mesh::run(arguments) } else { arguments.run() }
}

impl Arguments {
    fn run(&self) -> Result<Ending> {
        let common = &self.common;
        let record = Record::open(&self.input, self.inputs.as_deref())?;
        let request = Request { frames: self.frames(&record)?, levels: usize::from(self.levels) };
        let start = if common.overwrite { Start::Overwrite } else { Start::New };
        self.check_folder()?;
        Run::check(&self.output, start)?;
        let mut outputs = Outputs::plan(&[], self.json_file().as_slice(), common.overwrite)?;
        self.say_notes(&record);
        let mut bar = FrameBar::new(common.quiet);
        let summary = smooth::run(&record, &self.output, request, start, &mut |progress| bar.show(&progress))?;
        drop(bar);
        let json = serde_json::to_string(&summary).context("cannot write the report")? + "\n";
        if let Some(path) = self.json_file() {
            outputs.add(path, json.clone().into_bytes());
        }
        outputs.write()?;
        common.say(&text(&self.output, &summary));
        if common.json_to_stdout() {
            print(&json);
        }
        Ok(if summary.clean { Ending::Clean } else { Ending::NotClean })
    }

    /// The run that is read must not be the one that is written.
    fn check_folder(&self) -> Result<()> {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if real(&self.input) == real(&self.output) {
            bail!("{}: is the input and would be replaced; name another folder with -o", self.output.display());
        }
        Ok(())
    }

    fn say_notes(&self, record: &Record) {
        if self.common.quiet {
            return;
        }
        if !record.is_whole() {
            complain(&format!("note: the run is not finished: frame {} is the last", record.frames()[1]));
        }
        for path in record.changed_inputs() {
            complain(&format!("note: {}: it has changed since the run was made", path.display()));
        }
    }

    /// The frames to smooth, which are all there.
    fn frames(&self, record: &Record) -> Result<[u32; 2]> {
        let [first, last] = record.frames();
        match self.frames {
            None => Ok([first, last]),
            Some(wanted) if wanted.first >= first && wanted.last <= last => Ok([wanted.first, wanted.last]),
            Some(Frames { first: a, last: b }) => {
                let run = self.input.display();
                bail!("{run}: frames {a}..{b}: it has the frames {first}..{last}; name some of those with --frames")
            }
        }
    }

    fn json_file(&self) -> Option<&Path> {
        self.common.json.as_deref().filter(|_| !self.common.json_to_stdout())
    }
}

fn text(folder: &Path, summary: &SmoothSummary) -> String {
    let SmoothSummary { frames, seconds, vertices: [coarse, fine], unclean_frames, most_crossings, stopped, .. } =
        summary;
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{}: {frames} frames in {seconds:.1} s; {coarse} vertices are now {fine}; {} collisions were stopped",
        folder.display(),
        stopped[0] + stopped[1]
    );
    if summary.left > 0 {
        let _ = writeln!(text, "lost: {} vertices were not smoothed: cloth touches itself exactly there", summary.left);
    }
    if summary.frames_made_worse > 0 {
        let worse = summary.frames_made_worse;
        let _ = writeln!(
            text,
            "lost: {worse} frames have crossings that cutting alone does not imply; report this as a defect"
        );
    }
    let _ = match (summary.clean, unclean_frames[0]) {
        (true, 0) => writeln!(text, "clean: no frame passes through itself, before or after"),
        (true, before) => writeln!(text, "clean: no frame passes through itself; {before} frames did before"),
        (false, before) => writeln!(
            text,
            "NOT CLEAN: {} frames pass through themselves, as {before} did before; at most {} crossings, {} before",
            unclean_frames[1], most_crossings[1], most_crossings[0]
        ),
    };
    text
}
