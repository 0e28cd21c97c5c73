//! A V-cycle over coarser and coarser sets of particles: iterations no longer grow with stiffness on smooth cloth.
//!
//! Once for a cloth, from its rest shape (`coarsen`):
//! 1. Every level keeps about a quarter of the particles, down to a few dozen.
//! 2. A particle's motion is the weighted mean of coarse ones; the same scalar weights for x, y and z. They sum to one and
//!    reproduce the rest places, so translations are exact and rotations nearly so.
//! 3. All places of the matrix products are found beforehand (`galerkin`).
//!
//! For every matrix ([`Multigrid::prepare`]):
//! 4. Pᵀ S A S P, level by level. Held directions are thus in the coarse matrices; a coarse particle all of whose part
//!    is held has no stiffness, and stays.
//! 5. A bound on the eigenvalues that every row takes part in; a dense factor of the last level.
//!
//! For every residual: smoothing, restriction, the next level, prolongation, smoothing again (`smoother`), all in single
//! precision on the blocks as they are stored. The cycle is symmetric and positive, whatever the coarse levels are.
//! Nothing depends on earlier steps: a resumed run gives the same bits.
//!
//! Links enter with their diagonal alone: exact where they pull towards fixed points, too stiff where they join layers.
//!
//! Iterations to 1e-4 on 150 × 150 vertices (block-Jacobi; then smoothing steps × eigenvalue range of the smoother):
//!
//! | cloth | N/m | block-Jacobi | 1 × 8 | 2 × 8 | 3 × 8 | 4 × 15 |
//! |---|---|---|---|---|---|---|
//! | gentle waves | 50 | 302 | 11 | 7 | 5 | 4 |
//! | | 1,000 | 811 | 11 | 8 | 7 | 6 |
//! | | 10,000 | 1,468 | 11 | 9 | 8 | 7 |
//! | folds of 4 cm radius | 50 | 244 | 13 | 10 | 8 | 7 |
//! | | 1,000 | 631 | 37 | 32 | 26 | 23 |
//! | | 10,000 | 1,177 | 87 | 72 | 56 | 50 |
//!
//! A second smoothing step costs more than the iterations it saves, so one is the default. In folds the coarse levels are
//! too stiff: means of neighbours cannot bend without stretching.
//!
//! One bound for all rows, 4 on the finest level because no element joins more than four particles, takes 13 iterations on
//! waves and 39 in folds at 1,000 N/m; and coarse levels have no such bound.
//!
//! Not here: Tamstorf et al. 2015 smooth the weights with the matrix. Ours stay scalar and fixed, which keeps
//! the coarse rows short and the preparation cheap.

mod coarsen;
mod coarsest;
mod galerkin;
mod smoother;
mod transfer;

use super::Preconditioner;
use super::block_jacobi::restrict;
use crate::solver::blocks::Block;
use crate::solver::pattern::CHUNK;
use crate::solver::{BlockMatrix, Filter, Links, Operator, Pattern, Symmetric};
use coarsest::Coarsest;
use galerkin::{Fine, Galerkin, Near, Projections};
use geometry::{Point, Vector};
use nalgebra::Matrix3;
use rayon::prelude::*;
use smoother::Smoother;
use transfer::Transfer;

/// A vector in single precision; the fourth number is zero, for alignment.
type Short = wide::f32x4;

/// Levels with at most so many particles are solved exactly.
const COARSEST: usize = 48;
/// Chunks of vectors that a task converts at the least: each takes less than a microsecond, and to hand it out takes more.
const CONVERTED: usize = 16;
/// What is added to the diagonal blocks of coarse levels, as part of their size: all of a coarse particle may be held.
const RIDGE: f64 = 1e-6;

/// What a cycle does on each level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cycle {
    /// Smoothing steps before, and as many after the coarser levels; at least 1. Default 1.
    pub degree: usize,
    /// The smoother takes eigenvalues from their bound down to that divided by this; more than 1. Default 8.
    pub range: f32,
}

impl Default for Cycle {
    fn default() -> Self {
        Self { degree: 1, range: 8.0 }
    }
}

