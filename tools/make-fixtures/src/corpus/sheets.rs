//! Sheets through sheets.

use super::Made;
use super::dice::Dice;
use geometry::shapes::Shape;
use geometry::{Point, Vector};

/// The gap between sheets that have not passed through each other, in m.
const GAP: f64 = 0.05;

/// Cells along the side of a square sheet of so many triangles.
fn cells(triangles: f64) -> u32 {
    (triangles / 2.0).sqrt().round().max(4.0) as u32
}

/// A sheet stuck upright into another. Both are shaken a little, so that no two edges are parallel.
fn stuck(dice: &mut Dice, upright: impl Fn(Point) -> Point, size: f64, depth: f64) -> Made {
    let triangles = dice.triangles();
    let ground = Shape::sheet(cells(triangles * 0.7), 1.0);
    let small = Shape::sheet(cells(triangles * 0.3), size);
    let (turn, at) = (dice.turn(), dice.jitter(0.12));
    let lean = dice.between(-0.3, 0.3);
    let place = |lift: f64| {
        small.clone().map(|p| {
            let p = upright(p);
            turn(Point::new(p.x + 0.013, p.y + lift, p.z + lean * p.y)) + Vector::new(at.x, 0.0, at.z)
        })
    };
    Made { pieces: vec![ground.clone(), place(-depth)], clean: vec![ground, place(GAP)], body: None, depth }
}

/// The whole lower rim of an upright sheet is through.
pub(super) fn through(dice: &mut Dice) -> Made {
    let (size, depth) = (dice.between(0.3, 0.5), dice.between(0.015, 0.06));
    stuck(dice, move |p| Point::new(p.x, p.z + size / 2.0, 0.02 * p.x), size, depth)
}

/// A corner is through.
pub(super) fn corner(dice: &mut Dice) -> Made {
    let (size, depth) = (dice.between(0.3, 0.5), dice.between(0.015, 0.08));
    let turn = std::f64::consts::FRAC_1_SQRT_2;
    stuck(dice, move |p| Point::new((p.x - p.z) * turn, (p.x + p.z) * turn + size * turn, 0.02 * p.x), size, depth)
}

/// A flat sheet, and another above it that is dented: its lowest point is at −depth.
fn dented(dice: &mut Dice, depth: f64, dent: impl Fn(f64, f64) -> f64) -> Made {
    let triangles = dice.triangles() / 2.0;
    let below = Shape::sheet(cells(triangles), 1.0);
    let (turn, at) = (dice.turn(), dice.jitter(0.004));
    let above = |depth: f64| {
        let sheet = Shape::sheet(cells(triangles) - 1, 0.98);
        sheet.map(|p| {
            let q = turn(p);
            Point::new(p.x + at.x, GAP - (GAP + depth) * dent(q.x, q.z), p.z + at.z)
        })
    };
    Made { pieces: vec![below.clone(), above(depth)], clean: vec![below, above(-0.4 * GAP)], body: None, depth }
}

/// One at the middle, falling to zero at the distance `size`.
fn bump(x: f64, z: f64, [u, v]: [f64; 2], size: f64) -> f64 {
    let t = ((x - u).hypot(z - v) / size).min(1.0);
    (1.0 - t * t).powi(2)
}

/// One to five bumps, apart from each other.
pub(super) fn bumps(dice: &mut Dice) -> Made {
    let count = dice.whole(1, 5);
    let depth = dice.between(0.01, 0.05);
    let size = dice.between(0.14, 0.2);
    let first = dice.between(0.0, 1.0);
    let places: Vec<[f64; 2]> = (0..count)
        .map(|k| {
            let angle = std::f64::consts::TAU * (first + f64::from(k) / f64::from(count));
            let radius = if count == 1 { 0.05 } else { 0.28 };
            [radius * angle.cos(), radius * angle.sin()]
        })
        .collect();
    dented(dice, depth, |x, z| places.iter().map(|at| bump(x, z, *at, size)).sum())
}

/// Two bumps whose saddle is where the sheets meet, to a hundredth of the depth.
pub(super) fn figure_eight(dice: &mut Dice) -> Made {
    let depth = dice.between(0.01, 0.05);
    let size = dice.between(0.2, 0.28);
    let off = dice.between(-0.01, 0.01) * depth;
    let level = GAP / (GAP + depth) + off;
    // The distance at which the two bumps' sum in the middle is the level of the other sheet.
    let t = (1.0 - (level / 2.0).sqrt()).sqrt();
    let apart = t * size;
    dented(dice, depth, |x, z| bump(x, z, [apart, 0.0], size) + bump(x, z, [-apart, 0.0], size))
}

/// One or two ring-shaped ridges, one inside the other.
pub(super) fn nested_rings(dice: &mut Dice) -> Made {
    let rings = dice.whole(1, 2);
    let depth = dice.between(0.01, 0.04);
    let width = dice.between(0.09, 0.12);
    let outer = dice.between(0.28, 0.33);
    dented(dice, depth, move |x, z| {
        let ridge = |radius: f64| bump(x.hypot(z) - radius, 0.0, [0.0, 0.0], width);
        if rings == 1 { ridge(outer) } else { ridge(outer) + ridge(outer - 2.0 * width) }
    })
}
