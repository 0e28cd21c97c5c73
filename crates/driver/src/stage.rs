//! The stages of a step and of a frame, named once: timers and reports use these names.

use serde::ser::{Serialize, SerializeMap, Serializer};
use std::time::Instant;

/// A stage. The order is that of the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The motion of the body and of colliders over the step.
    Body,
    /// What dictates the motion of pinned particles.
    Pins,
    /// Who is pinched, and how it is held.
    Pinch,
    /// What touches the body and the colliders.
    Contact,
    /// Where the cloth passes through itself, and what is drawn back.
    Analysis,
    /// Which layers of the cloth are near each other.
    Layers,
    /// The implicit step, and the response to what touches.
    Solve,
    /// What the solve proposes, made clean, and the exact check of it.
    Robust,
    /// What the solve proposes, with the boxes of layers kept apart: in previews.
    Boxes,
    /// Collision-aware subdivision of a frame: of smoothed runs.
    Smooth,
    /// The exact check of a frame.
    Check,
    /// Writing a frame.
    Write,
}

impl Stage {
    /// All of them, in order.
    pub const ALL: [Self; 12] = [
        Self::Body,
        Self::Pins,
        Self::Pinch,
        Self::Contact,
        Self::Analysis,
        Self::Layers,
        Self::Solve,
        Self::Robust,
        Self::Boxes,
        Self::Smooth,
        Self::Check,
        Self::Write,
    ];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Pins => "pins",
            Self::Pinch => "pinch",
            Self::Contact => "contact",
            Self::Analysis => "analysis",
            Self::Layers => "layers",
            Self::Solve => "solve",
            Self::Robust => "robust",
            Self::Boxes => "boxes",
            Self::Smooth => "smooth",
            Self::Check => "check",
            Self::Write => "write",
        }
    }
}

/// Seconds spent in every stage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timers([f64; Stage::ALL.len()]);

impl Timers {
    /// Does some work, and adds the time it takes to a stage.
    pub fn measure<T>(&mut self, stage: Stage, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.0[stage as usize] += start.elapsed().as_secs_f64();
        result
    }

    /// Seconds of a stage.
    pub fn seconds(&self, stage: Stage) -> f64 {
        self.0[stage as usize]
    }
}

impl Serialize for Timers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(Stage::ALL.len()))?;
        for stage in Stage::ALL {
            map.serialize_entry(stage.name(), &self.seconds(stage))?;
        }
        map.end()
    }
}
