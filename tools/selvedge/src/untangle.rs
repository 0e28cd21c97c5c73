//! `selvedge untangle`: the same garments without intersections.
//!
//! 1. `input`: files, body, rest shape and fixed groups → one assembly with what may move.
//! 2. The repair, by the `untangle` crate.
//! 3. `output`: the files with moved vertices, read back from the very bytes that will be written and checked exactly.
//! 4. `report`: what was done, as JSON and for a person; `image`: before and after; `page`: both as one file for a browser.
//!
//! The exit code is the verdict of the check on what is written.

mod image;
mod input;
mod output;
mod page;
mod report;

use crate::common::{Common, Ending, finite, positive, print};
use crate::outputs::Outputs;
use crate::progress::Progress;
use ::untangle::{Settings, repair};
use anyhow::{Context, Result, bail};
use clap::{Args, Parser};
use input::Job;
use output::Written;
use report::Report;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The arguments of the binary `untangle`.
#[derive(Debug, Parser)]
#[command(name = "untangle", version, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub arguments: Arguments,
}

/// Repair tangled cloth: same vertices, faces and attributes, no intersections
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLE)]
pub struct Arguments {
    /// Meshes: .obj, .ply, .glb or .gltf; several are repaired together
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,

    /// The repaired mesh, in the format of the input; for several inputs a folder that gets a file for each, or one file of
    /// all. Not needed with --max-iterations 0
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// A character or mesh that cannot move; the garments end up outside it, and between its surfaces where it passes through
    /// itself
    #[arg(long, value_name = "MESH")]
    body: Option<PathBuf>,

    /// The moment of the body's animation, in seconds [default: the bind pose]
    #[arg(long, value_name = "SECONDS", value_parser = finite, requires = "body")]
    time: Option<f64>,

    /// The body's animation, name or number [default: the first, if there is a --time]
    #[arg(long, value_name = "NAME|INDEX", requires = "body")]
    animation: Option<String>,

    /// The inputs are layers, the innermost first: each ends up outside the one before, where its normals point
    #[arg(long)]
    layers: bool,

    /// Vertices of this group must not move: an OBJ group or material, or a vertex colour as #ff0000; repeatable
    #[arg(long, value_name = "GROUP")]
    fixed: Vec<String>,

    /// The same garment without tension, vertex for vertex: what its edges should measure; repeatable, in the order of the
    /// inputs [default: the inputs' own edges]
    #[arg(long, value_name = "MESH")]
    rest: Vec<PathBuf>,

    /// How far apart layers end, in the unit of the files [default: a tenth of the mean edge]
    #[arg(long, value_name = "M", value_parser = positive)]
    thickness: Option<f64>,

    /// Stop after so many iterations; 0 only checks
    #[arg(long, value_name = "N", default_value_t = Settings::default().iterations)]
    max_iterations: usize,

    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = Settings::default().seconds, value_parser = positive)]
    max_seconds: f64,

    /// Draw before and after
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,

    /// Write the report with pictures of before and after as one page for a browser
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,

    #[command(flatten)]
    common: Common,
}

const EXAMPLE: &str = "\
Example, from the project's folder:
  selvedge untangle fixtures/tangles/self-crossing.obj -o repaired.obj --page repaired.html

Where the body passes through itself, cloth ends midway between its surfaces. It has to pass through both where it leaves them:
such intersections remain, and the report counts them under `pinched`.

Exit codes: 0 clean, 1 written but intersections remain, 2 error. What is written never has more intersections than the input,
but for those counted under `pinched`.";

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Ending> {
    let common = &arguments.common;
    common.start_threads()?;
    if arguments.output.is_none() && arguments.max_iterations > 0 {
        bail!("-o: no output is named; name one, or only check with --max-iterations 0");
    }
    let files = output::files(&arguments.inputs, arguments.output.as_deref())?;
    let mut outputs = Outputs::plan(&arguments.all_inputs(), &arguments.output_files(&files), common.overwrite)?;
    let progress = Progress::new(arguments.all_inputs().len() + 3, common.quiet);
    let start = Instant::now();
    let job = Job::read(arguments, &progress)?;
    progress.step("repairing");
    let settings = Settings {
        thickness: arguments.thickness,
        iterations: arguments.max_iterations,
        seconds: arguments.max_seconds,
    };
    let repaired = repair(&job.tangled(), &settings);
    progress.step("verifying");
    let written = Written::new(&job, &repaired.positions, &files)?;
    let report = Report::new(&job, &repaired, &written, start.elapsed().as_secs_f64());
    progress.step("writing");
    let json = serde_json::to_string(&report).context("cannot write the report")? + "\n";
    if let Some(path) = common.json.as_deref().filter(|_| !common.json_to_stdout()) {
        outputs.add(path, json.clone().into_bytes());
    }
    let picture =
        if arguments.png.is_some() || arguments.page.is_some() { image::png(&job, &written)? } else { Vec::new() };
    if let Some(path) = &arguments.page {
        outputs.add(path, page::html(&report, &arguments.inputs, &picture).into_bytes());
    }
    if let Some(path) = &arguments.png {
        outputs.add(path, picture);
    }
    for (path, bytes) in written.files {
        outputs.add(&path, bytes);
    }
    outputs.write()?;
    drop(progress);
    common.say(&report.text());
    if common.json_to_stdout() {
        print(&json);
    }
    Ok(if report.clean { Ending::Clean } else { Ending::NotClean })
}

impl Arguments {
    fn all_inputs(&self) -> Vec<PathBuf> {
        self.inputs.iter().chain(&self.rest).chain(&self.body).cloned().collect()
    }

    fn output_files<'a>(&'a self, files: &'a [PathBuf]) -> Vec<&'a Path> {
        let json = self.common.json.as_deref().filter(|_| !self.common.json_to_stdout());
        let pictures = self.png.as_deref().into_iter().chain(self.page.as_deref());
        files.iter().map(PathBuf::as_path).chain(json).chain(pictures).collect()
    }
}
