//! Preconditioned conjugate gradients on the free directions (BW98 §5.2).
//!
//! 1. The start vector holds the dictated change in the held directions, and a guess elsewhere.
//! 2. r = S (b − A x). The solve ends when the Euclidean length of r is at most the tolerance times that of S (b − A z), z being
//!    the dictated part. Neither the guess nor the preconditioner changes what is reached, and units cancel.
//! 3. If pᵀ A p is not positive, the matrix is not definite: the solve ends, and the step must be shortened.
//!
//! Departure from BW98: they measure in the norm of the preconditioner, which would let one preconditioner stop earlier
//! than another.
//!
//! Not here: what to do when it fails.

use super::vectors::{Sums, subtract_from, turn};
use super::{Filter, Operator, Preconditioner};
use geometry::Vector;

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Length of the residual relative to the right side's.
    pub tolerance: f64,
    /// Iterations at the most.
    pub iterations: u32,
}

/// How a solve ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solved {
    /// Iterations taken.
    pub iterations: u32,
    /// Length of the residual relative to the right side's; 0 if that is zero.
    pub residual: f64,
    /// Whether every pᵀ A p was positive.
    pub definite: bool,
}

/// The vectors of a solve, kept from one to the next so that none is allocated.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    residual: Vec<Vector>,
    direction: Vec<Vector>,
    product: Vec<Vector>,
    preconditioned: Vec<Vector>,
    sums: Sums,
}

impl Workspace {
    fn resize(&mut self, particles: usize) {
        for v in [&mut self.residual, &mut self.direction, &mut self.product, &mut self.preconditioned] {
            v.resize(particles, Vector::zeros());
        }
        self.sums.resize(particles);
    }

    /// The residual of the last solve, zero in held directions.
    pub fn residual(&self) -> &[Vector] {
        &self.residual
    }

    /// r = S (b − A x).
    fn set_residual(&mut self, operator: &dyn Operator, filter: &Filter, b: &[Vector], x: &[Vector]) {
        operator.apply(x, &mut self.residual);
        subtract_from(b, &mut self.residual);
        filter.apply(&mut self.residual);
    }

    /// |S (b − A z)|, z being the part of x in held directions.
    fn right_side(&mut self, operator: &dyn Operator, filter: &Filter, b: &[Vector], x: &[Vector]) -> f64 {
        if filter.taken(x, &mut self.direction) {
            operator.apply(&self.direction, &mut self.residual);
            subtract_from(b, &mut self.residual);
        } else {
            self.residual.copy_from_slice(b);
        }
        filter.apply(&mut self.residual);
        self.sums.dot(&self.residual, &self.residual).sqrt()
    }
}

/// Solves S A S y = S (b − A z), where z is the part of `x` in held directions; `x` becomes y + z. The free part of `x` is
/// the first guess.
pub fn solve(
    operator: &dyn Operator,
    filter: &Filter,
    preconditioner: &mut dyn Preconditioner,
    b: &[Vector],
    x: &mut [Vector],
    limits: Limits,
    work: &mut Workspace,
) -> Solved {
    work.resize(operator.particles());
    let scale = work.right_side(operator, filter, b, x);
    work.set_residual(operator, filter, b, x);
    let mut length = work.sums.dot(&work.residual, &work.residual).sqrt();
    let mut solved = Solved { iterations: 0, residual: 0.0, definite: true };
    let mut before = f64::INFINITY;
    // "Not greater" would end on a residual that is no number; the caller must see it.
    while length > limits.tolerance * scale && solved.iterations < limits.iterations {
        preconditioner.apply(&work.residual, &mut work.preconditioned);
        filter.apply(&mut work.preconditioned);
        let now = work.sums.dot(&work.residual, &work.preconditioned);
        turn(&mut work.direction, &work.preconditioned, if solved.iterations == 0 { 0.0 } else { now / before });
        operator.apply(&work.direction, &mut work.product);
        filter.apply(&mut work.product);
        let curvature = work.sums.dot(&work.direction, &work.product);
        if curvature.is_nan() || curvature <= 0.0 {
            solved.definite = false;
            break;
        }
        let residual = (&mut work.residual[..], &work.product[..]);
        length = work.sums.advance(now / curvature, (x, &work.direction), residual).sqrt();
        before = now;
        solved.iterations += 1;
    }
    solved.residual = if scale > 0.0 { length / scale } else { length };
    solved
}
