//! The mannequin as a GLB file: one skinned mesh, its joints, its clips.
//!
//! 1. Vertices: position, normal, joints (bytes), weights (single precision), then 16-bit indices.
//! 2. Nodes: the joints in their order, so that joint 7 of the skin is node 7, then the mesh.
//! 3. Clips: one list of times each, a rotation for every joint that turns, a translation for the hips if they move.
//!
//! Not here: anything optional. There is no version in it either, so that the bytes change only when the figure does.

use crate::motion::clips::{KEYS_PER_SECOND, Keys};
use crate::rig::Rig;
use crate::{Influence, Mannequin};
use gltf_file::chunks::{self, Chunks};
use serde_json::{Value, json};

const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;
const UNSIGNED_BYTE: u32 = 5121;
const UNSIGNED_SHORT: u32 = 5123;
const FLOAT: u32 = 5126;
/// Linear colour of the skin: the warm light grey of a tailor's dummy.
const COLOR: [f64; 4] = [0.60, 0.55, 0.50, 1.0];

/// The file.
pub(crate) fn glb(mannequin: &Mannequin) -> Vec<u8> {
    let mut file = Builder::default();
    let primitive = primitive(&mut file, mannequin);
    let skin = skin(&mut file, &mannequin.rig);
    let animations: Vec<Value> =
        mannequin.clips.iter().map(|clip| animation(&mut file, &mannequin.rig, clip)).collect();
    let mut nodes = joint_nodes(&mannequin.rig);
    nodes.push(json!({"name": "Body", "mesh": 0, "skin": 0}));
    let material = json!({
        "name": "Mannequin",
        "pbrMetallicRoughness": {"baseColorFactor": COLOR, "metallicFactor": 0, "roughnessFactor": 0.7},
    });
    let document = json!({
        "asset": {"version": "2.0", "generator": "Selvedge"},
        "scene": 0,
        "scenes": [{"name": "Mannequin", "nodes": [mannequin.rig.hips, nodes.len() - 1]}],
        "nodes": nodes,
        "meshes": [{"name": "Body", "primitives": [primitive]}],
        "materials": [material],
        "skins": [skin],
        "animations": animations,
        "accessors": file.accessors,
        "bufferViews": file.views,
        "buffers": [{"byteLength": file.binary.len()}],
    });
    let json = document.to_string().into_bytes();
    chunks::join(&Chunks { json, binary: Some(file.binary), others: Vec::new() }).expect("a few megabytes fit in a GLB")
}

fn primitive(file: &mut Builder, mannequin: &Mannequin) -> Value {
    let single = |v: &nalgebra::Vector3<f64>| -> [f32; 3] { v.map(|x| x as f32).into() };
    let positions: Vec<[f32; 3]> = mannequin.positions.iter().map(|p| single(&p.coords)).collect();
    let normals: Vec<[f32; 3]> = mannequin.normals.iter().map(single).collect();
    let of_influences = |pick: fn(&Influence) -> f32| -> Vec<[f32; 4]> {
        mannequin.influences.iter().map(|four| [0, 1, 2, 3].map(|i| pick(&four[i]))).collect()
    };
    let joints: Vec<u8> = mannequin.influences.iter().flatten().map(|(joint, _)| *joint as u8).collect();
    let indices = mannequin.triangles.as_flattened().iter().flat_map(|&i| (i as u16).to_le_bytes()).collect();
    let position = file.floats(&positions, Some(ARRAY_BUFFER));
    file.bounds(position, &positions);
    json!({
        "attributes": {
            "POSITION": position,
            "NORMAL": file.floats(&normals, Some(ARRAY_BUFFER)),
            "JOINTS_0": file.accessor(joints, UNSIGNED_BYTE, "VEC4", positions.len(), Some(ARRAY_BUFFER)),
            "WEIGHTS_0": file.floats(&of_influences(|(_, weight)| *weight), Some(ARRAY_BUFFER)),
        },
        "indices":
            file.accessor(indices, UNSIGNED_SHORT, "SCALAR", mannequin.triangles.len() * 3, Some(ELEMENT_ARRAY_BUFFER)),
        "material": 0,
    })
}

