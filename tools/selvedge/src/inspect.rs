//! `selvedge inspect`: is this cloth tangled, where, and how?
//!
//! 1. `input`: files → pieces → one assembly. Or `motion`: a character, its animation, and its worst moment.
//! 2. Analysis, timed as a simulation step would run it.
//! 3. `report`: what was found, in the numbers of the input files; as JSON and, in `summary`, for a person.
//! 4. `contours`: the same as a `.glb` with vertex colours and lines; `image`: as a picture.

mod contours;
mod image;
pub(crate) mod input;
mod motion;
pub(crate) mod palette;
mod report;
pub(crate) mod summary;

use crate::common::{Common, Ending, finite, positive, print};
use crate::outputs::Outputs;
use crate::progress::Progress;
use anyhow::{Context, Result};
use clap::Args;
use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::{Assembly, FaceId};
use gia::{Analyser, Analysis};
use input::Input;
use motion::Motion;
use report::{Report, Seconds};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Find where meshes pass through themselves and each other
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLE)]
pub struct Arguments {
    /// Meshes: .obj, .ply, .glb or .gltf; several are analysed together, each with itself and with the others
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,

    /// Write the meshes with black, white and red vertices, and the contours as lines
    #[arg(long, value_name = "FILE")]
    glb: Option<PathBuf>,

    /// Draw a picture: the whole, and the longest contour from near
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,

    /// Pose a character by this animation, name or number: reports how it pinches itself over time
    #[arg(long, value_name = "NAME|INDEX")]
    animation: Option<String>,

    /// The moment of the animation to analyse, in seconds [default: the one with the most intersecting pairs]
    #[arg(long, value_name = "SECONDS", value_parser = finite)]
    time: Option<f64>,

    /// Moments a second at which the animation is looked at
    #[arg(long, value_name = "N", default_value_t = 24.0, value_parser = positive)]
    fps: f64,

    #[command(flatten)]
    common: Common,
}

const EXAMPLE: &str = "\
Example, from the project's folder:
  selvedge inspect fixtures/tangles/bent-arm.obj --png tangle.png

Colours: what has passed through each other is black against white; cloth folded through itself is red.
Exit codes: 0 clean, 1 intersections found, 2 error.";

/// How often the analysis is timed; the fastest counts.
const TIMINGS: usize = 3;

/// Everything that is known after the analysis.
pub(crate) struct Findings {
    pub input: Input,
    pub assembly: Assembly,
    pub analysis: Analysis,
    /// How a character pinches itself over time, if one was asked for.
    pub motion: Option<Motion>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Ending> {
    let common = &arguments.common;
    common.start_threads()?;
    let mut outputs = Outputs::plan(&arguments.inputs, &arguments.output_files(), common.overwrite)?;
    let progress = Progress::new(arguments.inputs.len() + 1 + TIMINGS + 1, common.quiet);
    let (findings, seconds) = analyse(arguments, &progress)?;
    progress.step("writing");
    let report = Report::new(&findings, seconds);
    let json = serde_json::to_string(&report).context("cannot write the report")? + "\n";
    if let Some(path) = common.json.as_deref().filter(|_| !common.json_to_stdout()) {
        outputs.add(path, json.clone().into_bytes());
    }
    if let Some(path) = &arguments.glb {
        outputs.add(path, contours::glb(&findings)?);
    }
    if let Some(path) = &arguments.png {
        outputs.add(path, image::png(&findings)?);
    }
    outputs.write()?;
    drop(progress);
    common.say(&summary::text(&report));
    if common.json_to_stdout() {
        print(&json);
    }
    Ok(if report.clean { Ending::Clean } else { Ending::NotClean })
}

impl Arguments {
    fn output_files(&self) -> Vec<&Path> {
        let json = self.common.json.as_deref().filter(|_| !self.common.json_to_stdout());
        json.into_iter().chain(self.glb.as_deref()).chain(self.png.as_deref()).collect()
    }
}

fn analyse(arguments: &Arguments, progress: &Progress) -> Result<(Findings, Seconds)> {
    let start = Instant::now();
    let posed = if arguments.animation.is_some() || arguments.time.is_some() {
        Some(motion::read(arguments, progress)?)
    } else {
        None
    };
    let (input, ready, motion) = match posed {
        Some((input, assembly, motion)) => (input, Some(assembly), Some(motion)),
        None => (Input::read(&arguments.inputs, progress)?, None, None),
    };
    let read = start.elapsed().as_secs_f64();

    progress.step("building");
    let start = Instant::now();
    let assembly = ready.map_or_else(|| input.assemble(), Ok)?;
    let mesh = assembly.mesh();
    let bounds = |face: u32| -> Bounds { assembly.face_bounds(FaceId(face), assembly.positions()) };
    let mut tree = BoxTree::build(mesh.faces().len(), bounds);
    let build = start.elapsed().as_secs_f64();

    let mut analyser = Analyser::default();
    let mut analysis = Analysis::default();
    let mut fastest = f64::INFINITY;
    for _ in 0..TIMINGS {
        progress.step("analysing");
        let start = Instant::now();
        tree.refit(bounds);
        analysis = analyser.analyse(mesh, assembly.positions(), &tree);
        fastest = fastest.min(start.elapsed().as_secs_f64());
    }
    let seconds = Seconds { read, build, analyse: fastest };
    Ok((Findings { input, assembly, analysis, motion }, seconds))
}
