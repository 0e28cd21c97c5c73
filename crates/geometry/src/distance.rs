//! How far apart two primitives are, and where they are nearest: plain double precision, with degenerate input as an
//! ordinary case.
//!
//! | module | between |
//! |---|---|
//! | [`mod@point_triangle`] | a point and a triangle |
//! | [`mod@edge_edge`] | two edges |
//!
//! Both say on which *feature* the nearest point lies, because the side of a surface is known by the feature's normal.
//! Lengths must have squares that are numbers: coordinates up to about 1e70 m. What is not finite gives what is not finite.
//!
//! Not here: which side (that is the business of [`crate::predicates`] or of a surface's normals), and anything that moves.

pub mod edge_edge;
pub mod point_triangle;

pub use edge_edge::{EdgeEdge, OnEdge, common_perpendicular, edge_edge};
pub use point_triangle::{Feature, PointTriangle, point_triangle};

use crate::Point;

/// The parameter of the point of the segment `a`–`b` that is nearest to `p`: 0 at `a`, 1 at `b`; 0 if they are one point.
#[inline]
pub fn nearest_on_segment(p: &Point, a: &Point, b: &Point) -> f64 {
    let along = b - a;
    let length_squared = along.norm_squared();
    if length_squared > 0.0 { ((p - a).dot(&along) / length_squared).clamp(0.0, 1.0) } else { 0.0 }
}

/// The point at a parameter of a segment. Its ends are exact.
#[inline]
pub(crate) fn along(a: &Point, b: &Point, t: f64) -> Point {
    if t == 1.0 { *b } else { a + (b - a) * t }
}
