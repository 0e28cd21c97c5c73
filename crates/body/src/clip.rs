//! Animations: tracks of keys, and what they say at a time.
//!
//! A *track* has the times of its keys and a value for each; between keys it holds the last one, runs straight (rotations
//! along the great circle, the shorter way) or follows a cubic spline (glTF 2.0, appendix C). Before its first key and
//! after its last one a track keeps that key's value, as the specification says. A *channel* is a track and what it moves.

use std::sync::Arc;

use geometry::Vector;
use nalgebra::{Quaternion, UnitQuaternion, Vector4};

use crate::transform::{Trs, slerp};

/// What happens to times beyond the end of a clip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wrap {
    /// The last pose is kept; before the start, the first.
    #[default]
    Clamp,
    /// The clip begins again.
    Loop,
}

impl Wrap {
    /// The time within a clip of so many seconds. A time that is no number is the start.
    pub fn within(self, time: f64, duration: f64) -> f64 {
        let time = if time.is_finite() { time } else { 0.0 };
        match self {
            Self::Loop if duration > 0.0 => time.rem_euclid(duration),
            _ => time.clamp(0.0, duration.max(0.0)),
        }
    }
}

/// A named animation.
#[derive(Clone, Debug)]
pub struct Clip {
    /// Its name; "animation 3" if the file gives none.
    pub name: String,
    /// The time of the last key of all channels, in seconds.
    pub duration: f64,
    pub(crate) channels: Vec<Channel>,
}

/// A track and what it moves.
#[derive(Clone, Debug)]
pub(crate) struct Channel {
    pub target: Target,
    pub track: Track,
}

/// What a channel moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Translation(usize),
    Rotation(usize),
    Scale(usize),
    /// The weights of morph targets, from this place in the list of all.
    Weights(usize),
}

/// How a track runs between keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// It holds the last key.
    Step,
    /// Straight; rotations along the great circle.
    Linear,
    /// A cubic Hermite spline with tangents of its own.
    CubicSpline,
}

/// Keys over time.
#[derive(Clone, Debug)]
pub struct Track {
    times: Arc<[f64]>,
    values: Arc<[f64]>,
    /// Numbers in one value.
    width: usize,
    interpolation: Interpolation,
}

/// Between which keys a time lies.
enum Place {
    /// At or beyond an end, or held.
    At(usize),
    /// A share of the way from this key to the next, which are so many seconds apart.
    Between { key: usize, share: f64, seconds: f64 },
}

impl Track {
    /// A track of values with `width` numbers each; a spline has three times as many: tangent in, value, tangent out.
    /// Times must not run backwards, and everything must be finite; else the answer says what is wrong.
    pub fn new(
        times: Arc<[f64]>,
        values: Arc<[f64]>,
        width: usize,
        interpolation: Interpolation,
    ) -> Result<Self, String> {
        if times.is_empty() {
            return Err("it has no keys".to_owned());
        }
        if let Some(key) = times.iter().position(|t| !t.is_finite()) {
            return Err(format!("the time of key {key} is not finite"));
        }
        if let Some(key) = times.windows(2).position(|pair| pair[0] > pair[1]) {
            return Err(format!(
                "key {} comes at {} s, before the key ahead of it at {} s",
                key + 1,
                times[key + 1],
                times[key]
            ));
        }
        if let Some(place) = values.iter().position(|v| !v.is_finite()) {
            return Err(format!("number {place} of its values is not finite"));
        }
        let track = Self { times, values, width, interpolation };
        if track.values.len() != track.times.len() * track.numbers_per_key() {
            let (keys, numbers) = (track.times.len(), track.values.len());
            return Err(format!("{numbers} numbers for {keys} keys of {}", track.numbers_per_key()));
        }
        Ok(track)
    }

    /// The time of the last key.
    pub fn end(&self) -> f64 {
        self.times.last().copied().unwrap_or_default()
    }

