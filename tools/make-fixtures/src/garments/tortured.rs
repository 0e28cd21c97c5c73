//! A shirt that has been tortured: the same shirt, its sleeves and sides drawn through each other under the arms.
//!
//! Under each arm the cloth of the side is drawn outwards, and that of the sleeve down and inwards: away from the body both, and
//! through each other, a hand's breadth below the armpit.
//!
//! Not at the armpit itself: a crease drawn through itself is as stable that way round as the other, and nothing of the cloth's own
//! would turn it back.

use super::normals;
use cloth_io::Piece;
use geometry::{Point, Vector};

/// A place, how far around it the cloth is drawn, by how much at most, and in which direction. Metres.
struct Pull {
    around: [f64; 3],
    radius: f64,
    by: f64,
    towards: [f64; 3],
}

/// Side and sleeve, more on the right than on the left.
const PULLS: [Pull; 4] = [
    Pull { around: [-0.165, 1.12, -0.02], radius: 0.16, by: 0.085, towards: [-1.0, 0.0, 0.0] },
    Pull { around: [-0.280, 1.13, -0.02], radius: 0.16, by: 0.070, towards: [0.8, -0.6, 0.0] },
    Pull { around: [0.165, 1.13, -0.02], radius: 0.15, by: 0.075, towards: [1.0, 0.0, 0.0] },
    Pull { around: [0.290, 1.14, -0.02], radius: 0.15, by: 0.060, towards: [-0.8, -0.6, 0.0] },
];

/// The tortured shirt: the same faces and groups in other places.
pub(super) fn tortured(shirt: &Piece) -> Piece {
    let normals = normals(&shirt.positions, &shirt.polygons.triangles().0);
    let moved = |(place, normal): (&Point, &Vector)| PULLS.iter().fold(*place, |at, pull| at + pull.on(place, normal));
    let positions = shirt.positions.iter().zip(&normals).map(moved).map(|p| super::rounded(&p)).collect();
    Piece { name: "shirt-tangled".to_owned(), positions, ..shirt.clone() }
}

impl Pull {
    /// How far cloth at a place is drawn: less the farther away it is, and only what faces the direction.
    fn on(&self, place: &Point, normal: &Vector) -> Vector {
        let towards = Vector::from(self.towards);
        let part = ((place - Point::from(self.around)).norm() / self.radius).min(1.0);
        towards * (self.by * (1.0 - part * part).powi(2) * normal.dot(&towards).max(0.0))
    }
}
