//! Repulsions between what is nearer than the cloth is thick, and friction (BFA02 §7.2 and §7.3, SSIF08 §5).
//!
//! 1. *Inelastic*: sides that approach each other are stopped.
//! 2. *Spring*: sides that are too near are pushed apart, by a spring that may part them by a tenth of what is missing in a step. It
//!    changes where particles end, not how fast they then are: SSIF08 §5 found that springs left in the velocities show.
//! 3. *Friction*: what was done along the normal slows the sliding across it, and stops it if it can: micro-collisions.
//!
//! Points against triangles come first, then edges against edges, each seeing what those before it did.

use crate::components::{Local, gauss_seidel};
use crate::history::Remembered;
use crate::pair::{impulse, weighted, yielding};
use crate::sweep::{Moved, Sweep};
use geometry::{Point, Vector};

/// How repulsions push.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Repulsion {
    /// The spring between two sides, in N/m. BFA02 §7.2 takes that of the threads; SSIF08 table 1 has 30. It matters little, because the
    /// next limit mostly holds.
    pub stiffness: f64,
    /// The part of the missing distance that the spring may restore in a step (BFA02 §7.2: 0.1).
    pub share: f64,
}

impl Default for Repulsion {
    fn default() -> Self {
        Self { stiffness: 30.0, share: 0.1 }
    }
}

/// Applies repulsions and friction between remembered pairs, which are here now. Returns how many acted.
pub fn repulse(sweep: &Sweep, moved: &mut Moved, pairs: &[Remembered], now: &[Point], repulsion: &Repulsion) -> usize {
    let apply = |local: &mut Local, item: &Remembered| usize::from(push(local, item, now, repulsion));
    gauss_seidel(sweep, moved, pairs, |item| item.pair, apply).1
}

fn push(local: &mut Local, item: &Remembered, now: &[Point], repulsion: &Repulsion) -> bool {
    let (sweep, pair) = (local.sweep, item.pair);
    let near = item.near(&pair.particles().map(|particle| now[particle.index()]));
    let missing = item.thickness - near.distance;
    let inverse_masses = sweep.inverse_masses(&pair);
    let yielding = yielding(&near.weights, &inverse_masses);
    if missing <= 0.0 || yielding == 0.0 {
        return false;
    }
    let (starts, ends) = (sweep.starts(&pair), local.ends(&pair));
    let rate = weighted(&near.weights, |i| (ends[i] - starts[i]) / sweep.duration);
    let along = near.normal.dot(&rate);
    let stopped = (-along).max(0.0);
    let fastest = repulsion.share * missing / sweep.duration - along - stopped;
    let spring = fastest.min(sweep.duration * repulsion.stiffness * missing * yielding).max(0.0);
    if stopped + spring == 0.0 {
        return false;
    }
    let across = rate - near.normal * along;
    let dragged = drag(&across, sweep.friction(&pair) * (stopped + spring));
    for (change, share) in [(near.normal * stopped + dragged, 1.0), (near.normal * spring, 0.0)] {
        if let Some(changes) = impulse(&near.weights, &inverse_masses, &change) {
            local.change(&pair, &changes, share);
        }
    }
    true
}

/// The change of a sliding velocity by friction that can change it by so much, in m/s (BFA02 §7.3).
pub fn drag(across: &Vector, most: f64) -> Vector {
    let speed = across.norm();
    if speed > 0.0 { -across * (most / speed).min(1.0) } else { Vector::zeros() }
}
