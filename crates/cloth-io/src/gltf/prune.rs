//! Leaves out the numbers that nothing of a file uses any more: the keys of clips that are not kept, for example, which in
//! a character with many clips are most of the file.
//!
//! 1. Accessors that no mesh, skin or animation names go, then buffer views that no accessor and no picture names.
//! 2. What remains is numbered anew wherever it is named.
//! 3. Buffers become one that holds the remaining views alone.
//!
//! A file with extensions that may name accessors or views in places not known here is left as it is.

use serde_json::{Value, json};

/// Extensions that name no accessors and no buffer views.
const HARMLESS: [&str; 9] = [
    "KHR_lights_punctual",
    "KHR_mesh_quantization",
    "KHR_node_visibility",
    "KHR_texture_basisu",
    "KHR_texture_transform",
    "KHR_xmp_json_ld",
    "EXT_texture_avif",
    "EXT_texture_webp",
    "VRMC_springBone",
];
/// So are all that begin like this: they describe surfaces.
const HARMLESS_PREFIX: &str = "KHR_materials_";
/// Views begin at multiples of this many bytes.
const ALIGNMENT: usize = 4;

/// Takes what is unused from the JSON and the buffers.
pub(super) fn prune(value: &mut Value, buffers: &mut Vec<Vec<u8>>) {
    let used = value.get("extensionsUsed").and_then(Value::as_array).into_iter().flatten();
    let is_known =
        |name: &Value| name.as_str().is_some_and(|name| name.starts_with(HARMLESS_PREFIX) || HARMLESS.contains(&name));
    if !used.into_iter().all(is_known) {
        return;
    }
    keep_named(value, "accessors", each_accessor);
    keep_named(value, "bufferViews", each_view);
    pack_views(value, buffers);
}

/// Something that visits every place that names an item of a list.
type Visit = fn(&mut Value, &mut dyn FnMut(&mut Value));

/// Takes the items of a list that no place names.
fn keep_named(value: &mut Value, list: &str, visit: Visit) {
    let Some(count) = value.get(list).and_then(Value::as_array).map(Vec::len) else { return };
    let mut is_named = vec![false; count];
    visit(value, &mut |place| {
        if let Some(named) = index(place).and_then(|index| is_named.get_mut(index)) {
            *named = true;
        }
    });
    if is_named.iter().all(|named| *named) {
        return;
    }
    let mut next = 0..;
    let numbers: Vec<Option<usize>> = is_named.iter().map(|named| named.then(|| next.next()).flatten()).collect();
    visit(value, &mut |place| {
        if let Some(number) = index(place).and_then(|index| numbers.get(index).copied().flatten()) {
            *place = json!(number);
        }
    });
    if let Some(items) = value.get_mut(list).and_then(Value::as_array_mut) {
        let mut is_named = is_named.iter();
        items.retain(|_| is_named.next() == Some(&true));
    }
}

fn index(place: &Value) -> Option<usize> {
    usize::try_from(place.as_u64()?).ok()
}

fn list<'v>(value: &'v mut Value, name: &str) -> impl Iterator<Item = &'v mut Value> {
    value.get_mut(name).and_then(Value::as_array_mut).into_iter().flatten()
}

fn members(value: Option<&mut Value>) -> impl Iterator<Item = &mut Value> {
    value.and_then(Value::as_object_mut).into_iter().flat_map(|members| members.values_mut())
}

fn each_accessor(value: &mut Value, act: &mut dyn FnMut(&mut Value)) {
    for mesh in list(value, "meshes") {
        for primitive in list(mesh, "primitives") {
            members(primitive.get_mut("attributes")).for_each(&mut *act);
            primitive.get_mut("indices").into_iter().for_each(&mut *act);
            list(primitive, "targets").flat_map(|target| members(Some(target))).for_each(&mut *act);
        }
    }
    for skin in list(value, "skins") {
        skin.get_mut("inverseBindMatrices").into_iter().for_each(&mut *act);
    }
    for animation in list(value, "animations") {
        for sampler in list(animation, "samplers") {
            for key in ["input", "output"] {
                sampler.get_mut(key).into_iter().for_each(&mut *act);
            }
        }
    }
}

