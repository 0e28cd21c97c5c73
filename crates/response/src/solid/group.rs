//! One particle and all surfaces that it touches or may touch.

use super::{Counts, Friction, GRAVITY, Touch};
use dynamics::force::bond::{Bond, PLACES};
use dynamics::{Constraint, Held};
use geometry::{Point, Vector, VertexId};
use nalgebra::Matrix3;
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
    /// Whether it slips in this step without friction, because sticking or rubbing would tear the cloth.
    slips: bool,
    /// Its surfaces, one each, if they give way in this step because they would tear the cloth.
    giving: Vec<Giving>,
    mode: Mode,
    /// If it has stuck in this step, the force along the surface that this took, in N.
    stuck: Option<f64>,
    /// If it slid in the last pass and is to stick in the next, the drag that nearly makes it, in N·s/m.
    untried: Option<f64>,
}

/// A surface that gives way: it pushes no harder than the cloth bears, and lets the particle in as far as that takes.
#[derive(Clone, Copy, Debug)]
struct Giving {
    /// Which of the particle's touches.
    touch: usize,
    /// Out of the surface, of unit length.
    normal: Vector,
    /// How far along the normal a particle on the surface ends, in m.
    height: f64,
    /// How far the particle rests from the surface, in m: it gives that up first.
    distance: f64,
    /// The hardest that it pushes, in N.
    force: f64,
    /// How much harder it pushes what is deeper, in N/m.
    stiffness: f64,
}

/// What a solve did to a particle.
pub struct Trial {
    /// What its constraints had to do, in N.
    pub reaction: Vector,
    /// Its velocity before and after, in m/s.
    pub velocities: [Vector; 2],
    /// Where it was before, in m.
    pub from: Point,
    /// How far it moved, in m.
    pub moved: Vector,
    /// How long the step is, in s.
    pub duration: f64,
    /// The particle's weight, in N.
    pub weight: f64,
    /// How long forces act on velocities, in s: more than the step where it is blended.
    pub impulse: f64,
    /// Which part of what its constraints did the cloth bears, if they stretch it beyond all reason.
    pub bears: Option<f64>,
}

/// The volume that the normals of several surfaces span under which they cannot be told apart: two that are 30° from one plane.
const FLAT: f64 = 0.25;
/// The cosine between normals under which surfaces face each other: what is between them is squeezed.
const FACING: f64 = -0.5;
/// A drag so many times the inertia over the step stops a particle.
const STOPPING: f64 = 500.0;
/// The most by which the drag of the last step is scaled at the beginning of a step.
const BOLD: f64 = 3.0;
/// The part of the speed it would have alone with which a particle that no longer sticks is first tried.
const FIRST: f64 = 0.02;
/// By how much what is thought to stick is slowed instead, relative to what friction can do at the speed it had.
const BRAKING: f64 = 3.0;
/// Friction that is off by more than this factor is wrong.
const WRONG: f64 = 1.3;
/// What slides slower than this, in m/s, seems to rest: half a millimetre in a frame.
const CREEP: f64 = 0.01;
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

/// A bond of one particle that does nothing yet.
fn along_normal(particle: VertexId, normal: Vector) -> Bond {
    let mut weights = [0.0; PLACES];
    weights[0] = 1.0;
    let particles = [particle; PLACES];
    Bond { particles, weights, normal, target: 0.0, stiffness: 0.0, drag: 0.0, velocity: Vector::zeros() }
}

impl Group {
    /// A particle that did this in the last step, with its velocities before that step and now.
    pub fn new(range: Range<usize>, touches: &[Touch], last: Mode, velocities: [Vector; 2], duration: f64) -> Self {
        let bits = touches.iter().take(32).enumerate().filter(|(_, touch)| touch.expected <= NEAR);
        let holding = bits.fold(0, |bits, (k, _)| bits | 1 << k);
        let mut group = Self { holding, ..Self::free(touches[0].particle, range) };
        if holding != 0 {
            group.mode = match last {
                Mode::Free => group.begin(touches, &velocities[1], duration),
                Mode::Sticking => Mode::Sticking,
                Mode::Sliding(drag) => Mode::Sliding(drag * group.slowing(touches, velocities)),
            };
        }
        group
    }

    /// A particle that nothing holds yet.
    pub fn free(particle: VertexId, range: Range<usize>) -> Self {
        Self {
            particle,
            first: range.start,
            count: range.len(),
            holding: 0,
            let_go: false,
            slips: false,
            giving: Vec::new(),
            mode: Mode::Free,
            stuck: None,
            untried: None,
        }
    }

