//! Straight to the rest state (VMT00 eq. 11–12).

use crate::cloth::Cloth;
use crate::constraint::Constraints;
use crate::state::State;
use crate::step::World;

/// When the cloth is at rest.
#[derive(Clone, Debug, PartialEq)]
pub struct DrapeSettings {
    /// At rest when no particle's net force exceeds this part of its weight.
    pub imbalance: f64,
    /// Gives up after so many iterations.
    pub iterations: u32,
}

impl Default for DrapeSettings {
    fn default() -> Self {
        Self { imbalance: 1e-2, iterations: 2000 }
    }
}

/// How draping went.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrapeReport {
    /// Iterations taken.
    pub iterations: u32,
    /// The largest net force of a particle, as part of its weight.
    pub imbalance: f64,
    /// Whether that is small enough.
    pub at_rest: bool,
}

/// Moves the cloth to rest; velocities become zero. `watch` is told of the progress after every iteration.
pub fn drape(
    _cloth: &Cloth,
    _state: &mut State,
    _world: &World,
    _constraints: &Constraints,
    _settings: &DrapeSettings,
    _watch: &mut dyn FnMut(&DrapeReport),
) -> DrapeReport {
    DrapeReport::default()
}
