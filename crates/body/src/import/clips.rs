//! Animations → clips: samplers become tracks, channels get their targets.
//!
//! Key times and values are decoded once for each accessor and shared by the tracks that use them. A channel that moves
//! nothing of the body (a camera's, or an unused mesh's weights) is left out.

use std::collections::BTreeMap;
use std::sync::Arc;

use gltf_file::json::Index;
use gltf_file::json::animation::{self, Property};
use gltf_file::json::validation::Checked;
use gltf_file::{Fault, FaultKind, GltfFile};

use super::{Model, named};
use crate::clip::{Channel, Clip, Interpolation, Target, Track};
use crate::error::Note;
use crate::rig::Local;
use crate::transform::Trs;

/// The most numbers that all keys together may have. Accessors can share bytes, so a small file can name any number of
/// keys; a minute of a large crowd has fewer.
const MAX_NUMBERS: usize = 1 << 26;

/// Accessors that have been decoded.
#[derive(Default)]
struct Decoded {
    numbers: BTreeMap<usize, Arc<[f64]>>,
    total: usize,
}

/// Reads every animation.
pub(super) fn read(file: &GltfFile, model: &mut Model) -> Result<(), Fault> {
    let mut decoded = Decoded::default();
    for (number, json) in file.root().animations.iter().enumerate() {
        let mut clip =
            Clip { name: named(json.name.as_ref(), "animation", number), duration: 0.0, channels: Vec::new() };
        for (channel, json_channel) in json.channels.iter().enumerate() {
            let role = format!("animation {number} sampler {}", json_channel.sampler.value());
            let (target, width) = match target(json_channel, model) {
                Ok(target) => target,
                Err(Odd::Fault(what)) => {
                    let element = format!("animation {number} channel {channel}");
                    return Err(Fault::broken(FaultKind::Animation, element, what));
                }
                Err(Odd::LeftOut(why)) => {
                    model.notes.push(Note::ChannelLeftOut { animation: number, channel, why });
                    continue;
                }
            };
            let track = track(file, json, json_channel, width, &role, &mut decoded)?;
            check_rotation(target, &track, &role)?;
            free_from_matrix(target, model);
            clip.duration = clip.duration.max(track.end());
            clip.channels.push(Channel { target, track });
        }
        model.clips.push(clip);
    }
    Ok(())
}

/// Why a channel has no target.
enum Odd {
    Fault(String),
    LeftOut(String),
}

/// What a channel moves, and how many numbers that takes.
fn target(channel: &animation::Channel, model: &Model) -> Result<(Target, usize), Odd> {
    let node = channel.target.node.value();
    if node >= model.rig.nodes.len() {
        return Err(Odd::Fault(format!("it moves node {node}, the file has {}", model.rig.nodes.len())));
    }
    match channel.target.path {
        Checked::Valid(Property::Translation) => Ok((Target::Translation(node), 3)),
        Checked::Valid(Property::Rotation) => Ok((Target::Rotation(node), 4)),
        Checked::Valid(Property::Scale) => Ok((Target::Scale(node), 3)),
        Checked::Valid(Property::MorphTargetWeights) => {
            let piece = model.pieces.iter().find(|piece| piece.node == node && !piece.weights.is_empty());
            let weights = piece.map(|piece| piece.weights.clone());
            let unused = || Odd::LeftOut(format!("node {node} has no morph targets in this body"));
            weights.ok_or_else(unused).map(|weights| (Target::Weights(weights.start), weights.len()))
        }
        Checked::Invalid => Err(Odd::LeftOut("it moves a property that glTF 2.0 does not define".to_owned())),
    }
}

fn track(
    file: &GltfFile,
    animation: &animation::Animation,
    channel: &animation::Channel,
    width: usize,
    role: &str,
    decoded: &mut Decoded,
) -> Result<Track, Fault> {
    let fault = |what: String| Fault::broken(FaultKind::Animation, role, what);
    let Some(sampler) = animation.samplers.get(channel.sampler.value()) else {
        return Err(fault(format!("it does not exist: the animation has {}", animation.samplers.len())));
    };
    let interpolation = match sampler.interpolation {
        Checked::Valid(animation::Interpolation::Step) => Interpolation::Step,
        Checked::Valid(animation::Interpolation::Linear) => Interpolation::Linear,
        Checked::Valid(animation::Interpolation::CubicSpline) => Interpolation::CubicSpline,
        Checked::Invalid => return Err(fault("its interpolation is not one that glTF 2.0 defines".to_owned())),
    };
    let times = decoded.numbers(file, sampler.input, &format!("times of {role}"))?;
    let values = decoded.numbers(file, sampler.output, &format!("values of {role}"))?;
    Track::new(times, values, width, interpolation).map_err(fault)
}

impl Decoded {
    fn numbers<T>(&mut self, file: &GltfFile, index: Index<T>, role: &str) -> Result<Arc<[f64]>, Fault> {
        if let Some(known) = self.numbers.get(&index.value()) {
            return Ok(Arc::clone(known));
        }
        let accessor = file.accessor(index.value(), role)?;
        let components = accessor.layout().components();
        self.total = self.total.saturating_add(accessor.count().saturating_mul(components));
        if self.total > MAX_NUMBERS {
            let what = format!("the animations have more than {MAX_NUMBERS} numbers");
            return Err(Fault::new(FaultKind::Animation, role, what, "export fewer animations, or fewer keys"));
        }
        let numbers: Arc<[f64]> = match components {
            1 => accessor.vectors::<1>()?.into_flattened().into(),
            3 => accessor.vectors::<3>()?.into_flattened().into(),
            4 => accessor.vectors::<4>()?.into_flattened().into(),
            other => {
                let what = format!("its elements have {other} components; keys have 1, 3 or 4");
                return Err(Fault::broken(FaultKind::Animation, accessor.element(), what));
            }
        };
        self.numbers.insert(index.value(), Arc::clone(&numbers));
        Ok(numbers)
    }
}

fn check_rotation(target: Target, track: &Track, role: &str) -> Result<(), Fault> {
    match (target, track.zero_rotation()) {
        (Target::Rotation(_), Some(key)) => {
            let what = format!("key {key} is a rotation of length zero");
            Err(Fault::broken(FaultKind::Animation, role, what))
        }
        _ => Ok(()),
    }
}

/// A clip cannot move a matrix; the specification forbids the combination, viewers take the matrix apart.
fn free_from_matrix(target: Target, model: &mut Model) {
    let (Target::Translation(index) | Target::Rotation(index) | Target::Scale(index)) = target else { return };
    let Some(node) = model.rig.nodes.get_mut(index) else { return };
    if let Local::Matrix(matrix) = node.local {
        node.local = Local::Trs(Trs::nearest(&matrix));
        model.notes.push(Note::MatrixAnimated { node: index });
    }
}
