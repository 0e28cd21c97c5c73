//! Chebyshev polynomials of the block-Jacobi iteration: what takes the rough part of the error on a level.
//!
//! Every step is one product in single precision and reads everything else once. Before and after the coarser levels the
//! same polynomial is used, so the cycle is symmetric.

use super::{Cycle, Short};
use crate::solver::pattern::{CHUNK, LANES, Slice};
use crate::solver::sample::Noise;
use crate::solver::{BlockMatrix, Pattern, Symmetric};
use nalgebra::Matrix3;
use rayon::prelude::*;
use wide::f32x4;

/// The same element of four symmetric blocks, in the lanes of a slice.
type Diagonal = [f32x4; 6];
/// The same of four blocks that are not symmetric, row by row.
type Own = [f32x4; 9];
/// A vector of each of the rows of a slice, by x, y and z.
type Four = [f32x4; 3];

/// Steps of the power iteration that finds the largest eigenvalue.
const POWER: usize = 8;
/// By how much its answer, which is from below, is raised.
const SAFETY: f32 = 1.15;

/// One level's diagonal and vectors.
#[derive(Clone, Debug)]
pub(super) struct Smoother {
    /// What acts on each particle alone, by slice.
    own: Vec<Own>,
    /// The inverse of each diagonal block, by slice; zero in held directions.
    inverse: Vec<Diagonal>,
    /// The right side.
    pub right: Vec<Short>,
    /// The solution.
    pub x: Vec<Short>,
    other: Vec<Short>,
    change: Vec<Short>,
    sums: Vec<[f64; 2]>,
    /// The largest eigenvalue of the diagonal's inverse times the matrix, or a little more.
    pub largest: f32,
}

impl Smoother {
    pub fn new(pattern: &Pattern) -> Self {
        let short = vec![Short::ZERO; pattern.rows()];
        Self {
            own: vec![[f32x4::ZERO; 9]; pattern.slice_count()],
            inverse: vec![[f32x4::ZERO; 6]; pattern.slice_count()],
            right: short.clone(),
            x: short.clone(),
            other: short.clone(),
            change: short,
            sums: vec![[0.0; 2]; pattern.chunks()],
            largest: 1.0,
        }
    }

    /// Sets what acts on each particle alone, and the inverse of its diagonal block.
    pub fn set(&mut self, pattern: &Pattern, row: impl Fn(usize) -> (Matrix3<f64>, Symmetric) + Sync) {
        // One task a slice would be too small; slices of a chunk lie together but their number varies.
        let tasks = self.own.par_chunks_mut(CHUNK / LANES).zip(self.inverse.par_chunks_mut(CHUNK / LANES));
        tasks.enumerate().for_each(|(task, (own, inverse))| {
            for (k, (own, inverse)) in own.iter_mut().zip(inverse).enumerate() {
                let four = pattern.slice(task * (CHUNK / LANES) + k).rows.map(|i| row(i as usize));
                *own = std::array::from_fn(|e| f32x4::from(four.map(|f| f.0[(e / 3, e % 3)] as f32)));
                *inverse = std::array::from_fn(|e| f32x4::from(four.map(|f| f.1.0[e] as f32)));
            }
        });
    }

    /// x = p(D⁻¹A) D⁻¹ b from nothing.
    pub fn smooth_first(&mut self, matrix: &BlockMatrix, cycle: &Cycle) {
        let steps = Steps::new(self.largest, cycle);
        let factor = f32x4::splat(1.0 / steps.middle);
        let rows = self.change.par_chunks_mut(CHUNK).zip(self.x.par_chunks_mut(CHUNK));
        let (inverse, right) = (&self.inverse, &self.right);
        rows.enumerate().for_each(|(c, (change, x))| {
            for_slices(matrix.pattern(), c, |k, slice| {
                let scaled = times(&inverse[k], &gather(&slice.rows, right)).map(|e| e * factor);
                for (row, v) in scattered(slice, c, &scaled) {
                    change[row] = v;
                    x[row] = v;
                }
            });
        });
        self.go_on(matrix, steps, cycle.degree.saturating_sub(1));
    }

    /// The same polynomial on the error of x.
    pub fn smooth_again(&mut self, matrix: &BlockMatrix, cycle: &Cycle) {
        let steps = Steps::new(self.largest, cycle);
        self.step(matrix, 0.0, 1.0 / steps.middle);
        self.go_on(matrix, steps, cycle.degree.saturating_sub(1));
    }

    fn go_on(&mut self, matrix: &BlockMatrix, mut steps: Steps, count: usize) {
        for _ in 0..count {
            let (keep, add) = steps.next();
            self.step(matrix, keep, add);
        }
    }

    /// change = keep · change + add · D⁻¹ (b − A x); x += change.
    fn step(&mut self, matrix: &BlockMatrix, keep: f32, add: f32) {
        let (x, own, right, inverse) = (&self.x, &self.own, &self.right, &self.inverse);
        let (keep, add) = (f32x4::splat(keep), f32x4::splat(add));
        let rows = self.change.par_chunks_mut(CHUNK).zip(self.other.par_chunks_mut(CHUNK));
        rows.enumerate().for_each(|(c, (change, other))| {
            for_slices(matrix.pattern(), c, |k, slice| {
                let residual = minus(&gather(&slice.rows, right), &multiply(slice, matrix, &own[k], x));
                let added = times(&inverse[k], &residual).map(|e| e * add);
                for (row, v) in scattered(slice, c, &added) {
                    change[row] = keep * change[row] + v;
                    other[row] = x[c * CHUNK + row] + change[row];
                }
            });
        });
        std::mem::swap(&mut self.x, &mut self.other);
    }

