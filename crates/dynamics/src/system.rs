//! The linear system of one step: elements evaluated, then gathered row by row.
//!
//! 1. Every membrane and every hinge is evaluated once, in parallel: what it does to its corners, and its derivatives. The
//!    moment at a hinge comes from the plates on both sides.
//! 2. Every particle gathers what its elements do to it: the right side and its row of the matrix. Rows are independent and
//!    their elements come in a fixed order, so the bits do not depend on the number of threads.
//!
//! 3. Springs and bonds are few and change from step to step: they are links beside the matrix.
//!
//! A step of cloth that touches is solved several times from where it begins, each time with other particles held. Only the drift of
//! those that are held depends on it, so [`System::assemble_again`] evaluates the elements around them and leaves the matrix alone.
//!
//! Weights for mass, viscosity, stiffness, force and drift ([`Weights`]) make the same assembly serve implicit steps and
//! draping.

mod elements;
mod incidence;

use crate::cloth::Cloth;
use crate::force::air;
use crate::force::bond::Bond;
use crate::force::spring::Spring;
use crate::solver::{BlockMatrix, Link, Links, Pattern, Symmetric};
use crate::step::World;
use elements::{FoldNow, MembraneNow, torque};
use geometry::{Point, Vector};
use incidence::Incidence;
use rayon::prelude::*;

/// How much each part counts: A = mass M + viscosity D + stiffness K, b = force f − drift K q.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weights {
    /// Of the masses in the matrix.
    pub mass: f64,
    /// Of −∂f/∂v in the matrix.
    pub viscosity: f64,
    /// Of −∂f/∂x in the matrix.
    pub stiffness: f64,
    /// Of the forces on the right side.
    pub force: f64,
    /// Of what the drift q does to the forces, on the right side.
    pub drift: f64,
    /// Damping of membranes beside that of their material, in s.
    pub settling: f64,
    /// How much more bonds count than at λ = 0: as much as all forces do, 1 + λ, or friction and pressure would not compare with
    /// them.
    pub bond: f64,
}

impl Weights {
    /// The time over which a force acts that is evaluated at the end of the step, in s; 1 where there is no time.
    fn impulse(&self) -> f64 {
        if self.viscosity > 0.0 { self.viscosity } else { 1.0 }
    }
}

/// Where the cloth is, how it moves, and the displacement field q whose effect on the forces is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// In m.
    pub positions: &'a [Point],
    /// In m/s.
    pub velocities: &'a [Vector],
    /// In m.
    pub drift: &'a [Vector],
    /// The step before, where the blend looks back at it.
    pub lag: Option<Lag<'a>>,
}

/// The step before, and λ.
#[derive(Clone, Copy, Debug)]
pub struct Lag<'a> {
    /// Where the cloth was, in m.
    pub positions: &'a [Point],
    /// How it moved, in m/s.
    pub velocities: &'a [Vector],
    /// The blend λ.
    pub blend: f64,
}

impl Moment<'_> {
    /// How far a particle comes in the step while the solution w is zero, in m: the rest is h w.
    fn displacement(&self, i: usize) -> Vector {
        let lag = self.lag.map_or_else(Vector::zeros, |lag| (self.positions[i] - lag.positions[i]) * lag.blend);
        self.drift[i] + lag
    }

    /// Its velocity at the end while the solution is zero, in m/s: the rest is w.
    fn velocity(&self, i: usize) -> Vector {
        let lag = self.lag.map_or_else(Vector::zeros, |lag| (self.velocities[i] - lag.velocities[i]) * lag.blend);
        self.velocities[i] + lag
    }
}

/// A system and the memory that its assembly needs.
#[derive(Debug)]
pub struct System {
    incidence: Incidence,
    membranes: Vec<MembraneNow>,
    folds: Vec<FoldNow>,
    torques: Vec<f64>,
    /// The drift that the elements were evaluated with.
    drift: Vec<Vector>,
    /// Particles whose drift is another than that.
    stale: Vec<bool>,
    /// The matrix A, but for the springs.
    pub matrix: BlockMatrix,
    /// The springs' part of A.
    pub links: Links,
    /// The right side b.
    pub right: Vec<Vector>,
}

