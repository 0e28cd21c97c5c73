//! When, and the memory of a pose.

use geometry::Point;

use crate::clip::Wrap;
use crate::transform::{Affine, Trs};

/// The moment that a pose is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum When {
    /// No clip plays: the nodes are where the file puts them.
    #[default]
    Bind,
    /// A time of a clip.
    Clip {
        /// Which clip.
        clip: usize,
        /// Seconds from its start.
        time: f64,
        /// What happens beyond its end.
        wrap: Wrap,
    },
    /// On the way from the bind pose into a clip.
    LeadIn {
        /// Which clip.
        clip: usize,
        /// The time of the clip that the way leads to, in seconds.
        time: f64,
        /// How much of the way is behind, from 0 to 1. It starts and ends gently.
        share: f64,
    },
}

/// A clip played over the time of a simulation: a lead-in before time 0, the clip after it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Playback {
    /// The clip; without one the body stays in its bind pose.
    pub clip: Option<usize>,
    /// The time of the clip that is shown at time 0, in seconds.
    pub start: f64,
    /// What happens beyond the clip's end.
    pub wrap: Wrap,
    /// Seconds of the lead-in, which ends at time 0; 0 for none.
    pub lead_in: f64,
}

impl Playback {
    /// The moment to ask for at a time of the simulation; the lead-in has negative times.
    pub fn at(&self, time: f64) -> When {
        let Some(clip) = self.clip else { return When::Bind };
        if time >= 0.0 || self.lead_in.is_nan() || self.lead_in <= 0.0 {
            return When::Clip { clip, time: self.start + time, wrap: self.wrap };
        }
        When::LeadIn { clip, time: self.start, share: (1.0 + time / self.lead_in).clamp(0.0, 1.0) }
    }
}

/// 0 → 0, 1 → 1, with velocity and acceleration zero at both ends: cloth must not feel a jerk when the lead-in begins.
pub(crate) fn ease(share: f64) -> f64 {
    let s = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
    s * s * s * (s * (6.0 * s - 15.0) + 10.0)
}

/// A posed body, and the memory that posing it takes: keep it, and posing again allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Pose {
    pub(crate) locals: Vec<Trs>,
    pub(crate) weights: Vec<f64>,
    pub(crate) worlds: Vec<Affine>,
    pub(crate) palette: Vec<Affine>,
    pub(crate) morphed: Vec<Point>,
    /// By vertex of the file, one piece after the other.
    pub(crate) unwelded: Vec<Point>,
    pub(crate) positions: Vec<Point>,
}

impl Pose {
    /// Where the vertices of the body's mesh are, in metres.
    pub fn positions(&self) -> &[Point] {
        &self.positions
    }

    /// The weights of all morph targets, one piece after the other.
    pub fn morph_weights(&self) -> &[f64] {
        &self.weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_in_ends_where_the_clip_begins() {
        let playback = Playback { clip: Some(3), start: 0.5, wrap: Wrap::Loop, lead_in: 2.0 };
        assert_eq!(playback.at(-2.0), When::LeadIn { clip: 3, time: 0.5, share: 0.0 });
        assert_eq!(playback.at(-0.5), When::LeadIn { clip: 3, time: 0.5, share: 0.75 });
        assert_eq!(playback.at(0.25), When::Clip { clip: 3, time: 0.75, wrap: Wrap::Loop });
        assert_eq!(
            Playback { lead_in: 0.0, ..playback }.at(-1.0),
            When::Clip { clip: 3, time: -0.5, wrap: Wrap::Loop }
        );
        assert_eq!(Playback { clip: None, ..playback }.at(1.0), When::Bind);
        assert_eq!([0.0, 0.5, 1.0, 7.0, f64::NAN].map(ease), [0.0, 0.5, 1.0, 1.0, 0.0]);
    }
}
