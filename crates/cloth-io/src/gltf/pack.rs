//! JSON and buffers into one file that needs no other.
//!
//! 1. Pictures that lie beside the model are taken in: the result may be written to any folder, where a relative URI would
//!    lead nowhere. A picture that cannot be read keeps its URI, since geometry does not depend on it. Pictures in `data:`
//!    URIs stay as they are, unless a `.gltf` becomes a `.glb`, which is not meant to hold any.
//! 2. All buffers become one, and buffer views are shifted to match. A GLB with one buffer comes out as it went in.
//! 3. `.glb`: that buffer is the binary chunk. `.gltf`: it is a `data:` URI, a third larger than a file beside it would be,
//!    but a single file is written whole or not at all.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use gltf_file::chunks::{self, Chunks};
use gltf_file::{Container, GltfFile};
use serde_json::{Map, Value, json};

use crate::Problem;

/// Buffer views and the pictures' own types are aligned to this many bytes.
const ALIGNMENT: usize = 4;

/// The file's bytes. `value` and `buffers` are what has become of the JSON and the buffers of `file`.
pub(super) fn pack(
    file: &GltfFile,
    mut value: Value,
    mut buffers: Vec<Vec<u8>>,
    container: Container,
) -> Result<Vec<u8>, Problem> {
    let embedded = file.container() == Container::Gltf && container == Container::Glb;
    take_in_pictures(file, embedded, &mut value, &mut buffers);
    let binary = merge(&mut value, buffers);
    match container {
        Container::Glb => {
            let json = serde_json::to_vec(&value).map_err(|e| unwritable(&e))?;
            let others = file.other_chunks().to_vec();
            Ok(chunks::join(&Chunks { json, binary, others })?)
        }
        Container::Gltf => {
            if let (Some(binary), Some(buffer)) = (binary, first_buffer(&mut value)) {
                let uri = format!("data:application/octet-stream;base64,{}", BASE64_STANDARD.encode(binary));
                buffer.insert("uri".to_owned(), json!(uri));
            }
            serde_json::to_vec_pretty(&value).map_err(|e| unwritable(&e))
        }
    }
}

fn unwritable(error: &serde_json::Error) -> Problem {
    Problem::new("JSON", format!("it cannot be written: {error}"), "report this as a defect")
}

/// Moves the files of `images`, and if asked their `data:` URIs, into a buffer of their own.
fn take_in_pictures(file: &GltfFile, embedded: bool, value: &mut Value, buffers: &mut Vec<Vec<u8>>) {
    let buffer = buffers.len();
    let mut pictures = Vec::new();
    let mut views = Vec::new();
    let first_view = value.get("bufferViews").and_then(Value::as_array).map_or(0, Vec::len);
    let images = value.get_mut("images").and_then(Value::as_array_mut).into_iter().flatten();
    for image in images.filter_map(Value::as_object_mut) {
        let Some((bytes, mime_type)) = picture(file, embedded, image) else { continue };
        pad(&mut pictures);
        views.push(json!({"buffer": buffer, "byteOffset": pictures.len(), "byteLength": bytes.len()}));
        pictures.extend(bytes);
        image.shift_remove("uri");
        image.insert("mimeType".to_owned(), json!(mime_type));
        image.insert("bufferView".to_owned(), json!(first_view + views.len() - 1));
    }
    if pictures.is_empty() {
        return;
    }
    extend(value, "bufferViews", views);
    extend(value, "buffers", vec![json!({"byteLength": pictures.len()})]);
    buffers.push(pictures);
}

/// The bytes and the type of a picture to take in, if it can be read.
fn picture(file: &GltfFile, embedded: bool, image: &Map<String, Value>) -> Option<(Vec<u8>, &'static str)> {
    let uri = image.get("uri")?.as_str()?;
    let is_data = uri.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"));
    if is_data && !embedded {
        return None;
    }
    let bytes = file.resource(uri).ok()?;
    let mime_type = mime_type(&bytes)?;
    Some((bytes, mime_type))
}

/// The type by the first bytes: names of files lie.
fn mime_type(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [0xFF, 0xD8, 0xFF, ..] => Some("image/jpeg"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        [0xAB, b'K', b'T', b'X', b' ', b'2', b'0', 0xBB, ..] => Some("image/ktx2"),
        _ => None,
    }
}

/// One buffer for all; `None` for a file that has none.
fn merge(value: &mut Value, buffers: Vec<Vec<u8>>) -> Option<Vec<u8>> {
    let mut starts = Vec::with_capacity(buffers.len());
    let mut merged = Vec::new();
    for buffer in buffers {
        pad(&mut merged);
        starts.push(merged.len() as u64);
        if merged.is_empty() {
            merged = buffer;
        } else {
            merged.extend(buffer);
        }
    }
    for view in value.get_mut("bufferViews").and_then(Value::as_array_mut).into_iter().flatten() {
        shift(view, &starts);
        // Compressed copies name buffers in the same way.
        for extension in view.get_mut("extensions").and_then(Value::as_object_mut).into_iter().flatten() {
            shift(extension.1, &starts);
        }
    }
    let list = value.get_mut("buffers").and_then(Value::as_array_mut)?;
    list.truncate(1);
    let first = first_buffer(value)?;
    first.shift_remove("uri");
    first.insert("byteLength".to_owned(), json!(merged.len()));
    Some(merged)
}

/// Points whatever names a buffer and an offset to the merged buffer.
fn shift(named: &mut Value, starts: &[u64]) {
    let Some(members) = named.as_object_mut() else { return };
    let buffer = members.get("buffer").and_then(Value::as_u64).and_then(|b| usize::try_from(b).ok());
    let Some(&start) = buffer.and_then(|buffer| starts.get(buffer)) else { return };
    members.insert("buffer".to_owned(), json!(0));
    if start > 0 {
        let offset = members.get("byteOffset").and_then(Value::as_u64).unwrap_or(0);
        members.insert("byteOffset".to_owned(), json!(start + offset));
    }
}

fn first_buffer(value: &mut Value) -> Option<&mut Map<String, Value>> {
    value.get_mut("buffers")?.get_mut(0)?.as_object_mut()
}

fn extend(value: &mut Value, list: &str, items: Vec<Value>) {
    if let Some(members) = value.as_object_mut()
        && let Some(array) = members.entry(list).or_insert_with(|| json!([])).as_array_mut()
    {
        array.extend(items);
    }
}

fn pad(bytes: &mut Vec<u8>) {
    bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0);
}
