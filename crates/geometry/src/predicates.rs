//! Which side: the only place in the project that decides it.
//!
//! [`orientation`] is the sign of the determinant whose rows are four points and a column of ones. It is exact, and it is
//! never zero: where the determinant vanishes, the points are moved apart by infinitesimal amounts that depend only on
//! their vertex numbers, and the sign of the moved determinant is the answer (*simulation of simplicity*, Edelsbrunner and
//! Mücke 1990). So answers never contradict each other, whatever lies exactly on whatever, and no noise is added.
//!
//! 1. A floating-point evaluation with an error bound settles nearly every call.
//! 2. Adaptive exact arithmetic (the `robust` crate, after Shewchuk) settles all others but true zeros.
//! 3. The perturbation settles those: coordinate `j` of vertex `i` moves by `ε^(2^(3i + j))`, so a lower vertex moves
//!    infinitely further than a higher one, and x further than y further than z. The coefficients of the perturbed
//!    determinant are smaller determinants; the first that does not vanish, in falling order of their power of `ε`,
//!    decides.
//!
//! Exactness holds for coordinates that are zero or within [`SMALLEST`]`..`[`LARGEST`] in magnitude;
//! [`crate::assembly`] sees to that.

use crate::Point;
use crate::ids::VertexId;

/// The largest magnitude a coordinate may have, in metres: its cube, times a few, must not overflow.
pub const LARGEST: f64 = 1e100;

/// The smallest magnitude of a coordinate that is not zero, in metres: the cube of its last bit must not underflow.
pub const SMALLEST: f64 = 1e-90;

/// Bound of the rounding error of the floating-point determinant, relative to the product of the largest extents along x, y
/// and z. Each of its six terms is at most that product and takes part in at most eight roundings of 2⁻⁵³ relative error:
/// 6 · 8 · 2⁻⁵³ = 5.33e-15; the rest covers the rounding of the bound itself.
const FILTER: f64 = 5.5e-15;

/// Below this the products in the filter may have lost bits to underflow, and the bound says nothing.
const FILTER_FLOOR: f64 = 1e-280;

/// A side. There is no third.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// Below zero.
    Negative,
    /// Above zero.
    Positive,
}

impl std::ops::Neg for Sign {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        match self {
            Self::Negative => Self::Positive,
            Self::Positive => Self::Negative,
        }
    }
}

/// A vertex where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// Its number: its rank in the perturbation.
    pub id: VertexId,
    /// Its position.
    pub at: Point,
}

/// On which side of the plane through `a`, `b`, `c` the point `d` lies: the sign of `det[a 1; b 1; c 1; d 1]`. The four
/// must be different vertices; they may coincide in space.
#[inline]
pub fn orientation(a: &Site, b: &Site, c: &Site, d: &Site) -> Sign {
    match certain_orientation(&a.at, &b.at, &c.at, &d.at) {
        Some(sign) => sign,
        None => exact_orientation([a, b, c, d]),
    }
}

/// The side, if floating-point arithmetic can be sure of it.
#[inline]
pub fn certain_orientation(a: &Point, b: &Point, c: &Point, d: &Point) -> Option<Sign> {
    let (u, v, w) = (a - d, b - d, c - d);
    let determinant = u.x * (v.y * w.z - v.z * w.y) + v.x * (w.y * u.z - w.z * u.y) + w.x * (u.y * v.z - u.z * v.y);
    let extent = |i: usize| u[i].abs().max(v[i].abs()).max(w[i].abs());
    certain(determinant, extent(0) * extent(1) * extent(2))
}

/// Whether floating-point arithmetic is sure that two triangles lie apart: one of them on one side of the other's plane.
/// A triangle is never surely apart from one that it shares a point with.
#[inline]
pub fn certainly_apart(first: [&Point; 3], second: [&Point; 3]) -> bool {
    let (mut low, mut high) = (*first[0], *first[0]);
    for point in first[1..].iter().chain(&second) {
        low = low.inf(point);
        high = high.sup(point);
    }
    let extent = high - low;
    let volume = extent.x * extent.y * extent.z;
    let rounding = if volume > FILTER_FLOOR { FILTER * volume } else { f64::INFINITY };
    beside(first, second, rounding) || beside(second, first, rounding)
}

