//! Rigid motions of a few particles: what an impact zone does (BFA02 §7.5).
//!
//! Inertia tensors of coplanar particles can be inverted, of collinear or coincident ones they cannot: SSIF08 §4 takes the pseudo-inverse,
//! and so do we. A line of particles then does not spin about itself, and a heap in one point does not spin at all.

use geometry::{Point, Vector};
use nalgebra::{Matrix3, Rotation3, SymmetricEigen};

/// A rotation about a point and then a translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rigid {
    /// The point it turns about, before the translation.
    pub center: Point,
    /// How far it moves, in m.
    pub translation: Vector,
    /// How it turns.
    pub rotation: Rotation3<f64>,
}

impl Rigid {
    /// Where a point goes. The rotation is exact, so lengths and angles are kept; what neither turns nor moves stays, to the bit.
    pub fn apply(&self, point: &Point) -> Point {
        let arm = point - self.center;
        point + self.translation + (self.rotation * arm - arm)
    }

    /// The rigid motion that comes nearest to taking the points `from` to `to`; exact if there is one that does.
    ///
    /// By Gauss and Newton's method on the rotation: each round solves for the small rotation that is still missing, with the pseudo-inverse
    /// of the inertia tensor.
    pub fn between(from: &[Point], to: &[Point]) -> Self {
        let ones = vec![1.0; from.len()];
        let (center, goal) = (middle(from, &ones), middle(to, &ones));
        let mut rotation = Rotation3::identity();
        for _ in 0..FIT_ROUNDS {
            let turned: Vec<Point> = from.iter().map(|p| Point::from(rotation * (p - center))).collect();
            let missing = |(at, to): (&Point, &Point)| at.coords.cross(&(to - goal));
            let torque: Vector = turned.iter().zip(to).map(missing).sum();
            let small = pseudo_inverse(&inertia(&turned, &Point::origin(), &ones)) * torque;
            rotation = Rotation3::new(small) * rotation;
            if small.norm() <= FIT_ANGLE {
                break;
            }
        }
        Self { center, translation: goal - center, rotation }
    }
}

/// The most rounds of a fit: each squares the angle that is missing.
const FIT_ROUNDS: usize = 12;
/// A rotation that is off by less than this, in rad, is exact.
const FIT_ANGLE: f64 = 1e-15;
/// Eigenvalues of an inertia tensor that are smaller than this part of the largest are zero: rounding leaves about 1e-16.
const SINGULAR: f64 = 1e-12;

/// The center of mass.
pub fn middle(points: &[Point], masses: &[f64]) -> Point {
    let whole: f64 = masses.iter().sum();
    Point::from(points.iter().zip(masses).map(|(p, m)| p.coords * (m / whole)).sum::<Vector>())
}

/// The inertia tensor about a point: Σ m (|r|² − r rᵀ).
pub fn inertia(points: &[Point], center: &Point, masses: &[f64]) -> Matrix3<f64> {
    let one = |(p, m): (&Point, &f64)| {
        let r = p - center;
        (Matrix3::identity() * r.norm_squared() - r * r.transpose()) * *m
    };
    points.iter().zip(masses).map(one).sum()
}

/// The pseudo-inverse of a symmetric tensor.
pub fn pseudo_inverse(tensor: &Matrix3<f64>) -> Matrix3<f64> {
    let eigen = SymmetricEigen::new(*tensor);
    let largest = eigen.eigenvalues.amax();
    let inverse = eigen.eigenvalues.map(|value| if value > SINGULAR * largest { value.recip() } else { 0.0 });
    eigen.eigenvectors * Matrix3::from_diagonal(&inverse) * eigen.eigenvectors.transpose()
}
