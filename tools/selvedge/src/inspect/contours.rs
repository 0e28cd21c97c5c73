//! The analysis as a `.glb`: the meshes with coloured vertices, and the contours as lines.

use super::report::polyline;
use super::{Findings, palette};
use anyhow::{Context, Result};
use cloth_io::{LineSet, Piece};

/// The file.
pub(crate) fn glb(findings: &Findings) -> Result<Vec<u8>> {
    let colors = palette::of_vertices(&findings.assembly, &findings.analysis);
    let mut pieces: Vec<Piece> = findings.input.pieces.iter().map(|input| input.piece.clone()).collect();
    let mut first = 0;
    for (piece, assembled) in pieces.iter_mut().zip(findings.assembly.pieces()) {
        let mut of_piece = vec![[1.0; 4]; piece.positions.len()];
        for running in assembled.running.clone() {
            let [r, g, b] = colors[findings.assembly.vertex_of(running).index()].map(linear);
            of_piece[findings.input.number(running) as usize - first] = [r, g, b, 1.0];
        }
        first += of_piece.len();
        piece.colors = Some(of_piece);
    }
    cloth_io::write_new_glb(&pieces, &line_sets(findings)).context("cannot make the .glb")
}

/// One set for every kind of path there is.
fn line_sets(findings: &Findings) -> Vec<LineSet> {
    let mut sets = Vec::new();
    for (kind, name) in palette::KINDS {
        let [r, g, b] = palette::of_contour(kind).map(linear);
        let mut set = LineSet { name: format!("{name} contours"), color: [r, g, b, 1.0], ..LineSet::default() };
        for path in findings.analysis.paths().iter().filter(|path| path.kind() == kind) {
            let first = set.points.len() as u32;
            set.points.extend(polyline(findings, path));
            set.polylines.push((first..set.points.len() as u32).collect());
        }
        if !set.points.is_empty() {
            sets.push(set);
        }
    }
    sets
}

/// glTF colours are linear light.
fn linear(srgb: f32) -> f32 {
    if srgb <= 0.04045 { srgb / 12.92 } else { ((srgb + 0.055) / 1.055).powf(2.4) }
}
