//! The particles over one step: what is given, and what is being changed.
//!
//! Every particle goes from where it starts to where it ends on a straight line, at an even speed: its *effective velocity* is the way
//! divided by the time (BFA02 §5). Beside it goes the velocity that the solver gave it for the end of the step. An impulse
//! changes both alike, so that what collisions do to the motion they also do to the next step (§7.6): the final velocity is
//! the solver's plus what was done to the way.

use crate::pair::Pair;
use crate::skin::Skin;
use geometry::{Mesh, Point, Vector, VertexId};

/// What is given: the particles of the cloth and of everything it may meet, at the start of a step. All lists are as long as the mesh
/// has vertices.
#[derive(Clone, Copy, Debug)]
pub struct Sweep<'a> {
    /// Who is joined to whom.
    pub mesh: &'a Mesh,
    /// Where everything starts: clean, or what is not is excused.
    pub start: &'a [Point],
    /// One over each mass, in 1/kg; zero for what is dictated: bodies, colliders, pinned and held particles.
    pub inverse_masses: &'a [f64],
    /// How far apart two sides rest, in m; of two particles the mean counts.
    pub thickness: &'a [f64],
    /// Coulomb's coefficient of each particle's surface. Where one side is dictated, its own counts; otherwise the mean.
    pub friction: &'a [f64],
    /// How long the step is, in s.
    pub duration: f64,
    /// The part of the thickness that is kept between two sides: [`crate::SEPARATION`], unless a test wants none.
    pub separation: f64,
    /// Which surfaces are met from outside only, if any.
    pub skin: Option<Skin<'a>>,
}

/// What is being changed: where everything ends.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moved {
    /// Where each particle ends.
    pub ends: Vec<Point>,
    /// How fast it then is, in m/s.
    pub velocities: Vec<Vector>,
}

impl Sweep<'_> {
    /// Whether a particle's motion is dictated.
    #[inline]
    pub fn is_dictated(&self, particle: VertexId) -> bool {
        self.inverse_masses[particle.index()] == 0.0
    }

    /// Whether any particle of a pair can give way.
    #[inline]
    pub fn yields(&self, pair: &Pair) -> bool {
        pair.particles().iter().any(|particle| !self.is_dictated(*particle))
    }

    /// The particles of a pair at the start.
    #[inline]
    pub fn starts(&self, pair: &Pair) -> [Point; 4] {
        pair.particles().map(|particle| self.start[particle.index()])
    }

    /// The inverse masses of a pair.
    #[inline]
    pub fn inverse_masses(&self, pair: &Pair) -> [f64; 4] {
        pair.particles().map(|particle| self.inverse_masses[particle.index()])
    }

    /// How far apart the sides of a pair rest, in m.
    pub fn thickness(&self, pair: &Pair) -> f64 {
        let (one, other) = pair.sides();
        let side = |side: &[VertexId]| side.iter().map(|v| self.thickness[v.index()]).fold(0.0, f64::max);
        0.5 * (side(one) + side(other))
    }

    /// How the sides of a pair rub.
    pub fn friction(&self, pair: &Pair) -> f64 {
        let (one, other) = pair.sides();
        let mean = |side: &[VertexId]| side.iter().map(|v| self.friction[v.index()]).sum::<f64>() / side.len() as f64;
        let dictated = |side: &[VertexId]| side.iter().all(|v| self.is_dictated(*v));
        match (dictated(one), dictated(other)) {
            (true, false) => mean(one),
            (false, true) => mean(other),
            _ => 0.5 * (mean(one) + mean(other)),
        }
    }
}

impl Moved {
    /// The particles of a pair at the end.
    #[inline]
    pub fn ends(&self, pair: &Pair) -> [Point; 4] {
        pair.particles().map(|particle| self.ends[particle.index()])
    }
}
