//! Global Intersection Analysis (BWK03 §5 and §6): is this cloth tangled, where, and which way is out?
//!
//! 1. [`crossings`]: every edge that passes through a face.
//! 2. [`paths`]: crossings chained into intersection paths; no geometry, only connectivity.
//! 3. [`regions`]: the smaller part of the mesh that each path cuts off: black against white, or red.
//! 4. [`verdict`]: whether a particle and a face should repel, attract, or ignore each other.
//!
//! [`Analysis::halves`] and [`Analysis::wedge`] say on demand what the two sides of a fold are; BWK03 has no need of that.
//!
//! [`Analyser`] runs the four and keeps its memory from one call to the next; [`Analysis`] is what it found. It works on
//! one mesh or several (as a [`geometry::Assembly`]), on cloth and on bodies alike. It knows no history, no thickness and
//! no tolerance: signs from [`geometry::predicates`] decide everything.
//!
//! Not here: moving anything. That is the response's job.

mod analysis;
pub mod crossings;
mod halves;
pub mod paths;
pub mod regions;
pub mod verdict;
mod wedge;

pub use analysis::{Analyser, Analysis};
pub use crossings::Crossing;
pub use paths::{End, Kind, Path, PathSide, Step};
pub use regions::Coloring;
pub use regions::fill::Broken;
pub use verdict::{Color, Verdict};
