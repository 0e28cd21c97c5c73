//! Straight to the rest state (VMT00 eq. 11–12).
//!
//! (M/τ² + K) d = f, then the particles move along d: a step of implicit Euler without velocities, or of Newton's method
//! with M/τ² to keep it near. Unlike VMT00, the energy decides how far along d is good: it always falls. τ grows while
//! whole steps succeed, until the step is Newton's, and shrinks when they do not.
//!
//! K leaves out what is indefinite, and is too stiff for it: near rest, steps would be too short. There, whole steps are
//! remembered and lend the next ones what they found of the true stiffness (`memory`).
//!
//! It ends when the forces balance: when no particle would be accelerated by more than a small part of gravity. Cloth that
//! merely moves slowly is not at rest.

mod memory;

use crate::cloth::Cloth;
use crate::constraint::Constraints;
use crate::force::gravity;
use crate::solver::{self, Automatic, Filter, Limits, Workspace, solve};
use crate::state::State;
use crate::step::World;
use crate::system::{Moment, System, Weights};
use geometry::{Point, Vector};
use memory::Memory;

/// When the cloth is at rest, and how it gets there.
#[derive(Clone, Debug, PartialEq)]
pub struct DrapeSettings {
    /// At rest when no particle's net force would accelerate it by more than this part of standard gravity.
    pub imbalance: f64,
    /// Gives up after so many iterations.
    pub iterations: u32,
    /// The first τ, in s: a frame's time, as a simulation would begin.
    pub first_time: f64,
}

impl Default for DrapeSettings {
    fn default() -> Self {
        Self { imbalance: 1e-2, iterations: 3000, first_time: 1.0 / 24.0 }
    }
}

/// How draping went.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DrapeReport {
    /// Iterations taken.
    pub iterations: u32,
    /// The largest acceleration that a particle's net force would give it, as part of standard gravity.
    pub imbalance: f64,
    /// Elastic energy and that of weight, in J.
    pub energy: f64,
    /// Whether the forces balance.
    pub at_rest: bool,
    /// Iterations of all solves together.
    pub solver_iterations: u32,
}

/// The most that τ grows to, in s: beyond, mass no longer matters.
const LONGEST: f64 = 100.0;
/// How τ grows after a whole step, and shrinks after a shortened one.
const GROWTH: f64 = 1.5;
/// The shortest part of d that is tried.
const SHORTEST: f64 = 1e-6;
/// The part of the promised fall of energy that a step must deliver (Armijo's rule; Nocedal and Wright 2006, §3.1).
const DELIVERY: f64 = 1e-4;
/// Residual of the solve: Newton's method far from its end needs no better direction.
const TOLERANCE: f64 = 1e-2;

/// Memory of a draping.
struct Draping<'a> {
    cloth: &'a Cloth,
    world: &'a World,
    filter: Filter,
    system: System,
    still: Vec<Vector>,
    direction: Vec<Vector>,
    tried: Vec<Point>,
    /// The forces that the matrix is solved for.
    load: Vec<Vector>,
    /// Where the last step began.
    start: Vec<Point>,
    /// Net forces there.
    forces: Vec<Vector>,
    memory: Memory,
}

