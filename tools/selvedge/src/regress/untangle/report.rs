//! The corpus in figures: a line a family, and the cases that deserve a look, with their seeds.

use super::attempt::Attempt;
use make_fixtures::corpus::Family;
use serde::Serialize;
use std::fmt::Write;

#[derive(Debug, Default, Serialize)]
pub(super) struct Report {
    families: Vec<FamilyReport>,
    /// Tangles that were repaired, and how many came out clean.
    cases: usize,
    clean: usize,
    /// Every case that did not come out clean.
    failed: Vec<Attempt>,
    /// Every case that came out clean, but not as good as it should be.
    poor: Vec<Attempt>,
    /// Every case.
    attempts: Vec<Attempt>,
}

#[derive(Debug, Serialize)]
struct FamilyReport {
    family: &'static str,
    /// Whether each case is a single contour, or several that have nothing to do with each other.
    single_contour: bool,
    cases: usize,
    clean: usize,
    /// Cases that were clean before; they say nothing.
    clean_before: usize,
    /// Cases that came out clean, with every figure in its range.
    good: usize,
    triangles_min: usize,
    triangles_max: usize,
    displacement_mean: f64,
    displacement_max: f64,
    edge_length_mean: f64,
    edge_length_max: f64,
    /// Cases with flipped faces.
    flipped: usize,
    untouched_mean: f64,
    reach_max: f64,
    separation_min: f64,
    seconds_mean: f64,
    seconds_max: f64,
}

impl Report {
    /// Takes in the attempts of a family; its line.
    pub fn add(&mut self, family: Family, attempts: Vec<Attempt>) -> String {
        let of_family = FamilyReport::new(family, &attempts);
        let line = of_family.line();
        self.cases += of_family.cases;
        self.clean += of_family.clean;
        self.families.push(of_family);
        let select = |wanted: fn(&Attempt) -> bool| attempts.iter().filter(move |a| wanted(a)).cloned();
        self.failed.extend(select(|a| !a.is_clean()));
        self.poor.extend(select(|a| a.was_tangled() && a.is_clean() && !a.faults().is_empty()));
        self.attempts.extend(attempts);
        line
    }

    /// Whether every case came out clean.
    pub fn is_clean(&self) -> bool {
        self.failed.is_empty()
    }

    /// The whole in words, after the lines of the families.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let share = 100.0 * self.clean as f64 / self.cases.max(1) as f64;
        let _ = writeln!(text, "{} of {} clean: {share:.2} %", self.clean, self.cases);
        for attempt in &self.failed {
            let [before, after] = attempt.crossings;
            let Attempt { family, seed, triangles, .. } = attempt;
            let _ =
                writeln!(text, "  {family}, seed {seed}, {triangles} triangles: {after} of {before} crossings left");
        }
        if !self.poor.is_empty() {
            let _ = writeln!(text, "{} clean, but not as good as they should be:", self.poor.len());
        }
        for attempt in &self.poor {
            let Attempt { family, seed, triangles, level, .. } = attempt;
            let faults = attempt.faults().join(", ");
            let _ = writeln!(text, "  {family}, seed {seed}, {triangles} triangles, level {level}: {faults}");
        }
        text
    }
}

impl FamilyReport {
    fn new(family: Family, attempts: &[Attempt]) -> Self {
        let tangled = || attempts.iter().filter(|attempt| attempt.was_tangled());
        let clean = || tangled().filter(|attempt| attempt.is_clean());
        // Quality is that of successes.
        let mean = |of: fn(&Attempt) -> f64| clean().map(of).sum::<f64>() / clean().count().max(1) as f64;
        let max = |of: fn(&Attempt) -> f64| clean().map(of).fold(0.0, f64::max);
        Self {
            family: family.name(),
            single_contour: family.is_single(),
            cases: tangled().count(),
            clean: clean().count(),
            clean_before: attempts.len() - tangled().count(),
            good: clean().filter(|attempt| attempt.faults().is_empty()).count(),
            triangles_min: tangled().map(|a| a.triangles).min().unwrap_or(0),
            triangles_max: tangled().map(|a| a.triangles).max().unwrap_or(0),
            displacement_mean: mean(|a| a.displacement),
            displacement_max: max(|a| a.displacement),
            edge_length_mean: mean(|a| a.edge_length),
            edge_length_max: max(|a| a.edge_length),
            flipped: clean().filter(|attempt| attempt.flipped > 0).count(),
            untouched_mean: mean(|a| a.untouched),
            reach_max: max(|a| a.reach),
            separation_min: clean().map(|a| a.separation).fold(f64::INFINITY, f64::min),
            seconds_mean: tangled().map(|a| a.seconds).sum::<f64>() / tangled().count().max(1) as f64,
            seconds_max: tangled().map(|a| a.seconds).fold(0.0, f64::max),
        }
    }

    fn line(&self) -> String {
        let mut line = format!(
            "{:20} {:4} of {:4} clean, {:4} good · displacement {:.2} depths, at most {:.2} · edges {:.1} %, at most {:.1} % · flipped faces in {} · untouched {:.0} % · {:.2} s, at most {:.1} s",
            self.family,
            self.clean,
            self.cases,
            self.good,
            self.displacement_mean,
            self.displacement_max,
            100.0 * self.edge_length_mean,
            100.0 * self.edge_length_max,
            self.flipped,
            100.0 * self.untouched_mean,
            self.seconds_mean,
            self.seconds_max
        );
        if self.clean_before > 0 {
            let _ = write!(line, " · {} were clean before", self.clean_before);
        }
        line + "\n"
    }
}
