//! `selvedge regress`: does every fabric still behave as it should?
//!
//! 1. `fabrics`: every preset is draped over a disc and bent over an edge, as a textile laboratory does, and compared with
//!    what laboratories publish.
//! 2. `image`: the draped discs, from the side and from above.
//! 3. [`untangle`]: with `--untangle`, a corpus of tangles is repaired instead.

mod fabrics;
mod image;
pub mod untangle;

use crate::common::{Common, Ending, print};
use crate::outputs::Outputs;
use crate::progress::Progress;
use anyhow::{Context, Result, bail};
use body::Patterns;
use clap::Args;
use dynamics::Material;
use std::path::{Path, PathBuf};

/// Measure every fabric as a textile laboratory does and compare with published ranges, or repair a corpus of tangles
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLE)]
pub struct Arguments {
    /// Measure the fabrics whose names match: patterns with * and ?, separated by commas [default: all]
    #[arg(long, value_name = "PATTERNS")]
    only: Option<String>,

    /// Faces of the fine disc; the coarse one has a quarter of them. 12,000 takes minutes, 3,000 seconds
    #[arg(long, value_name = "N", default_value_t = 12000, value_parser = clap::value_parser!(u32).range(1000..=100_000))]
    faces: u32,

    /// Repair a corpus of tangles instead, and count how many come out clean; --only names families
    #[arg(long)]
    untangle: bool,

    /// Tangles of each family
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    cases: u64,

    /// The seed of the first tangle of each family: a case that failed is run again by its seed and --cases 1
    #[arg(long, value_name = "SEED", default_value_t = 0, requires = "untangle", value_parser = clap::value_parser!(u64).range(..=u64::from(u32::MAX)))]
    first: u64,

    /// Write the repaired tangles to this folder
    #[arg(short, long, value_name = "DIR", requires = "untangle")]
    output: Option<PathBuf>,

    /// Draw the draped discs
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,

    #[command(flatten)]
    common: Common,
}

const EXAMPLE: &str = "\
Example:
  selvedge regress --faces 3000
  selvedge regress --only silk,wool --png drapes.png --json fabrics.json
  selvedge regress --untangle --only 'corner,bumps' --cases 5
  selvedge regress --untangle --only crumple --first 17 --cases 1 -o repaired

Drape coefficients are those of the Cusick test (ISO 9073-9), bending lengths those of the cantilever test (ASTM D1388).
Exit codes: 0 every fabric is within its range, or every tangle came out clean; 1 one is not, or did not; 2 error.";

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Ending> {
    let common = &arguments.common;
    common.start_threads()?;
    if arguments.untangle {
        let outputs = Outputs::plan(&[], &arguments.output_files(), common.overwrite)?;
        let only = arguments.only.as_deref();
        let seeds = arguments.first..arguments.first.saturating_add(arguments.cases);
        let corpus = untangle::Corpus { only, seeds, output: arguments.output.as_deref() };
        return untangle::run(&corpus, common, outputs);
    }
    let names = arguments.names()?;
    let mut outputs = Outputs::plan(&[], &arguments.output_files(), common.overwrite)?;
    let progress = Progress::new(2, common.quiet);
    progress.step("measuring");
    let (report, drapes) = fabrics::measure(&names, arguments.faces as usize)?;
    progress.step("writing");
    let json = serde_json::to_string(&report).context("cannot write the report")? + "\n";
    if let Some(path) = common.json.as_deref().filter(|_| !common.json_to_stdout()) {
        outputs.add(path, json.clone().into_bytes());
    }
    if let Some(path) = &arguments.png {
        outputs.add(path, image::png(&drapes)?);
    }
    outputs.write()?;
    drop(progress);
    common.say(&report.text());
    if common.json_to_stdout() {
        print(&json);
    }
    Ok(if report.passed() { Ending::Clean } else { Ending::NotClean })
}

impl Arguments {
    fn output_files(&self) -> Vec<&Path> {
        let json = self.common.json.as_deref().filter(|_| !self.common.json_to_stdout());
        json.into_iter().chain(self.png.as_deref()).collect()
    }

    fn names(&self) -> Result<Vec<&'static str>> {
        let patterns = self.only.as_deref().map(Patterns::new);
        let wanted = |name: &&str| patterns.as_ref().is_none_or(|patterns| patterns.matches(name));
        let names: Vec<&str> = Material::PRESETS.into_iter().filter(wanted).collect();
        if names.is_empty() {
            bail!("--only: no fabric has such a name; choose from {}", Material::PRESETS.join(", "));
        }
        Ok(names)
    }
}
