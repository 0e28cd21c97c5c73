//! Parts of the cloth that meet, or the cloth and a corner or an edge of a solid: constraint forces with friction.
//!
//! A meeting is particles and weights (VMT00 eq. 16): y = Σ S x is the way from one side to the other, and n·y how far apart they
//! are. When it acts it is a [`Bond`] that takes n·y to a target by the end of the step.
//!
//! 1. Two sides that are to be *parted* act if they would end nearer than they may. They are let go when they would have to be
//!    pulled together, and those that only watched act when a solve brings them too near.
//! 2. Two sides that are to be *drawn* together act always.
//! 3. What presses rubs: the drag is what makes both sides move as one, unless that is more than friction can (SSIF08 §6); then it
//!    is as much as the last solve says that friction can.
//!
//! What is too near is parted slowly, by a share of the thickness a step (BFA02 §7.2), so that it does not fly apart.

use crate::solid::Friction;
use crate::strain::{GIVES, Strain};
use dynamics::force::bond::{Bond, PLACES};
use dynamics::{Constraints, State};
use geometry::{Vector, VertexId};

/// Two sides that meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// The particles; places that are not used have weight zero.
    pub particles: [VertexId; PLACES],
    /// Their weights S.
    pub weights: [f64; PLACES],
    /// The direction n of the gap n·y, of unit length.
    pub normal: Vector,
    /// What becomes of them.
    pub manner: Manner,
    /// Where n·y is to be at the end of the step if it acts, in m.
    pub target: f64,
    /// Where it will be if all particles keep their velocities, in m.
    pub expected: f64,
    /// Between two parts of the cloth, how near they may come on their way, in m. Edges that slide over each other are near along a
    /// normal that soon means nothing: they meet only if they come nearer than this in any direction.
    pub clearance: Option<f64>,
    /// How much nearer they may end without acting in this step, in m: the next step corrects it.
    pub slack: f64,
    /// The velocity of a solid that is one of the sides, in m/s.
    pub velocity: Vector,
    /// How the sides rub.
    pub friction: Friction,
    /// The stiffness along the normal beside what outweighs the particles' inertia, in N/m: of a solid, which threads must not pull the
    /// cloth into. Zero between layers, which give way to share a load.
    pub hardness: f64,
}

/// What becomes of two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// They are kept apart, and may part further.
    Parted,
    /// They are moved to the target, from either side.
    Drawn,
}

/// What a meeting does in this pass.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    Watching,
    /// Pressing, with this drag in N·s/m.
    Acting(f64),
}

/// A meeting in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Acting {
    meeting: Meeting,
    mode: Mode,
    /// The stiffness along the normal, in N/m.
    stiffness: f64,
    /// The drag that makes both sides move as one, in N·s/m.
    sticking: f64,
    /// How often it has been let go in this step.
    let_go: u8,
    /// Whether it gave way, because it would have torn the cloth.
    gave_way: bool,
    /// y at the start of the step, in m.
    start: Vector,
}

/// How much a bond outweighs the inertia of what it moves. A layer gives way by g h² / 50 under its own weight: 20 µm at 96 steps a
/// second. Stiffer bonds share the load less evenly between them, and friction, which goes by each one's load, grows: at 500 a sheet
/// that slides on another stops after 0.6 of the way that it should, at 50 after 0.8.
const OUTWEIGH: f64 = 50.0;
/// How much the drag of sides that stick outweighs their inertia. What sticks creeps by g h / 1000 under its own weight, 50 µm/s at 192
/// steps a second. At 50 a pile of 32 cubes (VMT00 §4.2) creeps and tumbles on for ever; at 1000 its kinetic energy is a hundredth of
/// that within a second.
const STUCK: f64 = 1000.0;
/// Sides that slip slower than friction under their own weight could stop in so many steps begin by sticking.
const HARDLY: f64 = 2.0;
/// The least part of a meeting's inverse mass that counts as free.
const LEAST_FREE: f64 = 0.01;
/// A gap that is off by less than this, in m, is met: less than a thread is thick.
const NEAR: f64 = 1e-5;

impl Acting {
    /// None where nothing can move.
    pub(crate) fn new(
        meeting: &Meeting,
        masses: &[f64],
        fixed: &Constraints,
        state: &State,
        step: f64,
    ) -> Option<Self> {
        let mass = reduced_mass(meeting, masses, fixed)?;
        let (stiffness, sticking) = (meeting.hardness + OUTWEIGH * mass / (step * step), STUCK * mass / step);
        let start = Vector::zeros();
        let mut acting =
            Self { meeting: *meeting, mode: Mode::Watching, stiffness, sticking, let_go: 0, gave_way: false, start };
        let bond = acting.with_drag(0.0);
        acting.start = bond.weighted(|v| state.positions[v.index()].coords);
        let ahead = acting.start + bond.weighted(|v| state.velocities[v.index()]) * step;
        let near = meeting.expected < meeting.target + NEAR && acting.comes_near(&ahead);
        if near || meeting.manner == Manner::Drawn {
            let slip = acting.slip(&state.velocities).norm();
            let slow = HARDLY * meeting.friction.sticking * dynamics::force::gravity::STANDARD * step;
            let sticks = meeting.manner == Manner::Parted && slip <= slow;
            acting.mode = Mode::Acting(if sticks { sticking } else { 0.0 });
        }
        Some(acting)
    }

