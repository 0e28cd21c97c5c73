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
    let inside = if area > 0.0 { foot(p, corners, &normal, area) } else { None };
    match inside {
        Some(inside) if area > SLIVER * longest * longest => inside,
        Some(inside) => {
            let rim = on_rim(p, corners);
            if inside.squared < rim.squared { inside } else { rim }
        }
        None => on_rim(p, corners),
    }
}

/// The foot of the perpendicular, if it is inside.
#[inline]
fn foot(p: &Point, [a, b, c]: [&Point; 3], normal: &crate::Vector, area: f64) -> Option<PointTriangle> {
    let (pa, pb, pc) = (a - p, b - p, c - p);
    let weights = [pb.cross(&pc), pc.cross(&pa), pa.cross(&pb)].map(|part| part.dot(normal) / area);
    if !weights.iter().all(|&w| w > 0.0) {
        return None;
    }
    // The three are computed apart from each other; their sum is one only to rounding.
    let sum: f64 = weights.iter().sum();
    let barycentric = weights.map(|w| w / sum);
    let offset = pa * barycentric[0] + pb * barycentric[1] + pc * barycentric[2];
    Some(PointTriangle { barycentric, feature: Feature::Face, point: p + offset, squared: offset.norm_squared() })
}

/// The nearest point on the three edges.
fn on_rim(p: &Point, corners: [&Point; 3]) -> PointTriangle {
    let [first, second, third] = [0, 1, 2].map(|k| on_edge(p, corners, k));
    let nearer = if second.squared < first.squared { second } else { first };
    if third.squared < nearer.squared { third } else { nearer }
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
