//! Which particles meet which solids during a step, and where.
//!
//! Every particle is taken to keep its velocity over the step. For each particle and each solid:
//!
//! 1. *Before*: the nearest feature of the solid at t0, and so the side the particle is on. It is carried to t1 as a plane:
//!    the same place on the solid, where it has moved to.
//! 2. *Entry*: a particle that is outside at t0 may pass into the solid on its way; the place where it first does replaces
//!    the nearest feature in (1). Point and face both move, so a limb that moves farther than it is thick is met all the
//!    same (module `entry`).
//! 3. *After*: the nearest feature at t1. It is the contact, unless it is on another side than the particle belongs to:
//!    if the particle entered, or was inside at t0, or is inside at t1, and the plane of (1) faces another way by more than
//!    60°, then the plane is the contact. A particle is thus never driven out through the far side of a thin limb.
//! 4. *Home*: of a particle deep inside the first solid, the body, the nearest feature says little: it may be on any side of a
//!    limb. If it is known over which face it is worn, it is beneath that face, and nothing is in between, then its contact is the
//!    nearest feature that faces the same way (module `homewards`). A cuff through which a wrist has passed is thus drawn round it, all of
//!    it to one side, instead of being held in the middle by threads to both.
//! 5. *Beside an overlap* of a mesh with itself the nearest feature may say that a particle is outside though it is inside another limb. If
//!    all of the surface winds around it, its contact is the nearest feature of which it is inside (module `overlap`).
//! 6. It is reported if the gap at t1 is under the margin. A particle of which no side is known because it is deeper inside
//!    a mesh than the search goes is reported as beyond reach, with its depth.
//! 7. A particle in a hollow touches more than one side of a mesh: where an arm lies against a chest, or in a groin. The other sides at t1
//!    within the margin follow the nearest, two at most. With the nearest alone it would slide along that into the next, which would
//!    drive it back in the following step: it would tremble for good.
//!
//! Between two sides of a mesh that face each other and leave less room than twice the thickness each asks for half of that room, which is
//! less than nothing if they overlap: what kept a particle at the thickness from one side would drive it into the other. Shapes answer
//! the same questions by formula, at any depth, and have one contact.
//!
//! The other way round, [`corners`] and sharp [`edges`] of a mesh are asked which faces and edges of the cloth they meet.
//!
//! Not here: what to do about a contact, friction, and surfaces that pinch (see the crate).

mod ahead;
pub mod corners;
pub mod edges;
mod entry;
mod homewards;
mod overlap;
mod shapes;
mod surfaces;

pub use ahead::{Ahead, AheadMemory};
pub use corners::CornerContact;
pub use edges::EdgeContact;

use crate::surface::SAME_SIDE;
use crate::{MovingShape, Surface};
use geometry::{FaceId, Point, Vector, VertexId};
use rayon::prelude::*;

/// What particles may meet.
#[derive(Clone, Copy, Debug)]
pub enum Solid<'a> {
    /// A solid with a formula.
    Shape(&'a MovingShape),
    /// A mesh: a body or a collider.
    Surface(&'a Surface),
}

/// Particles at the start of a step; the lists are equally long.
#[derive(Clone, Copy, Debug)]
pub struct Particles<'a> {
    /// Where they are.
    pub positions: &'a [Point],
    /// Where they are going, in metres a second.
    pub velocities: &'a [Vector],
    /// How far each should stay from a solid, in metres.
    pub thickness: &'a [f64],
    /// How long the step is, in seconds.
    pub step: f64,
    /// The face of the first solid over which each particle is worn, where one is known; empty where none is.
    pub homes: &'a [Option<FaceId>],
}

/// How far a search looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// Contacts are reported while their gap at t1 is no more than this, because what the step does to the velocities is
    /// not known yet. Metres; default 0.003, what gravity adds in a sixtieth of a second.
    pub margin: f64,
    /// How deep inside a mesh a particle still gets a contact. Metres; default 0.05. Deeper costs more and means less: in
    /// a limb thinner than twice this, the nearest feature may be on either side.
    pub depth: f64,
}

/// Where on a solid a contact is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spot {
    /// On a shape.
    Shape,
    /// On a face of a mesh.
    Face {
        /// The face.
        face: FaceId,
        /// Weights of its corners.
        barycentric: [f64; 3],
    },
}

/// A particle that meets a solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolidContact {
    /// The particle.
    pub particle: VertexId,
    /// The solid, by its place in the list.
    pub solid: u32,
    /// Where on the solid.
    pub spot: Spot,
    /// How far from the solid the particle should stay, in metres: its thickness, or half the room that there is.
    pub thickness: f64,
    /// Distance from the solid at t0 less the thickness; of an entry, the height over its plane. Metres; negative if too
    /// near.
    pub gap_t0: f64,
    /// The same at t1 if the particle keeps its velocity: what the response has to close.
    pub gap: f64,
    /// The point of the solid at t1.
    pub point: Point,
    /// Out of the solid at t1; of unit length.
    pub normal: Vector,
    /// The solid's velocity there, in metres a second.
    pub surface_velocity: Vector,
    /// How the contact was found.
    pub found: Found,
}

