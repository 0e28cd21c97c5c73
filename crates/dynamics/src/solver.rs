//! The linear system of one implicit step, (M + h D + h² K) Δv = b: symmetric, positive definite, three unknowns a particle.
//!
//! 1. [`pattern`]: which particles are coupled; found once from the elements.
//! 2. [`blocks`]: the matrix, as the blocks beside its diagonal; the product keeps translations exact.
//! 3. [`links`]: contacts and elastics, which change every step and are not assembled. [`matrix_free`]: the product of all
//!    elements without a matrix; slower, and there to be compared with.
//! 4. [`filter`]: held directions, taken out of every vector (BW98 §5).
//! 5. [`conjugate_gradient`]: the solve.
//! 6. [`precondition`]: what makes it take few iterations.
//!
//! With the feature `direct` there is also a sparse Cholesky factor, as a reference.
//!
//! Everything gives the same bits for any number of threads: rows are cut into chunks by their number alone, and sums of
//! chunks are added in order. It also does for any width of vectors: the hot loops are compiled for two (`kernel`).
//!
//! Not here: what the forces are, and where the right side comes from.

pub mod blocks;
pub mod conjugate_gradient;
#[cfg(feature = "direct")]
pub mod direct;
pub mod filter;
mod kernel;
pub mod links;
pub mod matrix_free;
pub mod pattern;
pub mod precondition;
#[doc(hidden)]
pub mod sample;
pub mod symmetric;
mod vectors;

pub use blocks::BlockMatrix;
pub use conjugate_gradient::{Limits, Solved, Workspace, solve};
#[cfg(feature = "direct")]
pub use direct::{DirectError, solve_directly};
pub use filter::Filter;
pub use links::{Coupled, Link, Links};
pub use matrix_free::MatrixFree;
pub use pattern::Pattern;
pub use precondition::{Automatic, BlockJacobi, Chosen, Cycle, Multigrid, Preconditioner};
pub use symmetric::Symmetric;

use geometry::Vector;

/// A symmetric matrix with a 3×3 block for every pair of particles, known by what it does to a vector.
pub trait Operator: Sync {
    /// How many particles there are.
    fn particles(&self) -> usize;

    /// `y = A x`; the same bits for any number of threads, and no allocation.
    fn apply(&self, x: &[Vector], y: &mut [Vector]);

    /// The block on the diagonal of every particle.
    fn diagonal(&self, out: &mut [Symmetric]);
}
