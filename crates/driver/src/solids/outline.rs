//! Solids as meshes, to be drawn.

use super::moving::Moving;
use contact::{Shape as Formula, When};
use geometry::shapes::Shape;
use geometry::{Point, Vector};

/// Rings and segments of what is round.
const ROUND: [u32; 2] = [24, 36];

/// The surface of a solid at the start of a step; none of a plane, which has no end.
pub fn of(moving: &Moving) -> Option<Shape> {
    match moving {
        Moving::Mesh(mesh) => {
            let faces = mesh.surface().mesh().faces().iter();
            let triangles = faces.map(|face| face.map(|vertex| vertex.0)).collect();
            Some(Shape { positions: mesh.surface().positions(When::T0).to_vec(), triangles })
        }
        Moving::Shape(path) => formula(&path.shape.shape).map(|outline| outline.map(|p| path.shape.frame_t0 * p)),
    }
}

pub(super) fn formula(shape: &Formula) -> Option<Shape> {
    let ball = |radius: f64| Shape::sphere(ROUND[0], ROUND[1], radius).turned();
    match *shape {
        Formula::Plane => None,
        Formula::Sphere { radius } => Some(ball(radius)),
        // The two halves of a ball, drawn apart; its equator becomes the wall.
        Formula::Capsule { radius, half_length } => Some(ball(radius).map(|p| {
            let apart = if p.y > 1e-9 * radius { half_length } else { -half_length };
            Point::new(p.x, p.y + apart, p.z)
        })),
        Formula::Box { half } => Some(cuboid(half)),
    }
}

fn cuboid(half: Vector) -> Shape {
    let corner = |k: u32| Point::from(half.map_with_location(|axis, _, h| if k >> axis & 1 == 1 { h } else { -h }));
    let quads = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Shape { positions: (0..8).map(corner).collect(), triangles }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six times the volume: positive if the triangles look outwards.
    fn volume(shape: &Shape) -> f64 {
        let corners = |t: &[u32; 3]| t.map(|v| shape.positions[v as usize].coords);
        shape.triangles.iter().map(corners).map(|[a, b, c]| a.dot(&b.cross(&c))).sum::<f64>() / 6.0
    }

    #[test]
    fn outlines_enclose_what_they_should() {
        let cuboid = formula(&Formula::Box { half: Vector::new(1.0, 2.0, 3.0) }).expect("a box");
        assert!((volume(&cuboid) - 48.0).abs() < 1e-12);
        let ball = formula(&Formula::Sphere { radius: 1.0 }).expect("a ball");
        assert!((volume(&ball) / (4.0 / 3.0 * std::f64::consts::PI) - 1.0).abs() < 0.03);
        let capsule = formula(&Formula::Capsule { radius: 1.0, half_length: 2.0 }).expect("a capsule");
        assert!((volume(&capsule) / ((4.0 / 3.0 + 4.0) * std::f64::consts::PI) - 1.0).abs() < 0.05);
        assert!(formula(&Formula::Plane).is_none());
    }
}
