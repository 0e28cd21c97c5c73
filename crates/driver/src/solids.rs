//! The solids of a scene: the body and the colliders; how they move, which particles touch them and which they pinch.
//!
//! 1. [`Solids::advance`] takes all of them to the two ends of a step: the body as it is told, colliders along their paths.
//! 2. [`Solids::holds`] finds the particles that are pinched between them and dictates their motion (BWK03 §4).
//! 3. [`Solids::touches`] finds what the other particles touch.
//!
//! A particle rests at some distance from a solid: the thickness of its cloth, and a part of the length of the edges around
//! it. Only particles are kept off solids, and a straight edge between two of them cuts into a round limb by about
//! e² / 8R: an edge of 15 mm on an arm of 4 cm by 0.7 mm. Pinching goes by the same distance, because cloth that one solid
//! keeps that far away must be found between two when the other comes as near: with less, contacts would fight over it
//! before it is held, with more, it would be held in the air.
//!
//! Everything depends on the time and the particles alone, so a resumed run meets the same solids.
//!
//! Not here: cloth against cloth.

mod colliders;
mod distance;
mod friction;
mod mesh;
mod moving;
mod outline;
mod path;
mod pokes;
mod skin;
mod weights;
mod worn;

use crate::clock::Clock;
use crate::figure::Figure;
use crate::garment::Garment;
use crate::scene::{Scene, SceneError};
use body::BodyError;
use contact::When;
use contact::solid::{self, Particles, Reach, SolidContact, SolidContacts};
use dynamics::{Cloth, Constraint, Constraints, Held, State};
use flypaper::{Folds, Pinches, Weights};
use friction::Rubbing;
use geometry::shapes::Shape;
use geometry::{Assembly, FaceId, Mesh, Point, SurfaceMotion, Vector, VertexId};
use mesh::MovingMesh;
use moving::Moving;
use pokes::Pokes;
use response::{Meeting, Squeezed, Touch};
pub use skin::Skin;
pub use worn::WORN;

/// Everything that cloth may touch: the body first, then the colliders in the scene's order.
#[derive(Debug)]
pub struct Solids {
    list: Vec<Obstacle>,
    /// How far each particle stays from solids, in m.
    distance: Vec<f64>,
    /// The face of the body over which each particle is worn in the bind pose; empty without a body.
    homes: Vec<Option<FaceId>>,
    reach: Reach,
    /// How strongly the solids hold what they pinch; none if they do not.
    weights: Option<Weights>,
    pokes: Pokes,
    /// What makes a fold of a solid.
    folds: Folds,
}

/// One solid.
#[derive(Debug)]
struct Obstacle {
    moving: Moving,
    rubbing: Rubbing,
}

/// What a step dictates.
#[derive(Debug, Default)]
pub struct Holds {
    /// Of pinned and of pinched particles.
    pub constraints: Constraints,
    /// The particles that are pinched, ascending.
    pub pinched: Vec<VertexId>,
    /// Those of them that may slip, and between which sides; ascending.
    pub squeezed: Vec<Squeezed>,
}

/// What touches in a step.
#[derive(Debug, Default)]
pub struct Touches {
    /// Sorted by particle.
    pub list: Vec<Touch>,
    /// Particles inside a mesh, deeper than the search goes.
    pub beyond: usize,
}

/// The part of the distance from a solid that a particle may lose in a step before the step is solved again for it.
const SLACK: f64 = 0.05;
/// How fast surfaces slide on each other, in m/s, for cloth between them to slip: friction holds it between surfaces at rest.
const SLIDES: f64 = 0.01;
/// Over which part of the distance, beyond it, the grip of a solid that hardly moves fades. Little: what a hand pushes along
/// over a torso must be let pass under it, and would be glued to the hand if the torso held it from afar.
const FADE: f64 = 0.1;

