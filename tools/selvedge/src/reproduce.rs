//! `selvedge reproduce`: the experiments of the five papers, our figures beside theirs, as `RESULTS.md`.
//!
//! 1. `experiments`: what each paper states, and what stands for it here.
//! 2. `plays`: scenes are run as `selvedge regress` runs them, each once; `finer` subdivides. `tangle`: meshes are analysed.
//! 3. `trials`: figures of runs are compared with what a paper prints, with a formula, or with each other.
//! 4. The table, and pictures beside it.

mod experiments;
mod finer;
mod plays;
mod tangle;
mod trials;

use crate::common::{Common, Ending};
use crate::outputs::Outputs;
use anyhow::{Context, Result, bail};
use body::Patterns;
use clap::Args;
use cloth_io::Overwrite;
use experiments::{EXPERIMENTS, Experiment, PAPERS, Source};
use plays::Outcome;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Run the experiments of the five papers and write our figures beside theirs
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLE)]
pub struct Arguments {
    /// One paper: BWK03, VMT00, BFA02, SSIF08 or LKC98 [default: all]
    #[arg(value_name = "PAPER", value_parser = paper)]
    paper: Option<String>,

    /// Only experiments whose figure, table or section matches: patterns with * and ?, separated by commas [default: all]
    #[arg(long, value_name = "PATTERNS")]
    only: Option<String>,

    /// The table; pictures go to a folder of the same name
    #[arg(short, long, value_name = "FILE", default_value = "RESULTS.md")]
    output: PathBuf,

    /// How many scenes run at once [default: as many as threads and memory allow]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,

    #[command(flatten)]
    common: Common,
}

const EXAMPLE: &str = "\
Example:
  selvedge reproduce VMT00 -o volino.md
  selvedge reproduce BWK03 --only 'figure 4*,figure 7' --overwrite

Run it in Selvedge's repository: scenes and meshes are its fixtures. All five take about half an hour on two cores.
Exit codes: 0 everything that was run holds, 1 something does not, 2 error.";

/// What came of an experiment.
#[derive(Debug, Serialize)]
struct Row {
    paper: &'static str,
    item: &'static str,
    states: &'static str,
    ours: String,
    holds: bool,
    differs: &'static str,
    /// Beside the table.
    pictures: Vec<PathBuf>,
    seconds: f64,
}

/// Pictures by their names.
type Pictures = BTreeMap<&'static str, Vec<u8>>;

fn paper(text: &str) -> Result<String, String> {
    let known = PAPERS.iter().find(|(key, _)| key.eq_ignore_ascii_case(text));
    let names = || PAPERS.map(|(key, _)| key).join(", ");
    known.map(|(key, _)| (*key).to_owned()).ok_or_else(|| format!("no such paper; there are {}", names()))
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Ending> {
    let common = &arguments.common;
    common.start_threads()?;
    let json_file = common.json.as_deref().filter(|_| !common.json_to_stdout());
    let files: Vec<&Path> = std::iter::once(arguments.output.as_path()).chain(json_file).collect();
    let mut outputs = Outputs::plan(&[], &files, common.overwrite)?;
    let wanted = arguments.wanted()?;
    let folder = arguments.output.with_extension("");
    let plays = plays::run(&wanted, arguments.jobs.map(usize::from), &folder.join("garments"), common)?;
    let mut pictures: Pictures = plays.iter().map(|(name, outcome)| (*name, outcome.picture.clone())).collect();
    let beside = Path::new(folder.file_name().unwrap_or_default());
    let rows =
        wanted.iter().map(|experiment| row(experiment, &plays, &mut pictures, beside)).collect::<Result<Vec<_>>>()?;
    write_pictures(&pictures, &folder)?;
    outputs.add(&arguments.output, table(&rows).into_bytes());
    outputs.finish(common, &rows, &summary(&rows, &arguments.output), rows.iter().all(|row| row.holds))
}

impl Arguments {
    /// The experiments that are asked for.
    fn wanted(&self) -> Result<Vec<&'static Experiment>> {
        let patterns = self.only.as_deref().map(Patterns::new);
        let of_paper =
            EXPERIMENTS.iter().filter(|experiment| self.paper.as_deref().is_none_or(|key| key == experiment.paper));
        let (wanted, other): (Vec<&Experiment>, Vec<&Experiment>) =
            of_paper.partition(|experiment| patterns.as_ref().is_none_or(|patterns| patterns.matches(experiment.item)));
        if wanted.is_empty() {
            let items: Vec<&str> = other.iter().map(|experiment| experiment.item).collect();
            bail!("--only: no experiment has such a name; choose from {}", items.join(", "));
        }
        Ok(wanted)
    }
}

