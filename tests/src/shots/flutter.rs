//! How much cloth trembles while the body that pinches it is still.
//!
//! The second difference of a particle's places over three frames is zero for whoever rests and for whoever moves
//! steadily: it is the trembling that an eye sees.

use super::film::Film;
use super::measure::Measured;
use geometry::Point;

/// Particles this near to where the body passes through itself count, in metres.
const NEAR: f64 = 0.02;
/// A body whose vertices move less than this from frame to frame is still, in metres.
const STILL: f64 = 1e-6;
/// Frames that the body has been still before the trembling counts: what swung has come to rest.
const SETTLED: usize = 4;

/// The root of the mean square of second differences, in m; `None` if the body never rests while it pinches.
pub fn flutter(film: &Film, measured: &Measured) -> Option<f64> {
    let is_still = |i: usize| {
        let (a, b) = (&film.frames[i - 1].body, &film.frames[i].body);
        a.iter().zip(b).all(|(a, b)| (b - a).norm() < STILL)
    };
    let still: Vec<bool> = (0..film.frames.len()).map(|i| i > 0 && is_still(i)).collect();
    let (mut sum, mut count) = (0.0, 0_usize);
    for i in 1 + SETTLED..film.frames.len().saturating_sub(1) {
        if measured.rows[i].body_pairs == 0 || !still[i - SETTLED..=i + 1].iter().all(|still| *still) {
            continue;
        }
        let [before, now, after] = [i - 1, i, i + 1].map(|i| &film.frames[i].cloth);
        for (particle, distance) in measured.distances[i].iter().enumerate() {
            if *distance < NEAR {
                let second = second_difference(&before[particle], &now[particle], &after[particle]);
                sum += second;
                count += 1;
            }
        }
    }
    (count > 0).then(|| (sum / count as f64).sqrt())
}

fn second_difference(before: &Point, now: &Point, after: &Point) -> f64 {
    ((after - now) - (now - before)).norm_squared()
}
