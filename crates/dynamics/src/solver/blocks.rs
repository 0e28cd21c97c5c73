//! The matrix as stored blocks.
//!
//! Internal forces do not change when the whole cloth is moved, so the internal part of a diagonal block is minus the sum
//! of the others in its row. Only those are stored, in single precision, and the product is
//!
//! > y_i = own_i x_i + Σ_j B_ij (x_j − x_i)
//!
//! in double precision. Whatever was rounded away in the blocks, a translation meets mass and outer forces alone: free fall
//! stays free fall. `own` is what is not internal: mass, air, springs to fixed points.
//!
//! Blocks of four rows lie side by side (see [`pattern`](super::pattern)); a coupling takes 36 bytes and its column 4.
//!
//! Not here: links that change from step to step, which are not assembled.

use super::kernel::{self, Kernel};
use super::pattern::{CHUNK, LANES, Pattern, Slice, TASK};
use super::{Operator, Symmetric};
use geometry::Vector;
use nalgebra::Matrix3;
use rayon::prelude::*;
use std::ops::Range;
use wide::f32x4;

/// The same element of four blocks, row by row of the block.
pub(crate) type Lanes = [[f32; LANES]; 9];

/// A block as it is stored, row by row.
pub(crate) type Block = [f32; 9];

/// A block in three vectors, for sums; the last three numbers are zero.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wide([f32x4; 3]);

impl Wide {
    /// The same block as it is stored.
    pub fn block(&self) -> Block {
        std::array::from_fn(|e| self.0[e / 4].as_array()[e % 4])
    }

    /// Adds w times another block.
    #[inline]
    pub fn add(&mut self, other: &Self, w: f32) {
        let w = f32x4::splat(w);
        self.0.iter_mut().zip(other.0).for_each(|(sum, e)| *sum += e * w);
    }
}

impl From<&Block> for Wide {
    #[inline]
    fn from(b: &Block) -> Self {
        Self([[b[0], b[1], b[2], b[3]], [b[4], b[5], b[6], b[7]], [b[8], 0.0, 0.0, 0.0]].map(f32x4::from))
    }
}

/// A symmetric matrix of 3×3 blocks.
#[derive(Clone, Debug)]
pub struct BlockMatrix {
    pattern: Pattern,
    entries: Vec<Lanes>,
    own: Vec<Symmetric>,
    /// A row in double precision for every chunk, while it is filled.
    scratch: Vec<Vec<Matrix3<f64>>>,
}

impl BlockMatrix {
    /// A matrix of zeros.
    pub fn new(pattern: Pattern) -> Self {
        let entries = vec![[[0.0; LANES]; 9]; pattern.entries()];
        let scratch = vec![vec![Matrix3::zeros(); pattern.longest()]; pattern.chunks()];
        Self { own: vec![Symmetric::default(); pattern.rows()], entries, scratch, pattern }
    }

    /// A matrix of zeros without own parts, which is filled by [`Self::fill_short`] and has no product of its own.
    pub(crate) fn internal(pattern: Pattern) -> Self {
        let entries = vec![[[0.0; LANES]; 9]; pattern.entries()];
        Self { own: Vec::new(), entries, scratch: Vec::new(), pattern }
    }

    /// Which blocks there are.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// What acts on each particle alone.
    pub fn own(&self) -> &[Symmetric] {
        &self.own
    }

    /// Sets every row. `row` gets its number and zeros, one block for each slot of the row in order; it adds the blocks
    /// and answers with what acts on the particle alone. The blocks `(i, j)` and `(j, i)` must be transposes of each other
    /// bit for bit. Rows are filled in parallel.
    pub fn fill(&mut self, row: impl Fn(usize, &mut [Matrix3<f64>]) -> Symmetric + Sync) {
        let rows = Rows { entries: &mut self.entries, own: &mut self.own, scratch: &mut self.scratch };
        rows.fill(&self.pattern, 0..self.pattern.chunks(), &row);
    }

    /// Sets every row in single precision. `row` gets its number and length, and the memory of its chunk; it sets the
    /// row's blocks at the beginning of that memory.
    pub(crate) fn fill_short(&mut self, scratch: &mut [Vec<Wide>], row: impl Fn(usize, usize, &mut [Wide]) + Sync) {
        fill_short(&self.pattern, 0..self.pattern.chunks(), &mut self.entries, scratch, &row);
    }