impl Solids {
    /// The solids of a scene.
    pub fn new(
        scene: &Scene,
        clock: &Clock,
        figure: Option<&Figure>,
        garments: &[Garment],
        (assembly, cloth): (&Assembly, &Cloth),
    ) -> Result<Self, SceneError> {
        let mut list = Vec::new();
        if let (Some(figure), Some(spec)) = (figure, &scene.specs.body) {
            let moving = Moving::Mesh(Box::new(MovingMesh::led(figure.body().assembly())));
            list.push(Obstacle { moving, rubbing: Rubbing::of_body(scene, spec, figure.body())? });
        }
        for (index, spec) in scene.specs.collider.iter().enumerate() {
            let moving = colliders::read(scene, clock, index, spec).map_err(|problem| scene.error(problem))?;
            list.push(Obstacle { moving, rubbing: Rubbing::everywhere(spec.friction) });
        }
        let near = figure.map_or_else(Vec::new, |figure| worn::nearest(figure.body().assembly(), assembly));
        let mut weights = weights::read(scene, figure.map(Figure::body), garments, assembly)?;
        let homes = near.iter().map(|near| near.map(|near| near.face)).collect();
        if let Some(figure) = figure {
            weights.set_worn(worn::homes(figure.body().assembly(), &near));
        }
        let weights = Some(weights).filter(|_| scene.specs.simulation.holds_pinched());
        Ok(Self {
            list,
            distance: distance::of(assembly, cloth),
            homes,
            reach: Reach::default(),
            weights,
            // Where something may be pinched there may be no room to give way to what is hard.
            pokes: Pokes::new(assembly, cloth, !scene.specs.simulation.holds_pinched()),
            folds: scene.specs.simulation.mutation.folds(),
        })
    }

    /// Every collider that has an outline, where it is at the start of the step: to be drawn.
    pub fn outlines(&self) -> Vec<Shape> {
        let is_body = |moving: &Moving| matches!(moving, Moving::Mesh(mesh) if mesh.is_led());
        let colliders = self.list.iter().map(|obstacle| &obstacle.moving).filter(|moving| !is_body(moving));
        colliders.filter_map(outline::of).collect()
    }

    /// How deep inside a mesh a particle is still found, in m.
    pub fn depth(&self) -> f64 {
        self.reach.depth
    }

    /// Moves everything to the two ends of a step, in which the body moves so.
    pub fn advance(&mut self, body: Option<&SurfaceMotion>, clock: &Clock, step: i64) -> Result<(), BodyError> {
        self.list.iter_mut().try_for_each(|obstacle| obstacle.moving.advance(body, clock, step))
    }

    /// Which way is out of the body at a point near it, at the start of the step; of unit length.
    pub fn out(&self, point: &Point) -> Option<Vector> {
        let Some(Obstacle { moving: Moving::Mesh(body), .. }) = self.list.first() else { return None };
        let near = body.surface().nearest(point, WORN, When::T0)?;
        near.normal.try_normalize(f64::MIN_POSITIVE)
    }

    /// How deep a point is inside a solid at the end of the step, in m; zero outside all of them.
    pub fn depth_of(&self, point: &Point) -> f64 {
        let under = |obstacle: &Obstacle| match &obstacle.moving {
            Moving::Shape(path) => -path.shape.from(point, When::T1).distance,
            Moving::Mesh(mesh) => {
                mesh.surface().nearest(point, self.reach.depth, When::T1).map_or(0.0, |near| -near.distance)
            }
        };
        self.list.iter().map(under).fold(0.0, f64::max)
    }

    /// What pins dictate, and what the solids that pinch particles do. A pin outranks a hold: what it leaves free is held.
    pub fn holds(&mut self, pinned: Constraints, positions: &[Point], duration: f64) -> Holds {
        let Some(weights) = self.weights.as_ref().filter(|_| !self.list.is_empty()) else {
            return Holds { constraints: pinned, ..Holds::default() };
        };
        self.list.iter_mut().for_each(|obstacle| obstacle.moving.analyse());
        let solids: Vec<flypaper::Solid> = self.list.iter().map(|obstacle| obstacle.moving.pinching()).collect();
        let touch = |particle: VertexId| {
            let thickness = self.distance[particle.index()];
            flypaper::Touch { thickness, fade: FADE * thickness, depth: self.reach.depth, folds: self.folds }
        };
        let pinches = Pinches::find(&solids, positions, touch);
        let held = flypaper::holds(&solids, positions, &pinches, weights, duration);
        let holds = held.iter().map(|hold| {
            let arrived = positions[hold.particle.index()] + hold.velocity * duration;
            let correction = hold.position_t1 - arrived;
            Constraint { particle: hold.particle, held: Held::Everywhere, velocity: hold.velocity, correction }
        });
        let constraints = Constraints::new(pinned.iter().copied().chain(holds).collect());
        let slips = |hold: &&flypaper::Hold| hold.sliding > SLIDES && hold.across != Vector::zeros();
        let squeezed = held.iter().filter(slips).filter(|hold| pinned.of(hold.particle).is_none());
        let squeezed = squeezed.map(|hold| Squeezed { particle: hold.particle, across: hold.across }).collect();
        Holds { constraints, pinched: pinches.iter().map(|(particle, _)| particle).collect(), squeezed }
    }

