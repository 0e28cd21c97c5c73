//! Two edges: the hull of the four differences between their ends, which is a parallelogram.

use super::sweep::Sweep;
use super::{first_contact, nearest_of_segment};
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
    let area = uu * vv - uv * uv;
    let (s, t) = (ru * vv - rv * uv, rv * uu - ru * uv);
    if s > 0.0 && s < area && t > 0.0 && t < area {
        let normal = u.cross(&v);
        return if normal.dot(&corner) < 0.0 { -normal } else { normal };
    }
    on_rim(corners, u, v)
}

/// The nearest of the four sides' nearest points.
fn on_rim(corners: &[Vector; 4], u: Vector, v: Vector) -> Vector {
    let sides = [(corners[0], u), (corners[3], u), (corners[0], v), (corners[1], v)];
    let feet = sides.map(|(from, along)| nearest_of_segment(from, along));
    let mut nearest = feet[0];
    for foot in &feet[1..] {
        if foot.norm_squared() < nearest.norm_squared() {
            nearest = *foot;
        }
    }
    nearest
}
