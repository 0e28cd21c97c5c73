//! Particles held in one, two or three directions (BW98 §5, VMT00 eq. 5–6).

use geometry::{Vector, VertexId};

/// In which directions a particle is held. Directions have unit length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Held {
    /// In all three.
    Everywhere,
    /// In the two perpendicular to the line along which it may slide.
    OnLine(Vector),
    /// Along the normal of the plane in which it may slide.
    OnPlane(Vector),
}

/// A particle whose motion is dictated in some directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constraint {
    /// Which particle.
    pub particle: VertexId,
    /// In which directions.
    pub held: Held,
    /// Its velocity at the end of the step, in m/s; counts in the held directions only.
    pub velocity: Vector,
    /// What is added to its position beside the velocity's part, over the whole step, in m; held directions only.
    pub correction: Vector,
}

/// All constraints of a step, at most one a particle, sorted by particle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constraints {
    list: Vec<Constraint>,
}

impl Constraints {
    /// Sorts the constraints and joins those of the same particle.
    pub fn new(mut list: Vec<Constraint>) -> Self {
        list.sort_by_key(|c| c.particle);
        Self { list }
    }

    /// The constraints, sorted by particle.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Constraint> {
        self.list.iter()
    }
}
