//! Collisions → impulses (BFA02 §7.4, SSIF08 §4).
//!
//! Every pair that meets is stopped along the normal that it has where it meets: a completely inelastic collision, with friction as in
//! [`crate::repulse`]. Pairs that would still end nearer than the cloth is thick are pushed a little further apart, in place and not in
//! speed. That may make others meet; so it goes on with those whose ways have changed, a few times. What is left is for impact zones.
//!
//! Nothing is rewound and nothing is put in order of time: one of many plausible outcomes (BFA02 §7.4).

use crate::collisions::{Collision, Collisions, collide, separation};
use crate::components::{Local, gauss_seidel};
use crate::pair::{impulse, weighted};
use crate::repulse::drag;
use crate::sweep::{Moved, Sweep};
use geometry::Point;

/// What impulses did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Applied {
    /// How many impulses.
    pub impulses: usize,
    /// In how many rounds.
    pub rounds: usize,
    /// Whether nothing meets any more.
    pub settled: bool,
}

/// The part of what is missing to the thickness that sides are pushed apart which would end nearer (BFA02 §7.2).
const PUSH: f64 = 0.1;

/// Stops collisions by impulses, in so many rounds at most.
pub fn stop(sweep: &Sweep, moved: &mut Moved, collisions: &mut Collisions, rounds: usize) -> Applied {
    let mut applied = Applied::default();
    loop {
        let found = collisions.find(moved);
        applied.settled = found.is_empty();
        if applied.settled || applied.rounds == rounds {
            return applied;
        }
        let apply = |local: &mut Local, collision: &Collision| {
            // What was done to others may have parted these.
            let newest = collide(local.sweep, &collision.pair, &local.ends(&collision.pair));
            newest.map_or(0, |collision| usize::from(respond(local, &collision)))
        };
        let (changed, impulses) = gauss_seidel(sweep, moved, &found, |collision| collision.pair, apply);
        applied.impulses += impulses;
        applied.rounds += 1;
        collisions.touch(&changed, moved);
    }
}

/// Stops one collision; says whether anything could give way.
pub(crate) fn respond(local: &mut Local, collision: &Collision) -> bool {
    let (sweep, pair) = (local.sweep, collision.pair);
    let (starts, ends) = (sweep.starts(&pair), local.ends(&pair));
    let met: [Point; 4] = std::array::from_fn(|i| starts[i] + (ends[i] - starts[i]) * collision.time);
    let near = pair.near(&met);
    let way = weighted(&near.weights, |i| ends[i] - starts[i]);
    let along = near.normal.dot(&way);
    let stopped = (-along).max(0.0);
    let gap = near.normal.dot(&weighted(&near.weights, |i| ends[i].coords)) + stopped;
    let missing = (sweep.thickness(&pair) - gap).max(0.0);
    // What is not approaching and not too near in the end was too near on its way: it needs some push all the same.
    let push = (PUSH * missing).max(if stopped == 0.0 { separation(sweep, &pair) } else { 0.0 });
    let across = way - near.normal * along;
    let dragged = drag(&across, sweep.friction(&pair) * stopped);
    let inverse_masses = sweep.inverse_masses(&pair);
    let mut acted = false;
    for (change, share) in [(near.normal * stopped + dragged, 1.0), (near.normal * push, 0.0)] {
        if let Some(changes) = impulse(&near.weights, &inverse_masses, &(change / sweep.duration)) {
            local.change(&pair, &changes, share);
            acted = true;
        }
    }
    acted
}
