//! How much cloth trembles while every solid rests.
//!
//! The second difference of a particle's places over three frames is zero for whoever rests and for whoever moves
//! steadily: it is the trembling that an eye sees. Off the pinch it is told as an acceleration, *flutter*; near it, where
//! an edge or two is all there is, as a length, *tremble*.

use crate::film::Film;
use crate::rows::{Measured, VISIBLE};
use geometry::Point;

/// Particles this near to where solids pass through each other are near the pinch, in metres.
const NEAR: f64 = 0.02;
/// Solids whose vertices move less than this from frame to frame are still, in metres.
const STILL: f64 = 1e-6;
/// Frames that solids have been still before the trembling counts: what swung has come to rest.
const SETTLED: usize = 4;

/// The root of the mean square of the acceleration of cloth off the pinch, in m/s²; `None` if solids never rest.
pub fn flutter(film: &Film, measured: &Measured) -> Option<f64> {
    let any = |_: usize| true;
    Some(second_differences(film, measured, any, |distance| distance > VISIBLE)? * film.fps * film.fps)
}

/// The root of the mean square of second differences near the pinch, in m; `None` if solids never rest while they pinch.
pub fn tremble(film: &Film, measured: &Measured) -> Option<f64> {
    let pinches = |index: usize| measured.rows[index].body_pairs > 0;
    second_differences(film, measured, pinches, |distance| distance < NEAR)
}

/// Whether every solid is where it was at the frame before, frame by frame; at the first, none is.
pub fn rests(film: &Film) -> Vec<bool> {
    let is_still = |index: usize| {
        let (a, b) = (&film.frames[index - 1].body, &film.frames[index].body);
        a.iter().zip(b).all(|(a, b)| (b - a).norm() < STILL)
    };
    (0..film.frames.len()).map(|index| index > 0 && is_still(index)).collect()
}

/// Over the frames and the distances from the pinch that count.
fn second_differences(
    film: &Film,
    measured: &Measured,
    counts: impl Fn(usize) -> bool,
    is_there: impl Fn(f64) -> bool,
) -> Option<f64> {
    let rests = rests(film);
    let (mut sum, mut count) = (0.0, 0_usize);
    for i in 1 + SETTLED..film.frames.len().saturating_sub(1) {
        if !counts(i) || !rests[i - SETTLED..=i + 1].iter().all(|rests| *rests) {
            continue;
        }
        let [before, now, after] = [i - 1, i, i + 1].map(|i| &film.frames[i].cloth);
        for (particle, distance) in measured.distances[i].iter().enumerate() {
            if is_there(*distance) {
                sum += second_difference(&before[particle], &now[particle], &after[particle]);
                count += 1;
            }
        }
    }
    (count > 0).then(|| (sum / count as f64).sqrt())
}

fn second_difference(before: &Point, now: &Point, after: &Point) -> f64 {
    ((after - now) - (now - before)).norm_squared()
}
