//! Block-Jacobi or multigrid, whichever a cheap look at the diagonal says will be faster.
//!
//! The mean over all particles of diagonal block against mass, r, says how far a step carries a push: block-Jacobi takes about
//! 8 √r iterations to 1e-4, while a cycle with its preparation costs as much as some forty of them. The choice
//! depends on the matrix alone, so a resumed run makes the same.

use super::multigrid::Prepared;
use super::{BlockJacobi, Cycle, Multigrid, Preconditioner};
use crate::solver::pattern::CHUNK;
use crate::solver::{BlockMatrix, Coupled, Filter, Links, Operator, Pattern, Symmetric};
use geometry::{Point, Vector};
use rayon::prelude::*;

/// From this mean of diagonal against own part on, the levels pay.
const WORTH: f64 = 25.0;

/// Both preconditioners of a cloth.
#[derive(Clone, Debug)]
pub struct Automatic {
    jacobi: BlockJacobi,
    grid: Multigrid,
    ratios: Vec<f64>,
}

/// The one that was chosen.
#[derive(Debug)]
pub enum Chosen<'a> {
    /// Mass outweighs stiffness.
    Jacobi(&'a mut BlockJacobi),
    /// Stiffness reaches far.
    Grid(Prepared<'a>),
}

impl Automatic {
    /// For a cloth with these couplings and rest places.
    pub fn new(pattern: &Pattern, rest: &[Point]) -> Self {
        Self {
            jacobi: BlockJacobi::default(),
            grid: Multigrid::new(pattern, rest, Cycle::default()),
            ratios: vec![0.0; rest.len().div_ceil(CHUNK)],
        }
    }

    /// Chooses for this matrix and prepares the choice.
    pub fn prepare<'a>(&'a mut self, matrix: &'a BlockMatrix, links: &'a Links, filter: &'a Filter) -> Chosen<'a> {
        if self.ratio(matrix) < WORTH {
            self.jacobi.update(&Coupled { matrix, links }, filter);
            return Chosen::Jacobi(&mut self.jacobi);
        }
        Chosen::Grid(self.grid.prepare(matrix, links, filter))
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.jacobi.bytes() + self.grid.bytes() + size_of_val(&self.ratios[..])
    }

    /// The mean of the diagonal against what acts on each particle alone.
    fn ratio(&mut self, matrix: &BlockMatrix) -> f64 {
        let size = |s: &Symmetric| s.0[0] + s.0[1] + s.0[2];
        let ratio = |i: usize, own: &Symmetric| {
            let own = size(own);
            (own + size(&matrix.internal_diagonal(i))) / own.max(f64::MIN_POSITIVE)
        };
        let rows = matrix.own().par_chunks(CHUNK).zip(&mut self.ratios).enumerate();
        rows.for_each(|(c, (own, sum))| *sum = (c * CHUNK..).zip(own).map(|(i, own)| ratio(i, own)).sum());
        self.ratios.iter().sum::<f64>() / matrix.particles().max(1) as f64
    }
}

impl Preconditioner for Chosen<'_> {
    fn apply(&mut self, residual: &[Vector], out: &mut [Vector]) {
        match self {
            Self::Jacobi(jacobi) => jacobi.apply(residual, out),
            Self::Grid(grid) => grid.apply(residual, out),
        }
    }

    fn can_stall(&self) -> bool {
        matches!(self, Self::Grid(grid) if grid.can_stall())
    }

    fn simplify(&mut self) -> bool {
        match self {
            Self::Jacobi(jacobi) => jacobi.simplify(),
            Self::Grid(grid) => grid.simplify(),
        }
    }
}
