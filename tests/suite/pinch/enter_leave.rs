//! Solids approach, pinch and part: nothing jumps (BWK03 §4.1: "no abrupt transitions when pinching starts, stops …").

use super::Film;
use measure::jump::jump;

/// Steps a second of the scene: every step is a frame.
const RATE: f64 = 96.0;
/// Steps before the upper limb begins to move; till then the cloth falls and comes to rest.
const SETTLED: usize = 72;

#[test]
fn nothing_jumps_when_solids_come_and_go() {
    let film = Film::new("enter-leave", &[]);
    let held: Vec<usize> = (0..film.pinched.len()).filter(|step| film.pinched[*step] > 0).collect();
    assert!(held[0] > SETTLED && held[held.len() - 1] < 200, "a pinch begins and ends: {held:?}");
    assert!(held.windows(2).all(|pair| pair[1] == pair[0] + 1), "there is one pinch");
    let frames: Vec<_> = film.frames.iter().map(Vec::as_slice).collect();
    let largest = jump(&frames, RATE, SETTLED);
    assert!(largest.relative > 0.0 && largest.relative < 3.0, "{largest:?}");
}