    pub(crate) fn is_acting(&self) -> bool {
        self.mode != Mode::Watching
    }

    pub(crate) fn is_drawn(&self) -> bool {
        self.meeting.manner == Manner::Drawn
    }

    /// Whether the two sides come nearer than they may on a straight way to where y is then.
    fn comes_near(&self, end: &Vector) -> bool {
        let Some(clearance) = self.meeting.clearance else { return true };
        let way = end - self.start;
        let square = way.norm_squared();
        let nearest = if square > 0.0 { (-self.start.dot(&way) / square).clamp(0.0, 1.0) } else { 0.0 };
        (self.start + way * nearest).norm() < clearance
    }

    /// What it adds to the solve.
    pub(crate) fn bond(&self) -> Option<Bond> {
        match self.mode {
            Mode::Watching => None,
            Mode::Acting(drag) => Some(self.with_drag(drag)),
        }
    }

    fn with_drag(&self, drag: f64) -> Bond {
        let Meeting { particles, weights, normal, target, velocity, .. } = self.meeting;
        Bond { particles, weights, normal, target, stiffness: self.stiffness, drag, velocity }
    }

    /// Its velocity across the normal, relative to the solid if one is a side, in m/s.
    fn slip(&self, velocities: &[Vector]) -> Vector {
        let bond = self.with_drag(0.0);
        let rate = bond.weighted(|v| velocities[v.index()]) - bond.velocity;
        rate - bond.normal * bond.normal.dot(&rate)
    }

    /// Decides anew after a solve; says whether that changes if it acts.
    pub(crate) fn judge(&mut self, state: &State, strain: &Strain) -> bool {
        let end = self.with_drag(0.0).weighted(|v| state.positions[v.index()].coords);
        let gap = self.meeting.normal.dot(&end);
        match self.mode {
            _ if self.is_drawn() || self.gave_way => false,
            Mode::Acting(_) if self.tears(strain) => {
                (self.gave_way, self.mode) = (true, Mode::Watching);
                true
            }
            // Who was let go twice is not caught again: some other pair decides where it is.
            Mode::Watching
                if gap < self.meeting.target - self.meeting.slack.max(NEAR)
                    && self.let_go < 2
                    && self.comes_near(&end) =>
            {
                self.mode = Mode::Acting(0.0);
                true
            }
            Mode::Watching => false,
            Mode::Acting(_) if gap > self.meeting.target + NEAR => {
                self.mode = Mode::Watching;
                self.let_go += 1;
                true
            }
            Mode::Acting(drag) => {
                self.rub(drag, (self.meeting.target - gap).max(0.0) * self.stiffness, state);
                false
            }
        }
    }

    pub(crate) fn gave_way(&self) -> bool {
        self.gave_way
    }

    /// The particles that a solid poked and let go of, because it would have torn the cloth.
    pub(crate) fn let_through(&self) -> impl Iterator<Item = VertexId> {
        let Meeting { particles, weights, clearance, .. } = self.meeting;
        let of_solid = self.gave_way && clearance.is_none();
        particles.into_iter().zip(weights).filter(move |(_, weight)| of_solid && *weight != 0.0).map(|(v, _)| v)
    }

    /// Whether pushing the sides apart stretches the cloth on one of them beyond all reason.
    fn tears(&self, strain: &Strain) -> bool {
        let Meeting { particles, weights, normal, .. } = &self.meeting;
        let used = particles.iter().zip(weights).filter(|(_, weight)| **weight != 0.0);
        used.into_iter().any(|(v, weight)| strain.overdone(*v, &(normal * *weight), GIVES))
    }

    /// Friction, given the force that presses.
    fn rub(&mut self, drag: f64, pressing: f64, state: &State) {
        let slip = self.slip(&state.velocities).norm();
        let Friction { sticking, sliding } = self.meeting.friction;
        let holds = drag == self.sticking && drag * slip <= sticking * pressing;
        let next = if holds { drag } else { self.sticking.min(sliding * pressing / slip.max(f64::MIN_POSITIVE)) };
        self.mode = Mode::Acting(next);
    }
}

/// VMT00 eq. 21; particles that are held anyway do not give way. Where those that are free hardly count, neither does the meeting:
/// its mass is then bounded, or rounding would be all that is left of it.
fn reduced_mass(meeting: &Meeting, masses: &[f64], fixed: &Constraints) -> Option<f64> {
    let mut inverse = [0.0, 0.0];
    for (v, weight) in meeting.particles.iter().zip(&meeting.weights).filter(|(_, weight)| **weight != 0.0) {
        let mass = masses[v.index()];
        let gives = if mass == 0.0 { 0.0 } else { weight * weight / mass };
        inverse[0] += gives;
        inverse[1] += if fixed.dictates(*v) { 0.0 } else { gives };
    }
    let [all, free] = inverse;
    (free > 0.0).then(|| free.max(LEAST_FREE * all).recip())
}
