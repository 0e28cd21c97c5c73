//! Solids for the tests, and one call for all stages.

use contact::Surface;
use flypaper::{Hold, Intersections, Pinches, Solid, Touch, Weights, holds};
use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::shapes::Shape;
use geometry::{FaceId, Mesh, Point, SurfaceMotion, Vector};
use gia::{Analyser, Analysis};

/// Seconds of a step in these tests.
pub const STEP: f64 = 0.01;

/// A mesh at both ends of a step, analysed at both.
pub struct Posed {
    pub surface: Surface,
    pub analysis: Analysis,
    pub intersections: [Intersections; 2],
}

impl Posed {
    pub fn new(triangles: &[[u32; 3]], from: &[Point], to: &[Point]) -> Self {
        let mesh = Mesh::new(from.len(), triangles).expect("a mesh");
        let analysis = analyse(&mesh, from);
        let intersections = [from, to].map(|at| Intersections::new(&mesh, at, &analyse(&mesh, at)));
        let motion = SurfaceMotion { positions_t0: from.to_vec(), positions_t1: to.to_vec() };
        Self { surface: Surface::new(mesh, &motion), analysis, intersections }
    }

    pub fn still(shape: &Shape) -> Self {
        Self::new(&shape.triangles, &shape.positions, &shape.positions)
    }

    pub fn moved(shape: &Shape, to: impl Fn(&Point) -> Point) -> Self {
        let positions: Vec<Point> = shape.positions.iter().map(to).collect();
        Self::new(&shape.triangles, &shape.positions, &positions)
    }

    pub fn solid(&self) -> Solid<'_> {
        Solid::Mesh { surface: &self.surface, intersections: self.intersections.each_ref() }
    }
}

fn analyse(mesh: &Mesh, positions: &[Point]) -> Analysis {
    let tree = BoxTree::build(mesh.faces().len(), |face| {
        Bounds::around(mesh.face(FaceId(face)).map(|v| &positions[v.index()]))
    });
    Analyser::default().analyse(mesh, positions, &tree)
}

/// A ball of rings around the origin, its normals outwards.
pub fn ball(rings: u32, segments: u32, radius: f64) -> Shape {
    Shape::sphere(rings, segments, radius).turned()
}

/// Two balls with a radius of 10 cm that overlap by 2 cm around the origin, one above the other.
pub fn balls() -> [Shape; 2] {
    [-0.09, 0.09].map(|y| ball(40, 64, 0.1).moved(Vector::new(0.0, y, 0.0)))
}

/// Points in the overlap of the balls: on its middle, and off it.
pub fn between_balls() -> Vec<Point> {
    let places = (0..60).map(|i| (f64::from(i) * 2.4, 0.03 * (f64::from(i) / 60.0).sqrt(), f64::from(i % 5) - 2.0));
    places.map(|(angle, radius, up)| Point::new(radius * angle.cos(), 0.001 * up, radius * angle.sin())).collect()
}

/// A finger along y: a capsule with a radius of 8 mm, 20 cm long.
pub fn finger() -> Shape {
    let (radius, half) = (0.008, 0.1);
    ball(80, 24, 1.0).map(|p| {
        // Rings are drawn apart evenly; the last ones make the round ends.
        let y = half * p.y.clamp(-1.0, 1.0).asin() / std::f64::consts::FRAC_PI_2;
        let beyond = (y.abs() - (half - radius)).max(0.0);
        let out = Vector::new(p.x, 0.0, p.z).try_normalize(1e-9).unwrap_or_default();
        Point::new(0.0, y, 0.0) + out * (radius * radius - beyond * beyond).max(0.0).sqrt()
    })
}

/// Bends what stands along y around the z axis: over an arc of this radius by this angle, straight beyond it.
pub fn bent(p: &Point, radius: f64, angle: f64) -> Point {
    let turn = (p.y / radius).clamp(-angle / 2.0, angle / 2.0);
    let (out, along) = (Vector::new(turn.cos(), turn.sin(), 0.0), Vector::new(-turn.sin(), turn.cos(), 0.0));
    Point::from(out * (radius + p.x) + along * (p.y - turn * radius)) + Vector::z() * p.z
}

/// Who is pinched.
pub fn pinches(solids: &[Solid], particles: &[Point]) -> Pinches {
    Pinches::find(solids, particles, |_| Touch::default())
}

/// The motion of the pinched particles with equal weights; all of them must be pinched.
pub fn all_held(solids: &[Solid], particles: &[Point], weights: &Weights) -> Vec<Hold> {
    let pinches = pinches(solids, particles);
    assert_eq!(pinches.len(), particles.len(), "all are pinched");
    holds(solids, particles, &pinches, weights, STEP)
}
