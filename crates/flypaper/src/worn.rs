//! On which limbs cloth is worn, and which are strangers to it.
//!
//! Where a hand slides over a thigh and sinks in, trousers between the two would go half of the hand's way with equal weights, gather in
//! front of the fingers and be torn. What is worn on the thigh should stay on it, and let the hand pass. BWK03 §4.3 leaves
//! that to weights that somebody sets; until somebody does, the bind pose tells: there the thigh is next to the cloth, and the hand
//! is far away.
//!
//! So a stranger has no share in how cloth is carried *along*. Across the surfaces shares stay equal: cloth still lies midway between them.
//! Limbs that are near each other in the bind pose, as on both sides of an elbow, share equally in everything: measured, cloth between them
//! is cleaner for it after the pinch than if it stayed with the nearer one.
//!
//! Not here: weights that a scene gives, which outrank this.

use crate::pinch::Foot;
use contact::solid::Spot;
use geometry::{Point, VertexId};

/// What is worn on a body, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Worn {
    /// Which of the solids is the body.
    pub solid: u32,
    /// The middle of each of its faces in the bind pose.
    pub faces: Vec<Point>,
    /// How far apart in the bind pose limbs are strangers to what is worn, in m.
    pub apart: f64,
    /// The point of the skin over which each particle is worn in the bind pose; none for those that are not, and those beyond the end.
    pub homes: Vec<Option<Point>>,
}

impl Worn {
    /// Whether a particle is worn so far from a place on a solid that the two have nothing to do with each other: a thigh's trousers and a
    /// hand.
    pub fn is_stranger(&self, particle: VertexId, solid: u32, spot: Spot) -> bool {
        let (Spot::Face { face, .. }, Some(Some(home))) = (spot, self.homes.get(particle.index())) else {
            return false;
        };
        let away = |middle: &Point| nalgebra::distance(home, middle) > self.apart;
        solid == self.solid && self.faces.get(face.index()).is_some_and(away)
    }

    /// The weights of the surfaces that pinch a particle in what carries it along: nothing for strangers. Says whether there are both
    /// strangers and others.
    pub(crate) fn weigh(&self, particle: VertexId, feet: &[Foot], weights: &mut Vec<f64>) -> bool {
        let weight = |foot: &Foot| if self.is_stranger(particle, foot.solid, foot.spot) { 0.0 } else { 1.0 };
        weights.clear();
        weights.extend(feet.iter().map(weight));
        weights.contains(&0.0) && weights.contains(&1.0)
    }
}
