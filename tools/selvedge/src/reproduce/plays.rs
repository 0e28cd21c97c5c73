//! Scenes that are run for experiments: each once, whoever asks for it, and what is kept of each.
//!
//! A film is large and experiments are many: of every run only a picture and a few [`Figures`] stay.

use super::experiments::{Experiment, Source};
use super::finer::{self, Finest};
use crate::common::Common;
use crate::regress::fixture::{self, Fixture, Wanted};
use crate::regress::play::{self, Crew, Played};
use crate::regress::resolution;
use anyhow::{Context, Result, bail};
use driver::Override;
use geometry::Point;
use geometry::bvh::Bounds;
use measure::film::Frame;
use measure::follow::follow;
use measure::quantity::Seen;
use measure::sheet::{self, Style};
use measure::{Film, Summary};
use std::collections::BTreeMap;
use std::path::Path;

/// The last frames, whose cost is told apart: by then cloth that is dropped lies on what it falls on, as in SSIF08's timings.
const LATE: usize = 4;

/// The middle of a cloth reaches so far from its centre, as a part of its diagonal: about as far as the ball or cylinder below it.
const MIDDLE: f64 = 0.07;
/// What is nearer to its centre than this part of that has no angle.
const AXIS: f64 = 0.2;

/// A run of a fixture's scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Play {
    /// What its picture is called. Plays of the same name are the same.
    pub name: &'static str,
    /// The fixture.
    pub scene: &'static str,
    /// Keys of the scene that are replaced, with their values as TOML spells them.
    pub changes: &'static [(&'static str, &'static str)],
    /// Garments are cut anew with about so many triangles; 0 leaves them as they are.
    pub triangles: u32,
    /// The solid whose hold on caught cloth is measured; empty for none.
    pub of: &'static str,
    /// How often the last frame is subdivided; 0 for not at all.
    pub levels: usize,
}

/// What is kept of a play. Lengths in m, speeds in m/s, times in s, energies in J.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures {
    pub triangles: usize,
    pub vertices: usize,
    /// Threads that it ran with.
    pub threads: usize,
    /// The film's sum.
    pub summary: Summary,
    /// Seconds of each of the last frames, the mean of them.
    pub late: f64,
    /// Runs of a step that boxes took, the mean and the most; LKC98's iterations.
    pub runs: Option<[f64; 2]>,
    /// The steps that were taken; those that had to be halved count twice.
    pub steps: u32,
    /// The seconds that a step took.
    pub step: f64,
    /// How high the highest particle of the last frame is.
    pub top: f64,
    /// The fastest particle of the last frame.
    pub end_speed: f64,
    /// Of every frame: its time, the energy of motion, and how far the cloth has gone along x since the first.
    pub frames: Vec<Moment>,
    /// How caught cloth follows the solid that the play names.
    pub follow: Option<f64>,
    /// How far the middle of the cloth has turned about the vertical, in degrees.
    pub turn: f64,
    /// How often time went back.
    pub rewound: usize,
    /// Steps that were promised to be clean and are not.
    pub defects: usize,
    /// The last frame, subdivided.
    pub finest: Option<Finest>,
}

/// A frame in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Moment {
    pub time: f64,
    pub energy: f64,
    pub travel: f64,
}

/// What came of a play: several experiments may stand on it.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// What its fixture expects, in words, and whether it holds.
    pub verdicts: String,
    pub holds: bool,
    pub figures: Figures,
    pub picture: Vec<u8>,
    pub seconds: f64,
}

/// The scene of a fixture as it is.
pub(super) const fn plain(scene: &'static str) -> Play {
    Play { name: scene, scene, changes: &[], triangles: 0, of: "", levels: 0 }
}

/// The same with some keys replaced, under a name of its own.
pub(super) const fn changed(
    name: &'static str,
    scene: &'static str,
    changes: &'static [(&'static str, &'static str)],
) -> Play {
    Play { name, changes, ..plain(scene) }
}

