//! What the commands on scenes share: the scene with its `--set`, and its notes.

use crate::common::{Common, complain};
use anyhow::{Result, anyhow};
use clap::Args;
use driver::{Override, Scene, Simulation};
use std::path::PathBuf;

/// A scene and its changes.
#[derive(Clone, Debug, Args)]
pub struct SceneInput {
    /// The scene: a TOML file (`selvedge check --keys` lists its keys)
    #[arg(value_name = "SCENE")]
    pub scene: PathBuf,

    /// Replace a key of the scene, as in `simulation.fps=30` or `garment.flag.material.density=0.2`; repeatable
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = parse_override)]
    pub set: Vec<Override>,
}

/// A key and its value on both sides of `=`.
pub fn parse_override(text: &str) -> Result<Override> {
    let (key, value) = text.split_once('=').ok_or_else(|| anyhow!("{text:?} has no `=`; write it as key=value"))?;
    Ok(Override { key: key.trim().to_owned(), value: value.trim().to_owned() })
}

impl SceneInput {
    /// Reads the scene, with further changes after those of `--set`.
    pub fn read(&self, more: Vec<Override>) -> Result<Scene> {
        let changes: Vec<Override> = self.set.iter().cloned().chain(more).collect();
        Ok(Scene::read(&self.scene, &changes)?)
    }

    /// What the scene is called: a name for what is made from it.
    pub fn stem(&self) -> String {
        driver::scene::name_of(&self.scene)
    }
}

/// Says aloud, once, what the scene asks for and is not done.
pub fn say_notes(simulation: &Simulation, common: &Common) {
    if !common.quiet {
        for note in simulation.notes() {
            complain(&format!("note: {note}"));
        }
    }
}
