//! What a fabric is, in SI units, and presets with their sources (`presets`).
//!
//! Textile laboratories measure in other units. Kawabata's instruments (KES-F): bending in gf·cm²/cm, 1 of which is
//! 98.1 µN·m; shear in gf/(cm·degree), 56.2 N/m; tension as the strain at 500 gf/cm, 490 N/m. FAST: bending in µN·m,
//! shear in N/m, tension as the strain at 98 N/m.

mod presets;

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
    /// Air drag along the normal, in kg/m³: pressure per square of the speed difference.
    pub air_drag: f64,
    /// Thickness, in m: how far apart two layers rest.
    pub thickness: f64,
}

/// A field of [`Material`], for those who read or list them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name, as scenes write it.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

impl Material {
    /// The names of the presets.
    pub const PRESETS: [&'static str; 6] = ["cotton", "silk", "wool", "denim", "jersey", "leather"];

    /// The fields, in their order.
    pub const FIELDS: [Field; 11] = [
        field("density", "kg/m²", "mass per area"),
        field("stretch_warp", "N/m", "resistance to stretch along the warp"),
        field("stretch_weft", "N/m", "resistance to stretch along the weft"),
        field("shear", "N/m", "resistance to shear between warp and weft"),
        field("bend_warp", "N·m", "bending rigidity when the warp bends"),
        field("bend_weft", "N·m", "bending rigidity when the weft bends"),
        field("stretch_damping", "s", "time in which a viscous stress of stretch equals the elastic one"),
        field("shear_damping", "s", "the same for shear"),
        field("bend_damping", "s", "the same for bending"),
        field("air_drag", "kg/m³", "pressure per square of the speed difference to the air"),
        field("thickness", "m", "how far apart two layers rest"),
    ];

    /// A preset by name.
    pub fn preset(name: &str) -> Option<Self> {
        match name {
            "cotton" => Some(presets::COTTON),
            "silk" => Some(presets::SILK),
            "wool" => Some(presets::WOOL),
            "denim" => Some(presets::DENIM),
            "jersey" => Some(presets::JERSEY),
            "leather" => Some(presets::LEATHER),
            _ => None,
        }
    }
}

const fn field(name: &'static str, unit: &'static str, meaning: &'static str) -> Field {
    Field { name, unit, meaning }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_has_a_material_and_no_other_name_does() {
        for name in Material::PRESETS {
            assert!(Material::preset(name).is_some(), "{name}");
        }
        assert_eq!(Material::preset("Cotton"), None);
    }

    #[test]
    fn fields_are_those_of_the_struct_in_order() {
        let shown = format!("{:?}", presets::COTTON);
        let places: Vec<_> = Material::FIELDS.iter().map(|f| shown.find(&format!(" {}: ", f.name))).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}");
        assert_eq!(shown.matches(": ").count(), Material::FIELDS.len());
    }

    #[test]
    fn wovens_shear_far_more_easily_than_they_stretch() {
        for name in ["cotton", "silk", "wool", "denim"] {
            let material = Material::preset(name).expect("a preset");
            assert!(material.shear < 0.1 * material.stretch_warp.min(material.stretch_weft), "{name}");
        }
    }
}
