//! The matrix of the next coarser level, Pᵀ S A S P, with all places of the products found beforehand.
//!
//! Row by row of the coarse level, in memory that stays in the processor:
//! 1. The weighted sum of the fine rows that belong to the coarse one, `Σ_i` `w_iI` `A_ij` for every fine j they reach. The
//!    block on the fine diagonal is `own_i` − `Σ_j` `B_ij`.
//! 2. Each of these blocks goes to the coarse particles of its j, by their weights.
//!
//! As weights sum to one, the coarse matrix has the form of the fine one: blocks beside the diagonal, and own parts that are
//! the sums of `w_iI` `own_i`. So mass stays what it is on all levels, although stiffness is rounded to single precision.
//!
//! Held directions are taken out of the fine blocks: `S_i` `B_ij` `S_j`. What is thereby taken from the sum of a row goes to the
//! coarse own part, which is then no longer symmetric; the diagonal block, own part minus the others of the row, is.

use super::transfer::Transfer;
use crate::solver::blocks::{Block, Wide};
use crate::solver::pattern::CHUNK;
use crate::solver::{BlockMatrix, Pattern, Symmetric};
use nalgebra::Matrix3;

/// The places of all products.
#[derive(Clone, Debug)]
pub(super) struct Galerkin {
    /// The fine particles that each coarse row reaches.
    reached: Lists<u32>,
    /// For each coarse row I, each of its fine rows i, each coupling j of it and then i itself: the place among the reached.
    first: Lists<u16>,
    /// For each coarse row I, each reached j and each weight of j: the place in row I; the end of the row for I itself.
    second: Lists<u16>,
    /// Room for the blocks of a row, one more, and those of the reached; for every chunk of coarse rows.
    scratch: Vec<Vec<Wide>>,
}

/// A list for every coarse row.
#[derive(Clone, Debug)]
struct Lists<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    fn new() -> Self {
        Self { starts: vec![0], items: Vec::new() }
    }

    fn push(&mut self, row: impl IntoIterator<Item = T>) {
        self.items.extend(row);
        self.starts.push(self.items.len() as u32);
    }

    fn of(&self, row: usize) -> &[T] {
        &self.items[self.starts[row] as usize..self.starts[row + 1] as usize]
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.starts[..]) + size_of_val(&self.items[..])
    }
}

/// The finer level's matrix.
pub(super) struct Fine<'a, O, F> {
    /// Its blocks.
    pub matrix: &'a BlockMatrix,
    /// What acts on each particle alone.
    pub own: O,
    /// The projections of a particle and its coupled ones; nothing if none of them is held.
    pub free: F,
}

impl Galerkin {
    /// Finds the places; answers also with the couplings of the coarse level.
    pub fn new(pattern: &Pattern, transfer: &Transfer) -> (Self, Pattern) {
        let (mut reached, mut first, mut second) = (Lists::new(), Lists::new(), Lists::new());
        let (mut starts, mut columns, mut longest) = (vec![0], Vec::new(), 0);
        for c in 0..transfer.coarse_count() {
            let fine = || transfer.of_coarse(c).iter().flat_map(|w| pattern.couplings(w.0 as usize).chain([w.0]));
            let list = sorted(fine().collect());
            first.push(fine().map(|j| place(&list, j)));
            let coarse = || list.iter().flat_map(|&j| transfer.of_fine(j as usize).iter().map(|w| w.0));
            let row = sorted(coarse().filter(|&d| d != c as u32).collect());
            second.push(coarse().map(|d| if d == c as u32 { row.len() as u16 } else { place(&row, d) }));
            longest = longest.max(row.len() + 1 + list.len());
            reached.push(list);
            columns.extend(row);
            starts.push(columns.len() as u32);
        }
        let scratch = vec![vec![Wide::default(); longest]; transfer.coarse_count().div_ceil(CHUNK)];
        (Self { reached, first, second, scratch }, Pattern::from_rows(starts, &columns))
    }

    /// Sets the blocks of the coarse matrix.
    pub fn multiply<'a, O, F>(&mut self, fine: &Fine<'_, O, F>, transfer: &Transfer, coarse: &mut BlockMatrix)
    where
        O: Fn(usize) -> Block + Sync,
        F: Fn(usize) -> Option<Near<'a>> + Sync,
    {
        let Self { reached, first, second, scratch } = self;
        coarse.fill_short(scratch, |c, length, memory| {
            let (row, rest) = memory.split_at_mut(length + 1);
            let reached = reached.of(c);
            let sums = &mut rest[..reached.len()];
            fine.sum_rows(transfer.of_coarse(c), first.of(c), sums);
            row.fill(Wide::default());
            let mut places = second.of(c).iter();
            for (&j, sum) in reached.iter().zip(sums) {
                for (&(_, w), &place) in transfer.of_fine(j as usize).iter().zip(places.by_ref()) {
                    row[place as usize].add(sum, w);
                }
            }
        });
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let scratch: usize = self.scratch.iter().map(|s| size_of_val(&s[..])).sum();
        self.reached.bytes() + self.first.bytes() + self.second.bytes() + scratch
    }
}

/// The projections where a particle or one of its coupled ones is held.
pub(super) trait Projections {
    /// Of a particle, if it is held.
    fn at(&self, particle: u32) -> Option<&Symmetric>;
}

/// See [`Fine::free`].
pub(super) type Near<'a> = &'a (dyn Projections + Sync);

impl<'a, O, F> Fine<'_, O, F>
where
    O: Fn(usize) -> Block,
    F: Fn(usize) -> Option<Near<'a>>,
{
    fn sum_rows(&self, rows: &[(u32, f32)], places: &[u16], sums: &mut [Wide]) {
        sums.fill(Wide::default());
        let mut places = places.iter();
        for &(i, w) in rows {
            let near = (self.free)(i as usize);
            let mut diagonal = Wide::from(&(self.own)(i as usize));
            if let Some(near) = near {
                let here = near.at(i);
                let couplings = self.matrix.pattern().couplings(i as usize);
                for ((block, j), &place) in self.matrix.wide(i as usize).zip(couplings).zip(places.by_ref()) {
                    diagonal.add(&block, -1.0);
                    sums[place as usize].add(&between(here, &block, near.at(j)), w);
                }
                diagonal = between(here, &diagonal, here);
            } else {
                for (block, &place) in self.matrix.wide(i as usize).zip(places.by_ref()) {
                    diagonal.add(&block, -1.0);
                    sums[place as usize].add(&block, w);
                }
            }
            if let Some(&place) = places.next() {
                sums[place as usize].add(&diagonal, w);
            }
        }
    }
}

/// `S_i` B `S_j`.
fn between(here: Option<&Symmetric>, block: &Wide, there: Option<&Symmetric>) -> Wide {
    let full = |s: Option<&Symmetric>| s.map_or_else(Matrix3::identity, Symmetric::full);
    let block = block.block();
    let m = full(here) * Matrix3::from_fn(|r, c| f64::from(block[3 * r + c])) * full(there);
    Wide::from(&std::array::from_fn(|e| m[(e / 3, e % 3)] as f32))
}

fn sorted(mut list: Vec<u32>) -> Vec<u32> {
    list.sort_unstable();
    list.dedup();
    list
}

fn place(sorted: &[u32], item: u32) -> u16 {
    sorted.binary_search(&item).unwrap_or(0) as u16
}
