//! The head: a shop mannequin's face, plain enough not to look like anybody.

use super::{hollows, pair, part};
use crate::field::{Group, Loft};
use geometry::Point;

pub(super) fn parts() -> Group {
    vec![
        // The skull and the face below it.
        part(Loft::ball([0.0, 1.606, -0.010], [0.073, 0.092, 0.094]), 0.030),
        part(Loft::ball([0.0, 1.548, 0.030], [0.055, 0.072, 0.058]), 0.040),
        // Jaw to chin.
        part(Loft::ball([0.0, 1.497, 0.058], [0.026, 0.018, 0.022]), 0.035),
        // Cheekbones.
        pair(Loft::ball([0.040, 1.560, 0.060], [0.018, 0.016, 0.018]), 0.030),
        // Brow.
        part(Loft::ball([0.0, 1.606, 0.074], [0.046, 0.012, 0.014]), 0.025),
        // Sockets of the eyes, and lids in them.
        hollows(Loft::ball([0.031, 1.586, 0.092], [0.016, 0.010, 0.012]), 0.018),
        pair(Loft::ball([0.031, 1.585, 0.070], [0.013, 0.010, 0.011]), 0.008),
        // The nose, its tip and its wings.
        part(Loft::bone([Point::new(0.0, 1.596, 0.083), Point::new(0.0, 1.555, 0.100)], [0.005, 0.0075]), 0.014),
        pair(Loft::ball([0.009, 1.551, 0.092], [0.006, 0.005, 0.008]), 0.008),
        // Lips.
        part(Loft::ball([0.0, 1.527, 0.083], [0.020, 0.0045, 0.006]), 0.007),
        part(Loft::ball([0.0, 1.519, 0.081], [0.016, 0.005, 0.006]), 0.006),
        // Ears.
        pair(Loft::ball([0.075, 1.578, -0.008], [0.007, 0.029, 0.017]), 0.012),
    ]
}