/// The levels of a cloth, and the memory of a cycle.
#[derive(Clone, Debug)]
pub struct Multigrid {
    cycle: Cycle,
    finest: Smoother,
    /// From level k to k + 1.
    steps: Vec<Step>,
    coarsest: Coarsest,
    /// What links have on the diagonal.
    linked: Vec<(u32, Symmetric)>,
    /// Of every particle: which of the filter's projections it has, [`NEAR`] if it is coupled with one that has, else [`FREE`].
    held: Vec<u32>,
}

/// Neither the particle nor one it is coupled with is held.
const FREE: u32 = u32::MAX;
/// A particle it is coupled with is held.
const NEAR: u32 = u32::MAX - 1;

/// A coarse level and the way to it.
#[derive(Clone, Debug)]
struct Step {
    transfer: Transfer,
    galerkin: Galerkin,
    /// The blocks; own parts are in the smoother.
    matrix: BlockMatrix,
    smoother: Smoother,
}

/// A cycle made for one matrix.
#[derive(Debug)]
pub struct Prepared<'a> {
    grid: &'a mut Multigrid,
    matrix: &'a BlockMatrix,
    filter: &'a Filter,
    form: Form,
}

/// What a cycle does.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    /// All levels.
    Whole,
    /// The inverse of the diagonal blocks alone.
    Diagonal,
}

impl Multigrid {
    /// Finds the levels from the rest places of all particles; lengths along the cloth should be about right.
    pub fn new(pattern: &Pattern, rest: &[Point], cycle: Cycle) -> Self {
        let mut steps: Vec<Step> = Vec::new();
        let mut places = rest.to_vec();
        loop {
            let fine = steps.last().map_or(pattern, |s| s.matrix.pattern());
            if fine.rows() <= COARSEST {
                break;
            }
            let (set, rows) = coarsen::coarsen(fine, &places);
            if set.len() * 4 > fine.rows() * 3 {
                break;
            }
            let transfer = Transfer::new(&rows, set.len());
            let (galerkin, coarse) = Galerkin::new(fine, &transfer);
            places = set.iter().map(|&i| places[i as usize]).collect();
            let smoother = Smoother::new(&coarse);
            steps.push(Step { transfer, galerkin, matrix: BlockMatrix::internal(coarse), smoother });
        }
        Self {
            cycle,
            finest: Smoother::new(pattern),
            steps,
            coarsest: Coarsest::default(),
            linked: Vec::new(),
            held: vec![FREE; rest.len()],
        }
    }