    /// The number of a key whose rotation has no direction, if there is one.
    pub(crate) fn zero_rotation(&self) -> Option<usize> {
        (0..self.times.len()).find(|&key| self.value(key).iter().all(|x| *x == 0.0))
    }

    fn numbers_per_key(&self) -> usize {
        if self.interpolation == Interpolation::CubicSpline { 3 * self.width } else { self.width }
    }

    fn place(&self, time: f64) -> Place {
        let after = self.times.partition_point(|t| *t <= time);
        if after == 0 {
            return Place::At(0);
        }
        let key = after - 1;
        if after == self.times.len() || self.interpolation == Interpolation::Step {
            return Place::At(key);
        }
        let seconds = self.times[after] - self.times[key];
        Place::Between { key, share: (time - self.times[key]) / seconds, seconds }
    }

    #[inline]
    fn value(&self, key: usize) -> &[f64] {
        let middle = if self.interpolation == Interpolation::CubicSpline { self.width } else { 0 };
        let start = key * self.numbers_per_key() + middle;
        &self.values[start..start + self.width]
    }

    /// The value at a time, each number by itself.
    pub fn sample(&self, time: f64, out: &mut [f64]) {
        match self.place(time) {
            Place::At(key) => out.copy_from_slice(self.value(key)),
            Place::Between { key, share, .. } if self.interpolation == Interpolation::Linear => {
                let (from, to) = (self.value(key), self.value(key + 1));
                out.iter_mut().zip(from.iter().zip(to)).for_each(|(o, (a, b))| *o = a + (b - a) * share);
            }
            Place::Between { key, share, seconds } => self.spline(key, share, seconds, out),
        }
    }

    /// The vector at a time, for tracks of width 3.
    pub fn vector(&self, time: f64) -> Vector {
        let mut out = [0.0; 3];
        self.sample(time, &mut out);
        Vector::from(out)
    }

    /// The rotation at a time, for tracks of width 4 (x, y, z, w).
    pub fn rotation(&self, time: f64) -> UnitQuaternion<f64> {
        let unit = |v: &[f64]| UnitQuaternion::new_normalize(Quaternion::from(Vector4::new(v[0], v[1], v[2], v[3])));
        match self.place(time) {
            Place::At(key) => unit(self.value(key)),
            Place::Between { key, share, .. } if self.interpolation == Interpolation::Linear => {
                slerp(&unit(self.value(key)), &unit(self.value(key + 1)), share)
            }
            Place::Between { key, share, seconds } => {
                let mut out = [0.0; 4];
                self.spline(key, share, seconds, &mut out);
                // A spline may pass through zero, where it has no direction: keep the key's.
                if out == [0.0; 4] { unit(self.value(key)) } else { unit(&out) }
            }
        }
    }

    /// Appendix C.5: v(t) = (2t³−3t²+1) v₀ + d(t³−2t²+t) b₀ + (−2t³+3t²) v₁ + d(t³−t²) a₁.
    fn spline(&self, key: usize, t: f64, d: f64, out: &mut [f64]) {
        let (t2, t3) = (t * t, t * t * t);
        let weights = [2.0 * t3 - 3.0 * t2 + 1.0, d * (t3 - 2.0 * t2 + t), 3.0 * t2 - 2.0 * t3, d * (t3 - t2)];
        let start = key * self.numbers_per_key();
        let at = |block: usize, i: usize| self.values[start + block * self.width + i];
        for (i, o) in out.iter_mut().enumerate() {
            // Blocks of one key: tangent in, value, tangent out; the next key's follow.
            *o = weights[0] * at(1, i) + weights[1] * at(2, i) + weights[2] * at(4, i) + weights[3] * at(3, i);
        }
    }
}

