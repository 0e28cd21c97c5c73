//! `selvedge reproduce`: the experiments of the five papers, our figures beside theirs, as `RESULTS.md`.
//!
//! 1. `experiments`: what each paper states, and what stands for it here.
//! 2. Scenes are run as `selvedge regress` runs them; tangles are analysed.
//! 3. The table, and a picture for every scene beside it.

mod experiments;

use crate::common::{Common, Ending, print};
use crate::outputs::Outputs;
use crate::regress::fixture::{self, Fixture, Wanted};
use crate::regress::play::{self, Crew, Played};
use anyhow::{Context, Result, bail};
use clap::Args;
use cloth_io::Overwrite;
use experiments::{Color, EXPERIMENTS, Experiment, PAPERS, Source};
use geometry::bvh::{BoxTree, Hierarchy};
use geometry::{Assembly, FaceId};
use gia::{Analyser, Coloring};
use measure::sheet::{self, Style};
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

Run it in Selvedge's repository: scenes and meshes are its fixtures. What is missing is listed, with the reason.
Exit codes: 0 everything that was run holds, 1 something does not, 2 error.";

/// What came of an experiment.
#[derive(Debug, Serialize)]
struct Outcome {
    paper: &'static str,
    item: &'static str,
    states: &'static str,
    ours: String,
    /// None if it was not run.
    holds: Option<bool>,
    differs: &'static str,
    picture: Option<PathBuf>,
    seconds: f64,
}

/// What came of a scene: several experiments may stand on it.
#[derive(Clone, Debug)]
struct Seen {
    ours: String,
    holds: bool,
    picture: Vec<u8>,
    seconds: f64,
}

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
    let wanted: Vec<&Experiment> =
        EXPERIMENTS.iter().filter(|e| arguments.paper.as_deref().is_none_or(|paper| paper == e.paper)).collect();
    let scenes = scenes(&wanted, arguments.jobs.map(usize::from), common)?;
    let folder = arguments.output.with_extension("");
    let outcomes = wanted.iter().map(|experiment| outcome(experiment, &scenes, &folder)).collect::<Result<Vec<_>>>()?;
    write_pictures(&scenes, &folder)?;
    outputs.add(&arguments.output, table(&outcomes).into_bytes());
    let json = serde_json::to_string(&outcomes).context("cannot write the report")? + "\n";
    if let Some(path) = json_file {
        outputs.add(path, json.clone().into_bytes());
    }
    outputs.write()?;
    common.say(&summary(&outcomes, &arguments.output));
    if common.json_to_stdout() {
        print(&json);
    }
    let failed = outcomes.iter().any(|outcome| outcome.holds == Some(false));
    Ok(if failed { Ending::NotClean } else { Ending::Clean })
}

/// Runs every scene that is wanted, once.
fn scenes(wanted: &[&Experiment], jobs: Option<usize>, common: &Common) -> Result<BTreeMap<String, Seen>> {
    let mut names: Vec<&str> = wanted
        .iter()
        .filter_map(|experiment| if let Source::Scene(name) = experiment.source { Some(name) } else { None })
        .collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        return Ok(BTreeMap::new());
    }
    let fixtures = fixture::find(&Wanted { only: Some(&names.join(",")), ..Wanted::default() })?;
    if let Some(name) = names.iter().find(|name| !fixtures.iter().any(|fixture| fixture.name == **name)) {
        bail!("the fixture {name} is missing; run this in Selvedge's repository");
    }
    let mut tell = |fixture: &Fixture, played: Played| {
        let verdicts = fixture.expectation.judge(&played.seen);
        let film = &played.seen.film;
        let ours: Vec<String> = verdicts.iter().map(ToString::to_string).collect();
        let holds = film.stopped.is_none() && verdicts.iter().all(|verdict| verdict.holds);
        let picture = sheet::png(film, &played.seen.measured, Style::Strip).context("cannot encode the picture")?;
        common.say(&format!("{}: {:.1} s\n", fixture.name, played.seconds));
        Ok((fixture.name.clone(), Seen { ours: ours.join("; "), holds, picture, seconds: played.seconds }))
    };
    Ok(play::all(&fixtures, Crew::new(jobs, fixtures.len()), &mut tell)?.into_iter().collect())
}

