//! A skirt: a tube that widens towards its hem, too simple for a tailor.

use super::rounded;
use cloth_io::{Group, GroupKind, Piece, Polygons};
use geometry::Point;
use geometry::shapes::{Ends, Shape};
use std::f64::consts::TAU;

/// Height, half width, half depth and middle depth from the waist to the hem, in metres: outside hips and thighs.
const RINGS: [[f64; 4]; 4] = [
    [1.030, 0.160, 0.135, -0.012],
    [0.900, 0.215, 0.180, -0.020],
    [0.780, 0.235, 0.195, -0.015],
    [0.480, 0.275, 0.235, 0.0],
];

/// The skirt with edges of about this length, in metres.
pub(super) fn skirt(edge: f64) -> Piece {
    let height = RINGS[0][0] - RINGS[3][0];
    let (around, down) = ((TAU * RINGS[1][1] / edge).round() as u32, (height / edge).round() as u32);
    let at = |u: f64, v: f64| {
        let y = RINGS[0][0] - height * v;
        let next = (1..RINGS.len() - 1).find(|i| RINGS[*i][0] <= y).unwrap_or(RINGS.len() - 1);
        let [above, below] = [RINGS[next - 1], RINGS[next]];
        let share = (above[0] - y) / (above[0] - below[0]);
        let of = |k: usize| above[k] * (1.0 - share) + below[k] * share;
        let (sin, cos) = (TAU * u).sin_cos();
        Point::new(of(1) * cos, y, of(3) - of(2) * sin)
    };
    let shape = Shape::grid(around, down, Ends::Joined, Ends::Open, at);
    let top = |triangle: &[u32; 3]| triangle.iter().any(|v| shape.positions[*v as usize].y > RINGS[0][0] - edge / 2.0);
    let band = (0..shape.triangles.len() as u32).filter(|t| top(&shape.triangles[*t as usize])).collect();
    Piece {
        name: "skirt".to_owned(),
        positions: shape.positions.iter().map(rounded).collect(),
        polygons: Polygons::of_triangles(&shape.triangles),
        groups: vec![Group { name: "waistband".to_owned(), kind: GroupKind::Group, polygons: band }],
        ..Piece::default()
    }
}
