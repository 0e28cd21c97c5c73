//! The step, solved within bounds: Gauss and Seidel's iteration, each new value moved into its interval (LKC98 eq. 11).
//!
//! The unknown is the change c of the solver's answer, with one matrix for all three coordinates (as in LKC98 eq. 3–5):
//!
//! ```text
//! m c + Σ k (c − c') = bounds,   over the edges to neighbours c',   k = coupling times the mean mass of the ends
//! ```
//!
//! Without bounds c is zero and the solver's answer stands; where a bound pushes a particle, its neighbours go along. Afterwards solids have
//! the last word.

use super::intervals::Intervals;
use super::{Outside, Settings, Step};
use geometry::{Point, Vector};

/// Ends within the bounds. What is dictated ends where it was proposed.
pub fn within(step: &Step, proposed: &[Point], intervals: &Intervals, settings: &Settings, ends: &mut [Point]) {
    let neighbours = Neighbours::of(step, settings.coupling);
    let outside = Fences::of(step);
    let mut changes = vec![Vector::zeros(); proposed.len()];
    let is_dictated = |i: usize| step.masses[i] <= 0.0;
    for _ in 0..settings.sweeps {
        for i in (0..proposed.len()).filter(|i| !is_dictated(*i)) {
            let (pull, weight) = neighbours.pull(i, &changes);
            let mut end = proposed[i] + pull / (step.masses[i] + weight);
            if !intervals.is_free(i) {
                (0..3).for_each(|axis| end[axis] = intervals.clamp(i, axis, end[axis]));
            }
            outside.keep(i, &mut end);
            changes[i] = end - proposed[i];
        }
    }
    for ((end, proposed), change) in ends.iter_mut().zip(proposed).zip(&changes) {
        // To the bit where nothing changed.
        *end = if *change == Vector::zeros() { *proposed } else { proposed + change };
    }
    // A sum of a place and a change is rounded: what is bounded has to be within its bounds, not nearly so.
    for i in (0..proposed.len()).filter(|i| !is_dictated(*i)) {
        if !intervals.is_free(i) {
            (0..3).for_each(|axis| ends[i][axis] = intervals.clamp(i, axis, ends[i][axis]));
            outside.keep(i, &mut ends[i]);
        }
    }
}

/// Who is coupled to whom, and how strongly.
struct Neighbours {
    starts: Vec<u32>,
    others: Vec<(u32, f64)>,
}

impl Neighbours {
    fn of(step: &Step, coupling: f64) -> Self {
        let mut list: Vec<(u32, (u32, f64))> = Vec::with_capacity(2 * step.mesh.edges().len());
        for edge in step.mesh.edges() {
            let [a, b] = edge.vertices;
            let stiffness = coupling * 0.5 * (step.masses[a.index()] + step.masses[b.index()]);
            list.extend([(a.0, (b.0, stiffness)), (b.0, (a.0, stiffness))]);
        }
        list.sort_unstable_by_key(|(own, (other, _))| (*own, *other));
        let count = |i: usize| list.partition_point(|(own, _)| (*own as usize) < i) as u32;
        let starts = (0..=step.start.len()).map(count).collect();
        Self { starts, others: list.into_iter().map(|(_, other)| other).collect() }
    }

    /// The weighted sum of the neighbours' changes, and of the weights.
    fn pull(&self, i: usize, changes: &[Vector]) -> (Vector, f64) {
        let own = &self.others[self.starts[i] as usize..self.starts[i + 1] as usize];
        own.iter().fold((Vector::zeros(), 0.0), |(pull, weight), (other, stiffness)| {
            (pull + changes[*other as usize] * *stiffness, weight + stiffness)
        })
    }
}

/// The half-spaces of each particle.
struct Fences<'a> {
    sorted: Vec<&'a Outside>,
}

impl<'a> Fences<'a> {
    fn of(step: &Step<'a>) -> Self {
        let mut sorted: Vec<&Outside> = step.outside.iter().collect();
        sorted.sort_by_key(|outside| outside.particle);
        Self { sorted }
    }

    /// Moves a place out of the solids of its particle.
    fn keep(&self, particle: usize, place: &mut Point) {
        let first = self.sorted.partition_point(|outside| outside.particle.index() < particle);
        for outside in self.sorted[first..].iter().take_while(|outside| outside.particle.index() == particle) {
            let missing = outside.least - outside.normal.dot(&place.coords);
            if missing > 0.0 {
                *place += outside.normal * missing;
            }
        }
    }
}
