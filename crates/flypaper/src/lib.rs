//! Flypapering (BWK03 §4): cloth that is pinched between surfaces moves as they do, and rests when they rest.
//!
//! A particle between surfaces that oppose each other cannot satisfy both. Instead of letting contacts fight over it, its
//! position and velocity at the end of the step are dictated:
//!
//! 1. [`intersections`]: where a body passes through itself at this pose, told by Global Intersection Analysis.
//! 2. `sheets`: the faces near a particle, gathered into pieces of surface that it could be pinched by.
//! 3. [`pinch`]: which of these pieces pinch it. Fingers and bumps never do, folds do.
//! 4. [`weights`]: how strongly each of them holds it. [`worn`]: which of them are strangers to it.
//! 5. [`hold`]: where it is at the end of the step.
//!
//! Nothing is remembered from one step to the next. At t0 the particle is where it is, whatever surfaces are chosen; only
//! their motion during the step moves it. So it cannot jump when a pinch begins or ends, or when the number of surfaces
//! changes, and it is exactly at rest while they are.
//!
//! Not here: contact with one surface (the response's job), and running the analysis of the body (the caller does, once a
//! pose).

pub mod hold;
pub mod intersections;
pub mod pinch;
mod sheets;
pub mod weights;
pub mod worn;

pub use hold::{Hold, holds};
pub use intersections::Intersections;
pub use pinch::{Folds, Foot, Pinches, Touch};
pub use weights::{WeightError, Weights};
pub use worn::Worn;

use contact::{MovingShape, Surface};

/// Something that cloth can be pinched by, at both ends of a step.
#[derive(Clone, Copy, Debug)]
pub enum Solid<'a> {
    /// A triangle surface: a body or a collider.
    Mesh {
        /// The surface.
        surface: &'a Surface,
        /// Where it passes through itself at t0 and at t1.
        intersections: [&'a Intersections; 2],
    },
    /// A solid with a formula; it cannot pinch by itself.
    Shape(&'a MovingShape),
}
