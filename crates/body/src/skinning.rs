//! Linear blend skinning: p = Σ wᵢ Bᵢ x, with the weights wᵢ of the vertex's bones and Σ wᵢ = 1.
//!
//! The maps are blended first and applied once. Vertices with equal influences give equal bits, so seams of a file stay
//! closed in every pose.

use geometry::{Point, Vector};
use nalgebra::Matrix3;
use rayon::prelude::*;

use crate::transform::Affine;

/// Below this many vertices one thread is faster than waking others.
const PARALLEL: usize = 1 << 15;
/// Vertices posed by one task.
const GRAIN: usize = 1 << 12;

/// Which bones move which vertex, and how much: flat, in the order of the vertices.
#[derive(Clone, Debug)]
pub struct Influences {
    /// Where each vertex's bones begin, and the end of the last.
    starts: Vec<u32>,
    bones: Vec<u32>,
    weights: Vec<f64>,
}

impl Default for Influences {
    fn default() -> Self {
        Self { starts: vec![0], bones: Vec::new(), weights: Vec::new() }
    }
}

impl Influences {
    /// Adds a vertex. Bones come in ascending order, each once; the weights sum to one.
    pub(crate) fn push(&mut self, influences: &[(u32, f64)]) {
        self.bones.extend(influences.iter().map(|(bone, _)| *bone));
        self.weights.extend(influences.iter().map(|(_, weight)| *weight));
        self.starts.push(self.bones.len() as u32);
    }

    /// The bones of a vertex and their weights.
    #[inline]
    pub fn of(&self, vertex: usize) -> (&[u32], &[f64]) {
        let range = self.starts[vertex] as usize..self.starts[vertex + 1] as usize;
        (&self.bones[range.clone()], &self.weights[range])
    }

    /// Whether another vertex is moved by the same bones with the same weights.
    pub(crate) fn cmp(&self, a: usize, b: usize) -> std::cmp::Ordering {
        let ((bones_a, weights_a), (bones_b, weights_b)) = (self.of(a), self.of(b));
        let weights = |w: &[f64], v: &[f64]| w.iter().map(|x| x.to_bits()).cmp(v.iter().map(|x| x.to_bits()));
        bones_a.cmp(bones_b).then_with(|| weights(weights_a, weights_b))
    }
}

/// The posed position of every vertex. All three lists go by vertex.
pub(crate) fn skin(stored: &[Point], influences: &Influences, palette: &[Affine], posed: &mut [Point]) {
    let one = |vertex: usize, out: &mut Point| {
        let (bones, weights) = influences.of(vertex);
        *out = place(&stored[vertex], bones, weights, palette);
    };
    if posed.len() < PARALLEL {
        posed.iter_mut().enumerate().for_each(|(vertex, out)| one(vertex, out));
    } else {
        let chunks = posed.par_chunks_mut(GRAIN).enumerate();
        chunks.for_each(|(chunk, out)| out.iter_mut().enumerate().for_each(|(i, out)| one(chunk * GRAIN + i, out)));
    }
}

#[inline]
fn place(point: &Point, bones: &[u32], weights: &[f64], palette: &[Affine]) -> Point {
    // One bone has the weight one.
    if let [bone] = bones {
        return palette[*bone as usize].apply(point);
    }
    let mut blend = Affine { linear: Matrix3::zeros(), shift: Vector::zeros() };
    for (bone, weight) in bones.iter().zip(weights) {
        let map = &palette[*bone as usize];
        blend.linear += map.linear * *weight;
        blend.shift += map.shift * *weight;
    }
    blend.apply(point)
}
