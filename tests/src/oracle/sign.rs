//! The sign of a perturbed determinant, by writing the perturbation out.
//!
//! Coordinate `j` of vertex `i` is moved by its own symbol `e(i, j)`, worth `ε` to the power `2^(3i + j)`. The determinant
//! is expanded into a polynomial of these symbols with exact coefficients. Monomials are sets of symbols; the value of one
//! is `ε` to the power of a binary number whose ones are its symbols, so the monomial whose number is least is worth
//! infinitely more than all others together.

use geometry::VertexId;
use num_bigint::BigInt;
use num_traits::{Float, Signed};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Exact numbers.
pub trait Number: Clone + Signed {
    /// The number a coordinate is, exactly.
    fn exact(coordinate: f64) -> Self;
}

/// Any double is a multiple of 2⁻¹⁰⁷⁵. Long numbers, but no common divisors to look for: many times faster than fractions.
impl Number for BigInt {
    fn exact(coordinate: f64) -> Self {
        let (mantissa, exponent, sign) = Float::integer_decode(coordinate);
        (Self::from(mantissa) << (i32::from(exponent) + 1075)) * sign
    }
}

/// For coordinates that are multiples of 2⁻²⁰ and smaller than 2¹⁰: their products of three fit.
impl Number for i128 {
    fn exact(coordinate: f64) -> Self {
        let scaled = coordinate * f64::from(1 << 20);
        assert!(scaled.fract() == 0.0 && scaled.abs() < f64::from(1 << 30), "{coordinate} is not on the grid");
        scaled as i128
    }
}

/// Symbols of a monomial by their number `3i + j`, the highest first, so that comparing two as lists compares them as
/// binary numbers.
type Monomial = Vec<u32>;

/// Whether the perturbed determinant `det[p 1]` of four vertices is positive.
pub fn orientation<N: Number>(positions: &[[N; 3]], vertices: [VertexId; 4]) -> bool {
    // The term without symbols outweighs all others.
    let unperturbed = determinant(positions, vertices);
    if !unperturbed.is_zero() {
        return unperturbed.is_positive();
    }
    let mut polynomial: BTreeMap<Monomial, N> = BTreeMap::new();
    for (columns, sign) in permutations() {
        // Every row gives either its coordinate or its symbol; the row that meets the column of ones gives 1.
        let rows: Vec<(usize, usize)> = (0..4).map(|row| (row, columns[row])).filter(|(_, c)| *c < 3).collect();
        for choice in 0..1u32 << rows.len() {
            let mut coefficient = if sign { N::one() } else { -N::one() };
            let mut monomial = Vec::new();
            for (k, &(row, column)) in rows.iter().enumerate() {
                if choice >> k & 1 == 1 {
                    monomial.push(vertices[row].0 * 3 + column as u32);
                } else {
                    coefficient = coefficient * positions[vertices[row].index()][column].clone();
                }
            }
            monomial.sort_unstable_by(|a, b| b.cmp(a));
            let term = polynomial.entry(monomial).or_insert_with(N::zero);
            *term = term.clone() + coefficient;
        }
    }
    let leading = polynomial.into_values().find(|coefficient| !coefficient.is_zero());
    leading.expect("three symbols of different rows and columns are never cancelled").is_positive()
}

/// The permutations of four columns, each with whether it is even.
fn permutations() -> impl Iterator<Item = ([usize; 4], bool)> {
    static ALL: LazyLock<Vec<([usize; 4], bool)>> = LazyLock::new(|| (0..256).filter_map(permutation).collect());
    ALL.iter().copied()
}

/// Four digits of base four, if they are all different.
fn permutation(code: usize) -> Option<([usize; 4], bool)> {
    let p = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3];
    let inversions = (0..4).flat_map(|i| (i + 1..4).map(move |j| (i, j))).filter(|&(i, j)| p[i] > p[j]).count();
    let distinct = (0..4).all(|value| p.contains(&value));
    distinct.then_some((p, inversions % 2 == 0))
}

/// The unperturbed determinant.
pub fn determinant<N: Number>(positions: &[[N; 3]], vertices: [VertexId; 4]) -> N {
    permutations().fold(N::zero(), |sum, (columns, sign)| {
        let product = (0..4)
            .filter(|&row| columns[row] < 3)
            .fold(N::one(), |product, row| product * positions[vertices[row].index()][columns[row]].clone());
        if sign { sum + product } else { sum - product }
    })
}
