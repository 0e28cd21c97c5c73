//! A run that is there, read back: what it was made of, which frames it has, and what they belong to.
//!
//! The manifest has the scene as it was resolved, `--set` and all, so the scene file itself is not needed. The meshes
//! are: they are found beside where the scene was, or in a folder that the user names.

use super::folder::{FRAMES, LINES, MANIFEST, file_error, read_manifest};
use super::manifest::hash;
use super::{Manifest, Run, RunError, positions};
use crate::figure;
use crate::garment::Garment;
use crate::scene::Scene;
use crate::scene::specs::Specs;
use crate::simulation::Simulation;
use body::{Body, Wrap};
use geometry::Point;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What the user can do about an input that is gone.
const SAY_WHERE: &str = "bring it back, or name the folder of the scene's files with --inputs";

/// A run that is there.
#[derive(Clone, Debug)]
pub struct Record {
    folder: PathBuf,
    inputs: PathBuf,
    manifest: Manifest,
    specs: Specs,
    last: u32,
}

/// The character of a run.
#[derive(Clone, Debug)]
pub struct Character {
    /// Its file.
    pub path: PathBuf,
    /// Its surface, without the garments of the same file.
    pub body: Body,
    /// The clip that played; without one it kept its bind pose. Its time at a frame is the frame's own, frame / fps.
    pub clip: Option<usize>,
    /// What happened beyond the clip's end.
    pub wrap: Wrap,
}

/// Where a run holds its meshes itself, those are its garments.
fn own_meshes(specs: &mut Specs, manifest: &Manifest, folder: &Path) {
    let here = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    for (spec, info) in specs.garment.iter_mut().zip(&manifest.garments) {
        if let Some(file) = &info.file {
            spec.file = Some(here.join(file).to_string_lossy().into_owned());
            spec.shape = None;
        }
    }
}