/// In the bind pose a joint's frame is only moved, so its inverse is only moved back.
fn skin(file: &mut Builder, rig: &Rig) -> Value {
    let inverse = |joint: &crate::Joint| -> [f32; 16] {
        let [x, y, z] = joint.position.coords.map(|x| -x as f32).into();
        [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, x, y, z, 1.0]
    };
    let matrices: Vec<[f32; 16]> = rig.joints.iter().map(inverse).collect();
    let joints: Vec<usize> = (0..rig.joints.len()).collect();
    json!({"name": "Mannequin", "joints": joints, "skeleton": rig.hips, "inverseBindMatrices": file.floats(&matrices, None)})
}

fn joint_nodes(rig: &Rig) -> Vec<Value> {
    let node = |index: usize| {
        let offset: [f32; 3] = rig.offset(index).map(|x| x as f32).into();
        let mut node = json!({"name": rig.joints[index].name, "translation": offset});
        let children: Vec<usize> = (0..rig.joints.len()).filter(|&c| rig.joints[c].parent == Some(index)).collect();
        if !children.is_empty() {
            node["children"] = json!(children);
        }
        node
    };
    (0..rig.joints.len()).map(node).collect()
}

fn animation(file: &mut Builder, rig: &Rig, clip: &Keys) -> Value {
    let times: Vec<[f32; 1]> = (0..clip.poses.len()).map(|key| [(key as f64 / KEYS_PER_SECOND) as f32]).collect();
    let input = file.floats(&times, None);
    file.bounds(input, &times);
    let (mut channels, mut samplers) = (Vec::new(), Vec::new());
    let mut add = |node: usize, path: &str, output: usize| {
        channels.push(json!({"sampler": samplers.len(), "target": {"node": node, "path": path}}));
        samplers.push(json!({"input": input, "output": output}));
    };
    if clip.poses.iter().any(|pose| pose.shift.norm_squared() > 0.0) {
        let rest = rig.offset(rig.hips);
        let places: Vec<[f32; 3]> =
            clip.poses.iter().map(|pose| (rest + pose.shift).map(|x| x as f32).into()).collect();
        add(rig.hips, "translation", file.floats(&places, None));
    }
    for joint in 0..rig.joints.len() {
        let turns = turns(clip, joint);
        if turns.iter().any(|turn| *turn != [0.0, 0.0, 0.0, 1.0]) {
            add(joint, "rotation", file.floats(&turns, None));
        }
    }
    json!({"name": clip.name, "channels": channels, "samplers": samplers})
}

/// A joint's quaternions, each the nearer of its two signs to the one before.
fn turns(clip: &Keys, joint: usize) -> Vec<[f32; 4]> {
    let mut before = nalgebra::Vector4::w();
    let keys = clip.poses.iter().map(|pose| {
        let coords = pose.turns[joint].coords;
        before = if coords.dot(&before) < 0.0 { -coords } else { coords };
        before.map(|x| x as f32 + 0.0).into()
    });
    keys.collect()
}

/// A file that is being put together.
#[derive(Default)]
struct Builder {
    binary: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Builder {
    fn floats<const N: usize>(&mut self, values: &[[f32; N]], target: Option<u32>) -> usize {
        let kind = match N {
            1 => "SCALAR",
            3 => "VEC3",
            4 => "VEC4",
            _ => "MAT4",
        };
        let bytes = values.as_flattened().iter().flat_map(|x| x.to_le_bytes()).collect();
        self.accessor(bytes, FLOAT, kind, values.len(), target)
    }

    fn accessor(&mut self, bytes: Vec<u8>, component: u32, kind: &str, count: usize, target: Option<u32>) -> usize {
        // Every view begins at a multiple of four, whatever it holds.
        self.binary.resize(self.binary.len().next_multiple_of(4), 0);
        let mut view = json!({"buffer": 0, "byteOffset": self.binary.len(), "byteLength": bytes.len()});
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.binary.extend(bytes);
        self.views.push(view);
        let view = self.views.len() - 1;
        self.accessors.push(json!({"bufferView": view, "componentType": component, "count": count, "type": kind}));
        self.accessors.len() - 1
    }

    /// Adds the smallest and largest values, which positions and times must have.
    fn bounds<const N: usize>(&mut self, accessor: usize, values: &[[f32; N]]) {
        let bound = |pick: fn(f32, f32) -> f32| -> Vec<f32> {
            let of_component = |i: usize| values.iter().map(|value| value[i]).reduce(pick).unwrap_or(0.0);
            (0..N).map(of_component).collect()
        };
        self.accessors[accessor]["min"] = json!(bound(f32::min));
        self.accessors[accessor]["max"] = json!(bound(f32::max));
    }
}
