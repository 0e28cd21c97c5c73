//! Steps as times: counted in whole numbers, so that a resumed run meets the same times to the bit.

use crate::scene::SimulationSpec;

/// How steps, frames and seconds go together. Step 0 ends at the first frame; the lead-in's steps are negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    first_frame: u32,
    fps: f64,
    steps_per_frame: u32,
    lead_in_steps: i64,
}

impl Clock {
    /// The clock of a scene, with or without a lead-in.
    pub fn new(simulation: &SimulationSpec, has_body: bool) -> Self {
        let steps_per_frame = simulation.steps_per_frame;
        let steps = simulation.lead_in * simulation.fps * f64::from(steps_per_frame);
        let lead_in_steps = if has_body { steps.ceil() as i64 } else { 0 };
        Self { first_frame: simulation.frames[0], fps: simulation.fps, steps_per_frame, lead_in_steps }
    }

    /// How long a step is, in s.
    pub fn duration(&self) -> f64 {
        1.0 / (self.fps * f64::from(self.steps_per_frame))
    }

    /// Where a run begins.
    pub fn first_step(&self) -> i64 {
        -self.lead_in_steps
    }

    /// The step count at which a frame is reached.
    pub fn step_of(&self, frame: u32) -> i64 {
        (i64::from(frame) - i64::from(self.first_frame)) * i64::from(self.steps_per_frame)
    }

    /// Seconds from the first frame after so many steps.
    pub fn since_first(&self, step: i64) -> f64 {
        step as f64 / (self.fps * f64::from(self.steps_per_frame))
    }

    /// Seconds of the scene after so many steps: frame / fps at a frame.
    pub fn time(&self, step: i64) -> f64 {
        let steps = i64::from(self.first_frame) * i64::from(self.steps_per_frame) + step;
        steps as f64 / (self.fps * f64::from(self.steps_per_frame))
    }

    /// Seconds of the lead-in.
    pub fn lead_in(&self) -> f64 {
        self.since_first(self.lead_in_steps)
    }

    /// The time of the first frame, in s.
    pub fn start(&self) -> f64 {
        self.time(0)
    }
}
