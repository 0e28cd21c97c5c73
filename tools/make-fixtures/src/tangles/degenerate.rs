//! Meshes that touch exactly, where only the symbolic perturbation decides.
//!
//! It moves a lower vertex infinitely further than a higher one, along x most, then y, then z, always upwards (see
//! `geometry::predicates`). So to each other's eyes the second mesh stays where it is, and the first moves by +x, a much
//! smaller +y, and a smaller +z still; what must be found follows from that.

use crate::place::{settled, vertices};
use crate::{Found, Kind, Tangle};
use geometry::shapes::Shape;
use geometry::{Point, Vector};
use std::collections::{BTreeMap, BTreeSet};

/// A sheet exactly on another. Every vertex of the first moves up further than any of the second, so it lies above it.
pub fn coincident_sheets() -> Tangle {
    let sheet = Shape::sheet(8, 1.0);
    Tangle {
        name: "coincident-sheets",
        shows: "one sheet exactly on another: clean",
        pieces: vec![sheet.clone(), sheet],
        paths: vec![],
    }
}

/// A level grid through an upright one that is longer, vertices on vertices and edges on edges. The first moves by +x, so
/// its middle column ends up on the upper side of the second; both ends of the path are on its own boundary.
pub fn grids_sharing_coordinates() -> Tangle {
    let level = settled(Shape::sheet(8, 4.0));
    let upright = settled(Shape::sheet(12, 6.0).map(|p| Point::new(0.0, p.x, p.z)));
    Tangle {
        name: "grids-sharing-coordinates",
        shows: "grids that cross at right angles, vertex on vertex and edge on edge",
        paths: vec![Found::half(Kind::Boundary, vertices(&level, 0, |p| p.x < 0.0))],
        pieces: vec![level, upright],
    }
}

/// Such grids of the same length. The first moves by +z, so at one end it is the shorter of the two, and at the other the
/// longer.
pub fn grids_sharing_a_border() -> Tangle {
    let level = settled(Shape::sheet(8, 4.0));
    let upright = settled(Shape::sheet(8, 4.0).map(|p| Point::new(0.0, p.x, p.z)));
    Tangle {
        name: "grids-sharing-a-border",
        shows: "such grids that also end together: one end of the path on each",
        paths: vec![Found::nothing(Kind::Boundary, vec![])],
        pieces: vec![level, upright],
    }
}

/// An octahedron through a square, both subdivided three times at the middles of their edges. The square moves by +x and
/// a much smaller +y: vertices of the octahedron at its height are below it, and of its vertices on the octahedron those
/// with x < 0 move inside.
pub fn subdivided_octahedron() -> Tangle {
    const CENTER: f64 = 0.25;
    let thrice = |shape: &Shape| shape.subdivided().subdivided().subdivided();
    let corners =
        [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0]];
    let octahedron = Shape {
        positions: corners.map(Point::from).to_vec(),
        triangles: vec![[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]],
    };
    let octahedron = thrice(&octahedron).moved(Vector::new(0.0, CENTER, 0.0));
    let square = thrice(&Shape::sheet(1, 2.5));
    let is_inside = |p: &Point| {
        let beyond = p.x.abs() + p.z.abs() - (1.0 - CENTER);
        beyond < 0.0 || (beyond == 0.0 && p.x < 0.0)
    };
    let below = vertices(&octahedron, square.positions.len(), |p| p.y <= 0.0);
    Tangle {
        name: "subdivided-octahedron",
        shows: "meshes subdivided three times at the middles of their edges",
        paths: vec![Found::black_white(vertices(&square, 0, is_inside), below)],
        pieces: vec![square, octahedron],
    }
}

/// A trefoil of unit cubes: nearly all determinants of near faces vanish, and nothing passes through anything.
pub fn lattice_knot() -> Tangle {
    Tangle {
        name: "lattice-knot",
        shows: "a trefoil knot of cubes, tight but clean",
        pieces: vec![surface_of(&trefoil())],
        paths: vec![],
    }
}

type Cube = [i32; 3];

/// The cubes of a trefoil: an upper strand along every column of a 5 × 5 diagram, a lower one along every row.
fn trefoil() -> BTreeSet<Cube> {
    const SIZE: i32 = 5;
    // A column's strand goes from its own row to the one two further, around the diagram.
    let row_at_end = |column: i32| (column + 2) % SIZE;
    let between = |a: i32, b: i32| 2 * a.min(b)..=2 * a.max(b);
    let mut cubes = BTreeSet::new();
    for column in 0..SIZE {
        let end = row_at_end(column);
        cubes.extend(between(column, end).map(|z| [2 * column, 2, z]));
        cubes.extend([column, end].map(|row| [2 * column, 1, 2 * row]));
        // The row in which this strand ends belongs to the strand of the column with the same number.
        cubes.extend(between(column, end).map(|x| [x, 0, 2 * end]));
    }
    cubes
}

/// The surface of a set of cubes, two triangles a square, facing outwards.
fn surface_of(cubes: &BTreeSet<Cube>) -> Shape {
    let mut numbers: BTreeMap<Cube, u32> = BTreeMap::new();
    let mut shape = Shape::default();
    for &cube in cubes {
        for axis in 0..3 {
            for side in [0, 1] {
                let mut beyond = cube;
                beyond[axis] += 2 * side - 1;
                if cubes.contains(&beyond) {
                    continue;
                }
                let square = square_of(cube, axis, side).map(|corner| {
                    *numbers.entry(corner).or_insert_with(|| {
                        shape.positions.push(Point::from(corner.map(f64::from)));
                        shape.positions.len() as u32 - 1
                    })
                });
                let [a, b, c, d] = square;
                shape.triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
    }
    shape
}

/// The corners of one square of a cube, counter-clockwise seen from outside.
fn square_of(cube: Cube, axis: usize, side: i32) -> [Cube; 4] {
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let around = if side == 1 { [[0, 0], [1, 0], [1, 1], [0, 1]] } else { [[0, 0], [0, 1], [1, 1], [1, 0]] };
    around.map(|[along_u, along_v]| {
        let mut corner = cube;
        corner[axis] += side;
        corner[u] += along_u;
        corner[v] += along_v;
        corner
    })
}
