//! Chebyshev polynomials of the block-Jacobi iteration: what takes the rough part of the error on a level.
//!
//! Every step is one product in single precision and reads everything else once. Before and after the coarser levels the
//! same polynomial is used, so the cycle is symmetric.

use super::{Cycle, Short};
use crate::solver::pattern::{CHUNK, LANES, Slice};
use crate::solver::{BlockMatrix, Symmetric};
use rayon::prelude::*;

/// Steps of the power iteration that finds the largest eigenvalue.
const POWER: usize = 8;
/// By how much its answer, which is from below, is raised.
const SAFETY: f32 = 1.15;

/// One level's diagonal and vectors.
#[derive(Clone, Debug)]
pub(super) struct Smoother {
    /// What acts on each particle alone.
    pub own: Vec<[f32; 6]>,
    /// The inverse of each diagonal block; zero in held directions.
    pub inverse: Vec<[f32; 6]>,
    /// The right side.
    pub right: Vec<Short>,
    /// The solution.
    pub x: Vec<Short>,
    other: Vec<Short>,
    change: Vec<Short>,
    /// The largest eigenvalue of the diagonal's inverse times the matrix, or a little more.
    pub largest: f32,
}

impl Smoother {
    pub fn new(particles: usize) -> Self {
        let short = vec![[0.0; 4]; particles];
        Self {
            own: vec![[0.0; 6]; particles],
            inverse: vec![[0.0; 6]; particles],
            right: short.clone(),
            x: short.clone(),
            other: short.clone(),
            change: short,
            largest: 1.0,
        }
    }

    /// x = p(D⁻¹A) D⁻¹ b from nothing.
    pub fn smooth_first(&mut self, matrix: &BlockMatrix, cycle: &Cycle) {
        let steps = Steps::new(self.largest, cycle);
        let factor = 1.0 / steps.middle;
        let rows = self.change.par_chunks_mut(CHUNK).zip(self.x.par_chunks_mut(CHUNK));
        let given = self.right.par_chunks(CHUNK).zip(self.inverse.par_chunks(CHUNK));
        rows.zip(given).for_each(|((change, x), (right, inverse))| {
            for (((change, x), right), inverse) in change.iter_mut().zip(x).zip(right).zip(inverse) {
                *change = times(inverse, right).map(|e| factor * e);
                *x = *change;
            }
        });
        self.go_on(matrix, steps, cycle.degree - 1);
    }

    /// The same polynomial on the error of x.
    pub fn smooth_again(&mut self, matrix: &BlockMatrix, cycle: &Cycle) {
        let steps = Steps::new(self.largest, cycle);
        self.step(matrix, 0.0, 1.0 / steps.middle);
        self.go_on(matrix, steps, cycle.degree - 1);
    }

    fn go_on(&mut self, matrix: &BlockMatrix, mut steps: Steps, count: usize) {
        for _ in 0..count {
            let (keep, add) = steps.next();
            self.step(matrix, keep, add);
        }
    }

    /// change = keep · change + add · D⁻¹ (b − A x); x += change.
    fn step(&mut self, matrix: &BlockMatrix, keep: f32, add: f32) {
        let (x, own) = (&self.x, &self.own);
        let rows = self.change.par_chunks_mut(CHUNK).zip(self.other.par_chunks_mut(CHUNK));
        let given = self.right.par_chunks(CHUNK).zip(self.inverse.par_chunks(CHUNK));
        rows.zip(given).enumerate().for_each(|(c, ((change, other), (right, inverse)))| {
            for_rows(matrix, own, x, c, |i, product| {
                let residual = minus(&right[i], &product);
                let add = times(&inverse[i], &residual).map(|e| add * e);
                let here = &x[c * CHUNK + i];
                change[i] = std::array::from_fn(|e| keep * change[i][e] + add[e]);
                other[i] = std::array::from_fn(|e| here[e] + change[i][e]);
            });
        });
        std::mem::swap(&mut self.x, &mut self.other);
    }

    /// b − A x, in the memory that the next step overwrites.
    pub fn residual(&mut self, matrix: &BlockMatrix) -> &mut [Short] {
        let (x, own) = (&self.x, &self.own);
        self.other.par_chunks_mut(CHUNK).zip(self.right.par_chunks(CHUNK)).enumerate().for_each(|(c, (out, right))| {
            for_rows(matrix, own, x, c, |i, product| out[i] = minus(&right[i], &product));
        });
        &mut self.other
    }

