//! Colliders as a scene names them.

use super::mesh::MovingMesh;
use super::moving::Moving;
use super::path::Path;
use crate::clock::Clock;
use crate::scene::{ColliderSpec, Scene, SceneProblem};
use body::{Body, BodyError, Playback, Wrap};
use contact::Shape;
use geometry::assembly::AssemblyError;
use geometry::{Assembly, Part, Point, Vector};
use nalgebra::{Isometry3, Translation3, UnitQuaternion};
use serde_json::Value as Json;

/// Reads a collider; the table of keys has checked its numbers.
pub fn read(scene: &Scene, clock: &Clock, index: usize, spec: &ColliderSpec) -> Result<Moving, SceneProblem> {
    let Some((kind, values)) = spec.shape.as_object().and_then(|shape| shape.iter().next()) else {
        return Err(scene.problem(&format!("collider.{index}.shape"), "it is no shape", "give one"));
    };
    let path = Path::of(spec);
    let vector = |key: &str| vector(&values[key]);
    let number = |key: &str| values[key].as_f64().unwrap_or(0.0);
    let (shape, frame) = match kind.as_str() {
        "plane" => (Shape::Plane, frame(vector("point"), vector("normal"))),
        "sphere" => (Shape::Sphere { radius: number("radius") }, frame(vector("center"), Vector::y())),
        "capsule" => {
            let [from, to] = [vector("from"), vector("to")];
            let half_length = (to - from).norm() / 2.0;
            (Shape::Capsule { radius: number("radius"), half_length }, frame((from + to) / 2.0, to - from))
        }
        // Contact keeps particles out of a formula; of a mesh it also finds corners and edges that poke into the cloth between them, and
        // where nothing may pass through anything, the solve should know of those.
        "box" if scene.specs.simulation.stays_clean() && !scene.specs.simulation.holds_pinched() => {
            let outline = geometry::shapes::Shape::cuboid(vector("size")).moved(vector("center"));
            let part = Part { positions: &outline.positions, triangles: &outline.triangles };
            let place = format!("collider.{index}.shape.box");
            let wrong = |error: AssemblyError| scene.problem(&place, error.to_string(), "give it a size");
            let assembly = Assembly::new(&[part]).map_err(wrong)?;
            return Ok(Moving::Mesh(Box::new(MovingMesh::stiff(&assembly, path))));
        }
        "box" => (Shape::Box { half: vector("size") / 2.0 }, frame(vector("center"), Vector::y())),
        _ => {
            let place = format!("collider.{index}.shape.mesh");
            let mesh = if values["animation"].is_null() {
                stiff(scene, &place, values, path)?
            } else {
                played(scene, clock, &place, values, path)?
            };
            return Ok(Moving::Mesh(Box::new(mesh)));
        }
    };
    Ok(Moving::shape(shape, frame, path))
}

fn vector(values: &Json) -> Vector {
    Vector::from_fn(|k, _| values[k].as_f64().unwrap_or(0.0))
}

/// A frame whose y axis points that way.
fn frame(origin: Vector, up: Vector) -> Isometry3<f64> {
    let turn = UnitQuaternion::rotation_between(&Vector::y(), &up);
    // Straight down there is no shortest turn: any half turn about a horizontal axis will do.
    let turn = turn.unwrap_or_else(|| UnitQuaternion::from_axis_angle(&Vector::x_axis(), std::f64::consts::PI));
    Isometry3::from_parts(Translation3::from(origin), turn)
}

fn stiff(scene: &Scene, place: &str, values: &Json, path: Path) -> Result<MovingMesh, SceneProblem> {
    let file = scene.path(values["file"].as_str().unwrap_or_default());
    let wrong = |fault: String| {
        let fault = format!("{}: {fault}", file.display());
        scene.problem(&format!("{place}.file"), fault, "give a mesh whose edges have one or two faces")
    };
    let document = cloth_io::read(&file).map_err(|error| wrong(error.to_string()))?;
    let pieces: Vec<(&[Point], Vec<[u32; 3]>)> =
        document.pieces().iter().map(|piece| (&piece.positions[..], piece.polygons.triangles().0)).collect();
    let parts: Vec<Part> = pieces.iter().map(|(positions, triangles)| Part { positions, triangles }).collect();
    let assembly = Assembly::new(&parts).map_err(|error| wrong(error.to_string()))?;
    Ok(MovingMesh::stiff(&assembly, path))
}

fn played(scene: &Scene, clock: &Clock, place: &str, values: &Json, path: Path) -> Result<MovingMesh, SceneProblem> {
    let file = scene.path(values["file"].as_str().unwrap_or_default());
    let wrong = |key: &str, error: &BodyError| {
        let text = format!("{}: {error}", file.display());
        let (fault, remedy) = text.rsplit_once("; ").unwrap_or((&text, "name another"));
        scene.problem(&format!("{place}.{key}"), fault, remedy)
    };
    let body = Body::open(&file).map_err(|error| wrong("file", &error))?;
    let animation = &values["animation"];
    let name = animation.as_str().map_or_else(|| animation.to_string(), str::to_owned);
    let clip = body.animation(&name).map_err(|error| wrong("animation", &error))?;
    let playback = Playback { clip: Some(clip), start: clock.start(), wrap: Wrap::Clamp, lead_in: clock.lead_in() };
    Ok(MovingMesh::played(body, playback, path))
}
