//! The head: a shop mannequin's face, plain enough not to look like anybody.

use super::{hollows, pair, part};
use crate::field::{Group, Loft};
use geometry::Point;

pub(super) fn parts() -> Group {
    vec![
        // The skull and the face below it.
        part(Loft::ball([0.0, 1.608, -0.012], [0.073, 0.090, 0.093]), 0.030),
        part(Loft::ball([0.0, 1.554, 0.030], [0.054, 0.070, 0.055]), 0.040),
        // The jaw's angles and the chin.
        pair(Loft::bone([Point::new(0.042, 1.530, 0.014), Point::new(0.011, 1.490, 0.060)], [0.012, 0.013]), 0.030),
        // The floor of the mouth, between chin and neck.
        part(Loft::bone([Point::new(0.0, 1.507, 0.046), Point::new(0.0, 1.484, 0.000)], [0.020, 0.024]), 0.030),
        // Cheekbones.
        pair(Loft::ball([0.040, 1.560, 0.053], [0.018, 0.016, 0.018]), 0.034),
        // Cheeks, which fill the hollow between cheekbone and jaw.
        pair(Loft::ball([0.032, 1.526, 0.046], [0.020, 0.026, 0.020]), 0.034),
        // Brow.
        part(Loft::ball([0.0, 1.607, 0.068], [0.046, 0.012, 0.014]), 0.025),
        // Sockets of the eyes.
        hollows(Loft::ball([0.029, 1.583, 0.104], [0.020, 0.011, 0.012]), 0.032),
        // The nose, its tip and its wings.
        part(Loft::bone([Point::new(0.0, 1.594, 0.080), Point::new(0.0, 1.556, 0.099)], [0.005, 0.0070]), 0.016),
        pair(Loft::ball([0.008, 1.552, 0.090], [0.006, 0.005, 0.008]), 0.008),
        // Lips.
        part(Loft::ball([0.0, 1.5260, 0.0775], [0.015, 0.0036, 0.006]), 0.008),
        part(Loft::ball([0.0, 1.5180, 0.0765], [0.012, 0.0040, 0.006]), 0.006),
        // Ears.
        pair(Loft::ball([0.074, 1.578, -0.010], [0.007, 0.028, 0.016]), 0.012),
    ]
}
