//! `selvedge regress --mutations`: every fixture that says which broken algorithm it catches is run with it broken.

use super::fixture::{self, Fixture, Wanted};
use super::play::{self, Crew, Played};
use super::scenes::Row;
use crate::common::{Common, Ending};
use crate::outputs::Outputs;
use anyhow::Result;
use driver::Override;
use driver::mutation::Mutation;
use serde::Serialize;
use std::fmt::Write;

/// The table.
#[derive(Debug, Serialize)]
struct Table {
    passed: bool,
    mutations: Vec<Broken>,
}

/// A mutation and who noticed it.
#[derive(Debug, Serialize)]
struct Broken {
    mutation: &'static str,
    caught: bool,
    fixtures: Vec<Trial>,
}

/// A fixture under a mutation.
#[derive(Clone, Debug, Serialize)]
struct Trial {
    fixture: String,
    caught: bool,
    /// The figure that gave it away, or that did not.
    figure: String,
    seconds: f64,
}

/// Runs the command.
pub(super) fn run(wanted: &Wanted, jobs: Option<usize>, common: &Common, outputs: Outputs) -> Result<Ending> {
    let fixtures = fixture::find(wanted)?;
    let pairs: Vec<(&str, Fixture)> = Mutation::ALL.iter().flat_map(|(name, _)| broken(name, &fixtures)).collect();
    let trials: Vec<Fixture> = pairs.iter().map(|(_, fixture)| fixture.clone()).collect();
    let mut told = pairs.iter().map(|(mutation, _)| *mutation);
    let mut tell = |fixture: &Fixture, played: Played| {
        let trial = Trial::new(fixture, &played);
        let verdict = if trial.caught { "caught" } else { "missed" };
        common.say(&format!(
            "{} {verdict} by {} after {:.1} s\n",
            told.next().unwrap_or_default(),
            trial.fixture,
            trial.seconds
        ));
        Ok(trial)
    };
    let trials = play::all(&trials, Crew::new(jobs, trials.len()), &mut tell)?;
    let of = |name: &'static str| {
        let named = pairs.iter().zip(&trials).filter(|((mutation, _), _)| *mutation == name);
        let fixtures: Vec<Trial> = named.map(|(_, trial)| trial.clone()).collect();
        // What a fixture promises to catch it must catch; and somebody must promise.
        let caught = !fixtures.is_empty() && fixtures.iter().all(|trial| trial.caught);
        Broken { mutation: name, caught, fixtures }
    };
    let mutations: Vec<Broken> = Mutation::ALL.iter().map(|(name, _)| of(name)).collect();
    let table = Table { passed: mutations.iter().all(|broken| broken.caught), mutations };
    outputs.finish(common, &table, &table.text(), table.passed)
}

/// The fixtures that promise to catch a mutation, each with it.
fn broken<'a>(name: &'a str, fixtures: &[Fixture]) -> Vec<(&'a str, Fixture)> {
    let promise = fixtures.iter().filter(|fixture| fixture.expectation.catches.iter().any(|caught| caught == name));
    let change = Override { key: "simulation.mutation".to_owned(), value: format!("{name:?}") };
    let with = |fixture: &Fixture| {
        let changes = fixture.changes.iter().cloned().chain([change.clone()]).collect();
        (name, Fixture { changes, ..fixture.clone() })
    };
    promise.map(with).collect()
}

impl Trial {
    fn new(fixture: &Fixture, played: &Played) -> Self {
        let row = Row::new(fixture, played, &fixture.expectation.judge(&played.seen));
        Self { fixture: row.name, caught: !row.passed, figure: row.figure, seconds: row.seconds }
    }
}

impl Table {
    fn text(&self) -> String {
        let mut text = String::new();
        for broken in &self.mutations {
            let verdict = if broken.caught { "caught" } else { "MISSED" };
            let _ = writeln!(text, "{verdict} {}", broken.mutation);
            for Trial { fixture, caught, figure, seconds } in &broken.fixtures {
                let by = if *caught { "by" } else { "NOT by" };
                let _ = writeln!(text, "       {by} {fixture}: {figure} ({seconds:.1} s)");
            }
            if broken.fixtures.is_empty() {
                text += "       no fixture promises to catch it\n";
            }
        }
        let caught = self.mutations.iter().filter(|broken| broken.caught).count();
        let _ = writeln!(text, "{caught} of {} mutations caught", self.mutations.len());
        text
    }
}
