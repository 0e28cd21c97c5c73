//! Every quantity that an expectation may speak of: its name, its unit, what it means, and where its figure comes from.

use crate::clearance::clearance;
use crate::creep::creep;
use crate::film::Film;
use crate::follow::follow;
use crate::jump::jump;
use crate::rows::{Measured, Row};
use crate::summary::Summary;

/// A film with all that is known of it.
#[derive(Debug)]
pub struct Seen {
    /// The film.
    pub film: Film,
    /// Its rows.
    pub measured: Measured,
    /// And their sum.
    pub summary: Summary,
}

impl Seen {
    /// Measures a film.
    pub fn new(film: Film) -> Self {
        let measured = crate::measure(&film);
        let summary = Summary::of(&film, &measured);
        Self { film, measured, summary }
    }
}

/// Something that is measured.
#[derive(Debug)]
pub struct Quantity {
    /// As expectations write it.
    pub name: &'static str,
    /// Its unit; none for counts and ratios.
    pub unit: &'static str,
    /// What it is.
    pub means: &'static str,
    source: Source,
}

#[derive(Debug)]
enum Source {
    /// A number of every frame.
    Row(fn(&Row) -> f64),
    /// One of the whole film, or why there is none.
    Whole(fn(&Seen) -> Option<f64>, &'static str),
    /// One of the whole film and a solid.
    OfSolid(fn(&Seen, &str) -> Option<f64>, &'static str),
}

/// A figure, and the frame that it was seen at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// In the quantity's unit.
    pub value: f64,
    /// When; none of a whole film.
    pub frame: Option<u32>,
}

/// Which of the figures of several frames counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extreme {
    /// The largest.
    Most,
    /// The least.
    Least,
}

/// Why a quantity has no figure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoFigure(pub String);

/// A second after the last pinch has begun to open there is half of it for cloth to come clean: BWK03 shows it in 12 frames.
const RELEASE: usize = 12;
const MILLI: f64 = 1e3;
const NEVER_CLEAN: &str = "cloth is never clean after a pinch";
const NEVER_RESTS: &str = "no solid rests long enough";
const NOTHING_CAUGHT: &str = "nothing is caught";

macro_rules! row {
    ($name:literal, $unit:literal, $of:expr, $means:literal) => {
        Quantity { name: $name, unit: $unit, means: $means, source: Source::Row($of) }
    };
}

macro_rules! whole {
    ($name:literal, $unit:literal, $of:expr, $why:expr, $means:literal) => {
        Quantity { name: $name, unit: $unit, means: $means, source: Source::Whole($of, $why) }
    };
}

