//! Where the particles are and how fast they move: everything a step needs to know of the past.

use geometry::{Point, Vector};

/// The state of all particles. A run that is resumed from it goes on to the same bits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// Where each particle is, in m.
    pub positions: Vec<Point>,
    /// How fast each moves, in m/s.
    pub velocities: Vec<Vector>,
    /// The state one step ago, for the midpoint blend; `None` before the first step and after a jump.
    pub before: Option<Before>,
    /// The last change of velocity: where the next solve starts. Empty before the first step.
    pub last_change: Vec<Vector>,
    /// How often the next step is halved.
    pub halvings: u32,
}

/// Positions and velocities one step ago.
#[derive(Clone, Debug, PartialEq)]
pub struct Before {
    /// Where each particle was, in m.
    pub positions: Vec<Point>,
    /// How fast each moved, in m/s.
    pub velocities: Vec<Vector>,
    /// How long that step was, in s.
    pub duration: f64,
}

impl State {
    /// At rest where they are.
    pub fn at_rest(positions: Vec<Point>) -> Self {
        let velocities = vec![Vector::zeros(); positions.len()];
        Self { positions, velocities, ..Self::default() }
    }
}
