//! The project's own hierarchy, made for meshes that are searched against themselves.
//!
//! A *block* is four boxes side by side, so that one box is compared with four at once. The tree is nothing but blocks in
//! levels: the lanes of level 0 are primitives, and lane `l` of block `b` on any other level is block `4b + l` of the level
//! below. There are no pointers; primitives are sorted once so that every aligned run of 4, 16, 64 … of them is compact.
//!
//! Of a mesh of cloth and bodies nobody asks what bodies do among themselves. Who says whom it asks about ([`BoxTree::ask`]) is spared
//! all pairs of others: blocks know which of their lanes hold someone, and searches go down no further than that.
//!
//! Boxes are single precision, rounded outwards. Two trees can therefore be searched against each other as they are; what
//! is very far from the origin for its size is found all the same, with more pairs visited.

use super::{Bounds, Hierarchy};
use crate::Point;
use rayon::prelude::*;
use std::cmp::Ordering;
use wide::f32x4;

mod ball;

use ball::Ball;

/// Boxes in a block: as many as a vector register has lanes.
const LANES: usize = 4;

/// A bit for each lane.
const ALL: u32 = (1 << LANES) - 1;

/// Below this many primitives a part is sorted by one thread.
const SORT_GRAIN: usize = 4096;

/// Blocks refitted by one task.
const REFIT_GRAIN: usize = 512;

/// A search is cut into tasks until there are this many, or no more can be had.
const TASKS: usize = 512;

/// Outward rounding: twice the relative error of a conversion to single precision.
const OUTWARD: f32 = 2.0 * f32::EPSILON;

/// Four boxes, axis by axis. Lanes without a box overlap nothing.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
struct Block {
    low: [[f32; LANES]; 3],
    high: [[f32; LANES]; 3],
}

/// One box in single precision.
#[derive(Clone, Copy, Debug)]
struct Box32 {
    low: [f32; 3],
    high: [f32; 3],
}

/// The project's hierarchy: see the module.
#[derive(Clone, Debug, Default)]
pub struct BoxTree {
    /// Which primitive stands in each lane of level 0.
    primitives: Vec<u32>,
    /// From the primitives up to a single block.
    levels: Vec<Vec<Block>>,
    /// Of every block, a bit for each lane that holds something that is asked about.
    asked: Vec<Vec<u32>>,
}

/// A part of a search. Blocks are named by their place in a level.
#[derive(Clone, Copy, Debug)]
enum Task {
    /// All pairs within one block.
    Within { level: usize, block: usize },
    /// All pairs between two blocks, which may be on different levels of two trees.
    Between { levels: [usize; 2], blocks: [usize; 2] },
}

impl Box32 {
    const EMPTY: Self = Self { low: [f32::INFINITY; 3], high: [f32::NEG_INFINITY; 3] };

    #[inline]
    fn new(bounds: &Bounds) -> Self {
        let mut rounded = Self::EMPTY;
        for axis in 0..3 {
            rounded.low[axis] = -outward(-bounds.low[axis]);
            rounded.high[axis] = outward(bounds.high[axis]);
        }
        rounded
    }
}

/// A single-precision number that is no smaller.
#[inline]
fn outward(value: f64) -> f32 {
    // Beyond the range of single precision everything is at its end: boxes there overlap rather than vanish.
    let nearest = (value as f32).clamp(f32::MIN, f32::MAX);
    // No box reaches infinity: that is where lanes without a box are.
    (nearest + (nearest.abs() * OUTWARD + f32::MIN_POSITIVE)).min(f32::MAX)
}

impl Block {
    const EMPTY: Self = Self { low: [[f32::INFINITY; LANES]; 3], high: [[f32::NEG_INFINITY; LANES]; 3] };

    /// A block of up to four boxes.
    #[inline]
    fn of(boxes: impl Iterator<Item = Box32>) -> Self {
        let mut block = Self::EMPTY;
        for (lane, bounds) in boxes.enumerate() {
            for axis in 0..3 {
                block.low[axis][lane] = bounds.low[axis];
                block.high[axis][lane] = bounds.high[axis];
            }
        }
        block
    }

