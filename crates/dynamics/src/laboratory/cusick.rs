//! The drape coefficient after Cusick (ISO 9073-9, BS 5058).
//!
//! A disc of fabric 30 cm across lies on a disc of 18 cm and is held on it; the rest hangs. Light falls straight down: the
//! drape coefficient is the part of the hanging ring's flat area that is still in the shadow. Paper has 100 %, a limp
//! fabric 20 %.
//!
//! 1. A flat disc, a little uneven: a fabric never lies quite flat, and something has to say where folds begin.
//! 2. It is draped.
//! 3. Its shadow is measured, and the folds of its rim are counted.

use super::specimen::Disc;
use super::{clamp, shadow};
use crate::cloth::{Cloth, ClothError, Rest};
use crate::drape::{DrapeReport, DrapeSettings, drape};
use crate::material::Material;
use crate::state::State;
use crate::step::World;
use geometry::{Mesh, Point};
use std::ops::RangeInclusive;

/// The radius of the specimen, in m.
pub const SPECIMEN: f64 = 0.15;
/// The radius of the support, in m.
pub const SUPPORT: f64 = 0.09;

/// A draped disc.
#[derive(Clone, Debug)]
pub struct Drape {
    /// The drape coefficient, in %.
    pub coefficient: f64,
    /// Folds of the rim.
    pub folds: usize,
    /// How far the lowest point hangs below the support, in m.
    pub depth: f64,
    /// Elastic energy and that of weight, in J.
    pub energy: f64,
    /// Iterations of draping.
    pub iterations: u32,
    /// Whether the forces balance.
    pub at_rest: bool,
    /// The largest acceleration that is left, as part of standard gravity.
    pub imbalance: f64,
    /// Where the particles are, in m.
    pub positions: Vec<Point>,
    /// All faces, support included.
    pub triangles: Vec<[u32; 3]>,
}

/// How a disc is tested.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// Faces of the hanging ring, about.
    pub faces: usize,
    /// Which unevenness the disc begins with.
    pub seed: u64,
    /// When it is at rest.
    pub settings: DrapeSettings,
}

/// The waves around the rim that the unevenness is made of.
const WAVES: RangeInclusive<u32> = 2..=12;
/// Their height at the rim times how many go around it, in m: less than a millimetre, and less for the short ones.
const UNEVENNESS: f64 = 1e-3;
/// A fold counts when the rim comes back by more than this part of its whole range.
const SWING: f64 = 0.15;

impl Test {
    /// A test with so many faces.
    pub fn new(faces: usize) -> Self {
        Self { faces, seed: 1, settings: DrapeSettings::default() }
    }

    /// Drapes a disc of this material.
    pub fn measure(&self, material: &Material) -> Result<Drape, ClothError> {
        self.measure_watched(material, &mut |_| {})
    }

    /// Drapes a disc of this material; `watch` is told of the progress after every iteration.
    pub fn measure_watched(
        &self,
        material: &Material,
        watch: &mut dyn FnMut(&DrapeReport),
    ) -> Result<Drape, ClothError> {
        let disc = Disc::new(SUPPORT, SPECIMEN, self.faces);
        let cloth = cloth_of(&disc, material)?;
        let mut state = State::at_rest(uneven(&disc, self.seed));
        let held = clamp(0..disc.specimen.held);
        let report = drape(&cloth, &mut state, &World::default(), &held, &self.settings, watch);
        let lowest = state.positions.iter().map(|p| p.y).fold(0.0, f64::min);
        Ok(Drape {
            coefficient: coefficient(&disc, &state.positions),
            folds: folds(&state.positions[state.positions.len() - disc.specimen.tip..]),
            depth: -lowest,
            energy: report.energy,
            iterations: report.iterations,
            at_rest: report.at_rest,
            imbalance: report.imbalance,
            positions: state.positions,
            triangles: disc.all_faces(),
        })
    }
}