    /// Finds the largest eigenvalue by powers from a fixed start.
    pub fn measure(&mut self, matrix: &BlockMatrix) {
        let mut noise = crate::solver::sample::Noise(1);
        // The first right side is D v; every later one A v of the one before.
        self.right.iter_mut().for_each(|r| *r = [noise.next() as f32, noise.next() as f32, noise.next() as f32, 0.0]);
        let mut found = 0.0;
        for _ in 0..=POWER {
            let x = self.x.par_chunks_mut(CHUNK).zip(self.right.par_chunks(CHUNK)).zip(self.inverse.par_chunks(CHUNK));
            x.for_each(|((x, r), d)| x.iter_mut().zip(r).zip(d).for_each(|((x, r), d)| *x = times(d, r)));
            let before: f64 = dot(&self.x, &self.right);
            let (x, own) = (&self.x, &self.own);
            self.other.par_chunks_mut(CHUNK).enumerate().for_each(|(c, out)| {
                for_rows(matrix, own, x, c, |i, product| out[i] = product);
            });
            let after = dot(&self.x, &self.other);
            if before.is_nan() || before <= 0.0 || after.is_nan() {
                break;
            }
            found = after / before;
            let scale = (1.0 / found.max(f64::MIN_POSITIVE)) as f32;
            let rows = self.right.par_chunks_mut(CHUNK).zip(self.other.par_chunks(CHUNK));
            rows.for_each(|(r, o)| r.iter_mut().zip(o).for_each(|(r, o)| *r = o.map(|e| e * scale)));
        }
        self.largest = (SAFETY * found as f32).max(1.0);
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.own.len() * (2 * 24 + 4 * 16)
    }
}

/// The coefficients of the polynomial, one step after the other.
struct Steps {
    middle: f32,
    ratio: f32,
    rho: f32,
}

impl Steps {
    fn new(largest: f32, cycle: &Cycle) -> Self {
        let smallest = largest / cycle.range;
        let (middle, half) = (0.5 * (largest + smallest), 0.5 * (largest - smallest));
        Self { middle, ratio: middle / half, rho: half / middle }
    }

    /// How much of the last change is kept, and how much of the residual is added.
    fn next(&mut self) -> (f32, f32) {
        let rho = 1.0 / (2.0 * self.ratio - self.rho);
        let keep = rho * self.rho;
        self.rho = rho;
        (keep, 2.0 * rho * self.ratio / self.middle)
    }
}

/// Calls `then` with every row of a chunk, counted from its first, and its product.
#[inline]
fn for_rows(matrix: &BlockMatrix, own: &[[f32; 6]], x: &[Short], chunk: usize, mut then: impl FnMut(usize, Short)) {
    let pattern = matrix.pattern();
    for slice in pattern.slices(chunk) {
        let sums = multiply(slice, matrix, x);
        for lane in 0..slice.count as usize {
            let row = slice.rows[lane] as usize;
            let own = times(&own[row], &x[row]);
            then(row - chunk * CHUNK, [own[0] + sums[0][lane], own[1] + sums[1][lane], own[2] + sums[2][lane], 0.0]);
        }
    }
}

/// Σ_j B_ij (x_j − x_i) of four rows.
#[inline]
fn multiply(slice: &Slice, matrix: &BlockMatrix, x: &[Short]) -> [[f32; LANES]; 3] {
    let here = gather(&slice.rows, x);
    let mut sums = [[0.0; LANES]; 3];
    let columns = &matrix.pattern().lanes()[slice.entries()];
    for (columns, block) in columns.iter().zip(&matrix.entries()[slice.entries()]) {
        let mut d = gather(columns, x);
        for c in 0..3 {
            for l in 0..LANES {
                d[c][l] -= here[c][l];
            }
        }
        for r in 0..3 {
            for l in 0..LANES {
                sums[r][l] += block[3 * r][l] * d[0][l] + block[3 * r + 1][l] * d[1][l] + block[3 * r + 2][l] * d[2][l];
            }
        }
    }
    sums
}

#[inline]
fn gather(rows: &[u32; LANES], x: &[Short]) -> [[f32; LANES]; 3] {
    let [a, b, c, d] = rows.map(|i| x[i as usize]);
    [[a[0], b[0], c[0], d[0]], [a[1], b[1], c[1], d[1]], [a[2], b[2], c[2], d[2]]]
}

#[inline]
fn times(s: &[f32; 6], v: &Short) -> Short {
    let [xx, yy, zz, xy, xz, yz] = *s;
    [xx * v[0] + xy * v[1] + xz * v[2], xy * v[0] + yy * v[1] + yz * v[2], xz * v[0] + yz * v[1] + zz * v[2], 0.0]
}

#[inline]
fn minus(a: &Short, b: &Short) -> Short {
    std::array::from_fn(|e| a[e] - b[e])
}

fn dot(a: &[Short], b: &[Short]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(a[0] * b[0] + a[1] * b[1] + a[2] * b[2])).sum()
}

/// Six numbers in single precision.
pub(super) fn short(s: &Symmetric) -> [f32; 6] {
    s.0.map(|e| e as f32)
}
