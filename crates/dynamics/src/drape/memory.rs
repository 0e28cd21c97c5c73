//! What past steps say about the stiffness (limited-memory BFGS; Nocedal and Wright 2006, §7.2).
//!
//! The matrix of a solve leaves out what is indefinite, and is too stiff for it: near the end its steps are too short, all in
//! much the same directions. Pairs of displacement and change of force tell the true stiffness in these directions. The
//! matrix takes the place of the first guess that the method begins with.

use geometry::Vector;
use std::collections::VecDeque;

/// Past steps.
#[derive(Debug, Default)]
pub struct Memory {
    pairs: VecDeque<Pair>,
    /// Components along the pairs, from the first half of a correction to the second.
    parts: Vec<f64>,
}

#[derive(Debug)]
struct Pair {
    /// How the particles moved, in m.
    moved: Vec<Vector>,
    /// How the forces fell, in N.
    fell: Vec<Vector>,
    /// One over the product of both, in 1/J.
    scale: f64,
}

/// Steps that are remembered.
const REMEMBERED: usize = 12;
/// A step tells a stiffness when the force fell along it by at least this cosine.
const LEAST_FALL: f64 = 1e-6;

impl Memory {
    /// Remembers a step, unless the force grew along it: no positive stiffness says so.
    pub fn add(&mut self, moved: Vec<Vector>, fell: Vec<Vector>) {
        let product = dot(&moved, &fell);
        let size = (dot(&moved, &moved) * dot(&fell, &fell)).sqrt();
        if product > LEAST_FALL * size {
            if self.pairs.len() == REMEMBERED {
                self.pairs.pop_front();
            }
            self.pairs.push_back(Pair { moved, fell, scale: 1.0 / product });
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.pairs.clear();
    }

    /// The force that the matrix has to be solved for.
    pub fn before(&mut self, force: &mut [Vector]) {
        self.parts.clear();
        for pair in self.pairs.iter().rev() {
            let part = pair.scale * dot(&pair.moved, force);
            add(force, -part, &pair.fell);
            self.parts.push(part);
        }
    }

    /// Makes the solution of the matrix the direction to go.
    pub fn after(&self, direction: &mut [Vector]) {
        for (pair, part) in self.pairs.iter().zip(self.parts.iter().rev()) {
            let have = pair.scale * dot(&pair.fell, direction);
            add(direction, part - have, &pair.moved);
        }
    }
}

fn dot(a: &[Vector], b: &[Vector]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.dot(b)).sum()
}

fn add(to: &mut [Vector], times: f64, what: &[Vector]) {
    to.iter_mut().zip(what).for_each(|(to, what)| *to += what * times);
}
