//! From a level to the next coarser one and back: the same scalar weights for x, y and z.

use super::Short;
use super::coarsen::Rows;
use crate::solver::pattern::{CHUNK, TASK};
use rayon::prelude::*;
use std::ops::Range;

/// The weights, by fine and by coarse particle.
#[derive(Clone, Debug)]
pub(super) struct Transfer {
    fine: Table,
    coarse: Table,
}

#[derive(Clone, Debug)]
struct Table {
    starts: Vec<u32>,
    entries: Vec<(u32, f32)>,
}

impl Table {
    fn new(rows: &[Vec<(u32, f32)>]) -> Self {
        let mut starts = vec![0];
        starts.extend(rows.iter().scan(0, |sum, row| {
            *sum += row.len() as u32;
            Some(*sum)
        }));
        Self { starts, entries: rows.concat() }
    }

    fn range(&self, i: usize) -> Range<usize> {
        self.starts[i] as usize..self.starts[i + 1] as usize
    }
}

impl Transfer {
    pub fn new(rows: &Rows, coarse: usize) -> Self {
        let mut back = vec![Vec::new(); coarse];
        for (i, row) in rows.iter().enumerate() {
            for &(c, w) in row {
                back[c as usize].push((i as u32, w));
            }
        }
        Self { fine: Table::new(rows), coarse: Table::new(&back) }
    }

    /// How many coarse particles there are.
    pub fn coarse_count(&self) -> usize {
        self.coarse.starts.len() - 1
    }

    /// The coarse particles of a fine one.
    pub fn of_fine(&self, i: usize) -> &[(u32, f32)] {
        &self.fine.entries[self.fine.range(i)]
    }

    /// The fine particles of a coarse one.
    pub fn of_coarse(&self, c: usize) -> &[(u32, f32)] {
        &self.coarse.entries[self.coarse.range(c)]
    }

    /// `coarse` = Pᵀ `fine`.
    pub fn restrict(&self, fine: &[Short], coarse: &mut [Short]) {
        coarse.par_chunks_mut(CHUNK).enumerate().with_min_len(TASK).for_each(|(k, out)| {
            for (c, out) in out.iter_mut().enumerate() {
                *out = sum(self.of_coarse(k * CHUNK + c), fine);
            }
        });
    }

    /// `fine` += P `coarse`.
    pub fn prolong(&self, coarse: &[Short], fine: &mut [Short]) {
        fine.par_chunks_mut(CHUNK).enumerate().with_min_len(TASK).for_each(|(k, out)| {
            for (i, out) in out.iter_mut().enumerate() {
                *out += sum(self.of_fine(k * CHUNK + i), coarse);
            }
        });
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        [&self.fine, &self.coarse].iter().map(|t| 4 * t.starts.len() + 8 * t.entries.len()).sum()
    }
}

#[inline]
fn sum(row: &[(u32, f32)], x: &[Short]) -> Short {
    row.iter().fold(Short::ZERO, |sum, &(i, w)| sum + x[i as usize] * Short::splat(w))
}
