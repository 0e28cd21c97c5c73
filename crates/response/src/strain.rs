//! How far the threads around particles are stretched, and by whom.
//!
//! Solids go where they are told, however much that takes. Where two of them pinch cloth and part, or a finger hooks it, cloth would
//! be stretched without end. Real cloth slips out before that, so what stretches it too far lets go:
//!
//! - Pinched cloth slips between the surfaces that hold it at [`SLIPS`]. It takes little: one surface drags it one way and the other
//!   the other way, so the two frictions nearly cancel.
//! - Cloth slips off a surface, or through it, at [`GIVES`].
//!
//! Not here: who holds what.

use dynamics::Cloth;
use geometry::{Point, Vector, VertexId};

/// The stretch at which pinched cloth slips, relative to rest. Less would take from the weights that a scene gives to what holds it.
pub const SLIPS: f64 = 2.0;
/// The stretch at which a surface lets go. Nothing is worn at this: tight trousers over a bent knee come to 1.7.
pub const GIVES: f64 = 2.0;

/// The most stretched face around every particle.
#[derive(Debug, Default)]
pub struct Strain(Vec<Worst>);

/// A face as one of its corners feels it.
#[derive(Clone, Copy, Debug, Default)]
struct Worst {
    /// The largest stretch of the face in any direction, squared.
    squared: f64,
    /// Which way the corner would have to go to stretch the face more.
    away: Vector,
}

impl Strain {
    /// Of the cloth at these positions.
    pub fn measure(&mut self, cloth: &Cloth, positions: &[Point]) {
        self.0.clear();
        self.0.resize(positions.len(), Worst::default());
        for membrane in cloth.membranes() {
            let [u, v] = membrane.gradient(positions);
            let (a, b, c) = (u.norm_squared(), u.dot(&v), v.norm_squared());
            let squared = f64::midpoint(a, c) + ((a - c) / 2.0).hypot(b);
            if squared <= SLIPS * SLIPS {
                continue;
            }
            for (k, corner) in membrane.corners.iter().enumerate() {
                let worst = &mut self.0[*corner as usize];
                if squared > worst.squared {
                    *worst = Worst { squared, away: u * membrane.u[k] + v * membrane.v[k] };
                }
            }
        }
    }

    /// Whether threads around a particle are stretched beyond a limit.
    pub fn stretched(&self, particle: VertexId, limit: f64) -> bool {
        self.0[particle.index()].squared > limit * limit
    }

    /// Which part of a force on a particle the threads around it bear, if it stretches them beyond a limit: as much less as they are stretched
    /// more.
    pub(crate) fn bears(&self, particle: VertexId, force: &Vector, limit: f64) -> Option<f64> {
        let stretch = self.0[particle.index()].squared.sqrt();
        self.overdone(particle, force, limit).then(|| (limit - 1.0) / (stretch - 1.0))
    }

    /// Particles around which threads are stretched beyond a limit, ascending.
    pub(crate) fn beyond(&self, limit: f64) -> impl Iterator<Item = VertexId> {
        let stretched = move |(_, worst): &(usize, &Worst)| worst.squared > limit * limit;
        self.0.iter().enumerate().filter(stretched).map(|(particle, _)| VertexId::at(particle))
    }

    /// Whether a force on a particle stretches the threads around it beyond a limit.
    pub(crate) fn overdone(&self, particle: VertexId, force: &Vector, limit: f64) -> bool {
        let Worst { squared, away } = self.0[particle.index()];
        squared > limit * limit && force.dot(&away) > 0.0
    }
}
