//! The largest jump of any particle's acceleration (BWK03 §4.1: "no abrupt transitions when pinching starts, stops …").
//!
//! A particle's acceleration at a frame is the second difference of its places. Its *jump* is how far, as a vector, the
//! acceleration changes from a frame to the next. A jump is compared with the median of the eight jumps around it in time, four
//! before and four after, or with gravity if that is more: whatever is dropped or caught jumps by as much. It says something
//! where every step is a frame.

use geometry::{Point, Vector};

/// So many frames before and after are a frame's neighbours in time.
const AROUND: usize = 4;
/// Changes of acceleration under that of something that is let go, in m/s², are nothing.
const GRAVITY: f64 = 9.81;

/// A jump.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Jump {
    /// Over what is usual around it in time.
    pub relative: f64,
    /// Whose.
    pub particle: usize,
    /// When: a frame's place in the film.
    pub index: usize,
}

/// The largest jump from a frame on: the one with this place in the list.
pub fn jump(frames: &[&[Point]], fps: f64, from: usize) -> Jump {
    let mut largest = Jump::default();
    for particle in 0..frames.first().map_or(0, |frame| frame.len()) {
        let place = |index: usize| frames[index][particle].coords;
        let acceleration =
            |index: usize| -> Vector { (place(index + 1) - place(index) * 2.0 + place(index - 1)) * (fps * fps) };
        let accelerations: Vec<Vector> = (1..frames.len().saturating_sub(1)).map(acceleration).collect();
        let jumps: Vec<f64> = accelerations.windows(2).map(|pair| (pair[1] - pair[0]).norm()).collect();
        for index in from.max(AROUND)..jumps.len().saturating_sub(AROUND) {
            let mut around = [&jumps[index - AROUND..index], &jumps[index + 1..=index + AROUND]].concat();
            around.sort_by(f64::total_cmp);
            let usual = f64::midpoint(around[AROUND - 1], around[AROUND]);
            let relative = jumps[index] / usual.max(GRAVITY);
            if relative > largest.relative {
                largest = Jump { relative, particle, index: index + 1 };
            }
        }
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_let_go_does_not_jump_and_what_is_kicked_does() {
        let film = |at: fn(f64) -> f64| -> Vec<Vec<Point>> {
            (0..40).map(|i| vec![Point::new(at(f64::from(i) / 100.0), 0.0, 0.0)]).collect()
        };
        let largest = |film: &[Vec<Point>]| jump(&film.iter().map(Vec::as_slice).collect::<Vec<_>>(), 100.0, 0);
        let dropped = largest(&film(|t| -4.905 * (t - 0.2).max(0.0).powi(2)));
        assert!(dropped.relative < 1.01, "{dropped:?}");
        let kicked = largest(&film(|t| if t < 0.2 { 0.0 } else { 0.01 }));
        assert!(kicked.relative > 10.0 && kicked.index.abs_diff(20) < 3, "{kicked:?}");
    }
}
