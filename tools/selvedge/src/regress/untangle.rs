//! `selvedge regress --untangle`: repairs a corpus of tangles, and counts how many come out clean, family by family.
//!
//! 1. `attempt`: a case is made, repaired and measured.
//! 2. `report`: families in figures; every case that failed, and every one that is clean but not as good as it should be, with its
//!    seed.
//!
//! The exit code says whether all came out clean; figures out of their range are listed, and change no exit code.

mod attempt;
mod report;

pub use attempt::{Attempt, attempt};

use crate::common::{Common, Ending};
use crate::outputs::Outputs;
use anyhow::{Context, Result, bail};
use body::Patterns;
use cloth_io::{Piece, Polygons, encode_new};
use geometry::Point;
use geometry::shapes::Shape;
use make_fixtures::corpus::{Case, Family, case};
use rayon::prelude::*;
use report::Report;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// What is to be run.
pub(super) struct Corpus<'a> {
    pub only: Option<&'a str>,
    pub seeds: Range<u64>,
    pub output: Option<&'a Path>,
}

impl Corpus<'_> {
    fn families(&self) -> Result<Vec<Family>> {
        let patterns = self.only.map(Patterns::new);
        let wanted = |family: &Family| patterns.as_ref().is_none_or(|patterns| patterns.matches(family.name()));
        let families: Vec<Family> = Family::ALL.into_iter().filter(wanted).collect();
        if families.is_empty() {
            bail!("--only: no family has such a name; choose from {}", Family::ALL.map(Family::name).join(", "));
        }
        Ok(families)
    }

    /// The file that a case is written to.
    fn file(&self, family: Family, seed: u64) -> Option<PathBuf> {
        self.output.map(|folder| folder.join(format!("{}-{seed}.ply", family.name())))
    }

    /// Makes the folder, and refuses to replace what is in it unless that was asked for.
    fn plan(&self, families: &[Family], overwrite: bool) -> Result<()> {
        let Some(folder) = self.output else { return Ok(()) };
        let seeds = || self.seeds.clone();
        let all = families.iter().flat_map(|family| seeds().filter_map(|seed| self.file(*family, seed)));
        if let Some(file) = all.filter(|_| !overwrite).find(|file| file.exists()) {
            bail!("{}: exists already; name another folder, or replace its files with --overwrite", file.display());
        }
        std::fs::create_dir_all(folder)
            .with_context(|| format!("{}: the folder cannot be made; name another", folder.display()))
    }
}

/// Runs the corpus.
pub(super) fn run(corpus: &Corpus, common: &Common, outputs: Outputs) -> Result<Ending> {
    let families = corpus.families()?;
    corpus.plan(&families, common.overwrite)?;
    let mut report = Report::default();
    for family in families {
        let seeds: Vec<u64> = corpus.seeds.clone().collect();
        let attempts: Vec<Attempt> =
            seeds.par_iter().map(|seed| attempt_and_write(corpus, family, *seed)).collect::<Result<_>>()?;
        common.say(&report.add(family, attempts));
    }
    outputs.finish(common, &report, &report.text(), report.is_clean())
}

fn attempt_and_write(corpus: &Corpus, family: Family, seed: u64) -> Result<Attempt> {
    let case = case(family, seed);
    let (attempt, repaired) = attempt(&case)?;
    if let Some(file) = corpus.file(family, seed) {
        let bytes = encode_new(&[piece(&case, &repaired)], &file)?;
        cloth_io::write_atomically(&file, &bytes, cloth_io::Overwrite::Allow)?;
    }
    Ok(attempt)
}

/// The repaired meshes and the body of a case as one piece.
fn piece(case: &Case, repaired: &[Point]) -> Piece {
    let whole = case.pieces.iter().chain(&case.body).fold(Shape::default(), Shape::with);
    let polygons = Polygons::of_triangles(&whole.triangles);
    Piece { name: case.family.name().to_owned(), positions: repaired.to_vec(), polygons, ..Piece::default() }
}
