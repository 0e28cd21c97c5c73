//! The clip that played, cut to the frames.
//!
//! A clip that begins with the first frame and ends before the last stays as it is in the file. Any other gets new samplers
//! with its keys inside the frames and new ones at both ends; the clip's rounds, if it repeats, are unrolled.

use std::collections::BTreeSet;

use gltf_file::GltfFile;
use serde_json::{Value, json};

use super::super::additions::{Additions, Use};
use super::super::keys::{Course, Keys, Stretch};
use super::{Animation, Clip, Wearer, times_of};
use crate::Problem;

/// Lengths of clips closer than this are the same, in s: they are stored in single precision.
const SAME: f64 = 1e-5;
/// What the animation is called when no clip plays.
const NAME: &str = "garments";

/// The animation of the wearer's clip over `length` seconds; a single frame poses the nodes instead.
pub(super) fn play(
    added: &mut Additions,
    wearer: Option<&Wearer>,
    hidden: &BTreeSet<usize>,
    length: f64,
) -> Result<Animation, Problem> {
    let nothing = Animation { name: NAME.to_owned(), channels: Vec::new(), samplers: Vec::new() };
    let Some((file, clip)) = wearer.and_then(|wearer| Some((wearer.document.file(), wearer.clip?))) else {
        return Ok(nothing);
    };
    let played = added.value.get("animations").and_then(|animations| animations.get(clip.animation));
    let Some(played) = played.cloned() else { return Ok(nothing) };
    let list = |name: &str| played.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
    let (mut channels, mut samplers) = (list("channels"), list("samplers"));
    channels.retain(|channel| !moves_weights_of(channel, hidden));
    let name = played.get("name").and_then(Value::as_str).unwrap_or(NAME).to_owned();
    if length <= 0.0 {
        pose(added, file, &channels, &samplers, clip.start)?;
        return Ok(Animation { name, ..nothing });
    }
    let repeats = clip.repeats && clip.duration < length - SAME;
    let fits = clip.start.abs() < SAME && clip.duration <= length + SAME;
    if repeats || !fits {
        for (index, sampler) in samplers.iter_mut().enumerate() {
            let is_turn = channels.iter().any(|channel| channel["sampler"] == index && path(channel) == "rotation");
            cut(added, file, sampler, is_turn, clip, length)?;
        }
    }
    Ok(Animation { name, channels, samplers })
}

fn path(channel: &Value) -> &str {
    channel["target"]["path"].as_str().unwrap_or_default()
}

fn node(channel: &Value) -> Option<usize> {
    usize::try_from(channel["target"]["node"].as_u64()?).ok()
}

/// Whether a channel moves morph targets that are no longer there.
fn moves_weights_of(channel: &Value, hidden: &BTreeSet<usize>) -> bool {
    path(channel) == "weights" && node(channel).is_some_and(|node| hidden.contains(&node))
}

/// Replaces a sampler's keys by those that are shown.
fn cut(
    added: &mut Additions,
    file: &GltfFile,
    sampler: &mut Value,
    is_turn: bool,
    clip: Clip,
    length: f64,
) -> Result<(), Problem> {
    let Some((keys, kind)) = read(file, sampler, is_turn)? else { return Ok(()) };
    let stretch = Stretch { start: clip.start, length, period: clip.repeats.then_some(clip.duration) };
    let keys = keys.cut(stretch);
    let values: Vec<f32> = keys.values.iter().map(|x| *x as f32).collect();
    let count = values.len() / components(&kind);
    sampler["input"] = json!(times_of(added, &keys.times)?);
    sampler["output"] = json!(added.floats(&values, &kind, count, Use::Keys)?);
    Ok(())
}

/// Puts the nodes where the clip has them at a time.
fn pose(
    added: &mut Additions,
    file: &GltfFile,
    channels: &[Value],
    samplers: &[Value],
    time: f64,
) -> Result<(), Problem> {
    for channel in channels {
        let sampler = channel["sampler"].as_u64().and_then(|index| samplers.get(index as usize));
        let (Some(node), Some(sampler)) = (node(channel), sampler) else { continue };
        let Some((keys, _)) = read(file, sampler, path(channel) == "rotation")? else { continue };
        let value = keys.value_at(time);
        let members = added.object("nodes", node)?;
        // A matrix cannot be moved by a clip: the specification forbids it.
        if matches!(path(channel), "translation" | "rotation" | "scale" | "weights") && !members.contains_key("matrix")
        {
            members.insert(path(channel).to_owned(), json!(value));
        }
    }
    Ok(())
}

/// A sampler's keys and the type of its values; `None` for what is no motion of nodes or weights.
fn read(file: &GltfFile, sampler: &Value, is_turn: bool) -> Result<Option<(Keys, String)>, Problem> {
    let index = |key: &str| sampler[key].as_u64().and_then(|index| usize::try_from(index).ok());
    let (Some(input), Some(output)) = (index("input"), index("output")) else { return Ok(None) };
    let times = file.accessor(input, "times of an animation")?.vectors::<1>()?.into_flattened();
    let output = file.accessor(output, "values of an animation")?;
    let (values, kind) = match output.layout().components() {
        1 => (output.vectors::<1>()?.into_flattened(), "SCALAR"),
        3 => (output.vectors::<3>()?.into_flattened(), "VEC3"),
        4 => (output.vectors::<4>()?.into_flattened(), "VEC4"),
        _ => return Ok(None),
    };
    let course = match sampler["interpolation"].as_str() {
        Some("STEP") => Course::Step,
        Some("CUBICSPLINE") => Course::Spline,
        _ if is_turn => Course::Turn,
        _ => Course::Straight,
    };
    Ok(Keys::new(times, values, course).map(|keys| (keys, kind.to_owned())))
}

fn components(kind: &str) -> usize {
    match kind {
        "VEC3" => 3,
        "VEC4" => 4,
        _ => 1,
    }
}
