//! `selvedge drape`: the rest state of a scene at its first frame.

use crate::common::{Common, Ending, print};
use crate::contact_sheet;
use crate::garment_file;
use crate::outputs::Outputs;
use crate::scene_input::{self, SceneInput};
use anyhow::{Context, Result, bail};
use clap::Args;
use driver::run::{self, DrapeReport, Run, Start};
use driver::{FrameReport, Simulation};
use indicatif::ProgressBar;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Let a scene's garments come to rest at its first frame
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLE)]
pub struct Arguments {
    #[command(flatten)]
    input: SceneInput,

    /// A mesh (.obj, .ply, .glb) for a scene of one garment, or a run directory with one frame [default: the scene's name
    /// with .drape, here]
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,

    /// Draw the cloth at rest
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,

    #[command(flatten)]
    common: Common,
}

const EXAMPLE: &str = "\
Example, from the project's folder:
  selvedge drape fixtures/scenes/hanging-cloth/scene.toml -o draped.obj --png draped.png

A mesh in the format of the garment's file is that file with moved vertices: everything else in it is kept.
Exit codes: 0 at rest, 1 written but not at rest, 2 error.";

/// The report.
#[derive(Debug, Serialize)]
struct Report {
    output: String,
    at_rest: bool,
    iterations: u32,
    /// The largest net force of a particle, as part of its weight.
    imbalance: f64,
    crossings: u64,
    max_stretch: f64,
    seconds: f64,
    lost: Vec<String>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Ending> {
    let common = &arguments.common;
    common.start_threads()?;
    let scene = arguments.input.read(Vec::new())?;
    let output = arguments.output();
    let is_mesh = is_mesh(&output);
    let start = if common.overwrite { Start::Overwrite } else { Start::New };
    if is_mesh && scene.specs.garment.len() != 1 {
        let count = scene.specs.garment.len();
        bail!("{}: the scene has {count} garments; name a folder for them with -o", output.display());
    }
    if !is_mesh {
        Run::check(&output, start)?;
    }
    let mut inputs = vec![arguments.input.scene.clone()];
    inputs.extend(scene.specs.garment.iter().filter_map(|garment| garment.file.as_ref()).map(|file| scene.path(file)));
    let mesh = is_mesh.then_some(output.as_path());
    let mut outputs = Outputs::plan(&inputs, &arguments.output_files(mesh), common.overwrite)?;
    let mut simulation = Simulation::new(scene)?;
    scene_input::say_notes(&simulation, common);
    let report = settle(&mut simulation, &output, is_mesh.then_some(&mut outputs), start, common.quiet)?;
    if let Some(path) = &arguments.png {
        let frame = simulation.scene().specs.simulation.frames[0];
        let positions = simulation.positions();
        outputs.add(path, contact_sheet::png(&mut simulation, &[(frame, positions)])?);
    }
    let json = serde_json::to_string(&report).context("cannot write the report")? + "\n";
    if let Some(path) = arguments.json_file() {
        outputs.add(path, json.clone().into_bytes());
    }
    outputs.write()?;
    common.say(&report.text());
    if common.json_to_stdout() {
        print(&json);
    }
    Ok(if report.at_rest { Ending::Clean } else { Ending::NotClean })
}

/// Drapes, into a run directory or, where there are `outputs` for one, into a mesh.
fn settle(
    simulation: &mut Simulation,
    output: &Path,
    outputs: Option<&mut Outputs>,
    start: Start,
    quiet: bool,
) -> Result<Report> {
    let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
    let mut watch = |report: &DrapeReport| {
        bar.set_message(format!("iteration {}, imbalance {:.4}", report.iterations, report.imbalance));
        bar.tick();
    };
    let shown = output.display().to_string();
    let report = match outputs {
        None => {
            let (drape, summary) = run::drape(simulation, output, start, &mut watch)?;
            let [crossings, max_stretch] = [summary.final_crossings as f64, summary.max_stretch];
            Report::new(shown, &drape, crossings as u64, max_stretch, summary.seconds, summary.lost)
        }
        Some(outputs) => {
            let frame = simulation.scene().specs.simulation.frames[0];
            simulation.advance_to(frame)?;
            let drape = simulation.drape(&mut watch)?;
            let FrameReport { crossings, max_stretch, seconds, lost, .. } = simulation.report(frame);
            outputs.add(output, encode(simulation, output)?);
            Report::new(shown, &drape, crossings as u64, max_stretch, seconds, lost)
        }
    };
    bar.finish_and_clear();
    Ok(report)
}

/// The draped garment as a file.
fn encode(simulation: &Simulation, output: &Path) -> Result<Vec<u8>> {
    let (garment, positions) = (&simulation.garments()[0], simulation.positions().swap_remove(0));
    let file = simulation.scene().specs.garment[0].file.as_deref().map(Path::new);
    garment_file::encode(garment, file, &positions, output)
}

fn is_mesh(output: &Path) -> bool {
    let extension = output.extension().unwrap_or_default();
    ["obj", "ply", "glb", "gltf"].iter().any(|known| extension.eq_ignore_ascii_case(known))
}

impl Arguments {
    fn output(&self) -> PathBuf {
        self.output.clone().unwrap_or_else(|| PathBuf::from(format!("{}.drape", self.input.stem())))
    }

    fn json_file(&self) -> Option<&Path> {
        self.common.json.as_deref().filter(|_| !self.common.json_to_stdout())
    }

    fn output_files<'a>(&'a self, mesh: Option<&'a Path>) -> Vec<&'a Path> {
        mesh.into_iter().chain(self.json_file()).chain(self.png.as_deref()).collect()
    }
}

impl Report {
    fn new(
        output: String,
        drape: &DrapeReport,
        crossings: u64,
        max_stretch: f64,
        seconds: f64,
        lost: Vec<String>,
    ) -> Self {
        let DrapeReport { iterations, imbalance, at_rest, .. } = *drape;
        Self { output, at_rest, iterations, imbalance, crossings, max_stretch, seconds, lost }
    }

    fn text(&self) -> String {
        let Self { output, iterations, imbalance, seconds, crossings, max_stretch, .. } = self;
        let rest = if self.at_rest { "at rest" } else { "NOT AT REST" };
        format!(
            "{output}: {rest} after {iterations} iterations and {seconds:.1} s\n\
             the largest net force is {:.2} % of a particle's weight\n\
             stretch {max_stretch:.3}, {crossings} crossings\n",
            100.0 * imbalance
        )
    }
}
