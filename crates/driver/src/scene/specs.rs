//! A scene as types. The meaning, unit and default of every field are in the table of [`super::keys`].

use super::tree::{Node, Origin, Table, Value};
use crate::mutation::Mutation;
use dynamics::{Material, Settings};
use geometry::Vector;
use serde::Deserialize;
use serde_json::Value as Json;
use std::path::Path;

/// All of a scene.
#[derive(Clone, Debug, Deserialize)]
pub struct Specs {
    /// The character.
    pub body: Option<BodySpec>,
    /// The garments: at least one.
    pub garment: Vec<GarmentSpec>,
    /// Weights of surfaces that hold pinched cloth, in the order of the file.
    pub flypaper: Option<Json>,
    /// Solids besides the body.
    #[serde(default)]
    pub collider: Vec<ColliderSpec>,
    /// The air.
    pub wind: WindSpec,
    /// Time and steps.
    pub simulation: SimulationSpec,
}

/// `[body]`.
#[derive(Clone, Debug, Deserialize)]
pub struct BodySpec {
    /// The glTF file.
    pub file: String,
    /// The animation, by name or number.
    pub animation: Option<NameOrNumber>,
    /// What happens beyond its end.
    pub wrap: WrapSpec,
    /// Patterns of nodes or meshes that are the body.
    pub collide: Option<Vec<String>>,
    /// How cloth rubs on it.
    pub friction: FrictionSpec,
    /// The same by patterns of joints, in the order of the file.
    pub friction_of: Option<Json>,
}

/// How cloth rubs on something.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum FrictionSpec {
    /// One coefficient for cloth at rest and cloth that slides.
    Same(f64),
    /// One for each.
    Apart {
        /// Of cloth at rest.
        sticking: f64,
        /// Of cloth that slides.
        sliding: f64,
    },
}

/// A name or a number.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum NameOrNumber {
    /// A name.
    Name(String),
    /// A number from 0.
    Number(u64),
}

/// What happens beyond an animation's end.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WrapSpec {
    /// The last pose holds.
    Clamp,
    /// It begins again.
    Loop,
}

/// `[[garment]]`. Exactly one of `file`, `node` and `shape` is there.
#[derive(Clone, Debug, Deserialize)]
pub struct GarmentSpec {
    /// Its name.
    pub name: String,
    /// Its mesh.
    pub file: Option<String>,
    /// Its node in the body's file.
    pub node: Option<String>,
    /// Its mesh, made from nothing.
    pub shape: Option<ShapeSpec>,
    /// What it is made of.
    pub material: Material,
    /// Its place in the order of layers.
    pub layer: u32,
    /// The shape without tension.
    pub rest: RestSpec,
    /// The mesh that is that shape.
    pub rest_file: Option<String>,
    /// Metres per unit of texture coordinates.
    pub uv_scale: Option<f64>,
    /// How fast it is at the start, in m/s.
    pub velocity: [f64; 3],
    /// What is pinned.
    #[serde(default)]
    pub pin: Vec<PinSpec>,
}

/// The shape without tension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RestSpec {
    /// The mesh as it is.
    Mesh,
    /// The flat pattern of its texture coordinates.
    Uv,
}

/// A mesh made from nothing.
#[derive(Clone, Debug, Deserialize)]
pub struct ShapeSpec {
    /// A flat rectangle.
    pub sheet: SheetSpec,
}

/// A flat rectangle of quads.
#[derive(Clone, Debug, Deserialize)]
pub struct SheetSpec {
    /// Width and height, in m.
    pub size: [f64; 2],
    /// Quads along each.
    pub cells: [u32; 2],
    /// The axes along which they run.
    pub plane: PlaneSpec,
    /// Its middle, in m.
    pub center: [f64; 3],
}

/// The axes along which a sheet's width and height run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlaneSpec {
    /// It lies.
    Xz,
    /// It stands, seen from the front.
    Xy,
    /// It stands, seen from the side.
    Zy,
}

/// An entry of `pin`. Exactly one of `group` and `vertices` is there.
#[derive(Clone, Debug, Deserialize)]
pub struct PinSpec {
    /// A group of the file.
    pub group: Option<String>,
    /// Vertices in the file's order.
    pub vertices: Option<Vec<u32>>,
    /// What holds them.
    pub to: PinTarget,
    /// Letters of the directions in which they are held.
    pub fix: String,
    /// A steady motion, in m/s.
    #[serde(rename = "move")]
    pub velocity: Option<[f64; 3]>,
    /// A motion by keys.
    #[serde(default)]
    pub path: Vec<KeySpec>,
}

/// What holds pinned vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PinTarget {
    /// Where they were at the start.
    World,
    /// The nearest face of the body.
    Body,
}

