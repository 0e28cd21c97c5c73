//! Polynomials with integer coefficients, their roots between 0 and 1, and signs at those roots: all exact.

use super::modular;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::ops::{Add, Mul, Sub};

/// Coefficients, the constant first. The last is not zero; the zero polynomial has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial(Vec<BigInt>);

/// A real root: of a polynomial without repeated roots, alone in an interval.
#[derive(Clone, Debug)]
pub struct Root {
    of: Polynomial,
    /// The interval from `cell` to `cell + 1`, in units of 2^−`level`: open, and neither end is a root. The root is `cell`
    /// itself if it is `exact`.
    cell: BigInt,
    level: u32,
    exact: bool,
}

/// Halvings of a root's interval before it is asked whether another polynomial vanishes there.
const EASY_HALVINGS: u32 = 6;

impl Polynomial {
    /// From coefficients, the constant first.
    pub fn new(mut coefficients: Vec<BigInt>) -> Self {
        while coefficients.last().is_some_and(Zero::is_zero) {
            coefficients.pop();
        }
        Self(coefficients)
    }

    /// Whether it is zero everywhere.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    fn degree(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    fn derivative(&self) -> Self {
        Self::new(self.0.iter().enumerate().skip(1).map(|(k, c)| c * BigInt::from(k)).collect())
    }

    /// The sign at `cell` / 2^`level`.
    fn sign_at(&self, cell: &BigInt, level: u32) -> i32 {
        // Horner's rule, with all powers of the denominator multiplied in.
        let mut value = BigInt::zero();
        for (k, coefficient) in self.0.iter().rev().enumerate() {
            value = value * cell + (coefficient << (level as usize * k));
        }
        sign(&value)
    }

    /// How often the signs change among the Bernstein coefficients over a cell: the number of roots inside, or an even
    /// number more (Descartes). None where all have one sign.
    fn variations(&self, cell: &BigInt, level: u32) -> usize {
        let n = self.degree();
        // To the cell: x → (cell + x) / 2^level; then to Bernstein form: (1 + x)^n p(1 / (1 + x)).
        let scaled = self.0.iter().enumerate().map(|(k, c)| c << (level as usize * (n - k))).collect();
        let mut reversed = shifted(scaled, cell);
        reversed.reverse();
        let signs = shifted(reversed, &BigInt::one()).into_iter().map(|c| sign(&c)).filter(|&s| s != 0);
        let signs: Vec<i32> = signs.collect();
        signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    /// The greatest common divisor, up to a factor.
    fn common(&self, other: &Self) -> Self {
        if modular::are_coprime(&self.0, &other.0) {
            return Self(vec![BigInt::one()]);
        }
        let (mut a, mut b) = (self.clone(), other.clone());
        while !b.is_zero() {
            (a, b) = (b.clone(), a.remainder(&b));
        }
        a.primitive()
    }

    /// The remainder of a multiple of this by the other.
    fn remainder(&self, other: &Self) -> Self {
        let mut rest = self.0.clone();
        let lead = &other.0[other.degree()];
        while rest.len() >= other.0.len() {
            let factor = rest[rest.len() - 1].clone();
            let offset = rest.len() - other.0.len();
            for (k, coefficient) in rest.iter_mut().enumerate() {
                *coefficient *= lead;
                if k >= offset {
                    *coefficient -= &factor * &other.0[k - offset];
                }
            }
            rest = Self::new(rest).0;
        }
        Self(rest).primitive()
    }

    /// The exact quotient of a multiple of this by a divisor of it.
    fn quotient(&self, divisor: &Self) -> Self {
        let lead = &divisor.0[divisor.degree()];
        let steps = self.0.len() - divisor.0.len() + 1;
        let mut rest: Vec<BigInt> = self.0.iter().map(|c| c * lead.pow(steps as u32)).collect();
        let mut quotient = vec![BigInt::zero(); steps];
        for offset in (0..steps).rev() {
            let factor = &rest[offset + divisor.degree()] / lead;
            for (k, coefficient) in divisor.0.iter().enumerate() {
                rest[offset + k] -= &factor * coefficient;
            }
            quotient[offset] = factor;
        }
        assert!(rest.iter().all(Zero::is_zero), "not a divisor");
        Self::new(quotient).primitive()
    }

    /// Divided by what all coefficients have in common.
    fn primitive(mut self) -> Self {
        let common = self.0.iter().fold(BigInt::zero(), |a, b| divisor(a, b.clone()));
        if !common.is_zero() {
            self.0.iter_mut().for_each(|c| *c /= &common);
        }
        self
    }

    /// Its roots from 0 to 1, both included. It must not be zero.
    pub fn roots(&self) -> Vec<Root> {
        let (zero, one) = (BigInt::zero(), BigInt::one());
        let ends = [self.sign_at(&zero, 0), self.sign_at(&one, 0)];
        if ends[0] * ends[1] > 0 && self.variations(&zero, 0) == 0 {
            return Vec::new();
        }
        let repeated = self.common(&self.derivative());
        let of = if repeated.degree() == 0 { self.clone() } else { self.quotient(&repeated) };
        let mut found = Vec::new();
        for (end, sign) in [zero.clone(), one].into_iter().zip(ends) {
            if sign == 0 {
                found.push(Root { of: of.clone(), cell: end, level: 0, exact: true });
            }
        }
        let mut cells = vec![(zero, 0u32)];
        while let Some((cell, level)) = cells.pop() {
            match of.variations(&cell, level) {
                0 => {}
                1 if of.sign_at(&cell, level) * of.sign_at(&(&cell + 1), level) < 0 => {
                    found.push(Root { of: of.clone(), cell, level, exact: false });
                }
                _ => {
                    let middle: BigInt = (cell << 1usize) + 1;
                    if of.sign_at(&middle, level + 1) == 0 {
                        found.push(Root { of: of.clone(), cell: middle.clone(), level: level + 1, exact: true });
                    }
                    cells.push((&middle - 1, level + 1));
                    cells.push((middle, level + 1));
                }
            }
        }
        found
    }
}