impl Record {
    /// Opens a run. `inputs` is the folder that the scene's files are in, if it is not where the run knows it to be.
    pub fn open(folder: &Path, inputs: Option<&Path>) -> Result<Self, RunError> {
        let no_run = |fault: &str| {
            let remedy = "name a folder that selvedge simulate or drape has written";
            Err(file_error(folder, fault.to_owned(), remedy))
        };
        if !folder.exists() {
            return no_run("there is no such run");
        }
        if !folder.join(MANIFEST).is_file() {
            return no_run("it is no run: it has no manifest.json");
        }
        let manifest = read_manifest(folder)?;
        let mut specs: Specs = serde_json::from_value(manifest.scene.clone()).map_err(|error| {
            let fault = format!("its scene cannot be read ({error})");
            file_error(&folder.join(MANIFEST), fault, "simulate it again with --overwrite")
        })?;
        own_meshes(&mut specs, &manifest, folder);
        let [first, wanted] = manifest.frames;
        let is_there = |frame: &u32| folder.join(FRAMES).join(positions::file_name(*frame)).is_file();
        let Some(last) = (first..=wanted).take_while(is_there).last() else {
            return Err(file_error(folder, format!("it has no frame {first}"), "simulate it with --resume"));
        };
        let inputs = inputs.map_or_else(|| folder.join(manifest.folder.as_deref().unwrap_or(".")), Path::to_owned);
        Ok(Self { folder: folder.to_owned(), inputs, manifest, specs, last })
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder that the scene's files are in.
    pub fn inputs(&self) -> &Path {
        &self.inputs
    }

    /// What the run was made of.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The scene, with all defaults.
    pub fn specs(&self) -> &Specs {
        &self.specs
    }

    /// The first and the last frame that are there, without a gap.
    pub fn frames(&self) -> [u32; 2] {
        [self.manifest.frames[0], self.last]
    }

    /// Whether every frame that the run was to have is there.
    pub fn is_whole(&self) -> bool {
        self.manifest.finished && self.last == self.manifest.frames[1]
    }

    /// The time of a frame, in s.
    pub fn time(&self, frame: u32) -> f64 {
        f64::from(frame) / self.manifest.fps
    }

    /// Every garment's vertices at a frame, in the order of its file.
    pub fn positions(&self, frame: u32) -> Result<Vec<Vec<Point>>, RunError> {
        let garments = Run::read_frame(&self.folder, frame)?;
        let fits = garments.iter().map(Vec::len).eq(self.manifest.garments.iter().map(|garment| garment.vertices));
        if fits {
            return Ok(garments);
        }
        let path = self.folder.join(FRAMES).join(positions::file_name(frame));
        Err(file_error(&path, "it is a frame of another run".to_owned(), "simulate it again with --overwrite"))
    }

    /// The garments, read again.
    pub fn garments(&self) -> Result<Vec<Garment>, RunError> {
        let body = self.specs.body.as_ref().map(|body| body.file.as_str());
        let read = |(spec, info): (_, &super::manifest::GarmentInfo)| {
            let garment = Garment::open(&self.inputs, body, spec)
                .map_err(|error| file_error(&error.path, error.fault, &format!("{}; {SAY_WHERE}", error.remedy)))?;
            if garment.vertex_count() == info.vertices {
                return Ok(garment);
            }
            let (now, then) = (garment.vertex_count(), info.vertices);
            let fault = format!("garment {:?}: it has {now} vertices, and had {then} in the run", info.name);
            Err(file_error(&self.inputs, fault, SAY_WHERE))
        };
        self.specs.garment.iter().zip(&self.manifest.garments).map(read).collect()
    }

    /// The character, read again, if the scene has one.
    pub fn character(&self) -> Result<Option<Character>, RunError> {
        let Some(spec) = &self.specs.body else { return Ok(None) };
        let path = self.inputs.join(&spec.file);
        let wrong = |error: body::BodyError| file_error(&path, error.to_string(), SAY_WHERE);
        let body = figure::open(&self.inputs, &self.specs, spec).map_err(wrong)?;
        let clip = figure::clip(spec, &body).map_err(wrong)?;
        Ok(Some(Character { body, clip, wrap: figure::wrap(spec), path }))
    }

    /// The scene as it was at the beginning, read again: for whoever needs its solids and its cloth.
    pub(crate) fn simulation(&self) -> Result<Simulation, RunError> {
        if let Some(smoothed) = &self.manifest.smoothed {
            let run = self.folder.join(&smoothed.run);
            let remedy = format!("smooth {}, with more --levels", run.display());
            return Err(file_error(&self.folder, "it is smoothed already".to_owned(), &remedy));
        }
        let path = self.folder.join(MANIFEST);
        let wrong = |error: crate::SceneError| {
            file_error(&path, format!("its scene cannot be brought back ({error})"), SAY_WHERE)
        };
        let scene = Scene::restore(&path, &self.inputs, &self.manifest.scene).map_err(wrong)?;
        let simulation = Simulation::new(scene).map_err(wrong)?;
        for (garment, info) in simulation.garments().iter().zip(&self.manifest.garments) {
            let (now, then) = (garment.vertex_count(), info.vertices);
            if now != then {
                let fault = format!("garment {:?}: it has {now} vertices, and had {then} in the run", info.name);
                return Err(file_error(&self.inputs, fault, SAY_WHERE));
            }
        }
        Ok(simulation)
    }

    /// The reports of the frames, by frame; those that cannot be read are left out.
    pub fn reports(&self) -> BTreeMap<u32, Json> {
        let text = fs::read_to_string(self.folder.join(LINES)).unwrap_or_default();
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Json>(line).ok());
        lines.filter_map(|line| Some((u32::try_from(line["frame"].as_u64()?).ok()?, line))).collect()
    }

    /// Something wrong with the run.
    pub(crate) fn problem(&self, fault: &dyn std::fmt::Display) -> RunError {
        file_error(&self.folder, fault.to_string(), "ask for fewer --levels")
    }

    /// The inputs that are not what they were when the run was made; the scene file's own text does not count.
    pub fn changed_inputs(&self) -> Vec<PathBuf> {
        let inputs = self.manifest.inputs.iter().skip(1).map(|input| (self.inputs.join(&input.file), &input.sha256));
        inputs.filter(|(path, sha256)| hash(path).is_ok_and(|now| now != **sha256)).map(|(path, _)| path).collect()
    }
}
