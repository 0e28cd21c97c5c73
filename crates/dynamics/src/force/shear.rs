//! Shear between warp and weft (BW98 §4.3): E = ½ k s², s = `w_u · w_v`, with k = stiffness × rest area, in N·m.
//!
//! The second derivative is k [g gᵀ + s N], where g = (`w_v`, `w_u`) and N swaps u and v. N has the eigenvalues ±1; its
//! projection on the positive part, ½ (|s| I + s N), replaces s N.

use geometry::Vector;
use nalgebra::Matrix3;

/// Three blocks of a symmetric 6 × 6 matrix on (`w_u`, `w_v`); the fourth is `uv` transposed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blocks {
    /// By `w_u` twice.
    pub uu: Matrix3<f64>,
    /// By `w_v` twice.
    pub vv: Matrix3<f64>,
    /// By `w_u`, then `w_v`.
    pub uv: Matrix3<f64>,
}

/// The energy, in J.
pub fn energy(k: f64, u: &Vector, v: &Vector) -> f64 {
    0.5 * k * u.dot(v).powi(2)
}

/// The derivatives of the energy by `w_u` and `w_v`, in J.
pub fn stress(k: f64, u: &Vector, v: &Vector) -> [Vector; 2] {
    let tension = k * u.dot(v);
    [v * tension, u * tension]
}

/// The second derivative of the energy, its indefinite part projected.
pub fn stiffness(k: f64, u: &Vector, v: &Vector) -> Blocks {
    let s = u.dot(v);
    let isotropic = |by: f64| Matrix3::from_diagonal_element(0.5 * k * by);
    Blocks {
        uu: v * v.transpose() * k + isotropic(s.abs()),
        vv: u * u.transpose() * k + isotropic(s.abs()),
        uv: v * u.transpose() * k + isotropic(s),
    }
}

/// The viscous stresses when `w_u` and `w_v` change at their rates; k includes the damping time, in J·s.
pub fn viscous_stress(k: f64, [u, v]: [&Vector; 2], [u_rate, v_rate]: [&Vector; 2]) -> [Vector; 2] {
    let tension = k * (u_rate.dot(v) + u.dot(v_rate));
    [v * tension, u * tension]
}

/// The derivatives of the viscous stresses by the rates.
pub fn viscosity(k: f64, u: &Vector, v: &Vector) -> Blocks {
    Blocks { uu: v * v.transpose() * k, vv: u * u.transpose() * k, uv: v * u.transpose() * k }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::finite::{self, random_vectors};

    fn square(blocks: &Blocks) -> [Matrix3<f64>; 4] {
        [blocks.uu, blocks.uv, blocks.uv.transpose(), blocks.vv]
    }

    #[test]
    fn stress_is_the_slope_of_the_energy() {
        for [u, v] in random_vectors(200, 1.2) {
            finite::assert_gradient(&|x: &[Vector]| energy(3.0, &x[0], &x[1]), &[u, v], &stress(3.0, &u, &v));
        }
    }

    #[test]
    fn stiffness_is_the_slope_of_the_stress_but_for_the_projection() {
        for [u, v] in random_vectors(200, 1.0) {
            let s = u.dot(&v);
            let iso = |by: f64| Matrix3::from_diagonal_element(0.5 * 3.0 * by);
            let kept = stiffness(3.0, &u, &v);
            let exact = Blocks { uu: kept.uu - iso(s.abs()), vv: kept.vv - iso(s.abs()), uv: kept.uv + iso(s) };
            finite::assert_jacobian(&|x: &[Vector]| stress(3.0, &x[0], &x[1]).to_vec(), &[u, v], &square(&exact));
        }
    }

    #[test]
    fn stiffness_is_never_negative() {
        for [u, v, a, b] in random_vectors(500, 1.0) {
            let k = stiffness(3.0, &u, &v);
            let energy = a.dot(&(k.uu * a)) + b.dot(&(k.vv * b)) + 2.0 * a.dot(&(k.uv * b));
            assert!(energy > -1e-12, "{energy}");
        }
    }

    #[test]
    fn viscosity_is_the_slope_of_the_viscous_stress() {
        for [u, v, a, b] in random_vectors(100, 1.0) {
            let force = |x: &[Vector]| viscous_stress(0.1, [&u, &v], [&x[0], &x[1]]).to_vec();
            finite::assert_jacobian(&force, &[a, b], &square(&viscosity(0.1, &u, &v)));
        }
    }
}
