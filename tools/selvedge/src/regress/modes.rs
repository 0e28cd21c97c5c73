//! `selvedge regress --modes hybrid,gia`: every fixture in several modes, the deciding figures side by side, and where the first mode is worse
//! than another.
//!
//! Nothing is held against expectations here: those belong to the mode that a scene asks for.

use super::fixture::{self, Fixture, Wanted};
use super::play::{self, Crew, Played};
use crate::common::{Common, Ending, print};
use crate::outputs::Outputs;
use anyhow::{Context, Result, bail};
use driver::Override;
use measure::expect::shown;
use measure::quantity::{Extreme, Quantity};
use serde::Serialize;
use std::fmt::Write;

/// A figure that decides, and how much more of it is not worse: what two runs differ by that come apart at a single contact.
struct Deciding {
    quantity: &'static str,
    /// In parts of the other's figure.
    share: f64,
    /// In the quantity's unit.
    floor: f64,
}

/// More of any of these is worse. Counts of what must not be have no tolerance. 0.1 mm is a third of the thickness of cotton, 0.01 of
/// stretch a tenth of what strain limits allow, and 0.01 mm of tremble is far below what is seen.
const DECIDING: [Deciding; 8] = [
    Deciding { quantity: "crossings", share: 0.1, floor: 0.0 },
    Deciding { quantity: "frames_to_clean", share: 0.0, floor: 0.0 },
    Deciding { quantity: "residual", share: 0.0, floor: 0.0 },
    Deciding { quantity: "final_crossings", share: 0.0, floor: 0.0 },
    Deciding { quantity: "defects", share: 0.0, floor: 0.0 },
    Deciding { quantity: "penetration", share: 0.1, floor: 0.1 },
    Deciding { quantity: "stretch_p99", share: 0.0, floor: 0.01 },
    Deciding { quantity: "tremble", share: 0.1, floor: 0.01 },
];

/// The table.
#[derive(Debug, Serialize)]
struct Table {
    passed: bool,
    modes: Vec<String>,
    fixtures: Vec<Row>,
}

/// A fixture in every mode.
#[derive(Debug, Serialize)]
struct Row {
    name: String,
    /// Whether the first mode is no worse than the others, and came to its end.
    passed: bool,
    figures: Vec<Compared>,
    /// Of every mode.
    seconds: Vec<f64>,
    /// Why a mode ended early, if one did.
    stopped: Vec<Option<String>>,
}

/// A figure in every mode.
#[derive(Debug, Serialize)]
struct Compared {
    quantity: &'static str,
    unit: &'static str,
    values: Vec<Option<f64>>,
    worse: bool,
}

/// Runs the command.
pub(super) fn run(
    wanted: &Wanted,
    modes: &[String],
    jobs: Option<usize>,
    common: &Common,
    mut outputs: Outputs,
) -> Result<Ending> {
    if modes.len() < 2 {
        bail!("--modes: name at least two modes to compare, separated by commas");
    }
    let fixtures = fixture::find(wanted)?;
    let trials: Vec<Fixture> =
        fixtures.iter().flat_map(|fixture| modes.iter().map(|mode| in_mode(fixture, mode))).collect();
    trials.iter().try_for_each(|trial| trial.scene().map(drop))?;
    let mut rows: Vec<Row> = Vec::new();
    let mut waiting: Vec<Played> = Vec::new();
    let mut tell = |fixture: &Fixture, played: Played| {
        waiting.push(played);
        if waiting.len() == modes.len() {
            let row = Row::new(&fixture.name, &std::mem::take(&mut waiting));
            common.say(&row.text(modes));
            rows.push(row);
        }
        Ok(())
    };
    play::all(&trials, Crew::new(jobs, trials.len()), &mut tell)?;
    let table = Table { passed: rows.iter().all(|row| row.passed), modes: modes.to_vec(), fixtures: rows };
    let json = serde_json::to_string(&table).context("cannot write the report")? + "\n";
    if let Some(path) = common.json.as_deref().filter(|_| !common.json_to_stdout()) {
        outputs.add(path, json.clone().into_bytes());
    }
    outputs.write()?;
    common.say(&table.text());
    if common.json_to_stdout() {
        print(&json);
    }
    Ok(if table.passed { Ending::Clean } else { Ending::NotClean })
}

