//! A run in a few numbers.

use serde::Serialize;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// What became of a run, over all its frames, those before a resumption included.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// How many frames.
    pub frames: usize,
    /// Seconds to compute them.
    pub seconds: f64,
    /// Seconds a frame, on average.
    pub seconds_per_frame: f64,
    /// Whether the last frame has no crossings.
    pub clean: bool,
    /// The most crossings of a frame.
    pub most_crossings: u64,
    /// Crossings of the last frame.
    pub final_crossings: u64,
    /// The most stretched edge of all frames, as length over rest length.
    pub max_stretch: f64,
    /// Iterations of all solves.
    pub cg_iterations: u64,
    /// Everything that was given up: the first of those that differ in their numbers alone, and in how many frames it was so.
    pub lost: Vec<String>,
}

impl Summary {
    /// Sums up the lines of a run.
    pub fn of(lines: impl Iterator<Item = Json>) -> Self {
        let mut summary = Self::default();
        let mut losses = Losses::default();
        for line in lines {
            summary.frames += 1;
            summary.seconds += line["seconds"].as_f64().unwrap_or(0.0);
            summary.final_crossings = line["crossings"].as_u64().unwrap_or(0);
            summary.most_crossings = summary.most_crossings.max(summary.final_crossings);
            summary.max_stretch = summary.max_stretch.max(line["max_stretch"].as_f64().unwrap_or(0.0));
            summary.cg_iterations += line["cg_iterations"].as_u64().unwrap_or(0);
            for loss in line["lost"].as_array().into_iter().flatten().filter_map(Json::as_str) {
                losses.add(loss);
            }
        }
        summary.lost = losses.told();
        summary.seconds_per_frame = summary.seconds / (summary.frames.max(1)) as f64;
        summary.clean = summary.final_crossings == 0;
        summary
    }
}

/// Losses by their words, in the order in which they first came.
#[derive(Default)]
struct Losses {
    known: BTreeMap<String, usize>,
    list: Vec<(String, usize)>,
}

impl Losses {
    fn add(&mut self, loss: &str) {
        let words = loss.chars().filter(|c| !c.is_ascii_digit()).collect();
        let index = *self.known.entry(words).or_insert(self.list.len());
        if index == self.list.len() {
            self.list.push((loss.to_owned(), 0));
        }
        self.list[index].1 += 1;
    }

    fn told(self) -> Vec<String> {
        let tell = |(loss, frames): (String, usize)| match frames {
            1 => loss,
            more => format!("{loss} (alike in {more} frames)"),
        };
        self.list.into_iter().map(tell).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn losses_that_differ_in_numbers_are_told_once() {
        let lines = ["stretched by 50 %", "stretched by 62 %", "no contact"].map(|loss| json!({ "lost": [loss] }));
        let summary = Summary::of(lines.into_iter());
        assert_eq!(summary.lost, ["stretched by 50 % (alike in 2 frames)", "no contact"]);
    }
}
