//! Weight: m g, without derivatives.

use geometry::{Point, Vector};

/// The acceleration that textile and draping figures refer to, in m/s² (ISO 80000-3).
pub const STANDARD: f64 = 9.806_65;

/// The potential energy of the particles, in J, relative to the origin.
pub fn energy(gravity: &Vector, masses: &[f64], positions: &[Point]) -> f64 {
    masses.iter().zip(positions).map(|(m, p)| -m * gravity.dot(&p.coords)).sum()
}
