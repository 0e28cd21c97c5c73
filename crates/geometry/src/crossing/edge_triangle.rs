//! An edge through a triangle: five signs decide.

use crate::predicates::{Sign, Site, orientation};

/// Whether the edge from `p` to `q` passes through the triangle. The five must be different vertices. Under the symbolic
/// perturbation an edge never merely touches: it passes through or it does not.
#[inline]
pub fn crosses(p: &Site, q: &Site, triangle: &[Site; 3]) -> bool {
    let [a, b, c] = triangle;
    orientation(a, b, c, p) != orientation(a, b, c, q) && threads(p, q, triangle)
}

/// Whether the line through `p` and `q` passes through the triangle, which the two ends are known to lie on either side of.
#[inline]
pub fn threads(p: &Site, q: &Site, triangle: &[Site; 3]) -> bool {
    let [a, b, c] = triangle;
    let first: Sign = orientation(p, q, a, b);
    first == orientation(p, q, b, c) && first == orientation(p, q, c, a)
}