/// All of them.
#[rustfmt::skip]
pub const QUANTITIES: &[Quantity] = &[
    row!("crossings", "", |row| row.crossings as f64, "crossings of the cloth with itself"),
    row!("red", "", |row| row.red as f64, "paths that colour one region folded through itself"),
    row!("black_white", "", |row| row.black_white as f64, "paths that colour two regions"),
    row!("pinched", "", |row| row.pinched as f64, "particles that the simulation holds as pinched, by its own report"),
    row!("solid_pairs", "", |row| row.body_pairs as f64, "pairs of faces of solids that pass through each other"),
    row!("speed", "m/s", |row| row.cloth_speed, "the fastest particle since the frame before"),
    row!("visible_speed", "m/s", |row| row.visible_speed, "the fastest particle farther than 2 cm from the pinch"),
    row!("stretch_on", "", |row| row.stretch_on, "the most stretched edge near the pinch: length over length at rest"),
    row!("stretch", "", |row| row.stretch_off, "the most stretched edge off the pinch: length over length at rest"),
    row!("stretch_p99", "", |row| row.stretch_off_p99, "99 of 100 edges off the pinch are stretched less"),
    row!("penetration", "mm", |row| row.inside * MILLI, "the deepest particle inside solids, off the pinch and not pinned"),
    row!("too_deep", "", |row| row.too_deep as f64, "particles more than 2 mm inside solids, off the pinch"),
    row!("defects", "", |row| row.defects as f64, "steps that were promised to be clean and are not, by the driver's report"),
    row!("forced", "", |row| row.forced as f64, "pairs that solids or pins left no room for, the most in a step, by the driver's report"),
    row!("handed_over", "", |row| row.handed[0] as f64, "particles handed over to the analysis of intersections, by the driver's report"),
    row!("returned", "", |row| row.handed[1] as f64, "particles that returned under the promise to stay clean, by the driver's report"),
    row!("lost", "", |row| row.lost.len() as f64, "kinds of things that the simulation gave up, by its own report"),
    whole!("frames_to_clean", "frames", |seen| seen.summary.recovery().map(f64::from), NEVER_CLEAN, "frames after the slowest pinch in which cloth still passes through itself"),
    whole!("residual", "", residual, "no pinch ends 12 frames before the film does", "the most crossings from 12 frames after the last pinch on"),
    whole!("final_crossings", "", |seen| Some(seen.summary.final_crossings as f64), "", "crossings of the last frame"),
    whole!("flutter", "m/s²", |seen| seen.summary.flutter, NEVER_RESTS, "root mean square of the acceleration of cloth off the pinch while solids rest"),
    whole!("tremble", "mm", |seen| seen.summary.tremble.map(|x| x * MILLI), NEVER_RESTS, "root mean square of second differences of places near the pinch while solids rest"),
    whole!("midway", "%", |seen| seen.summary.midway.map(|part| part * 100.0), NOTHING_CAUGHT, "mean distance of caught cloth from the middle of the overlap, at the worst pinch, over the overlap's depth"),
    whole!("creep", "mm", |seen| creep(&seen.film).map(|x| x * MILLI), NOTHING_CAUGHT, "how far caught cloth moves between solids at rest"),
    whole!("clearance", "mm", |seen| clearance(&seen.film).map(|x| x * MILLI), "no layers are near each other", "the least distance between layers of cloth, over all frames"),
    whole!("jump", "", |seen| Some(largest_jump(seen)), "", "the largest change of a particle's acceleration over what is usual around it in time; for scenes whose every step is a frame"),
    whole!("speed_ratio", "", speed_ratio, "no solid moves", "the fastest visible particle over the fastest vertex of a solid"),
    whole!("repair_share", "%", |seen| share(seen, &["pinch", "analysis"]), "no time was measured", "seconds of pinch and analysis over seconds of all stages"),
    whole!("contact_share", "%", |seen| share(seen, &["contact", "layers"]), "no time was measured", "seconds of the search for contacts over seconds of all stages"),
    Quantity { name: "follow", unit: "", means: "how far caught cloth goes with the solid that `of` names, over how far the solid goes: the mean", source: Source::OfSolid(|seen, of| follow(&seen.film, of).map(|follow| follow.mean), "no solid of that name moves with cloth caught") },
];

impl Quantity {
    /// A quantity by its name.
    pub fn named(name: &str) -> Option<&'static Self> {
        QUANTITIES.iter().find(|quantity| quantity.name == name)
    }

    /// Whether it has a figure for every frame.
    pub fn is_of_frames(&self) -> bool {
        matches!(self.source, Source::Row(_))
    }

    /// Whether it needs a solid's name.
    pub fn is_of_a_solid(&self) -> bool {
        matches!(self.source, Source::OfSolid(..))
    }

    /// Its figure: the extreme of the frames of a range, both included, or that of the film.
    pub fn figure(
        &self,
        seen: &Seen,
        frames: Option<[u32; 2]>,
        solid: &str,
        extreme: Extreme,
    ) -> Result<Figure, NoFigure> {
        let whole = |value: Option<f64>, why: &str| {
            value.map(|value| Figure { value, frame: None }).ok_or_else(|| NoFigure(why.to_owned()))
        };
        match self.source {
            Source::Whole(of, why) => whole(of(seen), why),
            Source::OfSolid(of, why) => whole(of(seen, solid), why),
            Source::Row(of) => {
                let [first, last] = frames.unwrap_or([0, u32::MAX]);
                let rows = seen.measured.rows.iter().filter(|row| (first..=last).contains(&row.frame));
                let figures = rows.map(|row| Figure { value: of(row), frame: Some(row.frame) });
                let beats = |a: &Figure, b: &Figure| match extreme {
                    Extreme::Most => a.value > b.value,
                    Extreme::Least => a.value < b.value,
                };
                // The first of equals: where it begins to be so.
                let best = figures.reduce(|best, next| if beats(&next, &best) { next } else { best });
                best.ok_or_else(|| NoFigure("the scene has no frame in that range".to_owned()))
            }
        }
    }
}

