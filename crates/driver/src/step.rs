//! One step, as the picture in `crates/README.md` shows it: a line a stage.

use crate::simulation::{Simulation, SimulationError};
use crate::solids::Holds;
use crate::stage::Stage;

impl Simulation {
    /// Advances everything by one step.
    pub(crate) fn step(&mut self) -> Result<(), SimulationError> {
        let Self { figure, pins, solids, response, stepper, cloth, state, world, clock, timers, step, tally, .. } =
            self;
        let (from, to) = (clock.since_first(*step), clock.since_first(*step + 1));
        let span = [clock.time(*step), clock.time(*step + 1)];

        let motion =
            timers.measure(Stage::Body, || figure.as_mut().map(|figure| figure.motion(from, to)).transpose())?;
        timers.measure(Stage::Body, || solids.advance(motion, clock, *step))?;
        let pinned = timers.measure(Stage::Pins, || pins.constraints(motion, span, clock.duration(), &state.positions));
        let Holds { constraints, pinched } =
            timers.measure(Stage::Pinch, || solids.holds(pinned, &state.positions, clock.duration()));
        let touches = timers.measure(Stage::Contact, || solids.touches(&constraints, state, clock.duration()));
        let (report, outcome) = timers.measure(Stage::Solve, || {
            response.step(stepper, cloth, state, world, &constraints, &touches.list, clock.duration())
        })?;

        tally.add(&report, outcome, pinched, touches.beyond);
        *step += 1;
        Ok(())
    }
}
