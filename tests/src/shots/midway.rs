//! How far pinched cloth is from midway between the surfaces that pinch it (BWK03 §4, figure 2).
//!
//! By brute force on faces of the pinching region alone: the nearest of them, and the nearest that looks the other
//! way. Inside both, the two depths add up to how deep the surfaces overlap there, and half their difference is
//! how far the particle is from the middle.

use super::film::Film;
use super::pinch::Probe;
use contact::{Near, When};
use geometry::Point;
use geometry::distance::Feature;

/// How far surfaces are looked for, in metres.
const REACH: f64 = 0.06;
/// The cosine between normals under which two surfaces look away from each other.
const OPPOSED: f64 = -0.25;
/// The least cosine between a face's normal and the way to it: what is seen aslant is not under the particle.
const STRAIGHT: f64 = 0.7;
/// Overlaps less deep than this have no middle to speak of, in metres: it is twice what cloth keeps off a surface.
const SHALLOW: f64 = 0.008;
/// A particle farther outside one of the surfaces is not between them, in metres.
const OUTSIDE: f64 = 0.005;

/// Offsets from the middle, as parts of the depth of the overlap.
#[derive(Clone, Debug, Default)]
pub struct Midway {
    /// One for each particle between surfaces: 0 is the middle, 0.5 is on one of them.
    pub offsets: Vec<f64>,
    /// How deep surfaces overlap around the same particles, in m.
    pub depths: Vec<f64>,
}

impl Midway {
    /// The mean offset; `None` if nothing is pinched.
    pub fn mean(&self) -> Option<f64> {
        (!self.offsets.is_empty()).then(|| self.offsets.iter().sum::<f64>() / self.offsets.len() as f64)
    }

    /// The deepest overlap that holds cloth, in m.
    pub fn deepest(&self) -> f64 {
        self.depths.iter().copied().fold(0.0, f64::max)
    }
}

/// Looks at one frame, at those particles that are wanted by where they are in the garment's file.
pub fn midway(film: &Film, index: usize, is_wanted: impl Fn(&Point) -> bool) -> Midway {
    let frame = &film.frames[index];
    let probe = Probe::new(&film.body, &frame.body);
    let mut found = Midway::default();
    let mut near = Vec::new();
    for (place, start) in frame.cloth.iter().zip(&film.cloth.start) {
        if !is_wanted(start) || probe.from_region(place) > REACH {
            continue;
        }
        probe.surface().all_within(place, REACH, When::T0, &mut near);
        let normal = |n: &Near| probe.surface().feature_normal(n.face, Feature::Face, When::T0);
        near.retain(|n| probe.is_region(n.face) && n.normal.dot(&normal(n)) > STRAIGHT);
        if let Some((offset, depth)) = between(&mut near) {
            found.offsets.push(offset);
            found.depths.push(depth);
        }
    }
    found
}

/// Where a particle is between the nearest face and the nearest that looks the other way.
fn between(near: &mut [Near]) -> Option<(f64, f64)> {
    near.sort_by(|a, b| a.distance.abs().total_cmp(&b.distance.abs()));
    let first = near.first()?;
    let second = near.iter().find(|n| n.normal.dot(&first.normal) < OPPOSED)?;
    let depth = -(first.distance + second.distance);
    let is_between = depth > SHALLOW && first.distance.max(second.distance) < OUTSIDE;
    is_between.then(|| ((first.distance - second.distance).abs() / 2.0 / depth, depth))
}
