//! Sums and updates of long vectors, in chunks: the same bits for any number of threads.

use geometry::Vector;
use rayon::prelude::*;

/// Particles of a chunk. Its sum is taken in order, and the chunks' sums are added in order.
pub(crate) const CHUNK: usize = 1024;
/// Chunks that a task has at the least: one takes a microsecond or two, and to hand it out takes more.
const TASK: usize = 4;

/// The sums of the chunks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sums(Vec<f64>);

impl Sums {
    /// Room for so many particles.
    pub fn resize(&mut self, particles: usize) {
        self.0.resize(particles.div_ceil(CHUNK), 0.0);
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.0[..])
    }

    /// a · b.
    pub fn dot(&mut self, a: &[Vector], b: &[Vector]) -> f64 {
        let pairs = a.par_chunks(CHUNK).zip(b.par_chunks(CHUNK));
        pairs.zip(&mut self.0).with_min_len(TASK).for_each(|((a, b), sum)| *sum = dot(a, b));
        self.0.iter().sum()
    }

    /// x += α p, r −= α q; answers r · r.
    pub fn advance(
        &mut self,
        alpha: f64,
        (x, p): (&mut [Vector], &[Vector]),
        (r, q): (&mut [Vector], &[Vector]),
    ) -> f64 {
        let first = x.par_chunks_mut(CHUNK).zip(p.par_chunks(CHUNK));
        let second = r.par_chunks_mut(CHUNK).zip(q.par_chunks(CHUNK));
        first.zip(second).zip(&mut self.0).with_min_len(TASK).for_each(|(((x, p), (r, q)), sum)| {
            x.iter_mut().zip(p).for_each(|(x, p)| *x += p * alpha);
            r.iter_mut().zip(q).for_each(|(r, q)| *r -= q * alpha);
            *sum = dot(r, r);
        });
        self.0.iter().sum()
    }
}

/// p = z + β p; without a β, p = z, whatever p was.
pub(crate) fn turn(p: &mut [Vector], z: &[Vector], beta: Option<f64>) {
    let chunks = p.par_chunks_mut(CHUNK).zip(z.par_chunks(CHUNK)).with_min_len(TASK);
    chunks.for_each(|(p, z)| match beta {
        Some(beta) => p.iter_mut().zip(z).for_each(|(p, z)| *p = z + *p * beta),
        None => p.copy_from_slice(z),
    });
}

/// r = b − r.
pub(crate) fn subtract_from(b: &[Vector], r: &mut [Vector]) {
    let chunks = r.par_chunks_mut(CHUNK).zip(b.par_chunks(CHUNK)).with_min_len(TASK);
    chunks.for_each(|(r, b)| {
        r.iter_mut().zip(b).for_each(|(r, b)| *r = b - *r);
    });
}

/// Three sums side by side, for speed.
fn dot(a: &[Vector], b: &[Vector]) -> f64 {
    let sum = a.iter().zip(b).fold(Vector::zeros(), |sum, (a, b)| sum + a.component_mul(b));
    sum.x + sum.y + sum.z
}
