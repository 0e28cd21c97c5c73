//! Frames of a scene side by side on one sheet.

use crate::colors;
use anyhow::{Context, Result};
use driver::Simulation;
use driver::garment::Garment;
use geometry::shapes::Shape;
use geometry::{Point, Vector};
use picture::{BODY, Backdrop, Camera, Image, Mesh, Srgb, Wireframe, suitable_direction};

/// Pixels of each view: as many whatever its shape.
const PIXELS: f64 = 560.0 * 560.0;
/// The narrowest and the widest view, as width over height.
const SHAPES: [f64; 2] = [0.5, 1.6];
/// Views side by side.
const COLUMNS: usize = 4;
/// Views of a sheet.
const SHOTS: u32 = 8;
/// What is behind: nothing, so that nothing looks like a floor, sRGB.
const BACKDROP: Srgb = [0.93, 0.94, 0.95];
/// From a character to the eye: three-quarter, and hardly from above, so that hems and the insides of elbows show.
const AT_EYE_LEVEL: [f64; 3] = [0.50, 0.14, 0.86];

/// A frame and the vertices of its garments.
pub type Shot = (u32, Vec<Vec<Point>>);

/// The frames that a sheet shows: evenly spaced, the first and the last among them.
pub fn shots([first, last]: [u32; 2]) -> Vec<u32> {
    let count = (last - first).min(SHOTS - 1);
    let frame = |shot: u32| first + (f64::from(shot) * f64::from(last - first) / f64::from(count)).round() as u32;
    if count == 0 { vec![first] } else { (0..=count).map(frame).collect() }
}

/// A sheet of frames, all seen by one camera that sees the whole motion.
pub fn png(simulation: &mut Simulation, frames: &[Shot]) -> Result<Vec<u8>> {
    let bodies: Vec<Option<Vec<Point>>> =
        frames.iter().map(|(frame, _)| simulation.body_positions(*frame)).collect::<Result<_, _>>()?;
    let solids: Vec<Vec<Shape>> =
        frames.iter().map(|(frame, _)| simulation.collider_outlines(*frame)).collect::<Result<_, _>>()?;
    let cloth_points = frames.iter().flat_map(|(_, garments)| garments.iter().flatten());
    let all: Vec<Point> = cloth_points.chain(bodies.iter().flatten().flatten()).copied().collect();
    let has_body = bodies.iter().any(Option::is_some);
    let direction = if has_body { Vector::from(AT_EYE_LEVEL) } else { suitable_direction(&all) };
    let shape = shape(&all, &direction);
    let (width, height) = ((PIXELS * shape).sqrt() as u32, (PIXELS / shape).sqrt() as u32);
    let camera = Camera::framing(&all, direction, f64::from(width) / f64::from(height));
    let body_triangles = simulation.body_triangles().unwrap_or_default();
    let triangles: Vec<Vec<[u32; 3]>> = simulation.garments().iter().map(triangles_of).collect();
    let draw = |(((_, garments), body), solids): ((&Shot, &Option<Vec<Point>>), &Vec<Shape>)| {
        let mut scene = picture::Scene::new().backdrop(Backdrop::Plain(BACKDROP));
        for Shape { positions, triangles } in solids {
            scene = scene.mesh(Mesh::new(positions, triangles).base(BODY));
        }
        if let Some(body) = body {
            scene = scene.mesh(Mesh::new(body, &body_triangles).base(BODY));
        }
        for (index, (positions, triangles)) in garments.iter().zip(&triangles).enumerate() {
            let color = colors::of_garment(index);
            scene = scene.mesh(Mesh::new(positions, triangles).base(color).wireframe(Wireframe::Faint));
        }
        scene.render(width, height, &camera).image
    };
    let images: Vec<Image> = frames.iter().zip(&bodies).zip(&solids).map(draw).collect();
    let fps = simulation.scene().specs.simulation.fps;
    let label = |(frame, _): &Shot| format!("frame {frame}, {:.2} s", f64::from(*frame) / fps);
    let labels: Vec<String> = frames.iter().map(label).collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    Image::sheet(&images, COLUMNS, &labels).write_png().context("cannot encode the picture")
}

/// Width over height of what is seen from a direction.
fn shape(points: &[Point], direction: &Vector) -> f64 {
    let right = Vector::y().cross(direction).try_normalize(1e-6).unwrap_or_else(Vector::x);
    let up = direction.cross(&right).normalize();
    let extent = |axis: &Vector| {
        let along = || points.iter().map(|point| point.coords.dot(axis));
        along().fold(f64::MIN, f64::max) - along().fold(f64::MAX, f64::min)
    };
    let ratio = extent(&right) / extent(&up);
    if ratio.is_finite() { ratio.clamp(SHAPES[0], SHAPES[1]) } else { 1.0 }
}

/// A garment's triangles, its meshes counted one after the other.
fn triangles_of(garment: &Garment) -> Vec<[u32; 3]> {
    let mut first = 0;
    let mut triangles = Vec::with_capacity(garment.triangle_count());
    for panel in &garment.panels {
        triangles.extend(panel.triangles.iter().map(|triangle| triangle.map(|vertex| vertex + first)));
        first += panel.piece.positions.len() as u32;
    }
    triangles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shots_are_evenly_spaced_and_include_both_ends() {
        assert_eq!(shots([5, 5]), [5]);
        assert_eq!(shots([0, 3]), [0, 1, 2, 3]);
        assert_eq!(shots([10, 24]), [10, 12, 14, 16, 18, 20, 22, 24]);
    }

    #[test]
    fn views_have_the_shape_of_what_they_show() {
        let front = Vector::z();
        let corners = |w: f64, h: f64| [Point::origin(), Point::new(w, h, 0.3)];
        assert!((shape(&corners(1.0, 1.25), &front) - 0.8).abs() < 1e-12);
        assert_eq!(shape(&corners(1.0, 9.0), &front), SHAPES[0]);
        assert_eq!(shape(&corners(0.0, 0.0), &front), 1.0);
        assert_eq!(shape(&[], &Vector::y()), 1.0);
    }
}
