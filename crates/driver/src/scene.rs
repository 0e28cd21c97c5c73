//! A scene: what is simulated, as a TOML file says it.
//!
//! 1. `tree`: the file as a tree whose values know their lines; `overrides` puts `--set` into it.
//! 2. [`keys`]: every key that exists, as one table; `check` holds the tree against it and fills in the defaults.
//! 3. `fabric`: materials in full; `rules`: what one key asks of another, and which files must be there.
//! 4. [`specs`]: the same as types. The whole tree, defaults and all, goes into a run's manifest.
//!
//! Every fault is found before anything is read or simulated, and all are reported together. Not here: what is inside
//! the files that a scene names.

mod check;
pub mod document;
mod fabric;
pub mod keys;
pub mod kind;
pub mod nearest;
mod overrides;
mod problem;
mod rules;
pub mod specs;
mod tree;

pub use problem::{SceneError, SceneProblem};
pub use specs::{
    BodySpec, ColliderSpec, FrictionSpec, GarmentSpec, InterpolationSpec, KeySpec, PinSpec, PinTarget, RestSpec,
    SheetSpec, SimulationSpec,
};

use problem::Place;
use serde_json::Value as Json;
use specs::Specs;
use std::path::{Path, PathBuf};
use tree::Table;

/// Scene files beyond this are refused, in bytes: nobody writes them by hand.
const LARGEST_FILE: u64 = 16 << 20;

/// A scene whose every value has been checked.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The file, as the user named it.
    pub file: PathBuf,
    /// The folder that file names are relative to.
    pub folder: PathBuf,
    /// What it holds.
    pub specs: Specs,
    /// All of it with its defaults, for the manifest.
    pub resolved: Json,
    tree: Table,
}

/// A key and its new value, as `--set` gives them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// The way to it: `garment.0.material.density`, `garment.flag.layer`, `simulation.fps`.
    pub key: String,
    /// A value as TOML spells it; anything else is a string.
    pub value: String,
}

/// What a scene is called: its file's name without the extension, or its folder's where the file is called `scene.toml`.
pub fn name_of(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default();
    let folder = file.parent().and_then(Path::file_name).filter(|_| stem == "scene");
    folder.unwrap_or(stem).to_string_lossy().into_owned()
}

impl Scene {
    /// Reads and checks a scene, with some of its keys replaced.
    pub fn read(file: &Path, overrides: &[Override]) -> Result<Self, SceneError> {
        let fail = |problems: Vec<SceneProblem>| SceneError { file: file.to_owned(), problems };
        let text = read_text(file).map_err(|problem| fail(vec![problem]))?;
        Self::parse(file, &text, overrides).map_err(fail)
    }

    /// The scene of a manifest, as it was resolved; `folder` is where its files are.
    pub(crate) fn restore(file: &Path, folder: &Path, resolved: &Json) -> Result<Self, SceneError> {
        let fail = |problems: Vec<SceneProblem>| SceneError { file: file.to_owned(), problems };
        match tree::Value::from_json(resolved) {
            tree::Value::Table(tree) => Self::of_tree(file, folder, &tree).map_err(fail),
            other => {
                let fault = format!("its scene is {}", other.kind());
                Err(fail(vec![SceneProblem::new(None, &Place::default(), fault, "simulate it again")]))
            }
        }
    }

    fn parse(file: &Path, text: &str, overrides: &[Override]) -> Result<Self, Vec<SceneProblem>> {
        let mut tree = Table::parse(text).map_err(|(line, fault)| {
            let origin = Some(tree::Origin::Line(line));
            vec![SceneProblem::new(origin, &Place::default(), fault, "correct it as TOML asks (see toml.io)")]
        })?;
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        for change in overrides {
            overrides::apply(&mut tree, change).map_err(|problem| vec![problem])?;
        }
        Self::of_tree(file, folder, &tree)
    }

    fn of_tree(file: &Path, folder: &Path, tree: &Table) -> Result<Self, Vec<SceneProblem>> {
        let mut problems = Vec::new();
        let mut whole = check::check(tree, &mut problems);
        stop_at(&mut problems)?;
        fabric::resolve(&mut whole, &mut problems);
        specs::name_garments(&mut whole);
        specs::fill_solver(&mut whole);
        stop_at(&mut problems)?;
        let resolved = whole.to_json();
        let specs: Specs = serde_json::from_value(resolved.clone()).map_err(|error| {
            vec![SceneProblem::new(None, &Place::default(), error.to_string(), "report this as a defect")]
        })?;
        let scene = Self { file: file.to_owned(), folder: folder.to_owned(), specs, resolved, tree: whole };
        rules::check(&scene, &mut problems);
        stop_at(&mut problems)?;
        Ok(scene)
    }

    /// A file that the scene names, relative to the scene's folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Something wrong at a place such as `garment.2.pin.0.group`.
    pub fn problem(&self, place: &str, fault: impl Into<String>, remedy: impl Into<String>) -> SceneProblem {
        let (place, origin) = Place::parse(place).resolved(&self.tree);
        SceneProblem::new(origin, &place, fault, remedy)
    }

    /// One problem as an error.
    pub fn error(&self, problem: SceneProblem) -> SceneError {
        SceneError { file: self.file.clone(), problems: vec![problem] }
    }
}

fn stop_at(problems: &mut Vec<SceneProblem>) -> Result<(), Vec<SceneProblem>> {
    if problems.is_empty() { Ok(()) } else { Err(std::mem::take(problems)) }
}

fn read_text(file: &Path) -> Result<String, SceneProblem> {
    let problem = |fault: String, remedy: &str| SceneProblem::new(None, &Place::default(), fault, remedy);
    let about = std::fs::metadata(file).map_err(|e| problem(format!("it cannot be read ({e})"), "check the path"))?;
    if !about.is_file() {
        return Err(problem("it is no ordinary file".to_owned(), "name a scene file"));
    }
    if about.len() > LARGEST_FILE {
        return Err(problem("it is larger than 16 MiB".to_owned(), "name a scene file, not a mesh"));
    }
    let bytes = std::fs::read(file).map_err(|e| problem(format!("it cannot be read ({e})"), "check the path"))?;
    String::from_utf8(bytes).map_err(|_| problem("it is no text".to_owned(), "name a scene file in UTF-8"))
}
