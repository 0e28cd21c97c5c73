//! Shoulder to palm.

use super::{FOREARM, SHOULDER, UPPER_ARM, arm_direction, palm_direction, part};
use crate::field::{Group, Loft, Section};
use geometry::{Point, Vector};

/// The arm's sections by distance from the shoulder joint: half the breadth seen from outside, to the outside and to the
/// inside. The elbow is at 0.285, the wrist at 0.53.
const SECTIONS: [Section; 10] = [
    Section::new(0.000, 0.050, 0.046, 0.042),
    Section::new(0.055, 0.053, 0.052, 0.043),
    Section::new(0.110, 0.048, 0.046, 0.042),
    Section::new(0.170, 0.044, 0.039, 0.041),
    Section::new(0.230, 0.039, 0.035, 0.037),
    Section::new(0.285, 0.036, 0.034, 0.034),
    Section::new(0.335, 0.040, 0.037, 0.037),
    Section::new(0.385, 0.038, 0.034, 0.035),
    Section::new(0.460, 0.031, 0.026, 0.027),
    Section::new(0.530, 0.027, 0.020, 0.020),
];

/// The palm's sections by distance from the wrist: half the breadth, to the back of the hand and to the palm.
const PALM: [Section; 5] = [
    Section::new(0.000, 0.025, 0.018, 0.018),
    Section::new(0.025, 0.031, 0.016, 0.019),
    Section::new(0.055, 0.039, 0.014, 0.018),
    Section::new(0.080, 0.040, 0.012, 0.015),
    Section::new(0.088, 0.038, 0.010, 0.012),
];

pub(super) fn parts() -> Group {
    let (shoulder, along) = (Point::from(SHOULDER), arm_direction());
    let wrist = shoulder + along * (UPPER_ARM + FOREARM);
    vec![
        part(Loft::new(shoulder, along, Vector::z(), &SECTIONS, [0.045, 0.02]), 0.0),
        part(Loft::new(wrist, along, Vector::z(), &PALM, [0.02, 0.010]), 0.015),
        // The ball of the thumb.
        part(
            Loft::ball_along(
                wrist + along * 0.035 + Vector::z() * 0.022 + palm_direction() * 0.010,
                along,
                [0.012, 0.026, 0.010],
            ),
            0.014,
        ),
    ]
}
