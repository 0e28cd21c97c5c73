//! What the figure does, as amounts from 0 to 1, and the pose that gives.
//!
//! Legs and trunk come first, then each arm gesture pulls the arms towards its own pose by its amount. So gestures can
//! follow each other, and overlap, without knowing of each other.

use super::closing;
use super::pose::Pose;
use super::reach::{FootTarget, HandTarget, place_foot, place_hand};
use crate::anatomy::{arm_direction, palm_direction};
use crate::exact::{Turn, sin_cos, turn};
use crate::field::Figure;
use crate::rig::{Rig, Side};
use geometry::{Point, Vector};

/// How much of everything.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gesture {
    /// The right elbow folded.
    pub fold: f64,
    /// Squatting.
    pub squat: f64,
    /// Arms pressed to the sides.
    pub press: f64,
    /// Arms spread to the sides.
    pub spread: f64,
    /// The right hand on the belly.
    pub rub: f64,
    /// Where on its circle that hand is, in turns.
    pub circle: f64,
    /// Hands clasped in front.
    pub clasp: f64,
    /// Arms crossed over the chest.
    pub cross: f64,
    /// The chin on the collar.
    pub chin: f64,
    /// Sitting, bent over the thighs.
    pub sit: f64,
    /// The right heel on the buttock.
    pub heel: f64,
    /// The right foot on the left.
    pub step: f64,
    /// The right hand in the left armpit.
    pub tuck: f64,
    /// Knees closed.
    pub knees: f64,
    /// How far the whole figure has turned, in turns.
    pub turned: f64,
}

/// The folded elbow, degrees: as far as a forearm goes when the other hand helps.
const FOLD: f64 = 150.0;
/// The arm is lifted forwards meanwhile, so that the hand passes the chin.
const FOLD_LIFT: f64 = 18.0;

/// The knees' angle in the squat, degrees.
const SQUAT_KNEE: f64 = 140.0;
/// How far the hip joints then are behind the ankles, metres: as much as the trunk's lean balances.
const SQUAT_BACK: f64 = 0.165;
/// How far pelvis and each of three vertebrae lean forwards, and how much neck and head look up again, degrees.
const SQUAT_PELVIS: f64 = 22.0;
const SQUAT_SPINE: f64 = 8.0;
const SQUAT_NECK: f64 = -14.0;
/// How far knees point outwards for each metre forwards.
const SQUAT_KNEES_OUT: f64 = 0.42;
/// The wrists from the shoulders, arms stretched forwards. Metres, left side.
const SQUAT_WRISTS: [f64; 3] = [-0.03, -0.10, 0.49];

/// Arms pressed 4 cm into the sides: lowered, collar bones lowered, elbows bent. Degrees.
const PRESS_DOWN: f64 = 47.0;
const PRESS_COLLAR: f64 = 3.0;
const PRESS_ELBOW: f64 = 24.0;
/// Arms spread: lifted nearly to the horizontal. Degrees.
const SPREAD_UP: f64 = 32.0;
const SPREAD_COLLAR: f64 = 6.0;

/// The circle of the palm's middle on the belly: its middle and its two radii. Metres.
const RUB_MIDDLE: [f64; 2] = [-0.004, 1.062];
const RUB_RADII: [f64; 2] = [0.042, 0.036];
/// How far the palm is inside the belly, metres: a firm hand on soft skin.
const RUB_DEPTH: f64 = 0.012;
/// From the wrist to the palm's middle, along the hand and out of the palm. Metres.
const PALM: [f64; 2] = [0.058, 0.0175];

/// Clasped hands: the left wrist; the other is its mirror image, [`CLASP_SHIFT`] lower. Metres.
const CLASP_WRIST: [f64; 3] = [0.034, 1.085, 0.215];
/// Half the distance between two fingers, so that those of one hand come between those of the other. Metres.
const CLASP_SHIFT: f64 = 0.0095;
/// Where the left fingers point and where the palm looks.
const CLASP_FINGERS: [f64; 3] = [-0.12, 0.16, 1.0];
const CLASP_PALM: [f64; 3] = [-1.0, 0.0, -0.12];
/// How far a finger's three joints are bent, from the knuckle on, degrees: between the other fingers, then over the back
/// of the other hand. The thumb bends half as far.
const CLASP_CURL: [f64; 3] = [46.0, 38.0, 18.0];
/// The same for the hand on the belly, which is round.
const RUB_CURL: [f64; 3] = [2.0, 6.0, 6.0];

