//! A skirt: a tube that widens towards its hem, with an inverted pleat in front that hangs between the legs, too simple for a
//! tailor.
//!
//! Without the pleat nothing of it would ever be between the knees: a wide skirt hangs around both.

use super::rounded;
use cloth_io::{Group, GroupKind, Piece, Polygons};
use geometry::Point;
use geometry::shapes::{Ends, Shape};
use std::f64::consts::TAU;

/// Height, half width, half depth and middle depth from the waist to the hem, in metres: outside hips and thighs, and down to
/// below the knees.
const RINGS: [[f64; 4]; 4] = [
    [1.030, 0.160, 0.135, -0.012],
    [0.900, 0.215, 0.180, -0.020],
    [0.780, 0.235, 0.195, -0.015],
    [0.400, 0.275, 0.235, 0.0],
];
/// The heights between which the pleat becomes as deep as it is, in metres: it begins below the belly, and is between the legs
/// only where they are apart.
const PLEAT_FROM: [f64; 2] = [0.80, 0.56];
/// How far the pleat goes back from the front, in metres: behind the knees' middle.
const PLEAT_DEPTH: f64 = 0.26;
/// Half its width at the back and at the front, in metres: less than the room between the knees.
const PLEAT_HALF: [f64; 2] = [0.010, 0.045];
/// How finely a ring is measured.
const SAMPLES: u32 = 4096;

/// The skirt with edges of about this length, in metres.
pub(super) fn skirt(edge: f64) -> Piece {
    let height = RINGS[0][0] - RINGS[3][0];
    let down = (height / edge).round() as u32;
    let rings: Vec<Ring> =
        (0..=down).map(|i| Ring::at(RINGS[0][0] - height * f64::from(i) / f64::from(down))).collect();
    let around = (rings[rings.len() - 1].length() / edge).round() as u32;
    let at = |u: f64, v: f64| rings[(v * f64::from(down)).round() as usize].place(u);
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

/// The skirt at one height, from the middle of the back around: places, and how far along each is, in metres.
struct Ring(Vec<(Point, f64)>);

impl Ring {
    fn at(y: f64) -> Self {
        let mut points: Vec<(Point, f64)> = Vec::new();
        for sample in 0..=SAMPLES {
            let place = outline(y, f64::from(sample) / f64::from(SAMPLES));
            let along = points.last().map_or(0.0, |(last, along)| along + (place - last).norm());
            points.push((place, along));
        }
        Self(points)
    }

    fn length(&self) -> f64 {
        self.0.last().map_or(0.0, |(_, along)| *along)
    }

    /// The place at a share of the length, so that edges are even in the pleat as well.
    fn place(&self, share: f64) -> Point {
        let wanted = share * self.length();
        let next = self.0.partition_point(|(_, along)| *along < wanted).clamp(1, self.0.len() - 1);
        let [(a, from), (b, to)] = [self.0[next - 1], self.0[next]];
        a + (b - a) * ((wanted - from) / (to - from))
    }
}

/// The outline at a height, at a share of a turn from the middle of the back: an ellipse, pushed in at the front.
fn outline(y: f64, turn: f64) -> Point {
    let next = (1..RINGS.len() - 1).find(|i| RINGS[*i][0] <= y).unwrap_or(RINGS.len() - 1);
    let [above, below] = [RINGS[next - 1], RINGS[next]];
    let share = (above[0] - y) / (above[0] - below[0]);
    let of = |k: usize| above[k] * (1.0 - share) + below[k] * share;
    let (sin, cos) = (TAU * turn).sin_cos();
    let (x, z) = (of(1) * sin, of(3) - of(2) * cos);
    let [from, to] = PLEAT_FROM;
    let depth = PLEAT_DEPTH * smooth((from - y) / (from - to));
    let [back, front] = PLEAT_HALF;
    let pushed = if cos < 0.0 { depth * (1.0 - smooth((x.abs() - back) / (front - back))) } else { 0.0 };
    Point::new(x, y, z - pushed)
}

/// From 0 to 1, gently.
fn smooth(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}
