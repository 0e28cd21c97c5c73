//! One step, as the picture in `crates/README.md` shows it: a line a stage.
//!
//! Steps are taken in rounds ([`crate::round`]): the last step of a round makes all of it clean.

use crate::robust::{Known, Outcome};
use crate::round::Place;
use crate::simulation::{Simulation, SimulationError};
use crate::solids::Holds;
use crate::stage::Stage;
use dynamics::State;
use response::{Encounters, Late};

impl Simulation {
    /// Advances everything by one step. Says what it took to make the round clean that it ends.
    pub(crate) fn step(&mut self, place: Place) -> Result<Option<Outcome>, SimulationError> {
        self.begin_untangling();
        let Self { figure, pins, solids, layers, assembly, response, stepper, cloth, state, world, .. } = self;
        let Self { clock, timers, step, tally, robust, preview, .. } = self;
        let (from, to) = (clock.since_first(*step), clock.since_first(*step + 1));
        let span = [clock.time(*step), clock.time(*step + 1)];

        let motion =
            timers.measure(Stage::Body, || figure.as_mut().map(|figure| figure.motion(from, to)).transpose())?;
        timers.measure(Stage::Body, || solids.advance(motion, clock, *step))?;
        let kept_clean = robust.as_mut().filter(|_| place.opens());
        timers.measure(Stage::Robust, || kept_clean.map(|robust| robust.begin(solids, &state.positions)));
        let pinned = timers.measure(Stage::Pins, || pins.constraints(motion, span, clock.duration(), &state.positions));
        let Holds { constraints, pinched, squeezed } =
            timers.measure(Stage::Pinch, || solids.holds(pinned, &state.positions, clock.duration()));
        let touches = timers.measure(Stage::Contact, || solids.touches(&constraints, state, clock.duration()));
        let pokes = || solids.pokes(assembly.mesh(), &constraints, state, clock.duration());
        let mut meetings = timers.measure(Stage::Contact, pokes);
        let drawn = || layers.drawn((assembly, cloth), state, &pinched, |point| solids.out(point), world);
        meetings.extend(timers.measure(Stage::Analysis, drawn));
        meetings.extend(timers.measure(Stage::Layers, || layers.parted(assembly, state, &pinched, clock.duration())));
        let late = |start: &State, end: &State| solids.entered(&constraints, [start, end], clock.duration());
        let (touched, late) = (&touches.list[..], Late(&late));
        let met = Encounters { fixed: &constraints, squeezed: &squeezed, touches: touched, meetings: &meetings, late };
        let (report, outcome) =
            timers.measure(Stage::Solve, || response.step(stepper, cloth, state, world, met, clock.duration()))?;
        let let_through = &response.let_through();
        let known = Known { fixed: &constraints, pinched: &pinched, let_through, masses: cloth.masses() };
        let kept_clean = robust.as_mut().filter(|_| place.closes());
        let follow = || kept_clean.map(|robust| robust.follow(solids, known, state, place.duration(clock)));
        let kept = timers.measure(Stage::Robust, follow);
        let touched = (&constraints, touched);
        let boxed = || {
            preview
                .as_mut()
                .map(|preview| preview.follow((assembly, cloth), touched, response.start(), state, clock.duration()))
        };
        if let Some(report) = timers.measure(Stage::Boxes, boxed) {
            tally.boxes.add(&report);
        }
        layers.forget();
        tally.add(&report, outcome, pinched.len(), touches.beyond);
        *step += 1;
        Ok(kept)
    }
}
