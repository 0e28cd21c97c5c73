//! Arithmetic that gives the same bits on every machine.
//!
//! The mannequin is a fixture: its bytes must not depend on who makes it. IEEE 754 rounds +, −, ×, ÷ and √ correctly, so
//! those five are the same everywhere; sines, powers and logarithms come from a platform's library and are not. Remeshing
//! would turn a last bit into a different mesh. So the whole crate uses the five, and takes its few sines from here.

use geometry::Vector;
use nalgebra::{Quaternion, UnitQuaternion};

/// A rotation.
pub(crate) type Turn = UnitQuaternion<f64>;

/// Sine and cosine of an angle in degrees, |angle| ≤ 360: the series for an eighth of the angle, then doubled three times.
pub(crate) fn sin_cos(degrees: f64) -> (f64, f64) {
    let x = degrees * (std::f64::consts::PI / 180.0 / 8.0);
    let square = x * x;
    // Terms up to x¹⁵ and x¹⁶: the next are below 1e-15 of the result for x ≤ π/4.
    let (mut sin, mut cos) = (0.0, 0.0);
    for n in (0..8).rev() {
        let n = f64::from(n);
        sin = 1.0 - square / ((2.0 * n + 2.0) * (2.0 * n + 3.0)) * sin;
        cos = 1.0 - square / ((2.0 * n + 1.0) * (2.0 * n + 2.0)) * cos;
    }
    let (mut sin, mut cos) = (x * sin, cos);
    for _ in 0..3 {
        (sin, cos) = (2.0 * sin * cos, 1.0 - 2.0 * sin * sin);
    }
    (sin, cos)
}

/// A turn about an axis of length 1, by degrees.
pub(crate) fn turn(axis: Vector, degrees: f64) -> Turn {
    let (sin, cos) = sin_cos(degrees / 2.0);
    Turn::new_unchecked(Quaternion::from_parts(cos, axis * sin))
}

/// From one turn to another along the shorter way; `share` is 0 at the first. Halfway it is exactly halfway; elsewhere its
/// speed differs from that of a spherical interpolation, which eased motion does not show.
pub(crate) fn mix(from: &Turn, to: &Turn, share: f64) -> Turn {
    let sign = if from.coords.dot(&to.coords) < 0.0 { -1.0 } else { 1.0 };
    let coords = from.coords * (1.0 - share) + to.coords * (sign * share);
    Turn::new_unchecked(Quaternion::from(coords / coords.norm()))
}

/// The turn that takes one pair of directions to another: first onto first exactly, second as nearly as possible.
pub(crate) fn align(from: [Vector; 2], to: [Vector; 2]) -> Turn {
    let frame = |[first, second]: [Vector; 2]| {
        let x = first.normalize();
        let z = x.cross(&second).normalize();
        nalgebra::Matrix3::from_columns(&[x, z.cross(&x), z])
    };
    let matrix = frame(to) * frame(from).transpose();
    Turn::from_rotation_matrix(&nalgebra::Rotation3::from_matrix_unchecked(matrix))
}

/// A length in metres rounded to 2⁻²⁰, about a micrometre: single precision then holds it exactly, and differences of two
/// as well. Zero is never negative.
pub(crate) fn on_grain(length: f64) -> f64 {
    const GRAIN: f64 = 1.0 / 1_048_576.0;
    (length / GRAIN).round() * GRAIN + 0.0
}

/// From 0 to 1 as x goes from `low` to `high`, with no slope at both ends.
pub(crate) fn ease(low: f64, high: f64, x: f64) -> f64 {
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sines_are_those_of_the_library_to_rounding() {
        for degrees in -360..=360 {
            let degrees = f64::from(degrees);
            let (sin, cos) = sin_cos(degrees);
            let (s, c) = degrees.to_radians().sin_cos();
            assert!((sin - s).abs() < 4e-15 && (cos - c).abs() < 4e-15, "{degrees}: {sin} {s}, {cos} {c}");
        }
    }

    #[test]
    fn a_turn_aligns_and_mixes() {
        let x_to_y = align([Vector::x(), Vector::y()], [Vector::y(), -Vector::x()]);
        assert!((x_to_y * Vector::x() - Vector::y()).norm() < 1e-15);
        assert!(x_to_y.angle_to(&turn(Vector::z(), 90.0)) < 1e-7);
        assert!(mix(&Turn::identity(), &x_to_y, 0.5).angle_to(&turn(Vector::z(), 45.0)) < 1e-7);
    }
}
