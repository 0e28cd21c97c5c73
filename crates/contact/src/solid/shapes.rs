//! A particle against a shape with a formula.
//!
//! In the shape's own frame the shape stands still and the particle moves; its path there is taken to be straight. The
//! place where it enters is found by steps as long as the distance, which no part of the shape can be within.

use super::{Found, Path, SAME_SIDE, Spot, Touch};
use crate::{MovingShape, Shape};
use geometry::{Point, Vector};

/// Steps towards an entry; a path that grazes the shape for longer counts as entering where it then is.
const STEPS: usize = 64;

/// How near to the shape, relative to the length of the path, an entry is found.
const NEAR: f64 = 1e-9;

pub(super) fn touch(path: &Path, moving: &MovingShape) -> Touch {
    let shape = moving.shape;
    let from = moving.frame_t0.inverse_transform_point(&path.from);
    let to = moving.frame_t1.inverse_transform_point(&path.to);
    let (before, after) = (shape.from(&from), shape.from(&to));
    // The plane the particle belongs outside of: where it enters, or what was nearest.
    let entry = if before.distance >= 0.0 { entry(&shape, &from, &to) } else { None };
    let (place, side) = entry.unwrap_or((from - before.normal * before.distance, before.normal));
    let belongs = entry.is_some() || before.distance < 0.0 || after.distance < 0.0;
    let far_side = belongs && after.normal.dot(&side) < SAME_SIDE;
    let (place, normal, distance) = if far_side {
        (place, side, (to - place).dot(&side))
    } else {
        (to - after.normal * after.distance, after.normal, after.distance)
    };
    let found = match (far_side, entry) {
        (false, _) => Found::Nearest,
        (true, Some(_)) => Found::Entered,
        (true, None) => Found::Carried,
    };
    let point = moving.frame_t1 * place;
    Touch {
        spot: Spot::Shape,
        distance_t0: if far_side { (from - place).dot(&normal) } else { before.distance },
        distance,
        point,
        normal: moving.frame_t1 * normal,
        displacement: moving.displacement(&point),
        found,
    }
}

/// Where a straight path first enters a shape, and the normal there.
fn entry(shape: &Shape, from: &Point, to: &Point) -> Option<(Point, Vector)> {
    let way = to - from;
    let length = way.norm();
    if length <= 0.0 {
        return None;
    }
    let mut gone = 0.0;
    for _ in 0..STEPS {
        let at = from + way * (gone / length);
        let here = shape.from(&at);
        if here.distance <= NEAR * length && here.normal.dot(&way) < 0.0 {
            return Some((at, here.normal));
        }
        gone += here.distance.max(NEAR * length);
        if gone >= length {
            return None;
        }
    }
    let at = from + way * (gone / length);
    Some((at, shape.from(&at).normal))
}