/// Drape coefficients that textile laboratories find for fabrics of this name, in %.
///
/// Leather: sheep garment leathers, 47.35 to 69.9 (Memon and others 2021). The others are the spans this project holds its
/// presets to; they are customary, and not taken from one table. That of jersey is the least certain.
pub fn published(name: &str) -> Option<RangeInclusive<f64>> {
    match name {
        "silk" => Some(20.0..=40.0),
        "wool" => Some(40.0..=70.0),
        "cotton" => Some(60.0..=76.0),
        "denim" => Some(70.0..=90.0),
        "leather" => Some(47.0..=70.0),
        "jersey" => Some(20.0..=45.0),
        _ => None,
    }
}

/// Drapes a disc of this material with about so many faces.
pub fn measure(material: &Material, faces: usize) -> Result<Drape, ClothError> {
    Test::new(faces).measure(material)
}

fn cloth_of(disc: &Disc, material: &Material) -> Result<Cloth, ClothError> {
    let flat = &disc.specimen;
    // The centre belongs to the support and has no cloth: it is a particle without mass.
    let Ok(mesh) = Mesh::new(flat.positions.len(), &flat.triangles) else { return Err(ClothError::NoArea) };
    let lay = |v: &u32| [flat.positions[*v as usize].z, flat.positions[*v as usize].x];
    let pattern: Vec<[[f64; 2]; 3]> = flat.triangles.iter().map(|t| [lay(&t[0]), lay(&t[1]), lay(&t[2])]).collect();
    Cloth::new(
        &mesh,
        Rest::Pattern { corners: &pattern, shape: &flat.positions },
        std::slice::from_ref(material),
        |_| 0,
    )
}

/// The disc with slow waves around it, of random phase, that grow towards the rim.
fn uneven(disc: &Disc, seed: u64) -> Vec<Point> {
    let mut random = seed;
    let phases: Vec<f64> = WAVES.map(|_| std::f64::consts::TAU * uniform(&mut random)).collect();
    let lift = |p: &Point| {
        let angle = p.z.atan2(p.x);
        let out = ((p.x.hypot(p.z) - SUPPORT) / (SPECIMEN - SUPPORT)).max(0.0);
        let wave = |(wave, phase): (u32, &f64)| (f64::from(wave) * angle + phase).cos() / f64::from(wave);
        Point::new(p.x, UNEVENNESS * out * out * WAVES.zip(&phases).map(wave).sum::<f64>(), p.z)
    };
    let mut positions: Vec<Point> = disc.specimen.positions.iter().map(lift).collect();
    positions[..disc.specimen.held].copy_from_slice(&disc.specimen.positions[..disc.specimen.held]);
    positions
}

/// The next of a sequence of numbers from 0 to 1 (`SplitMix64`; Steele, Lea, Flood 2014).
fn uniform(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

/// The drape coefficient at these positions, in %.
fn coefficient(disc: &Disc, positions: &[Point]) -> f64 {
    let all = disc.all_faces();
    let inside = std::f64::consts::PI * SUPPORT * SUPPORT;
    let [now, flat] = [positions, &disc.specimen.positions].map(|p| shadow::area(p, &all) - inside);
    // In this order: what is the same to the last bit is 100.
    100.0 * (now / flat)
}

/// How often the rim swings out: turning points of its radius, where a turn counts once the radius has come back by
/// [`SWING`] of its range.
fn folds(rim: &[Point]) -> usize {
    let radii: Vec<f64> = rim.iter().map(|p| p.x.hypot(p.z)).collect();
    let [low, high] = [radii.iter().copied().fold(f64::INFINITY, f64::min), radii.iter().copied().fold(0.0, f64::max)];
    if high - low < 1e-3 * SPECIMEN {
        return 0;
    }
    // From the innermost point once around: rising until the radius has fallen back, and so on.
    let first = radii.iter().position(|r| *r == low).unwrap_or(0);
    let (mut out, mut extreme, mut count) = (true, low, 0);
    for k in 1..=radii.len() {
        let radius = radii[(first + k) % radii.len()];
        extreme = if out { extreme.max(radius) } else { extreme.min(radius) };
        if (radius - extreme).abs() > SWING * (high - low) {
            count += usize::from(out);
            out = !out;
            extreme = radius;
        }
    }
    count
}

#[cfg(test)]
#[path = "cusick/tests.rs"]
mod tests;