    /// b − A x, in the memory that the next step overwrites.
    pub fn residual(&mut self, matrix: &BlockMatrix) -> &mut [Short] {
        let (x, own, right) = (&self.x, &self.own, &self.right);
        self.other.par_chunks_mut(CHUNK).enumerate().for_each(|(c, out)| {
            for_slices(matrix.pattern(), c, |k, slice| {
                let residual = minus(&gather(&slice.rows, right), &multiply(slice, matrix, &own[k], x));
                scattered(slice, c, &residual).for_each(|(row, v)| out[row] = v);
            });
        });
        &mut self.other
    }

    /// Finds the largest eigenvalue by powers from a fixed start: right = D v, x = v, other = A v.
    pub fn measure(&mut self, matrix: &BlockMatrix) {
        let mut noise = Noise(1);
        let mut next = || noise.next() as f32;
        self.right.iter_mut().for_each(|r| *r = Short::from([next(), next(), next(), 0.0]));
        let mut found = 0.0;
        for _ in 0..=POWER {
            let (inverse, right) = (&self.inverse, &self.right);
            self.x.par_chunks_mut(CHUNK).enumerate().for_each(|(c, x)| {
                for_slices(matrix.pattern(), c, |k, slice| {
                    let v = times(&inverse[k], &gather(&slice.rows, right));
                    scattered(slice, c, &v).for_each(|(row, v)| x[row] = v);
                });
            });
            let [before, after] = self.raise(matrix);
            if before.is_nan() || before <= 0.0 || after.is_nan() {
                break;
            }
            found = after / before;
            let scale = f32x4::splat((1.0 / found.max(f64::MIN_POSITIVE)) as f32);
            let rows = self.right.par_chunks_mut(CHUNK).zip(self.other.par_chunks(CHUNK));
            rows.for_each(|(r, o)| r.iter_mut().zip(o).for_each(|(r, o)| *r = *o * scale));
        }
        self.largest = (SAFETY * found as f32).max(1.0);
    }

    /// other = A x; answers x · right and x · other.
    fn raise(&mut self, matrix: &BlockMatrix) -> [f64; 2] {
        let (x, own, right) = (&self.x, &self.own, &self.right);
        self.other.par_chunks_mut(CHUNK).zip(&mut self.sums).enumerate().for_each(|(c, (out, sums))| {
            let mut both = [f32x4::ZERO; 2];
            for_slices(matrix.pattern(), c, |k, slice| {
                for (row, v) in scattered(slice, c, &multiply(slice, matrix, &own[k], x)) {
                    let i = c * CHUNK + row;
                    both[0] += x[i] * right[i];
                    both[1] += x[i] * v;
                    out[row] = v;
                }
            });
            *sums = both.map(|s| f64::from(s.reduce_add()));
        });
        self.sums.iter().fold([0.0; 2], |sum, s| [sum[0] + s[0], sum[1] + s[1]])
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.own.len() * (size_of::<Own>() + size_of::<Diagonal>()) + self.x.len() * 4 * size_of::<Short>()
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

/// Calls `then` with every slice of a chunk and its number.
#[inline]
fn for_slices(pattern: &Pattern, chunk: usize, mut then: impl FnMut(usize, &Slice)) {
    pattern.slice_range(chunk).zip(pattern.slices(chunk)).for_each(|(k, slice)| then(k, slice));
}

/// The rows of a slice, counted from the chunk's first, each with its vector.
#[inline]
fn scattered(slice: &Slice, chunk: usize, four: &Four) -> impl Iterator<Item = (usize, Short)> {
    let vectors = f32x4::transpose([four[0], four[1], four[2], f32x4::ZERO]);
    let rows = slice.rows.map(|row| row as usize - chunk * CHUNK);
    rows.into_iter().zip(vectors).take(slice.count as usize)
}

/// `own_i` `x_i` + `Σ_j` `B_ij` (`x_j` − `x_i`) of four rows.
#[inline]
fn multiply(slice: &Slice, matrix: &BlockMatrix, own: &Own, x: &[Short]) -> Four {
    let here = gather(&slice.rows, x);
    let mut sums = [0, 3, 6].map(|r| own[r] * here[0] + own[r + 1] * here[1] + own[r + 2] * here[2]);
    let columns = &matrix.pattern().lanes()[slice.entries()];
    for (columns, block) in columns.iter().zip(&matrix.entries()[slice.entries()]) {
        let d = minus(&gather(columns, x), &here);
        for (r, sum) in sums.iter_mut().enumerate() {
            let row = [0, 1, 2].map(|c| f32x4::from(block[3 * r + c]));
            *sum += row[0] * d[0] + row[1] * d[1] + row[2] * d[2];
        }
    }
    sums
}

#[inline]
fn gather(rows: &[u32; LANES], x: &[Short]) -> Four {
    let [a, b, c, d] = *rows;
    let [x, y, z, _] = f32x4::transpose([x[a as usize], x[b as usize], x[c as usize], x[d as usize]]);
    [x, y, z]
}

#[inline]
fn times(s: &Diagonal, v: &Four) -> Four {
    let [xx, yy, zz, xy, xz, yz] = *s;
    [xx * v[0] + xy * v[1] + xz * v[2], xy * v[0] + yy * v[1] + yz * v[2], xz * v[0] + yz * v[1] + zz * v[2]]
}

#[inline]
fn minus(a: &Four, b: &Four) -> Four {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
