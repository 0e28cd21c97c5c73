//! Curves within curves, around handles and along one-sided surfaces.

use crate::place::{encloses, settled, vertices};
use crate::{Found, Kind, Tangle};
use geometry::shapes::{Ends, Shape};
use geometry::{Point, Vector};
use std::f64::consts::{PI, TAU};

/// One closed curve inside another on the same sheet.
pub fn nested_spheres() -> Tangle {
    let sheet = settled(Shape::sheet(10, 2.0));
    let outer = settled(Shape::sphere(7, 9, 0.7).moved(Vector::new(0.031, 0.25, 0.053)));
    let inner = settled(Shape::sphere(6, 7, 0.35).moved(Vector::new(0.017, 0.12, 0.041)));
    let [first_outer, first_inner] = [sheet.positions.len(), sheet.positions.len() + outer.positions.len()];
    let path = |sphere: &Shape, first: usize| {
        Found::black_white(vertices(&sheet, 0, |p| encloses(sphere, p)), vertices(sphere, first, |p| p.y < 0.0))
    };
    let paths = vec![path(&outer, first_outer), path(&inner, first_inner)];
    Tangle {
        name: "nested-spheres",
        shows: "one closed path inside another: vertices inside both have two colours",
        pieces: vec![sheet, outer.with(&inner)],
        paths,
    }
}

const RING: f64 = 0.6;
const TUBE: f64 = 0.25;

/// Two nested circles on a sheet, each of which leaves the torus in one piece.
pub fn torus_through_sheet() -> Tangle {
    let sheet = settled(Shape::sheet(12, 2.2));
    let torus = settled(Shape::torus(14, 7, RING, TUBE).moved(Vector::new(0.023, 0.061, 0.037)));
    let from_axis = |p: &Point| (p.x - 0.023).hypot(p.z - 0.037);
    let in_hole = |p: &Point| !encloses(&torus, p) && from_axis(p) < RING;
    let paths = vec![
        Found::half(Kind::Closed, vertices(&sheet, 0, in_hole)),
        Found::half(Kind::Closed, vertices(&sheet, 0, |p| in_hole(p) || encloses(&torus, p))),
    ];
    Tangle {
        name: "torus-through-sheet",
        shows: "closed paths around a torus's hole: regions on the sheet only",
        pieces: vec![sheet, torus],
        paths,
    }
}

/// Two tori on one axis: each of the two circles along which they meet leaves both in one piece.
pub fn coaxial_tori() -> Tangle {
    let torus = Shape::torus(10, 7, RING, TUBE);
    let half_a_segment = TAU / 20.0;
    let other = Shape::torus(10, 7, RING, TUBE).map(|p| {
        let (sin, cos) = half_a_segment.sin_cos();
        Point::new(cos * p.x - sin * p.z, p.y + 0.17, sin * p.x + cos * p.z)
    });
    Tangle {
        name: "coaxial-tori",
        shows: "closed paths that separate neither of two tori: no region",
        pieces: vec![settled(torus), settled(other)],
        paths: vec![Found::nothing(Kind::Closed, vec![]), Found::nothing(Kind::Closed, vec![])],
    }
}

/// A point of a band around the y axis that leans by `lean` against the ground.
fn on_band(around: f64, lean: f64, across: f64) -> Point {
    let from_axis = 1.0 + across * lean.cos();
    Point::new(from_axis * around.cos(), across * lean.sin(), from_axis * around.sin())
}

/// A cut across a Möbius band.
pub fn moebius_cut() -> Tangle {
    let band = Shape::grid(24, 3, Ends::Twisted, Ends::Open, |u, v| on_band(TAU * u, PI * u, (v - 0.5) * 0.5));
    let knife = Shape::sheet(6, 1.6).map(|p| Point::new(p.x + 1.0, 0.75 * p.z + 0.037, 0.041));
    Tangle {
        name: "moebius-cut",
        shows: "from boundary to boundary across a Möbius band, which stays in one piece: no region",
        pieces: vec![settled(band), settled(knife)],
        paths: vec![Found::nothing(Kind::Boundary, vec![])],
    }
}

/// A band that goes around twice, leaning a quarter turn more after each, and so passes through itself along its own middle:
/// following that line once around leads from the first layer to the second, and from the second to the first.
pub fn moebius_through_itself() -> Tangle {
    // An odd number of columns for two turns: the layers' vertices interleave.
    let band =
        Shape::grid(33, 3, Ends::Twisted, Ends::Open, |u, v| on_band(2.0 * TAU * u, PI * u + 0.1, (v - 0.5) * 0.5));
    Tangle {
        name: "moebius-through-itself",
        shows: "a closed path that comes back with its sides exchanged, along the middle of a Möbius band: no region",
        pieces: vec![settled(band)],
        paths: vec![Found::nothing(Kind::Closed, vec![])],
    }
}
