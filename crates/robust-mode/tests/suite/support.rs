//! Small worlds to throw about.

use geometry::shapes::Shape;
use geometry::{Mesh, Point, Vector, VertexId};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use robust_mode::{Checked, History, Invariant, Moved, Report, Robust, SEPARATION, Settings, Sweep};

/// How thick everything is, in m.
pub const THICK: f64 = 1e-3;
/// How long a step is, in s.
pub const STEP: f64 = 0.01;

/// Everything there is.
pub struct World {
    pub mesh: Mesh,
    pub start: Vec<Point>,
    pub inverse_masses: Vec<f64>,
    pub thickness: Vec<f64>,
    pub friction: Vec<f64>,
}

impl World {
    /// Free particles of different masses.
    pub fn new(shape: &Shape) -> Self {
        let count = shape.positions.len();
        let mesh = Mesh::new(count, &shape.triangles).expect("a mesh");
        let inverse_masses = (0..count).map(|i| 1e4 / (1.0 + (i % 7) as f64)).collect();
        let (thickness, friction) = (vec![THICK; count], vec![0.3; count]);
        Self { mesh, start: shape.positions.clone(), inverse_masses, thickness, friction }
    }

    /// The same, with some particles dictated.
    pub fn dictated(mut self, particles: impl IntoIterator<Item = usize>) -> Self {
        particles.into_iter().for_each(|particle| self.inverse_masses[particle] = 0.0);
        self
    }

    pub fn sweep(&self) -> Sweep<'_> {
        let Self { mesh, start, inverse_masses, thickness, friction } = self;
        Sweep { mesh, start, inverse_masses, thickness, friction, duration: STEP, separation: SEPARATION, skin: None }
    }

    /// A motion in which particles end where `to` says.
    pub fn moved(&self, to: impl Fn(usize, Point) -> Point) -> Moved {
        let ends: Vec<Point> = self.start.iter().enumerate().map(|(i, p)| to(i, *p)).collect();
        let velocities = ends.iter().zip(&self.start).map(|(end, start)| (end - start) / STEP).collect();
        Moved { ends, velocities }
    }

    /// How many crossings there are.
    pub fn crossings(&self, positions: &[Point]) -> usize {
        Invariant::new(&self.mesh, positions).check(&self.mesh, positions, self.start.len()).crossings
    }

    /// Makes a step clean, with what is near now.
    pub fn follow(&self, settings: Settings, moved: &mut Moved) -> Report {
        let reach = contact::cloth::ClothReach::default();
        let mut search = contact::ClothSearch::new(&self.mesh, &self.far());
        let near = search.find(&self.mesh, &self.start, &self.thickness, &reach);
        let history = History::new(&near.contacts, &self.start);
        let mut robust = Robust::new(&self.mesh, &self.start, settings);
        robust.follow(&self.sweep(), moved, &history.pairs, &[], &Checked::default())
    }

    /// Rest positions that are all far from each other: nothing is near at rest.
    fn far(&self) -> Vec<Point> {
        (0..self.start.len()).map(|i| Point::new(i as f64, (i * i % 17) as f64, (i * i % 13) as f64)).collect()
    }

    /// Linear momentum, and angular momentum about the origin, of velocities at positions.
    pub fn momenta(&self, positions: &[Point], velocities: &[Vector]) -> (Vector, Vector) {
        let mut sums = (Vector::zeros(), Vector::zeros());
        for ((p, v), inverse) in positions.iter().zip(velocities).zip(&self.inverse_masses) {
            if *inverse > 0.0 {
                sums.0 += v / *inverse;
                sums.1 += p.coords.cross(v) / *inverse;
            }
        }
        sums
    }
}

/// Triangles here and there in a box, that do not touch: each is kept if the soup stays clean with it.
pub fn soup(seed: u64, count: usize, size: f64) -> Shape {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut shape = Shape::default();
    while shape.triangles.len() < count {
        let center = Vector::from_fn(|_, _| random.random_range(-0.5..0.5));
        let corner = |_| Point::from(center + Vector::from_fn(|_, _| random.random_range(-size..size)));
        let corners: Vec<Point> = (0..3).map(corner).collect();
        let more = shape.clone().with(&Shape { positions: corners, triangles: vec![[0, 1, 2]] });
        if World::new(&more).crossings(&more.positions) == 0 {
            shape = more;
        }
    }
    shape
}

/// Where random motion takes particles: each its own way, up to so far.
pub fn wild(seed: u64, far: f64) -> impl Fn(usize, Point) -> Point {
    move |i, p| {
        let mut random = Pcg64Mcg::seed_from_u64(seed ^ (i as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        p + Vector::from_fn(|_, _| random.random_range(-far..far))
    }
}

/// Whether all pairs of particles keep their distances.
pub fn distances_change(particles: &[VertexId], from: &[Point], to: &[Point]) -> f64 {
    let mut most = 0.0f64;
    for a in particles {
        for b in particles {
            let was = nalgebra::distance(&from[a.index()], &from[b.index()]);
            most = most.max((nalgebra::distance(&to[a.index()], &to[b.index()]) - was).abs());
        }
    }
    most
}
