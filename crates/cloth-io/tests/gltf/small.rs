//! Small files for the tests, made in code.

use gltf_file::chunks::{self, Chunks};
use selvedge_cloth_io::gltf::GltfDocument;
use serde_json::{Value, json};

/// A GLB of this JSON and this buffer. The version and the buffer's length are filled in.
pub fn glb(document: &Value, binary: &[u8]) -> Vec<u8> {
    let mut document = document.clone();
    document["asset"] = json!({"version": "2.0", "extras": {"made": "by a test"}});
    document["buffers"] = json!([{"byteLength": binary.len()}]);
    let others = vec![(0x5858_5858, vec![1, 2, 3, 4])];
    let json = document.to_string().into_bytes();
    chunks::join(&Chunks { json, binary: Some(binary.to_vec()), others }).unwrap()
}

/// The document in these bytes.
pub fn read(bytes: &[u8]) -> GltfDocument {
    GltfDocument::from_bytes(bytes, None, "stem").unwrap()
}

/// Numbers as the bytes of 32-bit floats.
pub fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

/// The corners of the unit square at height zero, then those of another at height one.
pub const SQUARES: [f32; 24] = [
    0., 0., 0., 1., 0., 0., 1., 1., 0., 0., 1., 0., //
    0., 0., 1., 1., 0., 1., 1., 1., 1., 0., 1., 1.,
];

/// Positions (accessor 0: both squares), u8 indices of a square (1), and of the same square four vertices on (2).
pub fn squares() -> (Value, Vec<u8>) {
    let mut binary = floats(&SQUARES);
    binary.extend([0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7]);
    let document = json!({
        "nodes": [{"mesh": 0, "name": "cloth", "translation": [0.0, 2.0, 0.0], "scale": [2.0, 2.0, -2.0]}],
        "meshes": [{"name": "squares", "primitives": [
            {"attributes": {"POSITION": 0}, "indices": 1, "material": 0},
            {"attributes": {"POSITION": 0}, "indices": 2, "material": 1},
        ]}],
        "materials": [{"name": "red"}, {"extensions": {"VENDOR_shine": {"how": 0.1}}}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]},
            {"bufferView": 1, "componentType": 5121, "count": 6, "type": "SCALAR"},
            {"bufferView": 1, "byteOffset": 6, "componentType": 5121, "count": 6, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": 96},
            {"buffer": 0, "byteOffset": 96, "byteLength": 12},
        ],
        "zz_unknown": {"b": 1, "a": [1e-7, 0.1, 123_456_789.25]},
    });
    (document, binary)
}

/// Appends to one of the document's lists.
pub fn push(document: &mut Value, list: &str, item: Value) {
    document[list].as_array_mut().unwrap().push(item);
}
