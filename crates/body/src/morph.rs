//! Morph targets: displacements that are added to stored positions, each in proportion to its weight.
//!
//! A target keeps only the vertices that it moves: faces have dozens of targets that each move a corner of the mouth.

use geometry::{Point, Vector};

/// One morph target of one piece.
#[derive(Clone, Debug, Default)]
pub struct MorphTarget {
    /// Where its weight is in the list of all weights.
    pub weight: usize,
    /// The vertices it moves, in the numbering of all pieces' vertices.
    pub vertices: Vec<u32>,
    /// How far it moves each, at weight 1.
    pub displacements: Vec<Vector>,
}

impl MorphTarget {
    /// Adds the displacements that differ from zero.
    pub(crate) fn extend(&mut self, start: usize, displacements: &[[f64; 3]]) {
        for (vertex, displacement) in displacements.iter().enumerate().filter(|(_, d)| **d != [0.0; 3]) {
            self.vertices.push((start + vertex) as u32);
            self.displacements.push(Vector::from(*displacement));
        }
    }
}

/// Stored positions with their morph targets at these weights. Starts from `stored` each time, so nothing accumulates.
pub(crate) fn morph(stored: &[Point], targets: &[MorphTarget], weights: &[f64], morphed: &mut Vec<Point>) {
    morphed.clear();
    morphed.extend_from_slice(stored);
    for target in targets {
        let weight = weights[target.weight];
        if weight == 0.0 {
            continue;
        }
        for (vertex, displacement) in target.vertices.iter().zip(&target.displacements) {
            morphed[*vertex as usize] += displacement * weight;
        }
    }
}