/// How a contact was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// It is the nearest feature at t1.
    Nearest,
    /// The particle passes into the solid here during the step, and at t1 something on another side is nearer.
    Entered,
    /// The particle is inside since before the step, and at t1 something on another side is nearer.
    Carried,
    /// The particle is deep inside, and this is the side on which it is worn.
    Homewards,
    /// The particle is inside a limb of a mesh, and outside another that is nearer and has passed through the first.
    BesideOverlap,
}

/// A particle that is inside a mesh, deeper than the search goes. A larger [`Reach::depth`] would give it a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BeyondReach {
    /// The particle.
    pub particle: VertexId,
    /// The solid, by its place in the list.
    pub solid: u32,
    /// How deep inside it is at t1, in metres.
    pub depth: f64,
}

/// What a search found, by particle and then by solid.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SolidContacts {
    /// The contacts.
    pub contacts: Vec<SolidContact>,
    /// Particles without one that should have one.
    pub beyond_reach: Vec<BeyondReach>,
}

/// Particles handled by one task.
const GRAIN: usize = 256;

impl Default for Reach {
    fn default() -> Self {
        Self { margin: 0.003, depth: 0.05 }
    }
}

/// Finds every contact of particles with solids. Particles of which a number is not finite have none.
pub fn find(particles: &Particles, solids: &[Solid], reach: &Reach) -> SolidContacts {
    let tasks: Vec<SolidContacts> = particles
        .positions
        .par_chunks(GRAIN)
        .enumerate()
        .map(|(task, chunk)| {
            let mut found = SolidContacts::default();
            // Particles with neighbouring numbers are mostly neighbours: what is near one is a good guess for the next.
            let mut guesses = vec![None; solids.len()];
            for index in task * GRAIN..task * GRAIN + chunk.len() {
                if let Some(path) = Path::new(particles, index) {
                    path.against(solids, reach, &mut guesses, &mut found);
                }
            }
            found
        })
        .collect();
    let mut all = SolidContacts::default();
    for task in tasks {
        all.contacts.extend(task.contacts);
        all.beyond_reach.extend(task.beyond_reach);
    }
    all
}

/// The way of one particle through a step.
struct Path {
    particle: VertexId,
    from: Point,
    to: Point,
    thickness: f64,
    step: f64,
    home: Option<FaceId>,
}

/// A contact before it is known to be near enough: distances instead of gaps, displacement instead of velocity.
struct Touch {
    spot: Spot,
    distance_t0: f64,
    distance: f64,
    point: Point,
    normal: Vector,
    displacement: Vector,
    found: Found,
}

impl Path {
    fn new(particles: &Particles, index: usize) -> Option<Self> {
        let from = particles.positions[index];
        let to = from + particles.velocities[index] * particles.step;
        let thickness = particles.thickness[index];
        let finite = from.iter().chain(to.iter()).all(|x| x.is_finite()) && thickness.is_finite();
        let home = particles.homes.get(index).copied().flatten();
        finite.then_some(Self { particle: VertexId::at(index), from, to, thickness, step: particles.step, home })
    }

    fn against(&self, solids: &[Solid], reach: &Reach, guesses: &mut [Option<FaceId>], found: &mut SolidContacts) {
        for ((solid, guess), which) in solids.iter().zip(guesses).zip(0..) {
            let touch = match solid {
                Solid::Shape(shape) => shapes::touch(self, shape),
                Solid::Surface(surface) => match surfaces::touch(self, surface, reach, self.home_on(which), guess) {
                    surfaces::Answer::Touch(touch) => touch,
                    surfaces::Answer::Apart => continue,
                    surfaces::Answer::Deeper(depth) => {
                        found.beyond_reach.push(BeyondReach { particle: self.particle, solid: which, depth });
                        continue;
                    }
                },
            };
            let thickness = if let Solid::Surface(surface) = solid {
                surfaces::room(self, surface, &touch).map_or(self.thickness, |room| self.thickness.min(room / 2.0))
            } else {
                self.thickness
            };
            if touch.distance - thickness > reach.margin {
                continue;
            }
            found.contacts.push(self.contact(which, &touch, thickness));
            if let Solid::Surface(surface) = solid {
                let others = surfaces::hollow(self, surface, &touch, thickness + reach.margin);
                found.contacts.extend(others.iter().map(|other| self.contact(which, other, thickness)));
            }
        }
    }

    /// Its home, if that is on this solid.
    fn home_on(&self, solid: u32) -> Option<FaceId> {
        self.home.filter(|_| solid == 0)
    }

    fn contact(&self, solid: u32, touch: &Touch, thickness: f64) -> SolidContact {
        let surface_velocity = if self.step > 0.0 { touch.displacement / self.step } else { Vector::zeros() };
        SolidContact {
            particle: self.particle,
            solid,
            spot: touch.spot,
            thickness,
            gap_t0: touch.distance_t0 - thickness,
            gap: touch.distance - thickness,
            point: touch.point,
            normal: touch.normal,
            surface_velocity,
            found: touch.found,
        }
    }
}
