//! Walking on the spot: one stride of a second, which loops.
//!
//! A foot stands for six tenths of the stride and swings for the rest; the other does the same half a stride later. Hips
//! rise over the standing leg, arms swing against the legs.

use super::gesture::lower_arms;
use super::pose::Pose;
use super::reach::{FootTarget, place_foot};
use crate::anatomy::{ANKLE, arm_direction};
use crate::exact::{ease, sin_cos, turn};
use crate::rig::{Rig, Side};
use geometry::{Point, Vector};

/// The part of a stride in which a foot stands.
const STANDING: f64 = 0.6;
/// From the middle of a step to its ends, and how high the swinging ankle is lifted. Metres.
const REACH: f64 = 0.245;
const LIFT: f64 = 0.075;
/// The ankles from the middle: nearer than at rest. Metres.
const TRACK: f64 = 0.085;
/// How far the hips are lowered, so that the legs reach, and how much they bob. Metres.
const LOWERED: f64 = 0.031;
const BOB: f64 = 0.021;
/// How far the hips sway over the standing leg. Metres.
const SWAY: f64 = 0.012;
/// The heel's lift when a foot leaves, and the toes' lift when it lands. Degrees.
const LEAVING: f64 = 34.0;
const LANDING: f64 = 14.0;
/// From the ankle to the ball of the foot, about which it rolls, and to the heel. Metres.
const BALL: f64 = 0.13;
const HEEL: f64 = 0.04;
/// Arms and collar bones lowered, arms swinging, elbows bent. Degrees.
const ARMS_DOWN: f64 = 33.0;
const COLLARS_DOWN: f64 = 2.0;
const SWING: f64 = 22.0;
const ELBOW: f64 = 22.0;
/// Chest against pelvis, about the vertical. Degrees.
const COUNTER_TURN: f64 = 6.0;

/// The pose at a part of the stride, 0 to 1; the left foot lands at 0.
pub(super) fn walk(rig: &Rig, phase: f64) -> Pose {
    let mut pose = Pose::bind(rig);
    let (sin, cos) = sin_cos(360.0 * phase);
    let (_, cos_twice) = sin_cos(360.0 * ((2.0 * phase) % 1.0));
    pose.shift = Vector::new(SWAY * sin, -LOWERED - BOB * cos_twice, 0.0);
    pose.turns[rig.hips] = turn(Vector::y(), -COUNTER_TURN * cos);
    for vertebra in rig.spine {
        pose.turns[vertebra] = turn(Vector::y(), COUNTER_TURN * 2.0 / 3.0 * cos);
    }
    pose.turns[rig.neck] = turn(Vector::y(), -COUNTER_TURN * cos);
    lower_arms(&mut pose, rig, ARMS_DOWN, COLLARS_DOWN);
    for (side, start) in [(&rig.left, 0.0), (&rig.right, 0.5)] {
        step(&mut pose, rig, side, (phase + start) % 1.0);
        // The arm is back when its own leg is forward.
        let swing = turn(Vector::x(), SWING * cos * side.sign);
        pose.turns[side.arm.joint] = swing * pose.turns[side.arm.joint];
        let bent = ELBOW * (1.0 - 0.5 * cos * side.sign);
        pose.turns[side.forearm.joint] = turn(side.of_left(arm_direction()).cross(&Vector::z()), bent);
    }
    pose.with_helpers(rig)
}

/// Puts a foot where it is in its own stride.
fn step(pose: &mut Pose, rig: &Rig, side: &Side, phase: f64) {
    let forward = if phase < STANDING {
        REACH * (1.0 - 2.0 * phase / STANDING)
    } else {
        REACH * (2.0 * ease(STANDING, 1.0, phase) - 1.0)
    };
    let swinging = ease(STANDING, 0.78, phase) * (1.0 - ease(0.78, 1.0, phase));
    let heel_up = LEAVING * ease(0.32, STANDING, phase) * (1.0 - ease(STANDING, 0.86, phase));
    let toes_up = LANDING * (1.0 - ease(0.0, 0.12, phase) + ease(0.84, 1.0, phase));
    // The foot rolls over its ball and its heel: either lifts the ankle.
    let rolled = BALL * sin_cos(heel_up).0 + HEEL * sin_cos(toes_up).0;
    let ankle = Point::new(TRACK * side.sign, ANKLE[1] + rolled + LIFT * swinging, ANKLE[2] + forward);
    let knee = side.of_left(Vector::new(0.10, 0.0, 1.0));
    place_foot(pose, rig, side, &FootTarget { ankle, turn: turn(Vector::x(), heel_up - toes_up), knee });
    let standing = 1.0 - ease(STANDING, 0.70, phase);
    pose.turns[side.toes] = turn(Vector::x(), -heel_up * standing);
}
