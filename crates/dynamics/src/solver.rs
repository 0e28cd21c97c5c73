//! The linear system of one implicit step, (M + h D + h² K) Δv = b: symmetric, positive definite, three unknowns a particle.
//!
//! 1. [`pattern`]: which particles are coupled; found once from the elements.
//! 2. [`blocks`]: the matrix, as the blocks beside its diagonal; the product keeps translations exact.
//! 3. [`filter`]: held directions, taken out of every vector (BW98 §5).
//! 4. [`conjugate_gradient`]: the solve.
//! 5. [`precondition`]: what makes it take few iterations.
//!
//! Everything gives the same bits for any number of threads: rows are cut into chunks by their number alone, and sums of
//! chunks are added in order.
//!
//! Not here: what the forces are, and where the right side comes from.

pub mod blocks;
pub mod conjugate_gradient;
pub mod filter;
pub mod pattern;
pub mod precondition;
#[doc(hidden)]
pub mod sample;
pub mod symmetric;
mod vectors;

pub use blocks::BlockMatrix;
pub use conjugate_gradient::{Limits, Solved, Workspace, solve};
pub use filter::Filter;
pub use pattern::Pattern;
pub use precondition::{BlockJacobi, Cycle, Multigrid, Preconditioner};
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
