//! The measures of the figure: where its joints are and how its parts are shaped.
//!
//! A neutral adult, 1.70 m tall and seven and a half heads high, standing with the feet a little apart and the arms 45°
//! below the horizontal, palms towards the thighs. Facing +Z, the left side at +X, the floor at y = 0. All lengths are
//! metres. Breadths and girths are near the middle of published adult measures (shoulder joints about 0.34 apart, waist
//! girth about 0.70, hips 0.96, thigh 0.53, calf 0.36, upper arm 0.28), then adjusted by eye on pictures.
//!
//! | module | holds |
//! |---|---|
//! | `trunk` | pelvis, waist, chest, shoulders' slope, neck |
//! | `head` | skull, jaw, a plain face, ears |
//! | `leg` | thigh to ankle, foot, toes |
//! | `arm` | shoulder to wrist, palm |
//! | `fingers` | knuckles, phalanges, thumb |

mod arm;
mod fingers;
mod head;
mod leg;
mod trunk;

use crate::field::{Figure, Group, Joined, Loft, Part};
use geometry::{Point, Vector};

pub(crate) use fingers::{FINGERS, Finger, finger_joints};
pub(crate) use leg::foot_direction;

/// The left shoulder joint: the middle of the upper arm's head.
pub(crate) const SHOULDER: [f64; 3] = [0.168, 1.368, -0.022];
/// From the shoulder joint to the elbow, and from the elbow to the wrist.
pub(crate) const UPPER_ARM: f64 = 0.285;
pub(crate) const FOREARM: f64 = 0.245;
/// The left hip joint, as far from the middle as that of a pelvis 0.27 wide at its crests.
pub(crate) const HIP: [f64; 3] = [0.090, 0.895, -0.004];
/// The left ankle joint.
pub(crate) const ANKLE: [f64; 3] = [0.143, 0.082, -0.028];
/// Where the knee lies on the way from the hip to the ankle.
pub(crate) const KNEE_SHARE: f64 = 0.515;
/// The ball of the left foot, where the toes bend.
pub(crate) const TOES: [f64; 3] = [0.158, 0.022, 0.102];

/// The left arm's direction, from the shoulder to the wrist: 45° down.
pub(crate) fn arm_direction() -> Vector {
    Vector::new(1.0, -1.0, 0.0).normalize()
}

/// Where the left palm looks: inwards and down.
pub(crate) fn palm_direction() -> Vector {
    Vector::new(-1.0, -1.0, 0.0).normalize()
}

/// The left elbow.
pub(crate) fn elbow() -> Point {
    Point::from(SHOULDER) + arm_direction() * UPPER_ARM
}

/// The left wrist.
pub(crate) fn wrist() -> Point {
    elbow() + arm_direction() * FOREARM
}

/// The left knee.
pub(crate) fn knee() -> Point {
    let (hip, ankle) = (Point::from(HIP), Point::from(ANKLE));
    hip + (ankle - hip) * KNEE_SHARE
}

/// Around the leg's axis everything of it lies within this distance, toes included; the same for the arm, thumb included,
/// whose axis ends in the fingers.
const LEG_HULL: f64 = 0.25;
const ARM_HULL: f64 = 0.11;
const HAND: f64 = 0.12;

/// The figure as a function of space.
pub(crate) fn figure() -> Figure {
    Figure {
        trunk: [trunk::parts(), head::parts()].concat(),
        leg: leg::parts(),
        arm: [arm::parts(), fingers::parts()].concat(),
        leg_hull: Loft::bone([HIP.into(), ANKLE.into()], [LEG_HULL; 2]),
        arm_hull: Loft::bone([SHOULDER.into(), wrist() + arm_direction() * HAND], [ARM_HULL; 2]),
        legs_blend: 0.030,
        hip_blend: 0.070,
        shoulder_blend: 0.045,
        sole_blend: 0.012,
    }
}

/// A part in the middle plane, or one that only its own side can see.
fn part(shape: Loft, blend: f64) -> Part {
    Part { shape, joined: Joined::Added(blend), paired: false }
}

/// A part on both sides.
fn pair(shape: Loft, blend: f64) -> Part {
    Part { shape, joined: Joined::Added(blend), paired: true }
}

/// Hollows on both sides.
fn hollows(shape: Loft, blend: f64) -> Part {
    Part { shape, joined: Joined::Carved(blend), paired: true }
}

/// Round bones along a chain of points, each with the radius there.
fn chain(points: &[Point], radii: &[f64], blend: f64) -> Group {
    let links = points.windows(2).zip(radii.windows(2));
    links.map(|(ends, radii)| part(Loft::bone([ends[0], ends[1]], [radii[0], radii[1]]), blend)).collect()
}
