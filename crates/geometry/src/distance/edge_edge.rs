//! The points of two edges that are nearest to each other.
//!
//! 1. The common perpendicular of the two lines, if its feet are inside both edges.
//! 2. Otherwise one of the two points is an end: the nearest of the four ends to the other edge.
//!
//! Parallel edges have many common perpendiculars, and edges without length have no direction: for both the second way
//! finds a nearest pair. Of nearly parallel edges both ways are asked, and the nearer counts.

use super::{along, nearest_on_segment};
use crate::Point;

/// Where on an edge a point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OnEdge {
    /// Between its ends.
    Inside,
    /// At its first (0) or second (1) end.
    End(u8),
}

/// The points of two edges that are nearest to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeEdge {
    /// Where along each edge: 0 at the first end, 1 at the second.
    pub parameters: [f64; 2],
    /// The feature each lies on.
    pub features: [OnEdge; 2],
    /// The points themselves, in metres.
    pub points: [Point; 2],
    /// The square of their distance, in square metres.
    pub squared: f64,
}

/// Square of the sine of the angle under which two edges are nearly parallel.
const NEARLY_PARALLEL: f64 = 1e-10;

/// Finds the points of two edges that are nearest to each other.
pub fn edge_edge(a: [&Point; 2], b: [&Point; 2]) -> EdgeEdge {
    common_perpendicular(a, b).unwrap_or_else(|| at_ends(a, b))
}

/// The points of two edges that are nearest to each other, if both are inside their edges: less work where only such are
/// wanted.
pub fn common_perpendicular(a: [&Point; 2], b: [&Point; 2]) -> Option<EdgeEdge> {
    let (along_a, along_b) = (a[1] - a[0], b[1] - b[0]);
    let normal = along_a.cross(&along_b);
    let sine = normal.norm_squared();
    let between = b[0] - a[0];
    let parameters = [along_b, along_a].map(|other| between.cross(&other).dot(&normal) / sine);
    // Not a number where the edges are parallel: then neither comparison holds.
    if !parameters.iter().all(|&t| t > 0.0 && t < 1.0) {
        return None;
    }
    let inside = EdgeEdge::new(a, b, parameters);
    let clear = sine > NEARLY_PARALLEL * along_a.norm_squared() * along_b.norm_squared();
    (clear || inside.squared < at_ends(a, b).squared).then_some(inside)
}

impl EdgeEdge {
    #[inline]
    fn new(a: [&Point; 2], b: [&Point; 2], parameters: [f64; 2]) -> Self {
        let points = [along(a[0], a[1], parameters[0]), along(b[0], b[1], parameters[1])];
        let feature = |t: f64| {
            if t <= 0.0 {
                OnEdge::End(0)
            } else if t >= 1.0 {
                OnEdge::End(1)
            } else {
                OnEdge::Inside
            }
        };
        let squared = (points[1] - points[0]).norm_squared();
        Self { parameters, features: parameters.map(feature), points, squared }
    }
}

/// The nearest pair of which one point is an end.
fn at_ends(a: [&Point; 2], b: [&Point; 2]) -> EdgeEdge {
    let ends = [0.0, 1.0];
    let of_a = [0, 1].map(|k| [ends[k], nearest_on_segment(a[k], b[0], b[1])]);
    let of_b = [0, 1].map(|k| [nearest_on_segment(b[k], a[0], a[1]), ends[k]]);
    let mut nearest = EdgeEdge::new(a, b, of_a[0]);
    for parameters in [of_a[1], of_b[0], of_b[1]] {
        let pair = EdgeEdge::new(a, b, parameters);
        if pair.squared < nearest.squared {
            nearest = pair;
        }
    }
    nearest
}
