//! The march through a step: from proof to proof, until one is missing.

use super::plane::Plane;
use super::sweep::Sweep;
use super::{TOLERANCE, toward_segment};
use crate::Vector;

/// The shortest stride that is attempted, as a part of the step. When one of at most twice this length has failed, the
/// distance is not more than four times this length of the way from the separation: see the module above.
const SHORTEST: f64 = 0.25 * TOLERANCE;

/// The part of an attempted stride from which on it pays to look again where a plane alone stops holding.
const WORTHWHILE: f64 = 0.125;

/// Strides that are attempted at most. A pair that turns by a right angle while the two glide over each other takes about as
/// many strides as the square root of their size over their distance: this is enough for a millionth of the size.
const ATTEMPTS: u32 = 1 << 12;

/// The time up to which the pair is proven to be apart, or `None` if it is throughout. `toward` gives the direction of the
/// point of a hull that is nearest to the origin; the better, the longer the strides, but nothing depends on its being right.
pub(super) fn march<const K: usize>(sweep: &Sweep<K>, toward: impl Fn(&[Vector; K]) -> Vector) -> Option<f64> {
    let mut time = 0.0;
    let mut plane = facing(sweep, time, &toward);
    if !plane.holds_at(time) {
        return Some(time);
    }
    let mut stride = 1.0;
    let mut failed = false;
    for _ in 0..ATTEMPTS {
        let next = f64::min(time + stride, 1.0);
        let ahead = facing(sweep, next, &toward);
        if plane.turns_into(&ahead, time, next) {
            if next == 1.0 {
                return None;
            }
            (time, plane) = (next, ahead);
            // What has just failed would fail again.
            stride *= if failed { 1.0 } else { 2.0 };
            failed = false;
            continue;
        }
        failed = true;
        let until = plane.holds_until();
        if until == 1.0 {
            return None;
        }
        if until < next {
            stride *= 0.5;
        }
        if until - time > WORTHWHILE * stride {
            time = until;
            plane = facing(sweep, time, &toward);
        }
        if stride < SHORTEST || !plane.holds_at(time) {
            break;
        }
    }
    Some(time)
}

/// A plane that faces the hull at a time. Its normal has length one: planes that turn into each other should agree in it.
fn facing<const K: usize>(sweep: &Sweep<K>, time: f64, toward: impl Fn(&[Vector; K]) -> Vector) -> Plane<K> {
    let corners = sweep.corners(time);
    let plane = sweep.above(toward(&corners).normalize());
    if plane.holds_at(time) { plane } else { sweep.above(best(&corners)) }
}

/// The direction in which the lowest corner is highest, of all that the nearest point of a hull can have: perpendicular to the
/// hull at a corner, or towards the nearest point of a side. Slow, but right for slivers, on which rounding misleads those who
/// first decide where the nearest point lies.
#[cold]
fn best<const K: usize>(corners: &[Vector; K]) -> Vector {
    let mut best = (f64::NEG_INFINITY, Vector::zeros());
    let mut consider = |direction: Vector| {
        let Some(normal) = direction.try_normalize(0.0) else { return };
        let lowest = corners.iter().map(|corner| normal.dot(corner)).fold(f64::INFINITY, f64::min);
        if lowest > best.0 {
            best = (lowest, normal);
        }
    };
    for (k, &corner) in corners.iter().enumerate() {
        let (before, after) = (corners[(k + K - 1) % K] - corner, corners[(k + 1) % K] - corner);
        let normal = before.cross(&after);
        consider(normal);
        consider(-normal);
        consider(foot(corner, after));
    }
    best.1
}

/// The direction of the point of a segment that is nearest to the origin, perpendicular to the segment to rounding.
fn foot(from: Vector, along: Vector) -> Vector {
    let foot = toward_segment(from, along);
    let whole = along.norm_squared();
    let inside = -from.dot(&along) > 0.0 && -from.dot(&along) < whole;
    // Once more: close to the origin the first is mostly rounding.
    if inside { foot - along * (foot.dot(&along) / whole) } else { foot }
}
