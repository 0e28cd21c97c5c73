//! A vertex and its faces: proof that no two of them cross.
//!
//! If there is a direction along which every face of the fan projects with the same orientation, and the fan goes around
//! the vertex less than a full turn, or exactly once if it closes, then the projection is one-to-one, and so the fan
//! passes nowhere through itself. The sum of the faces' normals is a direction worth trying. This is the curvature test of
//! Volino and Magnenat-Thalmann for the smallest of patches, where the condition on the outline can be checked in full.
//!
//! All comparisons keep a distance from zero that covers rounding, so the symbolic perturbation cannot change them.

use geometry::mesh::Fan;
use geometry::{Point, Vector, VertexId};

/// Fans with more faces than this are looked at pair by pair.
const LARGEST_FAN: usize = 16;

/// Relative rounding error allowed for in a triple product of differences: a few dozen roundings of 2⁻⁵³, generously.
const MARGIN: f64 = 1e-14;

/// Below this, in cubic metres squared, products may have underflowed: nothing is certain.
const FLOOR: f64 = 1e-200;

/// Whether the fan certainly passes nowhere through itself.
pub(super) fn is_certainly_embedded(fan: &Fan, vertex: VertexId, positions: &[Point]) -> bool {
    let count = fan.faces.len();
    if fan.spokes.is_empty() || count > LARGEST_FAN {
        return false;
    }
    let at = &positions[vertex.index()];
    let mut spokes = [Vector::zeros(); LARGEST_FAN + 1];
    for (spoke, end) in spokes.iter_mut().zip(fan.spokes) {
        *spoke = positions[end.index()] - at;
    }
    let spokes = &spokes[..=count];
    let mut normals = [Vector::zeros(); LARGEST_FAN];
    let mut along = Vector::zeros();
    for (normal, pair) in normals.iter_mut().zip(spokes.windows(2)) {
        *normal = pair[0].cross(&pair[1]);
        along += *normal;
    }
    let largest = spokes.iter().map(Vector::amax).fold(0.0, f64::max);
    let margin = MARGIN * largest * largest * along.amax();
    if margin * largest < FLOOR * MARGIN {
        return false;
    }
    normals[..count].iter().all(|normal| normal.dot(&along) > margin)
        && turns_once(spokes, fan.spokes[0] == fan.spokes[count], &along, margin)
}

/// Whether the spokes, which all turn the same way seen along `along`, stay within one turn of the first: seen from it they
/// are first on its left, then on its right, and never on its left again.
fn turns_once(spokes: &[Vector], closes: bool, along: &Vector, margin: f64) -> bool {
    let count = spokes.len() - 1;
    // Five faces, each turning less than half a turn, are needed for two turns; three for more than one.
    if closes && count < 5 || count < 3 {
        return true;
    }
    let across = along.cross(&spokes[0]);
    let scale = spokes[0].amax();
    let rest = if closes { &spokes[1..count] } else { &spokes[1..] };
    let mut right = false;
    for spoke in rest {
        let left = across.dot(spoke);
        if left.abs() <= 4.0 * margin.max(MARGIN * scale * spoke.amax() * along.amax()) || (right && left > 0.0) {
            return false;
        }
        right |= left < 0.0;
    }
    true
}
