//! The march through a step: from proof to proof, until one is missing.

use super::TOLERANCE;
use super::plane::Plane;
use super::sweep::Sweep;
use crate::Vector;

/// The part of an attempted stride from which on it pays to look again where a plane alone stops holding.
const WORTHWHILE: f64 = 0.125;

/// The time up to which the pair is proven to be apart, or `None` if it is throughout. `nearest` gives the direction of the
/// point of a hull that is nearest to the origin; the better, the longer the strides, but nothing depends on its being right.
pub(super) fn march<const K: usize>(sweep: &Sweep<K>, nearest: impl Fn(&[Vector; K]) -> Vector) -> Option<f64> {
    // Planes that turn into each other should have normals of one length.
    let facing = |time: f64| sweep.above(nearest(&sweep.corners(time)).normalize());
    let mut time = 0.0;
    let mut plane = facing(time);
    if !plane.holds_at(time) {
        return Some(time);
    }
    let mut stride = 1.0;
    loop {
        let next = f64::min(time + stride, 1.0);
        let ahead = facing(next);
        if plane.turns_into(&ahead, time, next) {
            if next == 1.0 {
                return None;
            }
            (time, plane) = (next, ahead);
            stride *= 2.0;
            continue;
        }
        let until = plane.holds_until();
        if until == 1.0 {
            return None;
        }
        if until - time > WORTHWHILE * stride {
            let there: Plane<K> = facing(until);
            if !there.holds_at(until) {
                return Some(until);
            }
            (time, plane) = (until, there);
        }
        stride = 0.5 * (next - time);
        if stride < TOLERANCE {
            return Some(time);
        }
    }
}
