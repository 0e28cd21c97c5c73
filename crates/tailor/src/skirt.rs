//! A skirt: a tube that starts at the waist loop and falls to its length, outside everything it falls around.
//!
//! 1. The waist loop is sampled by angle around its middle.
//! 2. The body below it, as far as it hangs together with what is inside the loop, is looked at level by level: legs and hips
//!    count, hands that hang beside them do not.
//! 3. Level by level the skirt goes outwards by the flare, and further where the hull of the body at the ease is wider. It
//!    never comes in again: cloth falls straight from the widest place.
//! 4. Quads between levels are cut in two; `even` makes the triangles even, its fit keeps them off the body.

use crate::error::TailorError;
use crate::form::Form;
use crate::make::{Order, Skirt};
use crate::volume::{Grid, neighbours};
use geometry::shapes::{Ends, Shape};
use geometry::{Point, Vector};
use std::f64::consts::TAU;

/// Rounds of averaging over neighbouring angles at every level, so that a hip widens the skirt around it too.
const ROUNDING: usize = 3;
/// Supporting lines that meet a ray at a flatter angle than this cosine (about 81°) do not bound it: they would only add noise.
const GRAZING: f64 = 0.156;
/// A waist that goes around the body is nowhere nearer to its middle than this part of the body's reach at its mean height; it
/// is not 1 because waists tilt, and are narrower where they are higher.
const TILTED: f64 = 0.6;
/// Fewest and most angles and levels of the tube.
const DIVISIONS: std::ops::RangeInclusive<usize> = 12..=2048;

/// The tube for a skirt. `waist` is the loop in order; `is_body` says of every cell whether it is no farther from the body than
/// the ease.
pub(crate) fn tube(
    form: &Form,
    order: &Order,
    skirt: Skirt,
    waist: &[Point],
    grid: &Grid,
    is_body: &[bool],
) -> Result<Shape, TailorError> {
    check(form, skirt)?;
    let middle = Point::from(waist.iter().map(|p| p.coords).sum::<Vector>() / waist.len().max(1) as f64);
    let length = |p: &[Point]| -> f64 { p.iter().zip(p.iter().cycle().skip(1)).map(|(a, b)| (a - b).norm()).sum() };
    let count = |length: f64| ((length / order.edge).round() as usize).clamp(*DIVISIONS.start(), *DIVISIONS.end());
    let (angles, levels) = (count(length(waist)), count(skirt.length));
    let top = by_angle(waist, &middle, angles);
    let flesh = flesh_below(grid, is_body, waist, &middle);
    if !goes_around(&top, &middle, &hull_radius(&flesh, &middle, middle.y, grid.step, angles)) {
        return Err(TailorError::WaistBeside);
    }
    let mut radius: Vec<f64> = top.iter().map(|p| (p.x - middle.x).hypot(p.z - middle.z)).collect();
    let mut rows = vec![top.clone()];
    let drop = skirt.length / levels as f64;
    for level in 1..=levels {
        let share = level as f64 / levels as f64;
        let hem = middle.y - skirt.length;
        let height = |i: usize| top[i].y + (hem - top[i].y) * share;
        let hull = hull_radius(&flesh, &middle, middle.y - level as f64 * drop, grid.step, angles);
        for (r, hull) in radius.iter_mut().zip(hull) {
            *r = (*r + skirt.flare * drop).max(hull);
        }
        round(&mut radius);
        rows.push((0..angles).map(|i| ring_point(&middle, radius[i], i, angles, height(i))).collect());
    }
    let at = |u: f64, v: f64| {
        let (i, level) = ((u * angles as f64).round() as usize, (v * levels as f64).round() as usize);
        rows[level.min(levels)][i % angles]
    };
    Ok(Shape::grid(angles as u32, levels as u32, Ends::Joined, Ends::Open, at).turned())
}

/// Whether a waist has the body inside it, given how far the body reaches in every direction at its height.
fn goes_around(top: &[Point], middle: &Point, hull: &[f64]) -> bool {
    top.iter().zip(hull).all(|(p, reach)| (p.x - middle.x).hypot(p.z - middle.z) >= TILTED * reach)
}

fn check(form: &Form, skirt: Skirt) -> Result<(), TailorError> {
    let height = form.height();
    if !(skirt.length > 0.0 && skirt.length <= height) {
        let expected = format!("above 0 and at most the character's height of {height:.3} m");
        return Err(TailorError::Setting { name: "length", value: skirt.length, expected });
    }
    if !(0.0..=STEEPEST).contains(&skirt.flare) {
        let expected = format!("between 0 (straight) and {STEEPEST}");
        return Err(TailorError::Setting { name: "flare", value: skirt.flare, expected });
    }
    Ok(())
}

