//! One algorithm switched off or broken on purpose: what tests of tests are made of.
//!
//! A fixture that passes with its algorithm broken shows nothing. `selvedge regress --mutations` runs fixtures under every
//! mutation and says which of them notice. Nobody simulates with one: the key is `simulation.mutation`, and a run's manifest
//! tells of it like of any other.

use crate::scene::FrictionSpec;
use crate::scene::specs::Specs;
use flypaper::Folds;
use gia::Broken;
use serde::Deserialize;

/// What is broken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mutation {
    /// Nothing.
    #[default]
    None,
    /// Pinched cloth is not held (BWK03 §4).
    FlypaperOff,
    /// The analysis of the cloth has no say: what has passed through repels as it is (BWK03 §6).
    GiaOff,
    /// All surfaces hold alike (BWK03 §4.3).
    WeightsIgnored,
    /// Two sides of one solid pinch, whether or not it has passed through itself (BWK03 §4.4).
    PinchWithoutGia,
    /// The flood fill takes an edge that a path cuts twice for cut (BWK03 §5.4).
    ParityIgnored,
    /// The flood fill takes the larger part (BWK03 §5.4).
    LargerRegion,
    /// Nothing rubs (SSIF08 §6).
    FrictionOff,
    /// Continuous collisions keep no distance: touching is far enough (BFA02 §6).
    CcdToleranceOff,
}

impl Mutation {
    /// All that break something, by the names that scenes use.
    pub const ALL: [(&'static str, Self); 8] = [
        ("flypaper-off", Self::FlypaperOff),
        ("gia-off", Self::GiaOff),
        ("weights-ignored", Self::WeightsIgnored),
        ("pinch-without-gia", Self::PinchWithoutGia),
        ("parity-ignored", Self::ParityIgnored),
        ("larger-region", Self::LargerRegion),
        ("friction-off", Self::FrictionOff),
        ("ccd-tolerance-off", Self::CcdToleranceOff),
    ];

    /// What a scene can be changed to: the rest is asked for where it is done.
    pub(crate) fn apply(self, specs: &mut Specs) {
        match self {
            Self::FlypaperOff => specs.simulation.flypaper = false,
            Self::GiaOff => specs.simulation.untangle = false,
            Self::WeightsIgnored => specs.flypaper = None,
            Self::FrictionOff => {
                specs.simulation.cloth_friction = 0.0;
                let bodies = specs.body.iter_mut().map(|body| {
                    body.friction_of = None;
                    &mut body.friction
                });
                let colliders = specs.collider.iter_mut().map(|collider| &mut collider.friction);
                bodies.chain(colliders).for_each(|friction| *friction = FrictionSpec::Same(0.0));
            }
            _ => {}
        }
    }

    /// The rule of the flood fill that is broken.
    pub(crate) fn fill(self) -> Broken {
        match self {
            Self::ParityIgnored => Broken::Parity,
            Self::LargerRegion => Broken::LargerRegion,
            _ => Broken::Nothing,
        }
    }

    /// What makes a fold of a solid.
    pub(crate) fn folds(self) -> Folds {
        if self == Self::PinchWithoutGia { Folds::Assumed } else { Folds::Analysed }
    }

    /// The part of the thickness that continuous collisions keep.
    pub(crate) fn separation(self) -> f64 {
        if self == Self::CcdToleranceOff { 0.0 } else { robust_mode::SEPARATION }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::keys::KEYS;
    use crate::scene::kind::Kind;

    #[test]
    fn scenes_know_every_mutation_by_its_name() {
        let key = KEYS.iter().find(|key| key.path == "simulation.mutation").expect("it is a key");
        let Kind::Choice(names) = key.kind else { panic!("it is a choice") };
        assert_eq!(names[0], "none");
        assert_eq!(names[1..], Mutation::ALL.map(|(name, _)| name));
        for (name, mutation) in Mutation::ALL {
            assert_eq!(serde_json::from_value::<Mutation>(name.into()).expect("it is one"), mutation);
        }
    }
}