/// Elements and rows of a parallel task.
const TASK: usize = 256;

impl System {
    /// A system of zeros for a cloth.
    pub fn new(cloth: &Cloth) -> Self {
        let triangles: Vec<[u32; 3]> = cloth.membranes().iter().map(|m| m.corners).collect();
        let hinges: Vec<[u32; 4]> = cloth.hinges().iter().map(|h| h.corners).collect();
        let pattern = Pattern::new(cloth.masses().len(), &triangles, &hinges);
        Self {
            incidence: Incidence::new(&pattern, &triangles, &hinges),
            membranes: vec![MembraneNow::default(); triangles.len()],
            folds: vec![FoldNow::default(); hinges.len()],
            torques: vec![0.0; hinges.len()],
            drift: vec![Vector::zeros(); cloth.masses().len()],
            stale: vec![true; cloth.masses().len()],
            matrix: BlockMatrix::new(pattern),
            links: Links::default(),
            right: vec![Vector::zeros(); cloth.masses().len()],
        }
    }

    /// Sets matrix and right side.
    pub fn assemble(&mut self, cloth: &Cloth, moment: Moment<'_>, world: &World, weights: Weights) {
        self.assemble_right(cloth, moment, world, weights);
        self.set_links(cloth, moment, world, weights);
        let Self { incidence, membranes, folds, matrix, .. } = self;
        matrix.fill(|row, blocks| {
            for entry in incidence.membranes(row) {
                entry.add_blocks(cloth, membranes, blocks);
            }
            for entry in incidence.hinges(row) {
                entry.add_blocks(folds, blocks);
            }
            let mass = cloth.masses()[row];
            if mass == 0.0 {
                return Symmetric::scaled(1.0);
            }
            let area = incidence.area(row, membranes);
            let drag = air::viscosity(cloth.drags()[row], &area, &moment.velocities[row], &world.wind);
            Symmetric::scaled(weights.mass * mass) + Symmetric::part_of(&(drag * weights.viscosity))
        });
    }

    /// Sets the right side only: with a force weight of one, the net force on every particle, in N.
    pub fn assemble_right(&mut self, cloth: &Cloth, moment: Moment<'_>, world: &World, weights: Weights) {
        self.stale.fill(true);
        self.evaluate(cloth, moment, world, weights);
        self.gather_right(cloth, moment, world, weights);
    }

    /// Sets right side and links anew where nothing but the drift and the bonds is different from the last time: to the same bits as
    /// [`Self::assemble`], which would find the same matrix.
    pub fn assemble_again(&mut self, cloth: &Cloth, moment: Moment<'_>, world: &World, weights: Weights) {
        self.stale.iter_mut().zip(&self.drift).zip(moment.drift).for_each(|((stale, then), now)| *stale = then != now);
        self.evaluate(cloth, moment, world, weights);
        self.gather_right(cloth, moment, world, weights);
        self.set_links(cloth, moment, world, weights);
    }

    fn set_links(&mut self, cloth: &Cloth, moment: Moment<'_>, world: &World, weights: Weights) {
        let springs = cloth.springs().iter().chain(&world.springs);
        let bonds = world.bonds.iter().map(|bond| bond_link(bond, weights));
        self.links.set(cloth.masses().len(), springs.map(|spring| link(spring, moment, weights)).chain(bonds));
    }