/// What an experiment plays.
pub(super) fn of(experiment: &Experiment) -> Vec<Play> {
    match experiment.source {
        Source::Scene(name) => vec![plain(name)],
        Source::Trial(plays, _) => plays.to_vec(),
        Source::Tangle(..) => Vec::new(),
    }
}

/// Runs everything that experiments play, once. Garments that are cut anew go to a folder.
pub(super) fn run(
    wanted: &[&Experiment],
    jobs: Option<usize>,
    scratch: &Path,
    common: &Common,
) -> Result<BTreeMap<&'static str, Outcome>> {
    let mut plays: Vec<Play> = wanted.iter().flat_map(|experiment| of(experiment)).collect();
    plays.sort_by_key(|play| play.name);
    plays.dedup_by_key(|play| play.name);
    if plays.is_empty() {
        return Ok(BTreeMap::new());
    }
    let fixtures = plays.iter().map(|play| fixture(play, scratch)).collect::<Result<Vec<_>>>()?;
    let crew = Crew::new(jobs, fixtures.len());
    let mut next = plays.iter();
    let mut tell = |fixture: &Fixture, played: Played| {
        let play = next.next().context("there are more films than plays")?;
        common.say(&format!("{}: {:.1} s\n", fixture.name, played.seconds));
        Ok((play.name, outcome(play, fixture, &played, crew.threads)?))
    };
    Ok(play::all(&fixtures, crew, &mut tell)?.into_iter().collect())
}

/// The fixture that a play runs.
fn fixture(play: &Play, scratch: &Path) -> Result<Fixture> {
    let found = fixture::find(&Wanted { only: Some(play.scene), ..Wanted::default() })
        .with_context(|| format!("the fixture {} is missing; run this in Selvedge's repository", play.scene))?;
    let [fixture] = found.as_slice() else { bail!("there are several fixtures {}", play.scene) };
    let change = |(key, value): &(&str, &str)| Override { key: (*key).to_owned(), value: (*value).to_owned() };
    let changes = play.changes.iter().map(change).collect();
    let mut fixture = Fixture { name: play.name.to_owned(), changes, ..fixture.clone() };
    if play.triangles > 0 {
        resolution::change(&mut fixture, play.triangles, scratch)?;
    }
    fixture.scene()?;
    Ok(fixture)
}

fn outcome(play: &Play, fixture: &Fixture, played: &Played, threads: usize) -> Result<Outcome> {
    let Seen { film, measured, .. } = &played.seen;
    let verdicts = fixture.expectation.judge(&played.seen);
    let told: Vec<String> = verdicts.iter().map(ToString::to_string).collect();
    let size = format!("{} triangles, {} frames", film.cloth.mesh.faces().len(), film.frames.len());
    let stopped = film.stopped.iter().map(|why| format!("stopped at {why}"));
    Ok(Outcome {
        verdicts: [size].into_iter().chain(stopped).chain(told).collect::<Vec<_>>().join("; "),
        holds: film.stopped.is_none() && verdicts.iter().all(|verdict| verdict.holds),
        figures: Figures::of(play, &played.seen, threads)?,
        picture: sheet::png(film, measured, Style::Strip).context("cannot encode the picture")?,
        seconds: played.seconds,
    })
}

impl Outcome {
    /// Why it was broken off, if it was.
    pub(super) fn stopped(&self) -> Option<String> {
        let Summary { name, stopped, .. } = &self.figures.summary;
        stopped.as_ref().map(|why| format!("{name} stopped at {why}"))
    }
}

