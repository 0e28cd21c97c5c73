//! Colliders as a scene names them.

use crate::scene::{ColliderSpec, Scene, SceneError, SceneProblem};
use contact::{MovingShape, Shape, Surface};
use geometry::{Assembly, Part, Point, SurfaceMotion, Vector};
use nalgebra::{Isometry3, Translation3, UnitQuaternion};
use serde_json::Value as Json;

/// A collider, ready to be searched.
pub enum Collider {
    /// One with a formula.
    Shape(MovingShape),
    /// A mesh that stands still.
    Mesh(Box<Surface>),
}

/// Reads a collider; the table of keys has checked its numbers.
pub fn read(scene: &Scene, index: usize, spec: &ColliderSpec) -> Result<Collider, SceneError> {
    let Some((kind, values)) = spec.shape.as_object().and_then(|shape| shape.iter().next()) else {
        return Err(scene.error(scene.problem(&format!("collider.{index}.shape"), "it is no shape", "give one")));
    };
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
        "box" => (Shape::Box { half: vector("size") / 2.0 }, frame(vector("center"), Vector::y())),
        _ => return mesh(scene, index, values["file"].as_str().unwrap_or_default()).map_err(|p| scene.error(p)),
    };
    Ok(Collider::Shape(MovingShape::still(shape, frame)))
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

fn mesh(scene: &Scene, index: usize, file: &str) -> Result<Collider, SceneProblem> {
    let path = scene.path(file);
    let wrong = |fault: String| {
        let fault = format!("{}: {fault}", path.display());
        scene.problem(
            &format!("collider.{index}.shape.mesh.file"),
            fault,
            "give a mesh whose edges have one or two faces",
        )
    };
    let document = cloth_io::read(&path).map_err(|error| wrong(error.to_string()))?;
    let pieces: Vec<(&[Point], Vec<[u32; 3]>)> =
        document.pieces().iter().map(|piece| (&piece.positions[..], piece.polygons.triangles().0)).collect();
    let parts: Vec<Part> = pieces.iter().map(|(positions, triangles)| Part { positions, triangles }).collect();
    let assembly = Assembly::new(&parts).map_err(|error| wrong(error.to_string()))?;
    let still = SurfaceMotion::still(assembly.positions());
    Ok(Collider::Mesh(Box::new(Surface::new(assembly.mesh().clone(), &still))))
}
