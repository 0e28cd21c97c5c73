//! Why a garment cannot be made: every message names the element and the remedy.

/// Why a garment cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TailorError {
    /// A pattern of joint names that means nothing.
    #[error("cover \"{part}\": {fault}; write joint patterns like \"Spine*,*Arm*,*ForeArm*:0.5\"")]
    Pattern {
        /// The part of the pattern.
        part: String,
        /// What is wrong with it.
        fault: String,
    },
    /// A part of the cover matches no joint.
    #[error("cover \"{pattern}\" matches no joint; nearest: {}; all joints: {}", .nearest.join(", "), .all.join(", "))]
    NoJoint {
        /// The pattern.
        pattern: String,
        /// Names that look like it, the most alike first.
        nearest: Vec<String>,
        /// All names.
        all: Vec<String>,
    },
    /// The joints that match carry no surface.
    #[error("no surface follows the covered joints ({}); cover joints that move skin, for example {}", .joints.join(", "), .carriers.join(", "))]
    Empty {
        /// The joints that match.
        joints: Vec<String>,
        /// The joints that carry most of the surface.
        carriers: Vec<String>,
    },
    /// The character is not usable.
    #[error("the character: {0}; repair it in the program that made it, and export it again")]
    Form(String),
    /// A length or ratio that is no use.
    #[error("{name} is {value}: it must be {expected}")]
    Setting {
        /// The setting.
        name: &'static str,
        /// Its value.
        value: f64,
        /// What would be right.
        expected: String,
    },
    /// The lengths asked for need more memory than is sensible.
    #[error(
        "the volume around a character of {height:.3} m would have {cells} cells of {cell:.2e} m, more than {limit}; \
         ask for a larger ease, or cover less"
    )]
    TooFine {
        /// The size of a cell, which follows from the ease.
        cell: f64,
        /// The character's height.
        height: f64,
        /// How many cells it would take.
        cells: usize,
        /// How many there may be.
        limit: usize,
    },
    /// The edges are too long for the limb they should go around.
    #[error("an edge of {edge} m is too long for what is covered: {what}; ask for at most {suggested:.4} m")]
    TooCoarse {
        /// The edge length.
        edge: f64,
        /// What is too small.
        what: String,
        /// An edge length that would do.
        suggested: f64,
    },
    /// A skirt without a waist to hang from.
    #[error(
        "a skirt hangs from a waist, but the covered region has no boundary loop; cover less, for example only the hips"
    )]
    NoWaist,
    /// A skirt whose waist loop runs beside the body instead of around it.
    #[error(
        "the upper boundary of the covered region does not go around the body, so no skirt can hang from it; cover a whole \
         band, for example the hips together with the lowest joint of the spine"
    )]
    WaistBeside,
}
