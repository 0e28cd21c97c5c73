//! Steps in rounds: so many are taken, then everything between where the round began and where it ended is made clean.
//!
//! A round of one step is proven on the way that each particle takes. Longer rounds cost fewer proofs, and are proven on the straight
//! way from their first place to their last (SSIF08 §4, which takes 8 to 16 short explicit steps; ours are implicit and long).
//!
//! With `simulation.rewind` a longer round in which something collided does not count: time goes back to where it began and half as
//! many steps are taken, down to one (BFA02 as SSIF08 §4 describes it). Collisions are then met one step at a time, where they happen.

use crate::clock::Clock;
use crate::robust::Outcome;
use crate::simulation::{Simulation, SimulationError};
use dynamics::State;
use response::Grips;

/// The place of a step in its round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Steps before it.
    number: u32,
    /// Steps of the round.
    of: u32,
}

impl Place {
    pub(crate) fn opens(self) -> bool {
        self.number == 0
    }

    pub(crate) fn closes(self) -> bool {
        self.number + 1 == self.of
    }

    /// How long the round takes, in s.
    pub(crate) fn duration(self, clock: &Clock) -> f64 {
        f64::from(self.of) * clock.duration()
    }
}

/// All that a step depends on and changes.
#[derive(Debug)]
struct Moment {
    state: State,
    grips: Grips,
    step: i64,
}

impl Simulation {
    /// Takes a round of steps, none beyond `last`.
    pub(crate) fn round(&mut self, last: i64) -> Result<(), SimulationError> {
        let settings = &self.scene.specs.simulation;
        let (longest, rewinds) = (if self.robust.is_some() { settings.collision_steps } else { 1 }, settings.rewind);
        let mut of = u32::try_from(last - self.step).unwrap_or(u32::MAX).min(longest);
        let begin = (rewinds && of > 1).then(|| self.moment());
        loop {
            let mut kept: Option<Outcome> = None;
            for number in 0..of {
                kept = self.step(Place { number, of })?;
            }
            match &begin {
                Some(begin) if of > 1 && kept.as_ref().is_some_and(Outcome::collided) => {
                    self.rewind(begin);
                    of /= 2;
                }
                _ => {
                    if let Some(kept) = kept {
                        self.tally.keep(kept);
                    }
                    return Ok(());
                }
            }
        }
    }

    fn moment(&self) -> Moment {
        Moment { state: self.state.clone(), grips: self.response.grips.clone(), step: self.step }
    }

    fn rewind(&mut self, to: &Moment) {
        self.tally.kept.rewound += 1;
        self.state.clone_from(&to.state);
        self.response.grips.clone_from(&to.grips);
        self.step = to.step;
        self.layers.forget();
    }
}
