//! The point of a triangle that is nearest to a point.
//!
//! 1. The foot of the perpendicular on the triangle's plane, if it is inside.
//! 2. Otherwise the nearest of the three edges' nearest points.
//!
//! Triangles without area have no plane: only their edges are asked. Of slivers both are asked, and the nearer counts,
//! because their plane is known badly.

use super::{along, nearest_on_segment};
use crate::Point;

/// Where on a triangle a point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Feature {
    /// Inside it.
    Face,
    /// On the edge from corner `k` to corner `k + 1`, not at its ends.
    Edge(u8),
    /// At corner `k`.
    Corner(u8),
}

/// The point of a triangle that is nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointTriangle {
    /// Weights of the corners: none is negative, their sum is one to rounding.
    pub barycentric: [f64; 3],
    /// Where it lies.
    pub feature: Feature,
    /// The nearest point itself, in metres.
    pub point: Point,
    /// The square of the distance, in square metres.
    pub squared: f64,
}

/// Square of the sine (height over longest edge) under which a triangle is a sliver.
const SLIVER: f64 = 1e-10;

/// Finds the point of the triangle that is nearest to `p`.
pub fn point_triangle(p: &Point, corners: [&Point; 3]) -> PointTriangle {
    let [a, b, c] = corners;
    let (ab, ac, bc) = (b - a, c - a, c - b);
    let normal = ab.cross(&ac);
    let area = normal.norm_squared();
    let longest = ab.norm_squared().max(ac.norm_squared()).max(bc.norm_squared());
    let clear = area > SLIVER * longest * longest;
    let weights = weights(p, corners, &normal, area);
    if weights.iter().all(|&w| w > 0.0) {
        let inside = inside(p, corners, weights);
        if clear {
            return inside;
        }
        let rim = on_rim(p, corners, [-1.0; 3]);
        return if inside.squared < rim.squared { inside } else { rim };
    }
    on_rim(p, corners, if clear { weights } else { [-1.0; 3] })
}

/// Barycentric coordinates of the foot of the perpendicular; not numbers if there is no area.
#[inline]
fn weights(p: &Point, [a, b, c]: [&Point; 3], normal: &crate::Vector, area: f64) -> [f64; 3] {
    let (pa, pb, pc) = (a - p, b - p, c - p);
    [pb.cross(&pc), pc.cross(&pa), pa.cross(&pb)].map(|part| part.dot(normal) / area)
}

/// The foot of the perpendicular, which is inside.
#[inline]
fn inside(p: &Point, [a, b, c]: [&Point; 3], weights: [f64; 3]) -> PointTriangle {
    // The three are computed apart from each other; their sum is one only to rounding.
    let sum: f64 = weights.iter().sum();
    let barycentric = weights.map(|w| w / sum);
    let offset = (a - p) * barycentric[0] + (b - p) * barycentric[1] + (c - p) * barycentric[2];
    PointTriangle { barycentric, feature: Feature::Face, point: p + offset, squared: offset.norm_squared() }
}

/// The nearest point on the edges that the foot is beyond: on one of them it must be. An edge is beyond if the weight of
/// the corner opposite to it is not positive.
fn on_rim(p: &Point, corners: [&Point; 3], weights: [f64; 3]) -> PointTriangle {
    let mut nearest: Option<PointTriangle> = None;
    for k in 0..3 {
        if weights[(k + 2) % 3] <= 0.0 {
            let on_edge = on_edge(p, corners, k);
            if nearest.as_ref().is_none_or(|nearest| on_edge.squared < nearest.squared) {
                nearest = Some(on_edge);
            }
        }
    }
    // Without a number to go by, any edge says as much.
    nearest.unwrap_or_else(|| on_edge(p, corners, 0))
}

#[inline]
fn on_edge(p: &Point, corners: [&Point; 3], k: usize) -> PointTriangle {
    let next = (k + 1) % 3;
    let t = nearest_on_segment(p, corners[k], corners[next]);
    let mut barycentric = [0.0; 3];
    barycentric[k] = 1.0 - t;
    barycentric[next] = t;
    let feature = if t <= 0.0 {
        Feature::Corner(k as u8)
    } else if t >= 1.0 {
        Feature::Corner(next as u8)
    } else {
        Feature::Edge(k as u8)
    };
    let point = along(corners[k], corners[next], t);
    PointTriangle { barycentric, feature, point, squared: (point - p).norm_squared() }
}