fn each_view(value: &mut Value, act: &mut dyn FnMut(&mut Value)) {
    for accessor in list(value, "accessors") {
        accessor.get_mut("bufferView").into_iter().for_each(&mut *act);
        for part in ["indices", "values"] {
            let view = accessor.get_mut("sparse").and_then(|sparse| sparse.get_mut(part)?.get_mut("bufferView"));
            view.into_iter().for_each(&mut *act);
        }
    }
    for image in list(value, "images") {
        image.get_mut("bufferView").into_iter().for_each(&mut *act);
    }
}

/// Puts the bytes of all views into one buffer, unless one of them is not where it says.
fn pack_views(value: &mut Value, buffers: &mut Vec<Vec<u8>>) {
    let mut packed = Vec::new();
    let mut offsets = Vec::new();
    for view in list(value, "bufferViews") {
        let number = |key: &str| view.get(key).and_then(index);
        let (buffer, start, length) = (number("buffer"), number("byteOffset").unwrap_or(0), number("byteLength"));
        let bytes = buffer.zip(length).and_then(|(buffer, length)| buffers.get(buffer)?.get(start..start + length));
        let Some(bytes) = bytes else { return };
        packed.resize(packed.len().next_multiple_of(ALIGNMENT), 0);
        offsets.push(packed.len());
        packed.extend_from_slice(bytes);
    }
    for (view, offset) in list(value, "bufferViews").zip(offsets) {
        view["buffer"] = json!(0);
        view["byteOffset"] = json!(offset);
    }
    if !packed.is_empty() {
        value["buffers"] = json!([{"byteLength": packed.len()}]);
        *buffers = vec![packed];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> (Value, Vec<Vec<u8>>) {
        let value = json!({
            "meshes": [{"primitives": [{"attributes": {"POSITION": 1}, "indices": 3, "targets": [{"POSITION": 1}]}]}],
            "animations": [{"samplers": [{"input": 4, "output": 4}]}],
            "accessors": [{"bufferView": 0}, {"bufferView": 1}, {"bufferView": 1}, {"bufferView": 3}, {"bufferView": 3}],
            "bufferViews": [
                {"buffer": 0, "byteLength": 3},
                {"buffer": 0, "byteOffset": 3, "byteLength": 2},
                {"buffer": 1, "byteLength": 1},
                {"buffer": 1, "byteOffset": 1, "byteLength": 2},
            ],
            "buffers": [{"byteLength": 5}, {"byteLength": 3}],
        });
        (value, vec![vec![1, 2, 3, 4, 5], vec![6, 7, 8]])
    }

    #[test]
    fn what_is_named_stays_and_is_found() {
        let (mut value, mut buffers) = file();
        prune(&mut value, &mut buffers);
        let primitive = &value["meshes"][0]["primitives"][0];
        assert_eq!(*primitive, json!({"attributes": {"POSITION": 0}, "indices": 1, "targets": [{"POSITION": 0}]}));
        assert_eq!(value["animations"][0]["samplers"][0], json!({"input": 2, "output": 2}));
        assert_eq!(value["accessors"], json!([{"bufferView": 0}, {"bufferView": 1}, {"bufferView": 1}]));
        assert_eq!(value["bufferViews"][1], json!({"buffer": 0, "byteOffset": 4, "byteLength": 2}));
        assert_eq!((value["buffers"].clone(), buffers), (json!([{"byteLength": 6}]), vec![vec![4, 5, 0, 0, 7, 8]]));
    }

    #[test]
    fn a_file_with_unknown_extensions_is_left_alone() {
        let (mut value, mut buffers) = file();
        value["extensionsUsed"] = json!(["KHR_materials_unlit", "VENDOR_points"]);
        let before = (value.clone(), buffers.clone());
        prune(&mut value, &mut buffers);
        assert_eq!((value, buffers), before);
    }
}