    /// The box around all its boxes.
    #[inline]
    fn around(&self) -> Box32 {
        let mut all = Box32::EMPTY;
        for axis in 0..3 {
            all.low[axis] = self.low[axis].into_iter().fold(f32::INFINITY, f32::min);
            all.high[axis] = self.high[axis].into_iter().fold(f32::NEG_INFINITY, f32::max);
        }
        all
    }

    /// The box in a lane.
    #[inline]
    fn lane(&self, lane: usize) -> Box32 {
        let [x, y, z] = [0, 1, 2].map(|axis| (self.low[axis][lane], self.high[axis][lane]));
        Box32 { low: [x.0, y.0, z.0], high: [x.1, y.1, z.1] }
    }

    /// Which of its boxes overlap another: a bit each.
    #[inline]
    fn overlapping(&self, other: &Box32) -> u32 {
        let axis = |i: usize| {
            let (low, high) = (f32x4::new(self.low[i]), f32x4::new(self.high[i]));
            low.simd_le(f32x4::splat(other.high[i])) & f32x4::splat(other.low[i]).simd_le(high)
        };
        (axis(0) & axis(1) & axis(2)).to_bitmask()
    }
}

/// The bits set in a mask, as lanes.
#[inline]
fn lanes(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros() as usize;
        let any = mask != 0;
        mask &= mask.wrapping_sub(1);
        any.then_some(lane)
    })
}

impl Hierarchy for BoxTree {
    fn build(count: usize, bounds: impl Fn(u32) -> Bounds + Sync) -> Self {
        let mut centers: Vec<(Point, u32)> =
            (0..count as u32).into_par_iter().map(|i| (bounds(i).center(), i)).collect();
        sort(&mut centers);
        let mut levels = Vec::new();
        let mut blocks = count.div_ceil(LANES);
        while blocks > 0 {
            levels.push(vec![Block::EMPTY; blocks]);
            blocks = if blocks == 1 { 0 } else { blocks.div_ceil(LANES) };
        }
        let primitives = centers.into_iter().map(|(_, primitive)| primitive).collect();
        let asked = levels.iter().map(|level| vec![ALL; level.len()]).collect();
        let mut tree = Self { primitives, levels, asked };
        tree.refit(bounds);
        tree
    }

    fn refit(&mut self, bounds: impl Fn(u32) -> Bounds + Sync) {
        let Some((lowest, mut above)) = self.levels.split_first_mut() else { return };
        lowest
            .par_iter_mut()
            .with_min_len(REFIT_GRAIN)
            .zip(self.primitives.par_chunks(LANES))
            .for_each(|(block, primitives)| *block = Block::of(primitives.iter().map(|&p| Box32::new(&bounds(p)))));
        let mut below = &*lowest;
        while let Some((level, rest)) = above.split_first_mut() {
            level
                .par_iter_mut()
                .with_min_len(REFIT_GRAIN)
                .zip(below.par_chunks(LANES))
                .for_each(|(block, children)| *block = Block::of(children.iter().map(Block::around)));
            (below, above) = (level, rest);
        }
    }

    fn self_pairs<C: Send>(&self, new: impl Fn() -> C + Sync, visit: impl Fn(&mut C, u32, u32) + Sync) -> Vec<C> {
        let whole = self.top().map(|level| Task::Within { level, block: 0 });
        self.search(self, whole, new, visit)
    }

    fn cross_pairs<C: Send>(
        &self,
        other: &Self,
        new: impl Fn() -> C + Sync,
        visit: impl Fn(&mut C, u32, u32) + Sync,
    ) -> Vec<C> {
        let tops = self.top().zip(other.top());
        let whole = tops.map(|(a, b)| Task::Between { levels: [a, b], blocks: [0, 0] });
        self.search(other, whole, new, visit)
    }

    fn overlapping(&self, bounds: &Bounds, mut visit: impl FnMut(u32)) {
        if let Some(top) = self.top() {
            self.below(top, 0, &Box32::new(bounds), &mut visit);
        }
    }

    fn around(&self, point: &Point, reach: f64, visit: impl FnMut(u32) -> f64) {
        if let Some(top) = self.top() {
            Ball::new(self, point, reach, visit).below(top, 0);
        }
    }
}

