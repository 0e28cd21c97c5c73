//! Fingers and bumps never pinch; a finger folded against its palm does (BWK03 §4.4, figure 3).

use super::Film;

#[test]
fn a_finger_is_thin_and_does_not_pinch() {
    let film = Film::new("thin-finger", &[]);
    assert!(film.pinched.iter().all(|count| *count == 0), "{:?}", film.pinched);
    let last = film.frames.last().expect("frames");
    assert!(last.iter().all(|p| p.x.abs() > 0.004 || p.y > 0.007), "it lies on the finger");
    assert!(last.iter().any(|p| p.y < 0.0), "and hangs down beside it");
}

#[test]
fn a_bump_opposes_itself_and_does_not_pinch() {
    let film = Film::new("bump", &[]);
    assert!(film.pinched.iter().all(|count| *count == 0), "{:?}", film.pinched);
    let last = film.frames.last().expect("frames");
    // It lies over the bump in every row: where a thread passes the ridge it is higher than that.
    for row in last.chunks(21) {
        let pair = row.windows(2).find(|pair| pair[0].x <= 0.0 && pair[1].x > 0.0).expect("the row passes the ridge");
        let share = pair[0].x / (pair[0].x - pair[1].x);
        let height = pair[0].y + (pair[1].y - pair[0].y) * share;
        assert!((0.0195..0.025).contains(&height), "{height}");
    }
}

#[test]
fn the_same_finger_folded_holds_what_is_in_the_fold() {
    let film = Film::new("folded-finger", &[]);
    // The axes of both halves are 5 mm off the sheet, their radius is 8 mm; off the bend and off the tips.
    let between = film.particles(|p| p.z.abs() < 0.005 && (-0.08..-0.02).contains(&p.x));
    assert!(film.pinched[1..].iter().all(|count| *count >= between.len()), "{:?}", film.pinched);
    let last = film.frames.last().expect("frames");
    let farthest = between.iter().map(|&i| (last[i] - film.start()[i]).norm()).fold(0.0, f64::max);
    assert!(farthest < 1e-9, "what is caught moved by {farthest} m");
    assert!(last.iter().any(|p| p.y < -0.01), "the rest hangs down");
}
