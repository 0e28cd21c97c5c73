//! The joints, and which skin follows which.
//!
//! 1. [`Rig`]: the joint tree in the bind pose. Every joint's own frame is aligned with the world there, so a pose is turns
//!    alone and the inverse bind matrices are translations.
//! 2. [`weights`]: the influences of every vertex.
//!
//! Names are the usual ones of game and film characters. Besides the bones there are *helpers*, as production rigs have
//! them, because linear blending loses volume where a joint bends far and wrings the skin where it twists:
//!
//! | helper | beside | takes |
//! |---|---|---|
//! | `…ArmBend`, `…ForeArmBend`, `…UpLegBend`, `…LegBend` | that bone, with the same parent | half of its turn: the skin around the joint stays round |
//! | `…ForeArmRoll` | inside the forearm | half of the hand's twist about it |

pub(crate) mod weights;

use crate::anatomy::{self, FINGERS, Finger, finger_joints};
use crate::exact::on_grain;
use geometry::{Point, Vector};

/// A joint in the bind pose.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// As in the file.
    pub name: String,
    /// Its parent; parents come before their children.
    pub parent: Option<usize>,
    /// Where it is in the bind pose, in metres.
    pub position: Point,
}

/// The joint tree, and where to find what in it.
#[derive(Clone, Debug)]
pub(crate) struct Rig {
    pub joints: Vec<Joint>,
    pub hips: usize,
    /// From the waist up.
    pub spine: [usize; 3],
    pub neck: usize,
    pub head: usize,
    pub left: Side,
    pub right: Side,
}

/// The joints of one side.
#[derive(Clone, Debug)]
pub(crate) struct Side {
    /// 1 on the left, −1 on the right: what mirrors a place of the left side.
    pub sign: f64,
    pub shoulder: usize,
    pub arm: Bone,
    pub forearm: Bone,
    pub roll: usize,
    pub hand: usize,
    /// Thumb first, three joints each.
    pub fingers: [[usize; 3]; 5],
    pub up_leg: Bone,
    pub leg: Bone,
    pub foot: usize,
    pub toes: usize,
}

/// A joint that bends far, and its helper.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bone {
    pub joint: usize,
    pub bend: usize,
}

impl Side {
    /// A place or direction given for the left side, on this one.
    pub(crate) fn of_left(&self, v: Vector) -> Vector {
        Vector::new(v.x * self.sign, v.y, v.z)
    }
}

/// The joints in the middle: name, height and depth. Vertebrae lie behind the trunk's middle.
const MIDDLE: [(&str, f64, f64); 6] = [
    ("Hips", 0.935, -0.012),
    ("Spine", 1.030, -0.030),
    ("Spine1", 1.130, -0.038),
    ("Spine2", 1.245, -0.045),
    ("Neck", 1.425, -0.050),
    ("Head", 1.520, -0.025),
];
/// The inner end of the left collar bone.
const COLLAR: [f64; 3] = [0.030, 1.385, -0.010];
/// How far down the forearm the roll helper sits, as a part of it.
const ROLL: f64 = 0.5;

impl Rig {
    pub(crate) fn new() -> Self {
        let mut joints: Vec<Joint> = Vec::new();
        for (name, y, z) in MIDDLE {
            let parent = joints.len().checked_sub(1);
            joints.push(Joint { name: name.to_owned(), parent, position: Point::new(0.0, y, z).map(on_grain) });
        }
        let left = side(&mut joints, "Left", 1.0);
        let right = side(&mut joints, "Right", -1.0);
        Self { joints, hips: 0, spine: [1, 2, 3], neck: 4, head: 5, left, right }
    }

    pub(crate) fn sides(&self) -> [&Side; 2] {
        [&self.left, &self.right]
    }

    /// The joint on the other side; one in the middle is its own.
    pub(crate) fn mirrored(&self, joint: usize) -> usize {
        // Both sides are added in the same order.
        let (middle, side) = (MIDDLE.len(), (self.joints.len() - MIDDLE.len()) / 2);
        if joint < middle { joint } else { middle + (joint - middle + side) % (2 * side) }
    }

    /// From a joint's parent to the joint, in the bind pose.
    pub(crate) fn offset(&self, joint: usize) -> Vector {
        let Joint { parent, position, .. } = &self.joints[joint];
        parent.map_or(position.coords, |parent| position - self.joints[parent].position)
    }
}

/// Joints being added to one side.
struct Adder<'j> {
    joints: &'j mut Vec<Joint>,
    prefix: &'static str,
    sign: f64,
}

impl Adder<'_> {
    /// A joint at a place of the left side.
    fn joint(&mut self, name: &str, parent: usize, at: Point) -> usize {
        let position = Point::new(at.x * self.sign, at.y, at.z).map(on_grain);
        self.joints.push(Joint { name: format!("{}{name}", self.prefix), parent: Some(parent), position });
        self.joints.len() - 1
    }

    /// A joint with its helper.
    fn bone(&mut self, name: &str, parent: usize, at: Point) -> Bone {
        let joint = self.joint(name, parent, at);
        Bone { joint, bend: self.joint(&format!("{name}Bend"), parent, at) }
    }

    /// The joints of a finger.
    fn finger(&mut self, finger: &Finger, hand: usize) -> [usize; 3] {
        let points = finger_joints(finger);
        let mut parent = hand;
        [0, 1, 2].map(|i| {
            parent = self.joint(&format!("Hand{}{}", finger.name, i + 1), parent, points[i]);
            parent
        })
    }
}

/// Adds the joints of one side.
fn side(joints: &mut Vec<Joint>, prefix: &'static str, sign: f64) -> Side {
    let (hips, chest) = (0, 3);
    let mut add = Adder { joints, prefix, sign };
    let shoulder = add.joint("Shoulder", chest, COLLAR.into());
    let arm = add.bone("Arm", shoulder, anatomy::SHOULDER.into());
    let forearm = add.bone("ForeArm", arm.joint, anatomy::elbow());
    let middle = anatomy::elbow() + anatomy::arm_direction() * (anatomy::FOREARM * ROLL);
    let roll = add.joint("ForeArmRoll", forearm.joint, middle);
    let hand = add.joint("Hand", forearm.joint, anatomy::wrist());
    let fingers = FINGERS.map(|finger| add.finger(&finger, hand));
    let up_leg = add.bone("UpLeg", hips, anatomy::HIP.into());
    let leg = add.bone("Leg", up_leg.joint, anatomy::knee());
    let foot = add.joint("Foot", leg.joint, anatomy::ANKLE.into());
    let toes = add.joint("ToeBase", foot, anatomy::TOES.into());
    Side { sign, shoulder, arm, forearm, roll, hand, fingers, up_leg, leg, foot, toes }
}
