//! One particle and all surfaces that it touches or may touch.

use super::{Counts, Friction, GRAVITY, Touch};
use dynamics::force::bond::{Bond, PLACES};
use dynamics::{Constraint, Held};
use geometry::{Vector, VertexId};
use std::ops::Range;

/// What a particle does at the surfaces that hold it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    /// It goes with the surface.
    Sticking,
    /// It slides, held back by this drag, in N·s/m.
    Sliding(f64),
    /// No surface holds it.
    Free,
}

/// A particle, its touches, and what it does.
#[derive(Clone, Debug)]
pub struct Group {
    pub particle: VertexId,
    first: usize,
    count: usize,
    /// Which of its touches hold it, one bit each; those beyond the 32nd never do.
    holding: u32,
    /// Whether a surface let it go in this step. One that it then enters again holds it to the end of the step: what is
    /// neither pushed nor pulled would be let go and caught for ever.
    let_go: bool,
    /// Whether its surfaces gave way in this step, because they would have torn the cloth.
    gave_way: bool,
    mode: Mode,
}

/// What a solve did to a particle.
pub struct Trial {
    /// What its constraints had to do, in N.
    pub reaction: Vector,
    /// Its velocity before and after, in m/s.
    pub velocities: [Vector; 2],
    /// How far it moved, in m.
    pub moved: Vector,
    /// How long the step is, in s.
    pub duration: f64,
    /// The particle's weight, in N.
    pub weight: f64,
    /// How long forces act on velocities, in s: more than the step where it is blended.
    pub impulse: f64,
    /// Whether what its constraints did stretches the cloth beyond all reason.
    pub tears: bool,
}

/// A drag so many times the inertia over the step stops a particle.
const STOPPING: f64 = 500.0;
/// Forces smaller than this part of the particle's weight are none: the solve is not more exact.
const FAINT: f64 = 0.02;

/// A particle is first taken to stick when friction under its own weight could stop it within so many steps.
const HARDLY: f64 = 2.0;
/// A particle this near a surface rests on it, and one this deep may have entered it, in m: less than a thread is thick.
const NEAR: f64 = 1e-5;

/// The part of a vector along a surface.
fn along(vector: &Vector, normal: &Vector) -> Vector {
    vector - normal * normal.dot(vector)
}

impl Group {
    /// A particle that did this in the last step, if it touched anything.
    pub fn new(range: Range<usize>, touches: &[Touch], last: Mode, velocity: &Vector, duration: f64) -> Self {
        let bits = touches.iter().take(32).enumerate().filter(|(_, touch)| touch.expected <= NEAR);
        let holding = bits.fold(0, |bits, (k, _)| bits | 1 << k);
        let mut group = Self {
            particle: touches[0].particle,
            first: range.start,
            count: range.len(),
            holding,
            let_go: false,
            gave_way: false,
            mode: Mode::Free,
        };
        if holding != 0 {
            group.mode = if last == Mode::Free { group.begin(touches, velocity, duration) } else { last };
        }
        group
    }

    pub fn mode(&self) -> Mode {
        self.mode
    }

    pub fn touches(&self) -> Range<usize> {
        self.first..self.first + self.count
    }