fn in_mode(fixture: &Fixture, mode: &str) -> Fixture {
    let change = Override { key: "simulation.mode".to_owned(), value: format!("{mode:?}") };
    Fixture { changes: fixture.changes.iter().cloned().chain([change]).collect(), ..fixture.clone() }
}

impl Row {
    fn new(name: &str, played: &[Played]) -> Self {
        let figures: Vec<Compared> = DECIDING.iter().filter_map(|deciding| Compared::new(deciding, played)).collect();
        let stopped: Vec<Option<String>> = played.iter().map(|played| played.seen.film.stopped.clone()).collect();
        let passed = stopped.first().is_none_or(Option::is_none) && figures.iter().all(|figure| !figure.worse);
        let seconds = played.iter().map(|played| played.seconds).collect();
        Self { name: name.to_owned(), passed, figures, seconds, stopped }
    }

    /// Its lines of the table: figures that no mode has, or that are zero in all, are left out.
    fn text(&self, modes: &[String]) -> String {
        let verdict = if self.passed { "ok   " } else { "WORSE" };
        let each = |(mode, seconds): (&String, &f64)| format!("{mode} {seconds:.1} s");
        let times: Vec<String> = modes.iter().zip(&self.seconds).map(each).collect();
        let mut text = format!("{verdict} {}: {}\n", self.name, times.join(" | "));
        for (mode, why) in modes.iter().zip(&self.stopped) {
            if let Some(why) = why {
                let _ = writeln!(text, "        {mode} stopped at {why}");
            }
        }
        for figure in self.figures.iter().filter(|figure| figure.says_something()) {
            text += &figure.text();
        }
        text
    }
}

impl Compared {
    fn new(deciding: &Deciding, played: &[Played]) -> Option<Self> {
        let quantity = Quantity::named(deciding.quantity)?;
        let figure =
            |played: &Played| quantity.figure(&played.seen, None, "", Extreme::Most).ok().map(|figure| figure.value);
        let values: Vec<Option<f64>> = played.iter().map(figure).collect();
        let worse = deciding.is_worse(&values);
        Some(Self { quantity: quantity.name, unit: quantity.unit, values, worse })
    }

    fn says_something(&self) -> bool {
        self.values.iter().any(|value| value.is_some_and(|value| value != 0.0))
    }

    fn text(&self) -> String {
        let mark = if self.worse { "worse" } else { "" };
        let values: Vec<String> = self.values.iter().map(|value| value.map_or("–".to_owned(), shown)).collect();
        format!("  {mark:5} {:<16} {} {}\n", self.quantity, values.join(" | "), self.unit)
    }
}

impl Deciding {
    /// Whether the first figure is worse than any other. Cloth that never comes clean has no number of frames for it, which is worse than any;
    /// for everything else no figure says nothing.
    fn is_worse(&self, values: &[Option<f64>]) -> bool {
        let Some((first, others)) = values.split_first() else { return false };
        let least = others.iter().flatten().copied().fold(f64::INFINITY, f64::min);
        let never = if self.quantity == "frames_to_clean" { f64::INFINITY } else { f64::NEG_INFINITY };
        least.is_finite() && first.unwrap_or(never) > least * (1.0 + self.share) + self.floor
    }
}

impl Table {
    fn text(&self) -> String {
        let held = self.fixtures.iter().filter(|row| row.passed).count();
        let others = self.modes[1..].join(" and ");
        format!("{} is no worse than {others} in {held} of {} fixtures\n", self.modes[0], self.fixtures.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worse_is_more_than_the_best_of_the_others() {
        let clean = &DECIDING[1];
        assert!(!clean.is_worse(&[Some(3.0), Some(3.0), Some(9.0)]));
        assert!(clean.is_worse(&[Some(4.0), Some(3.0), Some(9.0)]));
        assert!(clean.is_worse(&[None, Some(3.0)]), "never clean is worse than late");
        assert!(!clean.is_worse(&[Some(3.0), None]) && !clean.is_worse(&[None, None]));
        let tremble = &DECIDING[7];
        assert!(!tremble.is_worse(&[Some(0.109), Some(0.09)]) && tremble.is_worse(&[Some(0.12), Some(0.09)]));
        assert!(!tremble.is_worse(&[None, Some(0.09)]), "nothing rests there");
    }
}
