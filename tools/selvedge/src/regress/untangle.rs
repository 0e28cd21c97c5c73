//! `selvedge regress --untangle`: repairs a corpus of tangles, and counts how many come out clean, family by family.

use crate::common::{Common, Ending, print};
use crate::outputs::Outputs;
use ::untangle::{Quality, Repair, Settings, Tangled, repair};
use anyhow::{Context, Result, bail};
use body::Patterns;
use cloth_io::{Overwrite, Piece, Polygons, write_new};
use geometry::shapes::Shape;
use geometry::{Assembly, Part, Point};
use make_fixtures::corpus::{Case, Family, case};
use rayon::prelude::*;
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

/// The longest that one case may take, in seconds: so long that iterations end a case, not whatever else the machine does.
const SECONDS: f64 = 600.0;

/// What is to be run.
pub(super) struct Corpus<'a> {
    pub only: Option<&'a str>,
    pub cases: u64,
    pub output: Option<&'a Path>,
}

/// How one case went.
#[derive(Clone, Debug, Serialize)]
pub struct Attempt {
    /// Its family's name.
    pub family: &'static str,
    /// Its seed.
    pub seed: u64,
    /// Its size.
    pub triangles: usize,
    /// Crossings before and after.
    pub crossings: [usize; 2],
    /// Seconds it took, with whatever else the machine was doing.
    pub seconds: f64,
    /// The mean displacement, in depths of penetration.
    pub displacement: f64,
    /// The 95th percentile of the change of edges against rest, relative.
    pub edge_length: f64,
    /// Faces flipped against rest.
    pub flipped: usize,
    /// The last level that was needed.
    pub level: &'static str,
}

#[derive(Debug, Serialize)]
struct Report {
    families: Vec<FamilyReport>,
    cases: usize,
    clean: usize,
    failed: Vec<Attempt>,
}

#[derive(Debug, Serialize)]
struct FamilyReport {
    family: &'static str,
    cases: usize,
    clean: usize,
    /// Cases that were clean before; they say nothing.
    clean_before: usize,
    displacement_max: f64,
    displacement_mean: f64,
    edge_length_max: f64,
    edge_length_mean: f64,
    flipped: usize,
    seconds_mean: f64,
    seconds_max: f64,
}

/// Runs the corpus.
pub(super) fn run(corpus: &Corpus, common: &Common, mut outputs: Outputs) -> Result<Ending> {
    let patterns = corpus.only.map(Patterns::new);
    let wanted = |family: &Family| patterns.as_ref().is_none_or(|patterns| patterns.matches(family.name()));
    let families: Vec<Family> = Family::ALL.into_iter().filter(wanted).collect();
    if families.is_empty() {
        bail!("--only: no family has such a name; choose from {}", Family::ALL.map(Family::name).join(", "));
    }
    let mut report = Report { families: Vec::new(), cases: 0, clean: 0, failed: Vec::new() };
    for family in families {
        let seeds: Vec<u64> = (0..corpus.cases).collect();
        let attempts: Vec<Attempt> =
            seeds.par_iter().map(|seed| attempt_and_write(family, *seed, corpus.output)).collect::<Result<_>>()?;
        let of_family = FamilyReport::new(family, &attempts);
        common.say(&of_family.line());
        report.cases += of_family.cases;
        report.clean += of_family.clean;
        report.families.push(of_family);
        report.failed.extend(attempts.into_iter().filter(|attempt| attempt.crossings[1] > 0));
    }
    let json = serde_json::to_string(&report).context("cannot write the report")? + "\n";
    if let Some(path) = common.json.as_deref().filter(|_| !common.json_to_stdout()) {
        outputs.add(path, json.clone().into_bytes());
    }
    outputs.write()?;
    common.say(&report.text());
    if common.json_to_stdout() {
        print(&json);
    }
    Ok(if report.failed.is_empty() { Ending::Clean } else { Ending::NotClean })
}

fn attempt_and_write(family: Family, seed: u64, output: Option<&Path>) -> Result<Attempt> {
    let case = case(family, seed);
    let (attempt, repaired) = attempt(&case)?;
    if let Some(folder) = output {
        let file = folder.join(format!("{}-{seed}.ply", family.name()));
        write_new(&[piece(&case, &repaired)], &file, Overwrite::Allow)?;
    }
    Ok(attempt)
}

/// The repaired meshes and the body of a case as one piece.
fn piece(case: &Case, repaired: &[Point]) -> Piece {
    let whole = case.pieces.iter().chain(&case.body).fold(Shape::default(), Shape::with);
    let polygons = Polygons::of_triangles(&whole.triangles);
    Piece { name: case.family.name().to_owned(), positions: repaired.to_vec(), polygons, ..Piece::default() }
}

