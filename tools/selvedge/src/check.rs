//! `selvedge check`: is a scene good, and what does it hold?

use crate::common::{Common, Ending, print};
use crate::outputs::Outputs;
use crate::scene_input::SceneInput;
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use driver::scene::document;
use driver::{Override, Simulation};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::PathBuf;

/// Validate a scene and everything it names, without simulating
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLE)]
pub struct Arguments {
    /// The scene: a TOML file
    #[arg(value_name = "SCENE", required_unless_present = "keys")]
    scene: Option<PathBuf>,

    /// Replace a key of the scene, as in `simulation.fps=30`; repeatable
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = crate::scene_input::parse_override)]
    set: Vec<Override>,

    /// Print every key that a scene may have: what it holds, its unit, default, meaning and source
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    keys: Option<Form>,

    #[command(flatten)]
    common: Common,
}

/// How the keys are printed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Form {
    /// A paragraph each
    Text,
    /// One table
    Markdown,
}

const EXAMPLE: &str = "\
Example, from the project's folder:
  selvedge check fixtures/scenes/flag/scene.toml
  selvedge check --keys

Every fault is named with its line and its remedy. Exit codes: 0 good, 2 not.";

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Ending> {
    let common = &arguments.common;
    if let Some(form) = arguments.keys {
        print(&match form {
            Form::Text => document::plain(),
            Form::Markdown => document::markdown(),
        });
    }
    let Some(scene) = &arguments.scene else { return Ok(Ending::Clean) };
    common.start_threads()?;
    let json = common.json.as_deref().filter(|_| !common.json_to_stdout());
    let files: Vec<_> = json.into_iter().collect();
    let mut outputs = Outputs::plan(std::slice::from_ref(scene), &files, common.overwrite)?;
    let input = SceneInput { scene: scene.clone(), set: arguments.set.clone() };
    let simulation = Simulation::new(input.read(Vec::new())?)?;
    let report = report(&simulation);
    let text = serde_json::to_string(&report).context("cannot write the report")? + "\n";
    if let Some(path) = json {
        outputs.add(path, text.clone().into_bytes());
    }
    outputs.write()?;
    common.say(&summary(&simulation));
    if common.json_to_stdout() {
        print(&text);
    }
    Ok(Ending::Clean)
}

fn report(simulation: &Simulation) -> Value {
    let garment = |garment: &driver::garment::Garment| json!({ "name": garment.name, "vertices": garment.vertex_count(), "faces": garment.triangle_count() });
    json!({
        "scene": simulation.scene().resolved,
        "garments": simulation.garments().iter().map(garment).collect::<Vec<_>>(),
        "mass": simulation.mass(),
        "pinned": simulation.pinned(),
        "notes": simulation.notes(),
    })
}

fn summary(simulation: &Simulation) -> String {
    let scene = simulation.scene();
    let mut text = format!("{}: good\n", scene.file.display());
    for (garment, spec) in simulation.garments().iter().zip(&scene.specs.garment) {
        let (vertices, faces) = (garment.vertex_count(), garment.triangle_count());
        let (pins, layer) = (spec.pin.len(), spec.layer);
        let _ = writeln!(
            text,
            "  garment {:?}: {vertices} vertices, {faces} faces, {pins} pins, layer {layer}",
            garment.name
        );
    }
    let _ = writeln!(text, "  {:.3} kg of cloth, {} particles pinned", simulation.mass(), simulation.pinned());
    if let Some(body) = &scene.specs.body {
        let faces = simulation.body_triangles().map_or(0, |triangles| triangles.len());
        let _ = writeln!(text, "  body {}: {faces} faces", body.file);
    }
    let time = &scene.specs.simulation;
    let [first, last] = time.frames;
    let _ = writeln!(text, "  frames {first} to {last} at {} a second, {} steps each", time.fps, time.steps_per_frame);
    for note in simulation.notes() {
        let _ = writeln!(text, "note: {note}");
    }
    text
}
