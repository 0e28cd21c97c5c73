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

/// Bound of the rounding error of a triple product `(u × v) · w` whose first two factors are differences of coordinates,
/// relative to the product of the largest components. It has six terms of at most seven roundings of 2⁻⁵³ each:
/// 6 · 7 · 2⁻⁵³ = 4.7e-15; twice that is taken.
const MARGIN: f64 = 1e-14;

/// Below this the products may have lost bits to underflow, and nothing is certain.
const FLOOR: f64 = 1e-250;

/// Whether the fan certainly passes nowhere through itself.
pub(super) fn is_certainly_embedded(fan: &Fan, vertex: VertexId, positions: &[Point]) -> bool {
    let at = &positions[vertex.index()];
    let spoke = |i: usize| positions[fan.spokes[i].index()] - at;
    let mut along = Vector::zeros();
    let mut largest: f64 = 0.0;
    for i in 1..fan.spokes.len() {
        let (from, to) = (spoke(i - 1), spoke(i));
        along += from.cross(&to);
        largest = largest.max(from.amax()).max(to.amax());
    }
    let margin = MARGIN * largest * largest * along.amax();
    // Also false for a vertex with several fans, which has no spokes.
    margin * largest > FLOOR
        && (1..fan.spokes.len()).all(|i| spoke(i - 1).cross(&spoke(i)).dot(&along) > margin)
        && turns_once(fan, spoke, &along, margin)
}

/// Whether the spokes, which all turn the same way seen along `along`, stay within one turn of the first: seen from it they
/// are first on its left, then on its right, and never on its left again.
fn turns_once(fan: &Fan, spoke: impl Fn(usize) -> Vector, along: &Vector, margin: f64) -> bool {
    let faces = fan.faces.len();
    let closes = fan.spokes[0] == fan.spokes[faces];
    // Each face turns less than half a turn: two turns take five, more than one takes three.
    if closes && faces < 5 || faces < 3 {
        return true;
    }
    let across = along.cross(&spoke(0));
    let mut right = false;
    for i in 1..if closes { faces } else { faces + 1 } {
        let left = across.dot(&spoke(i));
        if left.abs() <= margin || (right && left > 0.0) {
            return false;
        }
        right |= left < 0.0;
    }
    true
}
