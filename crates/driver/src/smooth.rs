//! Runs and meshes made finer and smoother for rendering, by collision-aware subdivision (`robust_mode::subdivide`; BFA02 §8).
//!
//! 1. `finer`: the cloth and the files that hold it are cut alike, so that every vertex of a file knows its place on the cloth.
//! 2. `stage`: a run's scene brought back: the body and the colliders at any frame, the thickness of the cloth.
//! 3. [`run()`]: frame by frame, side by side, into a run of its own; each checked exactly.
//!
//! A smoothed run holds its meshes itself, in `garments/`, and is otherwise like any other: the scene is that of the run it was made of.

mod finer;
mod frames;
mod stage;

pub use finer::{Finer, FinerError};
pub use frames::{Request, SmoothSummary, run};

use serde::Serialize;

/// What was done to a frame, in the frame's report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Smoothing {
    /// Crossings of the cloth with itself in the frame that was smoothed.
    pub coarse_crossings: usize,
    /// Level by level.
    pub levels: Vec<SmoothedLevel>,
}

/// What was done on one level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SmoothedLevel {
    /// Vertices of the cloth.
    pub vertices: usize,
    /// Crossings of the cloth with itself and with solids: cut but not yet moved, and after.
    pub crossings: [usize; 2],
    /// Collisions that were stopped by impulses.
    pub impulses: usize,
    /// Vertices that were stopped on their way.
    pub stopped: usize,
    /// Vertices that were left where they were because cloth touches itself exactly there.
    pub left: usize,
}

impl Smoothing {
    /// Of a frame.
    pub fn of(coarse_crossings: usize, finer: &Finer, smoothed: &robust_mode::Smoothed) -> Self {
        let levels = finer.vertex_counts().zip(&smoothed.levels).map(|(vertices, level)| {
            let robust_mode::subdivide::LevelReport { crossings, impulses, stopped, left } = *level;
            SmoothedLevel { vertices, crossings, impulses, stopped, left }
        });
        Self { coarse_crossings, levels: levels.collect() }
    }

    /// How many vertices were left where they were.
    pub fn left(&self) -> usize {
        self.levels.iter().map(|level| level.left).sum()
    }
}
