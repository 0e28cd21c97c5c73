//! Pelvis to neck.

use super::{hollows, pair, part};
use crate::field::{Group, Loft, Section};
use geometry::{Point, Vector};

/// The trunk's sections by height above the floor: half the breadth, to the front and to the back of an axis at
/// [`AXIS`]. Hips at 0.86, waist at 1.07, chest at 1.26, shoulders at 1.38.
const SECTIONS: [Section; 13] = [
    Section::new(0.800, 0.095, 0.070, 0.080),
    Section::new(0.850, 0.135, 0.086, 0.095),
    Section::new(0.900, 0.153, 0.097, 0.100),
    Section::new(0.960, 0.151, 0.104, 0.091),
    Section::new(1.020, 0.136, 0.104, 0.078),
    Section::new(1.075, 0.126, 0.101, 0.073),
    Section::new(1.130, 0.129, 0.103, 0.079),
    Section::new(1.190, 0.140, 0.109, 0.091),
    Section::new(1.250, 0.151, 0.113, 0.101),
    Section::new(1.310, 0.154, 0.104, 0.105),
    Section::new(1.360, 0.142, 0.080, 0.099),
    Section::new(1.400, 0.104, 0.052, 0.084),
    Section::new(1.425, 0.070, 0.036, 0.066),
];

/// The trunk's axis, in front of the spine.
const AXIS: [f64; 3] = [0.0, 0.0, -0.012];

pub(super) fn parts() -> Group {
    vec![
        part(Loft::new(Point::from(AXIS), Vector::y(), Vector::x(), &SECTIONS, [0.06, 0.03]), 0.0),
        // The neck leans forward from the seventh vertebra to the skull.
        part(Loft::bone([Point::new(0.0, 1.400, -0.048), Point::new(0.0, 1.550, -0.022)], [0.057, 0.050]), 0.050),
        // The muscle from the neck to the shoulder, and the one over the joint's back.
        pair(Loft::bone([Point::new(0.030, 1.428, -0.046), Point::new(0.150, 1.376, -0.030)], [0.032, 0.046]), 0.042),
        // Chest muscles, flat.
        pair(Loft::ball([0.070, 1.264, 0.063], [0.064, 0.062, 0.030]), 0.040),
        // Shoulder blades.
        pair(Loft::ball([0.078, 1.292, -0.084], [0.056, 0.098, 0.024]), 0.060),
        // Buttocks.
        pair(Loft::ball([0.076, 0.862, -0.080], [0.076, 0.082, 0.064]), 0.040),
        // The hollow of the spine.
        hollows(
            Loft::new(Point::new(0.0, 1.03, -0.098), GROOVE_AXIS.into(), Vector::x(), &GROOVE, [0.06, 0.16]),
            0.036,
        ),
    ]
}

/// The spine's groove, deepest in the small of the back.
const GROOVE: [Section; 2] = [Section::new(0.0, 0.012, 0.012, 0.012), Section::new(0.10, 0.012, 0.008, 0.008)];
/// It leans backwards as the back does.
const GROOVE_AXIS: [f64; 3] = [0.0, 1.0, -0.12];
