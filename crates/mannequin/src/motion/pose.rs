//! A pose: a turn for every joint against its parent, and how far the hips have moved.

use crate::exact::{Turn, mix};
use crate::rig::Rig;
use geometry::{Point, Vector};

/// A pose. In the bind pose nothing is turned.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pose {
    /// Hips against their bind position, in metres.
    pub shift: Vector,
    pub turns: Vec<Turn>,
}

/// Where a joint is, and how its frame is turned against the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub place: Point,
    pub turn: Turn,
}

impl Pose {
    pub(crate) fn bind(rig: &Rig) -> Self {
        Self { shift: Vector::zeros(), turns: vec![Turn::identity(); rig.joints.len()] }
    }

    /// Every joint in space.
    pub(crate) fn frames(&self, rig: &Rig) -> Vec<Frame> {
        let mut frames: Vec<Frame> = Vec::with_capacity(rig.joints.len());
        for (index, joint) in rig.joints.iter().enumerate() {
            let offset = rig.offset(index);
            let frame = match joint.parent.map(|parent| frames[parent]) {
                None => Frame { place: Point::from(offset + self.shift), turn: self.turns[index] },
                Some(parent) => {
                    Frame { place: parent.place + parent.turn * offset, turn: parent.turn * self.turns[index] }
                }
            };
            frames.push(frame);
        }
        frames
    }

    /// One joint in space.
    pub(crate) fn frame(&self, rig: &Rig, joint: usize) -> Frame {
        self.frames(rig)[joint]
    }

    /// Turns a joint so that its frame is turned like this against the world.
    pub(crate) fn set_world_turn(&mut self, rig: &Rig, joint: usize, turn: Turn) {
        let parent = rig.joints[joint].parent.map_or(Turn::identity(), |parent| self.frame(rig, parent).turn);
        self.turns[joint] = parent.inverse() * turn;
    }

    /// Part of the way to another pose.
    pub(crate) fn towards(&self, other: &Self, share: f64) -> Self {
        let turns = self.turns.iter().zip(&other.turns).map(|(a, b)| mix(a, b, share)).collect();
        Self { shift: self.shift * (1.0 - share) + other.shift * share, turns }
    }

    /// Gives every helper what it takes of its bone's turn.
    pub(crate) fn with_helpers(mut self, rig: &Rig) -> Self {
        let half = |turn: &Turn| mix(&Turn::identity(), turn, 0.5);
        for side in rig.sides() {
            for bone in [side.arm, side.forearm, side.up_leg, side.leg] {
                self.turns[bone.bend] = half(&self.turns[bone.joint]);
            }
            let axis = rig.offset(side.hand).normalize();
            self.turns[side.roll] = half(&twist(&self.turns[side.hand], axis));
        }
        self
    }
}

/// The part of a turn that is about an axis.
fn twist(turn: &Turn, axis: Vector) -> Turn {
    let about = axis * turn.imag().dot(&axis);
    Turn::new_normalize(nalgebra::Quaternion::from_parts(turn.w, about))
}
