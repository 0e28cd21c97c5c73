//! Knuckles to fingertips.

use super::{arm_direction, chain, palm_direction, wrist};
use crate::exact::sin_cos;
use crate::field::{Group, Joined};
use geometry::{Point, Vector};

/// A finger of the left hand. Metres and degrees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finger {
    /// As in the names of its joints.
    pub name: &'static str,
    /// Where it begins, from the wrist: along the hand, towards the thumb's side, towards the palm.
    knuckle: [f64; 3],
    /// How far it is spread towards the thumb's side.
    spread: f64,
    /// How far its first phalanx is bent towards the palm; the others are bent by [`CURL`] more each.
    bend: f64,
    /// Its three phalanges.
    lengths: [f64; 3],
    /// Its radius at the knuckle, at the two joints and at the tip.
    pub radii: [f64; 4],
}

/// How much each phalanx is bent against the one before, degrees: a hand at rest is never flat.
const CURL: f64 = 9.0;

/// The fingers are spread so that cloth and mesh have room between them.
pub(crate) const FINGERS: [Finger; 5] = [
    Finger {
        name: "Thumb",
        knuckle: [0.030, 0.024, 0.010],
        spread: 44.0,
        bend: 20.0,
        lengths: [0.040, 0.030, 0.022],
        radii: [0.0125, 0.0110, 0.0100, 0.0078],
    },
    Finger {
        name: "Index",
        knuckle: [0.086, 0.0285, 0.001],
        spread: 10.0,
        bend: 6.0,
        lengths: [0.036, 0.023, 0.017],
        radii: [0.0092, 0.0085, 0.0078, 0.0066],
    },
    Finger {
        name: "Middle",
        knuckle: [0.090, 0.0095, 0.0],
        spread: 2.5,
        bend: 6.0,
        lengths: [0.040, 0.026, 0.018],
        radii: [0.0094, 0.0087, 0.0080, 0.0068],
    },
    Finger {
        name: "Ring",
        knuckle: [0.087, -0.0095, 0.001],
        spread: -5.0,
        bend: 7.0,
        lengths: [0.037, 0.024, 0.018],
        radii: [0.0090, 0.0082, 0.0076, 0.0065],
    },
    Finger {
        name: "Pinky",
        knuckle: [0.080, -0.0280, 0.002],
        spread: -13.0,
        bend: 9.0,
        lengths: [0.029, 0.018, 0.016],
        radii: [0.0080, 0.0074, 0.0068, 0.0058],
    },
];

/// A finger's knuckle, its two joints and the middle of its tip, on the left hand.
pub(crate) fn finger_joints(finger: &Finger) -> [Point; 4] {
    let (along, thumbwards, inwards) = (arm_direction(), Vector::z(), palm_direction());
    let [forth, aside, down] = finger.knuckle;
    let mut points = [wrist() + along * forth + thumbwards * aside + inwards * down; 4];
    let (spread_sin, spread_cos) = sin_cos(finger.spread);
    let ahead = along * spread_cos + thumbwards * spread_sin;
    let mut bend = finger.bend;
    for i in 0..3 {
        let (sin, cos) = sin_cos(bend);
        points[i + 1] = points[i] + (ahead * cos + inwards * sin) * finger.lengths[i];
        bend += CURL;
    }
    points
}

/// Over what distance a finger flows into the palm, and its phalanges into each other: little, as a union swells by a
/// quarter of it where equal bones meet. Metres.
const KNUCKLE_BLEND: f64 = 0.006;
const JOINT_BLEND: f64 = 0.0030;

pub(super) fn parts() -> Group {
    let finger = |finger: &Finger| {
        let mut parts = chain(&finger_joints(finger), &finger.radii, JOINT_BLEND);
        parts[0].joined = Joined::Added(KNUCKLE_BLEND);
        parts
    };
    FINGERS.iter().flat_map(finger).collect()
}
