//! Symmetric 3×3 matrices in six numbers.

use geometry::Vector;
use nalgebra::Matrix3;
use std::ops::{Add, AddAssign, Mul};

/// A symmetric 3×3 matrix: xx, yy, zz, xy, xz, yz.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Symmetric(pub [f64; 6]);

impl Symmetric {
    /// A multiple of the identity.
    pub fn scaled(by: f64) -> Self {
        Self([by, by, by, 0.0, 0.0, 0.0])
    }

    /// `weight` v vᵀ.
    pub fn outer(v: Vector, weight: f64) -> Self {
        Self([v.x * v.x, v.y * v.y, v.z * v.z, v.x * v.y, v.x * v.z, v.y * v.z].map(|e| e * weight))
    }

    /// The symmetric part of a matrix.
    pub fn part_of(m: &Matrix3<f64>) -> Self {
        let half = |i: usize, j: usize| 0.5 * (m[(i, j)] + m[(j, i)]);
        Self([m.m11, m.m22, m.m33, half(0, 1), half(0, 2), half(1, 2)])
    }

    /// All nine numbers.
    pub fn full(&self) -> Matrix3<f64> {
        let [xx, yy, zz, xy, xz, yz] = self.0;
        Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz)
    }

    /// S A S for a symmetric S.
    #[must_use]
    pub fn within(&self, s: &Self) -> Self {
        Self::part_of(&(s.full() * self.full() * s.full()))
    }

    /// The inverse; that of the diagonal alone where the matrix is not positive definite to working precision.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let [xx, yy, zz, xy, xz, yz] = self.0;
        let (cxx, cxy, cxz) = (yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy);
        let determinant = xx * cxx + xy * cxy + xz * cxz;
        let minor = xx * yy - xy * xy;
        if xx > 0.0 && minor > 1e-14 * xx * yy && determinant > 1e-14 * minor * zz {
            let (cyy, czz, cyz) = (xx * zz - xz * xz, minor, xy * xz - xx * yz);
            return Self([cxx, cyy, czz, cxy, cxz, cyz].map(|e| e / determinant));
        }
        let one = |e: f64| if e > 0.0 { 1.0 / e } else { 0.0 };
        Self([one(xx), one(yy), one(zz), 0.0, 0.0, 0.0])
    }

    /// F with F Fᵀ the matrix, which must not be negative: xx, yx, yy, zx, zy, zz of a lower triangle. What is not positive to
    /// working precision counts as zero.
    #[must_use]
    pub fn factor(&self) -> [f64; 6] {
        let [xx, yy, zz, xy, xz, yz] = self.0;
        let root = |rest: f64, whole: f64| if rest > 1e-14 * whole { rest.sqrt() } else { 0.0 };
        let over = |e: f64, pivot: f64| if pivot > 0.0 { e / pivot } else { 0.0 };
        let a = root(xx, xx);
        let (b, d) = (over(xy, a), over(xz, a));
        let c = root(yy - b * b, yy);
        let e = over(yz - d * b, c);
        [a, b, c, d, e, root(zz - d * d - e * e, zz)]
    }
}

impl Mul<Vector> for Symmetric {
    type Output = Vector;

    #[inline(always)]
    fn mul(self, v: Vector) -> Vector {
        let [xx, yy, zz, xy, xz, yz] = self.0;
        Vector::new(xx * v.x + xy * v.y + xz * v.z, xy * v.x + yy * v.y + yz * v.z, xz * v.x + yz * v.y + zz * v.z)
    }
}

impl Add for Symmetric {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl AddAssign for Symmetric {
    fn add_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a += b);
    }
}
