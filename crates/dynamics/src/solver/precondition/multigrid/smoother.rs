//! Chebyshev polynomials of the block-Jacobi iteration: what takes the rough part of the error on a level.
//!
//! Every step is one product in single precision and reads everything else once. Before and after the coarser levels the
//! same polynomial is used, so the cycle is symmetric.

use super::{Cycle, Short};
use crate::solver::blocks::Block;
use crate::solver::kernel::{self, Kernel};
use crate::solver::pattern::{CHUNK, LANES, Place, Slice, TASK};
use crate::solver::{BlockMatrix, Pattern, Symmetric};
use rayon::prelude::*;
use wide::f32x4;

/// The same element of four symmetric blocks, in the lanes of a slice.
type Diagonal = [f32x4; 6];
/// The same of four blocks that are not symmetric, row by row.
type Own = [f32x4; 9];
/// A vector of each of the rows of a slice, by x, y and z.
type Four = [f32x4; 3];

/// By how much the bounds of rows are raised: they are computed in single precision.
const ROUNDING: f32 = 1.01;

/// One level's diagonal and vectors.
#[derive(Clone, Debug)]
pub(super) struct Smoother {
    /// What acts on each particle alone, by slice.
    own: Vec<Own>,
    /// The inverse of each diagonal block, by slice; zero in held directions.
    inverse: Vec<Diagonal>,
    /// The bound of each row, by slice: no eigenvalue of the inverse times the matrix is larger.
    bounds: Vec<f32x4>,
    /// The right side.
    pub right: Vec<Short>,
    /// The solution.
    pub x: Vec<Short>,
    other: Vec<Short>,
    change: Vec<Short>,
}

impl Smoother {
    pub fn new(pattern: &Pattern) -> Self {
        let short = vec![Short::ZERO; pattern.rows()];
        Self {
            own: vec![[f32x4::ZERO; 9]; pattern.slice_count()],
            inverse: vec![[f32x4::ZERO; 6]; pattern.slice_count()],
            bounds: vec![f32x4::ONE; pattern.slice_count()],
            right: short.clone(),
            x: short.clone(),
            other: short.clone(),
            change: short,
        }
    }

    /// Sets what acts on each particle alone, and the inverse of its diagonal block. The factors of the inverses go to `x`
    /// and `other`, for [`Self::bound`].
    pub fn set(&mut self, pattern: &Pattern, row: impl Fn(usize) -> (Block, Symmetric) + Sync) {
        // Every chunk but the last has as many slices.
        let tasks = self.own.par_chunks_mut(CHUNK / LANES).zip(self.inverse.par_chunks_mut(CHUNK / LANES));
        let factors = self.x.par_chunks_mut(CHUNK).zip(self.other.par_chunks_mut(CHUNK));
        tasks.zip(factors).enumerate().with_min_len(TASK).for_each(|(c, ((own, inverse), (first, second)))| {
            for ((own, inverse), slice) in own.iter_mut().zip(inverse).zip(pattern.slices(c)) {
                let four = slice.rows.map(|i| row(i as usize));
                *own = std::array::from_fn(|e| f32x4::from(four.map(|f| f.0[e])));
                *inverse = std::array::from_fn(|e| f32x4::from(four.map(|f| f.1.0[e] as f32)));
                for (i, (_, d)) in slice.rows.iter().zip(&four) {
                    let f = d.factor().map(|e| e as f32);
                    first[*i as usize - c * CHUNK] = Short::from([f[0], f[1], f[2], 0.0]);
                    second[*i as usize - c * CHUNK] = Short::from([f[3], f[4], f[5], 0.0]);
                }
            }
        });
    }

    /// What acts on a particle alone.
    #[inline]
    pub fn own(&self, place: Place) -> Block {
        self.own[place.slice as usize].map(|e| e.as_array()[place.lane as usize % LANES])
    }

    /// x = p(D⁻¹A) D⁻¹ b from nothing.
    pub fn smooth_first(&mut self, matrix: &BlockMatrix, cycle: &Cycle) {
        let steps = Steps::new(cycle);
        let factor = f32x4::splat(1.0 / steps.middle);
        let Self { inverse, bounds, right, change, x, .. } = self;
        let rows = change.par_chunks_mut(CHUNK).zip(x.par_chunks_mut(CHUNK)).enumerate().with_min_len(TASK);
        rows.for_each(|(chunk, (change, x))| {
            kernel::run(First { pattern: matrix.pattern(), chunk, inverse, bounds, right, factor, change, x });
        });
        self.go_on(matrix, steps, cycle.degree.saturating_sub(1));
    }

    /// x = D⁻¹ b.
    pub fn divide(&mut self, pattern: &Pattern) {
        let (inverse, right) = (&self.inverse, &self.right);
        self.x.par_chunks_mut(CHUNK).enumerate().with_min_len(TASK).for_each(|(c, x)| {
            for (k, slice) in pattern.numbered_slices(c) {
                let v = times(&inverse[k], &gather(&slice.rows, right));
                scattered(slice, c, &v).for_each(|(row, v)| x[row] = v);
            }
        });
    }

