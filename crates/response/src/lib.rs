//! What cloth does when it touches (BWK03 §3, SSIF08 §6).
//!
//! [`solid`]: a particle that touches a solid is held on its surface in the same step, released when the surface would have to
//! pull, and rubs: it sticks as long as friction can hold it, and slides against friction otherwise.
//!
//! Nothing is remembered from step to step: who sticks and who slides is found anew, by solving the step, looking at what
//! the constraints had to do, and solving again where that was more than a surface can.
//!
//! Not here: finding what touches, and cloth against cloth.

pub mod solid;

pub use solid::{Friction, Outcome, SolidResponse, Touch};
