//! One particle and all surfaces it touches.

use super::{Friction, Outcome, Touch};
use dynamics::{Constraint, Constraints, Held};
use geometry::{Vector, VertexId};
use std::ops::Range;

/// What a particle does at the surfaces it touches.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    /// It goes with the surface.
    Sticking,
    /// It slides, pushed by friction, in N.
    Sliding(Vector),
    /// It leaves.
    Released,
}

/// A particle, its touches, and what it does.
#[derive(Clone, Debug)]
pub struct Group {
    pub particle: VertexId,
    first: usize,
    count: usize,
    mode: Mode,
}

/// A push that changes by less than this part of itself is the same push.
const SAME: f64 = 0.02;
/// A particle is first taken to stick when friction under its own weight could stop it within so many steps.
const HARDLY: f64 = 2.0;
/// The weight that this refers to, in m/s².
const GRAVITY: f64 = dynamics::force::gravity::STANDARD;

/// Whether a particle is held in all directions anyway.
pub fn is_held(fixed: &Constraints, particle: VertexId) -> bool {
    fixed.iter().any(|c| c.particle == particle && c.held == Held::Everywhere)
}

/// The part of a vector along a surface.
fn along(vector: &Vector, normal: &Vector) -> Vector {
    vector - normal * normal.dot(vector)
}

impl Group {
    pub fn new(range: Range<usize>, touches: &[Touch], velocity: &Vector, _mass: f64, duration: f64) -> Self {
        let touch = &touches[0];
        let sliding = along(&(velocity - touch.velocity), &touch.normal).norm();
        let slow = HARDLY * touch.friction.sticking * GRAVITY * duration;
        let mode = if sliding <= slow { Mode::Sticking } else { Mode::Sliding(Vector::zeros()) };
        Self { particle: touch.particle, first: range.start, count: range.len(), mode }
    }

    pub fn touches(&self) -> Range<usize> {
        self.first..self.first + self.count
    }

    /// What friction does to the particle.
    pub fn push(&self) -> Option<(VertexId, Vector)> {
        match self.mode {
            Mode::Sliding(push) if push != Vector::zeros() => Some((self.particle, push)),
            _ => None,
        }
    }

    /// Adds the constraints of the surfaces: each holds along its normal; all of them together elsewhere if it sticks.
    pub fn constrain(&self, touches: &[Touch], list: &mut Vec<Constraint>) {
        if self.mode == Mode::Released {
            return;
        }
        let hold = |touch: &Touch, held: Held| Constraint {
            particle: self.particle,
            held,
            velocity: touch.velocity,
            correction: touch.normal * -touch.gap,
        };
        list.extend(touches.iter().map(|touch| hold(touch, Held::OnPlane(touch.normal))));
        if self.mode == Mode::Sticking {
            list.push(hold(&touches[0], Held::Everywhere));
        }
    }

    /// Decides anew; says whether that is something else.
    pub fn judge(
        &mut self,
        touches: &[Touch],
        reaction: Vector,
        velocities: [Vector; 2],
        mass: f64,
        duration: f64,
    ) -> bool {
        let touch = &touches[0];
        // Against several surfaces the whole force across them counts as normal; with one, this is its normal.
        let normal = if touches.len() == 1 { touch.normal } else { mean_normal(touches) };
        let pressing = reaction.dot(&normal);
        let next = match self.mode {
            Mode::Released => Mode::Released,
            _ if pressing < 0.0 => Mode::Released,
            Mode::Sticking => stick(touch.friction, along(&reaction, &normal), pressing),
            Mode::Sliding(_) => {
                let [before, after] = velocities.map(|v| along(&(v - touch.velocity), &normal));
                slide(touch.friction, pressing, [before, after], mass / duration)
            }
        };
        let changed = differs(self.mode, next);
        self.mode = next;
        changed
    }

    pub fn count(&self, outcome: &mut Outcome) {
        match self.mode {
            Mode::Sticking => outcome.sticking += 1,
            Mode::Sliding(_) => outcome.sliding += 1,
            Mode::Released => outcome.released += 1,
        }
    }
}

fn mean_normal(touches: &[Touch]) -> Vector {
    let sum: Vector = touches.iter().map(|touch| touch.normal).sum();
    sum.try_normalize(1e-6).unwrap_or(touches[0].normal)
}

/// A particle that was kept in place by the tangential force `held`.
fn stick(friction: Friction, held: Vector, pressing: f64) -> Mode {
    let force = held.norm();
    if force <= friction.sticking * pressing {
        return Mode::Sticking;
    }
    Mode::Sliding(held * (friction.sliding * pressing / force))
}

/// A particle that slides; `per_speed` is the force that changes its speed by 1 m/s within the step.
fn slide(friction: Friction, pressing: f64, [before, after]: [Vector; 2], per_speed: f64) -> Mode {
    let force = friction.sliding * pressing;
    // It slid before the step, or begins to within it.
    let motion = if before.norm() * per_speed > force { before } else { after };
    let speed = motion.norm();
    // Turned round by friction, or slower than friction stops it: it sticks.
    if before.dot(&after) < 0.0 || speed * per_speed <= force {
        return Mode::Sticking;
    }
    Mode::Sliding(motion * (-force / speed))
}

fn differs(a: Mode, b: Mode) -> bool {
    match (a, b) {
        (Mode::Sliding(a), Mode::Sliding(b)) => (a - b).norm() > SAME * b.norm(),
        _ => a != b,
    }
}