impl Gesture {
    /// The pose.
    pub(super) fn pose(&self, rig: &Rig, figure: &Figure) -> Pose {
        let mut pose = Pose::bind(rig);
        if self.squat > 0.0 {
            squat(&mut pose, rig, self.squat);
        }
        if self.sit > 0.0 {
            closing::sit(&mut pose, rig, self.sit);
        }
        if self.knees > 0.0 {
            closing::knees(&mut pose, rig, self.knees);
        }
        pull(&mut pose, self.press, |pose| press(pose, rig));
        pull(&mut pose, self.spread, |pose| spread(pose, rig));
        pull(&mut pose, self.rub, |pose| rub(pose, rig, figure, self.circle));
        pull(&mut pose, self.clasp, |pose| clasp(pose, rig));
        pull(&mut pose, self.cross, |pose| closing::cross(pose, rig, figure));
        pull(&mut pose, self.chin, |pose| closing::chin(pose, rig));
        pull(&mut pose, self.heel, |pose| closing::heel(pose, rig));
        pull(&mut pose, self.step, |pose| closing::step(pose, rig));
        pull(&mut pose, self.tuck, |pose| closing::tuck(pose, rig));
        if self.fold > 0.0 {
            fold(&mut pose, rig, self.fold);
        }
        if self.turned > 0.0 {
            pose.turns[rig.hips] = turn(Vector::y(), 360.0 * self.turned) * pose.turns[rig.hips];
        }
        pose.with_helpers(rig)
    }
}

/// Brings a pose towards the one that `change` makes of it.
fn pull(pose: &mut Pose, amount: f64, change: impl FnOnce(&mut Pose)) {
    if amount > 0.0 {
        let mut whole = pose.clone();
        change(&mut whole);
        *pose = pose.towards(&whole, amount);
    }
}

/// The axis about which an elbow folds in the bind pose.
pub(super) fn elbow_axis(side: &Side) -> Vector {
    side.of_left(arm_direction()).cross(&Vector::z())
}

fn fold(pose: &mut Pose, rig: &Rig, amount: f64) {
    let side = &rig.right;
    pose.turns[side.forearm.joint] *= turn(elbow_axis(side), FOLD * amount);
    pose.turns[side.arm.joint] *= turn(elbow_axis(side), FOLD_LIFT * amount);
}

fn squat(pose: &mut Pose, rig: &Rig, amount: f64) {
    let lean = |degrees: f64| turn(Vector::x(), degrees * amount);
    pose.turns[rig.hips] = lean(SQUAT_PELVIS);
    for vertebra in rig.spine {
        pose.turns[vertebra] = lean(SQUAT_SPINE);
    }
    pose.turns[rig.neck] = lean(SQUAT_NECK);
    pose.turns[rig.head] = lean(SQUAT_NECK);
    pose.shift = squat_shift(pose, rig, amount);
    for side in rig.sides() {
        let ankle = rig.joints[side.foot].position;
        let knee = side.of_left(Vector::new(SQUAT_KNEES_OUT * amount, 0.0, 1.0));
        place_foot(pose, rig, side, &FootTarget { ankle, turn: Turn::identity(), knee });
    }
    let mut reaching = pose.clone();
    for side in rig.sides() {
        let shoulder = reaching.frame(rig, side.arm.joint).place;
        let target = HandTarget {
            wrist: shoulder + side.of_left(Vector::from(SQUAT_WRISTS)),
            fingers: side.of_left(Vector::new(-0.12, 0.05, 1.0)),
            palm: side.of_left(Vector::new(-0.6, -1.0, 0.0)),
            elbow: side.of_left(Vector::new(1.0, -0.8, 0.0)),
        };
        place_hand(&mut reaching, rig, side, &target);
    }
    *pose = pose.towards(&reaching, amount);
}

