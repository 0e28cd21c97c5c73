//! One implicit step of cloth that touches: solve, look at what that took, solve again.
//!
//! 1. Solids and meetings say who holds at first: whoever would end too near.
//! 2. The step is solved with their constraints and bonds.
//! 3. Whoever went elsewhere than was expected, and ended inside a solid that it was not known to touch, touches it now.
//! 4. Everyone compares what it had to do with what it can: pull, never; rub, as friction allows. Who was only near and is now too
//!    near takes hold.
//! 5. If that changes who holds, the step is solved again from where it began, at most [`PASSES`] times. These solves are rough: they
//!    only have to tell who pushes and who pulls. The few who cannot decide are counted. The last one is exact, with the friction that
//!    the one before it allows.

use crate::meeting::{Acting, Meeting};
use crate::solid::{Counts, Grips, Groups, Solve, Touch};
use crate::strain::{GIVES, SLIPS, Strain};
use dynamics::{Cloth, Constraint, Constraints, Held, Pass, State, StepError, StepReport, Stepper, World};
use geometry::{Vector, VertexId};
use std::fmt;

/// All that is met in a step.
#[derive(Clone, Copy, Debug)]
pub struct Encounters<'a> {
    /// What holds whatever touches: pins, flypaper. A particle that is held everywhere takes no further part.
    pub fixed: &'a Constraints,
    /// Which of these are squeezed between solids and slip before they tear, ascending.
    pub squeezed: &'a [Squeezed],
    /// Particles that touch solids, ascending.
    pub touches: &'a [Touch],
    /// Parts of the cloth that meet each other, or corners of solids.
    pub meetings: &'a [Meeting],
    /// What particles touch besides, once it is known where they go.
    pub late: Late<'a>,
}

/// Finds what particles have entered that go elsewhere than was expected of them, from the state at the start and one at the end: ascending by
/// particle. Searches look ahead along the velocities at the start; what threads pull aside they do not see.
#[derive(Clone, Copy)]
pub struct Late<'a>(pub &'a dyn Fn(&State, &State) -> Vec<Touch>);

impl Late<'_> {
    /// Everything went as expected.
    pub const NOTHING: Self = Self(&|_, _| Vec::new());
}

impl fmt::Debug for Late<'_> {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str("Late")
    }
}

