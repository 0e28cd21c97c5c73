//! Approximate inverses: what makes the solve take few iterations.
//!
//! | module | idea |
//! |---|---|
//! | [`block_jacobi`] | the inverse of every diagonal block |
//! | [`multigrid`] | a cycle over coarser and coarser sets of particles |
//! | [`automatic`] | whichever of the two will be faster |
//!
//! Each is a symmetric, positive definite operator on the free directions.

pub mod automatic;
pub mod block_jacobi;
pub mod multigrid;

pub use automatic::{Automatic, Chosen};
pub use block_jacobi::BlockJacobi;
pub use multigrid::{Cycle, Multigrid};

use geometry::Vector;

/// A symmetric, positive definite approximation of the inverse.
pub trait Preconditioner {
    /// `out` ≈ A⁻¹ `residual`. The residual is zero in held directions; what is in them of `out` is dropped by the caller.
    fn apply(&mut self, residual: &[Vector], out: &mut [Vector]);

    /// Whether there is a plainer form to fall back to.
    fn can_stall(&self) -> bool {
        false
    }

    /// Becomes plainer, because this form failed; false if there is no plainer one.
    fn simplify(&mut self) -> bool {
        false
    }
}
