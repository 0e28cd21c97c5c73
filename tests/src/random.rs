//! Random meshes that pass through themselves in every way there is.

use geometry::shapes::{Ends, Shape};
use geometry::{Mesh, Point};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

/// Where random vertices go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// Integer points of a small cube: most determinants vanish, many vertices coincide.
    Lattice,
    /// Multiples of 2⁻²⁰ within a cube: hardly any determinant vanishes.
    Fine,
    /// Any double, of very different magnitudes.
    Wild,
}

/// A small mesh of random topology with its vertices thrown anywhere.
pub fn mesh(random: &mut impl Rng, places: Places) -> (Mesh, Vec<Point>) {
    let mut shape = topology(random);
    if random.random_bool(0.5) {
        shape = shape.with(&topology(random));
    }
    let size = random.random_range(1..=4);
    let positions: Vec<Point> = shape.positions.iter().map(|_| place(random, places, size)).collect();
    let mut names: Vec<u32> = (0..positions.len() as u32).collect();
    names.shuffle(random);
    let mut renamed = positions.clone();
    for (old, &new) in names.iter().enumerate() {
        renamed[new as usize] = positions[old];
    }
    // Some faces go missing, so that there are holes and vertices with several fans.
    let keep = random.random_range(0.6..=1.2);
    let kept = shape.triangles.iter().filter(|_| random.random::<f64>() < keep);
    let triangles: Vec<[u32; 3]> = kept.map(|t| t.map(|v| names[v as usize])).collect();
    let mesh = Mesh::new(renamed.len(), &triangles).expect("subsets of surfaces are surfaces");
    (mesh, renamed)
}

fn topology(random: &mut impl Rng) -> Shape {
    let flat = |_, _| Point::origin();
    let (columns, rows) = (random.random_range(1..=3), random.random_range(1..=3));
    let long = random.random_range(3..=4);
    match random.random_range(0..6) {
        0 | 1 => Shape::grid(columns, rows, Ends::Open, Ends::Open, flat),
        2 => Shape::grid(long, rows, Ends::Joined, Ends::Open, flat),
        3 => Shape::grid(long + 1, rows, Ends::Twisted, Ends::Open, flat),
        4 => Shape::grid(long, 3, Ends::Joined, Ends::Joined, flat),
        _ => Shape::sphere(3, long, 1.0),
    }
}

fn place(random: &mut impl Rng, places: Places, size: i32) -> Point {
    let mut coordinate = || match places {
        Places::Lattice => f64::from(random.random_range(0..=size)),
        Places::Fine => f64::from(random.random_range(-(1 << 21)..1 << 21)) / f64::from(1 << 20),
        Places::Wild => (random.random::<f64>() - 0.5) * 10f64.powi(random.random_range(-20..=20)),
    };
    Point::new(coordinate(), coordinate(), coordinate())
}
