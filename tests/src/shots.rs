//! Shots: scenes in which a body pinches its clothes, simulated, measured frame by frame, and drawn.
//!
//! [`list`] has the scenes, those of the fixtures and those that real characters play; everything else is the crate that measures.

pub mod list;

pub use ::measure::*;
