//! Accessors of every layout, and counts that no file could justify.

use gltf_file::{FaultKind, GltfFile};
use serde_json::{Value, json};

use crate::small::{floats, open};

/// One accessor over one buffer view that spans the binary.
fn file(accessor: &Value, stride: Option<usize>, binary: &[u8]) -> GltfFile {
    let mut view = json!({"buffer": 0, "byteLength": binary.len()});
    if let Some(stride) = stride {
        view["byteStride"] = json!(stride);
    }
    open(json!({"accessors": [accessor], "bufferViews": [view]}), binary).unwrap()
}

#[test]
fn interleaved_elements_and_the_last_one_without_padding() {
    let binary = floats(&[1., 2., 9., 9., 3., 4.]);
    let accessor = json!({"bufferView": 0, "componentType": 5126, "count": 2, "type": "VEC2"});
    let file = file(&accessor, Some(16), &binary);
    assert_eq!(file.accessor(0, "test").unwrap().vectors::<2>().unwrap(), [[1.0, 2.0], [3.0, 4.0]]);
}

#[test]
fn unaligned_offsets_are_read_all_the_same() {
    let mut binary = vec![0xAA];
    binary.extend(floats(&[1.5, -2.5]));
    let accessor = json!({"bufferView": 0, "byteOffset": 1, "componentType": 5126, "count": 2, "type": "SCALAR"});
    assert_eq!(file(&accessor, None, &binary).accessor(0, "test").unwrap().vectors::<1>().unwrap(), [[1.5], [-2.5]]);
}

#[test]
fn quantised_positions_normalised_or_not() {
    let binary = [0x80_u8, 0x7F, 0x40];
    let read = |normalized: bool| {
        let accessor =
            json!({"bufferView": 0, "componentType": 5120, "count": 1, "type": "VEC3", "normalized": normalized});
        file(&accessor, None, &binary).accessor(0, "test").unwrap().vectors::<3>().unwrap()[0]
    };
    assert_eq!(read(false), [-128.0, 127.0, 64.0]);
    assert_eq!(read(true), [-1.0, 1.0, 64.0 / 127.0]);
}

#[test]
fn an_accessor_without_data_is_zeros_within_reason() {
    let zeros = |count: u64| json!({"componentType": 5126, "count": count, "type": "VEC3"});
    let small = file(&zeros(3), None, &[0; 8]);
    assert_eq!(small.accessor(0, "test").unwrap().vectors::<3>().unwrap(), [[0.0; 3]; 3]);
    for count in [9, u64::from(u32::MAX), u64::MAX] {
        let fault = file(&zeros(count), None, &[0; 8]).accessor(0, "test").unwrap_err();
        assert_eq!(fault.kind, FaultKind::Accessor, "{fault}");
    }
}

#[test]
fn ranges_beyond_the_data_are_refused_before_anything_is_allocated() {
    let count = |count: u64| json!({"bufferView": 0, "componentType": 5126, "count": count, "type": "VEC3"});
    let offset =
        |offset: u64| json!({"bufferView": 0, "byteOffset": offset, "componentType": 5126, "count": 1, "type": "VEC3"});
    let view = |view: u32| json!({"bufferView": view, "componentType": 5126, "count": 1, "type": "VEC3"});
    for accessor in [
        count(2),
        count(u64::from(u32::MAX)),
        count(1 << 40),
        count(u64::MAX),
        offset(1),
        offset(1 << 40),
        offset(u64::MAX),
        view(1),
        view(u32::MAX),
        json!({"bufferView": 0, "componentType": 9, "count": 1, "type": "VEC3"}),
    ] {
        let file = file(&accessor, None, &[0; 12]);
        assert_eq!(file.accessor(0, "test").unwrap_err().kind, FaultKind::Accessor, "{accessor}");
    }
    let fault = file(&count(2), Some(4), &[0; 24]).accessor(0, "POSITION of mesh 0").unwrap_err();
    assert_eq!(fault.element, "accessor 0 (POSITION of mesh 0)");
    assert!(fault.what.contains("stride"));
}

#[test]
fn buffer_views_and_buffers_are_checked_too() {
    for view in [
        json!({"buffer": 0, "byteLength": 13}),
        json!({"buffer": 0, "byteOffset": u64::MAX, "byteLength": 2}),
        json!({"buffer": 1, "byteLength": 1}),
    ] {
        let file = open(json!({"bufferViews": [view]}), &[0; 12]).unwrap();
        assert_eq!(file.buffer_view(0).unwrap_err().element, "bufferView 0");
    }
    for buffer in [json!({"byteLength": 4_294_967_295_u64}), json!({"byteLength": u64::MAX, "uri": "data:,abc"})] {
        let fault = open(json!({"buffers": [buffer]}), &[]).unwrap_err();
        assert_eq!((fault.kind, fault.element.as_str()), (FaultKind::Buffer, "buffer 0"));
    }
}

#[test]
fn sparse_values_replace_the_base_or_zeros() {
    let sparse = |places: [u8; 2], base: bool| {
        let mut binary = floats(&[1., 2., 3., 8., 9.]);
        binary.extend(places);
        let mut accessor = json!({"componentType": 5126, "count": 3, "type": "SCALAR", "sparse": {
            "count": 2,
            "indices": {"bufferView": 0, "byteOffset": 20, "componentType": 5121},
            "values": {"bufferView": 0, "byteOffset": 12},
        }});
        if base {
            accessor["bufferView"] = json!(0);
        }
        let file = file(&accessor, None, &binary);
        file.accessor(0, "test").and_then(|a| a.vectors::<1>()).map(|v| v.concat())
    };
    assert_eq!(sparse([0, 2], true).unwrap(), [8.0, 2.0, 9.0]);
    assert_eq!(sparse([1, 2], false).unwrap(), [0.0, 8.0, 9.0]);
    assert!(sparse([2, 1], true).unwrap_err().what.contains("not increasing"));
    assert!(sparse([0, 3], true).unwrap_err().what.contains("beyond"));
}