fn outcome(experiment: &Experiment, scenes: &BTreeMap<String, Seen>, folder: &Path) -> Result<Outcome> {
    let Experiment { paper, item, states, differs, .. } = *experiment;
    let (ours, holds, picture, seconds) = match experiment.source {
        Source::Missing => (String::new(), None, None, 0.0),
        Source::Tangle(name, paths, color) => {
            let (told, holds) = tangle(name, paths, color)?;
            (told, Some(holds), None, 0.0)
        }
        Source::Scene(name) => {
            let seen = scenes.get(name).with_context(|| format!("the fixture {name} was not run"))?;
            let picture = Path::new(folder.file_name().unwrap_or_default()).join(format!("{name}.png"));
            (seen.ours.clone(), Some(seen.holds), Some(picture), seen.seconds)
        }
    };
    Ok(Outcome { paper, item, states, ours, holds, differs, picture, seconds })
}

/// Analyses the meshes of a tangle: what was found in words, and whether it is what should be.
fn tangle(name: &str, paths: usize, color: Color) -> Result<(String, bool)> {
    let found = make_fixtures::tangles::tangles().into_iter().find(|tangle| tangle.name == name);
    let meshes = found.with_context(|| format!("the tangle {name} is not known"))?.pieces;
    let parts: Vec<geometry::Part> = meshes
        .iter()
        .map(|shape| geometry::Part { positions: &shape.positions, triangles: &shape.triangles })
        .collect();
    let assembly = Assembly::new(&parts)?;
    let tree =
        BoxTree::build(assembly.mesh().faces().len(), |face| assembly.face_bounds(FaceId(face), assembly.positions()));
    let analysis = Analyser::default().analyse(assembly.mesh(), assembly.positions(), &tree);
    let is_so = |path: usize| match analysis.coloring(path) {
        Coloring::BlackWhite { .. } => color == Color::BlackWhite,
        Coloring::Red(_) => color == Color::Red,
        Coloring::Half(..) | Coloring::None => false,
    };
    let right = (0..analysis.paths().len()).filter(|path| is_so(*path)).count();
    let word = if color == Color::Red { "red" } else { "black and white" };
    let told =
        format!("{} crossings, {} paths, {right} of them {word}", analysis.crossings().len(), analysis.paths().len());
    Ok((told, analysis.paths().len() == paths && right == paths))
}

fn write_pictures(scenes: &BTreeMap<String, Seen>, folder: &Path) -> Result<()> {
    if scenes.is_empty() {
        return Ok(());
    }
    std::fs::create_dir_all(folder)
        .with_context(|| format!("{}: the folder cannot be made; name another file with -o", folder.display()))?;
    for (name, seen) in scenes {
        cloth_io::write_atomically(&folder.join(format!("{name}.png")), &seen.picture, Overwrite::Allow)?;
    }
    Ok(())
}

/// The page.
fn table(outcomes: &[Outcome]) -> String {
    let mut text = String::from(
        "# The five papers, reproduced\n\nWritten by `selvedge reproduce`. A dash says that it was not run, and why.\n",
    );
    for (key, title) in PAPERS {
        let mut rows = outcomes.iter().filter(|outcome| outcome.paper == key).peekable();
        if rows.peek().is_none() {
            continue;
        }
        let _ = write!(
            text,
            "\n## {title}\n\n| | the paper states | here | holds | different, and why |\n|---|---|---|---|---|\n"
        );
        for Outcome { item, states, ours, holds, differs, picture, .. } in rows {
            let holds = holds.map_or("–", |holds| if holds { "yes" } else { "**no**" });
            let picture = picture.as_ref().map_or(String::new(), |file| format!(" [picture]({})", file.display()));
            let _ = writeln!(text, "| {item} | {states} | {ours}{picture} | {holds} | {differs} |");
        }
    }
    text
}

fn summary(outcomes: &[Outcome], file: &Path) -> String {
    let count = |wanted: Option<bool>| outcomes.iter().filter(|outcome| outcome.holds == wanted).count();
    let (held, failed, missing) = (count(Some(true)), count(Some(false)), count(None));
    format!("{held} hold, {failed} do not, {missing} not run: {}\n", file.display())
}