impl Figures {
    fn of(play: &Play, seen: &Seen, threads: usize) -> Result<Self> {
        let film = &seen.film;
        let reports = || film.frames.iter().map(|frame| &frame.report);
        let kept = || reports().filter_map(|report| report.robust.as_ref());
        let late: Vec<f64> = reports().rev().take(LATE).map(|report| report.seconds).collect();
        let steps: u32 = reports().map(|report| report.steps).sum();
        Ok(Self {
            triangles: film.cloth.mesh.faces().len(),
            vertices: film.cloth.mesh.vertex_count(),
            threads,
            summary: seen.summary.clone(),
            late: late.iter().sum::<f64>() / late.len().max(1) as f64,
            runs: runs(film),
            steps,
            step: reports().map(|report| report.seconds).sum::<f64>() / f64::from(steps.max(1)),
            top: film.frames.last().map_or(f64::NAN, |frame| Bounds::around(&frame.cloth).high.y),
            end_speed: seen.measured.rows.last().map_or(0.0, |row| row.cloth_speed),
            frames: moments(film),
            follow: (!play.of.is_empty()).then(|| follow(film, play.of)).flatten().map(|follow| follow.mean),
            turn: turn(film),
            rewound: kept().map(|kept| kept.rewound).sum(),
            defects: kept().map(|kept| kept.defects).sum(),
            finest: (play.levels > 0).then(|| finer::last_frame(film, play.levels)).transpose()?,
        })
    }
}

/// How far the middle of the cloth turns about the vertical, in degrees: from frame to frame, the mean of its particles.
fn turn(film: &Film) -> f64 {
    let Some(first) = film.frames.first() else { return 0.0 };
    let bounds = Bounds::around(&first.cloth);
    let (middle, radius) = (bounds.center(), MIDDLE * bounds.extents().norm());
    let flat = |p: &Point| [p.x - middle.x, p.z - middle.z];
    let inner: Vec<usize> = (0..first.cloth.len())
        .filter(|i| {
            let [x, z] = flat(&first.cloth[*i]);
            (AXIS * radius..radius).contains(&x.hypot(z))
        })
        .collect();
    let angle = |(before, after): (&Point, &Point)| {
        let ([a, b], [c, d]) = (flat(before), flat(after));
        // From z to x is anticlockwise seen from above.
        (b * c - a * d).atan2(a * c + b * d)
    };
    let between = |pair: &[Frame]| inner.iter().map(|i| angle((&pair[0].cloth[*i], &pair[1].cloth[*i]))).sum::<f64>();
    film.frames.windows(2).map(between).sum::<f64>().to_degrees() / inner.len().max(1) as f64
}

/// Mean and most runs of a step; the frame that a film starts with has no steps.
fn runs(film: &Film) -> Option<[f64; 2]> {
    let boxes: Vec<_> = film.frames.iter().skip(1).filter_map(|frame| frame.report.boxes).collect();
    let mean = boxes.iter().map(|boxes| boxes.mean_runs).sum::<f64>() / boxes.len().max(1) as f64;
    let most = boxes.iter().map(|boxes| boxes.most_runs).max()?;
    Some([mean, most as f64])
}

fn moments(film: &Film) -> Vec<Moment> {
    let Some(first) = film.frames.first() else { return Vec::new() };
    let count = first.cloth.len().max(1) as f64;
    let travel = |cloth: &[Point]| cloth.iter().zip(&first.cloth).map(|(p, q)| p.x - q.x).sum::<f64>() / count;
    let begin = first.report.time;
    let moment = |frame: &Frame| Moment {
        time: frame.report.time - begin,
        energy: frame.report.kinetic_energy,
        travel: travel(&frame.cloth),
    };
    film.frames.iter().map(moment).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use driver::FrameReport;
    use geometry::shapes::Shape;

    #[test]
    fn the_middle_of_a_cloth_turns_more_than_once() {
        let sheet = Shape::sheet(20, 1.0);
        let turned = |k: u32| {
            let (sin, cos) = (f64::from(k) * 40.0).to_radians().sin_cos();
            sheet.positions.iter().map(|p| Point::new(cos * p.x + sin * p.z, p.y, cos * p.z - sin * p.x)).collect()
        };
        let frame = |k| Frame { report: FrameReport::default(), cloth: turned(k), body: Vec::new() };
        let film = Film { frames: (0..=10).map(frame).collect(), ..Film::default() };
        assert!((turn(&film) - 400.0).abs() < 1e-6, "{}", turn(&film));
        assert!(turn(&Film::default()).abs() < 1e-12);
    }
}
