//! Which joints a vertex follows, and how much.
//!
//! 1. **Shares.** From the hips outwards each joint hands a share of a vertex on to the next, which grows smoothly from 0
//!    to 1 over a stretch around the joint ([`Stretch`]). Whose skin it is (trunk, leg, arm) is told by the field's groups,
//!    so an arm never pulls the trunk beside it.
//! 2. **Diffusion** along the skin's edges, which rounds the corners that the shares leave, and crosses no gap.
//! 3. **Four influences**, the largest, in units of 2⁻¹⁶ that sum to exactly 1.

use super::{Bone, Rig, Side};
use crate::anatomy::{self, FINGERS, FOREARM, UPPER_ARM, arm_direction, finger_joints, foot_direction};
use crate::exact::ease;
use crate::field::{Figure, Values};
use crate::surface::Skin;
use geometry::{Point, Vector};

/// A joint and its weight.
pub type Influence = (u16, f32);

/// Where along a coordinate a share grows from 0 to 1. Metres.
type Stretch = [f64; 2];

/// Heights over which each vertebra takes over from the one below.
const SPINE: [Stretch; 3] = [[0.93, 1.04], [1.03, 1.15], [1.14, 1.27]];
/// The same for neck and head, measured along lines that rise to the back: the base of the neck and of the skull slant.
const NECK: Stretch = [1.375, 1.435];
const HEAD: Stretch = [1.465, 1.515];
const SLANT: f64 = 0.32;
/// The collar bone's skin: out from the middle, and up.
const COLLAR_OUT: Stretch = [0.020, 0.130];
const COLLAR_UP: Stretch = [1.250, 1.370];
/// From trunk to arm, by how much nearer the arm is.
const ARM_SKIN: Stretch = [-0.020, 0.016];
/// Along the arm, from the joint: the helper takes over, then the bone.
const SHOULDER_BEND: [Stretch; 2] = [[-0.055, 0.005], [0.000, 0.080]];
const ELBOW_BEND: [Stretch; 2] = [[-0.046, -0.004], [0.004, 0.046]];
const ROLL: Stretch = [0.070, 0.190];
const WRIST: Stretch = [-0.026, 0.022];
/// Across the fold between belly and thigh, which runs up and outwards; then along the leg.
const HIP_BEND: [Stretch; 2] = [[-0.065, 0.020], [0.010, 0.115]];
const HIP_NORMAL: [f64; 3] = [0.42, -0.90, 0.06];
const KNEE_BEND: [Stretch; 2] = [[-0.062, -0.006], [0.006, 0.062]];
const ANKLE: Stretch = [-0.045, 0.012];
const TOES: Stretch = [-0.016, 0.016];
/// From one leg to the other, across x = 0.
const LEGS: Stretch = [-0.022, 0.022];
/// Along a finger around each of its joints, in its radii there.
const PHALANX: Stretch = [-0.8, 0.8];
/// A finger's own skin ends this far from its bones, in its radii: the palm begins.
const FINGER_SKIN: f64 = 1.35;
/// Passes of diffusion, each taking half of the way to the mean of the neighbours.
const PASSES: usize = 6;
/// The unit of a weight.
const UNIT: f64 = 65_536.0;

/// The influences of every vertex.
pub(crate) fn weights(rig: &Rig, figure: &Figure, skin: &Skin) -> Vec<[Influence; 4]> {
    let shares = skin.positions.iter().map(|p| Shares { rig, weights: vec![0.0; rig.joints.len()] }.of(figure, p));
    let diffused = diffuse(shares.collect(), skin);
    let influences: Vec<_> = diffused.iter().map(|weights| largest_four(weights)).collect();
    // Sums in another order differ in their last bits: the right side takes what the left one has.
    let of_left = |v: usize| {
        let mirror = |(joint, weight): Influence| (rig.mirrored(usize::from(joint)) as u16, weight);
        let is_right = skin.positions[v].x < 0.0;
        if is_right { influences[skin.twins[v] as usize].map(mirror) } else { influences[v] }
    };
    (0..influences.len()).map(of_left).collect()
}

/// The weights of one vertex, being filled.
struct Shares<'r> {
    rig: &'r Rig,
    weights: Vec<f64>,
}