impl BoxTree {
    /// From now on searches for pairs visit only those of which at least one primitive is asked about; until told, all are.
    pub fn ask(&mut self, about: impl Fn(u32) -> bool) {
        let Some((lowest, mut above)) = self.asked.split_first_mut() else { return };
        for (lanes, primitives) in lowest.iter_mut().zip(self.primitives.chunks(LANES)) {
            *lanes = mask(primitives, |primitive| about(*primitive));
        }
        let mut below = &*lowest;
        while let Some((level, rest)) = above.split_first_mut() {
            for (lanes, children) in level.iter_mut().zip(below.chunks(LANES)) {
                *lanes = mask(children, |child| *child != 0);
            }
            (below, above) = (level, rest);
        }
    }

    /// The level of the single block; none if there are no primitives.
    fn top(&self) -> Option<usize> {
        self.levels.len().checked_sub(1)
    }

    /// Visits the primitives under a block whose boxes overlap one box.
    fn below(&self, level: usize, block: usize, bounds: &Box32, visit: &mut impl FnMut(u32)) {
        for lane in lanes(self.levels[level][block].overlapping(bounds)) {
            let child = block * LANES + lane;
            if level == 0 {
                visit(self.primitives[child]);
            } else {
                self.below(level - 1, child, bounds, visit);
            }
        }
    }

    /// Divides a search into tasks, runs them in parallel, and gives their collectors back in order.
    fn search<C: Send>(
        &self,
        other: &Self,
        whole: Option<Task>,
        new: impl Fn() -> C + Sync,
        visit: impl Fn(&mut C, u32, u32) + Sync,
    ) -> Vec<C> {
        let mut tasks: Vec<Task> = whole.into_iter().collect();
        let mut more = true;
        while more && tasks.len() < TASKS {
            let mut divided = Vec::with_capacity(tasks.len() * LANES);
            more = false;
            for task in &tasks {
                more |= self.divide(other, task, &mut divided);
            }
            tasks = divided;
        }
        let run = |task: Task| {
            let mut collector = new();
            let mut visit = |a, b| visit(&mut collector, a, b);
            match task {
                Task::Within { level, block } => self.within(level, block, &mut visit),
                Task::Between { levels, blocks } => self.between(other, levels, blocks, &mut visit),
            }
            collector
        };
        tasks.into_par_iter().map(run).collect()
    }

    /// Appends the parts of a task, or the task itself if it is on the lowest level; returns whether it was divided.
    fn divide(&self, other: &Self, task: &Task, into: &mut Vec<Task>) -> bool {
        match *task {
            Task::Within { level, block } if level > 0 => {
                for lane in 0..LANES.min(self.levels[level - 1].len() - block * LANES) {
                    let child = block * LANES + lane;
                    if self.is_asked(level, block, lane) {
                        into.push(Task::Within { level: level - 1, block: child });
                    }
                    for later in lanes(self.overlapping_later(level, block, lane)) {
                        let blocks = [child, block * LANES + later];
                        into.push(Task::Between { levels: [level - 1; 2], blocks });
                    }
                }
                true
            }
            Task::Between { levels, blocks } if levels != [0, 0] => {
                self.pairs_below(other, levels, blocks, &mut |levels, blocks| {
                    into.push(Task::Between { levels, blocks });
                });
                true
            }
            _ => {
                into.push(*task);
                false
            }
        }
    }

    fn within(&self, level: usize, block: usize, visit: &mut impl FnMut(u32, u32)) {
        for lane in 0..LANES {
            let overlapping = self.overlapping_later(level, block, lane);
            let child = block * LANES + lane;
            if level == 0 {
                lanes(overlapping)
                    .for_each(|later| visit(self.primitives[child], self.primitives[block * LANES + later]));
                continue;
            }
            if child < self.levels[level - 1].len() && self.is_asked(level, block, lane) {
                self.within(level - 1, child, visit);
            }
            for later in lanes(overlapping) {
                self.between(self, [level - 1; 2], [child, block * LANES + later], visit);
            }
        }
    }

    fn between(&self, other: &Self, levels: [usize; 2], blocks: [usize; 2], visit: &mut impl FnMut(u32, u32)) {
        if levels == [0, 0] {
            for lane in 0..LANES {
                for hit in lanes(self.overlapping_there(other, levels, blocks, lane)) {
                    visit(self.primitives[blocks[0] * LANES + lane], other.primitives[blocks[1] * LANES + hit]);
                }
            }
        } else {
            self.pairs_below(other, levels, blocks, &mut |levels, blocks| self.between(other, levels, blocks, visit));
        }
    }

