//! When moving primitives first meet. (header to come)

mod edge_edge;
mod march;
mod plane;
mod point_triangle;
mod sweep;

pub use edge_edge::edge_edge;
pub use point_triangle::point_triangle;

use crate::Vector;
use sweep::Sweep;

/// How near to the first contact an answer is, as a part of the step.
pub const TOLERANCE: f64 = 1.0 / (1u64 << 32) as f64;

/// The first plane, and the march where it is not enough.
#[inline]
fn first_contact<const K: usize>(sweep: &Sweep<K>, nearest: impl Fn(&[Vector; K]) -> Vector) -> Option<f64> {
    let middle = sweep.above(nearest(&sweep.doubled_middle()));
    if middle.holds_throughout() { None } else { march::march(sweep, nearest) }
}

/// The point of a segment that is nearest to the origin: from `from`, along `along`.
#[inline]
fn nearest_of_segment(from: Vector, along: Vector) -> Vector {
    let (part, whole) = (-from.dot(&along), along.norm_squared());
    if part <= 0.0 {
        from
    } else if part >= whole {
        from + along
    } else {
        let foot = from + along * (part / whole);
        // Once more: close to the origin the first foot is mostly rounding, and not perpendicular to the segment.
        foot - along * (foot.dot(&along) / whole)
    }
}
