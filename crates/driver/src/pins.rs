//! Pinned particles: where they must be, and how fast they get there (BW98 §5).
//!
//! 1. A pin of the scene names vertices; each becomes a particle with a place: a point of the world, or a place on the body
//!    (`attach`), which follows the body's pose.
//! 2. Its motion adds an offset over time: none, steady, or by keys.
//! 3. For a step, place and offset at both ends give the velocity, and what is still missing is a correction: so rounding
//!    never adds up, and particles that began elsewhere arrive with the first step.
//!
//! Vertices on no face have no mass; they are held where they are. Not here: elastic pins.

mod attach;

use crate::garment::Garment;
use crate::scene::{PinSpec, PinTarget, Scene, SceneError};
use attach::{Anchor, Attacher};
use body::Body;
use dynamics::{Constraint, Constraints, Held};
use geometry::{Assembly, Point, SurfaceMotion, Vector, VertexId};
use std::collections::BTreeMap;

/// Everything that is pinned, at most one pin a particle.
#[derive(Clone, Debug, Default)]
pub struct Pins {
    pins: Vec<Pin>,
    motions: Vec<Motion>,
}

#[derive(Clone, Debug)]
struct Pin {
    particle: VertexId,
    held: Held,
    base: Base,
    /// Which of the motions.
    motion: usize,
}

/// What a pin holds on to.
#[derive(Clone, Copy, Debug)]
enum Base {
    World(Point),
    Body(Anchor),
}

/// How a pin moves by itself.
#[derive(Clone, Debug, PartialEq)]
enum Motion {
    Still,
    /// In m/s, from time 0 on.
    Steady(Vector),
    /// Times in s and offsets in m.
    Keys(Vec<(f64, Vector)>),
}

impl Pins {
    /// The pins of a scene; `body` is in its bind pose, and so are the garments.
    pub fn new(
        scene: &Scene,
        garments: &[Garment],
        assembly: &Assembly,
        body: Option<&Body>,
    ) -> Result<Self, SceneError> {
        let attacher = body.map(|body| Attacher::new(body.assembly()));
        let mut motions = vec![Motion::Still];
        let mut pins: BTreeMap<VertexId, Pin> = isolated(assembly);
        let mut first = 0;
        for (index, garment) in garments.iter().enumerate() {
            for (number, spec) in scene.specs.garment[index].pin.iter().enumerate() {
                let vertices = vertices(scene, &format!("garment.{index}.pin.{number}"), spec, garment)?;
                motions.push(Motion::of(spec));
                for vertex in vertices {
                    let particle = assembly.vertex_of(first + vertex);
                    let place = assembly.positions()[particle.index()];
                    let base = match (spec.to, &attacher) {
                        (PinTarget::Body, Some(attacher)) => Base::Body(attacher.attach(&place)),
                        _ => Base::World(place),
                    };
                    let held = held(&spec.fix);
                    pins.insert(particle, Pin { particle, held, base, motion: motions.len() - 1 });
                }
            }
            first += garment.vertex_count() as u32;
        }
        Ok(Self { pins: pins.into_values().collect(), motions })
    }

    /// How many particles are pinned.
    pub fn len(&self) -> usize {
        self.pins.len()
    }

    /// Whether nothing is pinned.
    pub fn is_empty(&self) -> bool {
        self.pins.is_empty()
    }

    /// What a step dictates: `span` is its start and end in seconds of the scene, `duration` its length.
    pub fn constraints(
        &self,
        body: Option<&SurfaceMotion>,
        span: [f64; 2],
        duration: f64,
        positions: &[Point],
    ) -> Constraints {
        let [offsets_t0, offsets_t1] = span.map(|time| self.offsets(time));
        let constraint = |pin: &Pin| {
            let from = pin.base.at(body.map(|body| body.positions_t0.as_slice())) + offsets_t0[pin.motion];
            let to = pin.base.at(body.map(|body| body.positions_t1.as_slice())) + offsets_t1[pin.motion];
            let velocity = (to - from) / duration;
            let correction = to - (positions[pin.particle.index()] + velocity * duration);
            Constraint { particle: pin.particle, held: pin.held, velocity, correction }
        };
        Constraints::new(self.pins.iter().map(constraint).collect())
    }

    /// What holds every pinned particle where it is.
    pub fn still(&self) -> Constraints {
        let zero = Vector::zeros();
        let hold = |pin: &Pin| Constraint { particle: pin.particle, held: pin.held, velocity: zero, correction: zero };
        Constraints::new(self.pins.iter().map(hold).collect())
    }

    /// Puts every pinned particle where it must be at a time, in the directions in which it is held.
    pub fn place(&self, body: Option<&[Point]>, time: f64, positions: &mut [Point]) {
        let offsets = self.offsets(time);
        for pin in &self.pins {
            let position = &mut positions[pin.particle.index()];
            let missing = pin.base.at(body) + offsets[pin.motion] - *position;
            *position += pin.held.part(&missing);
        }
    }

    fn offsets(&self, time: f64) -> Vec<Vector> {
        self.motions.iter().map(|motion| motion.at(time)).collect()
    }
}

