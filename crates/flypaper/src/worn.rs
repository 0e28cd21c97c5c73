//! On which of the surfaces that pinch it cloth is worn.
//!
//! Where a hand slides over a thigh and sinks in, trousers between the two would go half of the hand's way with equal weights, gather in
//! front of the fingers and be torn. What is worn on the thigh should stay on it, and let the hand pass. BWK03 §4.3 leaves
//! that to weights that somebody sets; until somebody does, the bind pose tells: there the thigh is next to the cloth, and the hand
//! is far away.
//!
//! A surface's share in how cloth is carried *along* falls with the square of its distance from the cloth's home in the bind pose. Across the
//! surfaces shares stay equal: cloth still lies midway between them. Beside a crease both sides are as near, and share equally.
//!
//! Not here: weights that a scene gives, which outrank this.

use crate::pinch::Foot;
use contact::solid::Spot;
use geometry::{Point, VertexId};

/// Where a particle is worn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Home {
    /// The point of the skin that is nearest to it in the bind pose.
    pub skin: Point,
    /// How far it is from there, in m: a loose garment slides about by so much, and surfaces no farther from each other than that are
    /// equally its own.
    pub ease: f64,
}

/// What is worn on a body, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Worn {
    /// Which of the solids is the body.
    pub solid: u32,
    /// The middle of each of its faces in the bind pose.
    pub faces: Vec<Point>,
    /// How far apart in the bind pose limbs are strangers to each other, in m.
    pub apart: f64,
    /// Where each particle is worn; none for those that are not, and those beyond the end.
    pub homes: Vec<Option<Home>>,
}

impl Worn {
    /// Whether a particle is worn so far from a face of a solid that the two have nothing to do with each other: a thigh's trousers and a
    /// hand.
    pub fn is_stranger(&self, particle: VertexId, solid: u32, spot: Spot) -> bool {
        let (Spot::Face { face, .. }, Some(Some(home))) = (spot, self.homes.get(particle.index())) else {
            return false;
        };
        let away = |middle: &Point| nalgebra::distance(&home.skin, middle) > self.apart;
        solid == self.solid && self.faces.get(face.index()).is_some_and(away)
    }

    /// How much the surfaces that pinch a particle are its own, relative to each other. Says whether that can be told: the particle is worn
    /// on the body, and so are all surfaces parts of it.
    pub(crate) fn weigh(&self, particle: VertexId, feet: &[Foot], weights: &mut Vec<f64>) -> bool {
        weights.clear();
        let Some(home) = self.homes.get(particle.index()).copied().flatten() else { return false };
        let near = |foot: &Foot| match foot.spot {
            Spot::Face { face, .. } if foot.solid == self.solid => {
                let away = nalgebra::distance_squared(&home.skin, self.faces.get(face.index())?);
                Some((away + home.ease * home.ease).recip())
            }
            _ => None,
        };
        weights.extend(feet.iter().map_while(near));
        weights.len() == feet.len()
    }
}
