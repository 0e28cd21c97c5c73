//! Corners and sharp edges of solids that poke into the cloth between its particles: a chin under a coarse sheet, the edge of a
//! table.
//!
//! They meet a point of a face or of an edge of the cloth, so what keeps them apart is a force on its particles. Only the
//! thickness of the cloth is kept here: particles rest farther from solids than that, so that a face over a round limb, which
//! dips between its corners, is left alone.
//!
//! Cloth that is pinched, or held otherwise, is left alone too: it is where it has been told to be.

use super::Obstacle;
use super::moving::Moving;
use crate::layers;
use contact::solid::{AheadMemory, CornerContact, EdgeContact, Particles, Reach, Spot, corners, edges};
use dynamics::force::bond::PLACES;
use dynamics::{Cloth, Constraints, State};
use geometry::{Assembly, Mesh, Vector, VertexId};
use response::{Friction, Manner, Meeting};

/// The cloth, ready to be poked.
#[derive(Debug)]
pub struct Pokes {
    memory: AheadMemory,
    /// Of the cloth at each particle, in m.
    thickness: Vec<f64>,
    /// How hard each particle is held against what pokes it, in N/m.
    hardness: Vec<f64>,
    /// The farthest that cloth is lifted off in a step, in m.
    lift: f64,
    reach: Reach,
}

/// The part of the length of edges by which cloth is lifted off what pokes through it in a step, so that it does not jump.
const LIFT: f64 = 0.25;
/// How deep below a corner cloth is still looked for, in edges: what is deeper has its particles inside too.
const DEPTH: f64 = 1.0;
/// The part of the thickness that cloth may lose in a step before the step is solved again for it.
const SLACK: f64 = 0.1;

/// How many times harder a solid is than the threads that are stretched over it: where they are a tenth longer than at rest, they pull the
/// cloth into it by a hundredth of an edge. What only outweighs their inertia gives way by whole edges to coarse cloth, which then catches
/// on every corner.
const HARDNESS: f64 = 10.0;

/// Where a solid meets a point of the cloth.
struct Poke<const N: usize> {
    particles: [VertexId; N],
    weights: [f64; N],
    gap: f64,
    normal: Vector,
    velocity: Vector,
}

/// The cloth around it, and how it rubs there.
struct Place<'a> {
    fixed: &'a Constraints,
    state: &'a State,
    thickness: &'a [f64],
    hardness: &'a [f64],
    lift: f64,
    step: f64,
    friction: Friction,
}

impl Pokes {
    /// For all garments; whether corners and edges are `hard`, or only outweigh the cloth's inertia.
    pub fn new(assembly: &Assembly, cloth: &Cloth, hard: bool) -> Self {
        let hardness = if hard { HARDNESS } else { 0.0 };
        let lengths = layers::edge_lengths(assembly, cloth);
        let edge = lengths.iter().sum::<f64>() / lengths.len().max(1) as f64;
        let thickness = layers::thickness(assembly, cloth);
        let thickest = thickness.iter().copied().fold(0.0, f64::max);
        Self {
            memory: AheadMemory::new(assembly.mesh(), assembly.positions()),
            lift: LIFT * edge,
            reach: Reach { margin: thickest, depth: DEPTH * edge },
            hardness: layers::stretch(assembly, cloth).into_iter().map(|threads| hardness * threads).collect(),
            thickness,
        }
    }

    /// What pokes into the cloth in a step of so many seconds.
    pub(super) fn meetings(
        &mut self,
        obstacles: &[Obstacle],
        mesh: &Mesh,
        fixed: &Constraints,
        state: &State,
        step: f64,
    ) -> Vec<Meeting> {
        let State { positions, velocities, .. } = state;
        let particles = Particles { positions, velocities, thickness: &self.thickness, step, homes: &[] };
        let (lift, thickness, hardness) = (self.lift, &self.thickness, &self.hardness);
        let ahead = self.memory.look(mesh, &particles);
        let mut meetings = Vec::new();
        for (solid, obstacle) in obstacles.iter().enumerate() {
            let Some(surface) = obstacle.moving.poking() else { continue };
            let spot = |face| match obstacle.moving {
                Moving::Mesh(_) => Spot::Face { face, barycentric: [1.0, 0.0, 0.0] },
                Moving::Shape(_) => Spot::Shape,
            };
            let rubbing = |face| obstacle.rubbing.at(spot(face));
            let place = |friction| Place { fixed, state, thickness, hardness, lift, step, friction };
            for contact in corners::find(&ahead, surface, solid as u32, &self.reach) {
                let face = surface.mesh().fan(contact.corner).faces.first();
                let CornerContact { particles, weights, gap, normal, surface_velocity: velocity, .. } = contact;
                let friction = face.map_or(Friction::NONE, |face| rubbing(*face));
                meetings.extend(Poke { particles, weights, gap, normal, velocity }.meeting(&place(friction)));
            }
            for contact in edges::find(&ahead, surface, solid as u32, &self.reach) {
                let friction = rubbing(surface.mesh().edge(contact.solid_edge).owner());
                let EdgeContact { particles, weights, gap, normal, surface_velocity: velocity, .. } = contact;
                meetings.extend(Poke { particles, weights, gap, normal, velocity }.meeting(&place(friction)));
            }
        }
        meetings
    }
}

impl<const N: usize> Poke<N> {
    /// None where the cloth is held anyway.
    fn meeting(&self, place: &Place) -> Option<Meeting> {
        let Place { fixed, state, thickness, hardness, lift, step, friction } = *place;
        if self.particles.iter().any(|v| fixed.dictates(*v)) {
            return None;
        }
        let sum = |field: &dyn Fn(usize) -> Vector| -> f64 {
            let all = self.particles.iter().zip(self.weights).map(|(v, weight)| field(v.index()) * weight);
            self.normal.dot(&all.sum::<Vector>())
        };
        let now = sum(&|i| state.positions[i].coords);
        let expected = now + sum(&|i| state.velocities[i]) * step;
        // Where the cloth is at the end if it moves with the solid, and a little lift.
        let lifted = now + self.normal.dot(&self.velocity) * step + lift;
        let mean = |of: &[f64]| self.particles.iter().zip(self.weights).map(|(v, weight)| of[v.index()] * weight).sum();
        let own: f64 = mean(thickness);
        let mut particles = [self.particles[0]; PLACES];
        let mut weights = [0.0; PLACES];
        particles[..N].copy_from_slice(&self.particles);
        weights[..N].copy_from_slice(&self.weights);
        Some(Meeting {
            particles,
            weights,
            normal: self.normal,
            manner: Manner::Parted,
            target: (expected - self.gap).min(lifted),
            expected,
            clearance: None,
            slack: SLACK * own,
            velocity: self.velocity,
            friction,
            hardness: mean(hardness),
        })
    }
}