/// Crossings that are left when there has been room for long enough.
fn residual(seen: &Seen) -> Option<f64> {
    let rows = &seen.measured.rows;
    let last = rows.iter().rposition(|row| row.body_pairs > 0)?;
    let after = rows.get(last + RELEASE..).filter(|rows| !rows.is_empty())?;
    after.iter().map(|row| row.crossings).max().map(|most| most as f64)
}

/// From the first frame at which a solid moves on: what falls into place before says nothing.
fn largest_jump(seen: &Seen) -> f64 {
    let rests = crate::flutter::rests(&seen.film);
    let first = (1..rests.len()).find(|index| !rests[*index]).unwrap_or(0);
    let frames: Vec<_> = seen.film.frames.iter().map(|frame| frame.cloth.as_slice()).collect();
    jump(&frames, seen.film.fps, first).relative
}

fn speed_ratio(seen: &Seen) -> Option<f64> {
    let Row { visible_speed, body_speed, .. } = seen.summary.worst;
    (body_speed > 0.0).then(|| visible_speed / body_speed)
}

fn share(seen: &Seen, stages: &[&str]) -> Option<f64> {
    let all: f64 = seen.summary.stages.values().sum();
    let some: f64 = stages.iter().filter_map(|stage| seen.summary.stages.get(*stage)).sum();
    (all > 0.0).then(|| 100.0 * some / all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_figures_are_the_extremes() {
        let names: BTreeSet<&str> = QUANTITIES.iter().map(|quantity| quantity.name).collect();
        assert_eq!(names.len(), QUANTITIES.len());
        let row = |frame, crossings| Row { frame, crossings, ..Row::default() };
        let measured = Measured { rows: vec![row(4, 2), row(5, 7), row(6, 7), row(7, 0)], distances: vec![] };
        let seen = Seen { film: Film::default(), measured, summary: Summary::default() };
        let crossings = Quantity::named("crossings").expect("it is known");
        let figure = |frames, extreme| crossings.figure(&seen, frames, "", extreme);
        assert_eq!(figure(None, Extreme::Most), Ok(Figure { value: 7.0, frame: Some(5) }));
        assert_eq!(figure(Some([4, 6]), Extreme::Least), Ok(Figure { value: 2.0, frame: Some(4) }));
        assert!(figure(Some([9, 12]), Extreme::Most).is_err());
        assert!(Quantity::named("creep").expect("it is known").figure(&seen, None, "", Extreme::Most).is_err());
    }

    #[test]
    fn what_is_left_counts_half_a_second_after_the_last_pinch() {
        let row = |frame, body_pairs, crossings| Row { frame, crossings, body_pairs, ..Row::default() };
        let mut rows: Vec<Row> = (0..30).map(|frame| row(frame, usize::from(frame < 10), 5)).collect();
        rows[25].crossings = 9;
        let mut seen =
            Seen { film: Film::default(), measured: Measured { rows, distances: vec![] }, summary: Summary::default() };
        assert_eq!(residual(&seen), Some(9.0));
        seen.measured.rows.truncate(20);
        assert_eq!(residual(&seen), None);
    }
}