    /// Corners and edges of solids that poke into the cloth between its particles.
    pub fn pokes(&mut self, mesh: &Mesh, fixed: &Constraints, state: &State, duration: f64) -> Vec<Meeting> {
        self.pokes.meetings(&self.list, mesh, fixed, state, duration)
    }

    /// What touches in a step. Particles that are held everywhere take no part.
    pub fn touches(&self, fixed: &Constraints, state: &State, duration: f64) -> Touches {
        let State { positions, velocities, .. } = state;
        let particles =
            Particles { positions, velocities, thickness: &self.distance, step: duration, homes: &self.homes };
        let SolidContacts { contacts, beyond_reach } = self.find(&particles);
        let is_free = |particle| !fixed.dictates(particle);
        let free = contacts.iter().filter(|contact| is_free(contact.particle));
        Touches {
            list: free.map(|contact| self.touch(contact, &positions[contact.particle.index()], duration)).collect(),
            beyond: beyond_reach.iter().filter(|beyond| is_free(beyond.particle)).count(),
        }
    }

    /// What free particles have entered that went elsewhere in a step than with the velocities they had: searches look no farther around
    /// the ways that these lead than their margin.
    pub fn entered(&self, fixed: &Constraints, [start, end]: [&State; 2], duration: f64) -> Vec<Touch> {
        let way = |i: usize| end.positions[i] - start.positions[i];
        let strays = |i: &usize| (way(*i) - start.velocities[*i] * duration).norm() > self.reach.margin;
        let free = (0..start.positions.len()).filter(|i| !fixed.dictates(VertexId::at(*i)));
        let asked: Vec<usize> = free.filter(strays).collect();
        if asked.is_empty() {
            return Vec::new();
        }
        let positions: Vec<Point> = asked.iter().map(|i| start.positions[*i]).collect();
        let velocities: Vec<Vector> = asked.iter().map(|i| way(*i) / duration).collect();
        let thickness: Vec<f64> = asked.iter().map(|i| self.distance[*i]).collect();
        let homes: Vec<Option<FaceId>> = asked.iter().map(|i| self.homes.get(*i).copied().flatten()).collect();
        let (positions, velocities, thickness, homes) = (&positions[..], &velocities[..], &thickness[..], &homes[..]);
        let contacts = self.find(&Particles { positions, velocities, thickness, step: duration, homes }).contacts;
        let own =
            |contact: SolidContact| SolidContact { particle: VertexId::at(asked[contact.particle.index()]), ..contact };
        let touch = |contact| self.touch(&contact, &start.positions[contact.particle.index()], duration);
        contacts.into_iter().map(own).map(touch).filter(|touch| touch.expected < -touch.slack.max(0.0)).collect()
    }

    fn find(&self, particles: &Particles) -> SolidContacts {
        let all: Vec<contact::Solid> = self.list.iter().map(|obstacle| obstacle.moving.touching()).collect();
        if all.is_empty() { SolidContacts::default() } else { solid::find(particles, &all, &self.reach) }
    }

    fn touch(&self, contact: &SolidContact, position: &Point, duration: f64) -> Touch {
        let SolidContact { particle, normal, point, surface_velocity: velocity, gap: expected, thickness, .. } =
            *contact;
        let carried = position + velocity * duration - point;
        let gap = normal.dot(&carried) - thickness;
        let friction = self.list[contact.solid as usize].rubbing.at(contact.spot);
        let (slack, distance) = (SLACK * thickness, self.distance[particle.index()]);
        Touch { particle, normal, gap, expected, velocity, slack, distance, friction }
    }
}
