//! A garment with moved vertices as a file: its own where the format is the same, a new one elsewhere.

use anyhow::{Context, Result};
use cloth_io::Piece;
use driver::garment::Garment;
use geometry::Point;
use std::path::Path;

/// The bytes of a file whose name says its format. `source` is the file that the garment came from, if it is a whole one:
/// in its own format everything else in it is kept.
pub fn encode(garment: &Garment, source: Option<&Path>, positions: &[Point], output: &Path) -> Result<Vec<u8>> {
    let lists = by_panel(garment, positions);
    let extension = |path: &Path| path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
    match &garment.document {
        Some(document) if source.and_then(extension) == extension(output) => {
            document.with_positions(&lists).with_context(|| output.display().to_string())
        }
        _ => {
            let moved = garment.panels.iter().zip(lists);
            let pieces: Vec<Piece> =
                moved.map(|(panel, positions)| Piece { positions, ..panel.piece.clone() }).collect();
            Ok(cloth_io::encode_new(&pieces, output)?)
        }
    }
}

/// A garment's vertices, parted into its meshes.
pub fn by_panel(garment: &Garment, positions: &[Point]) -> Vec<Vec<Point>> {
    let mut rest = positions;
    let mut next = |count: usize| -> Vec<Point> {
        let (own, others) = rest.split_at(count.min(rest.len()));
        rest = others;
        own.to_vec()
    };
    garment.panels.iter().map(|panel| next(panel.piece.positions.len())).collect()
}