    #[inline]
    fn is_asked(&self, level: usize, block: usize, lane: usize) -> bool {
        self.asked[level][block] & (1 << lane) != 0
    }

    /// The lanes after one that overlap it, unless neither is asked about.
    #[inline]
    fn overlapping_later(&self, level: usize, block: usize, lane: usize) -> u32 {
        let parts = &self.levels[level][block];
        let asked = asked_with(self.is_asked(level, block, lane), self.asked[level][block]);
        later_than(lane, parts.overlapping(&parts.lane(lane))) & asked
    }

    /// The lanes of a block of another tree that overlap a lane of one here, unless neither is asked about.
    #[inline]
    fn overlapping_there(&self, other: &Self, levels: [usize; 2], blocks: [usize; 2], lane: usize) -> u32 {
        let (mine, theirs) = (&self.levels[levels[0]][blocks[0]], &other.levels[levels[1]][blocks[1]]);
        let asked = asked_with(self.is_asked(levels[0], blocks[0], lane), other.asked[levels[1]][blocks[1]]);
        theirs.overlapping(&mine.lane(lane)) & asked
    }

    /// The pairs of blocks one level down, on both sides or, where the levels differ, on the higher one.
    #[inline]
    fn pairs_below(
        &self,
        other: &Self,
        [level, level_other]: [usize; 2],
        [block, block_other]: [usize; 2],
        each: &mut impl FnMut([usize; 2], [usize; 2]),
    ) {
        let (mine, theirs) = (&self.levels[level][block], &other.levels[level_other][block_other]);
        let (my_asked, their_asked) = (self.asked[level][block], other.asked[level_other][block_other]);
        match level.cmp(&level_other) {
            Ordering::Greater => {
                for lane in lanes(mine.overlapping(&theirs.around()) & asked_with(their_asked != 0, my_asked)) {
                    each([level - 1, level_other], [block * LANES + lane, block_other]);
                }
            }
            Ordering::Less => {
                for lane in lanes(theirs.overlapping(&mine.around()) & asked_with(my_asked != 0, their_asked)) {
                    each([level, level_other - 1], [block, block_other * LANES + lane]);
                }
            }
            Ordering::Equal => {
                for lane in 0..LANES {
                    for hit in lanes(self.overlapping_there(other, [level, level_other], [block, block_other], lane)) {
                        each([level - 1, level_other - 1], [block * LANES + lane, block_other * LANES + hit]);
                    }
                }
            }
        }
    }
}

/// A bit for each item of which something is true.
fn mask<T>(items: &[T], is: impl Fn(&T) -> bool) -> u32 {
    items.iter().enumerate().fold(0, |mask, (lane, item)| mask | u32::from(is(item)) << lane)
}

/// Which lanes make a pair that is asked about, with someone who is or is not: any, or those that are themselves.
#[inline]
fn asked_with(someone: bool, asked: u32) -> u32 {
    if someone { ALL } else { asked }
}

/// The bits of the lanes after one.
#[inline]
fn later_than(lane: usize, mask: u32) -> u32 {
    mask & !((2 << lane) - 1)
}

/// Sorts primitives so that every aligned run of a power of four is compact: splits along the widest axis, at a multiple
/// of the largest power of four that is smaller than the whole.
fn sort(centers: &mut [(Point, u32)]) {
    if centers.len() <= LANES {
        centers.sort_unstable_by_key(|&(_, primitive)| primitive);
        return;
    }
    let mut run = LANES;
    while run * LANES < centers.len() {
        run *= LANES;
    }
    let middle = centers.len().div_ceil(run).div_ceil(2) * run;
    let axis = Bounds::around(centers.iter().map(|(center, _)| center)).extents().imax();
    centers.select_nth_unstable_by(middle, |a, b| a.0[axis].total_cmp(&b.0[axis]).then(a.1.cmp(&b.1)));
    let large = centers.len() > SORT_GRAIN;
    let (left, right) = centers.split_at_mut(middle);
    if large {
        rayon::join(|| sort(left), || sort(right));
    } else {
        sort(left);
        sort(right);
    }
}
