//! All rows of a film → what a test asserts and a person reads.

use crate::film::Film;
use crate::flutter::{flutter, tremble};
use crate::midway::midway;
use crate::rows::{Measured, Row};
use serde::Serialize;
use std::collections::BTreeMap;

/// Frames without a pinch that do not end it: skin that touches and parts again is one pinch.
const GAP: usize = 3;

/// A film in a few numbers. Lengths in m, speeds in m/s.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    /// The scene.
    pub name: String,
    /// How many frames.
    pub frames: usize,
    /// Particles.
    pub particles: usize,
    /// Why it ended early.
    pub stopped: Option<String>,
    /// Every number of the rows, the largest of any frame.
    pub worst: Row,
    /// Crossings of the last frame.
    pub final_crossings: usize,
    /// Frames in which some path coloured one region.
    pub red_frames: usize,
    /// Frames in which some path coloured two.
    pub black_white_frames: usize,
    /// What became of every pinch of the body.
    pub pinches: Vec<Pinch>,
    /// Acceleration off the pinch while solids rest, in m/s².
    pub flutter: Option<f64>,
    /// Trembling near the pinch while solids rest.
    pub tremble: Option<f64>,
    /// How far cloth is from midway at the worst pinch, as a part of the overlap's depth.
    pub midway: Option<f64>,
    /// How many particles that is the mean of.
    pub between: usize,
    /// What was given up, each with its number of frames.
    pub lost: BTreeMap<String, usize>,
    /// Seconds a frame.
    pub seconds_per_frame: f64,
    /// Seconds a frame of every stage.
    pub stages: BTreeMap<String, f64>,
}

/// One pinch of the body, from when it begins to when it is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Pinch {
    /// Its first frame.
    pub begin: u32,
    /// Its last frame.
    pub end: u32,
    /// Frames after it in which the cloth still passed through itself; `None` if it did until the next pinch or the end.
    pub recovery: Option<u32>,
}

impl Summary {
    /// Sums up a film.
    pub fn of(film: &Film, measured: &Measured) -> Self {
        let rows = &measured.rows;
        let peak = (0..rows.len()).max_by_key(|i| rows[*i].body_pairs).filter(|i| rows[*i].body_pairs > 0);
        let caught = peak.map(|index| midway(film, index, |_| true)).unwrap_or_default();
        Self {
            name: film.name.clone(),
            frames: rows.len(),
            particles: film.cloth.mesh.vertex_count(),
            stopped: film.stopped.clone(),
            worst: rows.iter().fold(Row::default(), Row::or_worse),
            final_crossings: rows.last().map_or(0, |row| row.crossings),
            red_frames: rows.iter().filter(|row| row.red > 0).count(),
            black_white_frames: rows.iter().filter(|row| row.black_white > 0).count(),
            pinches: pinches(rows),
            flutter: flutter(film, measured),
            tremble: tremble(film, measured),
            midway: caught.mean(),
            between: caught.offsets.len(),
            lost: lost(rows),
            seconds_per_frame: rows.iter().map(|row| row.seconds).sum::<f64>() / rows.len().max(1) as f64,
            stages: stages(film),
        }
    }

    /// The slowest recovery from a pinch that ends within the film: frames, or `None` if one is never recovered from.
    pub fn recovery(&self) -> Option<u32> {
        self.pinches.iter().map(|pinch| pinch.recovery).try_fold(0, |worst, next| Some(worst.max(next?)))
    }
}

/// The pinches of the body that end before the film does.
fn pinches(rows: &[Row]) -> Vec<Pinch> {
    let mut spans: Vec<[usize; 2]> = Vec::new();
    for (index, _) in rows.iter().enumerate().filter(|(_, row)| row.body_pairs > 0) {
        match spans.last_mut() {
            Some([_, end]) if index - *end <= GAP => *end = index,
            _ => spans.push([index, index]),
        }
    }
    let mut found = Vec::new();
    for (number, &[begin, end]) in spans.iter().enumerate() {
        let next = spans.get(number + 1).map_or(rows.len(), |next| next[0]);
        if end + 1 < rows.len() {
            let tangled = (end + 1..next).rfind(|i| rows[*i].crossings > 0);
            let recovery = match tangled {
                Some(last) => (last + 1 < next).then(|| (last - end) as u32),
                None => Some(0),
            };
            found.push(Pinch { begin: rows[begin].frame, end: rows[end].frame, recovery });
        }
    }
    found
}

/// Losses by their words: those that differ in their numbers alone are one.
fn lost(rows: &[Row]) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    for loss in rows.iter().flat_map(|row| &row.lost) {
        let words: String = loss.chars().filter(|c| !c.is_ascii_digit()).collect();
        *found.entry(words).or_insert(0) += 1;
    }
    found
}

/// Mean seconds of every stage, by the driver's own names.
fn stages(film: &Film) -> BTreeMap<String, f64> {
    let mut mean = BTreeMap::new();
    for frame in &film.frames {
        for stage in driver::stage::Stage::ALL {
            *mean.entry(stage.name().to_owned()).or_insert(0.0) +=
                frame.report.stages.seconds(stage) / film.frames.len() as f64;
        }
    }
    mean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pinch_is_over_when_the_cloth_is_clean_for_good() {
        let row =
            |frame: usize, body_pairs, crossings| Row { frame: frame as u32, body_pairs, crossings, ..Row::default() };
        let film = [(0, 0), (9, 3), (9, 3), (0, 2), (0, 0), (0, 1), (0, 0), (0, 0), (5, 0), (0, 4), (0, 4)];
        let rows: Vec<Row> = film.into_iter().enumerate().map(|(i, (pairs, c))| row(i, pairs, c)).collect();
        let expected = [Pinch { begin: 1, end: 2, recovery: Some(3) }, Pinch { begin: 8, end: 8, recovery: None }];
        assert_eq!(pinches(&rows), expected);
    }
}