    /// A block beside the diagonal, as stored; zero where there is none.
    pub fn block(&self, i: usize, j: usize) -> Matrix3<f64> {
        let Some(slot) = self.pattern.slot(i, j) else { return Matrix3::zeros() };
        self.at(i, slot - self.pattern.row(i).start)
    }

    /// The k-th block of a row.
    pub(crate) fn at(&self, row: usize, k: usize) -> Matrix3<f64> {
        let place = self.pattern.place(row);
        let entry = &self.entries[place.start as usize + k];
        Matrix3::from_fn(|r, c| f64::from(entry[3 * r + c][place.lane as usize]))
    }

    /// The blocks of a row.
    #[inline]
    pub(crate) fn short(&self, row: usize) -> impl Iterator<Item = Block> + '_ {
        let place = self.pattern.place(row);
        let (first, lane) = (place.start as usize, place.lane as usize % LANES);
        let entries = &self.entries[first..first + self.pattern.row(row).len()];
        entries.iter().map(move |entry| std::array::from_fn(|e| entry[e][lane]))
    }

    /// The same, ready to be added up.
    #[inline]
    pub(crate) fn wide(&self, row: usize) -> impl Iterator<Item = Wide> + '_ {
        self.short(row).map(|block| Wide::from(&block))
    }

    /// Minus the sum of a row's blocks: the internal part of its diagonal.
    pub(crate) fn internal_diagonal(&self, row: usize) -> Symmetric {
        let mut sum = [0.0; 9];
        for block in self.short(row) {
            sum.iter_mut().zip(block).for_each(|(sum, b)| *sum -= f64::from(b));
        }
        let half = |a: usize, b: usize| 0.5 * (sum[a] + sum[b]);
        Symmetric([sum[0], sum[4], sum[8], half(1, 3), half(2, 6), half(5, 7)])
    }

    /// The stored lanes.
    pub(crate) fn entries(&self) -> &[Lanes] {
        &self.entries
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let scratch: usize = self.scratch.iter().map(|s| size_of_val(&s[..])).sum();
        self.pattern.bytes() + size_of_val(&self.entries[..]) + size_of_val(&self.own[..]) + scratch
    }

    /// Bytes that one product reads and writes, if every vector is fetched once.
    pub fn product_bytes(&self) -> usize {
        self.entries.len() * (size_of::<Lanes>() + 4 * LANES) + self.own.len() * (48 + 2 * 24 + 7)
    }
}

/// Some chunks of rows while they are filled.
struct Rows<'a> {
    entries: &'a mut [Lanes],
    own: &'a mut [Symmetric],
    scratch: &'a mut [Vec<Matrix3<f64>>],
}

impl Rows<'_> {
    /// Halves the chunks until one is left: parallel without allocating.
    fn fill<F>(self, pattern: &Pattern, chunks: Range<usize>, row: &F)
    where
        F: Fn(usize, &mut [Matrix3<f64>]) -> Symmetric + Sync,
    {
        if chunks.len() <= 1 {
            return self.fill_chunk(pattern, chunks.start, row);
        }
        let middle = usize::midpoint(chunks.start, chunks.end);
        let start = |c: usize| pattern.chunk_entries(c).start;
        let (e, f) = self.entries.split_at_mut(start(middle) - start(chunks.start));
        let (o, p) = self.own.split_at_mut((middle - chunks.start) * CHUNK);
        let (s, t) = self.scratch.split_at_mut(middle - chunks.start);
        let first = Rows { entries: e, own: o, scratch: s };
        let second = Rows { entries: f, own: p, scratch: t };
        rayon::join(
            || first.fill(pattern, chunks.start..middle, row),
            || second.fill(pattern, middle..chunks.end, row),
        );
    }

    fn fill_chunk<F>(self, pattern: &Pattern, chunk: usize, row: &F)
    where
        F: Fn(usize, &mut [Matrix3<f64>]) -> Symmetric,
    {
        let Some(scratch) = self.scratch.first_mut() else { return };
        let first = pattern.chunk_entries(chunk).start;
        for (i, own) in self.own.iter_mut().enumerate().map(|(k, own)| (chunk * CHUNK + k, own)) {
            let blocks = &mut scratch[..pattern.row(i).len()];
            blocks.fill(Matrix3::zeros());
            *own = row(i, blocks);
            let place = pattern.place(i);
            for (block, entry) in blocks.iter().zip(&mut self.entries[place.start as usize - first..]) {
                for (e, lanes) in entry.iter_mut().enumerate() {
                    lanes[place.lane as usize] = block[(e / 3, e % 3)] as f32;
                }
            }
        }
    }
}

