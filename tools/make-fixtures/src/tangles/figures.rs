//! The figures of BWK03: 4a, 4c, 5, 6 and 7.

use crate::place::{encloses, heights_over, settled, vertices};
use crate::{Found, Kind, Tangle};
use geometry::shapes::{Ends, Shape};
use geometry::{Point, Vector};
use std::f64::consts::{PI, TAU};

/// How far from a point `center` of the ground a dent of this radius reaches down, from 1 in its middle to 0.
fn dent(p: [f64; 2], center: [f64; 2], radius: f64) -> f64 {
    let (x, z) = (p[0] - center[0], p[1] - center[1]);
    (1.0 - (x * x + z * z) / (radius * radius)).max(0.0)
}

/// Figure 4a.
pub fn sphere_through_sheet() -> Tangle {
    let sheet = settled(Shape::sheet(8, 1.6));
    let sphere = settled(Shape::sphere(8, 10, 0.5).moved(Vector::new(0.031, 0.213, 0.053)));
    let below = vertices(&sphere, sheet.positions.len(), |p| p.y < 0.0);
    let within = vertices(&sheet, 0, |p| encloses(&sphere, p));
    Tangle {
        name: "sphere-through-sheet",
        shows: "figure 4a: one closed path, black against white",
        paths: vec![Found::black_white(within, below)],
        pieces: vec![sheet, sphere],
    }
}

/// Figure 4c.
pub fn two_separate() -> Tangle {
    let sheet = settled(Shape::sheet(9, 1.6));
    let dented = Shape::sheet(8, 1.6).map(|p| {
        let depth = dent([p.x, p.z], [0.4, 0.0], 0.3) + dent([p.x, p.z], [-0.4, 0.0], 0.3);
        Point::new(p.x + 0.013, 0.1 - 0.4 * depth, p.z + 0.021)
    });
    let dented = settled(dented);
    let pierced = |p: &Point| heights_over(&dented, p.x, p.z).iter().any(|&height| height < p.y);
    let path = |left: bool| {
        let is_here = |p: &Point| (p.x < 0.0) == left;
        let above = vertices(&sheet, 0, |p| is_here(p) && pierced(p));
        let below = vertices(&dented, sheet.positions.len(), |p| is_here(p) && p.y < 0.0);
        Found::black_white(above, below)
    };
    Tangle {
        name: "two-separate",
        shows: "figure 4c: two closed paths between the same two meshes",
        paths: vec![path(true), path(false)],
        pieces: vec![sheet, dented],
    }
}

/// Figure 5.
pub fn loop_vertex() -> Tangle {
    let positions = [[0.0, 0.0, 0.0], [1.0, 0.0, -1.0], [1.0, 0.0, 1.0], [0.625, -0.5, 0.125], [0.75, 0.375, -0.125]];
    let pair = Shape { positions: positions.map(Point::from).to_vec(), triangles: vec![[0, 1, 2], [0, 3, 4]] };
    Tangle {
        name: "loop-vertex",
        shows: "figure 5: two triangles that share a vertex; the path from it to a boundary bounds nothing",
        pieces: vec![pair],
        paths: vec![Found::nothing(Kind::Mixed, vec![0])],
    }
}

/// Figure 6: a strip folded over, with a dent in its upper half that reaches through the lower.
pub fn self_crossing() -> Tangle {
    const GAP: f64 = 0.4;
    const BEND: f64 = PI * GAP / 2.0;
    let strip = Shape::grid(24, 6, Ends::Open, Ends::Open, |u, v| {
        let along = u * (2.0 + BEND);
        // A little skew, so that the two halves' rows do not lie over each other.
        let z = (v - 0.5) * 0.8 + 0.07 * u;
        if along < 1.0 {
            Point::new(1.0 - along, 0.0, z)
        } else if along < 1.0 + BEND {
            let turn = (along - 1.0) / BEND * PI;
            Point::new(-GAP / 2.0 * turn.sin(), GAP / 2.0 * (1.0 - turn.cos()), z)
        } else {
            let x = along - 1.0 - BEND;
            Point::new(x, GAP - 0.6 * dent([x, z], [0.55, 0.05], 0.4), z)
        }
    });
    let strip = settled(strip);
    let is_pierced = |p: &Point| p.y == 0.0 && heights_over(&strip, p.x, p.z).iter().any(|&height| height < 0.0);
    let path = Found::black_white(vertices(&strip, 0, |p| p.y < 0.0), vertices(&strip, 0, is_pierced));
    Tangle {
        name: "self-crossing",
        shows: "figure 6: one mesh through itself at two distant places, black against white",
        pieces: vec![strip],
        paths: vec![path],
    }
}