/// Where the hips go so that the knees have their angle: the angle sets how far the hip joints are from the ankles, and
/// the height follows.
fn squat_shift(pose: &Pose, rig: &Rig, amount: f64) -> Vector {
    let side = &rig.left;
    let (thigh, calf) = (rig.offset(side.leg.joint).norm(), rig.offset(side.foot).norm());
    let (_, cos) = sin_cos(SQUAT_KNEE * amount);
    let square = thigh * thigh + calf * calf + 2.0 * thigh * calf * cos;
    let (hip, ankle) = (rig.joints[side.up_leg.joint].position, rig.joints[side.foot].position);
    let back = (hip.z - ankle.z) * (1.0 - amount) - SQUAT_BACK * amount;
    let across = hip.x - ankle.x;
    let height = (square - back * back - across * across).max(0.0).sqrt();
    let wanted = Point::new(hip.x, ankle.y + height, ankle.z + back);
    wanted - pose.frame(rig, side.up_leg.joint).place
}

fn press(pose: &mut Pose, rig: &Rig) {
    lower_arms(pose, rig, PRESS_DOWN, PRESS_COLLAR);
    for side in rig.sides() {
        pose.turns[side.forearm.joint] = turn(elbow_axis(side), PRESS_ELBOW);
    }
}

fn spread(pose: &mut Pose, rig: &Rig) {
    lower_arms(pose, rig, -SPREAD_UP, -SPREAD_COLLAR);
}

/// Arms and collar bones turned down by degrees, about the line of sight.
pub(super) fn lower_arms(pose: &mut Pose, rig: &Rig, arms: f64, collars: f64) {
    for side in rig.sides() {
        pose.turns[side.arm.joint] = turn(Vector::z(), -arms * side.sign);
        pose.turns[side.shoulder] = turn(Vector::z(), -collars * side.sign);
    }
}

fn rub(pose: &mut Pose, rig: &Rig, figure: &Figure, circle: f64) {
    let (sin, cos) = sin_cos(360.0 * (circle - circle.floor()));
    let spot = figure.front(RUB_MIDDLE[0] + RUB_RADII[0] * cos, RUB_MIDDLE[1] + RUB_RADII[1] * sin);
    let out = figure.gradient(&spot).normalize();
    let fingers = Vector::new(1.0, 0.12, 0.0);
    let fingers = (fingers - out * out.dot(&fingers)).normalize();
    let wrist = spot + out * (PALM[1] - RUB_DEPTH) - fingers * PALM[0];
    let elbow = Vector::new(-1.0, -0.7, -0.35);
    place_hand(pose, rig, &rig.right, &HandTarget { wrist, fingers, palm: -out, elbow });
    curl(pose, &rig.right, RUB_CURL);
}

fn clasp(pose: &mut Pose, rig: &Rig) {
    for side in rig.sides() {
        let higher = f64::midpoint(side.sign, -1.0) * CLASP_SHIFT;
        let target = HandTarget {
            wrist: Point::from(side.of_left(Vector::from(CLASP_WRIST))) + Vector::y() * higher,
            fingers: side.of_left(Vector::from(CLASP_FINGERS)),
            palm: side.of_left(Vector::from(CLASP_PALM)),
            elbow: side.of_left(Vector::new(1.0, -0.9, -0.3)),
        };
        place_hand(pose, rig, side, &target);
        curl(pose, side, CLASP_CURL);
    }
}

/// Bends the fingers towards the palm, degrees from the knuckle on; the thumb half as far.
pub(super) fn curl(pose: &mut Pose, side: &Side, degrees: [f64; 3]) {
    let axis = side.of_left(arm_direction()).cross(&side.of_left(palm_direction()));
    for (number, finger) in side.fingers.iter().enumerate() {
        let share = if number == 0 { 0.5 } else { 1.0 };
        for (joint, degrees) in finger.iter().zip(degrees) {
            pose.turns[*joint] = turn(axis, degrees * share);
        }
    }
}