/// Whether three points lie further to one side of the plane through another three than rounding explains.
#[inline]
fn beside(points: [&Point; 3], plane: [&Point; 3], rounding: f64) -> bool {
    let normal = (plane[1] - plane[0]).cross(&(plane[2] - plane[0]));
    let height = |point: &Point| normal.dot(&(point - plane[0]));
    let (a, b, c) = (height(points[0]), height(points[1]), height(points[2]));
    (a > rounding && b > rounding && c > rounding) || (a < -rounding && b < -rounding && c < -rounding)
}

/// The sign of a determinant if it is larger than its rounding error, given the product of the extents.
#[inline]
fn certain(determinant: f64, volume: f64) -> Option<Sign> {
    // Both comparisons are false for NaN, so nothing unsound passes.
    if determinant.abs() > FILTER * volume && volume > FILTER_FLOOR {
        Some(if determinant > 0.0 { Sign::Positive } else { Sign::Negative })
    } else {
        None
    }
}

#[cold]
#[inline(never)]
fn exact_orientation(sites: [&Site; 4]) -> Sign {
    let [a, b, c, d] = sites.map(|s| robust::Coord3D { x: s.at.x, y: s.at.y, z: s.at.z });
    sign(robust::orient3d(a, b, c, d)).unwrap_or_else(|| perturbed_orientation(sites))
}

#[inline]
fn sign(value: f64) -> Option<Sign> {
    if value > 0.0 {
        Some(Sign::Positive)
    } else if value < 0.0 {
        Some(Sign::Negative)
    } else {
        None
    }
}

/// The sign of a determinant that vanishes, after the perturbation.
fn perturbed_orientation(sites: [&Site; 4]) -> Sign {
    let (p, odd) = sorted(sites);
    let sign = leading_coefficient(p);
    if odd { -sign } else { sign }
}

/// The sites in ascending order of their numbers, and whether that took an odd number of swaps.
fn sorted(mut sites: [&Site; 4]) -> ([&Point; 4], bool) {
    let mut odd = false;
    for (i, j) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
        if sites[j].id < sites[i].id {
            sites.swap(i, j);
            odd = !odd;
        }
    }
    debug_assert!(sites.windows(2).all(|pair| pair[0].id < pair[1].id), "orientation of repeated vertices");
    (sites.map(|s| &s.at), odd)
}

/// The coefficients of the perturbed determinant in falling order of their power of ε: each is the minor left when the
/// rows and columns of the perturbed entries are struck out, with the sign of its place. Coefficients that repeat an
/// earlier one up to sign have been left out; the last is the constant −1.
fn leading_coefficient(p: [&Point; 4]) -> Sign {
    const X: usize = 0;
    const Y: usize = 1;
    const Z: usize = 2;
    // Minor of three rows: columns j, k and the ones. Minor of two rows: column j and the ones.
    let three = |rows: [usize; 3], j: usize, k: usize| {
        let [a, b, c] = rows.map(|row| robust::Coord { x: p[row][j], y: p[row][k] });
        sign(robust::orient2d(a, b, c))
    };
    let two = |i: usize, k: usize, j: usize| {
        p[i][j].partial_cmp(&p[k][j]).and_then(|order| match order {
            std::cmp::Ordering::Greater => Some(Sign::Positive),
            std::cmp::Ordering::Less => Some(Sign::Negative),
            std::cmp::Ordering::Equal => None,
        })
    };
    let minus = |s: Option<Sign>| s.map(|s| -s);
    None.or_else(|| three([1, 2, 3], Y, Z))
        .or_else(|| minus(three([1, 2, 3], X, Z)))
        .or_else(|| three([1, 2, 3], X, Y))
        .or_else(|| minus(three([0, 2, 3], Y, Z)))
        .or_else(|| minus(two(2, 3, Z)))
        .or_else(|| two(2, 3, Y))
        .or_else(|| three([0, 2, 3], X, Z))
        .or_else(|| minus(two(2, 3, X)))
        .or_else(|| minus(three([0, 2, 3], X, Y)))
        .or_else(|| three([0, 1, 3], Y, Z))
        .or_else(|| two(1, 3, Z))
        .or_else(|| minus(two(1, 3, Y)))
        .or_else(|| minus(two(0, 3, Z)))
        .unwrap_or(Sign::Negative)
}
