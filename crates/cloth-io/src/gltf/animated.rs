//! Garments over time beside the character that wears them, in one file that any viewer plays.
//!
//! 1. The character's file is the beginning: meshes, skins, materials, pictures, everything. Nodes whose meshes are among
//!    the garments are emptied, so that nothing shows twice.
//! 2. Of its animations the one that played is kept, cut to the frames: `clip`.
//! 3. A garment is a mesh at its first frame with a morph target for every later one; weights that run straight from one
//!    target to the next move it: `garment`. They are channels of the same animation, so that both play together.
//! 4. A single frame has no animation: the nodes are where the clip puts them.
//!
//! Morph targets are how glTF moves vertices freely. Viewers differ in how many they can show at once; at any time only
//! two of these have a weight.

mod clip;
mod garment;

use std::collections::BTreeSet;

use geometry::Point;
use gltf_file::{Container, GltfFile};
use serde_json::{Value, json};

use super::additions::{Additions, Use};
use super::{GltfDocument, pack, prune};
use crate::{Piece, Problem};

/// The character that wears the garments.
#[derive(Clone, Copy, Debug)]
pub struct Wearer<'d> {
    /// Its file.
    pub document: &'d GltfDocument,
    /// What it plays; without a clip it keeps its bind pose.
    pub clip: Option<Clip>,
}

/// A clip of a character's file, and how it plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clip {
    /// Which animation of the file.
    pub animation: usize,
    /// Its time at the first frame, in s.
    pub start: f64,
    /// The time of its last key, in s.
    pub duration: f64,
    /// Whether it begins again after that; else its last pose holds.
    pub repeats: bool,
}

/// A garment's mesh over time.
#[derive(Clone, Debug)]
pub struct MovingPiece<'p> {
    /// What a viewer calls it.
    pub name: String,
    /// Its faces, texture coordinates and materials; its own positions do not count.
    pub piece: &'p Piece,
    /// Its vertices at every frame.
    pub frames: Vec<Vec<Point>>,
    /// Red green blue of materials that are not known, linear.
    pub color: [f32; 3],
    /// The name of the piece of the wearer's own file that it is, if it is one: its materials are known.
    pub node: Option<String>,
}

/// A self-contained `.glb` of a character and its garments; `times` are those of the frames, in s from the first.
pub fn write_animated_glb(
    wearer: Option<&Wearer>,
    garments: &[MovingPiece],
    times: &[f64],
) -> Result<Vec<u8>, Problem> {
    let nobody = GltfFile::from_bytes(br#"{"asset": {"version": "2.0"}}"#, None)?;
    let file = wearer.map_or(&nobody, |wearer| wearer.document.file());
    let mut added = Additions::new(file);
    added.value["asset"]["generator"] = json!(concat!("Selvedge ", env!("CARGO_PKG_VERSION")));
    let hidden = wearer.map(|wearer| hide(&mut added, wearer.document, garments)).transpose()?.unwrap_or_default();
    let length = times.last().copied().unwrap_or(0.0);
    let mut animation = clip::play(&mut added, wearer, &hidden, length)?;
    let nodes: Vec<usize> =
        garments.iter().map(|garment| garment::add(&mut added, garment, times.len())).collect::<Result<_, _>>()?;
    show(&mut added, file, &nodes)?;
    if times.len() > 1 {
        garment::move_all(&mut added, &mut animation, &nodes, times)?;
    }
    match animation.finish() {
        Some(animation) => added.value["animations"] = json!([animation]),
        None => drop(added.value.as_object_mut().and_then(|members| members.shift_remove("animations"))),
    }
    let (mut value, mut buffers) = added.finish()?;
    prune::prune(&mut value, &mut buffers);
    pack::pack(file, value, buffers, Container::Glb)
}

/// An animation that is being put together.
struct Animation {
    name: String,
    channels: Vec<Value>,
    samplers: Vec<Value>,
}

impl Animation {
    /// A sampler with straight lines between its keys. Returns its index.
    fn sampler(&mut self, input: usize, output: usize) -> usize {
        self.samplers.push(json!({"input": input, "output": output, "interpolation": "LINEAR"}));
        self.samplers.len() - 1
    }

    fn channel(&mut self, sampler: usize, node: usize, path: &str) {
        self.channels.push(json!({"sampler": sampler, "target": {"node": node, "path": path}}));
    }

    /// glTF has no empty animations.
    fn finish(self) -> Option<Value> {
        let Self { name, channels, samplers } = self;
        (!channels.is_empty()).then(|| json!({"name": name, "channels": channels, "samplers": samplers}))
    }
}

/// Takes their meshes from the nodes that are garments, and returns those nodes.
fn hide(added: &mut Additions, document: &GltfDocument, garments: &[MovingPiece]) -> Result<BTreeSet<usize>, Problem> {
    let names: BTreeSet<&str> = garments.iter().filter_map(|garment| garment.node.as_deref()).collect();
    let pieces = document.pieces.iter().zip(&document.sources);
    let nodes: BTreeSet<usize> =
        pieces.filter(|(piece, _)| names.contains(piece.name.as_str())).map(|(_, source)| source.node).collect();
    for node in &nodes {
        let members = added.object("nodes", *node)?;
        for key in ["mesh", "skin", "weights"] {
            members.shift_remove(key);
        }
    }
    Ok(nodes)
}

/// Puts nodes at the root of the scene that viewers show.
fn show(added: &mut Additions, file: &GltfFile, nodes: &[usize]) -> Result<(), Problem> {
    if added.value.get("scenes").and_then(Value::as_array).is_none_or(Vec::is_empty) {
        let hierarchy = file.hierarchy()?;
        let roots: Vec<usize> =
            hierarchy.order().iter().copied().filter(|node| hierarchy.parent(*node).is_none()).collect();
        added.push("scenes", json!({"nodes": roots}))?;
    }
    let shown = added.value.get("scene").and_then(Value::as_u64).unwrap_or(0);
    added.value["scene"] = json!(shown);
    let scene = added.object("scenes", shown as usize)?;
    let roots = scene.entry("nodes").or_insert_with(|| json!([]));
    if let Some(roots) = roots.as_array_mut() {
        roots.extend(nodes.iter().map(|node| json!(node)));
    }
    Ok(())
}

/// Numbers of the file as vectors of keys.
fn keys_of(values: &[f64]) -> Vec<[f32; 1]> {
    values.iter().map(|x| [*x as f32]).collect()
}

/// Times as an accessor.
fn times_of(added: &mut Additions, times: &[f64]) -> Result<usize, Problem> {
    added.bounded(&keys_of(times), Use::Keys)
}
