//! The solids of a scene: the body and the colliders, and which particles touch them in a step.
//!
//! A particle rests at some distance from a solid: the thickness of its cloth, and a part of the length of the edges around
//! it. Only particles are kept off solids, and a straight edge between two of them cuts into a round limb by about
//! e² / 8R: an edge of 15 mm on an arm of 4 cm by 0.7 mm.
//!
//! Not here: cloth against cloth, and edges or faces of the cloth against a solid's corners.

mod colliders;

use crate::figure::Figure;
use crate::layers;
use crate::scene::{Scene, SceneError};
use contact::solid::{self, Particles, Reach, SolidContact, SolidContacts};
use contact::{MovingShape, Solid, Surface};
use dynamics::{Cloth, State};
use geometry::{Assembly, Point, SurfaceMotion};
use response::{Friction, Touch};

/// Everything that cloth may touch.
#[derive(Debug, Default)]
pub struct Solids {
    body: Option<(Surface, f64)>,
    shapes: Vec<(MovingShape, f64)>,
    meshes: Vec<(Surface, f64)>,
    /// How far each particle stays from solids, in m.
    distance: Vec<f64>,
    reach: Reach,
}

/// What touches in a step.
#[derive(Debug, Default)]
pub struct Touches {
    /// Sorted by particle.
    pub list: Vec<Touch>,
    /// Particles inside a mesh, deeper than the search goes.
    pub beyond: usize,
}

/// The part of the length of edges that cloth stays off solids, beside its thickness.
const EDGE_PART: f64 = 0.15;
/// The part of the distance from a solid that a particle may lose in a step before the step is solved again for it.
const SLACK: f64 = 0.05;

impl Solids {
    /// The solids of a scene.
    pub fn new(scene: &Scene, figure: Option<&Figure>, assembly: &Assembly, cloth: &Cloth) -> Result<Self, SceneError> {
        let mut solids = Self { distance: distances(assembly, cloth), ..Self::default() };
        if let (Some(figure), Some(spec)) = (figure, &scene.specs.body) {
            let assembly = figure.body().assembly();
            let still = SurfaceMotion::still(assembly.positions());
            solids.body = Some((Surface::new(assembly.mesh().clone(), &still), spec.friction));
        }
        for (index, spec) in scene.specs.collider.iter().enumerate() {
            match colliders::read(scene, index, spec)? {
                colliders::Collider::Shape(shape) => solids.shapes.push((shape, spec.friction)),
                colliders::Collider::Mesh(surface) => solids.meshes.push((*surface, spec.friction)),
            }
        }
        Ok(solids)
    }

    /// How deep inside a mesh a particle is still found, in m.
    pub fn depth(&self) -> f64 {
        self.reach.depth
    }

    /// What touches in a step in which the body moves so.
    pub fn touches(&mut self, body: Option<&SurfaceMotion>, state: &State, duration: f64) -> Touches {
        if let (Some((surface, _)), Some(motion)) = (&mut self.body, body) {
            surface.set_motion(motion);
        }
        let surfaces =
            self.body.iter().chain(&self.meshes).map(|(surface, friction)| (Solid::Surface(surface), friction));
        let shapes = self.shapes.iter().map(|(shape, friction)| (Solid::Shape(shape), friction));
        let (all, frictions): (Vec<Solid>, Vec<f64>) = surfaces.chain(shapes).unzip();
        if all.is_empty() {
            return Touches::default();
        }
        let State { positions, velocities, .. } = state;
        let particles = Particles { positions, velocities, thickness: &self.distance, step: duration };
        let SolidContacts { contacts, beyond_reach } = solid::find(&particles, &all, &self.reach);
        let touch = |contact: &SolidContact| {
            let i = contact.particle.index();
            touch(contact, &positions[i], self.distance[i], frictions[contact.solid as usize], duration)
        };
        Touches { list: contacts.iter().map(touch).collect(), beyond: beyond_reach.len() }
    }
}

fn touch(contact: &SolidContact, position: &Point, distance: f64, friction: f64, duration: f64) -> Touch {
    let SolidContact { particle, normal, point, surface_velocity: velocity, gap: expected, .. } = *contact;
    let carried = position + velocity * duration - point;
    let gap = normal.dot(&carried) - distance;
    let slack = SLACK * distance;
    Touch { particle, normal, gap, expected, velocity, slack, friction: Friction { sticking: friction, sliding: friction } }
}

/// How far each particle stays from solids, in m.
fn distances(assembly: &Assembly, cloth: &Cloth) -> Vec<f64> {
    let (thickness, edges) = (layers::thickness(assembly, cloth), layers::edge_lengths(assembly, cloth));
    thickness.iter().zip(edges).map(|(own, edge)| own + EDGE_PART * edge).collect()
}
