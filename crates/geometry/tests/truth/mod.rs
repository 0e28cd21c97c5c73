//! The truth about two primitives on their way through a step, in exact arithmetic: whether they touch, and when first.
//!
//! It shares nothing with the code it checks. A point and a triangle touch when the triangle of their differences contains
//! the origin; two edges when their parallelogram, cut into two triangles, does. Corners of these triangles are linear
//! polynomials of time with integer coefficients. The first touch, if it is not at the start, is
//!
//! - a root of the determinant of the corners (a cubic), unless that is zero throughout;
//! - then, in one plane with the origin throughout, a time when the origin enters across a side: a root of the cross product
//!   of two corners, unless that is zero throughout;
//! - then, on one line with the origin throughout, a time when one of two corners passes it: a root of their scalar product.
//!
//! At each such root it is decided exactly whether the triangle contains the origin.

mod modular;
pub mod polynomial;
pub mod queries;
pub mod tally;
pub mod witness;

use geometry::Point;
use num_bigint::BigInt;
use num_traits::Float;
use polynomial::{Polynomial, Root};

/// What is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `[point, a, b, c]`.
    PointTriangle,
    /// `[a0, a1, b0, b1]`.
    EdgeEdge,
}

/// Four points at both ends of a step.
#[derive(Clone, Copy, Debug)]
pub struct Query {
    /// What they are.
    pub kind: Kind,
    /// At the start.
    pub start: [Point; 4],
    /// At the end.
    pub end: [Point; 4],
}

/// A vector of polynomials.
type Corner = [Polynomial; 3];

impl Query {
    /// The answer of the code that is checked.
    pub fn answer(&self, separation: f64) -> Option<f64> {
        match self.kind {
            Kind::PointTriangle => geometry::impact::point_triangle(&self.start, &self.end, separation),
            Kind::EdgeEdge => geometry::impact::edge_edge(&self.start, &self.end, separation),
        }
    }

    /// Between which points the differences are taken: around the triangle or the parallelogram.
    pub fn differences(&self) -> &'static [[usize; 2]] {
        match self.kind {
            Kind::PointTriangle => &[[0, 1], [0, 2], [0, 3]],
            Kind::EdgeEdge => &[[0, 2], [1, 2], [1, 3], [0, 3]],
        }
    }

    /// The times at which the two may first touch, and do; none if they never touch.
    pub fn touches(&self) -> Vec<Root> {
        let corners = self.corners();
        let mut touches = Vec::new();
        for k in 1..corners.len() - 1 {
            let triangle = [&corners[0], &corners[k], &corners[k + 1]];
            let times = turning_points(triangle).into_iter();
            touches.extend(times.filter_map(|mut time| contains_origin(triangle, &mut time).then_some(time)));
        }
        touches
    }

    fn corners(&self) -> Vec<Corner> {
        let unit = unit(self.start.iter().chain(&self.end));
        let of = |pair: [usize; 2], axis: usize| {
            let at = |points: &[Point; 4]| integer(points[pair[1]][axis], unit) - integer(points[pair[0]][axis], unit);
            let (start, end) = (at(&self.start), at(&self.end));
            Polynomial::new(vec![start.clone(), end - start])
        };
        self.differences().iter().map(|&pair| [0, 1, 2].map(|axis| of(pair, axis))).collect()
    }
}

/// The exponent of the last bit that any coordinate has.
pub fn unit<'a>(points: impl Iterator<Item = &'a Point>) -> i32 {
    points.flat_map(|p| [p.x, p.y, p.z]).filter(|&x| x != 0.0).map(|x| decoded(x).1).min().unwrap_or(0)
}

/// A double as an odd or zero mantissa and an exponent.
fn decoded(x: f64) -> (i64, i32) {
    let (mantissa, exponent, sign) = Float::integer_decode(x);
    let zeros = mantissa.trailing_zeros().min(63);
    ((mantissa >> zeros) as i64 * i64::from(sign), i32::from(exponent) + zeros as i32)
}

/// A double in units of 2^`unit`.
pub fn integer(x: f64, unit: i32) -> BigInt {
    let (mantissa, exponent) = decoded(x);
    if mantissa == 0 { BigInt::default() } else { BigInt::from(mantissa) << (exponent - unit) as usize }
}

/// A time between 0 and 1 as a fraction: a numerator and the exponent of its denominator 2^k.
pub fn fraction(time: f64) -> (BigInt, u32) {
    let unit = decoded(time).1.min(0);
    (integer(time, unit), -unit as u32)
}

/// The times at which a triangle may begin to contain the origin.
fn turning_points(triangle: [&Corner; 3]) -> Vec<Root> {
    let volume = dot(triangle[0], &cross(triangle[1], triangle[2]));
    if !volume.is_zero() {
        return volume.roots();
    }
    let mut times = vec![Root::zero()];
    for [i, j] in [[0, 1], [1, 2], [2, 0]] {
        let across = cross(triangle[i], triangle[j]);
        let first = across.into_iter().find(|component| !component.is_zero());
        let deciding = first.unwrap_or_else(|| dot(triangle[i], triangle[j]));
        if !deciding.is_zero() {
            times.extend(deciding.roots());
        }
    }
    times
}

/// Whether a triangle contains the origin at a time, be it on its rim.
fn contains_origin(triangle: [&Corner; 3], time: &mut Root) -> bool {
    let [a, b, c] = triangle;
    let normal = cross(&minus(b, a), &minus(c, a));
    if normal.iter().any(|component| time.sign(component) != 0) {
        let mut weights = [(b, c), (c, a), (a, b)].into_iter().map(|(u, v)| dot(&cross(u, v), &normal));
        return time.sign(&dot(a, &normal)) == 0 && weights.all(|weight| time.sign(&weight) >= 0);
    }
    // Without area it is its sides.
    [(a, b), (b, c), (c, a)]
        .into_iter()
        .any(|(u, v)| cross(u, v).iter().all(|component| time.sign(component) == 0) && time.sign(&dot(u, v)) <= 0)
}

fn minus(a: &Corner, b: &Corner) -> Corner {
    [0, 1, 2].map(|axis| &a[axis] - &b[axis])
}

fn cross(a: &Corner, b: &Corner) -> Corner {
    [[1, 2], [2, 0], [0, 1]].map(|[i, j]| &(&a[i] * &b[j]) - &(&a[j] * &b[i]))
}

fn dot(a: &Corner, b: &Corner) -> Polynomial {
    &(&(&a[0] * &b[0]) + &(&a[1] * &b[1])) + &(&a[2] * &b[2])
}