impl Clip {
    /// Writes what the clip says at a time over the local transforms and morph weights; the rest stays.
    pub(crate) fn apply(&self, time: f64, locals: &mut [Trs], weights: &mut [f64]) {
        for Channel { target, track } in &self.channels {
            match *target {
                Target::Translation(node) => locals[node].translation = track.vector(time),
                Target::Rotation(node) => locals[node].rotation = track.rotation(time),
                Target::Scale(node) => locals[node].scale = track.vector(time),
                Target::Weights(start) => track.sample(time, &mut weights[start..start + track.width]),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn track(times: &[f64], values: &[f64], width: usize, interpolation: Interpolation) -> Track {
        Track::new(times.into(), values.into(), width, interpolation).unwrap()
    }

    fn number(track: &Track, time: f64) -> f64 {
        let mut out = [0.0];
        track.sample(time, &mut out);
        out[0]
    }

    #[test]
    fn steps_hold_and_lines_run_straight() {
        let step = track(&[1.0, 2.0, 4.0], &[5.0, 7.0, 3.0], 1, Interpolation::Step);
        assert_eq!(
            [0.0, 1.0, 1.999, 2.0, 3.9, 4.0, 9.0].map(|t| number(&step, t)),
            [5.0, 5.0, 5.0, 7.0, 7.0, 3.0, 3.0]
        );
        let line = track(&[1.0, 2.0, 4.0], &[5.0, 7.0, 3.0], 1, Interpolation::Linear);
        assert_eq!([0.0, 1.5, 2.0, 3.0, 9.0].map(|t| number(&line, t)), [5.0, 6.0, 7.0, 5.0, 3.0]);
    }

    /// By hand: at t = 1/2 the weights are 1/2, d/8, 1/2, −d/8.
    #[test]
    fn splines_use_the_tangents_times_the_seconds() {
        let spline = track(&[0.0, 2.0], &[9.0, 1.0, 4.0, 8.0, 3.0, 9.0], 1, Interpolation::CubicSpline);
        assert_eq!(number(&spline, 1.0), 0.5 * 1.0 + 2.0 / 8.0 * 4.0 + 0.5 * 3.0 - 2.0 / 8.0 * 8.0);
        assert_eq!([0.0, 2.0].map(|t| number(&spline, t)), [1.0, 3.0]);
    }

    #[test]
    fn rotations_turn_the_shorter_way() {
        let quarter = std::f64::consts::FRAC_PI_8;
        // The second key is the negative of a turn by 45°: the long way round would be 315°.
        let values = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -quarter.sin(), -quarter.cos()];
        let turn = track(&[0.0, 1.0], &values, 4, Interpolation::Linear);
        for share in [0.0, 0.25, 0.5, 1.0] {
            let expected = UnitQuaternion::from_axis_angle(&Vector::z_axis(), share * 2.0 * quarter);
            assert!(turn.rotation(share).angle_to(&expected) < 1e-12, "{share}");
        }
    }

    #[test]
    fn times_out_of_order_or_no_numbers_are_refused() {
        let new = |times: &[f64], values: &[f64]| Track::new(times.into(), values.into(), 1, Interpolation::Linear);
        assert!(new(&[0.0, 2.0, 1.0], &[0.0; 3]).unwrap_err().contains("key 2"));
        assert!(new(&[0.0, f64::NAN], &[0.0; 2]).unwrap_err().contains("key 1"));
        assert!(new(&[], &[]).is_err());
        assert!(new(&[0.0], &[f64::INFINITY]).is_err());
        assert!(new(&[0.0, 1.0], &[0.0; 3]).is_err());
        // Two keys at one time are a jump.
        assert_eq!(number(&new(&[0.0, 1.0, 1.0, 2.0], &[0.0, 1.0, 5.0, 5.0]).unwrap(), 1.0), 5.0);
    }

    #[test]
    fn times_are_clamped_or_looped() {
        assert_eq!([-1.0, 0.5, 3.0, f64::NAN].map(|t| Wrap::Clamp.within(t, 2.0)), [0.0, 0.5, 2.0, 0.0]);
        assert_eq!([-0.5, 0.5, 4.5].map(|t| Wrap::Loop.within(t, 2.0)), [1.5, 0.5, 0.5]);
        assert_eq!(Wrap::Loop.within(1.0, 0.0), 0.0);
    }
}
