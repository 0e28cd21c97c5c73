//! What a run was made of: enough to repeat it, and to see what changed since.

use super::RunError;
use crate::simulation::Simulation;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// `manifest.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the program.
    pub version: String,
    /// What made the run.
    pub command: Command,
    /// The scene with all defaults.
    pub scene: Json,
    /// The way from the run's folder to the scene's, where the inputs are; absent in runs of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// Every input; the scene file first, the others as the scene names them.
    pub inputs: Vec<Input>,
    /// The garments, in the order of the frames' files.
    pub garments: Vec<GarmentInfo>,
    /// The first and the last frame.
    pub frames: [u32; 2],
    /// Frames a second.
    pub fps: f64,
    /// Threads that were used last; frames do not depend on them.
    pub threads: usize,
    /// Whether every frame is there.
    pub finished: bool,
    /// What a smoothed run was made of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smoothed: Option<SmoothedFrom>,
}

/// What a smoothed run was made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SmoothedFrom {
    /// The way from the run's folder to that of the run that was smoothed.
    pub run: String,
    /// How often triangles were cut into four.
    pub levels: usize,
}

/// What makes a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Command {
    /// Frames over time.
    Simulate,
    /// The rest state at the first frame.
    Drape,
    /// The frames of another run, finer and smoother.
    Smooth,
}

/// A file and what was in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// Its name, relative to the scene's folder.
    pub file: String,
    /// SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
}

/// A garment of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GarmentInfo {
    /// Its name.
    pub name: String,
    /// Its vertices.
    pub vertices: usize,
    /// Its triangles.
    pub faces: usize,
    /// Its mesh, relative to the run's folder, where the run holds it itself; elsewhere the scene names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

impl Manifest {
    /// The manifest of a run that is about to begin in a folder.
    pub fn new(simulation: &Simulation, folder: &Path, command: Command) -> Result<Self, RunError> {
        let scene = simulation.scene();
        let frames = scene.specs.simulation.frames;
        let garment = |garment: &crate::garment::Garment| GarmentInfo {
            name: garment.name.clone(),
            vertices: garment.vertex_count(),
            faces: garment.triangle_count(),
            file: None,
        };
        Ok(Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command,
            scene: scene.resolved.clone(),
            folder: Some(way(folder, &scene.folder)),
            inputs: inputs(simulation)?,
            garments: simulation.garments().iter().map(garment).collect(),
            frames: if command == Command::Drape { [frames[0]; 2] } else { frames },
            fps: scene.specs.simulation.fps,
            threads: rayon::current_num_threads(),
            finished: false,
            smoothed: None,
        })
    }

    /// What a run that goes on as `now` would do differently from this one. A later last frame is no difference, nor is the
    /// scene file's text: what it says counts.
    pub fn changes(&self, now: &Self) -> Vec<String> {
        let mut changes = Vec::new();
        if self.version != now.version {
            changes.push(format!("version {} is now {}", self.version, now.version));
        }
        if self.command != now.command {
            changes.push("it was made by another command".to_owned());
        }
        let without_end = |scene: &Json| {
            let mut scene = scene.clone();
            scene["simulation"]["frames"][1] = Json::Null;
            scene
        };
        differences("", &without_end(&self.scene), &without_end(&now.scene), &mut changes);
        for input in now.inputs.iter().skip(1) {
            match self.inputs.iter().skip(1).find(|old| old.file == input.file) {
                Some(old) if old.sha256 == input.sha256 => {}
                Some(_) => changes.push(format!("the file {} has changed", input.file)),
                None => changes.push(format!("the file {} is new", input.file)),
            }
        }
        changes
    }
}

/// Where two scenes differ, as keys with the old and the new value.
fn differences(path: &str, old: &Json, now: &Json, changes: &mut Vec<String>) {
    let inner = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match (old, now) {
        (Json::Object(a), Json::Object(b)) => {
            let keys: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            for key in keys {
                differences(&inner(key), &old[key.as_str()], &now[key.as_str()], changes);
            }
        }
        (Json::Array(a), Json::Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).enumerate().for_each(|(i, (a, b))| differences(&inner(&i.to_string()), a, b, changes));
        }
        (a, b) if a != b => changes.push(format!("{path} was {} and is {}", short(a), short(b))),
        _ => {}
    }
}

