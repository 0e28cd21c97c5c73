//! One implicit step (BW98, VMT00 eq. 13–15), halved when it fails.
//!
//! The blend λ between backward Euler (λ = 0) and the implicit midpoint rule over two steps (λ = 1) is VMT00 eq. 13 with its
//! right side and its shift by the last step scaled by λ. With w = v₁ − v − λ (v − v₋₁), elimination of the positions gives
//!
//! > (M + h D + h² K) w = (1+λ) h f − 2λ M (v − v₋₁) − h K q,  q = (1+λ) h v − 2λ (p − p₋₁)
//! > p₁ = p − λ (p − p₋₁) + h (v₁ + λ v₋₁)
//!
//! VMT00 eq. 15 has no term with p − p₋₁, and eq. 14 a minus before λ v₋₁. As printed they are not the elimination of
//! eq. 13: the rule would be of first order for every λ. The term is kept here, and the rule is of second order at λ = 1.
//!
//! A step: `predict` (λ, q, what is dictated) → assemble → solve → `propose` → `judge` → accept, or halve and try again. A
//! step of another length than the one before it is taken with λ = 0, as is the first.

mod report;

use crate::cloth::Cloth;
use crate::constraint::{Constraint, Constraints};
use crate::force::bond::Bond;
use crate::force::spring::Spring;
use crate::solver::{self, Automatic, Filter, Limits, Operator, Solved, Workspace, solve};
use crate::state::{Before, State};
use crate::system::{Lag, Moment, System, Weights};
use geometry::{Point, Vector, VertexId};
use rayon::prelude::*;

pub use report::{Loss, StepError, StepReport};

/// What acts on the cloth from outside.
#[derive(Clone, Debug, PartialEq)]
pub struct World {
    /// Gravity, in m/s².
    pub gravity: Vector,
    /// Velocity of the air, in m/s.
    pub wind: Vector,
    /// Elastics, soft pins: whatever pulls at particles and may change from step to step.
    pub springs: Vec<Spring>,
    /// What draws parts of the cloth together or apart in this step: contacts, attractions.
    pub bonds: Vec<Bond>,
    /// How much of their stiffness the threads around each particle have in this step: all of it (1) unless told; empty tells
    /// nothing. A face is as slack as its slackest corner.
    pub slack: Vec<f64>,
    /// Forces on single particles, in N: whatever a caller wants to push with.
    pub pushes: Vec<(VertexId, Vector)>,
}

impl Default for World {
    fn default() -> Self {
        let gravity = Vector::new(0.0, -crate::force::gravity::STANDARD, 0.0);
        Self {
            gravity,
            wind: Vector::zeros(),
            springs: Vec::new(),
            bonds: Vec::new(),
            slack: Vec::new(),
            pushes: Vec::new(),
        }
    }
}

impl World {
    /// How much of their stiffness the threads around a particle have.
    pub(crate) fn share(&self, particle: u32) -> f64 {
        self.slack.get(particle as usize).copied().unwrap_or(1.0)
    }
}

/// How steps are taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The midpoint blend λ of VMT00: 0 is backward Euler, 1 the implicit midpoint rule. VMT00 §2.8 recommends 0.5 to 0.9.
    /// The default 0.5 loses a third of what backward Euler does. A sudden change of velocity (a contact, a pin let go)
    /// rings on with λ of it a step, so more than that shows as jitter where cloth is touched.
    pub blend: f64,
    /// The solve ends when the residual is this part of the right side.
    pub tolerance: f64,
    /// The solve gives up after so many iterations.
    pub iterations: u32,
    /// A failing step is halved at most so often.
    pub halvings: u32,
    /// A step fails when a thread's stretch beyond its length at rest grows by more than this in it, relative to rest: the
    /// derivatives that it rests on no longer hold (BW98 §6.2).
    pub surge: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { blend: 0.5, tolerance: 1e-4, iterations: 4000, halvings: 5, surge: 0.5 }
    }
}

/// Takes steps, and keeps the memory they need.
#[derive(Debug)]
pub struct Stepper {
    settings: Settings,
    system: System,
    filter: Filter,
    preconditioner: Automatic,
    work: Workspace,
    /// q, then the product of matrix and solution.
    drift: Vec<Vector>,
    /// The solution w.
    change: Vec<Vector>,
    /// Positions and velocities at the end of the step, if it is accepted.
    positions: Vec<Point>,
    velocities: Vec<Vector>,
    reactions: Vec<Vector>,
    /// The last attempt.
    last: Attempt,
    /// The attempt that the matrix is of, if it began where the step did.
    assembled: Option<Attempt>,
    pass: Pass,
}

