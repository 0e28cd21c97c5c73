//! Two edges: the hull of the four differences between their ends, which is a parallelogram.

use super::first_contact;
use super::sweep::Sweep;
use crate::{Point, Vector};

/// From the ends of the first edge to those of the second, around the parallelogram.
const DIFFERENCES: [[usize; 2]; 4] = [[0, 2], [1, 2], [1, 3], [0, 3]];

/// When two edges first come within `separation` of each other: `[a0, a1, b0, b1]` at both ends of a step. See
/// [the module](super) for what the answer means.
pub fn edge_edge(start: &[Point; 4], end: &[Point; 4], separation: f64) -> Option<f64> {
    first_contact(&Sweep::new(start, end, DIFFERENCES, separation), nearest)
}

/// Whether a single plane proves that the two edges never come within `separation` of each other: the cheap first question
/// of [`edge_edge`], for those who sort out candidates. `false` says nothing.
#[inline]
pub fn certainly_apart(start: &[Point; 4], end: &[Point; 4], separation: f64) -> bool {
    Sweep::new(start, end, DIFFERENCES, separation).parted_by_one_plane(nearest)
}

/// The direction of the point of a parallelogram that is nearest to the origin: `corner + s u + t v` with `s` and `t` from
/// 0 to 1 (Ericson 2005, §5.1.9).
#[inline]
fn nearest(corners: &[Vector; 4]) -> Vector {
    let corner = corners[0];
    let (u, v) = (corners[1] - corner, corners[3] - corner);
    let (uu, uv, vv) = (u.norm_squared(), u.dot(&v), v.norm_squared());
    let (ru, rv) = (-u.dot(&corner), -v.dot(&corner));
    let (area, free) = (uu * vv - uv * uv, ru * vv - rv * uv);
    let s = share(free, area);
    let t = share(rv - s * uv, vv);
    if s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0 {
        // Inside, and perpendicular: close to the origin the point itself would be mostly rounding.
        let normal = u.cross(&v);
        return if normal.dot(&corner) < 0.0 { -normal } else { normal };
    }
    let s = share(ru - t * uv, uu);
    corner + u * s + v * t
}

/// A quotient from 0 to 1, clamped; 0 if there is nothing to divide by.
#[inline]
fn share(part: f64, whole: f64) -> f64 {
    if part > 0.0 { if part < whole { part / whole } else { 1.0 } } else { 0.0 }
}