fn short(value: &Json) -> String {
    /// Longer values say nothing in a message.
    const LONGEST: usize = 60;
    match value {
        Json::Null => "absent".to_owned(),
        other => {
            let text = other.to_string();
            if text.len() > LONGEST { "something else".to_owned() } else { text }
        }
    }
}

/// Every file that the result depends on, once.
fn inputs(simulation: &Simulation) -> Result<Vec<Input>, RunError> {
    let scene = simulation.scene();
    let specs = &scene.specs;
    let file_name = scene.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut inputs = vec![Input { sha256: hash(&scene.file)?, file: file_name }];
    let bodies = specs.body.iter().map(|body| body.file.as_str());
    let garments = specs.garment.iter().flat_map(|garment| [garment.file.as_deref(), garment.rest_file.as_deref()]);
    let colliders = specs.collider.iter().filter_map(|collider| collider.shape["mesh"]["file"].as_str());
    let named: BTreeSet<&str> = bodies.chain(garments.flatten()).chain(colliders).collect();
    for name in named {
        let path = scene.path(name);
        inputs.push(Input { file: name.to_owned(), sha256: hash(&path)? });
        for buffer in buffers(&path) {
            let beside = Path::new(name).with_file_name(&buffer).to_string_lossy().into_owned();
            inputs.push(Input { sha256: hash(&path.with_file_name(&buffer))?, file: beside });
        }
    }
    Ok(inputs)
}

/// The files beside a `.gltf` that hold its buffers.
fn buffers(path: &Path) -> Vec<String> {
    let is_text = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gltf"));
    let text = if is_text { fs::read(path).unwrap_or_default() } else { Vec::new() };
    let json: Json = serde_json::from_slice(&text).unwrap_or_default();
    let uris = json["buffers"].as_array().into_iter().flatten().filter_map(|buffer| buffer["uri"].as_str());
    // What was read has been checked; a name that is no file here was written in another way, and is left out.
    uris.filter(|uri| !uri.starts_with("data:") && path.with_file_name(uri).is_file()).map(str::to_owned).collect()
}

/// The way from one folder to another, so that both can be moved together.
pub(crate) fn way(from: &Path, to: &Path) -> String {
    let (from, to) = (real(from), real(to));
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return to.to_string_lossy().into_owned();
    }
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    let way: PathBuf = up.chain(to.components().skip(shared)).collect();
    if way.as_os_str().is_empty() { ".".to_owned() } else { way.to_string_lossy().into_owned() }
}

/// A path without links, as far as it exists.
fn real(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let resolve = |there: &Path| Some(there.canonicalize().ok()?.join(path.strip_prefix(there).ok()?));
    path.ancestors().find_map(resolve).unwrap_or_else(|| path.clone())
}

/// SHA-256 of a file's bytes, in hexadecimal.
pub(super) fn hash(path: &Path) -> Result<String, RunError> {
    let bytes = fs::read(path).map_err(|error| RunError::File {
        path: path.to_owned(),
        fault: format!("it cannot be read ({error})"),
        remedy: "check the file".to_owned(),
    })?;
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or('0');
    Ok(Sha256::digest(&bytes).iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_way_back_leads_up_and_down() {
        let root = real(Path::new("."));
        assert_eq!(way(&root.join("no/run"), &root.join("no/scene")), "../scene");
        assert_eq!(way(&root, &root), ".");
        assert_eq!(way(&root.join("a/b"), &root), "../..");
    }

    #[test]
    fn differences_name_keys_and_values() {
        let old = json!({ "a": { "b": 1, "c": [1, 2] }, "d": "x" });
        let now = json!({ "a": { "b": 2, "c": [1, 3] }, "e": "x" });
        let mut changes = Vec::new();
        differences("", &old, &now, &mut changes);
        let expected =
            ["a.b was 1 and is 2", "a.c.1 was 2 and is 3", "d was \"x\" and is absent", "e was absent and is \"x\""];
        assert_eq!(changes, expected);
    }
}
