//! The differences of two primitives over a step, and what a plane proves about them.

use super::plane::Plane;
use crate::{Point, Vector};

/// Unit of rounding: no operation on doubles errs by more, relatively.
const UNIT: f64 = 0.5 * f64::EPSILON;

/// Bound of all rounding in a height above a plane, relative to the length of its normal n and to the largest coordinate s of
/// a difference (and to the separation). In units of rounding: the subtraction that makes a difference, the product and two
/// sums of a scalar product are four roundings of at most |n||d| ≤ √3 |n| s: 7. Taking off what is needed: 2. Heights between
/// the ends of a step, and sums of two of them: 4 roundings of the same: 7. The length of the normal, and its product with
/// the separation: 6. The rest covers the rounding of the bound itself.
const ROUNDING: f64 = 32.0 * UNIT;

/// Squares of normals within this range neither overflow nor lose bits, whatever they are multiplied with here; others
/// are scaled first.
const TAME: std::ops::Range<f64> = 1e-180..1e180;

/// What can be lost to underflow in a height is far less than this.
const UNDERFLOW: f64 = f64::MIN_POSITIVE;

/// Where the hull of `K` differences is at both ends of a step.
pub(super) struct Sweep<const K: usize> {
    start: [Vector; K],
    end: [Vector; K],
    separation: f64,
    /// The largest coordinate of any corner.
    size: f64,
    /// More than what rounding can take from or add to a height above a plane with a normal of length one.
    rounding: f64,
}

/// The larger of two numbers. What is not a number makes heights that are none, and need not show in the largest
/// coordinate; the standard maximum takes four times as long for its sake.
#[inline]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

impl<const K: usize> Sweep<K> {
    /// Of the differences between pairs of points, the first of each pair taken from the second.
    #[inline]
    pub(super) fn new(start: &[Point; 4], end: &[Point; 4], pairs: [[usize; 2]; K], separation: f64) -> Self {
        let start = pairs.map(|[from, to]| start[to] - start[from]);
        let end = pairs.map(|[from, to]| end[to] - end[from]);
        let mut largest = Vector::zeros();
        for k in 0..K {
            largest = largest.zip_map(&start[k].abs(), larger).zip_map(&end[k].abs(), larger);
        }
        let size = larger(larger(largest.x, largest.y), largest.z);
        Self { start, end, separation, size, rounding: ROUNDING * (separation + size) }
    }

    /// The corners half-way through the step, twice as large.
    #[inline]
    pub(super) fn doubled_middle(&self) -> [Vector; K] {
        std::array::from_fn(|k| self.start[k] + self.end[k])
    }

    /// Whether the plane with this normal proves that the pair is apart throughout the step. The same as asking what is
    /// [above](Self::above) it, in less time: this is what every candidate goes through.
    #[inline]
    pub(super) fn is_parted_by(&self, normal: &Vector) -> bool {
        let squared = normal.norm_squared();
        let needed = squared.sqrt() * (self.separation + self.rounding) + UNDERFLOW;
        let mut apart = TAME.contains(&squared);
        for k in 0..K {
            // False for what is not a number.
            apart &= (normal.dot(&self.start[k]) > needed) & (normal.dot(&self.end[k]) > needed);
        }
        apart
    }

    /// The corners at a time, to rounding, scaled to coordinates of at most one: so that products of them neither overflow
    /// nor vanish, however large or small the two are.
    pub(super) fn corners(&self, time: f64) -> [Vector; K] {
        let (before, after) = ((1.0 - time) / self.size, time / self.size);
        std::array::from_fn(|k| self.start[k] * before + self.end[k] * after)
    }

    /// How high the corners surely are above the plane through the origin with this normal. Nothing is sure if the normal
    /// is zero or not a number.
    #[inline]
    pub(super) fn above(&self, normal: Vector) -> Plane<K> {
        let squared = normal.norm_squared();
        if TAME.contains(&squared) { self.above_tame(&normal, squared.sqrt()) } else { self.above_scaled(&normal) }
    }

    #[inline]
    fn above_tame(&self, normal: &Vector, length: f64) -> Plane<K> {
        let needed = length * (self.separation + self.rounding) + UNDERFLOW;
        Plane {
            start: std::array::from_fn(|k| normal.dot(&self.start[k]) - needed),
            end: std::array::from_fn(|k| normal.dot(&self.end[k]) - needed),
        }
    }

    #[cold]
    fn above_scaled(&self, normal: &Vector) -> Plane<K> {
        let scaled = normal / normal.amax();
        self.above_tame(&scaled, scaled.norm())
    }
}