fn row(
    experiment: &Experiment,
    plays: &BTreeMap<&'static str, Outcome>,
    pictures: &mut Pictures,
    beside: &Path,
) -> Result<Row> {
    let Experiment { paper, item, states, differs, .. } = *experiment;
    let played = plays::of(experiment);
    let outcomes = played
        .iter()
        .map(|play| plays.get(play.name).with_context(|| format!("{} was not run", play.name)))
        .collect::<Result<Vec<_>>>()?;
    let mut names: Vec<&'static str> = played.iter().map(|play| play.name).collect();
    let (ours, holds) = match experiment.source {
        Source::Scene(_) => {
            let words: Vec<&str> = outcomes.iter().map(|outcome| outcome.verdicts.as_str()).collect();
            (words.join("; "), outcomes.iter().all(|outcome| outcome.holds))
        }
        Source::Trial(_, judge) => {
            let judged = judge(&outcomes.iter().map(|outcome| &outcome.figures).collect::<Vec<_>>());
            // Figures of a film that was broken off say nothing about its end.
            let stopped: Vec<String> = outcomes.iter().filter_map(|outcome| outcome.stopped()).collect();
            let holds = judged.holds && stopped.is_empty();
            (std::iter::once(judged.ours).chain(stopped).collect::<Vec<_>>().join("; "), holds)
        }
        Source::Tangle(name, paths, color) => {
            let found = tangle::look(name, paths, color)?;
            pictures.insert(name, found.picture);
            names.push(name);
            (found.told, found.holds)
        }
    };
    let pictures = names.iter().map(|name| beside.join(format!("{name}.png"))).collect();
    let seconds = outcomes.iter().map(|outcome| outcome.seconds).sum();
    Ok(Row { paper, item, states, ours, holds, differs, pictures, seconds })
}

fn write_pictures(pictures: &Pictures, folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("{}: the folder cannot be made; name another file with -o", folder.display()))?;
    for (name, picture) in pictures {
        cloth_io::write_atomically(&folder.join(format!("{name}.png")), picture, Overwrite::Allow)?;
    }
    Ok(())
}

/// The page.
fn table(rows: &[Row]) -> String {
    let mut text = String::from(
        "# The five papers, reproduced\n\nWritten by `selvedge reproduce`. What does not hold says so, and what is different here says why.\n",
    );
    for (key, title) in PAPERS {
        let mut of_paper = rows.iter().filter(|row| row.paper == key).peekable();
        if of_paper.peek().is_none() {
            continue;
        }
        let _ = write!(
            text,
            "\n## {title}\n\n| | the paper states | here | holds | different, and why |\n|---|---|---|---|---|\n"
        );
        for Row { item, states, ours, holds, differs, pictures, .. } in of_paper {
            let holds = if *holds { "yes" } else { "**no**" };
            let links: Vec<String> = pictures.iter().map(|file| format!(" [picture]({})", file.display())).collect();
            let pictures = links.concat();
            let _ = writeln!(text, "| {item} | {states} | {ours}{pictures} | {holds} | {differs} |");
        }
    }
    text
}

fn summary(rows: &[Row], file: &Path) -> String {
    let held = rows.iter().filter(|row| row.holds).count();
    format!("{held} hold, {} do not: {}\n", rows.len() - held, file.display())
}
