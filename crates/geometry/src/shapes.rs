//! Surfaces made from nothing: for tests, benchmarks, fixtures and colliders.

use crate::{Point, Vector};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::f64::consts::{PI, TAU};

/// Positions and triangles of a surface.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shape {
    /// Where its vertices are.
    pub positions: Vec<Point>,
    /// Its triangles.
    pub triangles: Vec<[u32; 3]>,
}

/// How the two directions of a grid of quads end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// The last row is a boundary.
    Open,
    /// The last row joins the first.
    Joined,
    /// The last row joins the first upside down, as in a Möbius band.
    Twisted,
}

impl Shape {
    /// A grid of `columns` × `rows` quads, each cut in two, whose vertex at column `i` and row `j` is `at(i / columns, j /
    /// rows)`. Vertices are numbered row by row; where a direction is joined, its last vertices are its first.
    pub fn grid(columns: u32, rows: u32, along: Ends, across: Ends, at: impl Fn(f64, f64) -> Point) -> Self {
        let width = if along == Ends::Open { columns + 1 } else { columns };
        let height = if across == Ends::Open { rows + 1 } else { rows };
        let positions = (0..height)
            .flat_map(|j| (0..width).map(move |i| (i, j)))
            .map(|(i, j)| at(f64::from(i) / f64::from(columns), f64::from(j) / f64::from(rows)))
            .collect();
        let index = |i: u32, j: u32| {
            let j = if i == columns && along == Ends::Twisted { rows - j } else { j };
            let i = if j == rows && across == Ends::Twisted { columns - i } else { i };
            (j % height) * width + i % width
        };
        let mut triangles = Vec::with_capacity((columns * rows * 2) as usize);
        for j in 0..rows {
            for i in 0..columns {
                let [a, b, c, d] = [index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)];
                triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
        Self { positions, triangles }
    }

    /// A flat sheet in the plane y = 0, `size` metres square around the origin.
    pub fn sheet(cells: u32, size: f64) -> Self {
        Self::grid(cells, cells, Ends::Open, Ends::Open, |u, v| Point::new((u - 0.5) * size, 0.0, (v - 0.5) * size))
    }

    /// A sphere of rings between two poles.
    pub fn sphere(rings: u32, segments: u32, radius: f64) -> Self {
        let mut sphere = Self::grid(segments, rings - 2, Ends::Joined, Ends::Open, |u, v| {
            let polar = PI * (1.0 + v * f64::from(rings - 2)) / f64::from(rings);
            let around = TAU * u;
            radius * Point::new(polar.sin() * around.cos(), polar.cos(), -polar.sin() * around.sin())
        });
        let north = sphere.positions.len() as u32;
        sphere.positions.extend([Point::new(0.0, radius, 0.0), Point::new(0.0, -radius, 0.0)]);
        let last = segments * (rings - 2);
        for i in 0..segments {
            let next = (i + 1) % segments;
            sphere.triangles.extend([[north, next, i], [north + 1, last + i, last + next]]);
        }
        sphere
    }

    /// An open tube along y, from 0 to `length`.
    pub fn tube(segments: u32, rings: u32, radius: f64, length: f64) -> Self {
        Self::grid(segments, rings, Ends::Joined, Ends::Open, |u, v| {
            Point::new(radius * (TAU * u).cos(), length * v, -radius * (TAU * u).sin())
        })
    }

    /// A torus around the y axis.
    pub fn torus(around: u32, tube: u32, radius: f64, tube_radius: f64) -> Self {
        Self::grid(around, tube, Ends::Joined, Ends::Joined, |u, v| {
            let from_axis = radius + tube_radius * (TAU * v).cos();
            Point::new(from_axis * (TAU * u).cos(), tube_radius * (TAU * v).sin(), -from_axis * (TAU * u).sin())
        })
    }

    /// A box around the origin with edges of these lengths, whose triangles look outwards. Corner `k` is on the positive side of axis
    /// `i` if bit `i` of `k` is set. The six diagonals join the corners 0, 3, 5 and 6, so that no axis is favoured.
    pub fn cuboid(size: Vector) -> Self {
        let corner =
            |k: u32| Point::from(size.map_with_location(|i, _, s| if k >> i & 1 == 1 { s / 2.0 } else { -s / 2.0 }));
        let quads = [[0, 4, 6, 2], [3, 7, 5, 1], [0, 1, 5, 4], [6, 7, 3, 2], [0, 2, 3, 1], [5, 7, 6, 4]];
        let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
        Self { positions: (0..8).map(corner).collect(), triangles }
    }

    /// The shape with every vertex moved.
    #[must_use]
    pub fn map(mut self, f: impl Fn(Point) -> Point) -> Self {
        self.positions.iter_mut().for_each(|p| *p = f(*p));
        self
    }

    /// The shape moved as a whole.
    #[must_use]
    pub fn moved(self, by: Vector) -> Self {
        self.map(|p| p + by)
    }

    /// The shape with its triangles the other way round.
    #[must_use]
    pub fn turned(mut self) -> Self {
        self.triangles.iter_mut().for_each(|t| t.swap(1, 2));
        self
    }

    /// Both shapes as one, the other's vertices after these.
    #[must_use]
    pub fn with(mut self, other: &Self) -> Self {
        let first = self.positions.len() as u32;
        self.positions.extend_from_slice(&other.positions);
        self.triangles.extend(other.triangles.iter().map(|t| t.map(|v| v + first)));
        self
    }

    /// Every triangle cut into four at the middles of its edges: the new vertices lie exactly on the old edges as far as
    /// halves can be told exactly.
    #[must_use]
    pub fn subdivided(&self) -> Self {
        let mut middles = std::collections::BTreeMap::new();
        let mut positions = self.positions.clone();
        let mut triangles = Vec::with_capacity(self.triangles.len() * 4);
        for &[a, b, c] in &self.triangles {
            let [ab, bc, ca] = [(a, b), (b, c), (c, a)].map(|(p, q)| {
                *middles.entry((p.min(q), p.max(q))).or_insert_with(|| {
                    positions.push(nalgebra::center(&positions[p as usize], &positions[q as usize]));
                    positions.len() as u32 - 1
                })
            });
            triangles.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
        }
        Self { positions, triangles }
    }

    /// A sheet of `2 cells²` triangles, one metre square, crumpled by smooth random waves. `fold` is how far, relative to
    /// their length, the waves displace it: at 0 it is flat, above about 0.2 it passes through itself.
    pub fn crumpled(cells: u32, waves: u32, fold: f64, seed: u64) -> Self {
        let waves = Waves::new(waves, seed);
        Self::sheet(cells, 1.0).map(|p| p + waves.at(p.x, p.z) * fold)
    }
}

/// A sum of plane waves with random directions, lengths, phases and displacements.
struct Waves(Vec<Wave>);

struct Wave {
    along: [f64; 2],
    phase: f64,
    by: Vector,
}

impl Waves {
    fn new(count: u32, seed: u64) -> Self {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut unit = move || random.random::<f64>();
        let wave = |_| {
            let direction = TAU * unit();
            // Ten to thirty waves to the metre.
            let frequency = TAU * (10.0 + 20.0 * unit());
            let by = Vector::new(unit() - 0.5, unit() - 0.5, unit() - 0.5);
            Wave {
                along: [frequency * direction.cos(), frequency * direction.sin()],
                phase: TAU * unit(),
                by: by / frequency * TAU,
            }
        };
        Self((0..count).map(wave).collect())
    }

    fn at(&self, x: f64, z: f64) -> Vector {
        self.0.iter().map(|wave| wave.by * (wave.along[0] * x + wave.along[1] * z + wave.phase).sin()).sum()
    }
}
