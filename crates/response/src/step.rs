//! One implicit step of cloth that touches: solve, look at what that took, solve again.
//!
//! 1. Solids and meetings say who holds at first: whoever would end too near.
//! 2. The step is solved with their constraints and bonds.
//! 3. Everyone compares what it had to do with what it can: pull, never; rub, as friction allows. Who was only near and is now too
//!    near takes hold.
//! 4. If that changes who holds, the step is solved again from where it began, at most [`PASSES`] times. These solves are rough: they
//!    only have to tell who pushes and who pulls. The few who cannot decide are counted. The last one is exact, with the friction that
//!    the one before it allows.

use crate::meeting::{Acting, Meeting};
use crate::solid::{Counts, Groups, Solve, Touch};
use dynamics::{Cloth, Constraint, Constraints, State, StepError, StepReport, Stepper, World};

/// All that is met in a step.
#[derive(Clone, Copy, Debug)]
pub struct Encounters<'a> {
    /// What holds whatever touches: pins, flypaper. A particle that is held everywhere takes no further part.
    pub fixed: &'a Constraints,
    /// Particles that touch solids, ascending.
    pub touches: &'a [Touch],
    /// Parts of the cloth that meet each other, or corners of solids.
    pub meetings: &'a [Meeting],
}

/// What became of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Particles that stick to solids.
    pub sticking: usize,
    /// Particles that slide on them.
    pub sliding: usize,
    /// Particles that a surface would have had to pull.
    pub released: usize,
    /// Meetings that press.
    pub pressing: usize,
    /// Meetings of layers that are drawn back through each other.
    pub drawn: usize,
    /// Particles and meetings about which the last pass still changed its mind.
    pub undecided: usize,
    /// How often the step was solved.
    pub passes: usize,
}

/// Takes steps of cloth that touches, and keeps the memory they need.
#[derive(Debug, Default)]
pub struct Response {
    groups: Groups,
    meetings: Vec<Acting>,
    start: State,
}

/// The most often that a step is solved roughly: once to learn the forces, once to act on them, and once for those who change.
pub const PASSES: usize = 3;
/// If no more than this part of all that hold change, the rest is left to the next step.
const FEW: f64 = 0.03;
/// How much rougher those solves are than the last. Some thousandths of the forces decide who pushes and who pulls; with a
/// hundredth, twice as many change their minds and cloth is stretched more.
const ROUGH: f64 = 30.0;

impl Response {
    /// Advances the state by `duration` seconds.
    pub fn step(
        &mut self,
        stepper: &mut Stepper,
        cloth: &Cloth,
        state: &mut State,
        world: &mut World,
        met: Encounters,
        duration: f64,
    ) -> Result<(StepReport, Outcome), StepError> {
        self.begin(cloth, state, met, duration);
        let (mut report, mut outcome) = (StepReport::default(), Outcome::default());
        let mut last = self.touches_nothing();
        loop {
            let constraints = self.constraints(met);
            stepper.set_roughness(if last { 1.0 } else { ROUGH });
            let solved = self.solve(stepper, cloth, state, world, (&constraints, met.touches), duration)?;
            outcome.passes += 1;
            report.iterations += solved.iterations;
            report.failed += solved.failed;
            if last {
                report.substeps = solved.substeps;
                report.residual = solved.residual;
                report.lost = solved.lost;
                break;
            }
            let masses = cloth.masses();
            outcome.undecided = self.judge(state, met, &constraints, stepper, masses, duration);
            let few = (FEW * self.holding() as f64) as usize;
            last = outcome.undecided <= few || outcome.passes == PASSES;
            // The next pass begins where this one did, with what it found as its guess.
            let guess = std::mem::take(&mut state.last_change);
            state.clone_from(&self.start);
            state.last_change = guess;
        }
        Ok((report, self.count(outcome)))
    }

    fn begin(&mut self, cloth: &Cloth, state: &State, met: Encounters, duration: f64) {
        self.groups.begin(state, met.fixed, met.touches, duration);
        let acting = |meeting| Acting::new(meeting, cloth.masses(), met.fixed, state, duration);
        self.meetings.clear();
        self.meetings.extend(met.meetings.iter().filter_map(acting));
        self.start.clone_from(state);
    }

    fn constraints(&self, met: Encounters) -> Constraints {
        let mut list: Vec<Constraint> = met.fixed.iter().copied().collect();
        self.groups.constrain(met.touches, &mut list);
        Constraints::new(list)
    }

    fn solve(
        &self,
        stepper: &mut Stepper,
        cloth: &Cloth,
        state: &mut State,
        world: &mut World,
        (constraints, touches): (&Constraints, &[Touch]),
        duration: f64,
    ) -> Result<StepReport, StepError> {
        let bonds = world.bonds.len();
        world.bonds.extend(self.groups.bonds(touches));
        world.bonds.extend(self.meetings.iter().filter_map(Acting::bond));
        let solved = stepper.step(cloth, state, world, constraints, duration);
        world.bonds.truncate(bonds);
        solved
    }

    fn touches_nothing(&self) -> bool {
        self.groups.is_empty() && self.meetings.iter().all(Acting::is_drawn)
    }

    /// How many touch and hold, or press.
    fn holding(&self) -> usize {
        let Counts { sticking, sliding, .. } = self.groups.count();
        sticking + sliding + self.meetings.iter().filter(|meeting| meeting.is_acting()).count()
    }

    /// Everyone decides anew; says how many changed what holds them.
    fn judge(
        &mut self,
        state: &State,
        met: Encounters,
        constraints: &Constraints,
        stepper: &Stepper,
        masses: &[f64],
        duration: f64,
    ) -> usize {
        let Self { groups, meetings, start } = self;
        let (reactions, impulse) = (stepper.reactions(), stepper.impulse());
        let solve = Solve { start, end: state, constraints, reactions, masses, duration, impulse };
        let on_solids = groups.judge(met.touches, &solve);
        on_solids + meetings.iter_mut().map(|meeting| usize::from(meeting.judge(state))).sum::<usize>()
    }

    fn count(&self, outcome: Outcome) -> Outcome {
        let Counts { sticking, sliding, released } = self.groups.count();
        let acting = self.meetings.iter().filter(|meeting| meeting.is_acting());
        let drawn = acting.clone().filter(|meeting| meeting.is_drawn()).count();
        Outcome { sticking, sliding, released, drawn, pressing: acting.count() - drawn, ..outcome }
    }
}
