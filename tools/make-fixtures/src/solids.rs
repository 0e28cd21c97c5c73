//! Meshes that cloth meets: the finger, the bump and the folds of BWK03 §4.4, figure 3.

use crate::place::settled;
use geometry::shapes::{Ends, Shape};
use geometry::{Point, Vector};
use std::f64::consts::FRAC_PI_2;

/// A mesh for scenes to collide with.
#[derive(Clone, Debug)]
pub struct Solid {
    /// The name of its file, without the extension.
    pub name: &'static str,
    /// The mesh; its triangles look outwards.
    pub shape: Shape,
}

/// The radius of the finger, in metres.
const FINGER: f64 = 0.008;
/// Half its length, in metres.
const HALF: f64 = 0.1;
/// The radius of the arc along which it is folded: less than its own, so that its two halves overlap by 6 mm.
const FOLD: f64 = 0.005;

/// A strap: the radius of its cord, half its length, and the radius of the arc with which it lies over a shoulder. Metres.
const STRAP: [f64; 3] = [0.012, 0.25, 0.085];

/// Every solid, in the order of the table in `fixtures/README.md`.
pub fn solids() -> Vec<Solid> {
    let lying = limb(FINGER, HALF, 40, 16).map(|p| Point::new(p.x, p.z, -p.y));
    let folded_finger = limb(FINGER, HALF, 60, 16).map(|p| folded(&p, FOLD));
    // From front to back, its top at the origin.
    let strap = limb(STRAP[0], STRAP[1], 60, 16).map(|p| folded(&p, STRAP[2]));
    let strap = strap.map(|p| Point::new(-p.z, p.x - STRAP[2], -p.y));
    let under = limb(0.05, 0.15, 30, 24).moved(Vector::new(0.0, -0.045, 0.0));
    // Laid along x and along z around the same middle, one over the other.
    let along_z = under.clone().map(|p| Point::new(p.x, -0.045 + p.z, -(p.y + 0.045)));
    let along_x = under.map(|p| Point::new(-(p.y + 0.045), 0.045 + p.x, p.z));
    vec![
        Solid { name: "finger", shape: settled(lying) },
        Solid { name: "folded-finger", shape: settled(folded_finger) },
        Solid { name: "ridge", shape: settled(ridge()) },
        Solid { name: "crossed-limbs", shape: settled(along_z.with(&along_x)) },
        Solid { name: "strap", shape: settled(strap) },
    ]
}

/// A capsule along y: rings are spread evenly over its length, the last ones make the round ends.
fn limb(radius: f64, half: f64, rings: u32, segments: u32) -> Shape {
    Shape::sphere(rings, segments, 1.0).turned().map(|p| {
        let y = half * p.y.clamp(-1.0, 1.0).asin() / FRAC_PI_2;
        let beyond = (y.abs() - (half - radius)).max(0.0);
        let out = Vector::new(p.x, 0.0, p.z).try_normalize(1e-9).unwrap_or_default();
        Point::new(0.0, y, 0.0) + out * (radius * radius - beyond * beyond).max(0.0).sqrt()
    })
}

/// Folds what stands along y by half a turn around the z axis: over an arc of some radius, straight beyond it.
fn folded(p: &Point, radius: f64) -> Point {
    let turn = (p.y / radius).clamp(-FRAC_PI_2, FRAC_PI_2);
    let (out, along) = (Vector::new(turn.cos(), turn.sin(), 0.0), Vector::new(-turn.sin(), turn.cos(), 0.0));
    Point::from(out * (radius + p.x) + along * (p.y - turn * radius)) + Vector::z() * p.z
}

/// A plate with a ridge along z: 2 cm high and about 1 cm wide. Columns are close together where it is steep.
fn ridge() -> Shape {
    Shape::grid(48, 6, Ends::Open, Ends::Open, |u, v| {
        let across = (u - 0.5) * 2.0;
        let x = 0.1 * (0.15 * across + 0.85 * across.powi(3));
        Point::new(x, 0.02 * (-(x / 0.006).powi(2)).exp(), (0.5 - v) * 0.2)
    })
}
