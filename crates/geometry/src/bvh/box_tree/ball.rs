//! A search around a point whose reach shrinks as it finds.
//!
//! The nearer a block, the sooner it is visited, and the sooner it shrinks the reach. Distances are single precision:
//! boxes are rounded outwards by more than the point is rounded, and what rounding is left is granted as slack. Far from
//! a surface it matters that they are distances of balls, not of cubes: a ball touches where a cube lies flat.

use super::{Block, Box32, BoxTree, LANES, lanes};
use crate::{Point, bvh::Bounds};
use wide::f32x4;

/// Relative slack for the rounding of squared distances.
const SLACK: f32 = 1e-5;

/// A search under way.
pub(super) struct Ball<'a, V> {
    tree: &'a BoxTree,
    point: Point,
    /// The point in single precision.
    middle: [f32; 3],
    reach: f64,
    /// The square of the reach, no smaller.
    squared: f32,
    /// The cube of the reach around the point.
    cube: Box32,
    visit: V,
}

impl<'a, V: FnMut(u32) -> f64> Ball<'a, V> {
    pub(super) fn new(tree: &'a BoxTree, point: &Point, reach: f64, visit: V) -> Self {
        let middle = [0, 1, 2].map(|axis| point[axis] as f32);
        Self { tree, point: *point, middle, reach, squared: square(reach), cube: cube(point, reach), visit }
    }

    /// Visits what is under a block.
    pub(super) fn below(&mut self, level: usize, block: usize) {
        let boxes = &self.tree.levels[level][block];
        let mut order = [(0.0, 0); LANES];
        let mut count = 0;
        let away = away(boxes, self.middle);
        for lane in lanes(boxes.overlapping(&self.cube)) {
            order[count] = (away[lane], lane);
            count += 1;
        }
        let order = &mut order[..count];
        order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for &(away, lane) in order.iter() {
            // The reach may have shrunk since; those that follow are farther still.
            if away > self.squared {
                return;
            }
            let child = block * LANES + lane;
            if level > 0 {
                self.below(level - 1, child);
            } else {
                let reach = (self.visit)(self.tree.primitives[child]);
                self.shrink(reach);
            }
        }
    }

    fn shrink(&mut self, reach: f64) {
        if reach < self.reach {
            self.reach = reach;
            self.squared = square(reach);
            self.cube = cube(&self.point, reach);
        }
    }
}

/// A square in single precision, with slack.
fn square(reach: f64) -> f32 {
    (reach * reach) as f32 * (1.0 + SLACK) + f32::MIN_POSITIVE
}

fn cube(point: &Point, reach: f64) -> Box32 {
    Box32::new(&Bounds { low: *point, high: *point }.grown(reach))
}

/// About the squared distances of a block's boxes.
#[inline]
fn away(block: &Block, middle: [f32; 3]) -> [f32; LANES] {
    let axis = |i: usize| {
        let (low, high, at) = (f32x4::new(block.low[i]), f32x4::new(block.high[i]), f32x4::splat(middle[i]));
        let outside = (low - at).max(at - high).max(f32x4::splat(0.0));
        outside * outside
    };
    (axis(0) + axis(1) + axis(2)).to_array()
}
