//! The keys of an animation's sampler, cut to what is shown: a stretch of a clip, or a clip over and over.
//!
//! Cutting loses nothing: a stretch of a line is a line, of a great circle a great circle, and of a cubic a cubic, with the
//! value and the slope at the cut as its new ends (glTF 2.0, appendix C.5).

use nalgebra::{Quaternion, UnitQuaternion};

/// A clip that begins again more often than this is shorter than anything that can be seen, and holds instead.
const MOST_ROUNDS: f64 = 1e4;

/// How values run between keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Course {
    /// They hold.
    Step,
    /// They run straight.
    Straight,
    /// Quaternions that turn along the great circle, the shorter way.
    Turn,
    /// Tangent in, value and tangent out at every key.
    Spline,
}

/// Times, and numbers for each.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    pub times: Vec<f64>,
    pub values: Vec<f64>,
    /// Numbers a key, a spline's tangents included.
    width: usize,
    course: Course,
}

/// What is shown of a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stretch {
    /// The clip's time at the beginning, in s.
    pub start: f64,
    /// How long it is shown, in s.
    pub length: f64,
    /// After how many seconds the clip begins again, if it does.
    pub period: Option<f64>,
}

impl Keys {
    /// Keys, if there are some and each has as many numbers.
    pub fn new(times: Vec<f64>, mut values: Vec<f64>, course: Course) -> Option<Self> {
        let width = values.len().checked_div(times.len())?;
        if width == 0 || values.len() != width * times.len() || (course == Course::Spline && width % 3 != 0) {
            return None;
        }
        if course == Course::Spline {
            // Beyond its ends a track holds: the outermost tangents would bend it once keys are added there.
            let (third, end) = (width / 3, values.len());
            values[..third].fill(0.0);
            values[end - third..].fill(0.0);
        }
        Some(Self { times, values, width, course })
    }

    /// The keys of a stretch, in times from its beginning.
    pub fn cut(&self, stretch: Stretch) -> Self {
        let Stretch { start, length, period } = stretch;
        let mut cut = Self { times: Vec::new(), values: Vec::new(), ..*self };
        let end = start + length;
        let Some(period) = period.filter(|period| *period > 0.0 && length / period <= MOST_ROUNDS) else {
            self.append([start, end], start, &mut cut);
            return cut;
        };
        let mut round = (start / period).floor();
        loop {
            let (begin, over) = (round * period, (round + 1.0) * period);
            self.append([start.max(begin) - begin, end.min(over) - begin], start - begin, &mut cut);
            // At the very end of a round the next one begins.
            if over > end {
                return cut;
            }
            round += 1.0;
        }
    }

    /// The value at a time, with both tangents for a spline.
    fn at(&self, time: f64) -> Vec<f64> {
        let key = |index: usize| &self.values[index * self.width..(index + 1) * self.width];
        let after = self.times.partition_point(|t| *t <= time);
        let last = self.times.len() - 1;
        if after == 0 || (after > last && time > self.times[last]) {
            return self.held(key(after.min(last)));
        }
        if after > last {
            return key(last).to_vec();
        }
        let (from, to) = (key(after - 1), key(after));
        let seconds = self.times[after] - self.times[after - 1];
        let share = (time - self.times[after - 1]) / seconds;
        match self.course {
            _ if share == 0.0 => from.to_vec(),
            Course::Step => from.to_vec(),
            Course::Straight => from.iter().zip(to).map(|(a, b)| a + (b - a) * share).collect(),
            Course::Turn => turn(from, to, share),
            Course::Spline => spline(from, to, share, seconds),
        }
    }

    /// A key's value at rest: beyond the outermost keys nothing moves.
    fn held(&self, key: &[f64]) -> Vec<f64> {
        let third = self.width / 3;
        let is_tangent = |i: usize| self.course == Course::Spline && !(third..2 * third).contains(&i);
        key.iter().enumerate().map(|(i, x)| if is_tangent(i) { 0.0 } else { *x }).collect()
    }

    /// The value alone.
    pub fn value_at(&self, time: f64) -> Vec<f64> {
        let numbers = self.at(time);
        if self.course == Course::Spline { numbers[self.width / 3..2 * self.width / 3].to_vec() } else { numbers }
    }

    /// Adds what is between two times; `shift` is where the new times begin.
    fn append(&self, [from, to]: [f64; 2], shift: f64, cut: &mut Self) {
        cut.push(from - shift, &self.at(from));
        for (key, time) in self.times.iter().enumerate().filter(|(_, time)| from < **time && **time < to) {
            cut.push(time - shift, &self.values[key * self.width..(key + 1) * self.width]);
        }
        if to > from {
            cut.push(to - shift, &self.at(to));
        }
    }

    /// Adds a key. Times must increase, in single precision too: of two keys at one time the earlier moves a little ahead,
    /// unless they are the same.
    fn push(&mut self, time: f64, numbers: &[f64]) {
        let time = time as f32;
        let count = self.times.len();
        if self.times.last().is_some_and(|last| *last as f32 >= time) {
            let before = time.next_down();
            let room = count < 2 || (self.times[count - 2] as f32) < before;
            if self.values.ends_with(numbers) {
                return;
            } else if room && before >= 0.0 {
                self.times[count - 1] = f64::from(before);
            } else {
                self.times.pop();
                self.values.truncate(self.values.len() - self.width);
            }
        }
        self.times.push(f64::from(time));
        self.values.extend_from_slice(numbers);
    }
}

