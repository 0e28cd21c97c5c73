//! Finite differences: what forces are tested against.

use geometry::Vector;
use nalgebra::Matrix3;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Step of the differences: for values and arguments near one, rounding and curvature are both below 1e-8.
const STEP: f64 = 1e-5;
/// What differences are trusted to, relative to the largest value.
const TRUST: f64 = 1e-6;

/// Groups of random vectors whose coordinates are within `size` of zero.
pub fn random_vectors<const N: usize>(groups: usize, size: f64) -> impl Iterator<Item = [Vector; N]> {
    let mut random = Pcg64Mcg::seed_from_u64(7);
    (0..groups).map(move |_| std::array::from_fn(|_| Vector::from_fn(|_, _| random.random_range(-size..size))))
}

/// Central differences of a function of several vectors.
fn difference<T: std::ops::Sub<Output = T>>(at: &[Vector], f: &dyn Fn(&[Vector]) -> T, k: usize, axis: usize) -> T {
    let mut moved = at.to_vec();
    moved[k][axis] = at[k][axis] + STEP;
    let high = f(&moved);
    moved[k][axis] = at[k][axis] - STEP;
    high - f(&moved)
}

/// Checks a claimed gradient.
pub fn assert_gradient(f: &dyn Fn(&[Vector]) -> f64, at: &[Vector], claimed: &[Vector]) {
    let scale = claimed.iter().map(Vector::norm).fold(1.0, f64::max);
    for k in 0..at.len() {
        for axis in 0..3 {
            let found = difference(at, f, k, axis) / (2.0 * STEP);
            let claimed = claimed[k][axis];
            // The difference is off by its own third derivative, which grows with the cube of the slope.
            let trust = TRUST * scale * (1.0 + 1e-3 * scale * scale);
            assert!((found - claimed).abs() < trust, "vector {k} axis {axis}: {found} differs from {claimed}");
        }
    }
}

/// Checks claimed derivatives of several vectors by several vectors, block by block in rows.
pub fn assert_jacobian(f: &dyn Fn(&[Vector]) -> Vec<Vector>, at: &[Vector], claimed: &[Matrix3<f64>]) {
    let rows = f(at).len();
    let scale = claimed.iter().map(Matrix3::norm).fold(1.0, f64::max);
    for row in 0..rows {
        for k in 0..at.len() {
            for axis in 0..3 {
                let found = difference(at, &|x: &[Vector]| f(x)[row], k, axis) / (2.0 * STEP);
                let claimed = claimed[row * at.len() + k].column(axis).into_owned();
                assert!(
                    (found - claimed).norm() < TRUST * scale,
                    "block {row},{k} axis {axis}: {found} against {claimed}"
                );
            }
        }
    }
}
