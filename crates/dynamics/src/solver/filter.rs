//! Held directions, taken out of every vector of the solve (BW98 §5).
//!
//! A held particle has a symmetric projection S: zero, n nᵀ for a line along n, I − n nᵀ for a plane across n. The solve works
//! on S A S and starts from a vector that already has the dictated change in the held directions, so no z₀ is needed.
//!
//! VMT00 eq. 5–6 puts the same into the masses: with the inverse mass of a held particle replaced by W = S/m, it solves
//! (I + W H) Δv = W b with H = h D + h² K. Times S this says (M S + S H) Δv = S b with Δv = S Δv: the same S A S. So one
//! implementation serves both; a test solves the other form densely.
//!
//! Not here: joining several constraints of a particle.

use super::Symmetric;
use crate::constraint::{Constraints, Held};
use geometry::Vector;

/// The projections of all held particles, sorted by particle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    held: Vec<(u32, Symmetric)>,
}

impl Held {
    /// The projection onto the free directions.
    pub fn free(&self) -> Symmetric {
        match self {
            Self::Everywhere => Symmetric::default(),
            Self::OnLine(n) => Symmetric::outer(*n, 1.0),
            Self::OnPlane(n) => Symmetric::scaled(1.0) + Symmetric::outer(*n, -1.0),
        }
    }
}

impl Filter {
    /// Of particles in ascending order.
    pub fn new(held: impl IntoIterator<Item = (u32, Held)>) -> Self {
        let mut filter = Self::default();
        filter.set(held);
        filter
    }

    /// Of the constraints of a step.
    pub fn of(constraints: &Constraints) -> Self {
        Self::new(constraints.iter().map(|c| (c.particle.0, c.held)))
    }

    /// Replaces all, in the same memory; particles in ascending order, each once.
    pub fn set(&mut self, held: impl IntoIterator<Item = (u32, Held)>) {
        self.held.clear();
        self.held.extend(held.into_iter().map(|(i, h)| (i, h.free())));
        debug_assert!(self.held.is_sorted_by(|a, b| a.0 < b.0), "one constraint a particle, sorted");
    }

    /// The held particles and their projections.
    pub fn held(&self) -> &[(u32, Symmetric)] {
        &self.held
    }

    /// The projection of a particle, if it is held.
    pub fn at(&self, particle: usize) -> Option<&Symmetric> {
        self.held.binary_search_by_key(&(particle as u32), |h| h.0).ok().map(|k| &self.held[k].1)
    }

    /// Takes the held directions out.
    pub fn apply(&self, x: &mut [Vector]) {
        for (i, s) in &self.held {
            let v = &mut x[*i as usize];
            *v = *s * *v;
        }
    }

    /// `out` becomes what lies in held directions of `x`; says whether that is anything.
    pub fn taken(&self, x: &[Vector], out: &mut [Vector]) -> bool {
        out.fill(Vector::zeros());
        let mut any = false;
        for (i, s) in &self.held {
            let v = x[*i as usize];
            let held = v - *s * v;
            any |= held != Vector::zeros();
            out[*i as usize] = held;
        }
        any
    }
}
