//! The matrix of the next coarser level, Pᵀ S A S P, with all places of the products found beforehand.
//!
//! 1. A P, row by row: (A P)_iJ = `own_i` `w_iJ` + `Σ_j` `B_ij` (`w_jJ` − `w_iJ`).
//! 2. Pᵀ (A P), row by row of the coarse level. As weights sum to one, the coarse matrix has the form of the fine one:
//!    blocks beside the diagonal, and `own` the sum of `w_iI` `own_i`. So mass stays what it is on all levels, although
//!    stiffness is rounded to single precision.
//! 3. Held directions: `S_i` `B_ij` `S_j`, and what is thereby taken from the sum of a row goes to `own`, which is then no longer
//!    symmetric; the diagonal block, `own` minus the others of the row, is.

use super::transfer::Transfer;
use crate::solver::pattern::CHUNK;
use crate::solver::{BlockMatrix, Pattern, Symmetric};
use nalgebra::Matrix3;
use rayon::prelude::*;
use std::ops::Range;

/// A block, row by row.
type Block = [f32; 9];
/// Marks the diagonal, which is not stored.
const SELF: u16 = u16::MAX;

/// The places of all products, and room for A P.
#[derive(Clone, Debug)]
pub(super) struct Galerkin {
    /// Where the rows of A P begin.
    starts: Vec<u32>,
    /// For each row i, each coupling j and each weight of j: the place in row i of A P; then those of i itself.
    spread: Vec<u16>,
    /// Where the places of a row begin.
    spread_starts: Vec<u32>,
    /// For each coarse row I, each of its fine rows i and each block of i in A P: the place in row I.
    gather: Vec<u16>,
    gather_starts: Vec<u32>,
    product: Vec<Block>,
}

impl Galerkin {
    /// Finds the places; answers also with the couplings of the coarse level.
    pub fn new(pattern: &Pattern, transfer: &Transfer) -> (Self, Pattern) {
        let (mut starts, mut spread, mut spread_starts) = (vec![0], Vec::new(), vec![0]);
        let mut columns: Vec<u32> = Vec::new();
        for i in 0..pattern.rows() {
            let order = || pattern.columns()[pattern.row(i)].iter().copied().chain([i as u32]);
            let reached = || order().flat_map(|j| transfer.of_fine(j as usize).iter().map(|w| w.0));
            let row = sorted(reached().collect());
            spread.extend(reached().map(|c| row.binary_search(&c).unwrap_or(0) as u16));
            columns.extend(row);
            starts.push(columns.len() as u32);
            spread_starts.push(spread.len() as u32);
        }
        let product_row = |i: u32| &columns[starts[i as usize] as usize..starts[i as usize + 1] as usize];
        let (mut gather, mut gather_starts) = (Vec::new(), vec![0]);
        let (mut coarse_starts, mut coarse_columns) = (vec![0], Vec::new());
        for c in 0..transfer.coarse_count() {
            let reached = || transfer.of_coarse(c).iter().flat_map(|w| product_row(w.0).iter().copied());
            let row = sorted(reached().filter(|&d| d != c as u32).collect());
            gather.extend(reached().map(|d| row.binary_search(&d).map_or(SELF, |k| k as u16)));
            gather_starts.push(gather.len() as u32);
            coarse_columns.extend(row);
            coarse_starts.push(coarse_columns.len() as u32);
        }
        let product = vec![[0.0; 9]; columns.len()];
        let coarse = Pattern::from_rows(coarse_starts, coarse_columns);
        (Self { starts, spread, spread_starts, gather, gather_starts, product }, coarse)
    }

