//! Seeded randomness for the corpus.

use geometry::{Point, Vector};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// The fewest and the most triangles of a case.
const TRIANGLES: [f64; 2] = [500.0, 20_000.0];

pub(super) struct Dice(Pcg64Mcg);

impl Dice {
    /// Every family and seed has dice of its own.
    pub fn new(family: &str, seed: u64) -> Self {
        // FNV-1a: any mixing will do, as long as it never changes.
        let mixed = family
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        Self(Pcg64Mcg::seed_from_u64(mixed ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    /// A number between two.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.0.random::<f64>()
    }

    /// A whole number from one to another, both included.
    pub fn whole(&mut self, low: u32, high: u32) -> u32 {
        self.0.random_range(low..=high)
    }

    /// How many triangles a case has in all: as often from 500 to 1,000 as from 10,000 to 20,000.
    pub fn triangles(&mut self) -> f64 {
        let [low, high] = TRIANGLES.map(f64::ln);
        self.between(low, high).exp()
    }

    /// A point's displacement by up to a length along each axis.
    pub fn jitter(&mut self, by: f64) -> Vector {
        Vector::new(self.between(-by, by), self.between(-by, by), self.between(-by, by))
    }

    /// Any turn about the vertical axis, as a map.
    pub fn turn(&mut self) -> impl Fn(Point) -> Point + use<> {
        let (sin, cos) = self.between(0.0, std::f64::consts::TAU).sin_cos();
        move |p| Point::new(cos * p.x - sin * p.z, p.y, sin * p.x + cos * p.z)
    }
}