/// A particle that is pinched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Squeezed {
    /// Which particle.
    pub particle: VertexId,
    /// The direction along which it is squeezed, of unit length: it stays where it is held along it, and slips across it.
    pub across: Vector,
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
    /// Pinched particles that slip, because their threads are stretched.
    pub slipping: usize,
    /// Particles and meetings at which a solid or a layer gave way, because it would have torn the cloth.
    pub giving: usize,
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
    touches: Vec<Touch>,
    meetings: Vec<Acting>,
    /// Which of the squeezed particles slip.
    slips: Vec<bool>,
    strain: Strain,
    start: State,
    /// What particles did at solids when the last step ended; part of the state of a run.
    pub grips: Grips,
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
        let mut last = self.touches_nothing() && met.squeezed.is_empty();
        loop {
            let constraints = self.constraints(met);
            let again = outcome.passes > 0;
            stepper.set_pass(Pass { roughness: if last { 1.0 } else { ROUGH }, again });
            let solved = self.solve(stepper, cloth, state, world, &constraints, duration)?;
            outcome.passes += 1;
            report.iterations += solved.iterations;
            report.failed += solved.failed;
            if last {
                report.substeps = solved.substeps;
                report.residual = solved.residual;
                report.lost = solved.lost;
                outcome = self.count(outcome);
                self.judge(state, met, &constraints, stepper, cloth, duration);
                self.remember(met, cloth.masses().len());
                return Ok((report, outcome));
            }
            self.groups.add(&(met.late.0)(&self.start, state), &mut self.touches);
            outcome.undecided = self.judge(state, met, &constraints, stepper, cloth, duration);
            let few = (FEW * self.holding() as f64) as usize;
            last = outcome.undecided <= few || outcome.passes == PASSES;
            if last {
                self.groups.settle();
            }
            // The next pass begins where this one did, with what it found as its guess.
            let guess = std::mem::take(&mut state.last_change);
            state.clone_from(&self.start);
            state.last_change = guess;
        }
    }

    /// Particles that solids let through in the last step, because they would have torn the cloth, and those that it left torn, whoever did
    /// that: ascending, each once.
    pub fn let_through(&self) -> Vec<VertexId> {
        let poked = self.meetings.iter().flat_map(Acting::let_through);
        let torn = self.strain.beyond(GIVES);
        let mut particles: Vec<VertexId> = self.groups.let_through().chain(poked).chain(torn).collect();
        particles.sort_unstable();
        particles.dedup();
        particles
    }

    /// Where the last step began.
    pub fn start(&self) -> &State {
        &self.start
    }

    fn begin(&mut self, cloth: &Cloth, state: &State, met: Encounters, duration: f64) {
        self.touches.clear();
        self.touches.extend_from_slice(met.touches);
        self.groups.begin(state, met.fixed, &self.touches, &self.grips, duration);
        let acting = |meeting| Acting::new(meeting, cloth.masses(), met.fixed, state, duration);
        self.meetings.clear();
        self.meetings.extend(met.meetings.iter().filter_map(acting));
        self.slips.clear();
        self.slips.extend(met.squeezed.iter().map(|squeezed| self.grips.slipped(squeezed.particle)));
        self.start.clone_from(state);
    }

    fn constraints(&self, met: Encounters) -> Constraints {
        let mut list: Vec<Constraint> = met.fixed.iter().copied().collect();
        let mut slips = met.squeezed.iter().zip(&self.slips).filter(|(_, slips)| **slips).map(|(s, _)| s).peekable();
        for constraint in &mut list {
            if let Some(slipping) = slips.next_if(|slipping| slipping.particle == constraint.particle) {
                constraint.held = Held::OnPlane(slipping.across);
            }
        }
        self.groups.constrain(&self.touches, &mut list);
        Constraints::new(list)
    }

    fn solve(
        &self,
        stepper: &mut Stepper,
        cloth: &Cloth,
        state: &mut State,
        world: &mut World,
        constraints: &Constraints,
        duration: f64,
    ) -> Result<StepReport, StepError> {
        let bonds = world.bonds.len();
        world.bonds.extend(self.groups.bonds(&self.touches));
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
        cloth: &Cloth,
        duration: f64,
    ) -> usize {
        let Self { groups, touches, meetings, start, strain, slips, .. } = self;
        strain.measure(cloth, &state.positions);
        let (reactions, impulse, masses) = (stepper.reactions(), stepper.impulse(), cloth.masses());
        let solve = Solve { start, end: state, constraints, reactions, strain, masses, duration, impulse };
        let on_solids = groups.judge(touches, &solve);
        let slipping = judge_slips(met.squeezed, slips, &solve);
        let meeting = meetings.iter_mut().map(|meeting| usize::from(meeting.judge(state, strain))).sum::<usize>();
        on_solids + slipping + meeting
    }

    fn remember(&mut self, met: Encounters, particles: usize) {
        self.groups.remember(&mut self.grips, particles);
        let slipping = met.squeezed.iter().zip(&self.slips).filter(|(_, slips)| **slips);
        slipping.for_each(|(squeezed, _)| self.grips.slips(squeezed.particle));
    }

    fn count(&self, outcome: Outcome) -> Outcome {
        let Counts { sticking, sliding, released, given } = self.groups.count();
        let slipping = self.slips.iter().filter(|slips| **slips).count();
        let giving = given + self.meetings.iter().filter(|meeting| meeting.gave_way()).count();
        let acting = self.meetings.iter().filter(|meeting| meeting.is_acting());
        let drawn = acting.clone().filter(|meeting| meeting.is_drawn()).count();
        Outcome { sticking, sliding, released, slipping, giving, drawn, pressing: acting.count() - drawn, ..outcome }
    }
}

/// Pinched particles whose threads are stretched too far by what holds them slip; those whose threads are not are held again. Says
/// how many begin to slip.
fn judge_slips(squeezed: &[Squeezed], slips: &mut [bool], solve: &Solve) -> usize {
    let mut begin = 0;
    let mut at = solve.constraints.iter().zip(solve.reactions).peekable();
    for (Squeezed { particle, .. }, slips) in squeezed.iter().zip(slips) {
        while at.next_if(|(constraint, _)| constraint.particle < *particle).is_some() {}
        let held = at.peek().filter(|(constraint, _)| constraint.particle == *particle);
        let reaction = held.map_or_else(Vector::zeros, |(_, reaction)| **reaction);
        if *slips {
            *slips = solve.strain.stretched(*particle, SLIPS);
        } else if solve.strain.overdone(*particle, &reaction, SLIPS) {
            *slips = true;
            begin += 1;
        }
    }
    begin
}
