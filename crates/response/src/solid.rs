//! Cloth against solids: hard constraints, release, and Coulomb friction with a true static regime.
//!
//! 1. Particles that would end inside are held on the surface; those that hardly slide are held where they are on it. Those
//!    that are only near are watched.
//! 2. The step is solved. The constraints' reactions say how hard each surface pushes (N), and what it took to keep a
//!    particle from sliding (T).
//! 3. A surface that would have to pull lets go, and one that a watched particle entered holds it. A particle with
//!    |T| > μ N slides, with the drag that is μ' N at the speed it will have. A drag only slows: a push of μ' N would drive cloth
//!    along wherever its direction, or who slides, is guessed wrong.
//!
//! Departure from SSIF08 §6: there, friction changes velocities after the solve; here it takes part in it, so that what hangs
//! on a sticking particle feels that it sticks. The collision point need not be found first: a constraint with a position and
//! a velocity puts the particle on the surface without moving it along.
//!
//! Not here: how often a step is solved ([`crate::step`]).

mod group;

use crate::strain::{GIVES, Strain};
use dynamics::force::bond::Bond;
use dynamics::{Constraint, Constraints, State};
use geometry::{Vector, VertexId};
use group::{Group, Mode, Trial};

/// The cosine between normals over which two touches of a particle are of one side of a solid: 30°, as where hollows are searched.
const SAME_SIDE: f64 = 0.87;
/// What weights refer to, in m/s².
const GRAVITY: f64 = dynamics::force::gravity::STANDARD;

/// How two surfaces rub: tangential over normal force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Friction {
    /// Up to which a particle at rest stays.
    pub sticking: f64,
    /// With which one that slides is held back; no more than `sticking`.
    pub sliding: f64,
}

impl Friction {
    /// Without friction.
    pub const NONE: Self = Self { sticking: 0.0, sliding: 0.0 };
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
    /// How deep it may end without being held in this step, in m: the next step corrects it.
    pub slack: f64,
    /// How far from the solid it rests, in m: more than nothing.
    pub distance: f64,
    /// How it rubs.
    pub friction: Friction,
}

/// What a solve did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solve<'a> {
    pub(crate) start: &'a State,
    pub(crate) end: &'a State,
    pub(crate) constraints: &'a Constraints,
    /// Of the constraints, in N.
    pub(crate) reactions: &'a [Vector],
    /// Of the cloth where it ended.
    pub(crate) strain: &'a Strain,
    /// In kg.
    pub(crate) masses: &'a [f64],
    /// Seconds.
    pub(crate) duration: f64,
    /// How long forces act on velocities, in s.
    pub(crate) impulse: f64,
}

/// What every particle did at the solids it touched when the last step ended: a number each. A step that begins with the last one's
/// answers mostly confirms them, and friction that takes several passes to find is found over several steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grips(pub Vec<f64>);

/// Touched nothing.
const FREE: f64 = -1.0;
/// Was pinched, and slipped.
const SLIPPED: f64 = -2.0;
/// Went with the surface. What slid has its drag instead, in N·s/m.
const STUCK: f64 = f64::INFINITY;

impl Grips {
    fn of(&self, particle: VertexId) -> Mode {
        match self.0.get(particle.index()) {
            Some(&STUCK) => Mode::Sticking,
            Some(&drag) if drag >= 0.0 => Mode::Sliding(drag),
            _ => Mode::Free,
        }
    }

    pub(crate) fn slipped(&self, particle: VertexId) -> bool {
        self.0.get(particle.index()) == Some(&SLIPPED)
    }

    pub(crate) fn slips(&mut self, particle: VertexId) {
        self.0[particle.index()] = SLIPPED;
    }
}

/// All particles of a step that touch solids.
#[derive(Debug, Default)]
pub(crate) struct Groups(Vec<Group>);

/// What became of the touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) sticking: usize,
    pub(crate) sliding: usize,
    pub(crate) released: usize,
    pub(crate) given: usize,
}

impl Groups {
    /// One group for every free particle that touches something.
    pub(crate) fn begin(
        &mut self,
        state: &State,
        fixed: &Constraints,
        touches: &[Touch],
        grips: &Grips,
        duration: f64,
    ) {
        self.0.clear();
        let mut first = 0;
        for same in touches.chunk_by(|a, b| a.particle == b.particle) {
            let particle = same[0].particle;
            if !fixed.dictates(particle) {
                let now = state.velocities[particle.index()];
                let before = state.before.as_ref().map_or(now, |before| before.velocities[particle.index()]);
                let last = grips.of(particle);
                self.0.push(Group::new(first..first + same.len(), same, last, [before, now], duration));
            }
            first += same.len();
        }
    }

