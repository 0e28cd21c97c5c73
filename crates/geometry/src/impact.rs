//! When moving primitives first meet: continuous collision of a point and a triangle, or of two edges, whose vertices move
//! straight and evenly from where they are at the start of a step to where they are at its end.
//!
//! # What an answer means
//!
//! - `None` is a proof: at no time of the step, its ends included, are the two within the separation of each other
//!   (separation 0: they never touch). Rounding is part of the proof, so it holds for the positions as they are stored.
//! - `Some(time)` is a time in `[0, 1]` before which, and at which unless it is 0, the two are proven to be farther apart
//!   than the separation; and at which they are close to it: not farther than the separation, [`TOLERANCE`] times the way that
//!   they move against each other over the step, and a few roundings. So a pair that only comes that close is reported too.
//!   (One exception to the second half: a pair that turns while it glides along closer than about a millionth of its size may
//!   use up the strides of the march, and is then told where it was proven to, which may be early.)
//! - `Some(0.0)` says that not even the start is clear: the two begin within the separation (or within rounding of it). A
//!   separation that is larger than the distance at the start is therefore never kept, whichever way the two move. Who
//!   must go on from such a start asks with a smaller one: a part (nine tenths, say) of [`crate::distance`]'s distance at the
//!   start. Pairs that touch exactly at the start have no clear start at any separation; their sides are a matter of
//!   [`crate::predicates`].
//! - What is not a number, or infinite, is never proven apart: `Some(0.0)`.
//!
//! Whether two are apart at one time alone, say at the end of a step, is the same question with the positions of that time
//! given twice; it is answered by one plane.
//!
//! # How it is proven
//!
//! Let the point be p and the triangle a, b, c. They are within the separation when the triangle of the differences a − p,
//! b − p, c − p comes that near to the origin; for two edges it is the parallelogram of the four differences between their
//! ends. Both are *hulls* of K *corners* dₖ(t) that move evenly:
//!
//! ```text
//! dₖ(t) = (1 − t) dₖ(0) + t dₖ(1)
//! ```
//!
//! A hull is farther than s from the origin if for some normal n every corner has a *height* n·dₖ > s|n|: then all of it is
//! beyond the plane, because a height of a point of the hull is a mean of the corners' heights. This is the only way in
//! which anything is proven here, and it takes care of slivers, parallel edges and edges without length by not knowing
//! them. *Any* n will do: it is never wrong, at worst it proves nothing. So normals are found in plain floating-point
//! arithmetic (the point of the hull nearest to the origin, at some time), and only heights are bounded.
//!
//! 1. **One plane.** With a fixed n, the height of a corner less s|n| is linear in t: if it is positive at both ends of the
//!    step it is positive throughout. With the n of half-way this settles nearly all candidates: 2K scalar products.
//! 2. **A plane that turns.** Let n turn evenly from n₀ at time t₀ to n₁ at t₁, and u = (t − t₀)/(t₁ − t₀). Let Lᵢₖ(t) be the
//!    (linear) height nᵢ·dₖ(t) − s|nᵢ|. Because |n| is convex, the height above the turning plane is at least
//!
//!    ```text
//!    (1 − u) L₀ₖ(t) + u L₁ₖ(t),   a quadratic with Bézier coefficients   L₀ₖ(t₀),  ½ (L₀ₖ(t₁) + L₁ₖ(t₀)),  L₁ₖ(t₁),
//!    ```
//!
//!    and positive in between if those three are. The plane that faces the hull turns with it, so this misses by the
//!    *square* of the time that a fixed plane misses by: surfaces that glide over each other take few planes.
//! 3. **The march** goes from the start of the step in strides proven by 2, or by 1 as far as the plane at hand holds alone;
//!    strides double when they succeed and halve when they fail. It ends at the end of the step, or where strides shorter
//!    than [`TOLERANCE`] fail, or where no plane is clear of rounding.
//!
//! **Tolerance.** Let w be the farthest that any corner moves, and D the distance at a time of the march. The plane that faces
//! the hull there holds for (D − s)/w longer, because no height falls faster than w. The march ends after a stride shorter
//! than half the tolerance that neither this plane nor a turning one could prove; so D is less than s + w/2 times the
//! tolerance, and grows by no more than that much again on what was still proven. **Rounding** is bounded in one place, where
//! heights are computed (module `sweep`), and taken off there. Differences are rounded relatively to themselves, so it does
//! not matter how far from the origin of the world the two are.
//!
//! # Instead of
//!
//! Roots of the cubic of coplanar times (Provot 1997, BFA02 §7.4) need a second, rounded question (is the point inside then?)
//! that goes wrong for grazing and coplanar motion, and do not know separations. Inclusion functions (Wang et al. 2021, *A
//! Large-Scale Benchmark and an Inclusion-Based Algorithm for Continuous Collision Detection*) subdivide time and both
//! parameters by boxes along the axes; a plane that faces the pair replaces all but the subdivision of time.
//!
//! | module | between |
//! |---|---|
//! | [`mod@point_triangle`] | a point and a triangle |
//! | [`mod@edge_edge`] | two edges |
//!
//! Not here: which pairs to ask about, and what to do about them.

pub mod edge_edge;
mod march;
mod plane;
pub mod point_triangle;
mod sweep;

pub use edge_edge::edge_edge;
pub use point_triangle::point_triangle;

use crate::Vector;

/// How near answers are, as a part of the way that the two move against each other over the step: see [the module](self).
/// Where two glide over each other this closely, the number of strides grows with its square root.
pub const TOLERANCE: f64 = 1.0 / (1u64 << 32) as f64;

/// The direction of the point of a segment that is nearest to the origin: from `from`, along `along`. Of any length, so
/// there is nothing to divide by.
#[inline]
fn toward_segment(from: Vector, along: Vector) -> Vector {
    let (part, whole) = (-from.dot(&along), along.norm_squared());
    if part <= 0.0 {
        from
    } else if part >= whole {
        from + along
    } else {
        from * whole + along * part
    }
}
