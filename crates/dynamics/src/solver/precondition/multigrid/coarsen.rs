//! Which particles stand for the others on the next level, and by what weights.
//!
//! 1. Near neighbours: couplings not much longer than the shortest of the particle. Long ones, as the couplings of a coarse
//!    level have, would thin out too fast.
//! 2. The coarse set: in order of number, every particle that has no coarse near neighbour yet. It is about a quarter.
//! 3. Weights: the smallest ones that sum to one and give the particle's own rest place, so that translations are
//!    reproduced exactly and rotations nearly. A particle takes the nearest coarse ones that do so.
//!
//! Only rest places and couplings count, so all of this is done once for a cloth.

use crate::solver::Pattern;
use geometry::{Point, Vector};
use nalgebra::{Matrix4, Vector4};

/// A coupling is near if it is shorter than this many times the mean of the four shortest.
const NEAR: f64 = 1.8;
/// The first choice: coarse particles within this many times the distance of the nearest.
const FIRST: f64 = 1.5;
/// A particle takes at most so many coarse ones.
const MOST: usize = 6;
/// How far the weighted place may be off, as part of the nearest distance, before more coarse particles are asked.
const OFF: f64 = 0.1;
/// Keeps the weights small where the coarse particles lie on a line, as part of the squared distance.
const RIDGE: f64 = 1e-2;

/// Rows of (coarse particle, weight).
pub(super) type Rows = Vec<Vec<(u32, f32)>>;

/// The coarse set in ascending order, and the weights of every particle.
pub(super) fn coarsen(pattern: &Pattern, rest: &[Point]) -> (Vec<u32>, Rows) {
    let near = near_lengths(pattern, rest);
    let set = independent_set(pattern, rest, &near);
    let mut number = vec![u32::MAX; pattern.rows()];
    set.iter().zip(0..).for_each(|(&i, c)| number[i as usize] = c);
    let rows = (0..pattern.rows()).map(|i| weights(i, pattern, rest, &number)).collect();
    (set, rows)
}

/// The length up to which each particle's couplings are near.
fn near_lengths(pattern: &Pattern, rest: &[Point]) -> Vec<f64> {
    let row = |i: usize| {
        let mut lengths: Vec<f64> = neighbours(pattern, i).map(|j| (rest[j] - rest[i]).norm()).collect();
        lengths.sort_by(f64::total_cmp);
        lengths.truncate(4);
        NEAR * lengths.iter().sum::<f64>() / lengths.len().max(1) as f64
    };
    (0..pattern.rows()).map(row).collect()
}

fn neighbours(pattern: &Pattern, i: usize) -> impl Iterator<Item = usize> + '_ {
    pattern.couplings(i).map(|j| j as usize)
}

fn independent_set(pattern: &Pattern, rest: &[Point], near: &[f64]) -> Vec<u32> {
    let mut covered = vec![false; pattern.rows()];
    let mut set = Vec::new();
    for i in 0..pattern.rows() {
        if covered[i] {
            continue;
        }
        set.push(i as u32);
        for j in neighbours(pattern, i) {
            covered[j] |= (rest[j] - rest[i]).norm() <= near[i].max(near[j]);
        }
    }
    set
}

fn weights(i: usize, pattern: &Pattern, rest: &[Point], number: &[u32]) -> Vec<(u32, f32)> {
    if number[i] != u32::MAX {
        return vec![(number[i], 1.0)];
    }
    let mut near: Vec<(f64, u32)> = Vec::new();
    let mut add = |j: usize| {
        if number[j] != u32::MAX {
            near.push(((rest[j] - rest[i]).norm(), j as u32));
        }
    };
    for j in neighbours(pattern, i) {
        add(j);
        neighbours(pattern, j).for_each(&mut add);
    }
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    near.dedup_by_key(|n| n.1);
    let nearest = near[0].0.max(f64::MIN_POSITIVE);
    let first = near.iter().take_while(|n| n.0 <= FIRST * nearest).count().min(MOST);
    let mut fit = (f64::INFINITY, Vec::new());
    for count in first..=near.len().min(MOST) {
        let d: Vec<Vector> = near[..count].iter().map(|n| (rest[n.1 as usize] - rest[i]) / nearest).collect();
        let w = fitted(&d);
        let off = d.iter().zip(&w).fold(Vector::zeros(), |sum, (d, w)| sum + d * *w).norm();
        if off < 0.9 * fit.0 {
            fit = (off, w);
        }
        if fit.0 <= OFF {
            break;
        }
    }
    near.iter().zip(fit.1).map(|(n, w)| (number[n.1 as usize], w as f32)).collect()
}

/// The smallest weights that sum to one and put the mean of the displacements at zero, nearer ones first.
fn fitted(d: &[Vector]) -> Vec<f64> {
    let phi: Vec<f64> = d.iter().map(|d| d.norm_squared().max(1e-6).powi(-2)).collect();
    let mut moments = Matrix4::zeros();
    for (d, phi) in d.iter().zip(&phi) {
        let v = Vector4::new(1.0, d.x, d.y, d.z);
        moments += v * v.transpose() * *phi;
    }
    let ridge = RIDGE * moments[(0, 0)];
    (1..4).for_each(|k| moments[(k, k)] += ridge);
    let solution = moments.cholesky().map_or(Vector4::new(1.0, 0.0, 0.0, 0.0), |c| c.solve(&Vector4::x()));
    let slope = Vector::new(solution[1], solution[2], solution[3]);
    let raw: Vec<f64> = d.iter().zip(&phi).map(|(d, phi)| phi * (solution[0] + slope.dot(d))).collect();
    let sum: f64 = raw.iter().sum();
    raw.into_iter().map(|w| w / sum).collect()
}
