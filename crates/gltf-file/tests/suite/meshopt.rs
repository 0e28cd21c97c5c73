//! Compressed buffer views, against what the meshoptimizer package (npm, 1.3.0) made of known data.
//!
//! `vectors/meshopt.txt`, written by `tools/compare/meshopt`, has three lines a vector: name, mode, filter, count and
//! stride; the compressed bytes; and the bytes that meshoptimizer's own decoder gives.

use gltf_file::{Fault, GltfFile};
use serde_json::json;

use crate::small::{glb, open};

struct Vector {
    name: String,
    mode: String,
    filter: String,
    count: usize,
    stride: usize,
    compressed: Vec<u8>,
    expected: Vec<u8>,
}

fn vectors() -> Vec<Vector> {
    let text = include_str!("../vectors/meshopt.txt");
    let lines: Vec<&str> = text.lines().collect();
    lines
        .chunks_exact(3)
        .map(|lines| {
            let words: Vec<&str> = lines[0].split(" | ").collect();
            Vector {
                name: words[0].to_owned(),
                mode: words[1].to_owned(),
                filter: words[2].to_owned(),
                count: words[3].parse().unwrap(),
                stride: words[4].parse().unwrap(),
                compressed: bytes(lines[1]),
                expected: bytes(lines[2]),
            }
        })
        .collect()
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect()
}

/// A file whose one view is compressed.
fn file(vector: &Vector, compressed: &[u8], extension: &str) -> Result<GltfFile, Fault> {
    let size = vector.count * vector.stride;
    let document = json!({
        "extensionsUsed": [extension],
        "extensionsRequired": [extension],
        "asset": {"version": "2.0"},
        "buffers": [
            {"byteLength": compressed.len()},
            {"byteLength": size, "extensions": {extension: {"fallback": true}}},
        ],
        "bufferViews": [{"buffer": 1, "byteLength": size, "extensions": {extension: {
            "buffer": 0,
            "byteLength": compressed.len(),
            "byteStride": vector.stride,
            "count": vector.count,
            "mode": vector.mode,
            "filter": vector.filter,
        }}}],
    });
    GltfFile::from_bytes(&crate::small::pack(&document, compressed), None)
}

/// Filters may differ by one unit in the last place, says the specification; nothing else may differ at all.
fn is_near(vector: &Vector, found: &[u8]) -> bool {
    match (vector.filter.as_str(), vector.stride) {
        ("NONE" | "EXPONENTIAL", _) => found == vector.expected,
        (_, 4) => found.iter().zip(&vector.expected).all(|(a, b)| a.wrapping_sub(*b).wrapping_add(1) <= 2),
        _ => found.chunks(2).zip(vector.expected.chunks(2)).all(|(a, b)| {
            let word = |w: &[u8]| u16::from_le_bytes([w[0], w[1]]);
            word(a).wrapping_sub(word(b)).wrapping_add(1) <= 2
        }),
    }
}

#[test]
fn every_mode_and_filter_decodes_to_what_was_encoded() {
    let vectors = vectors();
    assert_eq!(vectors.len(), 20);
    for vector in &vectors {
        for extension in ["EXT_meshopt_compression", "KHR_meshopt_compression"] {
            let file = file(vector, &vector.compressed, extension).unwrap();
            assert!(is_near(vector, file.buffer_view(0).unwrap()), "{}", vector.name);
        }
    }
}

#[test]
fn the_json_no_longer_speaks_of_compression() {
    let vector = &vectors()[0];
    let file = file(vector, &vector.compressed, "KHR_meshopt_compression").unwrap();
    assert!(!file.value().to_string().contains("meshopt"), "{}", file.value());
    assert_eq!(file.buffers()[1], vector.expected);
}

#[test]
fn damaged_streams_are_refused_or_decoded_but_never_read_beyond() {
    for vector in &vectors() {
        for length in 0..vector.compressed.len() {
            assert!(file(vector, &vector.compressed[..length], "EXT_meshopt_compression").is_err(), "{}", vector.name);
        }
        for place in 0..vector.compressed.len() {
            for change in [0x01, 0x80, 0xFF] {
                let mut damaged = vector.compressed.clone();
                damaged[place] ^= change;
                let _ = file(vector, &damaged, "EXT_meshopt_compression");
            }
        }
    }
}

#[test]
fn a_small_file_cannot_ask_for_much_memory() {
    let vector = Vector {
        name: String::new(),
        mode: "ATTRIBUTES".to_owned(),
        filter: "NONE".to_owned(),
        count: 1 << 30,
        stride: 256,
        compressed: Vec::new(),
        expected: Vec::new(),
    };
    let fault = file(&vector, &[0xa1; 400], "KHR_meshopt_compression").unwrap_err();
    assert!(fault.what.contains("400"), "{fault}");
    let fewer = Vector { count: 4000, ..vector };
    let fault = file(&fewer, &[0xa1; 400], "KHR_meshopt_compression").unwrap_err();
    assert!(fault.what.contains("ends early") || fault.what.contains("channel"), "{fault}");
}

#[test]
fn a_buffer_with_data_of_its_own_is_used_as_it_is() {
    let document = json!({
        "bufferViews": [{"buffer": 0, "byteLength": 4, "extensions": {"EXT_meshopt_compression": {
            "buffer": 0, "byteOffset": 4, "byteLength": 4, "byteStride": 4, "count": 1, "mode": "ATTRIBUTES",
        }}}],
    });
    assert_eq!(open(document.clone(), &[1, 2, 3, 4, 0, 0, 0, 0]).unwrap().buffer_view(0).unwrap(), [1, 2, 3, 4]);
    assert!(!glb(document, &[1]).is_empty());
}
