//! How far pinched cloth is from midway between the surfaces that pinch it (BWK03 §4, figure 2).

use crate::caught::caught;
use crate::film::Film;
use crate::pinch::Probe;
use geometry::Point;

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
    let probe = Probe::new(&film.body, &film.frames[index].body);
    let mut found = Midway::default();
    for caught in caught(film, index, &probe, OUTSIDE, is_wanted) {
        if caught.depth() > SHALLOW {
            found.offsets.push(caught.offset());
            found.depths.push(caught.depth());
        }
    }
    found
}
