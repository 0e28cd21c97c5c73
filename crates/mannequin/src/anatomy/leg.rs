//! Hip to toes.

use super::{ANKLE, HIP, chain, part};
use crate::field::{Group, Loft, Section};
use geometry::{Point, Vector};

/// The leg's sections by distance from the hip joint: half the breadth, to the front and to the back. The knee is at
/// 0.42, the calf at its fullest at 0.54, the ankle joint at 0.815.
const SECTIONS: [Section; 13] = [
    Section::new(-0.070, 0.048, 0.036, 0.050),
    Section::new(0.000, 0.077, 0.064, 0.078),
    Section::new(0.090, 0.086, 0.086, 0.088),
    Section::new(0.190, 0.079, 0.086, 0.080),
    Section::new(0.290, 0.066, 0.074, 0.066),
    Section::new(0.360, 0.055, 0.062, 0.055),
    Section::new(0.420, 0.050, 0.056, 0.047),
    Section::new(0.470, 0.048, 0.047, 0.054),
    Section::new(0.540, 0.052, 0.042, 0.066),
    Section::new(0.600, 0.049, 0.040, 0.061),
    Section::new(0.680, 0.038, 0.036, 0.043),
    Section::new(0.750, 0.029, 0.031, 0.033),
    Section::new(0.815, 0.031, 0.033, 0.036),
];

/// The foot's sections by distance from the ankle towards the toes: half the breadth, to the sole and to the instep of an
/// axis 2.2 cm above the floor. What reaches below the floor is cut flat.
const FOOT: [Section; 6] = [
    Section::new(-0.030, 0.029, 0.032, 0.040),
    Section::new(0.015, 0.031, 0.034, 0.056),
    Section::new(0.060, 0.036, 0.034, 0.048),
    Section::new(0.105, 0.043, 0.034, 0.027),
    Section::new(0.135, 0.044, 0.034, 0.014),
    Section::new(0.150, 0.042, 0.034, 0.010),
];

/// The feet point outwards: the direction of the left one.
const FOOT_DIRECTION: [f64; 3] = [0.12, 0.0, 1.0];

/// Toes from the big one outwards: across and along from the ankle to the tip's middle, and the tip's radius.
const TOES: [[f64; 3]; 5] = [
    [-0.031, 0.186, 0.0115],
    [-0.009, 0.184, 0.0090],
    [0.008, 0.177, 0.0085],
    [0.023, 0.167, 0.0080],
    [0.036, 0.154, 0.0080],
];

/// Where the left foot points.
pub(crate) fn foot_direction() -> Vector {
    Vector::from(FOOT_DIRECTION).normalize()
}

pub(super) fn parts() -> Group {
    let (hip, ankle) = (Point::from(HIP), Point::from(ANKLE));
    let ahead = foot_direction();
    let across = Vector::y().cross(&ahead);
    let ground = Point::new(ankle.x, 0.022, ankle.z);
    let mut parts = vec![
        part(Loft::new(hip, ankle - hip, -Vector::x(), &SECTIONS, [0.04, 0.03]), 0.0),
        part(Loft::new(ground, ahead, across, &FOOT, [0.030, 0.016]), 0.030),
        // The heel behind the ankle, and the ankle bones.
        part(Loft::ball([ankle.x - 0.004, 0.030, ankle.z - 0.036], [0.028, 0.034, 0.024]), 0.024),
        part(Loft::ball([ankle.x + 0.028, 0.078, ankle.z - 0.006], [0.008, 0.013, 0.012]), 0.022),
        part(Loft::ball([ankle.x - 0.029, 0.086, ankle.z + 0.002], [0.008, 0.013, 0.012]), 0.022),
        // The knee cap.
        part(Loft::ball([0.1175, 0.482, 0.018], [0.028, 0.040, 0.018]), 0.038),
    ];
    for [side, along, radius] in TOES {
        let tip = ground + ahead * along + across * side;
        let tip = Point::new(tip.x, radius, tip.z);
        let root = tip - ahead * 0.036 + Vector::y() * 0.007;
        parts.extend(chain(&[root, tip], &[radius, radius], 0.009));
    }
    parts
}