    /// Evaluates the elements with a stale corner.
    fn evaluate(&mut self, cloth: &Cloth, moment: Moment<'_>, world: &World, weights: Weights) {
        self.drift.copy_from_slice(moment.drift);
        let stale = |corners: &[u32]| corners.iter().any(|corner| self.stale[*corner as usize]);
        let faces = self.membranes.par_chunks_mut(TASK).zip(cloth.membranes().par_chunks(TASK));
        faces.for_each(|(now, rest)| {
            for (now, rest) in now.iter_mut().zip(rest).filter(|(_, rest)| stale(&rest.corners)) {
                let share = rest.corners.iter().fold(1.0, |least: f64, corner| least.min(world.share(*corner)));
                *now = MembraneNow::of(rest, cloth.material(rest), share, moment, weights);
            }
        });
        let hinges = self.folds.par_chunks_mut(TASK).zip(cloth.hinges().par_chunks(TASK));
        hinges.for_each(|(now, rest)| {
            let stale = now.iter_mut().zip(rest).filter(|(_, rest)| stale(&rest.corners));
            stale.for_each(|(now, rest)| *now = FoldNow::of(rest, moment, weights));
        });
        let folds = &self.folds;
        let torques = self.torques.par_chunks_mut(TASK).zip(cloth.hinges().par_chunks(TASK));
        torques.for_each(|(torques, hinges)| {
            torques.iter_mut().zip(hinges).for_each(|(t, hinge)| *t = torque(hinge, cloth.plates(), folds));
        });
    }

    fn gather_right(&mut self, cloth: &Cloth, moment: Moment<'_>, world: &World, weights: Weights) {
        let Self { incidence, membranes, folds, torques, right, .. } = self;
        right.par_chunks_mut(TASK).enumerate().for_each(|(task, right)| {
            for (row, right) in right.iter_mut().enumerate().map(|(k, right)| (task * TASK + k, right)) {
                let area = incidence.area(row, membranes);
                let drag = air::force(cloth.drags()[row], &area, &moment.velocities[row], &world.wind);
                *right = (world.gravity * cloth.masses()[row] + drag) * weights.force;
                for entry in incidence.membranes(row) {
                    *right -= entry.push(cloth, membranes);
                }
                for entry in incidence.hinges(row) {
                    *right -= entry.push(folds, torques);
                }
            }
        });
        for (particle, push) in &world.pushes {
            right[particle.index()] += push * weights.force;
        }
        for spring in cloth.springs().iter().chain(&world.springs) {
            let y = spring.extension(moment.positions);
            let viscous = spring.viscosity(&y) * spring.weighted(|v| moment.velocities[v.index()]);
            let drift = spring.stiffness(&y) * spring.weighted(|v| moment.drift[v.index()]);
            let pull = (spring.tension(&y) + viscous) * weights.force + drift * weights.drift;
            for (particle, weight) in spring.particles.iter().zip(spring.weights) {
                right[particle.index()] -= pull * weight;
            }
        }
        for bond in &world.bonds {
            let y = bond.weighted(|v| moment.positions[v.index()].coords + moment.displacement(v.index()));
            let rate = bond.weighted(|v| moment.velocity(v.index()));
            let force = bond.force(&y, &rate) * (weights.bond * weights.impulse());
            for (particle, weight) in bond.particles.iter().zip(bond.weights) {
                right[particle.index()] += force * weight;
            }
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.incidence.bytes()
            + size_of_val(&self.membranes[..])
            + size_of_val(&self.folds[..])
            + size_of_val(&self.torques[..])
            + size_of_val(&self.drift[..])
            + size_of_val(&self.stale[..])
            + self.matrix.bytes()
            + self.links.bytes()
            + size_of_val(&self.right[..])
    }
}

/// A spring as part of the matrix.
fn link(spring: &Spring, moment: Moment<'_>, weights: Weights) -> Link {
    let y = spring.extension(moment.positions);
    let stiffness = spring.stiffness(&y) * weights.stiffness + spring.viscosity(&y) * weights.viscosity;
    let ([a, b, c, d], [r, s, t, u]) = (spring.particles.map(|v| v.0), spring.weights);
    Link { particles: [a, b, c, d, a], weights: [r, s, t, u, 0.0], stiffness: Symmetric::part_of(&stiffness) }
}

/// A bond as part of the matrix.
fn bond_link(bond: &Bond, weights: Weights) -> Link {
    let [by_place, by_rate] = bond.slopes();
    let stiffness = by_place * weights.stiffness + by_rate * weights.viscosity;
    let stiffness = Symmetric::part_of(&(stiffness * weights.bond));
    Link { particles: bond.particles.map(|v| v.0), weights: bond.weights, stiffness }
}

#[cfg(test)]
#[path = "system/tests.rs"]
mod tests;