/// The elbow of a bent tube: two arms of rings that lean towards each other so far that the first rings on the inside of
/// the bend have passed through to the other arm's side of the plane x = 0.
pub(crate) struct Elbow {
    /// Its mesh; ring after ring, from the end of one arm to the end of the other.
    pub shape: Shape,
    columns: usize,
}

impl Elbow {
    /// Rings of each arm besides the one in the bend.
    const RINGS: i32 = 6;
    const RADIUS: f64 = 0.25;
    const SPACING: f64 = 0.135;

    /// An elbow of this many columns of quads, the vertex at column `i` being at the angle `angle(i)` from the inside of
    /// the bend. `skew` moves one arm sideways, in metres a ring.
    pub(crate) fn new(columns: u32, around: Ends, skew: f64, angle: impl Fn(u32) -> f64) -> Self {
        let at = |u: f64, v: f64| {
            let angle = angle((u * f64::from(columns)).round() as u32);
            let ring = (v * f64::from(2 * Self::RINGS)).round() as i32 - Self::RINGS;
            Self::vertex(ring, angle) + Vector::new(0.0, 0.0, skew * f64::from(ring.min(0)))
        };
        let mut shape = Shape::grid(columns, 2 * Self::RINGS as u32, around, Ends::Open, at);
        Self::mirror_diagonals(&mut shape, (columns * Self::RINGS as u32) as usize);
        let columns = if around == Ends::Open { columns + 1 } else { columns };
        Self { shape: settled(shape), columns: columns as usize }
    }

    fn vertex(ring: i32, angle: f64) -> Point {
        let (up, z) = (Self::RADIUS * angle.cos(), Self::RADIUS * angle.sin());
        // The arms lean differently: mirror images would meet edge on edge.
        let lean: f64 = match ring.signum() {
            0 => return Point::new(0.0, up, z),
            1 => 60f64.to_radians(),
            _ => 61f64.to_radians(),
        };
        let along = Self::SPACING * f64::from(ring.abs());
        let x = along * lean.cos() - up * lean.sin();
        Point::new(f64::from(ring.signum()) * x, along * lean.sin() + up * lean.cos(), z)
    }

    /// Cuts the first quads the other way, so that the two arms are mirror images as meshes too: then both arms' curves
    /// leave the bend at the same vertices.
    fn mirror_diagonals(shape: &mut Shape, quads: usize) {
        for quad in shape.triangles.chunks_exact_mut(2).take(quads) {
            let [[a, b, c], [_, _, d]] = [quad[0], quad[1]];
            quad.copy_from_slice(&[[a, b, d], [b, c, d]]);
        }
    }

    /// Where a vertex stands: its ring, counted from the bend, and its column.
    fn ring_and_column(&self, vertex: usize) -> (i32, usize) {
        ((vertex / self.columns) as i32 - Self::RINGS, vertex % self.columns)
    }

    /// The vertex of the bend at a column.
    pub(crate) fn in_bend(&self, column: usize) -> u32 {
        (Self::RINGS as usize * self.columns + column) as u32
    }

    /// The vertices that have passed through to the other arm's side, and those of the bend at the given columns.
    fn passed(&self, columns_in_bend: &[usize]) -> Vec<u32> {
        let has_passed = |(vertex, p): (usize, &Point)| {
            let (ring, column) = self.ring_and_column(vertex);
            let passed = p.x * f64::from(ring) < 0.0 || (ring == 0 && columns_in_bend.contains(&column));
            passed.then_some(vertex as u32)
        };
        self.shape.positions.iter().enumerate().filter_map(has_passed).collect()
    }
}

/// Figure 7.
pub fn bent_arm() -> Tangle {
    let elbow = Elbow::new(12, Ends::Joined, 0.0, |column| TAU * f64::from(column) / 12.0);
    // In the first rings the columns within 60° of the inside have passed through: 10, 11, 0, 1, 2. A quad's diagonal
    // runs towards the higher column, so the curve leaves the bend at columns 9 and 2 and encloses those between.
    let mut loop_vertices = vec![elbow.in_bend(2), elbow.in_bend(9)];
    loop_vertices.sort_unstable();
    Tangle {
        name: "bent-arm",
        shows: "figure 7: a severely bent arm; one path between two loop vertices, red",
        paths: vec![Found::red(elbow.passed(&[10, 11, 0, 1]), loop_vertices)],
        pieces: vec![elbow.shape],
    }
}