/// A key of a pin's motion.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct KeySpec {
    /// When, in s.
    pub time: f64,
    /// How far away, in m.
    pub offset: [f64; 3],
}

/// `[[collider]]`.
#[derive(Clone, Debug, Deserialize)]
pub struct ColliderSpec {
    /// Its name.
    pub name: String,
    /// One of the shapes, as a table with one key.
    pub shape: Json,
    /// How cloth rubs on it.
    pub friction: FrictionSpec,
    /// A motion by keys.
    #[serde(default)]
    pub path: Vec<PlaceSpec>,
    /// How it goes from key to key.
    pub interpolation: InterpolationSpec,
}

/// A key of a collider's motion.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct PlaceSpec {
    /// When, in s.
    pub time: f64,
    /// How far away, in m.
    pub offset: [f64; 3],
    /// Axis times angle, in degrees.
    pub turn: [f64; 3],
}

/// How a collider goes from key to key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InterpolationSpec {
    /// It starts and stops gently.
    Smooth,
    /// It moves evenly.
    Linear,
}

/// `[wind]`.
#[derive(Clone, Debug, Deserialize)]
pub struct WindSpec {
    /// In m/s.
    pub velocity: [f64; 3],
}

/// `[simulation]`.
#[derive(Clone, Debug, Deserialize)]
pub struct SimulationSpec {
    /// `gia`, `robust`, `hybrid` or `boxes`.
    pub mode: String,
    /// Whether pinched cloth is held.
    pub flypaper: bool,
    /// Frames a second.
    pub fps: f64,
    /// Steps a frame.
    pub steps_per_frame: u32,
    /// Seconds before the first frame.
    pub lead_in: f64,
    /// The first and the last frame.
    pub frames: [u32; 2],
    /// In m/s².
    pub gravity: [f64; 3],
    /// The midpoint blend λ.
    pub blend: f64,
    /// Of the solve.
    pub tolerance: f64,
    /// Between layers of cloth.
    pub cloth_friction: f64,
    /// Steps between two proofs that nothing passes through anything.
    pub collision_steps: u32,
    /// Whether rounds of several steps in which something collides are taken anew with fewer.
    pub rewind: bool,
    /// Whether the analysis has a say in what becomes of layers.
    pub untangle: bool,
    /// The frame from which on it has.
    pub untangle_from: u32,
    /// What is broken on purpose.
    pub mutation: Mutation,
}

impl SimulationSpec {
    /// How steps are taken.
    pub fn settings(&self) -> Settings {
        Settings { blend: self.blend, tolerance: self.tolerance, ..Settings::default() }
    }

    /// Whether every step is made clean, wherever solids and pins leave room.
    pub fn stays_clean(&self) -> bool {
        self.mode == "robust" || self.mode == "hybrid"
    }

    /// Whether layers are kept apart by the boxes of their triangles, and by nothing else.
    pub fn previews(&self) -> bool {
        self.mode == "boxes"
    }

    /// Whether what has passed through is drawn back. Robust mode lets nothing pass, and what it could not prevent it leaves; a preview
    /// has no time for it.
    pub fn untangles(&self) -> bool {
        self.untangle && self.mode != "robust" && !self.previews()
    }

    /// Whether pinched cloth is held. Robust mode does without: cloth that is held goes where it is told, clean or not.
    pub fn holds_pinched(&self) -> bool {
        self.flypaper && self.mode != "robust"
    }

    /// Gravity, in m/s².
    pub fn gravity(&self) -> Vector {
        Vector::from(self.gravity)
    }
}

/// Gives every garment a name: that of its file, its node or its shape.
pub(crate) fn name_garments(tree: &mut Table) {
    let Some(Node { value: Value::List(garments), .. }) = tree.get_mut("garment") else { return };
    for garment in garments {
        let Value::Table(garment) = &mut garment.value else { continue };
        if garment.get("name").is_some() {
            continue;
        }
        let text = |key: &str| garment.get(key).and_then(|node| node.value.text());
        let stem = |file: &str| Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = text("file").and_then(stem).or_else(|| text("node").map(str::to_owned));
        let name = Value::Text(name.unwrap_or_else(|| "sheet".to_owned()));
        garment.entries.insert(0, ("name".to_owned(), Node { origin: Origin::Default, value: name }));
    }
}

/// Fills in what the solver chooses by itself.
pub(crate) fn fill_solver(tree: &mut Table) {
    let Some(Node { value: Value::Table(simulation), .. }) = tree.get_mut("simulation") else { return };
    let settings = Settings::default();
    for (key, value) in [("blend", settings.blend), ("tolerance", settings.tolerance)] {
        if simulation.get(key).is_none() {
            simulation.set(key, Node { origin: Origin::Default, value: Value::Number(value) });
        }
    }
}