    /// Particles touch what nobody expected, ascending: they have entered it, and it takes hold of them when they are judged.
    pub(crate) fn add(&mut self, late: &[Touch], touches: &mut Vec<Touch>) {
        if late.is_empty() {
            return;
        }
        let known = |late: &&Touch| {
            let first = touches.partition_point(|touch| touch.particle < late.particle);
            let own = touches[first..].iter().take_while(|touch| touch.particle == late.particle);
            own.into_iter().any(|touch| touch.normal.dot(&late.normal) > SAME_SIDE)
        };
        let late: Vec<Touch> = late.iter().filter(|late| !known(late)).copied().collect();
        touches.extend_from_slice(&late);
        // Stable: what was known comes first, and keeps its place among the touches of its particle.
        touches.sort_by_key(|touch| touch.particle);
        let mut known = std::mem::take(&mut self.0).into_iter().peekable();
        let mut first = 0;
        for same in touches.chunk_by(|a, b| a.particle == b.particle) {
            let (particle, range) = (same[0].particle, first..first + same.len());
            let is_late = late.binary_search_by_key(&particle, |touch| touch.particle).is_ok();
            match known.next_if(|group| group.particle == particle) {
                Some(group) => self.0.push(group.at(range)),
                None if is_late => self.0.push(Group::free(particle, range)),
                // What is dictated touches, and does nothing about it.
                None => {}
            }
            first += same.len();
        }
    }

    /// Adds the constraints of this pass.
    pub(crate) fn constrain(&self, touches: &[Touch], list: &mut Vec<Constraint>) {
        for group in &self.0 {
            group.constrain(&touches[group.touches()], list);
        }
    }

    /// What friction does to particles that slide.
    pub(crate) fn bonds(&self, touches: &[Touch]) -> impl Iterator<Item = Bond> {
        self.0.iter().flat_map(|group| group.bonds(&touches[group.touches()]))
    }

    /// Compares what the constraints did with what surfaces can do; says for how many that changes who holds, or whether they stick.
    pub(crate) fn judge(&mut self, touches: &[Touch], solve: &Solve) -> usize {
        let Solve { start, end, constraints, reactions, strain, masses, duration, impulse } = *solve;
        let mut changes = 0;
        let mut at = constraints.iter().zip(reactions).peekable();
        for group in &mut self.0 {
            let particle = group.particle;
            while at.next_if(|(constraint, _)| constraint.particle < particle).is_some() {}
            let held = at.peek().filter(|(constraint, _)| constraint.particle == particle);
            let reaction = held.map_or_else(Vector::zeros, |(_, reaction)| **reaction);
            let i = particle.index();
            let pushed = reaction + group.gives(&end.positions[i]);
            let trial = Trial {
                reaction,
                velocities: [start.velocities[i], end.velocities[i]],
                from: start.positions[i],
                moved: end.positions[i] - start.positions[i],
                duration,
                weight: masses[i] * GRAVITY,
                impulse,
                bears: strain.bears(particle, &pushed, GIVES),
            };
            changes += usize::from(group.judge(&touches[group.touches()], &trial));
        }
        changes
    }

    /// The next pass is the last.
    pub(crate) fn settle(&mut self) {
        self.0.iter_mut().for_each(Group::settle);
    }

    /// What all particles do now.
    pub(crate) fn remember(&self, grips: &mut Grips, particles: usize) {
        grips.0.clear();
        grips.0.resize(particles, FREE);
        for group in &self.0 {
            grips.0[group.particle.index()] = match group.mode() {
                Mode::Free => FREE,
                Mode::Sticking => STUCK,
                Mode::Sliding(drag) => drag,
            };
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Particles at which a surface gave way, because it would have torn the cloth; ascending.
    pub(crate) fn let_through(&self) -> impl Iterator<Item = VertexId> {
        self.0.iter().filter(|group| group.gave_way()).map(|group| group.particle)
    }

    pub(crate) fn count(&self) -> Counts {
        let mut counts = Counts::default();
        self.0.iter().for_each(|group| group.count(&mut counts));
        counts
    }
}