    /// The same polynomial on the error of x.
    pub fn smooth_again(&mut self, matrix: &BlockMatrix, cycle: &Cycle) {
        let steps = Steps::new(cycle);
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
        let Self { x, own, right, inverse, bounds, change, other, .. } = self;
        let level = Level { matrix, own, right, x };
        let (keep, add) = (f32x4::splat(keep), f32x4::splat(add));
        let rows = change.par_chunks_mut(CHUNK).zip(other.par_chunks_mut(CHUNK)).enumerate().with_min_len(TASK);
        rows.for_each(|(chunk, (change, other))| {
            kernel::run(Next { level, chunk, inverse, bounds, keep, add, change, other });
        });
        std::mem::swap(&mut self.x, &mut self.other);
    }

    /// b − A x, in the memory that the next step overwrites.
    pub fn residual(&mut self, matrix: &BlockMatrix) -> &mut [Short] {
        let level = Level { matrix, own: &self.own, right: &self.right, x: &self.x };
        let rows = self.other.par_chunks_mut(CHUNK).enumerate().with_min_len(TASK);
        rows.for_each(|(chunk, out)| kernel::run(Residual { level, chunk, out }));
        &mut self.other
    }

    /// Finds the bounds of all rows.
    ///
    /// With D = F⁻ᵀ F⁻¹ and `n_ij` at least the norm of `F_iᵀ` `B_ij` `F_j`, 2 `n_ij` |a| |b| ≤ `n_ij` (a² + b²) gives
    /// A ≤ G D with `G_i` = 1 + `Σ_j` `n_ij`, for any symmetric matrix. No eigenvalue is missed, and a place where the cloth is
    /// in an extreme state does not slow down the rest.
    pub fn bound(&mut self, matrix: &BlockMatrix) {
        let (first, second) = (&self.x, &self.other);
        let rows = self.bounds.par_chunks_mut(CHUNK / LANES).enumerate().with_min_len(TASK);
        rows.for_each(|(chunk, out)| kernel::run(Bounds { matrix, chunk, first, second, out }));
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.own.len() * (size_of::<Own>() + size_of::<Diagonal>() + size_of::<f32x4>())
            + self.x.len() * 4 * size_of::<Short>()
    }
}

/// The coefficients of the polynomial, one step after the other.
struct Steps {
    middle: f32,
    ratio: f32,
    rho: f32,
}

impl Steps {
    fn new(cycle: &Cycle) -> Self {
        let (largest, smallest) = (1.0, 1.0 / cycle.range);
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

/// A chunk of x = factor · D⁻¹ b.
struct First<'a> {
    pattern: &'a Pattern,
    chunk: usize,
    inverse: &'a [Diagonal],
    bounds: &'a [f32x4],
    right: &'a [Short],
    factor: f32x4,
    change: &'a mut [Short],
    x: &'a mut [Short],
}

impl Kernel for First<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { pattern, chunk, inverse, bounds, right, factor, change, x } = self;
        for (k, slice) in pattern.numbered_slices(chunk) {
            let scaled = scale(&times(&inverse[k], &gather(&slice.rows, right)), factor / bounds[k]);
            for (row, v) in scattered(slice, chunk, &scaled) {
                change[row] = v;
                x[row] = v;
            }
        }
    }
}

/// A level and where its solution is.
#[derive(Clone, Copy)]
struct Level<'a> {
    matrix: &'a BlockMatrix,
    own: &'a [Own],
    right: &'a [Short],
    x: &'a [Short],
}

impl Level<'_> {
    /// b − A x of the rows of a slice.
    #[inline(always)]
    fn residual(&self, k: usize, slice: &Slice) -> Four {
        minus(&gather(&slice.rows, self.right), &multiply(slice, self.matrix, &self.own[k], self.x))
    }
}

/// A chunk of a step.
struct Next<'a> {
    level: Level<'a>,
    chunk: usize,
    inverse: &'a [Diagonal],
    bounds: &'a [f32x4],
    keep: f32x4,
    add: f32x4,
    change: &'a mut [Short],
    other: &'a mut [Short],
}

impl Kernel for Next<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { level, chunk, inverse, bounds, keep, add, change, other } = self;
        for (k, slice) in level.matrix.pattern().numbered_slices(chunk) {
            let added = scale(&times(&inverse[k], &level.residual(k, slice)), add / bounds[k]);
            for (row, v) in scattered(slice, chunk, &added) {
                change[row] = keep * change[row] + v;
                other[row] = level.x[chunk * CHUNK + row] + change[row];
            }
        }
    }
}

/// A chunk of b − A x.
struct Residual<'a> {
    level: Level<'a>,
    chunk: usize,
    out: &'a mut [Short],
}

impl Kernel for Residual<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { level, chunk, out } = self;
        for (k, slice) in level.matrix.pattern().numbered_slices(chunk) {
            for (row, v) in scattered(slice, chunk, &level.residual(k, slice)) {
                out[row] = v;
            }
        }
    }
}

/// A chunk of the rows' bounds.
struct Bounds<'a> {
    matrix: &'a BlockMatrix,
    chunk: usize,
    first: &'a [Short],
    second: &'a [Short],
    out: &'a mut [f32x4],
}

