//! What a plane through the origin proves, alone and while it turns into another.

/// Relative room for the rounding of a quotient: a sum, a division and a product.
const DOWN: f64 = 1.0 - 4.0 * f64::EPSILON;

/// The heights of `K` moving corners above a plane, less the separation and less all rounding: at a time `t` corner `k` is
/// at least `(1 − t) start[k] + t end[k]` further from the origin than the separation, along the plane's normal and in its
/// length. Where all are positive the pair is apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane<const K: usize> {
    pub(super) start: [f64; K],
    pub(super) end: [f64; K],
}

impl<const K: usize> Plane<K> {
    /// Whether the plane proves that the pair is apart at a time.
    pub(super) fn holds_at(&self, time: f64) -> bool {
        // Comparisons with what is not a number fail: nothing is proven then.
        (0..K).all(|k| self.height(k, time) > 0.0)
    }

    /// A time up to which the plane goes on to hold if it holds at an earlier time.
    pub(super) fn holds_until(&self) -> f64 {
        let falls =
            |k: usize| if self.end[k] > 0.0 { 1.0 } else { DOWN * self.start[k] / (self.start[k] - self.end[k]) };
        (0..K).map(falls).fold(1.0, f64::min)
    }

    /// Whether this plane at `from`, turning evenly into the other at `to`, proves that the pair is apart in between: the
    /// three Bézier coefficients of every corner's height are positive.
    pub(super) fn turns_into(&self, other: &Self, from: f64, to: f64) -> bool {
        (0..K).all(|k| {
            let middle = self.height(k, to) + other.height(k, from);
            self.height(k, from) > 0.0 && middle > 0.0 && other.height(k, to) > 0.0
        })
    }

    #[inline]
    fn height(&self, k: usize, time: f64) -> f64 {
        (1.0 - time) * self.start[k] + time * self.end[k]
    }
}