    /// Computes the matrices of all levels.
    pub fn prepare<'a>(&'a mut self, matrix: &'a BlockMatrix, links: &Links, filter: &'a Filter) -> Prepared<'a> {
        self.mark(matrix.pattern(), filter);
        links.diagonals(&mut self.linked);
        self.set_finest(matrix, filter);
        for k in 0..self.steps.len() {
            self.set_level(k, matrix, filter);
        }
        if let Some(last) = self.steps.last()
            && last.matrix.particles() <= 2 * COARSEST
        {
            self.coarsest.set(&last.matrix, |i| last.diagonal(i));
        }
        Prepared { grid: self, matrix, filter, form: Form::Whole }
    }

    fn mark(&mut self, pattern: &Pattern, filter: &Filter) {
        self.held.fill(FREE);
        let near = filter.held().iter().flat_map(|h| pattern.couplings(h.0 as usize));
        near.for_each(|j| self.held[j as usize] = NEAR);
        filter.held().iter().zip(0..).for_each(|(h, k)| self.held[h.0 as usize] = k);
    }

    fn set_finest(&mut self, matrix: &BlockMatrix, filter: &Filter) {
        let (held, linked) = (&self.held, &self.linked);
        self.finest.set(matrix.pattern(), |i| {
            let mut own = matrix.own()[i];
            if let Ok(k) = linked.binary_search_by_key(&(i as u32), |l| l.0) {
                own += linked[k].1;
            }
            let d = own + matrix.internal_diagonal(i);
            let inverse = match filter.held().get(held[i] as usize) {
                None => d.inverse(),
                Some((_, s)) => restrict(&d, s).inverse().within(s),
            };
            (short(&own.full()), inverse)
        });
        self.finest.bound(matrix);
    }

    fn set_level(&mut self, k: usize, matrix: &BlockMatrix, filter: &Filter) {
        let (done, todo) = self.steps.split_at_mut(k);
        let step = &mut todo[0];
        match done.last() {
            None => {
                let (finest, marks) = (&self.finest, Marks { held: &self.held, filter });
                let own = |i: usize| finest.own(matrix.pattern().place(i));
                let near: Near<'_> = &marks;
                let free = |i: usize| (marks.held[i] != FREE).then_some(near);
                step.galerkin.multiply(&Fine { matrix, own, free }, &step.transfer, &mut step.matrix);
                step.set(|i| free_own(matrix, own(i), i, free(i)));
            }
            Some(fine) => {
                let own = |i: usize| fine.own(i);
                let finer = Fine { matrix: &fine.matrix, own, free: |_| None };
                step.galerkin.multiply(&finer, &step.transfer, &mut step.matrix);
                step.set(own);
            }
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let steps =
            self.steps.iter().map(|s| s.transfer.bytes() + s.galerkin.bytes() + s.matrix.bytes() + s.smoother.bytes());
        steps.sum::<usize>() + self.finest.bytes() + size_of_val(&self.linked[..]) + 4 * self.held.len()
    }

    /// Bytes held by part: the levels' vectors and diagonals, transfers, products, coarse matrices.
    pub fn bytes_by_part(&self) -> [(&'static str, usize); 4] {
        let sum = |part: fn(&Step) -> usize| self.steps.iter().map(part).sum::<usize>();
        let levels = sum(|s| s.smoother.bytes()) + self.finest.bytes() + 4 * self.held.len();
        [
            ("levels", levels),
            ("transfers", sum(|s| s.transfer.bytes())),
            ("products", sum(|s| s.galerkin.bytes())),
            ("coarse matrices", sum(|s| s.matrix.bytes())),
        ]
    }

    /// Particles of every level.
    pub fn levels(&self) -> impl Iterator<Item = usize> + '_ {
        std::iter::once(self.held.len()).chain(self.steps.iter().map(|s| s.matrix.particles()))
    }
}

impl Step {
    /// What acts on a particle alone.
    fn own(&self, i: usize) -> Block {
        self.smoother.own(self.matrix.pattern().place(i))
    }

    fn diagonal(&self, i: usize) -> Symmetric {
        Symmetric::part_of(&long(&self.own(i))) + self.matrix.internal_diagonal(i)
    }

    /// Own parts from those of the finer level, then diagonals and bounds.
    fn set(&mut self, fine: impl Fn(usize) -> Block + Sync) {
        let (matrix, transfer) = (&self.matrix, &self.transfer);
        self.smoother.set(matrix.pattern(), |c| {
            let mut own = [0.0; 9];
            for &(i, w) in transfer.of_coarse(c) {
                own.iter_mut().zip(fine(i as usize)).for_each(|(sum, e)| *sum += w * e);
            }
            let d = Symmetric::part_of(&long(&own)) + matrix.internal_diagonal(c);
            let ridge = RIDGE * (d.0[0] + d.0[1] + d.0[2]);
            (own, (d + Symmetric::scaled(ridge)).inverse())
        });
        self.smoother.bound(&self.matrix);
    }
}

/// The filter, by particle.
struct Marks<'a> {
    held: &'a [u32],
    filter: &'a Filter,
}

impl Projections for Marks<'_> {
    fn at(&self, particle: u32) -> Option<&Symmetric> {
        self.filter.held().get(self.held[particle as usize] as usize).map(|h| &h.1)
    }
}