impl Kernel for Bounds<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { matrix, chunk, first, second, out } = self;
        for (bound, slice) in out.iter_mut().zip(matrix.pattern().slices(chunk)) {
            *bound = row_bounds(slice, matrix, first, second);
        }
    }
}

/// The rows of a slice, counted from the chunk's first, each with its vector.
#[inline(always)]
fn scattered(slice: &Slice, chunk: usize, four: &Four) -> impl Iterator<Item = (usize, Short)> {
    let vectors = f32x4::transpose([four[0], four[1], four[2], f32x4::ZERO]);
    let rows = slice.rows.map(|row| row as usize - chunk * CHUNK);
    rows.into_iter().zip(vectors).take(slice.count as usize)
}

/// `own_i` `x_i` + `Σ_j` `B_ij` (`x_j` − `x_i`) of four rows.
#[inline(always)]
fn multiply(slice: &Slice, matrix: &BlockMatrix, own: &Own, x: &[Short]) -> Four {
    let here = gather(&slice.rows, x);
    let row = |r: usize| own[r] * here[0] + own[r + 1] * here[1] + own[r + 2] * here[2];
    let mut sums = [row(0), row(3), row(6)];
    let columns = &matrix.pattern().lanes()[slice.entries()];
    for (columns, block) in columns.iter().zip(&matrix.entries()[slice.entries()]) {
        let d = minus(&gather(columns, x), &here);
        for (r, sum) in sums.iter_mut().enumerate() {
            let at = |c: usize| f32x4::from(block[3 * r + c]);
            *sum += at(0) * d[0] + at(1) * d[1] + at(2) * d[2];
        }
    }
    sums
}

/// The bounds of four rows.
#[inline(always)]
fn row_bounds(slice: &Slice, matrix: &BlockMatrix, first: &[Short], second: &[Short]) -> f32x4 {
    let factor = |rows: &[u32; LANES]| (gather(rows, first), gather(rows, second));
    let here = factor(&slice.rows);
    let columns = &matrix.pattern().lanes()[slice.entries()];
    let mut sum = f32x4::ONE;
    for (columns, block) in columns.iter().zip(&matrix.entries()[slice.entries()]) {
        let ([xx, xy, yy], [xz, yz, zz]) = factor(columns);
        // B F_j, then F_iᵀ (B F_j).
        let right: [Four; 3] = std::array::from_fn(|r| {
            let [a, b, c] = [0, 1, 2].map(|c| f32x4::from(block[3 * r + c]));
            [a * xx + b * xy + c * xz, b * yy + c * yz, c * zz]
        });
        let ([xx, xy, yy], [xz, yz, zz]) = here;
        let rows: [Four; 3] = [
            std::array::from_fn(|c| xx * right[0][c] + xy * right[1][c] + xz * right[2][c]),
            std::array::from_fn(|c| yy * right[1][c] + yz * right[2][c]),
            std::array::from_fn(|c| zz * right[2][c]),
        ];
        sum += norm_bound(&rows);
    }
    sum * f32x4::splat(ROUNDING)
}

/// At least the spectral norm of four matrices M, at most 1.15 times: the fourth root of the length of (M Mᵀ)².
#[inline(always)]
fn norm_bound(m: &[Four; 3]) -> f32x4 {
    let dot = |a: &Four, b: &Four| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let [xx, yy, zz] = [dot(&m[0], &m[0]), dot(&m[1], &m[1]), dot(&m[2], &m[2])];
    let [xy, xz, yz] = [dot(&m[0], &m[1]), dot(&m[0], &m[2]), dot(&m[1], &m[2])];
    let [dx, dy, dz] =
        [dot(&[xx, xy, xz], &[xx, xy, xz]), dot(&[xy, yy, yz], &[xy, yy, yz]), dot(&[xz, yz, zz], &[xz, yz, zz])];
    let [ox, oy, oz] =
        [dot(&[xx, xy, xz], &[xy, yy, yz]), dot(&[xx, xy, xz], &[xz, yz, zz]), dot(&[xy, yy, yz], &[xz, yz, zz])];
    let two = f32x4::splat(2.0);
    (dx * dx + dy * dy + dz * dz + two * (ox * ox + oy * oy + oz * oz)).sqrt().sqrt().sqrt()
}

#[inline(always)]
fn gather(rows: &[u32; LANES], x: &[Short]) -> Four {
    let [a, b, c, d] = *rows;
    let [x, y, z, _] = f32x4::transpose([x[a as usize], x[b as usize], x[c as usize], x[d as usize]]);
    [x, y, z]
}

#[inline(always)]
fn times(s: &Diagonal, v: &Four) -> Four {
    let [xx, yy, zz, xy, xz, yz] = *s;
    [xx * v[0] + xy * v[1] + xz * v[2], xy * v[0] + yy * v[1] + yz * v[2], xz * v[0] + yz * v[1] + zz * v[2]]
}

#[inline(always)]
fn scale(v: &Four, by: f32x4) -> Four {
    [v[0] * by, v[1] * by, v[2] * by]
}

#[inline(always)]
fn minus(a: &Four, b: &Four) -> Four {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
