//! `selvedge demo`: the main job on a scene that the program carries with it.
//!
//! 1. The scene and everything it names are written to `scene/`, to be looked at and changed.
//! 2. It is simulated to `run/`, as `selvedge simulate` would.
//! 3. `demo.glb` and `demo.png` show it; `story` says what happened.

mod story;

use crate::character::Frames;
use crate::common::{Common, Ending, print};
use crate::contact_sheet;
use crate::export::glb;
use crate::frame_bar::FrameBar;
use crate::outputs::Outputs;
use crate::scene_input;
use anyhow::{Context, Result, bail};
use clap::Args;
use cloth_io::Overwrite;
use driver::run::{self, Progress, Record, Run, Start, Summary};
use driver::{Override, Scene, Simulation};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;
use story::{Files, Story};

/// What changes the scene: all that there is to make the demo longer or shorter, as keys and values of a scene.
const CHANGES: [(&str, &str); 1] = [("simulation.frames", "[0, 192]")];
/// The frames of the picture: at rest, and where elbow, knees, arms and belly pinch most.
const SHOTS: [u32; 8] = [0, 28, 48, 74, 96, 124, 160, 192];
/// The scene's own name.
const SCENE: &str = "demo.toml";
const SCENE_TEXT: &str = include_str!("../../../fixtures/scenes/demo/scene.toml");
/// The folders that the scene finds its meshes in among the fixtures; here all lie beside it.
const FOLDERS: [&str; 2] = ["../../bodies/", "../../garments/"];
/// What the scene names.
const MESHES: [(&str, &[u8]); 3] = [
    ("mannequin.glb", include_bytes!("../../../fixtures/bodies/mannequin.glb")),
    ("shirt.obj", include_bytes!("../../../fixtures/garments/shirt.obj")),
    ("trousers.obj", include_bytes!("../../../fixtures/garments/trousers.obj")),
];

/// Dress a mannequin, let it pinch its clothes, and show what happens
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLE)]
pub struct Arguments {
    /// The folder for everything
    #[arg(short, long, value_name = "DIR", default_value = "selvedge-demo")]
    output: PathBuf,

    /// Frames, both included; 24 are a second [default: all eight seconds]
    #[arg(long, value_name = "A..B")]
    frames: Option<Frames>,

    #[command(flatten)]
    common: Common,
}

const EXAMPLE: &str = "\
Example:
  selvedge demo -o my-demo

A mannequin folds an elbow, squats, presses its arms to its sides and rubs its belly. DIR holds:
  demo.glb   the mannequin and its clothes, animated: for any glTF viewer
  demo.png   the frames that pinch most
  run/       every frame and its report, as `selvedge simulate` writes them
  scene/     the scene and its meshes: change them, and simulate scene/demo.toml again
Exit codes: 0 the last frame is clean, 1 its cloth passes through itself, 2 error.";

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Ending> {
    let (common, folder) = (&arguments.common, &arguments.output);
    common.start_threads()?;
    let begun = Instant::now();
    let files = Files::of(folder);
    check(folder, common.overwrite)?;
    let json_file = common.json.as_deref().filter(|_| !common.json_to_stdout());
    let mut outputs = Outputs::plan(&[], json_file.as_slice(), common.overwrite)?;
    let scene = unpack(&files.scene, arguments.frames)?;
    let start = if common.overwrite { Start::Overwrite } else { Start::New };
    Run::check(&files.run, start)?;
    let mut simulation = Simulation::new(scene)?;
    scene_input::say_notes(&simulation, common);
    let mut story = Story::default();
    let summary = simulate(&mut simulation, &files.run, start, common.quiet, &mut story)?;
    write(&files.glb, &animated(&files.run)?)?;
    write(&files.png, &picture(&mut simulation, &files.run)?)?;
    story.end(&summary, begun.elapsed().as_secs_f64());
    let json = serde_json::to_string(&story).context("cannot write the report")? + "\n";
    if let Some(path) = json_file {
        outputs.add(path, json.clone().into_bytes());
    }
    outputs.write()?;
    common.say(&story.text(&files));
    if common.json_to_stdout() {
        print(&json);
    }
    Ok(if summary.clean { Ending::Clean } else { Ending::NotClean })
}

/// Whether the demo may be written to a folder: a new one, an empty one, or one of an earlier demo.
fn check(folder: &Path, overwrite: bool) -> Result<()> {
    let shown = folder.display();
    if fs::symlink_metadata(folder).is_err() {
        return Ok(());
    }
    if !folder.is_dir() {
        bail!("{shown}: it is a file; name a folder with -o");
    }
    if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none()) {
        return Ok(());
    }
    if !overwrite {
        bail!("{shown}: exists already; name another folder with -o, or replace the demo in it with --overwrite");
    }
    if !folder.join("scene").join(SCENE).is_file() {
        bail!("{shown}: it is a folder, but holds no demo; name another with -o");
    }
    Ok(())
}

/// Writes the scene and its meshes to a folder and reads it from there.
fn unpack(file: &Path, frames: Option<Frames>) -> Result<Scene> {
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).with_context(|| {
        format!(
            "{}: cannot write: the folder cannot be made; check the disk, or name another with -o",
            folder.display()
        )
    })?;
    for (name, bytes) in MESHES {
        write(&folder.join(name), bytes)?;
    }
    let text = FOLDERS.iter().fold(SCENE_TEXT.to_owned(), |text, folder| text.replace(folder, ""));
    write(file, text.as_bytes())?;
    let change = |key: &str, value: String| Override { key: key.to_owned(), value };
    let mut changes: Vec<Override> = CHANGES.iter().map(|(key, value)| change(key, (*value).to_owned())).collect();
    changes.extend(frames.map(|Frames { first, last }| change("simulation.frames", format!("[{first}, {last}]"))));
    Ok(Scene::read(file, &changes)?)
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    Ok(cloth_io::write_atomically(path, bytes, Overwrite::Allow)?)
}

fn simulate(
    simulation: &mut Simulation,
    folder: &Path,
    start: Start,
    quiet: bool,
    story: &mut Story,
) -> Result<Summary> {
    let mut bar = FrameBar::new(quiet);
    let mut watch = |progress: Progress| {
        if let Progress::Frame(report) = &progress {
            story.add(report);
        }
        bar.show(&progress);
    };
    Ok(run::simulate(simulation, folder, start, &mut watch)?)
}

fn animated(folder: &Path) -> Result<Vec<u8>> {
    let record = Record::open(folder, None)?;
    let [first, last] = record.frames();
    glb::encode(&record, Frames { first, last }, None)
}

fn picture(simulation: &mut Simulation, folder: &Path) -> Result<Vec<u8>> {
    let [first, last] = simulation.scene().specs.simulation.frames;
    let all_there = SHOTS.iter().all(|frame| (first..=last).contains(frame));
    let frames = if all_there { SHOTS.to_vec() } else { contact_sheet::shots([first, last]) };
    let shots: Vec<_> =
        frames.iter().map(|frame| Ok((*frame, Run::read_frame(folder, *frame)?))).collect::<Result<_>>()?;
    contact_sheet::png(simulation, &shots)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scene_names_nothing_that_is_not_carried_along() {
        let text = FOLDERS.iter().fold(SCENE_TEXT.to_owned(), |text, folder| text.replace(folder, ""));
        let named: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("file = \"")?.strip_suffix('"')).collect();
        assert_eq!(named.len(), MESHES.len());
        assert!(named.iter().all(|file| MESHES.iter().any(|(name, _)| name == file)), "{named:?}");
    }
}
