//! Cloth that starts clean stays clean (BFA02, SSIF08): what a solver proposes for the end of a step is changed until nothing passes
//! through anything on the way there, and that is proven for every pair.
//!
//! | module | does |
//! |---|---|
//! | [`sweep`] | the particles over one step: starts, ends, masses, velocities |
//! | [`pair`] | a point and a triangle, or two edges: where they are nearest, and what an impulse does to them |
//! | [`strain_limit`] | threads keep their lengths, and the rates at which they change, within a tenth |
//! | [`history`] | which pairs were near when the cloth was clean, and which way round |
//! | [`mod@repulse`] | pairs nearer than the cloth is thick are stopped, pushed apart, and rub |
//! | [`collisions`] | who meets whom on straight ways through the step |
//! | [`impulses`] | those who meet are stopped, one after the other |
//! | [`impact_zones`] | what is left moves as one; this always ends |
//! | [`invariant`] | the exact check afterwards |
//! | [`robust`] | all of it, in this order |
//! | [`boxes`] | the cheap alternative for previews: boxes of triangles kept apart |
//! | [`subdivide`] | finer, smoother cloth for rendering, stopped by the same collisions |
//!
//! It takes a mesh of everything, where it starts and where it is to end, and knows nothing of solvers: it can follow any (BFA02 §5). What
//! is dictated (bodies, pinned particles) has no inverse mass and goes where it goes; if that leaves no room, the pairs that
//! could not be kept apart are named.
//!
//! Not here: forces, files, and what becomes of cloth that could not be kept clean.

pub mod boxes;
pub mod collisions;
mod components;
pub mod history;
pub mod impact_zones;
pub mod impulses;
pub mod invariant;
pub mod pair;
pub mod repulse;
pub mod rigid;
pub mod robust;
pub mod skin;
pub mod strain_limit;
pub mod subdivide;
pub mod sweep;

pub use collisions::SEPARATION;
pub use history::History;
pub use impact_zones::Formed;
pub use invariant::{Checked, Invariant};
pub use pair::Pair;
pub use repulse::Repulsion;
pub use robust::{Report, Robust, Settings};
pub use skin::Skin;
pub use strain_limit::{StrainLimit, Thread};
pub use subdivide::{Smoothed, Subdivision};
pub use sweep::{Moved, Sweep};
