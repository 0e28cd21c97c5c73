//! Weights (BWK03 §4.3, figure 9): a hand that rubs a shirt, and legs that skid in trousers.

use super::{Film, ease};
use geometry::{Point, Vector};

/// Where the middle of the hand is at a frame.
fn hand(frame: usize) -> Point {
    let time = frame as f64 / 24.0;
    let down = ease(time / 0.25) - ease((time - 1.05) / 0.25);
    let along = ease((time - 0.25) / 0.4) - ease((time - 0.65) / 0.4);
    Point::new(-0.02 + 0.04 * along, 0.09 - 0.036 * down, 0.0)
}

/// How far particles under the hand follow it, over how far it goes: for every frame of the rubbing, the least and the most.
fn followed(share: f64) -> Vec<[f64; 2]> {
    let (hand_weight, torso_weight) = (share.to_string(), (1.0 - share).to_string());
    let film = Film::new("rubbing-hand", &[("flypaper.hand", &hand_weight), ("flypaper.torso", &torso_weight)]);
    let mut found = Vec::new();
    for frame in 7..25 {
        let by = hand(frame + 1) - hand(frame);
        let [now, next] = [frame, frame + 1].map(|frame| &film.frames[frame]);
        // Inside the hand at both frames, and hardly further over the torso than the 3.1 mm at which cloth lies on it.
        let is_under = |p: &Point, frame| (p - hand(frame)).norm() < 0.06 && p.y < 0.0033;
        let under: Vec<Vector> = (0..now.len())
            .filter(|&i| is_under(&now[i], frame) && is_under(&next[i], frame + 1))
            .map(|i| next[i] - now[i])
            .collect();
        assert!(under.len() >= 4, "frame {frame}: {} under the hand", under.len());
        let along = under.iter().map(|moved| moved.dot(&by) / by.norm_squared());
        found.push(along.fold([f64::MAX, f64::MIN], |[least, most], f| [least.min(f), most.max(f)]));
    }
    found
}

#[test]
fn cloth_under_a_hand_follows_it_by_its_weight() {
    for share in [0.1, 0.5, 1.0] {
        for (index, [least, most]) in followed(share).into_iter().enumerate() {
            assert!((least - share).abs() < 1e-6 && (most - share).abs() < 1e-6, "{share}, {index}: {least} to {most}");
        }
    }
}

#[test]
fn trousers_with_all_weight_on_the_legs_skid_with_them() {
    let film = Film::new("skidding-trousers", &[]);
    // Where the legs, 5 mm deep in the floor, enclose the sheet, 3 mm above it.
    let is_under = |p: &Point| (p.z.abs() - 0.07).abs() < 0.025 && p.x.abs() < 0.17;
    let between = film.particles(is_under);
    let mut farthest: f64 = 0.0;
    for (frame, now) in film.frames.iter().enumerate() {
        let by = Vector::new(0.15, 0.0, 0.03) * ease(frame as f64 / 24.0 / 0.6);
        farthest = between.iter().map(|&i| (now[i] - film.start()[i] - by).norm()).fold(farthest, f64::max);
    }
    assert!(farthest < 1e-6, "{farthest} m from the legs");
}
