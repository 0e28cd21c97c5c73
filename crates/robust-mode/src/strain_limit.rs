//! Threads that hardly stretch (BFA02 §4): impulses along edges that keep lengths, and the rate at which they change, within limits.
//!
//! 1. *Strain*: no edge ends longer or shorter than its rest length by more than a tenth, or than it is already: what forces hold
//!    stretched is not the business of this. In the manner of Jacobi, so that no part of the cloth is favoured.
//! 2. *Rate*: no edge changes its length by more than a tenth in a step. In the manner of Gauss and Seidel, which is quicker. Particles that
//!    a collision stopped take their neighbours along (§7.6).
//!
//! Impulses act along the edge as it is when they act, on both ends alike: linear and angular momentum stay what they are, unless an
//! end is dictated. Neither iteration need converge.
//!
//! Not here: bending, and anything that moves particles outside of the collision step.

use crate::sweep::{Moved, Sweep};
use geometry::{Point, Vector, VertexId};
use rayon::prelude::*;

/// An edge and its length at rest, in m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thread {
    /// Its ends.
    pub ends: [VertexId; 2],
    /// Its length without tension, in m.
    pub rest: f64,
}

/// How far threads may stretch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrainLimit {
    /// The part of its rest length by which an edge may be longer or shorter (BFA02 §4: 0.1).
    pub strain: f64,
    /// The part of its length by which an edge may change in a step (BFA02 §4: 0.1).
    pub rate: f64,
    /// How often strains are corrected (BFA02 §4: one or two times are enough to look well).
    pub strain_rounds: usize,
    /// How often rates are corrected (BFA02 §4: a few times).
    pub rate_rounds: usize,
}

impl Default for StrainLimit {
    fn default() -> Self {
        Self { strain: 0.1, rate: 0.1, strain_rounds: 2, rate_rounds: 4 }
    }
}

/// The part of a correction that is made at once in the manner of Jacobi: about six edges meet at a particle, and each moves
/// it (BFA02 §7.2 takes a quarter for the same reason).
const RELAXED: f64 = 0.25;
/// Edges handled by one task.
const GRAIN: usize = 1024;

impl StrainLimit {
    /// Limits how long edges are at the end. Returns how many were corrected in the first round.
    pub fn limit_strain(&self, sweep: &Sweep, moved: &mut Moved, threads: &[Thread]) -> usize {
        let mut first = 0;
        for round in 0..self.strain_rounds {
            let correct = |thread: &Thread| Some((*thread, self.correction(sweep, moved, thread)?));
            let found: Vec<(Thread, Vector)> = threads.par_iter().with_min_len(GRAIN).filter_map(correct).collect();
            if round == 0 {
                first = found.len();
            }
            for (thread, change) in &found {
                for (particle, change) in thread.ends.iter().zip(share(sweep, thread, &(change * RELAXED))) {
                    moved.ends[particle.index()] += change;
                    moved.velocities[particle.index()] += change / sweep.duration;
                }
            }
        }
        first
    }

    /// How the way from one end of an edge to the other must change, in m: along the edge as it starts, so that angular momentum stays.
    fn correction(&self, sweep: &Sweep, moved: &Moved, thread: &Thread) -> Option<Vector> {
        let [a, b] = thread.ends.map(VertexId::index);
        let (start, end) = (sweep.start[b] - sweep.start[a], moved.ends[b] - moved.ends[a]);
        let (long, now) = (end.norm(), start.norm());
        let least = (thread.rest * (1.0 - self.strain)).min(now);
        let most = (thread.rest * (1.0 + self.strain)).max(now);
        let goal = long.clamp(least, most);
        let along = start.try_normalize(f64::MIN_POSITIVE)?;
        if goal == long || sweep.is_dictated(thread.ends[0]) && sweep.is_dictated(thread.ends[1]) {
            return None;
        }
        // |end + x along| = goal, for the smaller x; if there is none, the nearest to it.
        let half = end.dot(&along);
        let root = (half * half - (long * long - goal * goal)).max(0.0).sqrt();
        let change = if half >= 0.0 { root - half } else { -root - half };
        Some(along * change)
    }

    /// Limits how fast edges change their lengths at the end. Returns how many were corrected in the first round.
    pub fn limit_rate(&self, sweep: &Sweep, moved: &mut Moved, threads: &[Thread]) -> usize {
        let mut first = 0;
        for round in 0..self.rate_rounds {
            let too_fast = |thread: &Thread| self.excess(moved, thread, sweep.duration).is_some();
            let found: Vec<&Thread> = threads.par_iter().with_min_len(GRAIN).filter(|t| too_fast(t)).collect();
            if round == 0 {
                first = found.len();
            }
            if found.is_empty() {
                break;
            }
            for thread in found {
                let Some(change) = self.excess(moved, thread, sweep.duration) else { continue };
                for (particle, change) in thread.ends.iter().zip(share(sweep, thread, &change)) {
                    moved.velocities[particle.index()] += change;
                }
            }
        }
        first
    }

    /// How the velocity of one end from the other must change, in m/s.
    fn excess(&self, moved: &Moved, thread: &Thread, duration: f64) -> Option<Vector> {
        let [a, b] = thread.ends.map(VertexId::index);
        let way: Vector = moved.ends[b] - Point::from(moved.ends[a].coords);
        let length = way.norm();
        let along = way.try_normalize(f64::MIN_POSITIVE)?;
        let rate = along.dot(&(moved.velocities[b] - moved.velocities[a]));
        let most = self.rate * length / duration;
        (rate.abs() > most).then(|| along * (rate.clamp(-most, most) - rate))
    }
}

/// A change of the second end relative to the first, shared by their masses.
fn share(sweep: &Sweep, thread: &Thread, change: &Vector) -> [Vector; 2] {
    let [a, b] = thread.ends.map(|end| sweep.inverse_masses[end.index()]);
    if a + b == 0.0 { [Vector::zeros(); 2] } else { [-change * (a / (a + b)), change * (b / (a + b))] }
}
