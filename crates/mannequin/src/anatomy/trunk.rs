//! Pelvis to neck.

use super::{hollows, pair, part};
use crate::field::{Group, Loft, Section};
use geometry::{Point, Vector};

/// The trunk's sections by height above the floor: half the breadth, to the front and to the back of an axis at
/// [`AXIS`]. Hips at 0.86, waist at 1.07, chest at 1.26, shoulders at 1.38.
const SECTIONS: [Section; 13] = [
    Section::new(0.800, 0.120, 0.085, 0.090),
    Section::new(0.850, 0.160, 0.097, 0.105),
    Section::new(0.900, 0.166, 0.103, 0.104),
    Section::new(0.960, 0.154, 0.106, 0.090),
    Section::new(1.020, 0.133, 0.104, 0.074),
    Section::new(1.075, 0.122, 0.100, 0.068),
    Section::new(1.130, 0.126, 0.102, 0.076),
    Section::new(1.190, 0.139, 0.109, 0.090),
    Section::new(1.250, 0.151, 0.114, 0.101),
    Section::new(1.310, 0.154, 0.104, 0.106),
    Section::new(1.360, 0.142, 0.080, 0.100),
    Section::new(1.400, 0.104, 0.052, 0.084),
    Section::new(1.425, 0.070, 0.036, 0.066),
];

/// The trunk's axis, in front of the spine.
const AXIS: [f64; 3] = [0.0, 0.0, -0.012];

pub(super) fn parts() -> Group {
    vec![
        part(Loft::new(Point::from(AXIS), Vector::y(), Vector::x(), &SECTIONS, [0.06, 0.03]), 0.0),
        // The neck leans forward from the seventh vertebra to the skull.
        part(Loft::bone([Point::new(0.0, 1.400, -0.048), Point::new(0.0, 1.545, -0.012)], [0.060, 0.052]), 0.050),
        // The muscle from the neck to the shoulder, and the one over the joint's back.
        pair(Loft::bone([Point::new(0.030, 1.435, -0.045), Point::new(0.150, 1.378, -0.030)], [0.034, 0.046]), 0.045),
        // Chest muscles, flat.
        pair(Loft::ball([0.070, 1.262, 0.070], [0.064, 0.056, 0.032]), 0.030),
        // Shoulder blades.
        pair(Loft::ball([0.080, 1.300, -0.098], [0.050, 0.075, 0.022]), 0.040),
        // Buttocks.
        pair(Loft::ball([0.076, 0.862, -0.080], [0.076, 0.082, 0.064]), 0.040),
        // The hollow of the spine.
        hollows(Loft::new(Point::new(0.0, 1.06, -0.098), Vector::y(), Vector::x(), &GROOVE, [0.06, 0.10]), 0.030),
    ]
}

/// The spine's groove, deepest in the small of the back.
const GROOVE: [Section; 2] = [Section::new(0.0, 0.010, 0.012, 0.012), Section::new(0.12, 0.008, 0.006, 0.006)];