    /// The touches that hold it.
    fn holders<'t>(&self, touches: &'t [Touch]) -> impl Iterator<Item = &'t Touch> + use<'t> {
        let holding = self.holding;
        touches.iter().take(32).enumerate().filter(move |(k, _)| holding >> k & 1 == 1).map(|(_, touch)| touch)
    }

    /// How it begins when a surface takes hold of it: at rest if it hardly slides.
    fn begin(&self, touches: &[Touch], velocity: &Vector, duration: f64) -> Mode {
        let Some(touch) = self.holders(touches).next() else { return Mode::Free };
        let sliding = along(&(velocity - touch.velocity), &touch.normal).norm();
        let slow = HARDLY * touch.friction.sticking * GRAVITY * duration;
        if sliding <= slow { Mode::Sticking } else { Mode::Sliding(0.0) }
    }

    /// What friction does to the particle while it slides.
    pub fn bond(&self, touches: &[Touch]) -> Option<Bond> {
        let (Mode::Sliding(drag), Some(touch)) = (self.mode, self.holders(touches).next()) else { return None };
        let mut weights = [0.0; PLACES];
        weights[0] = 1.0;
        let (normal, velocity) = (touch.normal, touch.velocity);
        let bond =
            Bond { particles: [self.particle; PLACES], weights, normal, target: 0.0, stiffness: 0.0, drag, velocity };
        (drag > 0.0).then_some(bond)
    }

    /// Adds the constraints of the surfaces: each holds along its normal; all of them together elsewhere if it sticks.
    pub fn constrain(&self, touches: &[Touch], list: &mut Vec<Constraint>) {
        let hold = |touch: &Touch, held: Held| Constraint {
            particle: self.particle,
            held,
            velocity: touch.velocity,
            correction: touch.normal * -touch.gap,
        };
        list.extend(self.holders(touches).map(|touch| hold(touch, Held::OnPlane(touch.normal))));
        if let Some(touch) = self.holders(touches).next().filter(|_| self.mode == Mode::Sticking) {
            list.push(hold(touch, Held::Everywhere));
        }
    }

    /// Decides anew; says whether that changes who holds it, or whether it sticks.
    pub fn judge(&mut self, touches: &[Touch], trial: &Trial) -> bool {
        if self.gave_way {
            return false;
        }
        let held = self.holding;
        if held != 0 && trial.tears {
            (self.gave_way, self.holding, self.mode) = (true, 0, Mode::Free);
            return true;
        }
        let next = if held == 0 { Mode::Free } else { self.rub(touches, trial) };
        if next == Mode::Free {
            self.let_go |= held != 0;
            self.holding = 0;
        }
        let entered = self.enter(touches, trial, held);
        let next = if entered && next == Mode::Free {
            self.begin(touches, &trial.velocities[0], trial.duration)
        } else {
            next
        };
        let slides = [self.mode, next].iter().all(|mode| matches!(mode, Mode::Sliding(_)));
        let changed = entered || (self.mode != next && !slides);
        self.mode = next;
        changed
    }

    /// Surfaces that did not hold it, and that it entered, take hold of it.
    fn enter(&mut self, touches: &[Touch], trial: &Trial, held: u32) -> bool {
        let mut entered = false;
        // One that was let go is caught again only once it is inside, and then for good.
        for (k, touch) in touches.iter().take(32).enumerate().filter(|(k, _)| held >> k & 1 == 0) {
            let gap = touch.gap + touch.normal.dot(&(trial.moved - touch.velocity * trial.duration));
            if gap < -touch.slack.max(NEAR) {
                self.holding |= 1 << k;
                entered = true;
            }
        }
        entered
    }

    /// What it does at the surfaces that held it.
    fn rub(&self, touches: &[Touch], trial: &Trial) -> Mode {
        let Some(touch) = self.holders(touches).next() else { return Mode::Free };
        // Against several surfaces the force along their mean normal counts; with one, this is its normal.
        let sum: Vector = self.holders(touches).map(|touch| touch.normal).sum();
        let normal = sum.try_normalize(1e-6).unwrap_or(touch.normal);
        let pressing = trial.reaction.dot(&normal);
        let faint = FAINT * trial.weight;
        if pressing < -faint && !self.let_go {
            return Mode::Free;
        }
        let pressing = pressing.max(0.0);
        let rubbing =
            Rubbing { friction: touch.friction, pressing, faint, mass: trial.weight / GRAVITY, step: trial.impulse };
        match self.mode {
            Mode::Sliding(drag) => rubbing.slide(drag, along(&(trial.velocities[1] - touch.velocity), &normal).norm()),
            _ => rubbing.stick(along(&trial.reaction, &normal).norm()),
        }
    }

    pub fn count(&self, counts: &mut Counts) {
        counts.given += usize::from(self.gave_way);
        match self.mode {
            Mode::Sticking => counts.sticking += 1,
            Mode::Sliding(_) => counts.sliding += 1,
            Mode::Free => counts.released += usize::from(self.let_go),
        }
    }
}

/// What friction has to go by: the force that presses, in N, a faint one, the particle's mass and the step.
struct Rubbing {
    friction: Friction,
    pressing: f64,
    faint: f64,
    mass: f64,
    step: f64,
}

impl Rubbing {
    /// A particle that was kept in place by this force along the surface, in N. If that is too much, it will reach the speed that the
    /// excess gives it.
    fn stick(&self, held: f64) -> Mode {
        if held <= self.friction.sticking * (self.pressing + self.faint) {
            return Mode::Sticking;
        }
        self.at_speed((held - self.limit()) * self.step / self.mass)
    }

    /// A particle that slid under a drag and ended with this speed, in m/s. Without drag, friction will have slowed it by what it can
    /// in a step.
    fn slide(&self, drag: f64, speed: f64) -> Mode {
        self.at_speed(if drag > 0.0 { speed } else { speed - self.limit() * self.step / self.mass })
    }

    /// What friction can do to what slides, in N.
    fn limit(&self) -> f64 {
        self.friction.sliding * self.pressing
    }

    /// The drag that is friction at this speed. A drag can only slow: however wrong the speed, it never drives. One that would stop
    /// the particle within a fraction of the step is sticking.
    fn at_speed(&self, speed: f64) -> Mode {
        let drag = self.limit() / speed;
        if speed > 0.0 && drag * self.step <= STOPPING * self.mass { Mode::Sliding(drag) } else { Mode::Sticking }
    }
}