impl Base {
    fn at(&self, body: Option<&[Point]>) -> Point {
        match (self, body) {
            (Self::World(place), _) => *place,
            (Self::Body(anchor), Some(positions)) => anchor.at(positions),
            (Self::Body(anchor), None) => anchor.start,
        }
    }
}

impl Motion {
    fn of(spec: &PinSpec) -> Self {
        match (spec.velocity, spec.path.as_slice()) {
            (Some(velocity), _) => Self::Steady(Vector::from(velocity)),
            (None, []) => Self::Still,
            (None, keys) => Self::Keys(keys.iter().map(|key| (key.time, Vector::from(key.offset))).collect()),
        }
    }

    fn at(&self, time: f64) -> Vector {
        match self {
            Self::Still => Vector::zeros(),
            Self::Steady(velocity) => velocity * time.max(0.0),
            Self::Keys(keys) => {
                let next = keys.partition_point(|(key, _)| *key <= time);
                match (next.checked_sub(1).map(|last| keys[last]), keys.get(next)) {
                    (Some((t0, from)), Some((t1, to))) => from + (to - from) * ((time - t0) / (t1 - t0)),
                    (Some((_, offset)), None) => offset,
                    (None, first) => first.map_or(Vector::zeros(), |(_, offset)| *offset),
                }
            }
        }
    }
}

/// The held directions that letters name.
fn held(fix: &str) -> Held {
    let free: Vec<usize> = "xyz".chars().enumerate().filter(|(_, c)| !fix.contains(*c)).map(|(axis, _)| axis).collect();
    match free[..] {
        [line] => Held::OnLine(Vector::ith(line, 1.0)),
        // The axes sum to 3, so what is left is the one that is held.
        [a, b] => Held::OnPlane(Vector::ith(3 - a - b, 1.0)),
        _ => Held::Everywhere,
    }
}

/// Particles on no face: nothing but a pin can say where they are.
fn isolated(assembly: &Assembly) -> BTreeMap<VertexId, Pin> {
    let alone = (0..assembly.positions().len()).map(VertexId::at);
    let pin = |particle: VertexId| {
        let base = Base::World(assembly.positions()[particle.index()]);
        (particle, Pin { particle, held: Held::Everywhere, base, motion: 0 })
    };
    alone.filter(|vertex| assembly.mesh().fan(*vertex).faces.is_empty()).map(pin).collect()
}

/// The vertices that a pin names, in the garment's numbering.
fn vertices(scene: &Scene, place: &str, spec: &PinSpec, garment: &Garment) -> Result<Vec<u32>, SceneError> {
    let refuse = |key: &str, fault: String, remedy: String| {
        Err(scene.error(scene.problem(&format!("{place}.{key}"), fault, remedy)))
    };
    if let Some(vertices) = &spec.vertices {
        let count = garment.vertex_count();
        return match vertices.iter().find(|vertex| **vertex as usize >= count) {
            Some(vertex) => refuse(
                "vertices",
                format!("there is no vertex {vertex}"),
                format!("the garment has {count}, numbered from 0"),
            ),
            None => Ok(vertices.clone()),
        };
    }
    let group = garment.vertices_of(spec.group.as_deref().unwrap_or_default());
    group.or_else(|(fault, remedy)| refuse("group", fault, remedy))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_hold_directions() {
        assert_eq!(held("zyx"), Held::Everywhere);
        assert_eq!(held("xy"), Held::OnLine(Vector::z()));
        assert_eq!(held("yz"), Held::OnLine(Vector::x()));
        assert_eq!(held("y"), Held::OnPlane(Vector::y()));
        assert_eq!(held("z"), Held::OnPlane(Vector::z()));
    }

    #[test]
    fn keys_are_joined_by_straight_lines_and_held_at_the_ends() {
        let motion = Motion::Keys(vec![(1.0, Vector::zeros()), (2.0, Vector::x()), (2.5, Vector::x() * 3.0)]);
        for (time, x) in [(0.0, 0.0), (1.0, 0.0), (1.5, 0.5), (2.0, 1.0), (2.25, 2.0), (9.0, 3.0)] {
            assert_eq!(motion.at(time), Vector::x() * x, "{time}");
        }
        assert_eq!(Motion::Steady(Vector::y()).at(-1.0), Vector::zeros());
    }

    #[test]
    fn a_pinned_particle_arrives_whatever_it_did_before() {
        let pin = |particle, held| Pin { particle, held, base: Base::World(Point::origin()), motion: 0 };
        let pins = Pins { pins: vec![pin(VertexId(0), Held::Everywhere)], motions: vec![Motion::Steady(Vector::x())] };
        let start = [Point::new(0.5, 0.25, 0.0)];
        let constraints = pins.constraints(None, [1.0, 1.5], 0.5, &start);
        let constraint = constraints.iter().next().expect("one");
        assert_eq!(constraint.velocity, Vector::x());
        assert_eq!(start[0] + constraint.velocity * 0.5 + constraint.correction, Point::new(1.5, 0.0, 0.0));
    }
}
