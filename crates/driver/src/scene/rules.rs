//! What one key asks of another, and which files must be there.

use super::problem::SceneProblem;
use super::specs::{ColliderSpec, FrictionSpec, GarmentSpec, PinSpec, PinTarget, RestSpec};
use super::{Scene, nearest::nearest};
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::path::Path;

/// The most quads of a sheet.
const MOST_QUADS: u64 = 4_000_000;

/// Checks everything that concerns more than one key.
pub(crate) fn check(scene: &Scene, problems: &mut Vec<SceneProblem>) {
    let mut rules = Rules { scene, problems };
    rules.body();
    rules.garments();
    rules.colliders();
    rules.flypaper();
    rules.frames();
}

struct Rules<'s> {
    scene: &'s Scene,
    problems: &'s mut Vec<SceneProblem>,
}

impl Rules<'_> {
    fn refuse(&mut self, place: &str, fault: impl Into<String>, remedy: impl Into<String>) {
        self.problems.push(self.scene.problem(place, fault, remedy));
    }

    fn file(&mut self, place: &str, name: &str) {
        let path = self.scene.path(name);
        if !path.is_file() {
            let remedy = "check the name; it is relative to the scene's folder";
            self.refuse(place, format!("there is no file {}", path.display()), remedy);
        }
    }

    fn body(&mut self) {
        let Some(body) = &self.scene.specs.body else { return };
        self.file("body.file", &body.file);
        if !is_gltf(&body.file) {
            self.refuse("body.file", format!("{:?} is no glTF file", body.file), "name a .glb or .gltf file");
        }
        self.friction("body.friction", body.friction);
        for (pattern, value) in body.friction_of.iter().filter_map(Json::as_object).flatten() {
            if let Ok(friction) = serde_json::from_value(value.clone()) {
                self.friction(&format!("body.friction_of.{pattern}"), friction);
            }
        }
    }

    fn garments(&mut self) {
        let garments = &self.scene.specs.garment;
        if garments.is_empty() {
            self.refuse("garment", "there is none", "add a [[garment]] with a file, a node or a shape");
        }
        let mut names = BTreeSet::new();
        for (index, garment) in garments.iter().enumerate() {
            let place = format!("garment.{index}");
            if !names.insert(garment.name.as_str()) {
                let fault = format!("another garment is called {:?} too", garment.name);
                self.refuse(&format!("{place}.name"), fault, "give each a name of its own");
            }
            self.garment(&place, garment);
            for (number, pin) in garment.pin.iter().enumerate() {
                self.pin(&format!("{place}.pin.{number}"), pin);
            }
        }
    }

    fn garment(&mut self, place: &str, garment: &GarmentSpec) {
        let given = [garment.file.is_some(), garment.node.is_some(), garment.shape.is_some()];
        if given.iter().filter(|given| **given).count() != 1 {
            self.refuse(place, "it must be exactly one of file, node and shape", "give one of the three");
        }
        if let Some(file) = &garment.file {
            self.file(&format!("{place}.file"), file);
        }
        if let Some(file) = &garment.rest_file {
            let place = format!("{place}.rest_file");
            self.file(&place, file);
            if garment.rest == RestSpec::Uv {
                let remedy = "leave one of the two out";
                self.refuse(&place, "it has no effect where texture coordinates are the rest shape", remedy);
            }
        }
        if garment.node.is_some() && self.scene.specs.body.is_none() {
            self.refuse(
                &format!("{place}.node"),
                "there is no body whose node it could be",
                "add [body], or name a file",
            );
        }
        if let Some(shape) = &garment.shape {
            let [columns, rows] = shape.sheet.cells.map(u64::from);
            if columns * rows > MOST_QUADS {
                let fault = format!("{columns} by {rows} quads are more than {MOST_QUADS}");
                self.refuse(&format!("{place}.shape.sheet.cells"), fault, "ask for fewer");
            }
        }
        if garment.uv_scale.is_some() && garment.rest == RestSpec::Mesh {
            let remedy = "add rest = \"uv\", or leave it out";
            self.refuse(&format!("{place}.uv_scale"), "it has no effect where the mesh is the rest shape", remedy);
        }
    }

    fn pin(&mut self, place: &str, pin: &PinSpec) {
        if pin.group.is_some() == pin.vertices.is_some() {
            self.refuse(place, "it must be exactly one of group and vertices", "give one of the two");
        }
        if pin.to == PinTarget::Body && self.scene.specs.body.is_none() {
            self.refuse(&format!("{place}.to"), "there is no body", "add [body], or pin to \"world\"");
        }
        if pin.velocity.is_some() && !pin.path.is_empty() {
            self.refuse(place, "it has both move and path", "give one of the two");
        }
        self.times(place, &pin.path.iter().map(|key| key.time).collect::<Vec<_>>());
    }

    fn times(&mut self, place: &str, times: &[f64]) {
        for (number, pair) in times.windows(2).enumerate().filter(|(_, pair)| pair[1] <= pair[0]) {
            let fault = format!("{} s is not later than the key before", pair[1]);
            self.refuse(&format!("{place}.path.{}.time", number + 1), fault, "put the keys in order of time");
        }
    }

    fn friction(&mut self, place: &str, friction: FrictionSpec) {
        if let FrictionSpec::Apart { sticking, sliding } = friction
            && sliding > sticking
        {
            let fault = format!("{sliding} is more than sticking, {sticking}");
            self.refuse(&format!("{place}.sliding"), fault, "what slides is never held back more than what sticks");
        }
    }

    fn colliders(&mut self) {
        let mut names = BTreeSet::new();
        for (index, collider) in self.scene.specs.collider.iter().enumerate() {
            let place = format!("collider.{index}");
            if !names.insert(collider.name.as_str()) {
                let fault = format!("another collider is called {:?} too", collider.name);
                self.refuse(&format!("{place}.name"), fault, "give each a name of its own");
            }
            self.collider(&format!("{place}.shape"), collider);
            self.friction(&format!("{place}.friction"), collider.friction);
            self.times(&place, &collider.path.iter().map(|key| key.time).collect::<Vec<_>>());
        }
    }

    fn collider(&mut self, place: &str, collider: &ColliderSpec) {
        if collider.shape.as_object().is_none_or(|shape| shape.len() != 1) {
            self.refuse(place, "it must be exactly one shape", "give one of plane, sphere, capsule, box, mesh");
        }
        let normal = collider.shape["plane"]["normal"].as_array();
        if normal.is_some_and(|normal| normal.iter().all(|x| x.as_f64() == Some(0.0))) {
            self.refuse(&format!("{place}.plane.normal"), "it has no length", "give a direction such as [0, 1, 0]");
        }
        let mesh = &collider.shape["mesh"];
        let Some(file) = mesh["file"].as_str() else { return };
        self.file(&format!("{place}.mesh.file"), file);
        if !mesh["animation"].is_null() && !is_gltf(file) {
            let fault = format!("{file:?} is no glTF file and has none");
            self.refuse(&format!("{place}.mesh.animation"), fault, "name a .glb or .gltf file, or leave it out");
        }
    }

    fn flypaper(&mut self) {
        let Some(flypaper) = &self.scene.specs.flypaper else { return };
        let garments = &self.scene.specs.garment;
        for (index, entry) in flypaper["garment"].as_array().into_iter().flatten().enumerate() {
            let name = entry["name"].as_str().unwrap_or_default();
            if garments.iter().any(|garment| garment.name == name) {
                continue;
            }
            let known: Vec<&str> = garments.iter().map(|garment| garment.name.as_str()).collect();
            let remedy = match nearest(name, known.iter().copied()) {
                Some(near) => format!("did you mean {near:?}?"),
                None => format!("there are {}", known.join(", ")),
            };
            self.refuse(&format!("flypaper.garment.{index}.name"), format!("there is no garment {name:?}"), remedy);
        }
    }

    fn frames(&mut self) {
        let [first, last] = self.scene.specs.simulation.frames;
        if first > last {
            let fault = format!("the first frame {first} is after the last, {last}");
            self.refuse("simulation.frames", fault, "give the first, then the last");
        }
    }
}

fn is_gltf(file: &str) -> bool {
    let extension = Path::new(file).extension().unwrap_or_default();
    ["glb", "gltf"].iter().any(|known| extension.eq_ignore_ascii_case(known))
}
