//! A mannequin of our own making: a human figure with a skin, joints and clips that pinch, from nothing but the numbers in
//! this crate.
//!
//! ```no_run
//! std::fs::write("mannequin.glb", mannequin::glb())?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! 1. `anatomy`: the measures, as tables.
//! 2. `field`: from measures to one smooth function of space, negative inside.
//! 3. `surface`: from the function to an even, closed, symmetric mesh.
//! 4. `rig`: joints, and the weights of every vertex.
//! 5. `motion`: poses and clips.
//! 6. `file`: all of it as a GLB file.
//!
//! The same bytes come out on every machine: see `exact`.
//!
//! Not here: reading glTF, posing other characters (the body's job), texture coordinates, faces that look like somebody.

mod anatomy;
mod exact;
mod field;
mod file;
mod motion;
mod rig;
mod surface;

use geometry::{Point, Vector};
use motion::clips::{self, Keys};
use motion::pose::Pose;
use rig::Rig;

pub use motion::clips::KEYS_PER_SECOND;
pub use rig::Joint;
pub use rig::weights::Influence;

/// The mannequin, before it becomes a file.
#[derive(Clone, Debug)]
pub struct Mannequin {
    /// The skin in the bind pose, in metres: facing +Z, Y up, the left side at +X, the soles on y = 0.
    pub positions: Vec<Point>,
    /// Unit normals in the bind pose.
    pub normals: Vec<Vector>,
    /// Counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
    /// At most four joints for every vertex, the strongest first; weights of 0 fill up.
    pub influences: Vec<[Influence; 4]>,
    rig: Rig,
    clips: Vec<Keys>,
}

/// The mannequin as a GLB file.
pub fn glb() -> Vec<u8> {
    Mannequin::new().glb()
}

impl Default for Mannequin {
    fn default() -> Self {
        Self::new()
    }
}

impl Mannequin {
    /// Makes it: some seconds of work.
    pub fn new() -> Self {
        let figure = anatomy::figure();
        let skin = surface::skin(&figure);
        let rig = Rig::new();
        let influences = rig::weights::weights(&rig, &figure, &skin);
        let clips = clips::all(&rig, &figure);
        Self { positions: skin.positions, normals: skin.normals, triangles: skin.triangles, influences, rig, clips }
    }

    /// As a GLB file.
    pub fn glb(&self) -> Vec<u8> {
        file::glb(self)
    }

    /// The joints, parents first.
    pub fn joints(&self) -> &[Joint] {
        &self.rig.joints
    }

    /// The names of the clips and their lengths in seconds.
    pub fn clips(&self) -> impl Iterator<Item = (&'static str, f64)> {
        self.clips.iter().map(|clip| (clip.name, (clip.poses.len() - 1) as f64 / KEYS_PER_SECOND))
    }

    /// The name of the joint that a vertex follows most.
    pub fn part(&self, vertex: u32) -> &str {
        &self.rig.joints[usize::from(self.influences[vertex as usize][0].0)].name
    }

    /// The skin at a time of a clip, by linear blending; the ends are held. `None` if there is no such clip.
    pub fn posed(&self, clip: &str, time: f64) -> Option<Vec<Point>> {
        let keys = &self.clips.iter().find(|keys| keys.name == clip)?.poses;
        let at = (time * KEYS_PER_SECOND).clamp(0.0, (keys.len() - 1) as f64);
        let key = (at.floor() as usize).min(keys.len() - 2);
        Some(self.skinned(&keys[key].towards(&keys[key + 1], at - key as f64)))
    }

    fn skinned(&self, pose: &Pose) -> Vec<Point> {
        let frames = pose.frames(&self.rig);
        let follow = |p: &Point, &(joint, weight): &Influence| {
            let (frame, bind) = (&frames[usize::from(joint)], self.rig.joints[usize::from(joint)].position);
            (frame.place + frame.turn * (p - bind)).coords * f64::from(weight)
        };
        let blend = |(p, influences): (&Point, &[Influence; 4])| {
            Point::from(influences.iter().filter(|(_, weight)| *weight > 0.0).map(|i| follow(p, i)).sum::<Vector>())
        };
        self.positions.iter().zip(&self.influences).map(blend).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How deep the vertices of a part are inside trunk or thighs, which these clips do not move. Metres.
    fn depth(mannequin: &Mannequin, clip: &str, time: f64, part: &str) -> f64 {
        let figure = anatomy::figure();
        let positions = mannequin.posed(clip, time).expect("a clip of this name");
        let inside = |v: usize| {
            let p = positions[v];
            let values = figure.values(&Point::new(p.x.abs(), p.y, p.z));
            -values.trunk.min(values.leg)
        };
        (0..positions.len()).filter(|&v| mannequin.part(v as u32) == part).map(inside).fold(0.0, f64::max)
    }

    #[test]
    fn arms_and_hands_press_as_deep_as_they_say() {
        let mannequin = Mannequin::new();
        let limits = [
            ("arms_to_side", 1.4, "LeftArm", 0.033..=0.045),
            ("arms_to_side", 1.4, "LeftForeArm", 0.037..=0.045),
            ("belly_rub", 2.5, "RightHand", 0.006..=0.025),
        ];
        for (clip, time, part, limits) in limits {
            let depth = depth(&mannequin, clip, time, part);
            println!("{clip} at {time} s: {part} is {depth:.4} m inside");
            assert!(limits.contains(&depth), "{clip} at {time} s: {part} is {depth} m inside");
        }
    }
}
