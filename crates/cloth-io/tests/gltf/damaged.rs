//! Damaged files: a problem when they are read or when they are written, or a file that can be read again; never a panic.

use cloth_io::{Container, GltfDocument};
use gltf_file::chunks::{self, Chunks};
use serde_json::json;

use crate::small::{damaged, floats, push, squares};

#[test]
fn every_value_of_the_json_replaced() {
    let (mut document, mut binary) = squares();
    binary.extend(floats(&[0.5; 16]));
    document["asset"] = json!({"version": "2.0"});
    document["buffers"] = json!([{"byteLength": binary.len()}]);
    push(&mut document, "bufferViews", json!({"buffer": 0, "byteOffset": 108, "byteLength": 64}));
    push(&mut document, "accessors", json!({"bufferView": 2, "componentType": 5126, "count": 8, "type": "VEC2"}));
    document["meshes"][0]["primitives"][0]["attributes"]["TEXCOORD_0"] = json!(3);
    push(&mut document, "nodes", json!({"mesh": 0, "rotation": [0, 0, 0, 1]}));
    let mut moved = 0;
    for document in damaged(&document) {
        let json = document.to_string().into_bytes();
        let glb = chunks::join(&Chunks { json, binary: Some(binary.clone()), others: Vec::new() }).unwrap();
        let Ok(before) = GltfDocument::from_bytes(&glb, None, "stem") else { continue };
        let mut wanted: Vec<_> = before.pieces().iter().map(|piece| piece.positions.clone()).collect();
        wanted.iter_mut().flatten().step_by(3).for_each(|p| p.x += 1.0);
        for container in [Container::Glb, Container::Gltf] {
            let Ok(bytes) = before.with_positions_as(&wanted, container) else { continue };
            let after = GltfDocument::from_bytes(&bytes, None, "stem").unwrap();
            assert_eq!(after.pieces().len(), before.pieces().len());
            moved += 1;
        }
    }
    assert!(moved > 500, "{moved}");
}
