//! The same file with moved vertices: those move, and nothing else does.

use cloth_io::{Container, GltfDocument};
use geometry::{Point, Vector};
use serde_json::{Value, json};

use crate::small::{SQUARES, floats, glb, push, read, squares};

fn positions(document: &GltfDocument) -> Vec<Vec<Point>> {
    document.pieces().iter().map(|piece| piece.positions.clone()).collect()
}

/// Moves one vertex of the first piece and reads the result; returns it with what the move should have given.
fn move_one(before: &GltfDocument, vertex: usize) -> (GltfDocument, Vec<Vec<Point>>) {
    let mut wanted = positions(before);
    wanted[0][vertex] += Vector::new(0.5, -1.0, 0.25);
    (read(&before.with_positions(&wanted).unwrap()), wanted)
}

/// The raw JSON without the lists that a move may append to.
fn without(document: &GltfDocument, lists: &[&str]) -> Value {
    let mut value = document.file().value().clone();
    for list in lists {
        value.as_object_mut().unwrap().remove(*list);
    }
    value
}

#[test]
fn unmoved_vertices_give_the_same_bytes() {
    let (document, binary) = squares();
    let bytes = glb(&document, &binary);
    let document = read(&bytes);
    assert_eq!(document.with_positions(&positions(&document)).unwrap(), bytes);
}

#[test]
fn one_moved_vertex_changes_its_bytes_and_the_bounds() {
    let (document, binary) = squares();
    let before = read(&glb(&document, &binary));
    let (after, wanted) = move_one(&before, 6);
    assert_eq!(positions(&after), wanted);
    let (old, new) = (&before.file().buffers()[0], &after.file().buffers()[0]);
    let changed: Vec<usize> = (0..old.len()).filter(|&i| old[i] != new[i]).collect();
    assert!(changed.iter().all(|i| (72..84).contains(i)) && old.len() == new.len(), "{changed:?}");
    assert_eq!(after.file().value()["accessors"][0]["max"], json!([1.25, 1.0, 1.0]));
    assert_eq!(without(&before, &["accessors"]), without(&after, &["accessors"]));
    assert_eq!(before.file().other_chunks(), after.file().other_chunks());
}

