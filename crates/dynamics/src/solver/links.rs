//! Interactions that change every step and are not assembled: contacts, elastics (VMT00 eq. 10).
//!
//! A link joins up to five particles with weights S and one stiffness W: it adds `S_i` W `Σ_j` `S_j` `x_j` to row i. The product
//! is gathered: every touched particle sums over its links in order, so rows are computed in parallel and always alike.
//!
//! Not here: what a contact is.

use super::pattern::CHUNK;
use super::{BlockMatrix, Operator, Symmetric};
use crate::force::bond::PLACES;
use geometry::Vector;
use rayon::prelude::*;

/// One interaction. Unused places have weight 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// The particles; each at most once among those with a weight.
    pub particles: [u32; PLACES],
    /// Their weights; they sum to zero where the link pulls the particles towards each other.
    pub weights: [f64; PLACES],
    /// Its stiffness and damping in the step's matrix: h D + h² K, in kg.
    pub stiffness: Symmetric,
}

impl Link {
    /// W `Σ_j` `S_j` `x_j`.
    #[inline]
    fn pull(&self, x: &[Vector]) -> Vector {
        let at = |place: usize| x[self.particles[place] as usize];
        let w = &self.weights;
        // Relative to the first, so that a common translation cancels to the last bit if the weights sum to zero.
        let first = at(0);
        let mean = first * w.iter().sum::<f64>();
        self.stiffness * (1..PLACES).fold(mean, |mean, place| mean + (at(place) - first) * w[place])
    }
}

/// All links of a step.
#[derive(Clone, Debug, Default)]
pub struct Links {
    list: Vec<Link>,
    /// Particle, link and place in it, sorted.
    uses: Vec<(u32, u32, u8)>,
    /// The first use of every chunk of particles, and the end.
    chunks: Vec<u32>,
}

impl Links {
    /// Of so many particles.
    pub fn new(particles: usize, list: impl IntoIterator<Item = Link>) -> Self {
        let mut links = Self::default();
        links.set(particles, list);
        links
    }

    /// Replaces all, in the same memory.
    pub fn set(&mut self, particles: usize, list: impl IntoIterator<Item = Link>) {
        self.list.clear();
        self.list.extend(list);
        self.uses.clear();
        for (k, link) in self.list.iter().enumerate() {
            let used = (0..PLACES as u8).filter(|&c| link.weights[c as usize] != 0.0);
            self.uses.extend(used.map(|c| (link.particles[c as usize], k as u32, c)));
        }
        self.uses.sort_unstable();
        self.chunks.clear();
        let uses = &self.uses;
        let first = |chunk: usize| uses.partition_point(|u| (u.0 as usize) < chunk * CHUNK) as u32;
        self.chunks.extend((0..=particles.div_ceil(CHUNK)).map(first));
    }

    /// The links.
    pub fn list(&self) -> &[Link] {
        &self.list
    }

    /// Adds the product to y.
    pub fn add_product(&self, x: &[Vector], y: &mut [Vector]) {
        self.over_chunks(y, |y, link, place| *y += link.pull(x) * link.weights[place]);
    }

    /// Adds what the links have on the diagonal.
    pub fn add_diagonal(&self, out: &mut [Symmetric]) {
        self.over_chunks(out, |d, link, place| {
            let square = link.weights[place] * link.weights[place];
            *d += Symmetric(link.stiffness.0.map(|e| e * square));
        });
    }

    /// What the links have on the diagonal of every particle they touch, in ascending order.
    pub(crate) fn diagonals(&self, out: &mut Vec<(u32, Symmetric)>) {
        out.clear();
        for &(i, link, place) in &self.uses {
            let link = &self.list[link as usize];
            let square = link.weights[place as usize] * link.weights[place as usize];
            let added = Symmetric(link.stiffness.0.map(|e| e * square));
            match out.last_mut() {
                Some(last) if last.0 == i => last.1 += added,
                _ => out.push((i, added)),
            }
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.list[..]) + size_of_val(&self.uses[..]) + size_of_val(&self.chunks[..])
    }

    fn over_chunks<T: Send>(&self, rows: &mut [T], add: impl Fn(&mut T, &Link, usize) + Sync) {
        if self.uses.is_empty() {
            return;
        }
        rows.par_chunks_mut(CHUNK).enumerate().for_each(|(c, rows)| {
            for &(i, link, place) in &self.uses[self.chunks[c] as usize..self.chunks[c + 1] as usize] {
                add(&mut rows[i as usize - c * CHUNK], &self.list[link as usize], place as usize);
            }
        });
    }
}

/// Stored blocks and links together.
#[derive(Clone, Copy, Debug)]
pub struct Coupled<'a> {
    /// What is assembled.
    pub matrix: &'a BlockMatrix,
    /// What is not.
    pub links: &'a Links,
}

impl Operator for Coupled<'_> {
    fn particles(&self) -> usize {
        self.matrix.particles()
    }

    fn apply(&self, x: &[Vector], y: &mut [Vector]) {
        self.matrix.apply(x, y);
        self.links.add_product(x, y);
    }

    fn diagonal(&self, out: &mut [Symmetric]) {
        self.matrix.diagonal(out);
        self.links.add_diagonal(out);
    }
}
