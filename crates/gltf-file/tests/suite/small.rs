//! Small files for the tests, made in code.

use gltf_file::chunks::{self, Chunks};
use gltf_file::{Fault, GltfFile};
use serde_json::{Value, json};

/// A GLB of this JSON and this buffer. The version and the buffer's length are filled in.
pub fn glb(mut document: Value, binary: &[u8]) -> Vec<u8> {
    document["asset"] = json!({"version": "2.0"});
    if !binary.is_empty() {
        document["buffers"] = json!([{"byteLength": binary.len()}]);
    }
    pack(&document, binary)
}

/// A GLB of exactly this JSON and this buffer.
pub fn pack(document: &Value, binary: &[u8]) -> Vec<u8> {
    let binary = (!binary.is_empty()).then(|| binary.to_vec());
    chunks::join(&Chunks { json: document.to_string().into_bytes(), binary, others: Vec::new() }).unwrap()
}

/// That GLB, opened.
pub fn open(document: Value, binary: &[u8]) -> Result<GltfFile, Fault> {
    GltfFile::from_bytes(&glb(document, binary), None)
}

/// Numbers as the bytes of 32-bit floats.
pub fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

/// A square of two triangles with texture coordinates, a child node, a sparse accessor and a skin: a little of everything.
pub fn square() -> Vec<u8> {
    let mut binary = floats(&[0., 0., 0., 1., 0., 0., 1., 1., 0., 0., 1., 0.]);
    binary.extend([0_u16, 1, 2, 0, 2, 3].iter().flat_map(|i| i.to_le_bytes()));
    binary.extend(floats(&[0., 0., 1., 0., 1., 1., 0., 1.]));
    binary.extend(1_u16.to_le_bytes());
    binary.extend([0, 0]);
    binary.extend(floats(&[0.0, 0.0, 5.0]));
    let document = json!({
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"children": [1], "translation": [0, 1, 0]}, {"mesh": 0, "skin": 0}],
        "meshes": [{"primitives": [
            {"attributes": {"POSITION": 0, "TEXCOORD_0": 2}, "indices": 1},
            {"attributes": {"POSITION": 3}, "mode": 5},
        ]}],
        "skins": [{"joints": [0]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
            {"bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR"},
            {"bufferView": 2, "componentType": 5126, "count": 4, "type": "VEC2"},
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "sparse": {
                "count": 1,
                "indices": {"bufferView": 3, "componentType": 5123},
                "values": {"bufferView": 4},
            }},
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": 48},
            {"buffer": 0, "byteOffset": 48, "byteLength": 12},
            {"buffer": 0, "byteOffset": 60, "byteLength": 32},
            {"buffer": 0, "byteOffset": 92, "byteLength": 2},
            {"buffer": 0, "byteOffset": 96, "byteLength": 12},
        ],
    });
    glb(document, &binary)
}

/// Everything this crate can read of a file, so that a fault in any part shows. Returns vertices and triangles of all meshes.
pub fn read_everything(file: &GltfFile) -> Result<(usize, usize), Fault> {
    let (mut vertices, mut triangles) = (0, 0);
    file.hierarchy()?;
    for mesh in 0..file.root().meshes.len() {
        for number in 0..file.primitive_count(mesh)? {
            let primitive = file.primitive(mesh, number)?;
            let gltf_file::Surface::Triangles(faces) = primitive.surface()? else { continue };
            vertices += primitive.positions()?.len();
            triangles += faces.len();
            primitive.texture_coordinates()?;
            primitive.colors()?;
        }
    }
    for index in 0..file.root().accessors.len() {
        file.accessor(index, "test")?;
    }
    for view in 0..file.root().buffer_views.len() {
        file.buffer_view(view)?;
    }
    Ok((vertices, triangles))
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
