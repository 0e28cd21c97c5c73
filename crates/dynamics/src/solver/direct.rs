//! The same system by a sparse Cholesky factor: the reference, and exact at any stiffness (feature `direct`).
//!
//! The factor is of S A S + (I − S), in double precision, from the blocks as they are stored. It takes far more memory and time
//! than an iteration; the order of elimination is found anew every time.

use super::{BlockMatrix, Coupled, Filter, Links, Operator, Symmetric};
use faer::linalg::solvers::Solve;
use faer::sparse::{SparseColMat, Triplet};
use faer::{Mat, Side};
use geometry::Vector;
use nalgebra::Matrix3;

/// Why there is no factor.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum DirectError {
    /// An index is out of range, or memory ran out.
    #[error("the system does not fit into memory")]
    TooLarge,
    /// A pivot was not positive.
    #[error("the matrix is not positive definite")]
    Indefinite,
}

/// Solves as [`solve`](super::solve) does, to rounding.
pub fn solve_directly(
    matrix: &BlockMatrix,
    links: &Links,
    filter: &Filter,
    b: &[Vector],
    x: &mut [Vector],
) -> Result<(), DirectError> {
    let n = matrix.particles();
    let system = SparseColMat::try_new_from_triplets(3 * n, 3 * n, &triplets(matrix, links, filter))
        .map_err(|_| DirectError::TooLarge)?;
    let factor = system.sp_cholesky(Side::Lower).map_err(|_| DirectError::Indefinite)?;
    let (mut held, mut right) = (vec![Vector::zeros(); n], vec![Vector::zeros(); n]);
    filter.taken(x, &mut held);
    Coupled { matrix, links }.apply(&held, &mut right);
    right.iter_mut().zip(b).for_each(|(r, b)| *r = b - *r);
    filter.apply(&mut right);
    let found = factor.solve(&Mat::from_fn(3 * n, 1, |i, _| right[i / 3][i % 3]));
    for (i, (x, held)) in x.iter_mut().zip(&held).enumerate() {
        *x = Vector::new(found[(3 * i, 0)], found[(3 * i + 1, 0)], found[(3 * i + 2, 0)]) + held;
    }
    Ok(())
}

/// The lower half; entries of the same place are added.
fn triplets(matrix: &BlockMatrix, links: &Links, filter: &Filter) -> Vec<Triplet<usize, usize, f64>> {
    let mut list = Vec::with_capacity(9 * (matrix.pattern().slots() / 2 + matrix.particles()));
    let free = |i: usize| filter.at(i).map_or_else(Matrix3::identity, Symmetric::full);
    let mut put = |i: usize, j: usize, block: Matrix3<f64>| {
        for (r, c) in (0..3).flat_map(|r| (0..3).map(move |c| (r, c))) {
            if 3 * i + r >= 3 * j + c {
                list.push(Triplet::new(3 * i + r, 3 * j + c, block[(r, c)]));
            }
        }
    };
    let mut diagonal = vec![Symmetric::default(); matrix.particles()];
    matrix.diagonal(&mut diagonal);
    for (i, d) in diagonal.iter().enumerate() {
        let s = free(i);
        put(i, i, s * d.full() * s + Matrix3::identity() - s);
        let below = matrix.pattern().couplings(i).enumerate().take_while(|(_, j)| (*j as usize) < i);
        for (k, j) in below {
            put(i, j as usize, s * matrix.at(i, k) * free(j as usize));
        }
    }
    for link in links.list() {
        for (a, b) in (0..4).flat_map(|a| (0..4).map(move |b| (a, b))) {
            let (i, j) = (link.particles[a] as usize, link.particles[b] as usize);
            if i >= j && link.weights[a] * link.weights[b] != 0.0 {
                put(i, j, free(i) * link.stiffness.full() * free(j) * (link.weights[a] * link.weights[b]));
            }
        }
    }
    list
}