impl Root {
    /// The root at 0.
    pub fn zero() -> Self {
        let of = Polynomial::new(vec![BigInt::zero(), BigInt::one()]);
        Self { of, cell: BigInt::zero(), level: 0, exact: true }
    }

    /// The sign of a polynomial at this root.
    pub fn sign(&mut self, polynomial: &Polynomial) -> i32 {
        if polynomial.is_zero() || *polynomial == self.of {
            return 0;
        }
        // Most signs are clear after a few halvings; only then is it worth asking whether this is a root of both.
        for halving in 0.. {
            if self.exact {
                return polynomial.sign_at(&self.cell, self.level);
            }
            let ends = [&self.cell, &(&self.cell + 1)].map(|end| polynomial.sign_at(end, self.level));
            if ends[0] * ends[1] > 0 && polynomial.variations(&self.cell, self.level) == 0 {
                return ends[0];
            }
            if halving == EASY_HALVINGS && self.is_root_of(polynomial) {
                return 0;
            }
            self.halve();
        }
        unreachable!("a polynomial that is not zero here has no root nearby")
    }

    fn is_root_of(&self, polynomial: &Polynomial) -> bool {
        let common = self.of.common(polynomial);
        // Without repeated roots, a divisor changes its sign where it vanishes.
        let ends = [&self.cell, &(&self.cell + 1)].map(|end| common.sign_at(end, self.level));
        ends[0] * ends[1] < 0
    }

    /// Whether it is less than `numerator` / 2^`level`.
    pub fn is_before(&mut self, numerator: &BigInt, level: u32) -> bool {
        // The sign of 2^level x − numerator.
        self.sign(&Polynomial::new(vec![-numerator, BigInt::one() << level as usize])) < 0
    }

    fn halve(&mut self) {
        let middle: BigInt = (&self.cell << 1usize) + 1;
        self.level += 1;
        let (before, at) = (self.of.sign_at(&self.cell, self.level - 1), self.of.sign_at(&middle, self.level));
        self.exact = at == 0;
        self.cell = if self.exact || before == at { middle } else { middle - 1 };
    }
}

fn sign(value: &BigInt) -> i32 {
    i32::from(value.is_positive()) - i32::from(value.is_negative())
}

/// The coefficients of p(x + by).
fn shifted(mut coefficients: Vec<BigInt>, by: &BigInt) -> Vec<BigInt> {
    let n = coefficients.len();
    for i in 0..n {
        for k in (i..n - 1).rev() {
            let above = &coefficients[k + 1] * by;
            coefficients[k] += above;
        }
    }
    coefficients
}

fn divisor(mut a: BigInt, mut b: BigInt) -> BigInt {
    while !b.is_zero() {
        (a, b) = (b.clone(), a % b);
    }
    a.abs()
}

impl Add for &Polynomial {
    type Output = Polynomial;

    fn add(self, other: Self) -> Polynomial {
        let (long, short) = if self.0.len() >= other.0.len() { (self, other) } else { (other, self) };
        let mut sum = long.0.clone();
        sum.iter_mut().zip(&short.0).for_each(|(a, b)| *a += b);
        Polynomial::new(sum)
    }
}

impl Sub for &Polynomial {
    type Output = Polynomial;

    fn sub(self, other: Self) -> Polynomial {
        let mut difference = self.0.clone();
        difference.resize(self.0.len().max(other.0.len()), BigInt::zero());
        difference.iter_mut().zip(&other.0).for_each(|(a, b)| *a -= b);
        Polynomial::new(difference)
    }
}

impl Mul for &Polynomial {
    type Output = Polynomial;

    fn mul(self, other: Self) -> Polynomial {
        if self.is_zero() || other.is_zero() {
            return Polynomial(Vec::new());
        }
        let mut product = vec![BigInt::zero(); self.0.len() + other.0.len() - 1];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                product[i + j] += a * b;
            }
        }
        Polynomial::new(product)
    }
}