/// Which of several solves of one step this is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pass {
    /// How much rougher than set the solve may be; 1 is as set.
    pub roughness: f64,
    /// Whether the step before began in the same state, with the same world but for the bonds: its matrix then serves again.
    pub again: bool,
}

impl Default for Pass {
    fn default() -> Self {
        Self { roughness: 1.0, again: false }
    }
}

/// One attempt at a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Attempt {
    /// Its length h, in s.
    duration: f64,
    /// Its λ.
    blend: f64,
    /// The part of the whole step it covers: that much of the corrections is made in it.
    share: f64,
}

/// Why an attempt is not accepted.
enum Failure {
    NotFinite(usize),
    Indefinite,
    Surge(f64),
    Gain(f64),
    Unconverged(Solved),
}

/// Damping of membranes that comes with the blend, in steps.
///
/// Threads vibrate much faster than steps are taken. Backward Euler stops such vibrations at once; the blend keeps √λ of
/// them a step, turning with the cloth into noise that feeds on itself. A step of viscous stretch and shear, at λ = 1, stops
/// it without touching what is seen: on the hanging cloth of VMT00 §4.1 (48 steps a second, λ = 0.8) the swing after
/// ten periods is 17.2, 17.1 and 16.9 cm with a quarter, half and a whole step of it, while without it the noise drowns
/// the swing.
const SETTLING: f64 = 1.0;
/// Steps whose lengths differ by less than this part are equally long: they come from times that were rounded.
const SAME_LENGTH: f64 = 1e-9;
/// The gain of energy that rounding and the solve's tolerance explain, as part of kinetic and elastic energy.
const GAIN: f64 = 1e-6;
/// Particles of a parallel task.
const TASK: usize = 1024;

impl Stepper {
    /// A stepper for a cloth.
    pub fn new(cloth: &Cloth, settings: Settings) -> Self {
        let zeros = vec![Vector::zeros(); cloth.masses().len()];
        let system = System::new(cloth);
        Self {
            settings,
            preconditioner: Automatic::new(system.matrix.pattern(), cloth.shape()),
            system,
            filter: Filter::default(),
            work: Workspace::default(),
            drift: zeros.clone(),
            change: zeros.clone(),
            positions: vec![Point::origin(); zeros.len()],
            velocities: zeros,
            reactions: Vec::new(),
            last: Attempt::default(),
            assembled: None,
            pass: Pass::default(),
        }
    }

    /// Says which solve of its step the next step is.
    pub fn set_pass(&mut self, pass: Pass) {
        self.pass = pass;
    }

    fn tolerance(&self) -> f64 {
        (self.settings.tolerance * self.pass.roughness).min(0.5)
    }

    /// Advances the state by `duration` seconds. On an error the state is that of the last part that succeeded.
    pub fn step(
        &mut self,
        cloth: &Cloth,
        state: &mut State,
        world: &World,
        constraints: &Constraints,
        duration: f64,
    ) -> Result<StepReport, StepError> {
        let finest = 1u32 << self.settings.halvings;
        let mut report = StepReport::default();
        let mut done = 0;
        let mut halvings = state.halvings.min(self.settings.halvings);
        self.filter.set(constraints.iter().map(|c| (c.particle.0, c.held)));
        while done < finest {
            let ticks = finest >> halvings;
            let share = f64::from(ticks) / f64::from(finest);
            let attempt = Attempt { duration: duration * share, blend: self.blend(state, duration * share), share };
            self.assembled = self.assembled.filter(|_| done == 0 && self.pass.again);
            let solved = self.attempt(cloth, state, world, constraints, attempt);
            self.assembled = (done == 0).then_some(attempt);
            report.iterations += solved.iterations;
            let verdict =
                self.judge(cloth, state, world, solved).and_then(|()| self.audit(cloth, state, world, constraints));
            match verdict {
                Err(_) if halvings < self.settings.halvings => {
                    report.failed += 1;
                    halvings += 1;
                    continue;
                }
                Err(Failure::NotFinite(particle)) => return Err(StepError::NotFinite { particle, halvings }),
                Err(Failure::Indefinite) => return Err(StepError::Indefinite { halvings }),
                Err(Failure::Surge(by)) => report.lose(Loss::Surge { by }),
                Err(Failure::Gain(energy)) => report.lose(Loss::Gain { energy }),
                Err(Failure::Unconverged(solved)) => {
                    report.lose(Loss::Unconverged { residual: solved.residual, iterations: solved.iterations });
                }
                Ok(()) => {}
            }
            self.accept(state, attempt.duration);
            report.substeps += 1;
            report.residual = report.residual.max(solved.residual);
            done += ticks;
            // Twice the length is tried again after four successes, or with the next step.
            if halvings > 0 && (done % (4 * ticks) == 0 || done == finest) {
                halvings -= 1;
            }
        }
        state.halvings = halvings;
        self.measure_reactions(constraints);
        Ok(report)
    }

