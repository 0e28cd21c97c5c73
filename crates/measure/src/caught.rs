//! The cloth that is caught between solids at a frame.
//!
//! By brute force on faces of the pinching region alone: the nearest of them, and the nearest that looks the other way.
//! Inside both, the two depths add up to how deep the surfaces overlap there, and half their difference is how far the
//! particle is from the middle.

use crate::film::Film;
use crate::pinch::Probe;
use contact::{Near, When};
use geometry::Point;
use geometry::distance::Feature;

/// How far surfaces are looked for, in metres.
const REACH: f64 = 0.06;
/// The cosine between normals under which two surfaces look away from each other.
const OPPOSED: f64 = -0.25;
/// The least cosine between a face's normal and the way to it: what is seen aslant is not under the particle.
const STRAIGHT: f64 = 0.7;

/// A particle between two surfaces.
#[derive(Clone, Copy, Debug)]
pub struct Caught {
    /// Which.
    pub particle: usize,
    /// Where both surfaces are nearest to it, the nearer first.
    pub between: [Near; 2],
}

impl Caught {
    /// How deep the surfaces overlap there, in m.
    pub fn depth(&self) -> f64 {
        -(self.between[0].distance + self.between[1].distance)
    }

    /// How far outside one of the surfaces the particle is, in m; negative inside both.
    pub fn outside(&self) -> f64 {
        self.between[0].distance.max(self.between[1].distance)
    }

    /// How far it is from the middle, as a part of the depth: 0 is the middle, 0.5 is on one of the surfaces.
    pub fn offset(&self) -> f64 {
        (self.between[0].distance - self.between[1].distance).abs() / 2.0 / self.depth()
    }
}

/// The caught particles of a frame, of those that are wanted by where they are in the garment's file. They are not further
/// outside of one than `outside`, in m, surfaces overlap there, and they are inside the body: what lies on the skin beside a fold also
/// has the far side of its own limb behind it.
pub fn caught(
    film: &Film,
    index: usize,
    probe: &Probe,
    outside: f64,
    is_wanted: impl Fn(&Point) -> bool,
) -> Vec<Caught> {
    let mut near = Vec::new();
    let mut found = Vec::new();
    for (particle, (place, start)) in film.frames[index].cloth.iter().zip(&film.cloth.start).enumerate() {
        if !is_wanted(start) || probe.from_region(place) > REACH {
            continue;
        }
        probe.surface().all_within(place, REACH, When::T0, &mut near);
        let normal = |n: &Near| probe.surface().feature_normal(n.face, Feature::Face, When::T0);
        near.retain(|n| probe.is_region(n.face) && n.normal.dot(&normal(n)) > STRAIGHT);
        let caught = between(&mut near).map(|between| Caught { particle, between });
        let is_between = |caught: &Caught| caught.depth() > 0.0 && caught.outside() < outside;
        found.extend(caught.filter(is_between).filter(|_| probe.is_inside(place)));
    }
    found
}

/// The nearest face, and the nearest that looks the other way.
fn between(near: &mut [Near]) -> Option<[Near; 2]> {
    near.sort_by(|a, b| a.distance.abs().total_cmp(&b.distance.abs()));
    let first = near.first()?;
    let second = near.iter().find(|n| n.normal.dot(&first.normal) < OPPOSED)?;
    Some([*first, *second])
}
