//! Bending length and flexural rigidity by a strip that bends over an edge (Peirce 1930; ASTM D1388, BS 3356).
//!
//! A strip 25 mm wide is pushed over an edge until its tip meets a plane that falls by 41.5° from the edge. The bending length
//! c is then half the overhang, and the rigidity of a strip whose weight per area is w is G = w c³.
//!
//! The half is that of the standard. Integration of the heavy elastica gives 0.49991 for this angle; Peirce's closed formula
//! for all angles, c = L (cos ½θ / 8 tan θ)^⅓, gives 0.509, and so rigidities that are 6 % too large.
//!
//! The overhang is found by bisection: the longer, the steeper.
//!
//! What the strip gives back is not quite what the material claims: a free strip curls a little across, and a hinge that runs
//! across the threads at an angle takes its rigidity from both. Both are a few percent.

use super::clamp;
use super::specimen::{Specimen, strip};
use crate::cloth::{Cloth, ClothError, Rest};
use crate::drape::{DrapeSettings, drape};
use crate::force::gravity;
use crate::material::Material;
use crate::state::State;
use crate::step::World;
use geometry::{Mesh, Point};

/// Which threads bend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    /// The strip is cut along the warp.
    Warp,
    /// The strip is cut along the weft.
    Weft,
}

impl Along {
    /// The rigidity that a material claims for such a strip, in N·m.
    pub fn rigidity(self, material: &Material) -> f64 {
        match self {
            Self::Warp => material.bend_warp,
            Self::Weft => material.bend_weft,
        }
    }
}

/// What the strip says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bending {
    /// The overhang whose tip meets the plane, in m.
    pub overhang: f64,
    /// The bending length c, in m.
    pub length: f64,
    /// The flexural rigidity, in N·m.
    pub rigidity: f64,
    /// Whether the forces balanced in every drape.
    pub at_rest: bool,
}

/// The width of the strip, in m.
pub const WIDTH: f64 = 0.025;
/// How far the plane falls from the edge, in degrees.
pub const FALL: f64 = 41.5;
/// Bending length over overhang (ASTM D1388).
const LENGTH_PER_OVERHANG: f64 = 0.5;
/// Cells along the overhang.
const CELLS: usize = 24;
/// The overhang is told to this part of it: its cube, the rigidity, to three times as much.
const RESOLUTION: f64 = 2e-3;
/// The strip is at rest when no particle would be accelerated by more than this part of gravity: its shape is slower to
/// settle than that of a garment.
const IMBALANCE: f64 = 1e-3;

/// Measures a strip of this material.
pub fn measure(material: &Material, along: Along) -> Result<Bending, ClothError> {
    let weight = material.density * gravity::STANDARD;
    let rigidity = along.rigidity(material);
    // The bracket is around what the material claims, wide enough for any answer that a test should tell from it.
    let claimed = (rigidity / weight).cbrt() / LENGTH_PER_OVERHANG;
    let [mut short, mut long] = [0.6 * claimed, 1.6 * claimed];
    let mut at_rest = true;
    while long - short > RESOLUTION * claimed {
        let middle = f64::midpoint(short, long);
        let (angle, rested) = fall(material, along, middle)?;
        at_rest &= rested;
        if angle > FALL.to_radians() { long = middle } else { short = middle }
    }
    let overhang = f64::midpoint(short, long);
    let length = overhang * LENGTH_PER_OVERHANG;
    Ok(Bending { overhang, length, rigidity: weight * length.powi(3), at_rest })
}

/// How far the tip of a strip of this overhang lies below the edge, in radians, and whether it is at rest there.
fn fall(material: &Material, along: Along, overhang: f64) -> Result<(f64, bool), ClothError> {
    let specimen = strip(overhang, WIDTH, CELLS);
    let cloth = cloth_of(&specimen, material, along)?;
    let mut state = State::at_rest(specimen.positions.clone());
    let settings = DrapeSettings { imbalance: IMBALANCE, ..DrapeSettings::default() };
    let held = clamp(0..specimen.held);
    let report = drape(&cloth, &mut state, &World::default(), &held, &settings, &mut |_| {});
    let tip = &state.positions[specimen.positions.len() - specimen.tip..];
    let middle = tip.iter().fold(Point::origin().coords, |sum, p| sum + p.coords) / tip.len() as f64;
    Ok(((-middle.y).atan2(middle.x), report.at_rest))
}

fn cloth_of(specimen: &Specimen, material: &Material, along: Along) -> Result<Cloth, ClothError> {
    let Ok(mesh) = Mesh::new(specimen.positions.len(), &specimen.triangles) else { return Err(ClothError::NoArea) };
    let lay = |v: u32| {
        let p = specimen.positions[v as usize];
        match along {
            Along::Warp => [p.x, -p.z],
            Along::Weft => [p.z, p.x],
        }
    };
    let corners: Vec<[[f64; 2]; 3]> = specimen.triangles.iter().map(|t| t.map(lay)).collect();
    let rest = Rest::Pattern { corners: &corners, shape: &specimen.positions };
    Cloth::new(&mesh, rest, std::slice::from_ref(material), |_| 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::prelude::*;

    /// The angle of the tip of a heavy elastica, by shooting: G θ″ = −w (L − s) cos θ, θ(0) = 0, θ′(L) = 0.
    fn exact_fall(overhang: f64, bending_length: f64) -> f64 {
        let steps = 4000;
        let h = overhang / f64::from(steps);
        let shoot = |curvature: f64| {
            let (mut angle, mut bend, mut x, mut y) = (0.0f64, curvature, 0.0, 0.0);
            for k in 0..steps {
                let left = overhang - (f64::from(k) + 0.5) * h;
                let middle = angle + 0.5 * h * bend;
                x += h * middle.cos();
                y += h * middle.sin();
                let pull = left * middle.cos() / bending_length.powi(3);
                angle += h * (bend - 0.5 * h * pull);
                bend -= h * pull;
            }
            (bend, y.atan2(x))
        };
        let [mut low, mut high] = [0.0, overhang * overhang / bending_length.powi(3)];
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if shoot(middle).0 > 0.0 { high = middle } else { low = middle }
        }
        shoot(low).1
    }

    #[test]
    fn half_the_overhang_is_the_bending_length_of_a_heavy_elastica() {
        let found = exact_fall(0.1, 0.1 * LENGTH_PER_OVERHANG).to_degrees();
        assert!((found - FALL).abs() < 0.02, "{found}");
    }

    #[test]
    fn the_strip_gives_the_rigidity_back() {
        let both = [Along::Warp, Along::Weft];
        let strips: Vec<_> = Material::PRESETS.into_iter().flat_map(|name| both.map(|along| (name, along))).collect();
        let ratio = |&(name, along): &(&str, Along)| {
            let material = Material::preset(name).expect("a preset");
            let found = measure(&material, along).expect("cloth");
            assert!(found.at_rest, "{name} {along:?}");
            found.rigidity / along.rigidity(&material)
        };
        let ratios: Vec<f64> = strips.par_iter().map(ratio).collect();
        for (strip, ratio) in strips.iter().zip(&ratios) {
            assert!((ratio - 1.0).abs() < 0.05, "{strip:?}: {ratio} of what it should be; {ratios:?}");
        }
    }
}
