//! Two edges: the hull of the four differences between their ends, which is a parallelogram.

use super::march::march;
use super::sweep::Sweep;
use super::toward_segment;
use crate::{Point, Vector};

/// From the ends of the first edge to those of the second, around the parallelogram.
const DIFFERENCES: [[usize; 2]; 4] = [[0, 2], [1, 2], [1, 3], [0, 3]];

/// When two edges first come within `separation` of each other: `[a0, a1, b0, b1]` at both ends of a step. See
/// [the module](super) for what the answer means.
#[inline]
pub fn edge_edge(start: &[Point; 4], end: &[Point; 4], separation: f64) -> Option<f64> {
    let sweep = Sweep::new(start, end, DIFFERENCES, separation);
    if sweep.is_parted_by(&toward(&sweep.doubled_middle())) { None } else { march(&sweep, toward) }
}

/// Whether a single plane proves that the two edges never come within `separation` of each other: the cheap first question
/// of [`edge_edge`], for those who sort out candidates. `false` says nothing.
#[inline]
pub fn certainly_apart(start: &[Point; 4], end: &[Point; 4], separation: f64) -> bool {
    let sweep = Sweep::new(start, end, DIFFERENCES, separation);
    sweep.is_parted_by(&toward(&sweep.doubled_middle()))
}

/// The direction of the point of a parallelogram that is nearest to the origin: `corner + s u + t v` with `s` and `t` from
/// 0 to 1 (Ericson 2005, §5.1.9). Of any length, so there is nothing to divide by.
#[inline]
fn toward(corners: &[Vector; 4]) -> Vector {
    let corner = corners[0];
    let (u, v) = (corners[1] - corner, corners[3] - corner);
    let (uu, uv, vv) = (u.norm_squared(), u.dot(&v), v.norm_squared());
    let (ru, rv) = (-u.dot(&corner), -v.dot(&corner));
    // Without bounds, s and t would be these parts of the area.
    let (area, s, t) = (uu * vv - uv * uv, ru * vv - rv * uv, rv * uu - ru * uv);
    if s > 0.0 && s < area && t > 0.0 && t < area {
        let normal = u.cross(&v);
        return if normal.dot(&corner) < 0.0 { -normal } else { normal };
    }
    // The nearest t where s is at its bound, in parts of vv; then the nearest s, if t is at its bound in turn.
    let (side, part) = if s <= 0.0 {
        (corner, rv)
    } else if s >= area {
        (corner + u, rv - uv)
    } else if t <= 0.0 {
        return toward_segment(corner, u);
    } else {
        return toward_segment(corner + v, u);
    };
    if part <= 0.0 {
        toward_segment(corner, u)
    } else if part >= vv {
        toward_segment(corner + v, u)
    } else {
        side * vv + v * part
    }
}