    /// The force that each constraint of the last step exerted on its particle, in N, in the order of the constraints.
    pub fn reactions(&self) -> &[Vector] {
        &self.reactions
    }

    /// How long a force acted in the last attempt, in s, as far as velocities go: h (1 + λ).
    pub fn impulse(&self) -> f64 {
        self.last.duration * (1.0 + self.last.blend)
    }

    /// Bytes held, cloth and state left out.
    pub fn bytes(&self) -> usize {
        let vectors = 4 * size_of_val(&self.drift[..]) + size_of_val(&self.reactions[..]);
        self.system.bytes() + self.preconditioner.bytes() + self.work.bytes() + vectors
    }

    /// λ of the next attempt: zero unless the step before was as long.
    fn blend(&self, state: &State, duration: f64) -> f64 {
        let same = |before: &Before| (before.duration - duration).abs() <= SAME_LENGTH * duration;
        if state.before.as_ref().is_some_and(same) { self.settings.blend } else { 0.0 }
    }

    fn attempt(
        &mut self,
        cloth: &Cloth,
        state: &State,
        world: &World,
        constraints: &Constraints,
        attempt: Attempt,
    ) -> Solved {
        let Attempt { duration: h, blend, .. } = attempt;
        self.last = attempt;
        self.predict(state, constraints, attempt);
        let before = state.before.as_ref().filter(|_| blend > 0.0);
        let lag = before.map(|Before { positions, velocities, .. }| Lag { positions, velocities, blend });
        let moment = Moment { positions: &state.positions, velocities: &state.velocities, drift: &self.drift, lag };
        let weights = Weights {
            mass: 1.0,
            viscosity: h,
            stiffness: h * h,
            force: (1.0 + blend) * h,
            drift: h,
            settling: SETTLING * blend * h,
            bond: 1.0 + blend,
        };
        if self.assembled == Some(attempt) {
            self.system.assemble_again(cloth, moment, world, weights);
        } else {
            self.system.assemble(cloth, moment, world, weights);
        }
        if let Some(before) = before {
            let masses = cloth.masses().par_iter().zip(&state.velocities).zip(&before.velocities);
            let rows = self.system.right.par_iter_mut().zip(masses).with_min_len(TASK);
            rows.for_each(|(right, ((m, v), before))| *right -= (v - before) * (2.0 * blend * m));
        }
        let System { matrix, links, right, .. } = &self.system;
        let limits = Limits { tolerance: self.tolerance(), iterations: self.settings.iterations };
        // Anew for every pass: coarse levels that do not know what is held and linked now leave errors in rough solves by which layers at
        // rest begin to tremble (at 5 mm/s instead of under 1).
        let mut preconditioner = self.preconditioner.prepare(matrix, links, &self.filter);
        let whole = solver::Coupled { matrix, links };
        let solved = solve(&whole, &self.filter, &mut preconditioner, right, &mut self.change, limits, &mut self.work);
        self.propose(state, constraints, attempt);
        solved
    }

    /// Sets the drift q and the first guess of w; both exact in the held directions.
    fn predict(&mut self, state: &State, constraints: &Constraints, attempt: Attempt) {
        let Attempt { duration: h, blend, .. } = attempt;
        let before = state.before.as_ref().filter(|_| blend > 0.0);
        let last = |i: usize| before.map_or_else(Vector::zeros, |before| state.positions[i] - before.positions[i]);
        self.drift.par_iter_mut().enumerate().with_min_len(TASK).for_each(|(i, q)| {
            *q = state.velocities[i] * ((1.0 + blend) * h) - last(i) * (2.0 * blend);
        });
        if state.last_change.len() == self.change.len() {
            self.change.copy_from_slice(&state.last_change);
        } else {
            self.change.fill(Vector::zeros());
        }
        for Constraint { particle, held, velocity, correction } in constraints.iter() {
            let i = particle.index();
            let shift = before.map_or_else(Vector::zeros, |before| state.velocities[i] - before.velocities[i]) * blend;
            let w = &mut self.change[i];
            *w += held.part(&(velocity - state.velocities[i] - shift - *w));
            // The position goes where it is told: what is left of the displacement when w has done its part.
            let told = velocity * h + correction * attempt.share - last(i) * blend;
            let q = &mut self.drift[i];
            *q += held.part(&(told - *w * h - *q));
        }
    }

