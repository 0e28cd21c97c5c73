//! The inverse of every diagonal block: cheap, and enough while mass outweighs stiffness.

use super::Preconditioner;
use crate::solver::pattern::CHUNK;
use crate::solver::{Filter, Operator, Symmetric};
use geometry::Vector;
use rayon::prelude::*;

/// The inverses of the diagonal blocks.
#[derive(Clone, Debug, Default)]
pub struct BlockJacobi {
    inverse: Vec<Symmetric>,
}

impl BlockJacobi {
    /// Takes the diagonal of an operator. A held particle gets the inverse of S D S + (I − S): the inverse within its free
    /// directions.
    pub fn update(&mut self, operator: &dyn Operator, filter: &Filter) {
        self.inverse.resize(operator.particles(), Symmetric::default());
        operator.diagonal(&mut self.inverse);
        for (i, s) in filter.held() {
            let d = &mut self.inverse[*i as usize];
            *d = restrict(d, s);
        }
        self.inverse.par_chunks_mut(CHUNK).for_each(|c| c.iter_mut().for_each(|d| *d = d.inverse()));
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.inverse[..])
    }
}

/// S D S + t (I − S), t being the mean of D's diagonal: within the free directions D, elsewhere of the same size.
pub(crate) fn restrict(d: &Symmetric, s: &Symmetric) -> Symmetric {
    let size = (d.0[0] + d.0[1] + d.0[2]) / 3.0;
    let held = Symmetric(s.0.map(|e| -e * size));
    d.within(s) + Symmetric::scaled(size) + held
}

impl Preconditioner for BlockJacobi {
    fn apply(&mut self, residual: &[Vector], out: &mut [Vector]) {
        let rows = out.par_chunks_mut(CHUNK).zip(residual.par_chunks(CHUNK)).zip(self.inverse.par_chunks(CHUNK));
        rows.for_each(|((out, r), d)| out.iter_mut().zip(r).zip(d).for_each(|((out, r), d)| *out = *d * *r));
    }
}
