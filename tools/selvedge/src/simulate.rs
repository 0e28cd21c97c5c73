//! `selvedge simulate`: a scene's garments over time, to a run directory.

use crate::character::Frames;
use crate::common::{Common, Ending, print};
use crate::contact_sheet;
use crate::frame_bar::FrameBar;
use crate::outputs::Outputs;
use crate::scene_input::{self, SceneInput};
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use driver::run::{self, Run, Start, Summary};
use driver::{Override, Simulation};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Simulate a scene's garments over time
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLE)]
pub struct Arguments {
    #[command(flatten)]
    input: SceneInput,

    /// The run directory [default: the scene's name with .run, here]
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// How collisions are treated [default: as in the scene]
    #[arg(long, value_enum)]
    mode: Option<Mode>,

    /// Frames, both included [default: as in the scene]
    #[arg(long, value_name = "A..B")]
    frames: Option<Frames>,

    /// Go on with a run that was stopped, to the same bytes as if it had not been
    #[arg(long, conflicts_with = "overwrite")]
    resume: bool,

    /// Repair of tangles, for comparisons [default: as in the scene]
    #[arg(long, value_name = "on|off")]
    untangle: Option<Switch>,

    /// Holding of pinched cloth, for comparisons [default: as in the scene]
    #[arg(long, value_name = "on|off")]
    flypaper: Option<Switch>,

    /// Draw evenly spaced frames on one sheet
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,

    #[command(flatten)]
    common: Common,
}

/// How collisions are treated.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Mode {
    /// Global intersection analysis and flypaper
    Gia,
    /// Nothing ever passes through anything
    Robust,
    /// Robust where it can be, the other where it cannot
    Hybrid,
    /// A preview: layers kept apart roughly, by the boxes of their triangles
    Boxes,
}

/// Something that can be turned off.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Switch {
    /// As usual
    On,
    /// Not at all
    Off,
}

const EXAMPLE: &str = "\
Example, from the project's folder:
  selvedge simulate fixtures/scenes/hanging-cloth/scene.toml --png hanging.png

The run directory holds manifest.json, frames/NNNNNN.pos, frames.jsonl and checkpoint/.
Frames are the same bytes whatever --threads says. With --resume a later last frame may be given.
Exit codes: 0 the last frame is clean, 1 its cloth passes through itself, 2 error.";

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Ending> {
    let common = &arguments.common;
    common.start_threads()?;
    let scene = arguments.input.read(arguments.overrides())?;
    let (folder, start) = (arguments.folder(), arguments.start());
    Run::check(&folder, start)?;
    let replace = common.overwrite || arguments.resume;
    let mut outputs = Outputs::plan(std::slice::from_ref(&arguments.input.scene), &arguments.output_files(), replace)?;
    let mut simulation = Simulation::new(scene)?;
    scene_input::say_notes(&simulation, common);
    let mut bar = FrameBar::new(common.quiet);
    let summary = run::simulate(&mut simulation, &folder, start, &mut |progress| bar.show(&progress))?;
    drop(bar);
    if let Some(path) = &arguments.png {
        let shots = contact_sheet::shots(simulation.scene().specs.simulation.frames);
        let frames: Vec<_> =
            shots.iter().map(|frame| Ok((*frame, Run::read_frame(&folder, *frame)?))).collect::<Result<_>>()?;
        outputs.add(path, contact_sheet::png(&mut simulation, &frames)?);
    }
    let json = serde_json::to_string(&summary).context("cannot write the report")? + "\n";
    if let Some(path) = arguments.json_file() {
        outputs.add(path, json.clone().into_bytes());
    }
    outputs.write()?;
    common.say(&text(&folder, &summary));
    if common.json_to_stdout() {
        print(&json);
    }
    Ok(if summary.clean { Ending::Clean } else { Ending::NotClean })
}

impl Arguments {
    fn overrides(&self) -> Vec<Override> {
        let change = |key: &str, value: String| Override { key: key.to_owned(), value };
        let mode = self.mode.map(|mode| change("simulation.mode", format!("{mode:?}").to_lowercase()));
        let frames =
            self.frames.map(|Frames { first, last }| change("simulation.frames", format!("[{first}, {last}]")));
        let switches = [("simulation.untangle", self.untangle), ("simulation.flypaper", self.flypaper)];
        let switched = switches
            .into_iter()
            .filter_map(|(key, switch)| Some(change(key, matches!(switch?, Switch::On).to_string())));
        mode.into_iter().chain(frames).chain(switched).collect()
    }

    fn folder(&self) -> PathBuf {
        self.output.clone().unwrap_or_else(|| PathBuf::from(format!("{}.run", self.input.stem())))
    }

    fn start(&self) -> Start {
        match (self.resume, self.common.overwrite) {
            (true, _) => Start::Resume,
            (false, true) => Start::Overwrite,
            (false, false) => Start::New,
        }
    }

    fn json_file(&self) -> Option<&Path> {
        self.common.json.as_deref().filter(|_| !self.common.json_to_stdout())
    }

    fn output_files(&self) -> Vec<&Path> {
        self.json_file().into_iter().chain(self.png.as_deref()).collect()
    }
}

fn text(folder: &Path, summary: &Summary) -> String {
    let Summary { frames, seconds, seconds_per_frame, most_crossings, final_crossings, max_stretch, .. } = summary;
    let mut text = String::new();
    let folder = folder.display();
    let _ = writeln!(text, "{folder}: {frames} frames in {seconds:.1} s, {seconds_per_frame:.3} s each");
    let _ = writeln!(text, "the most stretched edge is {max_stretch:.3} times its length at rest");
    for loss in &summary.lost {
        let _ = writeln!(text, "lost: {loss}");
    }
    let _ = match (summary.clean, most_crossings) {
        (true, 0) => writeln!(text, "clean: no frame passes through itself"),
        (true, most) => writeln!(text, "the last frame is clean; at most {most} crossings before"),
        (false, most) => writeln!(text, "NOT CLEAN: {final_crossings} crossings in the last frame, at most {most}"),
    };
    text
}
