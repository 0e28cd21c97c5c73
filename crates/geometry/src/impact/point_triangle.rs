//! A point and a triangle: the hull of the three differences from the point to the corners.

use super::march::march;
use super::sweep::Sweep;
use super::toward_segment;
use crate::{Point, Vector};

/// From the point to each corner.
const DIFFERENCES: [[usize; 2]; 3] = [[0, 1], [0, 2], [0, 3]];

/// When a point and a triangle first come within `separation` of each other: `[point, a, b, c]` at both ends of a step. See
/// [the module](super) for what the answer means.
#[inline]
pub fn point_triangle(start: &[Point; 4], end: &[Point; 4], separation: f64) -> Option<f64> {
    let sweep = Sweep::new(start, end, DIFFERENCES, separation);
    if sweep.is_parted_by(&toward(&sweep.doubled_middle())) { None } else { march(&sweep, toward) }
}

/// Whether a single plane proves that the point and the triangle never come within `separation` of each other: the cheap first question
/// of [`point_triangle`], for those who sort out candidates. `false` says nothing.
#[inline]
pub fn certainly_apart(start: &[Point; 4], end: &[Point; 4], separation: f64) -> bool {
    let sweep = Sweep::new(start, end, DIFFERENCES, separation);
    sweep.is_parted_by(&toward(&sweep.doubled_middle()))
}

/// The direction of the point of a triangle that is nearest to the origin (Ericson 2005, §5.1.5).
#[inline]
fn toward(&[a, b, c]: &[Vector; 3]) -> Vector {
    let (ab, ac) = (b - a, c - a);
    let (ab_a, ac_a) = (-ab.dot(&a), -ac.dot(&a));
    if ab_a <= 0.0 && ac_a <= 0.0 {
        return a;
    }
    let (ab_b, ac_b) = (-ab.dot(&b), -ac.dot(&b));
    if ab_b >= 0.0 && ac_b <= ab_b {
        return b;
    }
    let (ab_c, ac_c) = (-ab.dot(&c), -ac.dot(&c));
    if ac_c >= 0.0 && ab_c <= ac_c {
        return c;
    }
    if ab_a >= 0.0 && ab_b <= 0.0 && ab_a * ac_b <= ab_b * ac_a {
        return toward_segment(a, ab);
    }
    if ac_a >= 0.0 && ac_c <= 0.0 && ab_c * ac_a <= ab_a * ac_c {
        return toward_segment(a, ac);
    }
    if ac_b >= ab_b && ab_c >= ac_c && ab_b * ac_c <= ab_c * ac_b {
        return toward_segment(b, c - b);
    }
    let normal = ab.cross(&ac);
    if normal.dot(&a) < 0.0 { -normal } else { normal }
}
