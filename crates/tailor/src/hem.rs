//! Boundaries that lie straight: a hem is a smooth curve around the limb, whatever the weights were it was cut by.
//!
//! 1. The heights of a loop's points over its plane, taken in order, are a periodic signal. Its slow part (a mean, a tilt, a
//!    dip in front and behind) is what a tailor would cut; the rest is noise. Points move along the cloth, across the loop,
//!    until their height is the slow part's. Keeping the first harmonics whole, instead of averaging neighbours, means that
//!    doing it again changes nothing: loops do not creep along the limb.
//! 2. Where the cloth lies in the loop's plane (a neckline on flat shoulders) height says nothing: there a low-pass filter
//!    that does not shrink (Taubin, A Signal Processing Approach to Fair Surface Design, 1995) smooths the outline.

use crate::even::move_unless_turned;
use crate::fit::Fit;
use crate::loops;
use crate::sheet::Sheet;
use geometry::{Point, Vector};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::f64::consts::TAU;

/// Harmonics of a loop that are kept: 1 is a tilt, 2 a dip in front and behind.
const HARMONICS: usize = 2;

/// Below this cosine between the way across a loop and the normal of its plane, heights do not count.
const STEEP: f64 = 0.35;
/// The two alternating strengths of the low-pass filter: what the first shrinks, the second gives back.
const FILTER: [f64; 2] = [0.50, -0.53];

/// Moves every boundary vertex towards the smooth curve of its loop.
pub(crate) fn straighten(sheet: &mut Sheet, fit: &Fit, number: usize) {
    let mut moved = sheet.positions.clone();
    for ring in rings(sheet).into_iter().filter(|ring| ring.len() > 2) {
        let points: Vec<Point> = ring.iter().map(|&v| sheet.at(v)).collect();
        let axis = plane_normal(&points);
        let heights: Vec<f64> = points.iter().map(|p| p.coords.dot(&axis)).collect();
        let slow = slow_part(&heights);
        let settled: Vec<Point> = (0..ring.len())
            .into_par_iter()
            .map(|i| {
                let (before, after) = (points[(i + points.len() - 1) % points.len()], points[(i + 1) % points.len()]);
                let across = sheet.normal(ring[i]).cross(&(after - before)).try_normalize(0.0).unwrap_or_default();
                let filtered = across.dot(&(nalgebra::center(&before, &after) - points[i])) * FILTER[number % 2];
                let steepness = across.dot(&axis);
                let straightened = if steepness.abs() > STEEP { (slow[i] - heights[i]) / steepness } else { 0.0 };
                fit.settle(&points[i], &(points[i] + across * (filtered + straightened)))
            })
            .collect();
        for (&vertex, point) in ring.iter().zip(settled) {
            moved[vertex as usize] = point;
        }
    }
    move_unless_turned(sheet, &moved);
}

/// The normal of the plane a loop lies in, by the area it encloses; any direction for a loop without area.
fn plane_normal(points: &[Point]) -> Vector {
    let pairs = points.iter().zip(points.iter().cycle().skip(1));
    let area: Vector = pairs.map(|(p, q)| (p - points[0]).cross(&(q - points[0]))).sum();
    area.try_normalize(0.0).unwrap_or_else(Vector::y)
}

/// A periodic signal without its fast harmonics.
fn slow_part(signal: &[f64]) -> Vec<f64> {
    let count = signal.len() as f64;
    let mut slow = vec![0.0; signal.len()];
    for harmonic in 0..=HARMONICS.min(signal.len() / 2) {
        let phase = |i: usize| TAU * (harmonic * i) as f64 / count;
        let (mut cosine, mut sine) = (0.0, 0.0);
        for (i, value) in signal.iter().enumerate() {
            cosine += value * phase(i).cos();
            sine += value * phase(i).sin();
        }
        let scale = if harmonic == 0 { 1.0 } else { 2.0 } / count;
        for (i, sum) in slow.iter_mut().enumerate() {
            *sum += (cosine * phase(i).cos() + sine * phase(i).sin()) * scale;
        }
    }
    slow
}

/// The boundary vertices in order, loop by loop.
fn rings(sheet: &Sheet) -> Vec<Vec<u32>> {
    let is_open = |a: u32, b: u32| sheet.is_boundary_edge([a, b]);
    let on_boundary = sheet.boundary_flags();
    let touches = |f: &[u32; 3]| f.iter().filter(|v| on_boundary[**v as usize]).count() >= 2;
    let sides = sheet.faces().map(|(_, f)| f).filter(touches).flat_map(|[a, b, c]| [(a, b), (b, c), (c, a)]);
    let next: BTreeMap<u32, u32> = sides.filter(|&(a, b)| is_open(a, b)).collect();
    loops::chain(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slow_part_keeps_a_tilt_and_drops_a_zigzag() {
        let at = |i: usize, noise: f64| {
            let angle = TAU * i as f64 / 40.0;
            0.2 * angle.cos() + 0.1 * (2.0 * angle).sin() + if i.is_multiple_of(2) { noise } else { -noise }
        };
        let noisy: Vec<f64> = (0..40).map(|i| at(i, 0.1)).collect();
        let worst = slow_part(&noisy).iter().enumerate().map(|(i, y)| (y - at(i, 0.0)).abs()).fold(0.0, f64::max);
        assert!(worst < 1e-9, "{worst}");
    }
}