    /// The same when its touches have moved in their list, and more have come to their end.
    pub fn at(self, range: Range<usize>) -> Self {
        Self { first: range.start, count: range.len(), ..self }
    }

    /// By which factor a particle will be slower than it was, if its velocity goes on changing as it did: so much more drag is the same
    /// friction.
    fn slowing(&self, touches: &[Touch], [before, now]: [Vector; 2]) -> f64 {
        let Some(touch) = self.holders(touches).next() else { return 1.0 };
        let now_along = along(&(now - touch.velocity), &touch.normal);
        let next = (now_along + along(&(now - before), &touch.normal)).norm();
        (now_along.norm() / next.max(f64::MIN_POSITIVE)).clamp(BOLD.recip(), BOLD)
    }

    pub fn mode(&self) -> Mode {
        self.mode
    }

    pub fn gave_way(&self) -> bool {
        !self.giving.is_empty()
    }

    /// What surfaces that give way do to it at the end of a step, in N.
    pub fn gives(&self, end: &Point) -> Vector {
        self.giving.iter().map(|giving| giving.normal * (giving.stiffness * giving.depth(end))).sum()
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

    /// What friction does to the particle while it slides, and surfaces that give way.
    pub fn bonds(&self, touches: &[Touch]) -> impl Iterator<Item = Bond> {
        let particle = self.particle;
        let rubs = match (self.mode, self.holders(touches).next()) {
            (Mode::Sliding(drag), Some(touch)) if drag > 0.0 => {
                Some(Bond { drag, velocity: touch.velocity, ..along_normal(particle, touch.normal) })
            }
            _ => None,
        };
        let gives = self.giving.iter().map(move |giving| Bond {
            target: giving.height,
            stiffness: giving.stiffness,
            ..along_normal(particle, giving.normal)
        });
        rubs.into_iter().chain(gives)
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

    /// Decides anew; says whether that changes who holds it, or whether friction did what it cannot.
    pub fn judge(&mut self, touches: &[Touch], trial: &Trial) -> bool {
        let held = self.holding;
        self.giving.iter_mut().for_each(|giving| giving.judge(trial));
        if let Some(part) = trial.bears.filter(|_| held != 0) {
            self.give_way(touches, trial, part);
            return true;
        }
        let rubs = if held == 0 { Mode::Free } else { self.rub(touches, trial) };
        let next = if self.slips && rubs != Mode::Free { Mode::Sliding(0.0) } else { rubs };
        let pulling = if next == Mode::Free { held } else { self.pulling(touches, trial) };
        self.let_go |= pulling != 0;
        self.holding &= !pulling;
        let entered = self.enter(touches, trial, held);
        let wrong = match (self.mode, next) {
            _ if entered || (pulling != 0 && next != Mode::Free) => true,
            (Mode::Free, _) | (_, Mode::Free) => self.mode != next,
            (Mode::Sliding(0.0), _) => next == Mode::Sticking,
            (Mode::Sticking, Mode::Sliding(_)) => true,
            _ => self.rubs_wrongly(touches, trial),
        };
        if self.mode == Mode::Sticking {
            self.stuck = self.rubbing(touches, trial).map(|rubbing| rubbing.held);
        }
        let sticks = next == Mode::Sticking && matches!(self.mode, Mode::Sliding(_));
        self.untried = self.rubbing(touches, trial).filter(|_| sticks).map(|rubbing| rubbing.nearly_stuck());
        self.mode = if entered && next == Mode::Free {
            self.begin(touches, &trial.velocities[0], trial.duration)
        } else {
            next
        };
        wrong
    }

    /// What would be torn slips before it is let in: where two surfaces drag it apart, little friction does as much as a lot of pushing.
    fn give_way(&mut self, touches: &[Touch], trial: &Trial, part: f64) {
        if self.slips || self.mode == Mode::Sliding(0.0) {
            let held = (0..self.count.min(32)).filter(|k| self.holding >> k & 1 == 1);
            self.giving.extend(held.map(|k| Giving::new(k, &touches[k], trial, part)));
            (self.holding, self.mode) = (0, Mode::Free);
        } else {
            (self.slips, self.mode) = (true, Mode::Sliding(0.0));
        }
    }

    /// Whoever has not tried to stick does not in the last pass: what holds without a limit must have been seen to hold.
    pub fn settle(&mut self) {
        if let Some(drag) = self.untried.take() {
            self.mode = Mode::Sliding(drag);
        }
    }

    /// Surfaces that did not hold it, and that it entered, take hold of it.
    fn enter(&mut self, touches: &[Touch], trial: &Trial, held: u32) -> bool {
        let mut entered = false;
        // One that was let go is caught again only once it is inside, and then for good.
        let gives = self.giving.iter().fold(0, |bits, giving| bits | 1 << giving.touch);
        for (k, touch) in touches.iter().take(32).enumerate().filter(|(k, _)| (held | gives) >> k & 1 == 0) {
            let gap = touch.gap + touch.normal.dot(&(trial.moved - touch.velocity * trial.duration));
            if gap < -touch.slack.max(NEAR) {
                self.holding |= 1 << k;
                entered = true;
            }
        }
        entered
    }

    /// Whether surfaces that hold it face each other.
    fn is_squeezed(&self, touches: &[Touch]) -> bool {
        let pairs = self.holders(touches).enumerate();
        pairs
            .flat_map(|(k, a)| self.holders(touches).skip(k + 1).map(move |b| a.normal.dot(&b.normal)))
            .any(|cosine| cosine < FACING)
    }

    /// Which of several surfaces would have to pull, one bit each. Of those that squeeze it the weaker one is let go, and takes hold again
    /// if that was wrong. Otherwise there is no telling while it sticks: what holds it along one surface may be another.
    fn pulling(&self, touches: &[Touch], trial: &Trial) -> u32 {
        let mut normals = self.holders(touches).map(|touch| touch.normal);
        let (Some(a), Some(b), c, None) = (normals.next(), normals.next(), normals.next(), normals.next()) else {
            return 0;
        };
        let c = c.unwrap_or_else(|| a.cross(&b));
        let sides = Matrix3::from_columns(&[a, b, c]);
        let shares = match (sides.try_inverse(), self.mode) {
            _ if self.let_go => return 0,
            _ if self.is_squeezed(touches) => sides.tr_mul(&trial.reaction),
            (Some(parts), Mode::Sliding(_)) if sides.determinant().abs() > FLAT => parts * trial.reaction,
            _ => return 0,
        };
        let holding = (0..32).filter(|k| self.holding >> k & 1 == 1);
        let pulls = holding.zip(&shares).filter(|(_, share)| **share < -FAINT * trial.weight);
        pulls.map(|(k, _)| 1 << k).sum()
    }

    /// What it does at the surfaces that held it.
    fn rub(&self, touches: &[Touch], trial: &Trial) -> Mode {
        let Some(rubbing) = self.rubbing(touches, trial) else { return Mode::Free };
        if rubbing.pressing < -rubbing.faint && !self.let_go {
            return Mode::Free;
        }
        match self.mode {
            Mode::Sliding(drag) => rubbing.slide(drag, self.stuck),
            _ => rubbing.stick(),
        }
    }

    /// Whether friction did what it cannot.
    fn rubs_wrongly(&self, touches: &[Touch], trial: &Trial) -> bool {
        let Some(rubbing) = self.rubbing(touches, trial) else { return false };
        match self.mode {
            Mode::Sliding(drag) => rubbing.slid_wrongly(drag),
            _ => rubbing.stuck_wrongly(),
        }
    }

    /// What friction has to go by.
    fn rubbing(&self, touches: &[Touch], trial: &Trial) -> Option<Rubbing> {
        // Between surfaces that face each other the one that pushes counts. Against several others it is the force along their mean normal;
        // with one, this is its normal.
        let pushed = |touch: &&Touch| trial.reaction.dot(&touch.normal);
        let (touch, normal) = if self.is_squeezed(touches) {
            let touch = self.holders(touches).max_by(|a, b| pushed(a).total_cmp(&pushed(b)))?;
            (touch, touch.normal)
        } else {
            let touch = self.holders(touches).next()?;
            let sum: Vector = self.holders(touches).map(|touch| touch.normal).sum();
            (touch, sum.try_normalize(1e-6).unwrap_or(touch.normal))
        };
        Some(Rubbing {
            friction: touch.friction,
            pressing: trial.reaction.dot(&normal),
            held: along(&trial.reaction, &normal).norm(),
            speed: along(&(trial.velocities[1] - touch.velocity), &normal).norm(),
            faint: FAINT * trial.weight,
            mass: trial.weight / GRAVITY,
            step: trial.impulse,
        })
    }

    pub fn count(&self, counts: &mut Counts) {
        counts.given += usize::from(self.gave_way());
        match self.mode {
            Mode::Sticking => counts.sticking += 1,
            Mode::Sliding(_) => counts.sliding += 1,
            Mode::Free => counts.released += usize::from(self.let_go),
        }
    }
}

impl Giving {
    /// A surface that held a particle, of which the cloth bears this part.
    fn new(number: usize, touch: &Touch, trial: &Trial, part: f64) -> Self {
        let rest = trial.from + touch.velocity * trial.duration - touch.normal * touch.gap;
        let force = part * trial.reaction.dot(&touch.normal).max(0.0);
        let (normal, height, distance) = (touch.normal, touch.normal.dot(&rest.coords), touch.distance);
        Self { touch: number, normal, height, distance, force, stiffness: force / distance }
    }

    /// How deep below the surface a particle ends, in m.
    fn depth(&self, end: &Point) -> f64 {
        self.height - self.normal.dot(&end.coords)
    }

    /// What is deeper than it gave way so far is pushed no harder for it; what still tears, less hard; what is out, no longer.
    fn judge(&mut self, trial: &Trial) {
        let depth = self.depth(&(trial.from + trial.moved));
        self.force *= if depth > 0.0 { trial.bears.unwrap_or(1.0) } else { 0.0 };
        self.stiffness = self.force / depth.max(self.distance);
    }
}

/// What friction has to go by.
struct Rubbing {
    friction: Friction,
    /// The force that presses, in N; negative if it pulls.
    pressing: f64,
    /// The force along the surface that kept the particle in place, if it stuck, in N.
    held: f64,
    /// How fast it ended along the surface, in m/s.
    speed: f64,
    /// A force that is none, in N.
    faint: f64,
    /// Of the particle, in kg.
    mass: f64,
    /// How long forces act, in s.
    step: f64,
}

impl Rubbing {
    /// A particle that stuck. If that took too much, it will slide: how fast, the next pass tells. It is tried with a small part of
    /// the speed that the excess would give it alone, since others hang on it.
    fn stick(&self) -> Mode {
        if self.held <= self.most() {
            return Mode::Sticking;
        }
        self.at_speed(FIRST * (self.held - self.limit()) * self.step / self.mass)
    }

    /// A particle that slid under a drag.
    ///
    /// - Without drag, friction will have slowed it by what it can in a step.
    /// - If it took a greater force to make it stick in this step, then that force and no speed, and this force and this speed, are
    ///   two points of a line, on which friction's own force tells the speed.
    /// - Else the speed it had is taken again: the drag then never does more than friction can, and from pass to pass comes nearer.
    fn slide(&self, drag: f64, stuck: Option<f64>) -> Mode {
        let did = drag * self.speed;
        self.at_speed(match stuck {
            _ if drag == 0.0 => self.speed - self.limit() * self.step / self.mass,
            Some(held) if held > did => self.speed * (held - self.limit()).max(0.0) / (held - did),
            _ => self.speed,
        })
    }

    /// The drag of one that slid and is thought to stick, where that cannot be tried any more.
    fn nearly_stuck(&self) -> f64 {
        (BRAKING * self.limit() / self.speed.max(f64::MIN_POSITIVE)).min(STOPPING * self.mass / self.step)
    }

    /// What friction can do to what sticks, in N.
    fn most(&self) -> f64 {
        self.friction.sticking * (self.pressing.max(0.0) + self.faint)
    }

    /// What friction can do to what slides, in N.
    fn limit(&self) -> f64 {
        self.friction.sliding * self.pressing.max(0.0)
    }

    /// Whether friction held much more than it can.
    fn stuck_wrongly(&self) -> bool {
        self.held > WRONG * self.most()
    }

    /// Whether friction did much more than it can, or left what moves visibly with much less.
    fn slid_wrongly(&self, drag: f64) -> bool {
        let (did, can) = (drag * self.speed, self.limit());
        did > WRONG * (can + self.friction.sliding * self.faint) || (self.speed > CREEP && WRONG * did < can)
    }

    /// The drag that is friction at this speed. A drag can only slow: however wrong the speed, it never drives. One that would stop
    /// the particle within a fraction of the step is sticking.
    fn at_speed(&self, speed: f64) -> Mode {
        let drag = self.limit() / speed;
        if speed > 0.0 && drag * self.step <= STOPPING * self.mass { Mode::Sliding(drag) } else { Mode::Sticking }
    }
}
