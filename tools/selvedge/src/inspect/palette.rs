//! The colours of an analysis, the same in pictures and in files. All are sRGB.

use geometry::{Assembly, VertexId};
use gia::{Analysis, Color, Kind};
use picture::Srgb;

/// Cloth that has passed through nothing: a slate blue on which the three colours stand out.
pub(crate) const PLAIN: Srgb = picture::CLOTH;

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
    (0..assembly.mesh().vertex_count())
        .map(|v| {
            let colors = analysis.colors().of(VertexId::at(v)).iter().map(|(_, color)| *color);
            colors.min_by_key(rank).map_or(PLAIN, of_region)
        })
        .collect()
}