impl Shares<'_> {
    fn of(mut self, figure: &Figure, p: &Point) -> Vec<f64> {
        let side = if p.x < 0.0 { &self.rig.right } else { &self.rig.left };
        let other = if p.x < 0.0 { &self.rig.left } else { &self.rig.right };
        let p = Point::new(p.x.abs(), p.y, p.z);
        let values = figure.values(&p);
        self.trunk(&p, side);
        self.arm(&p, side, &values);
        let own = grown(LEGS, p.x);
        self.leg(&p, side, own, &values);
        self.leg(&p, other, 1.0 - own, &values);
        self.weights
    }

    /// Hands a share of everything on to a joint.
    fn hand_on(&mut self, share: f64, to: usize) {
        for weight in &mut self.weights {
            *weight *= 1.0 - share;
        }
        self.weights[to] += share;
    }

    /// Hands on to a bone's helper and from there to the bone, by a coordinate from its joint.
    fn bend(&mut self, stretches: [Stretch; 2], along: f64, of: f64, bone: Bone) {
        self.hand_on(of * grown(stretches[0], along), bone.bend);
        self.hand_on(of * grown(stretches[1], along), bone.joint);
    }

    fn trunk(&mut self, p: &Point, side: &Side) {
        let rig = self.rig;
        self.hand_on(1.0, rig.hips);
        for (stretch, joint) in SPINE.into_iter().zip(rig.spine) {
            self.hand_on(grown(stretch, p.y), joint);
        }
        self.hand_on(grown(COLLAR_OUT, p.x) * grown(COLLAR_UP, p.y), side.shoulder);
        let slanted = p.y + SLANT * p.z;
        self.hand_on(grown(NECK, slanted), rig.neck);
        self.hand_on(grown(HEAD, slanted), rig.head);
    }

    fn arm(&mut self, p: &Point, side: &Side, values: &Values) {
        let own = grown(ARM_SKIN, values.trunk - values.arm);
        if own == 0.0 {
            return;
        }
        let along = (p - Point::from(anatomy::SHOULDER)).dot(&arm_direction());
        self.bend(SHOULDER_BEND, along, own, side.arm);
        self.bend(ELBOW_BEND, along - UPPER_ARM, 1.0, side.forearm);
        self.hand_on(grown(ROLL, along - UPPER_ARM), side.roll);
        self.hand_on(grown(WRIST, along - UPPER_ARM - FOREARM), side.hand);
        if along > UPPER_ARM + FOREARM {
            self.finger(p, side);
        }
    }

    /// The nearest finger, if the point is on one.
    fn finger(&mut self, p: &Point, side: &Side) {
        let mut nearest = (FINGER_SKIN, None);
        for (number, finger) in FINGERS.iter().enumerate() {
            let points = finger_joints(finger);
            for i in 0..3 {
                let distance = distance_to_segment(p, points[i], points[i + 1]) / finger.radii[i];
                if distance < nearest.0 {
                    nearest = (distance, Some(number));
                }
            }
        }
        let Some(number) = nearest.1 else { return };
        let (points, radii) = (finger_joints(&FINGERS[number]), FINGERS[number].radii);
        for i in 0..3 {
            // The plane between two phalanges halves their angle.
            let before = if i == 0 { arm_direction() } else { (points[i] - points[i - 1]).normalize() };
            let across: Vector = before + (points[i + 1] - points[i]).normalize();
            let along = (p - points[i]).dot(&across.normalize()) / radii[i];
            self.hand_on(grown(PHALANX, along), side.fingers[number][i]);
        }
    }

    fn leg(&mut self, p: &Point, side: &Side, own: f64, values: &Values) {
        let (hip, ankle) = (Point::from(anatomy::HIP), Point::from(anatomy::ANKLE));
        // What hangs beside the hips, a hand, is nearer to the arm.
        if own == 0.0 || values.arm < values.leg.min(values.trunk) {
            return;
        }
        self.bend(HIP_BEND, (p - hip).dot(&Vector::from(HIP_NORMAL).normalize()), own, side.up_leg);
        let down = (ankle - hip).normalize();
        let along = (p - anatomy::knee()).dot(&down);
        if along < KNEE_BEND[0][0] {
            return;
        }
        self.bend(KNEE_BEND, along, own, side.leg);
        self.hand_on(own * grown(ANKLE, (p - ankle).dot(&down)), side.foot);
        let ahead = (p - Point::from(anatomy::TOES)).dot(&foot_direction());
        if p.y < anatomy::ANKLE[1] {
            self.hand_on(own * grown(TOES, ahead), side.toes);
        }
    }
}

fn grown(stretch: Stretch, x: f64) -> f64 {
    ease(stretch[0], stretch[1], x)
}

fn distance_to_segment(p: &Point, a: Point, b: Point) -> f64 {
    let (along, d) = (b - a, p - a);
    let share = (d.dot(&along) / along.norm_squared()).clamp(0.0, 1.0);
    (d - along * share).norm()
}

/// Lets the weights of neighbours flow into each other.
fn diffuse(mut weights: Vec<Vec<f64>>, skin: &Skin) -> Vec<Vec<f64>> {
    let mut neighbours = vec![Vec::new(); weights.len()];
    for [a, b, c] in &skin.triangles {
        // In a closed mesh every edge is met once in each direction.
        for (from, to) in [(a, b), (b, c), (c, a)] {
            neighbours[*from as usize].push(*to as usize);
        }
    }
    for _ in 0..PASSES {
        let mixed = |v: usize| {
            let around = &neighbours[v];
            let mean = |joint: usize| around.iter().map(|&n| weights[n][joint]).sum::<f64>() / around.len() as f64;
            weights[v].iter().enumerate().map(|(joint, &own)| f64::midpoint(own, mean(joint))).collect()
        };
        weights = (0..weights.len()).map(mixed).collect();
    }
    weights
}

/// The four largest, in units that sum to 1 exactly. Equal ones keep the order of the joints.
fn largest_four(weights: &[f64]) -> [Influence; 4] {
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
    let total: f64 = order[..4].iter().map(|&joint| weights[joint]).sum();
    let mut left = UNIT;
    let mut influences = [(0, 0.0); 4];
    // The smallest first: what rounding leaves over goes to the largest.
    for i in (0..4).rev() {
        let units = if i == 0 { left } else { (weights[order[i]] / total * UNIT).round() };
        left -= units;
        if units > 0.0 {
            influences[i] = (order[i] as u16, (units / UNIT) as f32);
        }
    }
    influences
}