/// Moves the cloth to rest; velocities become zero. Constraints hold particles where they are, in their held directions.
/// `watch` is told of the progress after every iteration.
pub fn drape(
    cloth: &Cloth,
    state: &mut State,
    world: &World,
    constraints: &Constraints,
    settings: &DrapeSettings,
    watch: &mut dyn FnMut(&DrapeReport),
) -> DrapeReport {
    let particles = cloth.masses().len();
    let mut draping = Draping {
        cloth,
        world,
        filter: Filter::of(constraints),
        system: System::new(cloth),
        still: vec![Vector::zeros(); particles],
        direction: vec![Vector::zeros(); particles],
        tried: state.positions.clone(),
        load: Vec::new(),
        start: Vec::new(),
        forces: Vec::new(),
        memory: Memory::default(),
    };
    let mut automatic = Automatic::new(draping.system.matrix.pattern(), cloth.shape());
    let mut work = Workspace::default();
    let mut report = DrapeReport { energy: draping.energy(&state.positions), ..DrapeReport::default() };
    let mut time = settings.first_time;
    loop {
        draping.assemble(&state.positions, time);
        report.imbalance = draping.imbalance();
        report.at_rest = report.imbalance <= settings.imbalance;
        if report.at_rest || report.iterations >= settings.iterations {
            break;
        }
        let limits = Limits { tolerance: TOLERANCE, iterations: 4 * particles as u32 };
        draping.direction.fill(Vector::zeros());
        draping.remember(&state.positions);
        let Draping { system: System { matrix, links, .. }, load, filter, direction, .. } = &mut draping;
        let (matrix, links, filter) = (&*matrix, &*links, &*filter);
        let mut preconditioner = automatic.prepare(matrix, links, filter);
        let whole = solver::Coupled { matrix, links };
        let solved = solve(&whole, filter, &mut preconditioner, load, direction, limits, &mut work);
        draping.memory.after(&mut draping.direction);
        report.solver_iterations += solved.iterations;
        report.iterations += 1;
        match draping.advance(&mut state.positions, report.energy) {
            Some((part, energy)) => {
                report.energy = energy;
                if part < 1.0 {
                    // Far from rest the stiffness changes along the step: what was true before it is so no longer.
                    draping.forget();
                }
                time = if part == 1.0 { (time * GROWTH).min(LONGEST) } else { time * part.sqrt() };
            }
            // No part of the step lowers the energy: rounding is all that is left, or the step is far too long.
            None if time <= settings.first_time * SHORTEST => break,
            None => {
                time /= 10.0;
                draping.forget();
            }
        }
        watch(&report);
    }
    *state = State::at_rest(std::mem::take(&mut state.positions));
    report
}

impl Draping<'_> {
    fn assemble(&mut self, positions: &[Point], time: f64) {
        let moment = Moment { positions, velocities: &self.still, drift: &self.still, lag: None };
        let weights = Weights { mass: time.powi(-2), stiffness: 1.0, force: 1.0, bond: 1.0, ..Weights::default() };
        self.system.assemble(self.cloth, moment, self.world, weights);
        self.filter.apply(&mut self.system.right);
    }

    /// Remembers the last step by what it did to the forces, and sets the load of the next.
    fn remember(&mut self, positions: &[Point]) {
        if self.forces.len() == self.system.right.len() {
            let moved = positions.iter().zip(&self.start).map(|(now, then)| now - then).collect();
            let fell = self.forces.iter().zip(&self.system.right).map(|(then, now)| then - now).collect();
            self.memory.add(moved, fell);
        }
        self.start.clear();
        self.start.extend_from_slice(positions);
        self.forces.clone_from(&self.system.right);
        self.load.clone_from(&self.system.right);
        self.memory.before(&mut self.load);
    }

    /// Forgets past steps, the last one included.
    fn forget(&mut self) {
        self.memory.clear();
        self.forces.clear();
    }

    /// The largest acceleration of a free particle, as part of standard gravity.
    fn imbalance(&self) -> f64 {
        let massive = self.system.right.iter().zip(self.cloth.masses()).filter(|(_, m)| **m > 0.0);
        massive.map(|(f, m)| f.norm() / m).fold(0.0, f64::max) / gravity::STANDARD
    }

    fn energy(&self, positions: &[Point]) -> f64 {
        let weight = gravity::energy(&self.world.gravity, self.cloth.masses(), positions);
        let springs: f64 = self.world.springs.iter().map(|spring| spring.energy(&spring.extension(positions))).sum();
        self.cloth.energy(positions).total() + weight + springs
    }

    /// Moves along the direction as far as the energy falls; says which part of it that was, and the energy there. The wind
    /// pushes with the force it has at the start.
    fn advance(&mut self, positions: &mut [Point], energy: f64) -> Option<(f64, f64)> {
        let promised: f64 = self.system.right.iter().zip(&self.direction).map(|(f, d)| f.dot(d)).sum();
        if promised <= 0.0 {
            // What was remembered leads uphill.
            return None;
        }
        let mut part = 1.0;
        while part >= SHORTEST {
            for ((tried, p), d) in self.tried.iter_mut().zip(&*positions).zip(&self.direction) {
                *tried = p + d * part;
            }
            let found = self.energy(&self.tried);
            if found <= energy - DELIVERY * part * promised {
                positions.copy_from_slice(&self.tried);
                return Some((part, found));
            }
            part /= 2.0;
        }
        None
    }
}
