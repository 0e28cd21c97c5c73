//! Random queries of every awkward kind, the same for the same number.

use super::{Kind, Query};
use geometry::{Point, Vector};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// What a random query is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Eight points anywhere in a cube.
    Anywhere,
    /// Four points anywhere that move little.
    Slow,
    /// Integer points of a small cube: coplanar, collinear, coincident, repeated, at rest.
    Lattice,
    /// Made to touch at a known time in a known place, inside, on a rim or at a corner: coordinates on a grid of 2⁻²⁴.
    Touching,
    /// Made to touch, then moved by a few last bits.
    Grazing,
    /// In one plane throughout.
    Flat,
    /// Triangles without area, parallel edges and edges without length, up to a few last bits.
    Sliver,
    /// One sliding along the other, in it or at a tiny distance.
    Gliding,
    /// Coordinates of very different magnitudes.
    Wild,
    /// Far from the origin for their size.
    Far,
}

impl Class {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Anywhere,
        Self::Slow,
        Self::Lattice,
        Self::Touching,
        Self::Grazing,
        Self::Flat,
        Self::Sliver,
        Self::Gliding,
        Self::Wild,
        Self::Far,
    ];
}

/// The random numbers of a query.
pub fn random(number: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(number)
}

/// A random query of a class.
pub fn query(class: Class, random: &mut impl Rng) -> Query {
    let kind = if random.random() { Kind::PointTriangle } else { Kind::EdgeEdge };
    let [start, end] = match class {
        Class::Anywhere => [points(random, 1.0), points(random, 1.0)],
        Class::Slow => slow(random),
        Class::Lattice => lattice(random),
        Class::Touching => touching(kind, random),
        Class::Grazing => touching(kind, random).map(|four| nudged(four, random)),
        Class::Flat => flat(random),
        Class::Sliver => sliver(kind, random),
        Class::Gliding => gliding(kind, random),
        Class::Wild => wild(random),
        Class::Far => far(kind, random),
    };
    // Ways back are as good as ways there.
    if random.random() { Query { kind, start, end } } else { Query { kind, start: end, end: start } }
}

fn points(random: &mut impl Rng, size: f64) -> [Point; 4] {
    std::array::from_fn(|_| Point::from(vector(random, size)))
}

fn vector(random: &mut impl Rng, size: f64) -> Vector {
    Vector::from_fn(|_, _| random.random_range(-size..=size))
}

fn slow(random: &mut impl Rng) -> [[Point; 4]; 2] {
    let start = points(random, 1.0);
    let size = 10f64.powi(random.random_range(-8..=0));
    [start, start.map(|p| p + vector(random, size))]
}

fn lattice(random: &mut impl Rng) -> [[Point; 4]; 2] {
    let size = random.random_range(1..=4);
    let mut four =
        || std::array::from_fn(|_| Point::from(Vector::from_fn(|_, _| f64::from(random.random_range(0..=size)))));
    [four(), four()]
}

/// On the grid: multiples of 2⁻²⁰.
fn grid(random: &mut impl Rng) -> Point {
    Point::from(Vector::from_fn(|_, _| f64::from(random.random_range(-(1 << 20)..=1 << 20)) / f64::from(1 << 20)))
}

/// The first point ends where it must for the two to touch at a time 2⁻ʲ: all of it exact in doubles.
fn touching(kind: Kind, random: &mut impl Rng) -> [[Point; 4]; 2] {
    let start: [Point; 4] = std::array::from_fn(|_| grid(random));
    let mut end: [Point; 4] = std::array::from_fn(|_| grid(random));
    let halvings = f64::from(1 << random.random_range(0..=4));
    // Where the points are at the time, multiplied by 2ʲ.
    let at = |k: usize, end: &[Point; 4]| start[k].coords * (halvings - 1.0) + end[k].coords;
    let meeting = match kind {
        Kind::PointTriangle => {
            let u = random.random_range(0..=16);
            let v = random.random_range(0..=16 - u);
            let weights = [16 - u - v, u, v].map(|w| f64::from(w) / 16.0);
            at(1, &end) * weights[0] + at(2, &end) * weights[1] + at(3, &end) * weights[2]
        }
        Kind::EdgeEdge => {
            let along = f64::from(random.random_range(0..=16)) / 16.0;
            let there = at(2, &end) * (1.0 - along) + at(3, &end) * along;
            let share = f64::from(1 << random.random_range(0..=3));
            // A point of the second edge is at this share of the first edge from its other end.
            (there - at(1, &end)) * share + at(1, &end)
        }
    };
    end[0] = Point::from(meeting - start[0].coords * (halvings - 1.0));
    [start, end]
}

