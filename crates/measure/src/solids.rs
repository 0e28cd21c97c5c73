//! The solids of a scene as one mesh that moves: the body, then the colliders in the scene's order.
//!
//! Balls and capsules are polyhedra inside them, so that depths are never overstated. A plane that stands still is a slab;
//! one that moves is left out, because a driver tells outlines and a plane has none.

use driver::{Simulation, SimulationError};
use geometry::mesh::MeshError;
use geometry::shapes::Shape;
use geometry::{Mesh, Point, Vector};
use std::ops::Range;

/// Sides and thickness of the slab that stands for a plane, in metres: more than any cloth of a fixture reaches.
const SLAB: [f64; 2] = [8.0, 0.5];

/// A solid's vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solid {
    /// A collider's name, or `body`.
    pub name: String,
    /// Its vertices in the mesh of all solids.
    pub vertices: Range<usize>,
}

/// The name of the body among solids.
pub const BODY: &str = "body";

/// Solids as they stand in a scene.
#[derive(Debug)]
pub(crate) struct Standing {
    solids: Vec<Solid>,
    triangles: Vec<[u32; 3]>,
    /// What a collider is made of: the driver's outline, a slab that never moves, or nothing.
    colliders: Vec<Form>,
}

#[derive(Debug)]
enum Form {
    Outline,
    Slab(Vec<Point>),
    Nothing,
}

impl Standing {
    /// The solids of a simulation; it must be rewound afterwards by whoever steps it, which every step does.
    pub fn of(simulation: &mut Simulation) -> Result<Self, SimulationError> {
        let first = simulation.scene().specs.simulation.frames[0];
        let mut found = Self { solids: Vec::new(), triangles: Vec::new(), colliders: Vec::new() };
        if let (Some(body), Some(triangles)) = (simulation.body_positions(first)?, simulation.body_triangles()) {
            found.add(BODY, body.len(), &triangles);
        }
        let mut outlines = simulation.collider_outlines(first)?.into_iter();
        for collider in simulation.scene().specs.collider.clone() {
            let plane = collider.shape.get("plane");
            let form = match plane {
                None => outlines.next().map_or(Form::Nothing, |outline| {
                    found.add(&collider.name, outline.positions.len(), &outline.triangles);
                    Form::Outline
                }),
                Some(plane) if collider.path.is_empty() => {
                    let slab = slab(&plane["point"], &plane["normal"]);
                    found.add(&collider.name, slab.positions.len(), &slab.triangles);
                    Form::Slab(slab.positions)
                }
                Some(_) => Form::Nothing,
            };
            found.colliders.push(form);
        }
        Ok(found)
    }

    fn add(&mut self, name: &str, vertices: usize, triangles: &[[u32; 3]]) {
        let first = self.solids.last().map_or(0, |solid| solid.vertices.end);
        self.solids.push(Solid { name: name.to_owned(), vertices: first..first + vertices });
        self.triangles.extend(triangles.iter().map(|triangle| triangle.map(|vertex| vertex + first as u32)));
    }

    /// Which vertices are whose.
    pub fn solids(&self) -> &[Solid] {
        &self.solids
    }

    /// All of them as one mesh.
    pub fn mesh(&self) -> Result<Mesh, MeshError> {
        Mesh::new(self.solids.last().map_or(0, |solid| solid.vertices.end), &self.triangles)
    }

    /// Where their vertices are at a frame.
    pub fn at(&self, simulation: &mut Simulation, frame: u32) -> Result<Vec<Point>, SimulationError> {
        let mut places = simulation.body_positions(frame)?.unwrap_or_default();
        let mut outlines = simulation.collider_outlines(frame)?.into_iter();
        for form in &self.colliders {
            match form {
                Form::Outline => places.extend(outlines.next().map(|outline| outline.positions).unwrap_or_default()),
                Form::Slab(slab) => places.extend(slab),
                Form::Nothing => {}
            }
        }
        Ok(places)
    }
}

/// A slab under a plane, given as a scene does.
fn slab(point: &serde_json::Value, normal: &serde_json::Value) -> Shape {
    let number = |value: &serde_json::Value, axis: usize| value[axis].as_f64().unwrap_or(0.0);
    let vector = |value| Vector::from_fn(|axis, _| number(value, axis));
    let up = vector(normal).try_normalize(0.0).unwrap_or_else(Vector::y);
    let aside = if up.x.abs() < 0.9 { Vector::x() } else { Vector::z() };
    let along = up.cross(&aside).normalize();
    let across = up.cross(&along);
    let middle = vector(point) - up * (SLAB[1] / 2.0);
    let place = |p: Point| Point::from(middle + across * p.x + up * p.y + along * p.z);
    Shape::cuboid(Vector::new(SLAB[0], SLAB[1], SLAB[0])).map(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_slab_looks_outwards_and_ends_at_the_plane() {
        let slab = slab(&json!([0.0, 1.0, 0.0]), &json!([0.0, 3.0, 4.0]));
        let corners = |t: &[u32; 3]| t.map(|v| slab.positions[v as usize].coords);
        let volume: f64 = slab.triangles.iter().map(corners).map(|[a, b, c]| a.dot(&b.cross(&c))).sum::<f64>() / 6.0;
        assert!((volume - SLAB[0] * SLAB[0] * SLAB[1]).abs() < 1e-9, "{volume}");
        let up = Vector::new(0.0, 0.6, 0.8);
        let highest = slab.positions.iter().map(|p| up.dot(&(p - Point::new(0.0, 1.0, 0.0)))).fold(f64::MIN, f64::max);
        assert!(highest.abs() < 1e-12, "{highest}");
    }
}
