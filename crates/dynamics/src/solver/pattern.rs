//! Which particles are coupled, and where their blocks lie.
//!
//! 1. The couplings of a row are sorted columns, without the diagonal: `(i, j)` is there when `(j, i)` is.
//! 2. Rows are cut into chunks of [`CHUNK`]. In a chunk they are sorted by length, four make a *slice*, and a slice is as
//!    long as its longest row. So four rows are multiplied at once, in four lanes, whatever the processor.
//! 3. Where a row is shorter than its slice, the column is the row itself: the difference of the two is zero.
//!
//! Not here: the numbers in the blocks.

use std::ops::Range;

/// Rows of a chunk: the unit of parallel work.
pub const CHUNK: usize = 256;
/// Chunks that a task has at the least: to hand out fewer costs more than it saves.
pub(crate) const TASK: usize = 2;
/// Rows of a slice.
pub const LANES: usize = 4;

/// The couplings of every particle.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// The first slot of every row, and the end.
    starts: Vec<u32>,
    slices: Vec<Slice>,
    /// The first slice of every chunk, and the end of the last.
    chunks: Vec<u32>,
    /// The column of every lane of every entry.
    lanes: Vec<[u32; LANES]>,
    /// The place of every row among all lanes of all slices.
    places: Vec<u32>,
}

/// Four rows that are multiplied together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slice {
    /// The rows; the last is repeated where a chunk does not fill its last slice.
    pub rows: [u32; LANES],
    /// How many of them count.
    pub count: u32,
    /// Its first entry.
    pub start: u32,
    /// How many entries it has: couplings of its longest row.
    pub length: u32,
}

/// Where a row is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    /// The first entry of its slice.
    pub start: u32,
    /// Its lane.
    pub lane: u32,
    /// The number of its slice.
    pub slice: u32,
}

impl Slice {
    /// Its entries.
    pub fn entries(&self) -> Range<usize> {
        self.start as usize..(self.start + self.length) as usize
    }
}

impl Pattern {
    /// The couplings among the particles of each element: every pair in a triangle or a hinge.
    pub fn new(particles: usize, triangles: &[[u32; 3]], hinges: &[[u32; 4]]) -> Self {
        let mut pairs = Vec::with_capacity(6 * triangles.len() + 12 * hinges.len());
        for t in triangles {
            add_pairs(t, &mut pairs);
        }
        for h in hinges {
            add_pairs(h, &mut pairs);
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut starts = vec![0u32; particles + 1];
        for &(i, _) in &pairs {
            starts[i as usize + 1] += 1;
        }
        for i in 0..particles {
            starts[i + 1] += starts[i];
        }
        let columns: Vec<u32> = pairs.into_iter().map(|(_, j)| j).collect();
        Self::from_rows(starts, &columns)
    }

    /// From sorted columns without the diagonal; `starts` has one number more than there are rows.
    pub(crate) fn from_rows(starts: Vec<u32>, columns: &[u32]) -> Self {
        let rows = starts.len() - 1;
        let (mut slices, mut chunks, mut lanes) = (Vec::new(), vec![0], Vec::new());
        let mut places = vec![0; rows];
        let length = |i: u32| starts[i as usize + 1] - starts[i as usize];
        for first in (0..rows).step_by(CHUNK) {
            let mut order: Vec<u32> = (first as u32..(first + CHUNK).min(rows) as u32).collect();
            order.sort_by_key(|&i| std::cmp::Reverse(length(i)));
            for four in order.chunks(LANES) {
                let (start, slice) = (lanes.len() as u32, slices.len() as u32);
                let rows: [u32; LANES] = std::array::from_fn(|l| four[l.min(four.len() - 1)]);
                slices.push(Slice { rows, count: four.len() as u32, start, length: length(rows[0]) });
                for k in 0..length(rows[0]) {
                    lanes
                        .push(rows.map(|i| if k < length(i) { columns[(starts[i as usize] + k) as usize] } else { i }));
                }
                four.iter().zip(LANES as u32 * slice..).for_each(|(&i, place)| places[i as usize] = place);
            }
            chunks.push(slices.len() as u32);
        }
        Self { starts, slices, chunks, lanes, places }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.places.len()
    }

    /// The slots of a row.
    pub fn row(&self, i: usize) -> Range<usize> {
        self.starts[i] as usize..self.starts[i + 1] as usize
    }

    /// How many slots there are.
    pub fn slots(&self) -> usize {
        self.starts[self.rows()] as usize
    }

    /// The particles that a row is coupled with, in ascending order.
    #[inline]
    pub fn couplings(&self, i: usize) -> impl Iterator<Item = u32> + Clone + '_ {
        let place = self.place(i);
        let first = place.start as usize;
        self.lanes[first..first + self.row(i).len()].iter().map(move |lanes| lanes[place.lane as usize])
    }

