//! A quick proof that two polynomials have no root in common: if they have none modulo a prime that divides neither leading
//! coefficient, they have none at all.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// The Mersenne prime 2⁶¹ − 1.
const PRIME: u64 = (1 << 61) - 1;

/// Whether it is certain that two polynomials (coefficients, the constant first) have no common divisor.
pub fn are_coprime(a: &[BigInt], b: &[BigInt]) -> bool {
    let [a, b] = [a, b].map(|p| p.iter().map(residue).collect::<Vec<_>>());
    let lead = |p: &[u64]| p.last().is_some_and(|&lead| lead != 0);
    lead(&a) && lead(&b) && greatest_common_degree(a, b) == 0
}

fn residue(value: &BigInt) -> u64 {
    let rest = (value % PRIME).to_i64().unwrap_or_default();
    rest.rem_euclid(PRIME as i64) as u64
}

/// The degree of the greatest common divisor modulo the prime.
fn greatest_common_degree(mut a: Vec<u64>, mut b: Vec<u64>) -> usize {
    while !b.is_empty() {
        while a.len() >= b.len() {
            let factor = product(a[a.len() - 1], inverse(b[b.len() - 1]));
            let offset = a.len() - b.len();
            for (k, &coefficient) in b.iter().enumerate() {
                a[offset + k] = (a[offset + k] + PRIME - product(factor, coefficient)) % PRIME;
            }
            while a.last() == Some(&0) {
                a.pop();
            }
        }
        (a, b) = (b, a);
    }
    a.len().saturating_sub(1)
}

fn product(a: u64, b: u64) -> u64 {
    // 2⁶¹ is one modulo the prime: the upper bits are added to the lower.
    let product = u128::from(a) * u128::from(b);
    let sum = (product & u128::from(PRIME)) as u64 + (product >> 61) as u64;
    if sum >= PRIME { sum - PRIME } else { sum }
}

/// By Fermat's little theorem.
fn inverse(a: u64) -> u64 {
    let (mut power, mut result, mut exponent) = (a, 1, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = product(result, power);
        }
        power = product(power, power);
        exponent >>= 1;
    }
    result
}
