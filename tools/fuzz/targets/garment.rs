//! Any bytes as a garment of each format: read, and given back with every vertex moved. What was written must be readable.
#![no_main]

use cloth_io::{GltfDocument, ObjDocument, Piece, PlyDocument, Problem};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(document) = ObjDocument::read(bytes.to_vec(), "cloth") {
        let written = document.with_positions(&moved(document.pieces()));
        check(written, |bytes| ObjDocument::read(bytes, "cloth").map(drop));
    }
    if let Ok(document) = PlyDocument::read(bytes.to_vec(), "cloth") {
        let written = document.with_positions(&moved(document.pieces()));
        check(written, |bytes| PlyDocument::read(bytes, "cloth").map(drop));
    }
    if let Ok(document) = GltfDocument::from_bytes(bytes, None, "cloth") {
        let written = document.with_positions(&moved(document.pieces()));
        check(written, |bytes| GltfDocument::from_bytes(&bytes, None, "cloth").map(drop));
    }
});

fn moved(pieces: &[Piece]) -> Vec<Vec<geometry::Point>> {
    let along = |piece: &Piece| piece.positions.iter().map(|p| p.map(|x| x + 1.0)).collect();
    pieces.iter().map(along).collect()
}

/// A refusal is fine; bytes that cannot be read back are not.
fn check(written: Result<Vec<u8>, Problem>, read: impl Fn(Vec<u8>) -> Result<(), Problem>) {
    if let Ok(bytes) = written {
        read(bytes).expect("what was written can be read");
    }
}
