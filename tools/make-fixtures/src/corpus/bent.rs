//! Strips and tubes that are bent or pushed through each other.

use super::Made;
use super::dice::Dice;
use geometry::Point;
use geometry::shapes::{Ends, Shape};
use std::f64::consts::{PI, TAU};

/// A strip folded over, with a dent in its upper half.
pub(super) fn strip(dice: &mut Dice) -> Made {
    const GAP: f64 = 0.1;
    const BEND: f64 = PI * GAP / 2.0;
    let triangles = dice.triangles();
    let rows = (triangles / 10.0).sqrt().round() as u32;
    let depth = dice.between(0.01, 0.06);
    let (at, size) = ([dice.between(0.4, 0.6), dice.between(-0.05, 0.05)], dice.between(0.18, 0.26));
    let skew = dice.between(0.03, 0.09);
    let folded = |depth: f64| {
        Shape::grid(5 * rows, rows, Ends::Open, Ends::Open, |u, v| {
            let along = u * (2.0 + BEND);
            let z = (v - 0.5) * 0.6 + skew * u;
            if along < 1.0 {
                Point::new(1.0 - along, 0.0, z)
            } else if along < 1.0 + BEND {
                let turn = (along - 1.0) / BEND * PI;
                Point::new(-GAP / 2.0 * turn.sin(), GAP / 2.0 * (1.0 - turn.cos()), z)
            } else {
                let x = along - 1.0 - BEND;
                let t = ((x - at[0]).hypot(z - at[1]) / size).min(1.0);
                Point::new(x, GAP - (GAP + depth) * (1.0 - t * t).powi(2), z)
            }
        })
    };
    Made { pieces: vec![folded(depth)], clean: vec![folded(-0.4 * GAP)], body: None, depth }
}

/// A tube around a line that turns by an angle with a radius: smaller than the tube's own, and the inside of the bend has
/// passed through itself.
fn bent_tube([columns, rings]: [u32; 2], radius: f64, turn: f64, bend: f64) -> Shape {
    const ARM: f64 = 0.6;
    let arc = turn * bend;
    let whole = 2.0 * ARM + arc;
    Shape::grid(columns, rings, Ends::Joined, Ends::Open, |u, v| {
        let (sin, cos) = (TAU * u).sin_cos();
        let (out, side) = (radius * cos, radius * sin);
        // The middle of the bend is at the origin; outwards is away from it.
        let s = v * whole - whole / 2.0;
        let angle = (s / bend).clamp(-turn / 2.0, turn / 2.0);
        let beyond = s - angle * bend;
        let from = bend + out;
        Point::new(from * angle.sin() + beyond * angle.cos(), from * angle.cos() - beyond * angle.sin(), side)
    })
}

/// A sleeve bent too sharply.
pub(super) fn sleeve(dice: &mut Dice) -> Made {
    const RADIUS: f64 = 0.15;
    let triangles = dice.triangles();
    let rings = (triangles / 2.0 * 1.6).sqrt().round() as u32;
    let columns = (triangles / 2.0 / f64::from(rings)).round().max(8.0) as u32;
    let turn = dice.between(0.8, 1.6);
    let depth = dice.between(0.01, 0.04);
    let tube = |bend: f64| bent_tube([columns, rings], RADIUS, turn, bend);
    Made { pieces: vec![tube(RADIUS - depth)], clean: vec![tube(RADIUS * 1.3)], body: None, depth }
}

/// Two sleeves side by side, a little of each inside the other at their ends.
pub(super) fn cuffs(dice: &mut Dice) -> Made {
    const RADIUS: f64 = 0.12;
    const LENGTH: f64 = 0.5;
    let triangles = dice.triangles() / 2.0;
    let rings = (triangles / 2.0 / 1.5).sqrt().round() as u32;
    let columns = (triangles / 2.0 / f64::from(rings)).round().max(8.0) as u32;
    let depth = dice.between(0.01, 0.04);
    let overlap = dice.between(0.03, 0.12);
    let lean = dice.between(-0.2, 0.2);
    let start = dice.between(0.0, 1.0);
    let left = Shape::tube(columns, rings, RADIUS, LENGTH);
    let right = |depth: f64| {
        Shape::grid(columns, rings, Ends::Joined, Ends::Open, |u, v| {
            let (sin, cos) = (TAU * (u + start / f64::from(columns))).sin_cos();
            let y = LENGTH - overlap + LENGTH * v;
            let x = 2.0 * RADIUS - depth + RADIUS * cos + 0.1 * v * v;
            Point::new(x, y, -RADIUS * sin + lean * v)
        })
    };
    Made { pieces: vec![left.clone(), right(depth)], clean: vec![left, right(-0.02)], body: None, depth }
}
