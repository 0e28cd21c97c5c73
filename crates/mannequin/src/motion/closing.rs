//! Gestures that close the body on clothes where the first ones do not: chest, collar, belly, buttock, feet, armpit, knees.
//!
//! Each is a whole pose that its amount pulls towards. Depths are those of firm pressure on soft skin: 1 to 3 cm.

use super::gesture::{curl, elbow_axis};
use super::pose::Pose;
use super::reach::{FootTarget, HandTarget, place_foot, place_hand};
use crate::exact::{Turn, turn};
use crate::field::Figure;
use crate::rig::{Rig, Side};
use geometry::{Point, Vector};

/// Arms crossed over the chest: where the left wrist lies on it, and how far the two wrists are outside the skin, the right
/// one first, which lies under the other. Metres.
const CROSS_WRIST: [f64; 2] = [-0.100, 1.215];
const CROSS_OUT: [f64; 2] = [0.020, 0.062];
const CROSS_FINGERS: [f64; 3] = [-1.0, 0.35, -0.35];
const CROSS_CURL: [f64; 3] = [8.0, 12.0, 8.0];

/// The chin on the collar: how far chest, neck and head lean forwards, degrees.
const CHIN: [f64; 3] = [8.0, 46.0, 48.0];

/// Sitting bent over the thighs: where the hip joints are from the ankles, upwards and backwards, in metres; how far
/// pelvis and each of three vertebrae lean, and how much neck and head look up again, degrees.
const SIT_UP: f64 = 0.43;
const SIT_BACK: f64 = 0.36;
const SIT_PELVIS: f64 = 34.0;
const SIT_SPINE: f64 = 15.0;
const SIT_NECK: f64 = -18.0;

/// The right heel on the buttock: knee and hip, and how the foot is stretched, degrees.
const HEEL_KNEE: f64 = 160.0;
const HEEL_HIP: f64 = 12.0;
const HEEL_FOOT: f64 = 28.0;

/// The right foot on the left one: its ankle against the other's, in metres, so that the sole is 1.5 cm in the instep.
const STEP_ANKLE: [f64; 3] = [-0.010, 0.038, 0.022];

/// The right hand in the left armpit: its wrist; and how far the left arm is pressed down on it, and its collar bone, degrees.
const TUCK_WRIST: [f64; 3] = [0.105, 1.235, 0.085];
const TUCK_FINGERS: [f64; 3] = [1.0, 0.0, -0.75];
const TUCK_DOWN: f64 = 40.0;
const TUCK_COLLAR: f64 = 3.0;
const TUCK_ELBOW: f64 = 30.0;

/// Knees that close: how far the hips sink, in metres, and how far inwards the knees point for each metre forwards.
const KNEES_SINK: f64 = 0.060;
const KNEES_IN: f64 = 0.62;

/// Arms crossed over the chest, the left over the right.
pub(super) fn cross(pose: &mut Pose, rig: &Rig, figure: &Figure) {
    for (side, out) in [(&rig.right, CROSS_OUT[0]), (&rig.left, CROSS_OUT[1])] {
        let spot = figure.front(CROSS_WRIST[0] * side.sign, CROSS_WRIST[1]);
        let normal = figure.gradient(&spot).normalize();
        let target = HandTarget {
            wrist: spot + normal * out,
            fingers: side.of_left(Vector::from(CROSS_FINGERS)),
            palm: -normal,
            elbow: side.of_left(Vector::new(1.0, -1.0, 0.2)),
        };
        place_hand(pose, rig, side, &target);
        curl(pose, side, CROSS_CURL);
    }
}

/// The chin on the collar.
pub(super) fn chin(pose: &mut Pose, rig: &Rig) {
    for (joint, degrees) in [rig.spine[2], rig.neck, rig.head].into_iter().zip(CHIN) {
        pose.turns[joint] = turn(Vector::x(), degrees);
    }
}

/// Sitting, bent over the thighs. The feet stay where they are; not a pull, so that they do so on the way as well.
pub(super) fn sit(pose: &mut Pose, rig: &Rig, amount: f64) {
    let lean = |degrees: f64| turn(Vector::x(), degrees * amount);
    pose.turns[rig.hips] = lean(SIT_PELVIS);
    for vertebra in rig.spine {
        pose.turns[vertebra] = lean(SIT_SPINE);
    }
    pose.turns[rig.neck] = lean(SIT_NECK);
    pose.turns[rig.head] = lean(SIT_NECK);
    let (hip, ankle) = (rig.joints[rig.left.up_leg.joint].position, rig.joints[rig.left.foot].position);
    let wanted = Vector::new(hip.x, ankle.y + SIT_UP, ankle.z - SIT_BACK);
    let place = hip.coords + (wanted - hip.coords) * amount;
    pose.shift = place - pose.frame(rig, rig.left.up_leg.joint).place.coords;
    stand(pose, rig, |_| Vector::z());
}

/// Knees that close, feet apart. Not a pull either.
pub(super) fn knees(pose: &mut Pose, rig: &Rig, amount: f64) {
    pose.shift = Vector::new(0.0, -KNEES_SINK * amount, 0.0);
    stand(pose, rig, |side| side.of_left(Vector::new(-KNEES_IN * amount, 0.0, 1.0)));
}

/// Both feet where they are in the bind pose.
fn stand(pose: &mut Pose, rig: &Rig, knee: impl Fn(&Side) -> Vector) {
    for side in rig.sides() {
        let ankle = rig.joints[side.foot].position;
        place_foot(pose, rig, side, &FootTarget { ankle, turn: Turn::identity(), knee: knee(side) });
    }
}

/// The right heel on the buttock.
pub(super) fn heel(pose: &mut Pose, rig: &Rig) {
    let side = &rig.right;
    pose.turns[side.up_leg.joint] = turn(Vector::x(), HEEL_HIP);
    pose.turns[side.leg.joint] = turn(Vector::x(), HEEL_KNEE);
    pose.turns[side.foot] = turn(Vector::x(), HEEL_FOOT);
}

/// The right foot on the left.
pub(super) fn step(pose: &mut Pose, rig: &Rig) {
    let ankle = rig.joints[rig.left.foot].position + Vector::from(STEP_ANKLE);
    let target = FootTarget { ankle, turn: Turn::identity(), knee: Vector::new(-0.5, 0.0, 1.0) };
    place_foot(pose, rig, &rig.right, &target);
}

/// The right hand in the left armpit, and the left arm pressed down on it.
pub(super) fn tuck(pose: &mut Pose, rig: &Rig) {
    let target = HandTarget {
        wrist: Point::from(Vector::from(TUCK_WRIST)),
        fingers: Vector::from(TUCK_FINGERS),
        palm: Vector::new(-0.75, 0.0, -1.0),
        elbow: Vector::new(-1.0, -1.0, 0.3),
    };
    place_hand(pose, rig, &rig.right, &target);
    let side = &rig.left;
    pose.turns[side.arm.joint] = turn(Vector::z(), -TUCK_DOWN * side.sign);
    pose.turns[side.shoulder] = turn(Vector::z(), -TUCK_COLLAR * side.sign);
    pose.turns[side.forearm.joint] = turn(elbow_axis(side), TUCK_ELBOW);
}
