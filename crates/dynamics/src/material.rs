//! What a fabric is, in SI units, and presets with their sources.

use serde::{Deserialize, Serialize};

/// A fabric. Warp and weft are the two directions of its threads: u and v of the rest shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Material {
    /// Mass per area, in kg/m².
    pub density: f64,
    /// Resistance to stretch along the warp, in N/m: the force per width that doubles the length, if it stayed linear.
    pub stretch_warp: f64,
    /// Resistance to stretch along the weft, in N/m.
    pub stretch_weft: f64,
    /// Resistance to shear between warp and weft, in N/m.
    pub shear: f64,
    /// Bending rigidity when the warp bends, in N·m: the moment per width that gives a curvature of 1/m.
    pub bend_warp: f64,
    /// Bending rigidity when the weft bends, in N·m.
    pub bend_weft: f64,
    /// Damping of stretch, as the time in which a viscous stress equals the elastic one, in s.
    pub stretch_damping: f64,
    /// Damping of shear, in s.
    pub shear_damping: f64,
    /// Damping of bending, in s.
    pub bend_damping: f64,
    /// Air drag along the normal, in kg/(m²·s): pressure per speed difference.
    pub air_drag: f64,
    /// Thickness, in m: how far apart two layers rest.
    pub thickness: f64,
}

impl Material {
    /// The names of the presets.
    pub const PRESETS: [&'static str; 6] = ["cotton", "silk", "wool", "denim", "jersey", "leather"];

    /// A preset by name.
    pub fn preset(name: &str) -> Option<Self> {
        let [density, stretch_warp, stretch_weft, shear, bend_warp, bend_weft, thickness] = match name {
            "cotton" => [0.12, 5000.0, 3000.0, 50.0, 9e-6, 6e-6, 0.3e-3],
            "silk" => [0.07, 4000.0, 2500.0, 15.0, 1.5e-6, 1e-6, 0.15e-3],
            "wool" => [0.19, 3000.0, 2000.0, 35.0, 11e-6, 8e-6, 0.5e-3],
            "denim" => [0.40, 8000.0, 4000.0, 150.0, 80e-6, 45e-6, 0.8e-3],
            "jersey" => [0.16, 500.0, 250.0, 30.0, 3e-6, 2e-6, 0.6e-3],
            "leather" => [0.55, 3000.0, 2500.0, 800.0, 70e-6, 60e-6, 0.8e-3],
            _ => return None,
        };
        Some(Self {
            density,
            stretch_warp,
            stretch_weft,
            shear,
            bend_warp,
            bend_weft,
            stretch_damping: 1e-3,
            shear_damping: 1e-3,
            bend_damping: 1e-2,
            air_drag: 0.05,
            thickness,
        })
    }
}