    /// Sets the coarse matrix and its own part. `own` is that of the fine one within the free directions; `free` says the projection of a held particle.
    pub fn multiply<'a>(
        &mut self,
        fine: &BlockMatrix,
        own: &[Matrix3<f64>],
        free: impl Fn(u32) -> Option<&'a Symmetric> + Sync,
        transfer: &Transfer,
        (coarse, coarse_own): (&mut BlockMatrix, &mut [Matrix3<f64>]),
    ) {
        let chunks = fine.pattern().rows().div_ceil(CHUNK);
        let (starts, spread, spread_starts) = (&self.starts, &self.spread, &self.spread_starts);
        let row = |i: usize, out: &mut [Block]| {
            let places = &spread[spread_starts[i] as usize..spread_starts[i + 1] as usize];
            product_row(i, fine, own, &free, transfer, places, out);
        };
        over_rows(0..chunks, starts, &mut self.product, &row);
        let this = &*self;
        coarse.fill(|c, blocks| {
            this.coarse_row(c, transfer, blocks);
            Symmetric::default()
        });
        coarse_own.par_chunks_mut(CHUNK).enumerate().for_each(|(k, out)| {
            for (c, out) in out.iter_mut().enumerate() {
                let row = transfer.of_coarse(k * CHUNK + c);
                *out = row.iter().fold(Matrix3::zeros(), |sum, &(i, w)| sum + own[i as usize] * f64::from(w));
            }
        });
    }

    fn coarse_row(&self, c: usize, transfer: &Transfer, blocks: &mut [Matrix3<f64>]) {
        let mut places = self.gather[self.gather_starts[c] as usize..self.gather_starts[c + 1] as usize].iter();
        for &(i, w) in transfer.of_coarse(c) {
            let i = i as usize;
            let w = f64::from(w);
            let products = &self.product[self.starts[i] as usize..self.starts[i + 1] as usize];
            for (block, &place) in products.iter().zip(places.by_ref()) {
                if let Some(out) = blocks.get_mut(place as usize) {
                    // The matrix is stored by columns.
                    for (e, out) in out.as_mut_slice().iter_mut().enumerate() {
                        *out += w * f64::from(block[3 * (e % 3) + e / 3]);
                    }
                }
            }
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        4 * (self.starts.len() + self.spread_starts.len() + self.gather_starts.len())
            + 2 * (self.spread.len() + self.gather.len())
            + size_of_val(&self.product[..])
    }
}

fn product_row<'a>(
    i: usize,
    fine: &BlockMatrix,
    own: &[Matrix3<f64>],
    free: &impl Fn(u32) -> Option<&'a Symmetric>,
    transfer: &Transfer,
    places: &[u16],
    out: &mut [Block],
) {
    out.fill([0.0; 9]);
    let mut places = places.iter();
    let mut total = Block::default();
    let here = free(i as u32);
    let pattern = fine.pattern();
    for (k, &j) in pattern.columns()[pattern.row(i)].iter().enumerate() {
        let mut block = fine.short(i, k);
        let there = free(j);
        if here.is_some() || there.is_some() {
            block = between(here, &block, there);
        }
        for (t, b) in total.iter_mut().zip(&block) {
            *t += b;
        }
        for (&(_, w), &place) in transfer.of_fine(j as usize).iter().zip(places.by_ref()) {
            add(&mut out[place as usize], &block, w);
        }
    }
    let rest: Block = std::array::from_fn(|e| own[i][(e / 3, e % 3)] as f32 - total[e]);
    for (&(_, w), &place) in transfer.of_fine(i).iter().zip(places) {
        add(&mut out[place as usize], &rest, w);
    }
}

#[inline]
fn add(out: &mut Block, block: &Block, w: f32) {
    for (out, b) in out.iter_mut().zip(block) {
        *out += w * b;
    }
}

/// `S_i` B `S_j`.
fn between(here: Option<&Symmetric>, block: &Block, there: Option<&Symmetric>) -> Block {
    let full = |s: Option<&Symmetric>| s.map_or_else(Matrix3::identity, Symmetric::full);
    let m = full(here) * Matrix3::from_fn(|r, c| f64::from(block[3 * r + c])) * full(there);
    std::array::from_fn(|e| m[(e / 3, e % 3)] as f32)
}

/// Calls `row` for every row with its part of `data`, chunks of rows in parallel, without allocating.
fn over_rows(chunks: Range<usize>, starts: &[u32], data: &mut [Block], row: &(impl Fn(usize, &mut [Block]) + Sync)) {
    let rows = starts.len() - 1;
    if chunks.len() > 1 {
        let middle = usize::midpoint(chunks.start, chunks.end);
        let (head, tail) = data.split_at_mut((starts[middle * CHUNK] - starts[chunks.start * CHUNK]) as usize);
        rayon::join(
            || over_rows(chunks.start..middle, starts, head, row),
            || over_rows(middle..chunks.end, starts, tail, row),
        );
        return;
    }
    let mut rest = data;
    for i in chunks.start * CHUNK..(chunks.end * CHUNK).min(rows) {
        let (head, tail) = rest.split_at_mut((starts[i + 1] - starts[i]) as usize);
        row(i, head);
        rest = tail;
    }
}

fn sorted(mut list: Vec<u32>) -> Vec<u32> {
    list.sort_unstable();
    list.dedup();
    list
}
