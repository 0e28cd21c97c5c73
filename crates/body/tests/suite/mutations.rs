//! A character with a little of everything, damaged in every place in turn: a body or an error, never a panic.

use body::{Body, Pose, Sampling, When};
use gltf_file::GltfFile;
use gltf_file::chunks::{self, Chunks};
use serde_json::{Value, json};

use crate::shared::at;

/// A skin, a rigid part, morph targets, a matrix, and a clip on all of them.
fn character() -> (Value, Vec<u8>) {
    let positions = [0., 0., 0., 1., 0., 0., 0., 1., 0., 1., 1., 0.];
    let times = [0., 1.];
    let turns = [0., 0., 0., 1., 0., 0., 0.7, 0.7];
    let mut binary: Vec<u8> = Vec::new();
    let floats = |values: &[f32]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    binary.extend(floats(&positions));
    binary.extend([0_u8, 1, 2, 1, 3, 2, 0, 0]);
    binary.extend([[0, 1, 0, 0]; 4].concat());
    binary.extend([[200_u8, 55, 0, 0]; 4].concat());
    binary.extend(floats(&times));
    binary.extend(floats(&turns));
    binary.extend(floats(&[1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.].repeat(2)));
    let document = json!({
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": binary.len()}],
        "bufferViews": [
            {"buffer": 0, "byteLength": 48},
            {"buffer": 0, "byteOffset": 48, "byteLength": 6},
            {"buffer": 0, "byteOffset": 56, "byteLength": 16},
            {"buffer": 0, "byteOffset": 72, "byteLength": 16},
            {"buffer": 0, "byteOffset": 88, "byteLength": 8},
            {"buffer": 0, "byteOffset": 96, "byteLength": 32},
            {"buffer": 0, "byteOffset": 128, "byteLength": 128},
        ],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5121, "count": 6, "type": "SCALAR"},
            {"bufferView": 2, "componentType": 5121, "count": 4, "type": "VEC4"},
            {"bufferView": 3, "componentType": 5121, "count": 4, "type": "VEC4", "normalized": true},
            {"bufferView": 4, "componentType": 5126, "count": 2, "type": "SCALAR"},
            {"bufferView": 5, "componentType": 5126, "count": 2, "type": "VEC4"},
            {"bufferView": 6, "componentType": 5126, "count": 2, "type": "MAT4"},
        ],
        "meshes": [
            {"primitives": [{"attributes": {"POSITION": 0, "JOINTS_0": 2, "WEIGHTS_0": 3}, "indices": 1, "targets": [{"POSITION": 0}]}], "weights": [0.5]},
            {"primitives": [{"attributes": {"POSITION": 0}, "mode": 5}]},
        ],
        "skins": [{"joints": [1, 2], "inverseBindMatrices": 6, "skeleton": 1}],
        "nodes": [
            {"mesh": 0, "skin": 0},
            {"name": "low", "children": [2], "translation": [0, 1, 0]},
            {"name": "high", "children": [3], "rotation": [0, 0, 0, 1], "scale": [1, 2, 1]},
            {"mesh": 1, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1]},
        ],
        "scenes": [{"nodes": [0, 1]}],
        "scene": 0,
        "animations": [{
            "samplers": [
                {"input": 4, "output": 5, "interpolation": "LINEAR"},
                {"input": 4, "output": 4, "interpolation": "STEP"},
            ],
            "channels": [
                {"sampler": 0, "target": {"node": 2, "path": "rotation"}},
                {"sampler": 1, "target": {"node": 0, "path": "weights"}},
            ],
        }],
    });
    (document, binary)
}

/// Everything that can be asked of a file; whether it made a body.
fn use_it(document: &Value, binary: &[u8]) -> bool {
    let chunks = Chunks { json: document.to_string().into_bytes(), binary: Some(binary.to_vec()), others: Vec::new() };
    let Ok(file) = GltfFile::from_bytes(&chunks::join(&chunks).unwrap(), None) else { return false };
    let Ok(body) = Body::read(&file, |_| true) else { return false };
    let mut pose = Pose::default();
    for when in [When::Bind, at(0, 0.5), When::LeadIn { clip: 0, time: 9.0, share: 0.5 }] {
        if body.pose(when, &mut pose).is_ok() {
            assert!(pose.positions().iter().all(|p| p.iter().all(|x| x.is_finite())));
        }
    }
    let clips: Vec<usize> = (0..body.animations().len()).collect();
    let _ = body.profile(&clips, Sampling { per_second: 2.0, most: 3 });
    true
}

fn places(value: &Value, place: &str, found: &mut Vec<String>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Array(items) => items.iter().enumerate().map(|(i, item)| (i.to_string(), item)).collect(),
        Value::Object(members) => members.iter().map(|(name, item)| (name.clone(), item)).collect(),
        _ => Vec::new(),
    };
    for (name, child) in children {
        let place = format!("{place}/{name}");
        places(child, &place, found);
        found.push(place);
    }
}

#[test]
fn damaged_json() {
    let (document, binary) = character();
    assert!(use_it(&document, &binary));
    let extremes =
        [json!(0), json!(1), json!(3), json!(-1), json!(u32::MAX), json!(1e38), json!(null), json!([]), json!({})];
    let words = [
        json!("VEC3"),
        json!("SCALAR"),
        json!("CUBICSPLINE"),
        json!("scale"),
        json!([0, 0]),
        json!([3, 3]),
        json!(true),
    ];
    let mut found = Vec::new();
    places(&document, "", &mut found);
    for place in &found {
        for extreme in extremes.iter().chain(&words) {
            let mut copy = document.clone();
            *copy.pointer_mut(place).unwrap() = extreme.clone();
            use_it(&copy, &binary);
        }
    }
}

#[test]
fn damaged_numbers() {
    let (document, binary) = character();
    for place in 0..binary.len() {
        for byte in [0x00, 0x7F, 0x80, 0xFF] {
            let mut copy = binary.clone();
            copy[place] = byte;
            use_it(&document, &copy);
        }
    }
    for place in (0..binary.len()).step_by(4) {
        for number in [f32::NAN, f32::INFINITY, f32::MAX, f32::MIN_POSITIVE, -0.0] {
            let mut copy = binary.clone();
            copy[place..place + 4].copy_from_slice(&number.to_le_bytes());
            use_it(&document, &copy);
        }
    }
}
