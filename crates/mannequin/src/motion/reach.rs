//! Hands and feet put in their place: two bones between a root and a target, bent towards a hint.

use super::pose::Pose;
use crate::anatomy::{self, arm_direction, palm_direction};
use crate::exact::{Turn, align};
use crate::rig::{Rig, Side};
use geometry::{Point, Vector};

/// Where a hand goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct HandTarget {
    /// The wrist.
    pub wrist: Point,
    /// Where the fingers point.
    pub fingers: Vector,
    /// Where the palm looks.
    pub palm: Vector,
    /// Where the elbow points.
    pub elbow: Vector,
}

/// Where a foot goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct FootTarget {
    /// The ankle.
    pub ankle: Point,
    /// The foot against its bind pose.
    pub turn: Turn,
    /// Where the knee points.
    pub knee: Vector,
}

/// Puts a hand in its place.
pub(super) fn place_hand(pose: &mut Pose, rig: &Rig, side: &Side, target: &HandTarget) {
    let root = pose.frame(rig, side.arm.joint).place;
    let lengths = [anatomy::UPPER_ARM, anatomy::FOREARM];
    let bones = two_bones(root, target.wrist, lengths, target.elbow);
    let rest = side.of_left(arm_direction());
    // The elbow folds forwards in the bind pose.
    let hinge = rest.cross(&Vector::z());
    bend(pose, rig, [side.arm.joint, side.forearm.joint], [rest, rest], hinge, &bones);
    let turn = align([rest, side.of_left(palm_direction())], [target.fingers, target.palm]);
    pose.set_world_turn(rig, side.hand, turn);
}

/// Puts a foot in its place.
pub(super) fn place_foot(pose: &mut Pose, rig: &Rig, side: &Side, target: &FootTarget) {
    let root = pose.frame(rig, side.up_leg.joint).place;
    let rest = [rig.offset(side.leg.joint), rig.offset(side.foot)];
    let bones = two_bones(root, target.ankle, rest.map(|bone| bone.norm()), target.knee);
    // The knee folds backwards.
    let hinge = rest[0].cross(&-Vector::z());
    bend(pose, rig, [side.up_leg.joint, side.leg.joint], rest, hinge, &bones);
    pose.set_world_turn(rig, side.foot, target.turn);
}

/// Two bones as they shall lie: their directions, and the axis about which the second is folded against the first.
struct Bones {
    directions: [Vector; 2],
    hinge: Vector,
}

/// Turns two joints so that their bones, along `rest` in the bind pose and folding about `hinge` there, lie as asked.
fn bend(pose: &mut Pose, rig: &Rig, joints: [usize; 2], rest: [Vector; 2], hinge: Vector, bones: &Bones) {
    for i in 0..2 {
        pose.set_world_turn(rig, joints[i], align([rest[i], hinge], [bones.directions[i], bones.hinge]));
    }
}

/// Two bones from a root to a target, by the law of cosines; the middle joint points towards the hint. A target out of
/// reach is approached. The hinge comes from the hint, so that it is known for stretched bones too.
fn two_bones(root: Point, target: Point, [a, b]: [f64; 2], hint: Vector) -> Bones {
    let way = target - root;
    let distance = way.norm().min(a + b);
    let ahead = way.normalize();
    let aside = (hint - ahead * ahead.dot(&hint)).normalize();
    let along = (a * a - b * b + distance * distance) / (2.0 * distance);
    let away = (a * a - along * along).max(0.0).sqrt();
    let upper = ahead * along + aside * away;
    Bones { directions: [upper / a, (ahead * distance - upper) / b], hinge: aside.cross(&ahead) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Joints are rounded to a micrometre, so bones are not exactly as long and as straight as the anatomy says. Metres.
    const ROUNDING: f64 = 5e-6;

    #[test]
    fn hands_and_feet_arrive() {
        let rig = Rig::new();
        for side in rig.sides() {
            let mut pose = Pose::bind(&rig);
            let wrist = Point::new(0.1 * side.sign, 1.1, 0.3);
            let (fingers, palm) = (side.of_left(-Vector::x()), -Vector::z());
            let elbow = side.of_left(Vector::new(1.0, -1.0, 0.0));
            place_hand(&mut pose, &rig, side, &HandTarget { wrist, fingers, palm, elbow });
            let ankle = Point::new(0.12 * side.sign, 0.3, 0.1);
            place_foot(&mut pose, &rig, side, &FootTarget { ankle, turn: Turn::identity(), knee: Vector::z() });
            assert!((pose.frame(&rig, side.hand).place - wrist).norm() < ROUNDING);
            let hand = pose.frame(&rig, side.hand).turn;
            assert!((hand * side.of_left(arm_direction()) - fingers).norm() < 1e-12);
            assert!((hand * side.of_left(palm_direction()) - palm).norm() < 1e-12);
            assert!((pose.frame(&rig, side.foot).place - ankle).norm() < ROUNDING);
            assert!(pose.frame(&rig, side.leg.joint).place.z > 0.1, "the knee points forwards");
        }
    }

    #[test]
    fn feet_in_place_give_the_bind_pose() {
        let rig = Rig::new();
        let mut pose = Pose::bind(&rig);
        let ankle = Point::from(anatomy::ANKLE);
        place_foot(&mut pose, &rig, &rig.left, &FootTarget { ankle, turn: Turn::identity(), knee: Vector::z() });
        let worst = pose.turns.iter().map(Turn::angle).fold(0.0, f64::max);
        // A micrometre of a straight leg's length is a milliradian of its knee.
        assert!(worst < 3e-3, "{worst}");
    }
}
