//! Preconditioned conjugate gradients on the free directions (BW98 §5.2).
//!
//! 1. The start vector holds the dictated change in the held directions, and a guess elsewhere.
//! 2. r = S (b − A x). The solve ends when the Euclidean length of r is at most the tolerance times that of S (b − A z), z being
//!    the dictated part. Neither the guess nor the preconditioner changes what is reached, and units cancel.
//! 3. If rᵀ z or pᵀ A p is not positive, or the residual does not halve for [`PATIENCE`] iterations, the preconditioner is
//!    simplified and the solve goes on from the x it has.
//! 4. If pᵀ A p is not positive with a plain preconditioner, the matrix is not definite: the solve ends, and the step must be
//!    shortened.
//!
//! Departure from BW98: they measure in the norm of the preconditioner, which would let one preconditioner stop earlier
//! than another.
//!
//! Not here: what to do when it fails.

use super::vectors::{Sums, subtract_from, turn};
use super::{Filter, Operator, Preconditioner};
use geometry::Vector;

/// A preconditioner that can be simplified is, when the residual has not halved for so many iterations.
pub const PATIENCE: u32 = 100;

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
    /// The iteration from which on a plainer preconditioner was used, if the first one failed.
    pub simplified: Option<u32>,
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

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        4 * size_of_val(&self.residual[..]) + self.sums.bytes()
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
    let mut solved = Solved { iterations: 0, residual: 0.0, definite: true, simplified: None };
    loop {
        work.set_residual(operator, filter, b, x);
        let (end, length) = work.run(operator, filter, preconditioner, x, limits.within(scale), &mut solved);
        solved.residual = if scale > 0.0 { length / scale } else { length };
        match end {
            End::Limits => return solved,
            // A plainer preconditioner goes on from here.
            End::Stalled | End::Negative if preconditioner.simplify() => solved.simplified = Some(solved.iterations),
            End::Stalled | End::Negative => {
                solved.definite = false;
                return solved;
            }
        }
    }
}

/// Why iterations end.
enum End {
    /// The residual is small enough, or there were enough iterations.
    Limits,
    /// The residual has not become smaller for long.
    Stalled,
    /// rᵀ z or pᵀ A p is not positive.
    Negative,
}

impl Limits {
    /// With the tolerance as a length.
    fn within(self, scale: f64) -> Self {
        Self { tolerance: self.tolerance * scale, ..self }
    }
}

impl Workspace {
    /// Iterates from the residual at `x`; answers also with the residual's length.
    fn run(
        &mut self,
        operator: &dyn Operator,
        filter: &Filter,
        preconditioner: &mut dyn Preconditioner,
        x: &mut [Vector],
        limits: Limits,
        solved: &mut Solved,
    ) -> (End, f64) {
        let mut length = self.sums.dot(&self.residual, &self.residual).sqrt();
        let (mut before, mut progress) = (None, Progress { length, at: solved.iterations });
        // "Not greater" would end on a residual that is no number; the caller must see it.
        while length > limits.tolerance && solved.iterations < limits.iterations {
            preconditioner.apply(&self.residual, &mut self.preconditioned);
            filter.apply(&mut self.preconditioned);
            let now = self.sums.dot(&self.residual, &self.preconditioned);
            turn(&mut self.direction, &self.preconditioned, before.map(|before| now / before));
            operator.apply(&self.direction, &mut self.product);
            filter.apply(&mut self.product);
            let curvature = self.sums.dot(&self.direction, &self.product);
            if !(now > 0.0 && curvature > 0.0) {
                return (End::Negative, length);
            }
            let residual = (&mut self.residual[..], &self.product[..]);
            length = self.sums.advance(now / curvature, (x, &self.direction), residual).sqrt();
            before = Some(now);
            solved.iterations += 1;
            if preconditioner.can_stall() && progress.has_stalled(length, solved.iterations) {
                return (End::Stalled, length);
            }
        }
        (End::Limits, length)
    }
}

/// The smallest residual that was reached for good, and when.
struct Progress {
    length: f64,
    at: u32,
}

impl Progress {
    /// Notes a residual; says whether it is long since one was half of what it had been.
    fn has_stalled(&mut self, length: f64, at: u32) -> bool {
        if length <= 0.5 * self.length {
            *self = Self { length, at };
        }
        at - self.at >= PATIENCE
    }
}
