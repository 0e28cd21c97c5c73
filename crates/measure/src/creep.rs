//! How far caught cloth moves between solids at rest (BWK03 §4.2: "pinched particles should not move").

use crate::caught::caught;
use crate::film::Film;
use crate::flutter::rests;
use crate::pinch::Probe;

/// The farthest that a particle inside two surfaces goes while both rest, in m; `None` if no solid rests on cloth.
pub fn creep(film: &Film) -> Option<f64> {
    let rests = rests(film);
    let mut farthest: Option<f64> = None;
    let mut first = 0;
    for last in 0..rests.len() {
        let goes_on = rests.get(last + 1).is_some_and(|rests| *rests);
        if goes_on {
            continue;
        }
        if last > first {
            let probe = Probe::new(&film.body, &film.frames[first].body);
            for held in caught(film, first, &probe, 0.0, |_| true) {
                let start = film.frames[first].cloth[held.particle];
                let gone = film.frames[first..=last].iter().map(|frame| (frame.cloth[held.particle] - start).norm());
                farthest = Some(gone.fold(farthest.unwrap_or(0.0), f64::max));
            }
        }
        first = last + 1;
    }
    farthest
}