/// Halves the chunks until one is left, as [`Rows::fill`].
fn fill_short<F>(pattern: &Pattern, chunks: Range<usize>, entries: &mut [Lanes], scratch: &mut [Vec<Wide>], row: &F)
where
    F: Fn(usize, usize, &mut [Wide]) + Sync,
{
    let first = pattern.chunk_entries(chunks.start).start;
    if chunks.len() > 1 {
        let middle = usize::midpoint(chunks.start, chunks.end);
        let (e, f) = entries.split_at_mut(pattern.chunk_entries(middle).start - first);
        let (s, t) = scratch.split_at_mut(middle - chunks.start);
        rayon::join(
            || fill_short(pattern, chunks.start..middle, e, s, row),
            || fill_short(pattern, middle..chunks.end, f, t, row),
        );
        return;
    }
    let Some(scratch) = scratch.first_mut() else { return };
    for i in chunks.start * CHUNK..(chunks.end * CHUNK).min(pattern.rows()) {
        let (place, length) = (pattern.place(i), pattern.row(i).len());
        row(i, length, scratch);
        let blocks = scratch[..length].iter();
        for (block, entry) in blocks.zip(&mut entries[place.start as usize - first..]) {
            entry.iter_mut().zip(block.block()).for_each(|(lanes, e)| lanes[place.lane as usize % LANES] = e);
        }
    }
}

impl Operator for BlockMatrix {
    fn particles(&self) -> usize {
        self.pattern.rows()
    }

    fn apply(&self, x: &[Vector], y: &mut [Vector]) {
        let chunks = y.par_chunks_mut(CHUNK).enumerate().with_min_len(TASK);
        chunks.for_each(|(chunk, y)| kernel::run(Product { matrix: self, chunk, x, y }));
    }

    fn diagonal(&self, out: &mut [Symmetric]) {
        out.par_chunks_mut(CHUNK).enumerate().for_each(|(c, out)| {
            out.iter_mut()
                .enumerate()
                .for_each(|(k, out)| *out = self.own[c * CHUNK + k] + self.internal_diagonal(c * CHUNK + k));
        });
    }
}

/// The product of a chunk of rows.
struct Product<'a> {
    matrix: &'a BlockMatrix,
    chunk: usize,
    x: &'a [Vector],
    y: &'a mut [Vector],
}

impl Kernel for Product<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { matrix: BlockMatrix { pattern, entries, own, .. }, chunk, x, y } = self;
        for slice in pattern.slices(chunk) {
            let sums = multiply(slice, &pattern.lanes()[slice.entries()], &entries[slice.entries()], x);
            for (lane, &row) in slice.rows[..slice.count as usize].iter().enumerate() {
                let row = row as usize;
                let internal = Vector::new(sums[0][lane], sums[1][lane], sums[2][lane]);
                y[row - chunk * CHUNK] = own[row] * x[row] + internal;
            }
        }
    }
}

/// `Σ_j` `B_ij` (`x_j` − `x_i`) of four rows.
#[inline(always)]
fn multiply(slice: &Slice, columns: &[[u32; LANES]], blocks: &[Lanes], x: &[Vector]) -> [[f64; LANES]; 3] {
    let here = gather(&slice.rows, x);
    let mut sums = [[0.0; LANES]; 3];
    for (columns, block) in columns.iter().zip(blocks) {
        let mut d = gather(columns, x);
        for c in 0..3 {
            for l in 0..LANES {
                d[c][l] -= here[c][l];
            }
        }
        for r in 0..3 {
            for l in 0..LANES {
                sums[r][l] += f64::from(block[3 * r][l]) * d[0][l]
                    + f64::from(block[3 * r + 1][l]) * d[1][l]
                    + f64::from(block[3 * r + 2][l]) * d[2][l];
            }
        }
    }
    sums
}

#[inline(always)]
fn gather(rows: &[u32; LANES], x: &[Vector]) -> [[f64; LANES]; 3] {
    let [a, b, c, d] = *rows;
    let [a, b, c, d] = [&x[a as usize], &x[b as usize], &x[c as usize], &x[d as usize]];
    [[a.x, b.x, c.x, d.x], [a.y, b.y, c.y, d.y], [a.z, b.z, c.z, d.z]]
}
