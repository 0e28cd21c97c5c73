//! One step, as the picture in `crates/README.md` shows it: a line a stage.

use crate::simulation::{Simulation, SimulationError};
use crate::stage::Stage;

impl Simulation {
    /// Advances everything by one step.
    pub(crate) fn step(&mut self) -> Result<(), SimulationError> {
        let Self { figure, pins, stepper, cloth, state, world, clock, timers, step, tally, .. } = self;
        let (from, to) = (clock.since_first(*step), clock.since_first(*step + 1));
        let span = [clock.time(*step), clock.time(*step + 1)];

        let motion =
            timers.measure(Stage::Body, || figure.as_mut().map(|figure| figure.motion(from, to)).transpose())?;
        let constraints =
            timers.measure(Stage::Pins, || pins.constraints(motion, span, clock.duration(), &state.positions));
        let report =
            timers.measure(Stage::Solve, || stepper.step(cloth, state, world, &constraints, clock.duration()))?;

        tally.add(&report);
        *step += 1;
        Ok(())
    }
}
