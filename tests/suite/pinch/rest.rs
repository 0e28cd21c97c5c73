//! Solids at rest (BWK03 §4.2): "pinched particles should not move".

use super::Film;

#[test]
fn what_rests_leaves_pinched_cloth_at_rest() {
    let film = Film::new("still-pinch", &[]);
    // Two capsules with a radius of 5 cm, their axes 4.5 cm above and below: both enclose |x| < 2.17 cm of the sheet.
    let between = film.particles(|p| p.x.abs() < 0.0217);
    assert!(film.pinched[1..].iter().all(|count| *count >= between.len()), "{:?}", film.pinched);
    for (frame, now) in film.frames.iter().enumerate() {
        for &i in &between {
            let moved = (now[i] - film.start()[i]).norm();
            assert!(moved < 1e-9, "frame {frame}: particle {i} moved by {moved} m");
        }
    }
    let after = film.max_speed[24..].iter().copied().fold(0.0, f64::max);
    assert!(after < 0.005, "after a second something still moves with {after} m/s");
    let hanging = film.frames[100].iter().map(|p| p.y).fold(f64::MAX, f64::min);
    assert!(hanging < -0.03, "the outer part hangs down: {hanging}");
}

#[test]
fn without_flypaper_nothing_is_held() {
    let film = Film::new("still-pinch", &[("simulation.flypaper", "false"), ("simulation.frames", "[0, 2]")]);
    assert_eq!(film.pinched, [0, 0, 0]);
    let between = film.particles(|p| p.x.abs() < 0.0217);
    let moved = between.iter().map(|&i| (film.frames[2][i] - film.start()[i]).norm()).fold(0.0, f64::max);
    assert!(moved > 1e-4, "contacts fight over it: {moved}");
}
