//! Axis-aligned boxes.

use crate::Point;

/// An axis-aligned box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Its least corner.
    pub low: Point,
    /// Its greatest corner.
    pub high: Point,
}

impl Bounds {
    /// The box of nothing: it overlaps nothing and adds nothing to a union.
    pub const EMPTY: Self = Self {
        low: Point::new(f64::INFINITY, f64::INFINITY, f64::INFINITY),
        high: Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY),
    };

    /// The smallest box around points.
    #[inline]
    pub fn around<'a>(points: impl IntoIterator<Item = &'a Point>) -> Self {
        points.into_iter().fold(Self::EMPTY, |bounds, p| Self { low: bounds.low.inf(p), high: bounds.high.sup(p) })
    }

    /// Whether the two have a point in common, be it on their surfaces.
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        (0..3).all(|i| self.low[i] <= other.high[i] && other.low[i] <= self.high[i])
    }

    /// The box grown by a distance on all sides.
    #[inline]
    #[must_use]
    pub fn grown(&self, by: f64) -> Self {
        Self { low: self.low.map(|x| x - by), high: self.high.map(|x| x + by) }
    }

    /// The smallest box around both.
    #[inline]
    #[must_use]
    pub fn with(&self, other: &Self) -> Self {
        Self { low: self.low.inf(&other.low), high: self.high.sup(&other.high) }
    }

    /// Its middle.
    pub fn center(&self) -> Point {
        nalgebra::center(&self.low, &self.high)
    }

    /// Its extents along x, y and z.
    pub fn extents(&self) -> crate::Vector {
        self.high - self.low
    }
}
