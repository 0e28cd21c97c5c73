//! Layers over each other, and over a body.

use super::Made;
use super::dice::Dice;
use geometry::Point;
use geometry::shapes::{Ends, Shape};
use std::f64::consts::TAU;

/// A few waves over the ground.
struct Waves(Vec<[f64; 4]>);

impl Waves {
    fn new(dice: &mut Dice) -> Self {
        let mut waves = Vec::new();
        for _ in 0..4 {
            let (sin, cos) = dice.between(0.0, TAU).sin_cos();
            let frequency = dice.between(4.0, 9.0);
            waves.push([frequency * cos, frequency * sin, dice.between(0.0, TAU), dice.between(0.2, 0.5)]);
        }
        Self(waves)
    }

    /// Between minus two and two.
    fn at(&self, x: f64, z: f64) -> f64 {
        self.0.iter().map(|[u, v, phase, height]| height * (u * x + v * z + phase).sin()).sum()
    }
}

/// Two or three sheets over each other, each with waves of its own that are higher than the gap between them. Their normals point
/// downwards, so the first, which is the innermost, is the highest.
pub(super) fn layers(dice: &mut Dice) -> Made {
    const GAP: f64 = 0.015;
    let count = dice.whole(2, 3);
    let triangles = dice.triangles() / f64::from(count);
    let height = dice.between(0.016, 0.03);
    let cells = (triangles / 2.0).sqrt().round().max(8.0) as u32;
    let (mut pieces, mut clean) = (Vec::new(), Vec::new());
    for layer in 0..count {
        let waves = Waves::new(dice);
        let level = -GAP * f64::from(layer);
        let sheet = Shape::sheet(cells + layer, 1.0);
        let at = |p: Point, height: f64, level: f64| {
            Point::new(p.x + 0.003 * f64::from(layer), level + height * waves.at(p.x, p.z), p.z)
        };
        pieces.push(outwards_down(sheet.clone()).map(|p| at(p, height, level)));
        clean.push(outwards_down(sheet).map(|p| at(p, height, level * (1.0 + 4.5 * height / GAP))));
    }
    // Both can be as far from their level as two heights.
    Made { pieces, clean, body: None, depth: (4.0 * height - GAP).max(height) }
}

fn outwards_down(sheet: Shape) -> Shape {
    let [a, b, c] = sheet.triangles[0].map(|v| sheet.positions[v as usize]);
    if (b - a).cross(&(c - a)).y > 0.0 { sheet.turned() } else { sheet }
}

/// A tube around a long round body, pushed aside so that the body comes through.
pub(super) fn body(dice: &mut Dice) -> Made {
    const RADIUS: f64 = 0.15;
    const EASE: f64 = 0.02;
    let triangles = dice.triangles();
    let rings = (triangles / 2.0).sqrt().round() as u32;
    let columns = (triangles / 2.0 / f64::from(rings)).round().max(8.0) as u32;
    let depth = dice.between(0.015, 0.06);
    let lean = dice.between(-0.1, 0.1);
    let waist = dice.between(0.0, 0.1);
    let mut sphere = Shape::sphere(40, 48, 1.0);
    sphere = sphere.map(|p| {
        let narrow = 1.0 - waist * (1.0 - p.y * p.y);
        Point::new(RADIUS * p.x * narrow, 0.6 * p.y, RADIUS * p.z * narrow)
    });
    let body = outwards(sphere);
    let (turn, phase) = (dice.turn(), dice.between(0.0, 1.0));
    let tube = |aside: f64| {
        Shape::grid(columns, rings, Ends::Joined, Ends::Open, |u, v| {
            let (sin, cos) = (TAU * u + phase).sin_cos();
            let y = (v - 0.5) * 0.5;
            let radius = (RADIUS + EASE) * (1.0 - y * y / 0.36).max(0.3).sqrt();
            let push = aside * (1.0 - 4.0 * y * y * 0.8);
            turn(Point::new(radius * cos + push, y, radius * sin + lean * y * 0.1))
        })
    };
    Made { pieces: vec![tube(depth + EASE)], clean: vec![tube(0.0)], body: Some(body), depth }
}

/// The shape with its normals away from its middle.
fn outwards(shape: Shape) -> Shape {
    let flux: f64 = shape
        .triangles
        .iter()
        .map(|t| {
            let [a, b, c] = t.map(|v| shape.positions[v as usize]);
            (b - a).cross(&(c - a)).dot(&a.coords)
        })
        .sum();
    if flux < 0.0 { shape.turned() } else { shape }
}
