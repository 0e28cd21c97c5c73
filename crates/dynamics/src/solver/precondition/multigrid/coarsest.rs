//! The last level, solved exactly: a dense Cholesky factor.

use super::Short;
use crate::solver::{BlockMatrix, Operator, Symmetric};

/// A pivot below this part of its row's own diagonal is taken for zero: a direction that is held everywhere.
const ZERO: f64 = 1e-10;

/// The factor, row by row, its diagonal inverted; 0 for a direction that is held.
#[derive(Clone, Debug, Default)]
pub(super) struct Coarsest {
    size: usize,
    factor: Vec<f64>,
    x: Vec<f64>,
}

impl Coarsest {
    pub fn set(&mut self, matrix: &BlockMatrix, diagonal: impl Fn(usize) -> Symmetric) {
        self.size = 3 * matrix.particles();
        self.factor.resize(self.size * self.size, 0.0);
        self.x.resize(self.size, 0.0);
        self.factor.fill(0.0);
        for i in 0..matrix.particles() {
            let below = matrix.pattern().couplings(i).enumerate().take_while(|(_, j)| (*j as usize) < i);
            for (k, j) in below {
                self.put(i, j as usize, &matrix.at(i, k));
            }
            self.put(i, i, &diagonal(i).full());
        }
        self.factorise();
    }

    fn put(&mut self, i: usize, j: usize, block: &nalgebra::Matrix3<f64>) {
        for (r, c) in (0..3).flat_map(|r| (0..3).map(move |c| (r, c))) {
            self.factor[(3 * i + r) * self.size + 3 * j + c] = block[(r, c)];
        }
    }

    fn factorise(&mut self) {
        let n = self.size;
        for i in 0..n {
            let (above, here) = self.factor.split_at_mut(i * n);
            let given = here[i];
            for j in 0..i {
                let other = &above[j * n..j * n + n];
                let sum: f64 = (0..j).map(|k| here[k] * other[k]).sum();
                here[j] = (here[j] - sum) * other[j];
            }
            let pivot = given - here[..i].iter().map(|e| e * e).sum::<f64>();
            here[i] = if pivot > ZERO * given { 1.0 / pivot.sqrt() } else { 0.0 };
        }
    }

    /// `out` = A⁻¹ `right`.
    pub fn solve(&mut self, right: &[Short], out: &mut [Short]) {
        let (n, l) = (self.size, &self.factor);
        for i in 0..n {
            let sum: f64 = (0..i).map(|j| l[i * n + j] * self.x[j]).sum();
            self.x[i] = (f64::from(right[i / 3].as_array()[i % 3]) - sum) * l[i * n + i];
        }
        for i in (0..n).rev() {
            self.x[i] *= l[i * n + i];
            let x = self.x[i];
            (0..i).for_each(|j| self.x[j] -= l[i * n + j] * x);
            out[i / 3].as_mut_array()[i % 3] = x as f32;
        }
    }
}
