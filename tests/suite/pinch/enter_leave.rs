//! Solids approach, pinch and part: nothing jumps (BWK03 §4.1: "no abrupt transitions when pinching starts, stops …").

use super::Film;
use geometry::Vector;

/// Steps a second of the scene: every step is a frame.
const RATE: f64 = 96.0;
/// Steps before the upper limb begins to move; till then the cloth falls and comes to rest.
const SETTLED: usize = 72;
/// So many steps before and after are a step's neighbours in time.
const AROUND: usize = 4;
/// Changes of acceleration under that of something that is let go, in m/s², are nothing.
const GRAVITY: f64 = 9.81;

/// The largest jump of any particle's acceleration, relative to its neighbours in time.
///
/// A particle's acceleration at a step is the second difference of its positions. Its *jump* is how far, as a vector, the
/// acceleration changes from a step to the next. A jump is compared with the median of the eight jumps around it in time, four
/// before and four after, or with gravity if that is more: whatever is dropped or caught jumps by as much.
fn largest_jump(film: &Film) -> (f64, usize, usize) {
    let mut largest = (0.0, 0, 0);
    for particle in 0..film.start().len() {
        let place = |step: usize| film.frames[step][particle].coords;
        let acceleration =
            |step: usize| -> Vector { (place(step + 1) - place(step) * 2.0 + place(step - 1)) * (RATE * RATE) };
        let accelerations: Vec<Vector> = (1..film.frames.len() - 1).map(acceleration).collect();
        let jumps: Vec<f64> = accelerations.windows(2).map(|pair| (pair[1] - pair[0]).norm()).collect();
        for step in SETTLED..jumps.len() - AROUND {
            let mut around = [&jumps[step - AROUND..step], &jumps[step + 1..=step + AROUND]].concat();
            around.sort_by(f64::total_cmp);
            let usual = f64::midpoint(around[AROUND - 1], around[AROUND]);
            let relative = jumps[step] / usual.max(GRAVITY);
            if relative > largest.0 {
                largest = (relative, particle, step + 1);
            }
        }
    }
    largest
}

#[test]
fn nothing_jumps_when_solids_come_and_go() {
    let film = Film::new("enter-leave", &[]);
    let held: Vec<usize> = (0..film.pinched.len()).filter(|step| film.pinched[*step] > 0).collect();
    assert!(held[0] > SETTLED && held[held.len() - 1] < 200, "a pinch begins and ends: {held:?}");
    assert!(held.windows(2).all(|pair| pair[1] == pair[0] + 1), "there is one pinch");
    let (jump, particle, step) = largest_jump(&film);
    assert!(jump < 3.0, "particle {particle} at step {step}: {jump} times its neighbours");
}
