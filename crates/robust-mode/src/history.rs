//! Near pairs of the last clean state, and which way round they were (SSIF08 §5).
//!
//! Between two clean states the cloth may pass through itself. Pairs that were near when it was clean are remembered with their
//! orientation, so that a repulsion pushes to the side where they belong, which is an attraction once they have crossed:
//!
//! - a point and a triangle: the side of the triangle's plane on which the point was. They are the wrong way round if the point is over
//!   the triangle on its other side; beside the triangle there is no wrong side;
//! - two edges: the direction from one to the other. They are the wrong way round if it has turned by more than a right angle:
//!   SSIF08's ε = 0. Edges that turn together turn it too, so it says less than a side.

use crate::pair::{Near, Pair};
use contact::ClothContact;
use contact::cloth::Sides;
use geometry::{Point, Vector};

/// A pair that was near when the cloth was clean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Remembered {
    /// The pair.
    pub pair: Pair,
    /// How far apart its sides rest, in m.
    pub thickness: f64,
    orientation: Orientation,
}

/// Which way round a pair was.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Orientation {
    /// The point was on the side of the triangle's normal (1) or on the other (−1).
    Side(f64),
    /// From the second edge to the first.
    Direction(Vector),
}

/// The pairs, points against faces first, because what they say is more reliable.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// In the order of the contacts.
    pub pairs: Vec<Remembered>,
}

impl History {
    /// Remembers what is near at these positions, which must be clean.
    pub fn new(contacts: &[ClothContact], clean: &[Point]) -> Self {
        Self { pairs: contacts.iter().map(|contact| Remembered::new(contact, clean)).collect() }
    }
}

impl Remembered {
    fn new(contact: &ClothContact, clean: &[Point]) -> Self {
        let pair = match contact.sides {
            Sides::PointFace(..) => Pair::PointTriangle(contact.particles),
            Sides::EdgeEdge(..) => Pair::EdgeEdge(contact.particles),
        };
        let [a, b, c, d] = contact.particles.map(|particle| clean[particle.index()]);
        let orientation = match pair {
            Pair::PointTriangle(_) => Orientation::Side(1f64.copysign((c - b).cross(&(d - b)).dot(&(a - b)))),
            Pair::EdgeEdge(_) => Orientation::Direction(contact.normal),
        };
        Self { pair, thickness: contact.thickness, orientation }
    }

    /// Where the sides are nearest when the particles are here. The normal is to the side where the first side belongs, and the
    /// distance negative if they are the wrong way round.
    pub fn near(&self, at: &[Point; 4]) -> Near {
        let near = self.pair.near(at);
        if self.is_inverted(&near, at) {
            return Near { normal: -near.normal, distance: -near.distance, ..near };
        }
        if near.distance > 0.0 {
            return near;
        }
        let normal = match self.orientation {
            Orientation::Side(side) => self.pair.common_normal(at).map_or_else(Vector::zeros, |normal| normal * side),
            Orientation::Direction(direction) => direction,
        };
        Near { normal, ..near }
    }

    fn is_inverted(&self, near: &Near, [_, b, c, d]: &[Point; 4]) -> bool {
        match self.orientation {
            Orientation::Side(side) => {
                let over = near.weights[1..].iter().all(|weight| *weight < 0.0);
                over && side * (c - b).cross(&(d - b)).dot(&near.normal) < 0.0
            }
            Orientation::Direction(direction) => direction.dot(&near.normal) < 0.0,
        }
    }
}
