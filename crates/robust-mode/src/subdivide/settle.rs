//! From the middles to the smoothed places, as far as nothing is in the way (BFA02 §8).
//!
//! 1. Impulses, as in a step of the simulation but without friction: what would meet is stopped along the normal, and goes on along
//!    the surface.
//! 2. What a few rounds leave is stopped just before it meets, and asked again; a vertex that was stopped often enough stays where it
//!    began. Vertices that stay do not meet, so this ends.

use crate::collisions::{Collision, Collisions, Memory};
use crate::impulses;
use crate::invariant::Checked;
use crate::sweep::{Moved, Sweep};
use geometry::{Point, Vector, VertexId};
use std::collections::BTreeMap;

/// Rounds of impulses. BFA02 §8: typically a few suffice.
const ROUNDS: usize = 5;
/// The part of the way to where two meet that a stopped vertex still goes.
const BEFORE: f64 = 0.9;
/// How often a vertex is stopped on its way before it stays where it began.
const TRIES: u8 = 4;

/// Where everything ends.
#[derive(Debug)]
pub(super) struct Settled {
    pub ends: Vec<Point>,
    pub impulses: usize,
    /// How many vertices were stopped.
    pub stopped: usize,
}

/// Moves everything towards its goal so that no two meet.
pub(super) fn settle(sweep: &Sweep, goal: Vec<Point>) -> Settled {
    let velocities = vec![Vector::zeros(); goal.len()];
    let mut moved = Moved { ends: goal, velocities };
    let nothing = Checked::default();
    let mut memory = Memory::new(sweep.mesh, sweep.start);
    let mut collisions = Collisions::new(sweep, &moved, &nothing, &mut memory);
    let applied = impulses::stop(sweep, &mut moved, &mut collisions, ROUNDS);
    let stopped = if applied.settled { 0 } else { stop(sweep, &mut moved, &mut collisions) };
    Settled { ends: moved.ends, impulses: applied.impulses, stopped }
}

/// Stops whatever still meets; returns how many vertices that took.
fn stop(sweep: &Sweep, moved: &mut Moved, collisions: &mut Collisions) -> usize {
    let mut tries = vec![0u8; sweep.start.len()];
    loop {
        let found = collisions.find(moved);
        if found.is_empty() {
            return tries.iter().filter(|tries| **tries > 0).count();
        }
        let times = first_times(sweep, moved, &found);
        if times.is_empty() {
            // Nothing of these moves: what they cannot be proven is left to the check.
            for collision in found {
                collisions.force(collision.pair);
            }
            continue;
        }
        for (particle, time) in &times {
            let (i, start) = (particle.index(), sweep.start[particle.index()]);
            tries[i] += 1;
            let part = if tries[i] > TRIES { 0.0 } else { BEFORE * time };
            moved.ends[i] = if part > 0.0 { start + (moved.ends[i] - start) * part } else { start };
        }
        let changed: Vec<VertexId> = times.into_keys().collect();
        collisions.touch(&changed, moved);
    }
}

/// When each particle that moves first meets something.
fn first_times(sweep: &Sweep, moved: &Moved, found: &[Collision]) -> BTreeMap<VertexId, f64> {
    let mut times = BTreeMap::new();
    for Collision { pair, time } in found {
        let moves = |v: &VertexId| !sweep.is_dictated(*v) && moved.ends[v.index()] != sweep.start[v.index()];
        for particle in pair.particles().into_iter().filter(moves) {
            times.entry(particle).and_modify(|first: &mut f64| *first = first.min(*time)).or_insert(*time);
        }
    }
    times
}