/// What acts on a particle alone within the free directions: S own S − `Σ_j` `S_i` `B_ij` (`S_i` − `S_j`).
fn free_own(matrix: &BlockMatrix, own: Block, i: usize, near: Option<Near<'_>>) -> Block {
    let Some(near) = near else { return own };
    let full = |s: Option<&Symmetric>| s.map_or_else(Matrix3::identity, Symmetric::full);
    let s = full(near.at(i as u32));
    let mut sum = s * long(&own) * s;
    for (block, j) in matrix.short(i).zip(matrix.pattern().couplings(i)) {
        sum -= s * long(&block) * (s - full(near.at(j)));
    }
    short(&sum)
}

fn long(block: &Block) -> Matrix3<f64> {
    Matrix3::from_fn(|r, c| f64::from(block[3 * r + c]))
}

fn short(m: &Matrix3<f64>) -> Block {
    std::array::from_fn(|e| m[(e / 3, e % 3)] as f32)
}

fn project(filter: &Filter, x: &mut [Short]) {
    for (i, s) in filter.held() {
        let v = &mut x[*i as usize];
        *v = shortened(*s * lengthened(*v));
    }
}

/// Level `0` of `steps` is the one below `smoother`.
fn descend(
    smoother: &mut Smoother,
    matrix: &BlockMatrix,
    filter: Option<&Filter>,
    steps: &mut [Step],
    coarsest: &mut Coarsest,
    cycle: &Cycle,
) {
    let Some((next, rest)) = steps.split_first_mut() else {
        if filter.is_none() && matrix.particles() <= 2 * COARSEST {
            coarsest.solve(&smoother.right, &mut smoother.x);
        } else {
            smoother.smooth_first(matrix, &Cycle { degree: 4 * cycle.degree, range: 100.0 });
        }
        return;
    };
    smoother.smooth_first(matrix, cycle);
    let residual = smoother.residual(matrix);
    if let Some(filter) = filter {
        project(filter, residual);
    }
    next.transfer.restrict(residual, &mut next.smoother.right);
    descend(&mut next.smoother, &next.matrix, None, rest, coarsest, cycle);
    next.transfer.prolong(&next.smoother.x, &mut smoother.x);
    if let Some(filter) = filter {
        project(filter, &mut smoother.x);
    }
    smoother.smooth_again(matrix, cycle);
}

impl Preconditioner for Prepared<'_> {
    fn apply(&mut self, residual: &[Vector], out: &mut [Vector]) {
        // Single precision has a short range: the residual is scaled to about one.
        let chunks = residual.par_chunks(CHUNK).with_min_len(CONVERTED);
        let most = chunks.map(|r| r.iter().fold(0.0f64, |m, v| m.max(v.amax()))).reduce(|| 0.0, f64::max);
        let (up, down) = if most > 0.0 { (1.0 / most, most) } else { (0.0, 0.0) };
        let grid = &mut *self.grid;
        let chunks = grid.finest.right.par_chunks_mut(CHUNK).zip(residual.par_chunks(CHUNK)).with_min_len(CONVERTED);
        chunks.for_each(|(s, r)| s.iter_mut().zip(r).for_each(|(s, r)| *s = shortened(r * up)));
        match self.form {
            Form::Whole => {
                let (matrix, filter) = (self.matrix, Some(self.filter));
                descend(&mut grid.finest, matrix, filter, &mut grid.steps, &mut grid.coarsest, &grid.cycle);
            }
            Form::Diagonal => grid.finest.divide(self.matrix.pattern()),
        }
        let chunks = out.par_chunks_mut(CHUNK).zip(grid.finest.x.par_chunks(CHUNK)).with_min_len(CONVERTED);
        chunks.for_each(|(out, x)| out.iter_mut().zip(x).for_each(|(out, x)| *out = lengthened(*x) * down));
    }

    fn can_stall(&self) -> bool {
        self.form == Form::Whole
    }

    fn simplify(&mut self) -> bool {
        std::mem::replace(&mut self.form, Form::Diagonal) == Form::Whole
    }
}

fn shortened(v: Vector) -> Short {
    Short::from([v.x as f32, v.y as f32, v.z as f32, 0.0])
}

fn lengthened(v: Short) -> Vector {
    let [x, y, z, _] = v.to_array().map(f64::from);
    Vector::new(x, y, z)
}