#[test]
fn interleaved_positions_are_changed_between_their_neighbours() {
    let (mut document, _) = squares();
    let mut binary: Vec<u8> = SQUARES.chunks(3).flat_map(|p| floats(&[p[0], p[1], p[2], 0.0, 0.0, 1.0])).collect();
    binary.extend([0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7]);
    document["bufferViews"][0] = json!({"buffer": 0, "byteLength": 192, "byteStride": 24});
    document["bufferViews"][1]["byteOffset"] = json!(192);
    push(
        &mut document,
        "accessors",
        json!({"bufferView": 0, "byteOffset": 12, "componentType": 5126, "count": 8, "type": "VEC3"}),
    );
    document["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] = json!(3);
    let before = read(&glb(&document, &binary));
    let (after, wanted) = move_one(&before, 1);
    assert_eq!(positions(&after), wanted);
    assert_eq!(after.file().value()["accessors"].as_array().unwrap().len(), 4);
    let normals = |d: &GltfDocument| d.file().accessor(3, "NORMAL").unwrap().vectors::<3>().unwrap();
    assert_eq!(normals(&before), normals(&after));
}

#[test]
fn instances_move_apart() {
    let (mut document, binary) = squares();
    document["nodes"] = json!([{"mesh": 0, "name": "a"}, {"mesh": 0, "name": "b", "translation": [0, 0, 5]}]);
    let before = read(&glb(&document, &binary));
    let (after, wanted) = move_one(&before, 2);
    assert_eq!(positions(&after), wanted);
    assert_eq!(after.file().value()["meshes"].as_array().unwrap().len(), 2);
    let appended = ["accessors", "bufferViews", "buffers", "meshes", "nodes"];
    assert_eq!(without(&before, &appended), without(&after, &appended));
}

#[test]
fn instances_that_all_move_each_have_their_own_way() {
    let (mut document, binary) = squares();
    document["nodes"] = json!([{"mesh": 0}, {"mesh": 0, "translation": [0, 0, 5]}, {"mesh": 0, "skin": 0}, {}]);
    document["skins"] = json!([{"joints": [3]}]);
    let before = read(&glb(&document, &binary));
    let mut wanted = positions(&before);
    for (number, piece) in wanted.iter_mut().enumerate() {
        piece[number].y += 0.5;
    }
    assert_eq!(positions(&read(&before.with_positions(&wanted).unwrap())), wanted);
}

#[test]
fn data_that_something_else_reads_is_left_alone() {
    let (mut document, binary) = squares();
    // Normals from the same accessor, as a sphere may have them.
    document["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] = json!(0);
    let before = read(&glb(&document, &binary));
    let (after, wanted) = move_one(&before, 0);
    assert_eq!(positions(&after), wanted);
    assert_eq!(after.file().buffers()[0][..binary.len()], binary);
    // Another accessor over the same bytes.
    let (mut document, binary) = squares();
    let twin = document["accessors"][0].clone();
    push(&mut document, "accessors", twin);
    let before = read(&glb(&document, &binary));
    let (after, wanted) = move_one(&before, 0);
    assert_eq!(positions(&after), wanted);
    assert_eq!(after.file().buffers()[0][..binary.len()], binary);
}

#[test]
fn sparse_positions_become_plain_ones() {
    let (mut document, mut binary) = squares();
    binary.extend([3, 0, 0, 0]);
    binary.extend(floats(&[0.0, 9.0, 0.0]));
    push(&mut document, "bufferViews", json!({"buffer": 0, "byteOffset": 108, "byteLength": 16}));
    document["accessors"][0]["sparse"] = json!({"count": 1,
        "indices": {"bufferView": 2, "componentType": 5121}, "values": {"bufferView": 2, "byteOffset": 4}});
    let before = read(&glb(&document, &binary));
    assert_eq!(before.pieces()[0].positions[3].y, 20.0);
    let (after, wanted) = move_one(&before, 0);
    assert_eq!(positions(&after), wanted);
    assert!(after.file().value()["accessors"][3].get("sparse").is_none());
}

#[test]
fn quantised_positions_become_floats() {
    let (mut document, _) = squares();
    let mut binary: Vec<u8> = SQUARES.iter().flat_map(|x| ((x * 32767.0) as i16).to_le_bytes()).collect();
    binary.extend([0; 48]);
    binary.extend([0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7]);
    document["accessors"][0]["componentType"] = json!(5122);
    document["accessors"][0]["normalized"] = json!(true);
    document["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
    let before = read(&glb(&document, &binary));
    let (after, wanted) = move_one(&before, 0);
    assert_eq!(positions(&after), wanted);
    assert_eq!(after.file().value()["accessors"][3]["componentType"], 5126);
}

#[test]
fn compressed_copies_of_moved_positions_are_dropped() {
    let (mut document, binary) = squares();
    document["meshes"][0]["primitives"][0]["extensions"] = json!({"KHR_draco_mesh_compression": {"bufferView": 0}});
    let (after, _) = move_one(&read(&glb(&document, &binary)), 0);
    assert!(after.file().value()["meshes"][0]["primitives"][0].get("extensions").is_none());
}

#[test]
fn a_flat_node_can_be_kept_but_not_moved() {
    let (mut document, binary) = squares();
    document["nodes"][0]["scale"] = json!([1, 0, 1]);
    let document = read(&glb(&document, &binary));
    let mut wanted = positions(&document);
    assert!(document.with_positions(&wanted).is_ok());
    wanted[0][0].y += 1.0;
    assert_eq!(document.with_positions(&wanted).unwrap_err().element, "node 0");
}

#[test]
fn positions_that_do_not_fit_are_problems() {
    let (document, binary) = squares();
    let document = read(&glb(&document, &binary));
    assert!(document.with_positions(&[]).is_err());
    assert!(document.with_positions(&[vec![Point::origin(); 7]]).is_err());
    for bad in [f64::NAN, f64::INFINITY, 1e39] {
        let mut wanted = positions(&document);
        wanted[0][0].x = bad;
        assert!(document.with_positions(&wanted).unwrap_err().fault.contains("vertex 0"));
    }
}

#[test]
fn buffers_and_pictures_beside_the_model_come_along() {
    let folder = tempfile::tempdir().unwrap();
    let (mut document, binary) = squares();
    document["asset"] = json!({"version": "2.0"});
    document["buffers"] = json!([{"byteLength": 97, "uri": "a.bin"}, {"byteLength": 12, "uri": "b%20b.bin"}]);
    document["bufferViews"][1] = json!({"buffer": 1, "byteLength": 12});
    document["images"] =
        json!([{"uri": "p.png"}, {"uri": "../outside.png"}, {"uri": "data:image/png;base64,iVBORw=="}]);
    std::fs::write(folder.path().join("a.bin"), &binary[..97]).unwrap();
    std::fs::write(folder.path().join("b b.bin"), &binary[96..]).unwrap();
    std::fs::write(folder.path().join("p.png"), b"\x89PNG and so on").unwrap();
    let path = folder.path().join("model.gltf");
    std::fs::write(&path, document.to_string()).unwrap();
    let before = GltfDocument::read(&path).unwrap();
    for container in [Container::Glb, Container::Gltf] {
        let mut wanted = positions(&before);
        wanted[0][5].x += 0.5;
        let after = read(&before.with_positions_as(&wanted, container).unwrap());
        assert_eq!((after.container(), positions(&after)), (container, wanted));
        assert_eq!(after.pieces()[0].polygons, before.pieces()[0].polygons);
        let images = &after.file().value()["images"];
        assert_eq!(images[0]["mimeType"], "image/png");
        let view = images[0]["bufferView"].as_u64().unwrap() as usize;
        assert_eq!(after.file().buffer_view(view).unwrap(), b"\x89PNG and so on");
        assert_eq!(images[1]["uri"], "../outside.png");
        assert_eq!(images[2].get("uri").is_some(), container == Container::Gltf);
    }
}