/// The widest flare: about 63° from straight down, wider than a full circle skirt hangs.
const STEEPEST: f64 = 2.0;

fn angle_of(p: &Point, middle: &Point) -> f64 {
    (-(p.z - middle.z)).atan2(p.x - middle.x).rem_euclid(TAU)
}

fn ring_point(middle: &Point, radius: f64, i: usize, angles: usize, y: f64) -> Point {
    let angle = TAU * i as f64 / angles as f64;
    Point::new(middle.x + radius * angle.cos(), y, middle.z - radius * angle.sin())
}

/// The loop's points at even angles, each between the two of the loop around it.
fn by_angle(waist: &[Point], middle: &Point, angles: usize) -> Vec<Point> {
    let mut sorted: Vec<(f64, Point)> = waist.iter().map(|p| (angle_of(p, middle), *p)).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let at = |i: usize| {
        let wanted = TAU * i as f64 / angles as f64;
        let after = sorted.partition_point(|(angle, _)| *angle <= wanted);
        let (a, b) = (sorted[(after + sorted.len() - 1) % sorted.len()], sorted[after % sorted.len()]);
        let gap = (b.0 - a.0).rem_euclid(TAU);
        let share = if gap > 0.0 { (wanted - a.0).rem_euclid(TAU) / gap } else { 0.0 };
        let between = a.1 + (b.1 - a.1) * share.clamp(0.0, 1.0);
        let radius = (between.x - middle.x).hypot(between.z - middle.z);
        ring_point(middle, radius, i, angles, between.y)
    };
    (0..angles).map(at).collect()
}

/// The cells of the body below the waist that hang together with what is inside the loop.
fn flesh_below(grid: &Grid, is_body: &[bool], waist: &[Point], middle: &Point) -> Vec<Point> {
    let highest = waist.iter().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max);
    let widest = waist.iter().map(|p| (p.x - middle.x).hypot(p.z - middle.z)).fold(0.0, f64::max);
    let mut reached = vec![false; is_body.len()];
    let mut stack = Vec::new();
    for cell in (0..is_body.len()).filter(|&cell| is_body[cell]) {
        let p = grid.point(grid.coordinates(cell));
        if (p.y - middle.y).abs() <= grid.step && (p.x - middle.x).hypot(p.z - middle.z) < widest {
            reached[cell] = true;
            stack.push(cell);
        }
    }
    while let Some(cell) = stack.pop() {
        for next in neighbours(grid, cell) {
            if is_body[next] && !reached[next] && grid.point(grid.coordinates(next)).y <= highest {
                reached[next] = true;
                stack.push(next);
            }
        }
    }
    (0..reached.len()).filter(|&cell| reached[cell]).map(|cell| grid.point(grid.coordinates(cell))).collect()
}

/// How far the convex hull of the flesh at a height reaches in every direction from the middle; 0 where there is none.
fn hull_radius(flesh: &[Point], middle: &Point, y: f64, step: f64, angles: usize) -> Vec<f64> {
    let near = flesh.iter().filter(|p| (p.y - y).abs() <= step).map(|p| [p.x - middle.x, -(p.z - middle.z)]);
    let slice: Vec<[f64; 2]> = near.collect();
    let direction = |i: usize| (TAU * i as f64 / angles as f64).sin_cos();
    // The support of the hull in every direction; a ray leaves the hull where the first supporting line cuts it.
    let support: Vec<f64> = (0..angles)
        .map(|i| {
            let (sin, cos) = direction(i);
            slice.iter().map(|[x, z]| x * cos + z * sin).fold(0.0, f64::max) + step
        })
        .collect();
    let along = |i: usize| {
        let lines = (0..angles).filter_map(|j| {
            let between = TAU * (i as f64 - j as f64) / angles as f64;
            let cosine = between.cos();
            (cosine > GRAZING).then(|| support[j] / cosine)
        });
        lines.fold(f64::INFINITY, f64::min)
    };
    (0..angles).map(|i| if slice.is_empty() { 0.0 } else { along(i) }).collect()
}

/// Spreads bulges to their neighbours without taking anything in.
fn round(radius: &mut [f64]) {
    let count = radius.len();
    for _ in 0..ROUNDING {
        let before = radius.to_vec();
        for i in 0..count {
            let mean = f64::midpoint(before[(i + count - 1) % count], before[(i + 1) % count]);
            radius[i] = before[i].max(mean);
        }
    }
}