    /// The slot of a coupling.
    pub fn slot(&self, i: usize, j: usize) -> Option<usize> {
        let row = self.row(i);
        let place = self.place(i);
        let lanes = &self.lanes[place.start as usize..place.start as usize + row.len()];
        lanes.binary_search_by_key(&(j as u32), |lanes| lanes[place.lane as usize]).ok().map(|k| row.start + k)
    }

    /// The most couplings that a row has.
    pub fn longest(&self) -> usize {
        (0..self.rows()).map(|i| self.row(i).len()).max().unwrap_or(0)
    }

    /// How many entries of four lanes there are, padding included.
    pub fn entries(&self) -> usize {
        self.lanes.len()
    }

    /// The slices of a chunk.
    pub(crate) fn slices(&self, chunk: usize) -> &[Slice] {
        &self.slices[self.slice_range(chunk)]
    }

    /// The same with their numbers.
    #[inline]
    pub(crate) fn numbered_slices(&self, chunk: usize) -> impl Iterator<Item = (usize, &Slice)> {
        self.slice_range(chunk).zip(self.slices(chunk))
    }

    /// Their numbers.
    fn slice_range(&self, chunk: usize) -> Range<usize> {
        self.chunks[chunk] as usize..self.chunks[chunk + 1] as usize
    }

    /// How many slices there are.
    pub(crate) fn slice_count(&self) -> usize {
        self.slices.len()
    }

    /// The entries of a chunk.
    pub(crate) fn chunk_entries(&self, chunk: usize) -> Range<usize> {
        let start = |s: u32| self.slices.get(s as usize).map_or(self.lanes.len(), |s| s.start as usize);
        start(self.chunks[chunk])..start(self.chunks[chunk + 1])
    }

    /// How many chunks there are.
    pub(crate) fn chunks(&self) -> usize {
        self.chunks.len() - 1
    }

    /// The columns of the entries, lane by lane.
    pub(crate) fn lanes(&self) -> &[[u32; LANES]] {
        &self.lanes
    }

    /// Where a row is stored.
    #[inline]
    pub(crate) fn place(&self, row: usize) -> Place {
        let (slice, lane) = (self.places[row] / LANES as u32, self.places[row] % LANES as u32);
        Place { start: self.slices[slice as usize].start, lane, slice }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        4 * (self.starts.len() + self.places.len() + self.chunks.len())
            + size_of_val(&self.slices[..])
            + size_of_val(&self.lanes[..])
    }
}

fn add_pairs(element: &[u32], pairs: &mut Vec<(u32, u32)>) {
    for &i in element {
        pairs.extend(element.iter().filter(|&&j| j != i).map(|&j| (i, j)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn two_triangles_and_their_hinge_couple_all_four() {
        let pattern = Pattern::new(5, &[[0, 1, 2], [2, 1, 3]], &[[1, 2, 0, 3]]);
        assert_eq!(pattern.row(0).len(), 3);
        assert!(pattern.couplings(3).eq([0, 1, 2]));
        assert_eq!(pattern.row(4).len(), 0);
        assert_eq!(pattern.slot(0, 3), Some(2));
        assert_eq!(pattern.slot(0, 4), None);
    }

    #[test]
    fn lanes_hold_every_coupling_once() {
        let triangles: Vec<[u32; 3]> = (0..700).map(|i| [i, i + 1, (i * 7 + 3) % 702]).collect();
        let triangles: Vec<_> = triangles.into_iter().filter(|t| t[0] != t[2] && t[1] != t[2]).collect();
        let pattern = Pattern::new(702, &triangles, &[]);
        for i in 0..pattern.rows() {
            let place = pattern.place(i);
            let expected: BTreeSet<u32> =
                triangles.iter().filter(|t| t.contains(&(i as u32))).flatten().copied().collect();
            assert!(pattern.couplings(i).eq(expected.into_iter().filter(|&j| j as usize != i)), "row {i}");
            assert_eq!(pattern.slices[place.slice as usize].rows[place.lane as usize] as usize, i);
        }
    }
}