    /// Positions and velocities at the end of the attempt.
    fn propose(&mut self, state: &State, constraints: &Constraints, attempt: Attempt) {
        let Attempt { duration: h, blend, share } = attempt;
        let before = state.before.as_ref().filter(|_| blend > 0.0);
        let ends = self.positions.par_iter_mut().zip(&mut self.velocities).zip(&self.change);
        ends.enumerate().with_min_len(TASK).for_each(|(i, ((p, v), w))| {
            let (here, now) = (state.positions[i], state.velocities[i]);
            let (from, then) = before.map_or((here, now), |before| (before.positions[i], before.velocities[i]));
            *v = now + (now - then) * blend + w;
            let early = if before.is_some() { then * blend } else { Vector::zeros() };
            *p = here - (here - from) * blend + (*v + early) * h;
        });
        for Constraint { particle, held, velocity, correction } in constraints.iter() {
            let i = particle.index();
            let (p, v) = (&mut self.positions[i], &mut self.velocities[i]);
            *v += held.part(&(velocity - *v));
            *p += held.part(&(state.positions[i] + velocity * h + correction * share - *p));
        }
    }

    /// Whether the proposal can be accepted.
    fn judge(&self, cloth: &Cloth, state: &State, world: &World, solved: Solved) -> Result<(), Failure> {
        if !solved.definite {
            return Err(Failure::Indefinite);
        }
        let finite = |(p, v): (&Point, &Vector)| p.iter().chain(v.iter()).all(|x| x.is_finite());
        if let Some(particle) = self.positions.iter().zip(&self.velocities).position(|end| !finite(end)) {
            return Err(Failure::NotFinite(particle));
        }
        if solved.residual > self.tolerance() {
            return Err(Failure::Unconverged(solved));
        }
        let surge = |membrane: &crate::cloth::Membrane| {
            let [now, then] = [&self.positions, &state.positions].map(|p| membrane.gradient(p).map(|w| w.norm()));
            // A thread that was pressed together and springs back to its length is not stretched.
            (now[0] - then[0].max(1.0)).max(now[1] - then[1].max(1.0))
        };
        // Slack threads give way.
        let taut = |membrane: &&crate::cloth::Membrane| membrane.corners.iter().all(|v| world.share(*v) == 1.0);
        let surges = cloth.membranes().par_iter().with_min_len(TASK).filter(taut).map(surge);
        let surge = surges.reduce(|| 0.0, f64::max);
        if surge > self.settings.surge { Err(Failure::Surge(surge)) } else { Ok(()) }
    }

    /// Backward Euler on cloth that nothing works on must not gain energy; linearised, it can, when a step turns faces too
    /// far. With moving constraints, bonds or wind there is no such account to hold it to, and the blend keeps energy only on
    /// average.
    fn audit(&self, cloth: &Cloth, state: &State, world: &World, constraints: &Constraints) -> Result<(), Failure> {
        let moves = |c: &Constraint| c.velocity != Vector::zeros() || c.correction != Vector::zeros();
        if self.last.blend > 0.0
            || !world.bonds.is_empty()
            || !world.slack.is_empty()
            || world.wind != Vector::zeros()
            || constraints.iter().any(moves)
        {
            return Ok(());
        }
        let [before, after] = [
            cloth.energy_of_motion(&state.positions, &state.velocities, world),
            cloth.energy_of_motion(&self.positions, &self.velocities, world),
        ];
        let gain = after.total() - before.total();
        if gain > GAIN * (after.kinetic + after.elastic) { Err(Failure::Gain(gain)) } else { Ok(()) }
    }

    /// Makes the proposal the state.
    fn accept(&mut self, state: &mut State, duration: f64) {
        let before = state.before.get_or_insert_with(|| Before {
            positions: state.positions.clone(),
            velocities: state.velocities.clone(),
            duration,
        });
        before.duration = duration;
        std::mem::swap(&mut before.positions, &mut state.positions);
        std::mem::swap(&mut before.velocities, &mut state.velocities);
        state.positions.copy_from_slice(&self.positions);
        state.velocities.copy_from_slice(&self.velocities);
        state.last_change.resize(self.change.len(), Vector::zeros());
        state.last_change.copy_from_slice(&self.change);
    }

    /// What the constraints did in the last attempt: the part of A w − b that no other force explains.
    fn measure_reactions(&mut self, constraints: &Constraints) {
        self.reactions.clear();
        if constraints.is_empty() {
            return;
        }
        let System { matrix, links, .. } = &self.system;
        solver::Coupled { matrix, links }.apply(&self.change, &mut self.drift);
        let Attempt { duration, blend, .. } = self.last;
        for constraint in constraints.iter() {
            let i = constraint.particle.index();
            let impulse = self.drift[i] - self.system.right[i];
            self.reactions.push(constraint.held.part(&impulse) / (duration * (1.0 + blend)));
        }
    }
}

#[cfg(test)]
#[path = "step/tests.rs"]
mod tests;