/// Repairs a case; how that went, and where its vertices then are, the body's last.
pub fn attempt(case: &Case) -> Result<(Attempt, Vec<Point>)> {
    let shapes = case.pieces.iter().chain(&case.body);
    let parts: Vec<Part> =
        shapes.map(|shape| Part { positions: &shape.positions, triangles: &shape.triangles }).collect();
    let assembly = Assembly::new(&parts).context("a case of the corpus is no mesh")?;
    let count = assembly.positions().len();
    let (mut held, mut ranks) = (vec![false; count], vec![1; count]);
    for (index, piece) in assembly.pieces().iter().enumerate() {
        for vertex in piece.vertices.clone() {
            let is_body = index >= case.pieces.len();
            held[vertex as usize] = is_body;
            ranks[vertex as usize] = if is_body { 0 } else { 1 + if case.layers { index as u32 } else { 0 } };
        }
    }
    let mut rest = assembly.positions().to_vec();
    for (running, place) in case.clean.iter().flat_map(|shape| &shape.positions).enumerate() {
        rest[assembly.vertex_of(running as u32).index()] = *place;
    }
    let tangled = Tangled {
        mesh: assembly.mesh(),
        positions: assembly.positions(),
        rest: Some(&rest),
        held: &held,
        ranks: &ranks,
        solid: &held,
    };
    let start = Instant::now();
    let repaired = repair(&tangled, &Settings { seconds: SECONDS, ..Settings::default() });
    let seconds = start.elapsed().as_secs_f64();
    let attempt = Attempt::new(case, &tangled, &rest, &repaired, seconds);
    let running = (0..assembly.pieces().last().map_or(0, |piece| piece.running.end)).map(|r| assembly.vertex_of(r));
    Ok((attempt, running.map(|v| repaired.positions[v.index()]).collect()))
}

impl Attempt {
    fn new(case: &Case, tangled: &Tangled, rest: &[Point], repaired: &Repair, seconds: f64) -> Self {
        let counts: Vec<bool> = tangled.solid.iter().map(|solid| !solid).collect();
        let quality = Quality::measure(tangled.mesh, tangled.positions, &repaired.positions, rest, &counts);
        Self {
            family: case.family.name(),
            seed: case.seed,
            triangles: tangled.mesh.faces().len(),
            crossings: repaired.crossings,
            seconds,
            displacement: quality.mean / case.depth,
            edge_length: quality.edge_length[1],
            flipped: quality.flipped,
            level: repaired.levels.last().map_or("none", |tried| tried.level.name()),
        }
    }
}

impl FamilyReport {
    fn new(family: Family, attempts: &[Attempt]) -> Self {
        let tangled = || attempts.iter().filter(|attempt| attempt.crossings[0] > 0);
        let mean = |of: fn(&Attempt) -> f64| tangled().map(of).sum::<f64>() / tangled().count().max(1) as f64;
        let max = |of: fn(&Attempt) -> f64| tangled().map(of).fold(0.0, f64::max);
        Self {
            family: family.name(),
            cases: tangled().count(),
            clean: tangled().filter(|attempt| attempt.crossings[1] == 0).count(),
            clean_before: attempts.len() - tangled().count(),
            displacement_max: max(|a| a.displacement),
            displacement_mean: mean(|a| a.displacement),
            edge_length_max: max(|a| a.edge_length),
            edge_length_mean: mean(|a| a.edge_length),
            flipped: tangled().filter(|attempt| attempt.flipped > 0).count(),
            seconds_mean: mean(|a| a.seconds),
            seconds_max: max(|a| a.seconds),
        }
    }

    fn line(&self) -> String {
        format!(
            "{:20} {:4} of {:4} clean · displacement {:.2} depths, at most {:.2} · edges {:.1} %, at most {:.1} % · flipped faces in {} · {:.2} s, at most {:.1} s\n",
            self.family,
            self.clean,
            self.cases,
            self.displacement_mean,
            self.displacement_max,
            100.0 * self.edge_length_mean,
            100.0 * self.edge_length_max,
            self.flipped,
            self.seconds_mean,
            self.seconds_max
        )
    }
}

impl Report {
    fn text(&self) -> String {
        let mut text = String::new();
        let share = 100.0 * self.clean as f64 / self.cases.max(1) as f64;
        let _ = writeln!(text, "{} of {} clean: {share:.2} %", self.clean, self.cases);
        for attempt in &self.failed {
            let [before, after] = attempt.crossings;
            let Attempt { family, seed, triangles, .. } = attempt;
            let _ =
                writeln!(text, "  {family}, seed {seed}, {triangles} triangles: {after} of {before} crossings left");
        }
        text
    }
}
