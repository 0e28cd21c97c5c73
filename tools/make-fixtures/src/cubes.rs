//! The cubes of VMT00 §4.2: closed boxes of stiff cloth in a loose heap, one over the other, each moved and turned a little.
//!
//! A cube is its eight corners and twelve triangles. A convex surface of triangles whose corners are all corners of the solid is
//! rigid as long as its edges keep their lengths, so a cloth that hardly stretches is enough.

use crate::garments::rounded;
use cloth_io::{Piece, Polygons};
use geometry::shapes::Shape;
use geometry::{Point, Vector};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// How many cubes the pile of VMT00 §4.2 has.
pub const ALL: u32 = 128;
/// How many of them are in a row.
pub const SIDE: u32 = 5;
/// The length of a cube's edges, in m.
pub const SIZE: f64 = 0.05;
/// How far the middles of neighbours are apart, in m: turned and moved, no two come nearer than cloth with such edges rests.
const SPACING: f64 = 0.08;
/// The height of the lowest middles, in m.
const LOWEST: f64 = 0.05;
/// How far a cube is moved along each axis at the most, in m.
const MOVED: f64 = 0.004;
/// How far it is turned about each axis at the most, in radians: about 17°.
const TURNED: f64 = 0.3;
/// What the moves and turns are drawn from.
const SEED: u64 = 42;

/// Cubes over the origin, layer by layer from below, as many a side as given.
pub fn cubes(count: u32, side: u32) -> Vec<Piece> {
    let mut random = Pcg64Mcg::seed_from_u64(SEED);
    let mut vector = |most: f64| Vector::from_fn(|_, _| random.random_range(-most..most));
    let middle = f64::from(side - 1) / 2.0;
    let cube = |number| {
        let (column, row, layer) = (number % side, number / side % side, number / (side * side));
        let across = |place| (f64::from(place) - middle) * SPACING;
        let place = Point::new(across(column), LOWEST + f64::from(layer) * SPACING, across(row)) + vector(MOVED);
        let turn = nalgebra::UnitQuaternion::from_scaled_axis(vector(TURNED));
        let shape = Shape::cuboid(Vector::repeat(SIZE)).map(|p| rounded(&(place + turn * p.coords)));
        let polygons = Polygons::of_triangles(&shape.triangles);
        Piece { name: format!("cube_{number}"), positions: shape.positions, polygons, ..Piece::default() }
    };
    (0..count).map(cube).collect()
}
