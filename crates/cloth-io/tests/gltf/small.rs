//! Small files for the tests, made in code.

use cloth_io::GltfDocument;
use gltf_file::chunks::{self, Chunks};
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

/// The JSON with one value, at every place in turn, replaced by something extreme, of another type, or nothing.
pub fn damaged(document: &Value) -> Vec<Value> {
    let extremes = [
        json!(0),
        json!(1),
        json!(-1),
        json!(3),
        json!(255),
        json!(u32::MAX),
        json!(1_u64 << 32),
        json!(u64::MAX),
        json!(0.5),
        json!(1e308),
        json!(null),
        json!([]),
        json!({}),
        json!(""),
        json!("SCALAR"),
        json!("MAT4"),
        json!([[]]),
        json!([0, 0]),
        json!([u32::MAX]),
        json!(true),
    ];
    let mut places = Vec::new();
    list_places(document, "", &mut places);
    let mut all = Vec::new();
    for place in places {
        for extreme in &extremes {
            let mut copy = document.clone();
            *copy.pointer_mut(&place).unwrap() = extreme.clone();
            all.push(copy);
        }
        let mut copy = document.clone();
        let (parent, name) = place.rsplit_once('/').unwrap();
        if let Some(members) = copy.pointer_mut(parent).unwrap().as_object_mut() {
            members.remove(name);
            all.push(copy);
        }
    }
    all
}

fn list_places(value: &Value, place: &str, places: &mut Vec<String>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Array(items) => items.iter().enumerate().map(|(i, item)| (i.to_string(), item)).collect(),
        Value::Object(members) => members.iter().map(|(name, item)| (name.clone(), item)).collect(),
        _ => Vec::new(),
    };
    for (name, child) in children {
        let place = format!("{place}/{name}");
        list_places(child, &place, places);
        places.push(place);
    }
}
