//! Elements at one moment: what they do to their corners, and their derivatives.

use super::{Moment, Weights};
use crate::cloth::{Hinge, Membrane, Plate};
use crate::force::{bend, shear, stretch};
use crate::material::Material;
use geometry::Vector;
use nalgebra::Matrix3;

/// A membrane now. Derivatives are in single precision, as the matrix stores them.
#[derive(Clone, Copy, Debug, Default)]
pub struct MembraneNow {
    /// What pulls at `w_u` and `w_v`: weighted stresses and what the drift adds to them.
    pub pull: [Vector; 2],
    /// A third of the area as a vector along the normal, in m².
    pub area: Vector,
    /// Weighted derivatives by `w_u` twice, by `w_v` twice, by `w_u` and then `w_v`.
    pub uu: Matrix3<f32>,
    pub vv: Matrix3<f32>,
    pub uv: Matrix3<f32>,
}

impl MembraneNow {
    /// With a share of its stiffness.
    pub fn of(rest: &Membrane, material: &Material, share: f64, moment: Moment<'_>, weights: Weights) -> Self {
        let [u, v] = rest.gradient(moment.positions);
        let [u_rate, v_rate] = rest.columns(|corner| moment.velocities[corner as usize]);
        let [u_drift, v_drift] = rest.columns(|corner| moment.drift[corner as usize]);
        let [warp, weft] = [material.stretch_warp, material.stretch_weft].map(|k| k * rest.area * share);
        let [stretchy, sheary] = [material.stretch_damping, material.shear_damping].map(|time| time + weights.settling);
        let k = material.shear * rest.area * share;

        let [shear_u, shear_v] = shear::stress(k, &u, &v);
        let [drag_u, drag_v] = shear::viscous_stress(k * sheary, [&u, &v], [&u_rate, &v_rate]);
        let stress_u =
            stretch::stress(warp, &u) + stretch::viscous_stress(warp * stretchy, &u, &u_rate) + shear_u + drag_u;
        let stress_v =
            stretch::stress(weft, &v) + stretch::viscous_stress(weft * stretchy, &v, &v_rate) + shear_v + drag_v;

        let shear::Blocks { uu, vv, uv } = shear::stiffness(k, &u, &v);
        let [uu, vv] = [uu + stretch::stiffness(warp, &u), vv + stretch::stiffness(weft, &v)];
        let viscous = shear::viscosity(k * sheary, &u, &v);
        let viscous_uu = viscous.uu + stretch::viscosity(warp * stretchy, &u);
        let viscous_vv = viscous.vv + stretch::viscosity(weft * stretchy, &v);
        let [drift_u, drift_v] = [uu * u_drift + uv * v_drift, uv.tr_mul(&u_drift) + vv * v_drift];

        let both = |k: Matrix3<f64>, d: Matrix3<f64>| (k * weights.stiffness + d * weights.viscosity).cast::<f32>();
        let [a, b, c] = rest.corners.map(|corner| moment.positions[corner as usize]);
        Self {
            pull: [
                stress_u * weights.force + drift_u * weights.drift,
                stress_v * weights.force + drift_v * weights.drift,
            ],
            area: (b - a).cross(&(c - a)) / 6.0,
            uu: both(uu, viscous_uu),
            vv: both(vv, viscous_vv),
            uv: both(uv, viscous.uv),
        }
    }
}

/// A hinge now.
#[derive(Clone, Copy, Debug, Default)]
pub struct FoldNow {
    /// The derivative of the angle by each corner, in 1/m.
    pub slope: [Vector; 4],
    /// The weighted turn, and what the drift adds to it; in radians.
    pub turn: f64,
    /// The weighted rate of turning, in radians per second.
    pub rate: f64,
    /// The weighted stiffness in the matrix.
    pub weight: f64,
}

impl FoldNow {
    pub fn of(rest: &Hinge, moment: Moment<'_>, weights: Weights) -> Self {
        let Some(bend::Fold { angle, slope }) = rest.fold(moment.positions) else { return Self::default() };
        let along = |field: &[Vector]| -> f64 {
            // Differences to the first corner: translations cancel exactly.
            let first = field[rest.corners[0] as usize];
            (1..4).map(|k| slope[k].dot(&(field[rest.corners[k] as usize] - first))).sum()
        };
        let turned = bend::turned(angle, rest.angle);
        Self {
            slope,
            turn: weights.force * turned + weights.drift * along(moment.drift),
            rate: weights.force * along(moment.velocities),
            weight: rest.stiffness * weights.stiffness + rest.viscosity * weights.viscosity,
        }
    }
}

/// The weighted moment at a hinge: what the plates on both sides make of the turns around them.
pub fn torque(hinge: &Hinge, plates: &[Plate], folds: &[FoldNow]) -> f64 {
    let of_plate = |(plate, place): (u32, u8)| -> f64 {
        let plate = &plates[plate as usize];
        let turns = plate.hinges.iter().map(|k| folds[*k as usize].turn + plate.damping * folds[*k as usize].rate);
        plate.form[usize::from(place)].iter().zip(turns).map(|(q, turn)| q * turn).sum()
    };
    of_plate(hinge.plates[0]) + of_plate(hinge.plates[1])
}
