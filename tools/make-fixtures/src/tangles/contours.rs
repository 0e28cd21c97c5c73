//! The contour types of Wicke, Lanker and Gross, *Untangling Cloth with Boundaries*, 2006, that the figures of BWK03 do
//! not show.

use super::figures::Elbow;
use crate::place::{goes_around, settled, vertices};
use crate::{Found, Kind, Tangle};
use geometry::Point;
use geometry::shapes::{Ends, Shape};
use std::f64::consts::{FRAC_1_SQRT_2, TAU};

/// Both ends on one mesh's boundary.
pub fn corner_through_sheet() -> Tangle {
    let sheet = settled(Shape::sheet(8, 1.6));
    let corner = Shape::sheet(6, 0.8).map(|p| {
        let (x, y) = ((p.x - p.z) * FRAC_1_SQRT_2, (p.x + p.z) * FRAC_1_SQRT_2);
        Point::new(x + 0.017, y + 0.366, 0.037 + 0.02 * x)
    });
    let corner = settled(corner);
    let below = vertices(&corner, sheet.positions.len(), |p| p.y < 0.0);
    Tangle {
        name: "corner-through-sheet",
        shows: "both ends on one mesh's boundary: a region on that side only",
        paths: vec![Found::half(Kind::Boundary, below)],
        pieces: vec![sheet, corner],
    }
}

/// One end on each mesh's boundary.
pub fn side_by_side() -> Tangle {
    let sheet = settled(Shape::sheet(6, 1.0));
    let upright = settled(Shape::sheet(6, 1.0).map(|p| Point::new(0.071, p.x + 0.043, p.z + 0.45)));
    Tangle {
        name: "side-by-side",
        shows: "one end on each mesh's boundary: no region",
        pieces: vec![sheet, upright],
        paths: vec![Found::nothing(Kind::Boundary, vec![])],
    }
}

/// Boundary to loop vertex: the inside of a bent sleeve that is open along its length.
pub fn slit_sleeve() -> Tangle {
    let elbow = Elbow::new(6, Ends::Open, 0.02, |column| 0.2 + 0.45 * f64::from(column));
    // In the first rings columns 0, 1 and 2 have passed through to the other side; see the bent arm.
    let end = elbow.in_bend(2);
    Tangle {
        name: "slit-sleeve",
        shows: "from a boundary to a loop vertex: no region",
        pieces: vec![elbow.shape],
        paths: vec![Found::nothing(Kind::Mixed, vec![end])],
    }
}

/// Contours that cross each other: each of three sheets through the other two, the smallest through all.
pub fn three_sheets() -> Tangle {
    const X: f64 = 0.13;
    const Z: f64 = -0.17;
    let level = settled(Shape::sheet(6, 1.6));
    let across_x = settled(Shape::sheet(6, 2.0).map(|p| Point::new(X, p.x + 0.041, p.z)));
    let across_z = settled(Shape::sheet(6, 2.4).map(|p| Point::new(p.x + 0.059, p.z + 0.023, Z)));
    let second = level.positions.len();
    let paths = vec![
        Found::half(Kind::Boundary, vertices(&level, 0, |p| p.x > X)),
        Found::half(Kind::Boundary, vertices(&level, 0, |p| p.z < Z)),
        Found::half(Kind::Boundary, vertices(&across_x, second, |p| p.z < Z)),
    ];
    Tangle {
        name: "three-sheets",
        shows: "paths that cross each other: vertices of the smallest sheet have two colours",
        pieces: vec![level, across_x, across_z],
        paths,
    }
}

/// A contour that crosses itself: an upright band, whose outline is a figure eight, through a sheet.
pub fn figure_eight() -> Tangle {
    const COLUMNS: u32 = 14;
    let sheet = settled(Shape::sheet(10, 2.0));
    let band = Shape::grid(COLUMNS, 3, Ends::Joined, Ends::Open, |u, v| {
        let t = TAU * u + 0.1;
        // The rim rises where one strand passes the other and falls where the other does: their ends do not meet.
        Point::new(0.7 * t.cos() + 0.013, -0.3 + 0.8 * v + 0.06 * t.sin(), 0.45 * (2.0 * t).sin() + 0.029)
    });
    let band = settled(band);
    let outline: Vec<[f64; 2]> = band.positions[..COLUMNS as usize].iter().map(|p| [p.x, p.z]).collect();
    let in_either_lobe = vertices(&sheet, 0, |p| goes_around(&outline, p.x, p.z));
    let below = vertices(&band, sheet.positions.len(), |p| p.y < 0.0);
    // The band crosses itself along a line from rim to rim, which leaves a ring connected whichever strand is cut.
    let along_itself = Found::nothing(Kind::Boundary, vec![]);
    Tangle {
        name: "figure-eight",
        shows: "a closed path that crosses itself on one mesh: both lobes are inside",
        paths: vec![Found::black_white(in_either_lobe, below), along_itself],
        pieces: vec![sheet, band],
    }
}
