//! Primitives: triangles, attributes, and what is wrong with them.

use gltf_file::json::mesh::Mode;
use gltf_file::{FaultKind, GltfFile, Surface};
use serde_json::{Value, json};

use crate::small::{floats, open, square};

fn triangle(position: [f32; 9], indices: &[u8], extra: &Value) -> GltfFile {
    let mut binary = floats(&position);
    binary.extend(indices);
    let mut primitive = json!({"attributes": {"POSITION": 0}, "indices": 1});
    for (key, value) in extra.as_object().unwrap() {
        primitive[key] = value.clone();
    }
    let document = json!({
        "meshes": [{"primitives": [primitive]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5121, "count": indices.len(), "type": "SCALAR"},
            {"bufferView": 0, "componentType": 5121, "count": 3, "type": "VEC3", "normalized": true},
            {"bufferView": 0, "componentType": 5126, "count": 2, "type": "VEC2"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": 36},
            {"buffer": 0, "byteOffset": 36, "byteLength": indices.len()},
        ],
    });
    open(document, &binary).unwrap()
}

const FLAT: [f32; 9] = [0., 0., 0., 1., 0., 0., 0., 1., 0.];

#[test]
fn the_square_has_lists_strips_and_sparse_positions() {
    let file = GltfFile::from_bytes(&square(), None).unwrap();
    let list = file.primitive(0, 0).unwrap();
    assert_eq!(list.surface().unwrap(), Surface::Triangles(vec![[0, 1, 2], [0, 2, 3]]));
    assert_eq!(list.texture_coordinates().unwrap().unwrap()[2], [1.0, 1.0]);
    let strip = file.primitive(0, 1).unwrap();
    assert_eq!(strip.surface().unwrap(), Surface::Triangles(vec![[0, 1, 2], [1, 3, 2]]));
    assert_eq!(strip.positions().unwrap()[1].z, 5.0);
    assert_eq!(file.hierarchy().unwrap().world(1)[(1, 3)], 1.0);
}

#[test]
fn an_index_out_of_range_names_the_primitive_and_the_index() {
    let fault = triangle(FLAT, &[0, 1, 77], &json!({})).primitive(0, 0).unwrap().surface().unwrap_err();
    assert_eq!(fault.element, "mesh 0 primitive 0");
    assert!(fault.what.contains("index 77") && fault.kind == FaultKind::Mesh);
}

#[test]
fn positions_that_are_not_finite_name_the_vertex() {
    for bad in [f32::NAN, f32::INFINITY] {
        let mut position = FLAT;
        position[4] = bad;
        let fault = triangle(position, &[0, 1, 2], &json!({})).primitive(0, 0).unwrap().positions().unwrap_err();
        assert!(fault.what.contains("vertex 1") && fault.element.contains("POSITION"), "{fault}");
    }
}

#[test]
fn lines_are_no_surface_and_half_triangles_no_triangles() {
    let lines = triangle(FLAT, &[0, 1], &json!({"mode": 1}));
    assert_eq!(lines.primitive(0, 0).unwrap().surface().unwrap(), Surface::None(Mode::Lines));
    assert!(triangle(FLAT, &[0, 1], &json!({})).primitive(0, 0).unwrap().surface().is_err());
    assert!(triangle(FLAT, &[0, 1, 2], &json!({"mode": 9})).primitive(0, 0).unwrap().surface().is_err());
}

#[test]
fn attributes_have_as_many_elements_as_vertices() {
    let colored = triangle(FLAT, &[0, 1, 2], &json!({"attributes": {"POSITION": 0, "COLOR_0": 2}}));
    assert_eq!(colored.primitive(0, 0).unwrap().colors().unwrap().unwrap()[0], [0.0, 0.0, 0.0, 1.0]);
    let short = triangle(FLAT, &[0, 1, 2], &json!({"attributes": {"POSITION": 0, "TEXCOORD_0": 3}}));
    let fault = short.primitive(0, 0).unwrap().texture_coordinates().unwrap_err();
    assert!(fault.what.contains("2 elements for 3 vertices"), "{fault}");
}

#[test]
fn meshes_and_primitives_that_do_not_exist() {
    let file = triangle(FLAT, &[0, 1, 2], &json!({}));
    assert!(file.primitive(1, 0).is_err() && file.primitive(0, 1).is_err());
    let file = triangle(FLAT, &[0, 1, 2], &json!({"attributes": {"POSITION": 44}}));
    assert!(file.primitive(0, 0).unwrap().surface().is_err());
    let file = triangle(FLAT, &[0, 1, 2], &json!({"attributes": {}}));
    assert!(file.primitive(0, 0).unwrap().positions().unwrap().is_empty());
}