/// Some coordinates moved by up to three last bits.
fn nudged(four: [Point; 4], random: &mut impl Rng) -> [Point; 4] {
    four.map(|point| {
        point.map(|x| {
            let by = random.random_range(-6i32..=3).max(-3);
            (0..by.abs()).fold(x, |x, _| if by > 0 { x.next_up() } else { x.next_down() })
        })
    })
}

fn flat(random: &mut impl Rng) -> [[Point; 4]; 2] {
    let axis = random.random_range(0..3);
    let coarse = random.random_bool(0.5);
    let mut four = || {
        std::array::from_fn(|_| {
            let mut point = grid(random);
            if coarse {
                point = point.map(|x| (x * 3.0).round());
            }
            point[axis] = 0.5;
            point
        })
    };
    [four(), four()]
}

/// The points of one side on a line, or both sides along one direction.
fn sliver(kind: Kind, random: &mut impl Rng) -> [[Point; 4]; 2] {
    let [mut start, mut end] = touching(kind, random);
    for four in [&mut start, &mut end] {
        let along = grid(random).coords;
        match kind {
            Kind::PointTriangle => {
                for k in 2..4 {
                    four[k] = four[1] + along * f64::from(random.random_range(-2..=2)) * 0.5;
                }
            }
            Kind::EdgeEdge => {
                for k in [1, 3] {
                    four[k] = four[k - 1] + along * f64::from(random.random_range(-2..=2)) * 0.5;
                }
            }
        }
        if random.random_bool(0.5) {
            *four = nudged(*four, random);
        }
    }
    [start, end]
}

/// The first point is on the other side's plane or line at both ends, up to a tiny distance.
fn gliding(kind: Kind, random: &mut impl Rng) -> [[Point; 4]; 2] {
    let mut start = points(random, 1.0);
    let (motion, turn) = (vector(random, 0.5), random.random_bool(0.5));
    let mut end = start.map(|p| p + motion + if turn { vector(random, 0.1) } else { Vector::zeros() });
    let off = [0.0, 1e-15, 1e-12, 1e-9, 1e-6][random.random_range(0..5)];
    for four in [&mut start, &mut end] {
        let (u, v) = (random.random_range(-0.2..=1.2), random.random_range(0.0..=1.0));
        let (ab, ac) = (four[2] - four[1], four[3] - four[1]);
        let normal = ab.cross(&ac).normalize();
        match kind {
            Kind::PointTriangle => four[0] = four[1] + ab * u + ac * v * (1.0 - u) + normal * off,
            Kind::EdgeEdge => {
                // The first end slides along the second edge; the other stays on one side of it.
                four[0] = four[2] + (four[3] - four[2]) * u + normal * off;
                four[1] = four[0] + normal * 0.5 + ac * 0.1;
            }
        }
    }
    [start, end]
}

fn wild(random: &mut impl Rng) -> [[Point; 4]; 2] {
    let span = random.random_range(1..=20);
    let mut four = || {
        let mut coordinate = || random.random_range(-1.0..=1.0) * 10f64.powi(random.random_range(-span..=span));
        std::array::from_fn(|_| Point::new(coordinate(), coordinate(), coordinate()))
    };
    [four(), four()]
}

fn far(kind: Kind, random: &mut impl Rng) -> [[Point; 4]; 2] {
    let distance = 10f64.powi(random.random_range(1..=9));
    let away = vector(random, distance);
    let small = 10f64.powi(random.random_range(-3..=1));
    touching(kind, random).map(|four| four.map(|p| p * small + away))
}
