//! The colours of an analysis, the same in pictures and in files. All are sRGB.

use geometry::{Assembly, VertexId};
use gia::{Analysis, Color, Kind};
use picture::Srgb;

/// What has passed through nothing, piece by piece, over and over: muted colours on which black, white and red stand out.
const PIECES: [Srgb; 4] = [picture::CLOTH, picture::BODY, [0.52, 0.64, 0.55], [0.68, 0.58, 0.68]];

/// The colour of a region.
pub(crate) fn of_region(color: Color) -> Srgb {
    match color {
        Color::Black => [0.05, 0.05, 0.06],
        Color::White => [0.97, 0.97, 0.95],
        Color::Red => [0.80, 0.10, 0.10],
    }
}

/// The colour of a contour: warm for those that bound regions on both sides, cold for open ones.
pub(crate) fn of_contour(kind: Kind) -> Srgb {
    match kind {
        Kind::Closed => [0.95, 0.45, 0.05],
        Kind::Loop => [0.90, 0.10, 0.45],
        Kind::Boundary => [0.10, 0.60, 0.30],
        Kind::Mixed => [0.45, 0.25, 0.80],
    }
}

/// What contours are called in a legend.
pub(crate) const KINDS: [(Kind, &str); 4] =
    [(Kind::Closed, "closed"), (Kind::Loop, "loop"), (Kind::Boundary, "boundary"), (Kind::Mixed, "mixed")];

/// The colour of every vertex of the mesh. A vertex of several regions shows the one it needs most to be seen in: red
/// before black before white.
pub(crate) fn of_vertices(assembly: &Assembly, analysis: &Analysis) -> Vec<Srgb> {
    let rank = |color: &Color| match color {
        Color::Red => 0,
        Color::Black => 1,
        Color::White => 2,
    };
    let color = |v: u32, plain: Srgb| {
        let colors = analysis.colors().of(VertexId(v)).iter().map(|(_, color)| *color);
        colors.min_by_key(rank).map_or(plain, of_region)
    };
    let plain = PIECES.into_iter().cycle();
    assembly
        .pieces()
        .iter()
        .zip(plain)
        .flat_map(|(piece, plain)| piece.vertices.clone().map(move |v| (v, plain)))
        .map(|(v, plain)| color(v, plain))
        .collect()
}
