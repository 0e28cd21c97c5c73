//! Cloth against solids: hard constraints, release, and Coulomb friction with a true static regime.
//!
//! 1. Particles that would end inside are held on the surface; those that hardly slide are held where they are on it. Those
//!    that are only near are watched.
//! 2. The step is solved. The constraints' reactions say how hard each surface pushes (N), and what it took to keep a
//!    particle from sliding (T).
//! 3. A surface that would have to pull lets go, and one that a watched particle entered holds it. A particle with
//!    |T| > μ N slides, and is pushed against its motion by μ' N. One whose motion that push turns round sticks.
//! 4. If anything changed, the step is solved again from where it began, at most [`PASSES`] times in all.
//!
//! Departure from SSIF08 §6: there, friction changes velocities after the solve; here it takes part in it, so that what hangs
//! on a sticking particle feels that it sticks. The collision point need not be found first: a constraint with a position and
//! a velocity puts the particle on the surface without moving it along.

mod group;

use dynamics::{Cloth, Constraint, Constraints, State, StepError, StepReport, Stepper, World};
use geometry::{Vector, VertexId};
use group::{Change, Group, Trial};

/// How two surfaces rub: tangential over normal force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Friction {
    /// Up to which a particle at rest stays.
    pub sticking: f64,
    /// With which one that slides is held back; no more than `sticking`.
    pub sliding: f64,
}

/// A particle that touches a solid, or will within the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Which particle.
    pub particle: VertexId,
    /// The surface's outward normal at the end of the step, of unit length.
    pub normal: Vector,
    /// How far the particle would be from resting on the surface, along the normal, if it moved with it; negative inside, in m.
    pub gap: f64,
    /// How far it will be if it keeps its own velocity instead, in m.
    pub expected: f64,
    /// The velocity of the surface there, in m/s.
    pub velocity: Vector,
    /// How it rubs.
    pub friction: Friction,
}

/// What became of the touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Particles that stick.
    pub sticking: usize,
    /// Particles that slide.
    pub sliding: usize,
    /// Particles that a surface would have had to pull.
    pub released: usize,
    /// Particles about which the last pass still changed its mind.
    pub undecided: usize,
    /// How often the step was solved.
    pub passes: usize,
}

/// Takes steps of cloth that touches solids, and keeps the memory they need.
#[derive(Debug, Default)]
pub struct SolidResponse {
    groups: Vec<Group>,
    start: State,
}

/// The most often that a step is solved: once to learn the forces, once to act on them, and twice for those who change.
pub const PASSES: usize = 4;

impl SolidResponse {
    /// Advances the state by `duration` seconds. `fixed` are constraints that hold whatever touches; a particle in them that
    /// is held everywhere takes no part.
    #[expect(clippy::too_many_arguments, reason = "a step's, and what touches")]
    pub fn step(
        &mut self,
        stepper: &mut Stepper,
        cloth: &Cloth,
        state: &mut State,
        world: &mut World,
        fixed: &Constraints,
        touches: &[Touch],
        duration: f64,
    ) -> Result<(StepReport, Outcome), StepError> {
        self.group(state, fixed, touches, duration);
        self.start.clone_from(state);
        let (mut report, mut outcome) = (StepReport::default(), Outcome::default());
        let others = world.pushes.len();
        loop {
            let constraints = self.constraints(fixed, touches);
            world.pushes.extend(self.groups.iter().filter_map(Group::push));
            let solved = stepper.step(cloth, state, world, &constraints, duration);
            world.pushes.truncate(others);
            let solved = solved?;
            outcome.passes += 1;
            report.iterations += solved.iterations;
            report.failed += solved.failed;
            let changed = self.judge(state, touches, &constraints, stepper.reactions(), duration);
            if changed == [0, 0] || outcome.passes == PASSES {
                report.substeps = solved.substeps;
                report.residual = solved.residual;
                report.lost = solved.lost;
                outcome.undecided = changed[1];
                break;
            }
            // The next pass begins where this one did, with what it found as its guess.
            let guess = std::mem::take(&mut state.last_change);
            state.clone_from(&self.start);
            state.last_change = guess;
        }
        self.groups.iter().for_each(|group| group.count(&mut outcome));
        Ok((report, outcome))
    }

    /// One group for every free particle that touches something.
    fn group(&mut self, state: &State, fixed: &Constraints, touches: &[Touch], duration: f64) {
        self.groups.clear();
        let mut first = 0;
        for same in touches.chunk_by(|a, b| a.particle == b.particle) {
            let particle = same[0].particle;
            if !group::is_held(fixed, particle) {
                let velocity = state.velocities[particle.index()];
                self.groups.push(Group::new(first..first + same.len(), same, &velocity, duration));
            }
            first += same.len();
        }
    }

    fn constraints(&self, fixed: &Constraints, touches: &[Touch]) -> Constraints {
        let mut list: Vec<Constraint> = fixed.iter().copied().collect();
        for group in &self.groups {
            group.constrain(&touches[group.touches()], &mut list);
        }
        Constraints::new(list)
    }

    /// Compares what the constraints did with what surfaces can do; says for how many particles the push changes, and for
    /// how many the rest.
    fn judge(
        &mut self,
        state: &State,
        touches: &[Touch],
        constraints: &Constraints,
        reactions: &[Vector],
        duration: f64,
    ) -> [usize; 2] {
        let mut at = constraints.iter().zip(reactions).peekable();
        let mut changed = [0, 0];
        for group in &mut self.groups {
            let particle = group.particle;
            while at.next_if(|(constraint, _)| constraint.particle < particle).is_some() {}
            let held = at.peek().filter(|(constraint, _)| constraint.particle == particle);
            let reaction = held.map_or_else(Vector::zeros, |(_, reaction)| **reaction);
            let i = particle.index();
            let trial = Trial {
                reaction,
                velocities: [self.start.velocities[i], state.velocities[i]],
                moved: state.positions[i] - self.start.positions[i],
                duration,
            };
            match group.judge(&touches[group.touches()], &trial) {
                Change::Nothing => {}
                Change::Push => changed[0] += 1,
                Change::Mode => changed[1] += 1,
            }
        }
        changed
    }
}
