//! What pieces are: shared vertices, groups, names, transforms, texture coordinates.

use cloth_io::GltfDocument;
use cloth_io::GroupKind;
use geometry::Point;
use serde_json::json;

use crate::small::{floats, glb, push, read, squares};

#[test]
fn primitives_that_share_positions_share_vertices() {
    let (document, binary) = squares();
    let document = read(&glb(&document, &binary));
    let [piece] = document.pieces() else { panic!("one node, one piece") };
    assert_eq!((piece.name.as_str(), piece.positions.len(), piece.polygons.len()), ("cloth", 8, 4));
    assert_eq!(piece.positions[6], Point::new(2.0, 4.0, -2.0));
    assert_eq!(piece.polygons.iter().nth(2).unwrap(), [4, 5, 6]);
    let groups: Vec<_> = piece.groups.iter().map(|g| (g.name.as_str(), g.kind, g.polygons.as_slice())).collect();
    let material = GroupKind::Material;
    assert_eq!(groups, [("red", material, [0, 1].as_slice()), ("material 1", material, [2, 3].as_slice())]);
}

#[test]
fn every_node_is_a_piece_and_a_skinned_one_ignores_its_transform() {
    let (mut document, binary) = squares();
    document["nodes"] = json!([
        {"mesh": 0, "translation": [1, 0, 0]},
        {"mesh": 0, "translation": [1, 0, 0], "skin": 0, "name": ""},
        {"name": "hidden", "mesh": 0},
        {"name": "joint"},
    ]);
    document["skins"] = json!([{"joints": [3]}]);
    document["scenes"] = json!([{"nodes": [0, 1, 3]}]);
    let document = read(&glb(&document, &binary));
    let x: Vec<_> = document.pieces().iter().map(|p| (p.name.as_str(), p.positions[0].x)).collect();
    assert_eq!(x, [("squares", 1.0), ("squares", 0.0)]);
}

#[test]
fn names_come_from_the_node_the_mesh_or_the_file() {
    let (mut document, binary) = squares();
    document["nodes"] = json!([{"mesh": 0}]);
    document["meshes"][0].as_object_mut().unwrap().remove("name");
    assert_eq!(read(&glb(&document, &binary)).pieces()[0].name, "stem");
    document["nodes"] = json!([{"mesh": 0}, {"mesh": 0}]);
    assert_eq!(read(&glb(&document, &binary)).pieces()[1].name, "node 1");
}

#[test]
fn texture_coordinates_are_numbered_like_vertices_and_turned_upright() {
    let (mut document, mut binary) = squares();
    let offset = binary.len();
    binary.extend(floats(&[0.25; 16]));
    binary.extend(floats(&[0.75; 16]));
    for (number, at) in [(2, offset), (3, offset + 64)] {
        push(&mut document, "bufferViews", json!({"buffer": 0, "byteOffset": at, "byteLength": 64}));
        push(
            &mut document,
            "accessors",
            json!({"bufferView": number, "componentType": 5126, "count": 8, "type": "VEC2"}),
        );
    }
    document["meshes"][0]["primitives"][1]["attributes"]["TEXCOORD_0"] = json!(3);
    let one = read(&glb(&document, &binary)).pieces()[0].texture.clone().unwrap();
    assert_eq!((one.coordinates.len(), one.coordinates[4]), (8, [0.25, 0.75]));
    assert_eq!(one.corners[..7], [None, None, None, None, None, None, Some(4)]);
    // The same vertices with other coordinates in the other primitive.
    document["meshes"][0]["primitives"][0]["attributes"]["TEXCOORD_0"] = json!(4);
    let two = read(&glb(&document, &binary)).pieces()[0].texture.clone().unwrap();
    assert_eq!(two.coordinates.len(), 16);
    assert_eq!(
        (two.coordinates[two.corners[0].unwrap() as usize], two.coordinates[two.corners[6].unwrap() as usize]),
        ([0.75, 0.25], [0.25, 0.75])
    );
}

#[test]
fn lines_are_noted_and_no_pieces() {
    let (mut document, binary) = squares();
    document["meshes"][0]["primitives"][1]["mode"] = json!(1);
    let document = read(&glb(&document, &binary));
    assert_eq!(document.pieces()[0].polygons.len(), 2);
    assert!(document.notes()[0].contains("mesh 0 primitive 1") && document.notes()[0].contains("Lines"));
}

#[test]
fn a_small_file_cannot_ask_for_all_memory() {
    let (mut document, mut binary) = squares();
    binary.resize(12 << 20, 0);
    document["bufferViews"][0] = json!({"buffer": 0, "byteLength": 12 << 20});
    document["accessors"][0]["count"] = json!(1 << 20);
    document["nodes"] = (0..100).map(|_| json!({"mesh": 0})).collect();
    let problem = GltfDocument::from_bytes(&glb(&document, &binary), None, "stem").unwrap_err();
    assert_eq!(problem.element, "scene");
}
