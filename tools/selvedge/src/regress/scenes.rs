//! `selvedge regress`: runs fixtures, compares each with what is recorded, and tells a row each.

use super::fixture::{self, EXPECT, Fixture, PICTURE, Wanted};
use super::page;
use super::play::{self, Crew, Played};
use super::resolution;
use crate::common::{Common, Ending, complain};
use crate::outputs::Outputs;
use anyhow::{Context, Result};
use cloth_io::Overwrite;
use measure::expect::{Expectation, Limit, Verdict, decisive, update};
use measure::sheet::{self, Style};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What is to be done.
pub(super) struct Job<'a> {
    pub wanted: Wanted<'a>,
    pub jobs: Option<usize>,
    /// Record instead of comparing.
    pub update: bool,
    /// About how many triangles garments shall have.
    pub resolution: Option<u32>,
    /// The folder for pages of what fails.
    pub pages: &'a Path,
}

/// The report.
#[derive(Debug, Serialize)]
struct Report {
    passed: bool,
    fixtures: Vec<Row>,
    seconds: f64,
}

/// A fixture's row.
#[derive(Debug, Serialize)]
pub(super) struct Row {
    pub name: String,
    pub shows: String,
    pub passed: bool,
    /// The figure that decided, in words.
    pub figure: String,
    pub seconds: f64,
    pub checks: Vec<Checked>,
    /// The page that shows what failed.
    pub page: Option<PathBuf>,
}

/// A check's figure.
#[derive(Debug, Serialize)]
pub(super) struct Checked {
    quantity: &'static str,
    unit: &'static str,
    frames: Option<[u32; 2]>,
    value: Option<f64>,
    frame: Option<u32>,
    limit: &'static str,
    limits: Vec<f64>,
    holds: bool,
    text: String,
}

/// Runs the command.
pub(super) fn run(job: &Job, common: &Common, outputs: Outputs) -> Result<Ending> {
    let begun = Instant::now();
    let mut fixtures = fixture::find(&job.wanted)?;
    if let Some(triangles) = job.resolution {
        for fixture in &mut fixtures {
            for kept in resolution::change(fixture, triangles, &job.pages.join("garments"))? {
                complain(&format!(
                    "note: {}: garment {kept:?} stays as it is: it is neither a sheet nor one that can be cut anew",
                    fixture.name
                ));
            }
        }
    }
    let crew = Crew::new(job.jobs, fixtures.len());
    let width = fixtures.iter().map(|fixture| fixture.name.chars().count()).max().unwrap_or(0);
    let mut tell = |fixture: &Fixture, played: Played| {
        let row = if job.update { record(fixture, &played) } else { compare(fixture, &played, job.pages) }?;
        common.say(&row.line(width));
        Ok(row)
    };
    let rows = play::all(&fixtures, crew, &mut tell)?;
    let passed = rows.iter().all(|row| row.passed);
    let report = Report { passed, fixtures: rows, seconds: begun.elapsed().as_secs_f64() };
    outputs.finish(common, &report, &report.text(), passed)
}

/// Holds a film against what is expected of it, and writes a page if it differs.
fn compare(fixture: &Fixture, played: &Played, pages: &Path) -> Result<Row> {
    let verdicts = fixture.expectation.judge(&played.seen);
    let mut row = Row::new(fixture, played, &verdicts);
    if !row.passed {
        row.page = Some(page::write(pages, &row, &played.seen)?);
    }
    Ok(row)
}

/// Writes what was measured, and a picture of it, beside the scene.
fn record(fixture: &Fixture, played: &Played) -> Result<Row> {
    let file = fixture.folder.join(EXPECT);
    let text = if fixture.is_recorded {
        let text = std::fs::read_to_string(&file).with_context(|| format!("{}: cannot be read", file.display()))?;
        update::updated(&text, &fixture.expectation.judge(&played.seen))
    } else {
        update::first(&fixture.name, &played.seen)
    };
    let expectation = Expectation::parse(&file, &text)?;
    cloth_io::write_atomically(&file, text.as_bytes(), Overwrite::Allow)?;
    if !played.seen.film.frames.is_empty() {
        let picture =
            sheet::png(&played.seen.film, &played.seen.measured, Style::Strip).context("cannot encode the picture")?;
        cloth_io::write_atomically(&fixture.folder.join(PICTURE), &picture, Overwrite::Allow)?;
    }
    let fixture = Fixture { expectation, ..fixture.clone() };
    Ok(Row::new(&fixture, played, &fixture.expectation.judge(&played.seen)))
}

impl Row {
    pub fn new(fixture: &Fixture, played: &Played, verdicts: &[Verdict]) -> Self {
        let stopped = played.seen.film.stopped.as_ref().map(|why| format!("stopped at {why}"));
        let decided = decisive(verdicts).map(ToString::to_string).unwrap_or_default();
        Self {
            name: fixture.name.clone(),
            shows: fixture.expectation.shows.clone(),
            passed: stopped.is_none() && verdicts.iter().all(|verdict| verdict.holds),
            figure: stopped.unwrap_or(decided),
            seconds: played.seconds,
            checks: verdicts.iter().map(Checked::new).collect(),
            page: None,
        }
    }

    /// Its line of the table.
    pub fn line(&self, width: usize) -> String {
        let Self { name, shows, figure, seconds, .. } = self;
        let verdict = if self.passed { "ok  " } else { "FAIL" };
        let page = self.page.as_ref().map_or(String::new(), |page| format!(" → {}", page.display()));
        format!("{verdict} {name:width$} {seconds:>7.1} s  {figure} · {shows}{page}\n")
    }
}

impl Checked {
    fn new(verdict: &Verdict) -> Self {
        let (limit, limits) = match verdict.check.limit {
            Limit::AtMost(limit) => ("at_most", vec![limit]),
            Limit::AtLeast(limit) => ("at_least", vec![limit]),
            Limit::PeakAtLeast(limit) => ("peak_at_least", vec![limit]),
            Limit::Recorded { value, tolerance } => ("recorded", vec![value, tolerance]),
        };
        let figure = verdict.figure.as_ref().ok();
        Self {
            quantity: verdict.check.quantity.name,
            unit: verdict.check.quantity.unit,
            frames: verdict.check.frames,
            value: figure.map(|figure| figure.value),
            frame: figure.and_then(|figure| figure.frame),
            limit,
            limits,
            holds: verdict.holds,
            text: verdict.to_string(),
        }
    }

    /// Whether it holds, and the figure in words.
    pub fn told(&self) -> (bool, &str) {
        (self.holds, &self.text)
    }
}

impl Report {
    fn text(&self) -> String {
        let held = self.fixtures.iter().filter(|row| row.passed).count();
        format!("{held} of {} as expected, {:.0} s\n", self.fixtures.len(), self.seconds)
    }
}
