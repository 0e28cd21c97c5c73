//! How much energy a cloth holds.

use super::{Cloth, Hinge, Membrane};
use crate::force::{bend, gravity, shear, stretch};
use crate::step::World;
use geometry::{Point, Vector};
use rayon::prelude::*;
use std::ops::Add;

/// Elements of a parallel task.
const TASK: usize = 1024;

/// The energies of a cloth, in J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// Of stretch, warp and weft.
    pub stretch: f64,
    /// Of shear.
    pub shear: f64,
    /// Of bending.
    pub bend: f64,
    /// Of the springs along faces without area.
    pub springs: f64,
}

impl Add for Energy {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            stretch: self.stretch + other.stretch,
            shear: self.shear + other.shear,
            bend: self.bend + other.bend,
            springs: self.springs + other.springs,
        }
    }
}

impl Energy {
    /// All of it.
    pub fn total(&self) -> f64 {
        self.stretch + self.shear + self.bend + self.springs
    }
}

/// The energies of a cloth in motion, in J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EnergyOfMotion {
    /// Of motion.
    pub kinetic: f64,
    /// Of deformation, and of the world's springs.
    pub elastic: f64,
    /// Of weight, relative to the origin.
    pub weight: f64,
}

impl EnergyOfMotion {
    /// All of it.
    pub fn total(&self) -> f64 {
        self.kinetic + self.elastic + self.weight
    }
}

impl Cloth {
    /// The elastic energy at these positions; the same bits for any number of threads.
    pub fn energy(&self, positions: &[Point]) -> Energy {
        let membranes = self.membranes.par_chunks(TASK).map(|some| self.energy_of_membranes(some, positions));
        let hinges = self.hinges.par_chunks(TASK).map(|some| energy_of_hinges(some, positions));
        let parts: Vec<Energy> = membranes.chain(hinges).collect();
        let springs = self.springs.iter().map(|spring| spring.energy(&spring.extension(positions))).sum();
        parts.into_iter().fold(Energy { springs, ..Energy::default() }, Add::add)
    }

    fn energy_of_membranes(&self, membranes: &[Membrane], positions: &[Point]) -> Energy {
        let mut energy = Energy::default();
        for membrane in membranes {
            let [u, v] = membrane.gradient(positions);
            let material = self.material(membrane);
            energy.stretch += stretch::energy(material.stretch_warp * membrane.area, &u);
            energy.stretch += stretch::energy(material.stretch_weft * membrane.area, &v);
            energy.shear += shear::energy(material.shear * membrane.area, &u, &v);
        }
        energy
    }

    /// Kinetic, elastic and potential energy.
    pub fn energy_of_motion(&self, positions: &[Point], velocities: &[Vector], world: &World) -> EnergyOfMotion {
        let springs: f64 = world.springs.iter().map(|spring| spring.energy(&spring.extension(positions))).sum();
        EnergyOfMotion {
            kinetic: self.masses().iter().zip(velocities).map(|(m, v)| 0.5 * m * v.norm_squared()).sum(),
            elastic: self.energy(positions).total() + springs,
            weight: gravity::energy(&world.gravity, self.masses(), positions),
        }
    }
}

fn energy_of_hinges(hinges: &[Hinge], positions: &[Point]) -> Energy {
    let energy = |hinge: &Hinge| {
        let fold = hinge.fold(positions);
        fold.map_or(0.0, |fold| bend::energy(hinge.stiffness, bend::turned(fold.angle, hinge.angle)))
    };
    Energy { bend: hinges.iter().map(energy).sum(), ..Energy::default() }
}