fn turn(from: &[f64], to: &[f64], share: f64) -> Vec<f64> {
    let unit = |v: &[f64]| UnitQuaternion::new_normalize(Quaternion::new(v[3], v[0], v[1], v[2]));
    let (a, mut b) = (unit(from), unit(to));
    if a.coords.dot(&b.coords) < 0.0 {
        b = UnitQuaternion::new_unchecked(-b.into_inner());
    }
    let between = a.try_slerp(&b, share, 0.0).unwrap_or(a);
    between.coords.iter().copied().collect()
}

/// The slope, the value and the slope again at a share of the way between two keys.
fn spline(from: &[f64], to: &[f64], t: f64, d: f64) -> Vec<f64> {
    let width = from.len() / 3;
    let (t2, t3) = (t * t, t * t * t);
    let value = [2.0 * t3 - 3.0 * t2 + 1.0, d * (t3 - 2.0 * t2 + t), 3.0 * t2 - 2.0 * t3, d * (t3 - t2)];
    let slope = [(6.0 * t2 - 6.0 * t) / d, 3.0 * t2 - 4.0 * t + 1.0, (6.0 * t - 6.0 * t2) / d, 3.0 * t2 - 2.0 * t];
    let sum = |weights: [f64; 4], i: usize| {
        let ends = [from[width + i], from[2 * width + i], to[width + i], to[i]];
        weights.iter().zip(ends).map(|(weight, end)| weight * end).sum::<f64>()
    };
    let slopes = (0..width).map(|i| sum(slope, i));
    let values = (0..width).map(|i| sum(value, i));
    slopes.clone().chain(values).chain(slopes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(times: &[f64], values: &[f64], course: Course) -> Keys {
        Keys::new(times.to_vec(), values.to_vec(), course).expect("keys")
    }

    fn stretch(start: f64, length: f64, period: Option<f64>) -> Stretch {
        Stretch { start, length, period }
    }

    /// The middle number: the value, also of a spline.
    fn value(keys: &Keys, time: f64) -> f64 {
        let numbers = keys.at(time);
        numbers[numbers.len() / 2]
    }

    #[test]
    fn a_stretch_shows_what_the_whole_shows() {
        let tracks = [
            keys(&[0.5, 1.0, 2.5, 3.0], &[5.0, 7.0, 3.0, 4.0], Course::Straight),
            keys(&[0.5, 1.0, 2.5, 3.0], &[5.0, 7.0, 3.0, 4.0], Course::Step),
            keys(&[0.5, 2.0, 3.0], &[9.0, 1.0, 4.0, -8.0, 3.0, 2.0, 1.0, 0.0, 9.0], Course::Spline),
        ];
        for track in tracks {
            for (start, length) in [(0.0, 4.0), (0.75, 0.125), (0.25, 1.0), (1.0, 1.5), (2.75, 2.0)] {
                let cut = track.cut(stretch(start, length, None));
                assert_eq!((cut.times[0], cut.times.last().copied()), (0.0, Some(length)));
                assert!(cut.times.is_sorted_by(|a, b| a < b));
                for time in (0..32).map(|i| length * f64::from(i) / 32.0) {
                    let (a, b) = (value(&cut, time), value(&track, start + time));
                    assert!((a - b).abs() < 1e-6, "{:?} from {start}, {time}: {a} against {b}", track.course);
                }
            }
        }
    }

    #[test]
    fn turns_are_cut_on_the_great_circle() {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let track = keys(&[0.0, 2.0], &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -half, -half], Course::Turn);
        let cut = track.cut(stretch(0.5, 1.0, None));
        let angle = |q: &[f64]| 2.0 * q[2].atan2(q[3]).to_degrees();
        assert!((angle(&cut.at(0.0)) - 22.5).abs() < 1e-9 && (angle(&cut.at(0.5)) - 45.0).abs() < 1e-9);
    }

    #[test]
    fn a_clip_that_begins_again_is_unrolled() {
        let track = keys(&[0.0, 1.0], &[0.0, 6.0], Course::Straight);
        let cut = track.cut(stretch(0.5, 3.0, Some(1.0)));
        assert!(cut.times.is_sorted_by(|a, b| a < b) && cut.times.last() == Some(&3.0));
        for (time, expected) in [(0.0, 3.0), (0.25, 4.5), (0.5, 0.0), (0.75, 1.5), (1.25, 4.5), (2.75, 1.5), (3.0, 3.0)]
        {
            assert!((value(&cut, time) - expected).abs() < 1e-5, "{time}: {}", value(&cut, time));
        }
        // Where both ends are the same there is one key, not two.
        let closed = keys(&[0.0, 0.5, 1.0], &[1.0, 2.0, 1.0], Course::Straight);
        assert_eq!(closed.cut(stretch(0.0, 2.0, Some(1.0))).times, [0.0, 0.5, 1.0, 1.5, 2.0]);
    }

    #[test]
    fn what_is_no_list_of_keys_is_none() {
        assert!(Keys::new(vec![], vec![], Course::Step).is_none());
        assert!(Keys::new(vec![0.0, 1.0], vec![1.0; 3], Course::Step).is_none());
        assert!(Keys::new(vec![0.0], vec![1.0; 4], Course::Spline).is_none());
    }
}
