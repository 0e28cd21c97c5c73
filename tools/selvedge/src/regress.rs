//! `selvedge regress`: does everything still come out as it should?
//!
//! 1. `fixture`: folders with a scene and what must hold of it, found and checked; `play` runs them side by side.
//! 2. `scenes`: every film is measured and held against its expectation: a row each. `page` shows what failed.
//!    `resolution` cuts garments finer or coarser; `mutations` breaks algorithms to see that fixtures notice; `modes` compares modes.
//! 3. `fabrics`, `image`: with `--fabrics`, every preset is draped over a disc and bent over an edge, as a textile laboratory
//!    does, and compared with what laboratories publish.
//! 4. [`untangle`]: with `--untangle`, a corpus of tangles is repaired.

mod fabrics;
pub(crate) mod fixture;
mod image;
mod modes;
mod mutations;
mod page;
pub(crate) mod play;
pub(crate) mod resolution;
mod scenes;
pub mod untangle;

use crate::common::{Common, Ending, print};
use crate::outputs::Outputs;
use crate::progress::Progress;
use anyhow::{Result, bail};
use body::Patterns;
use clap::Args;
use dynamics::Material;
use measure::expect::KEYS;
use measure::quantity::QUANTITIES;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Run fixtures, folders with a scene and what must hold of it, and compare: a row each
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLE)]
#[expect(clippy::struct_excessive_bools, reason = "they are flags of a command line")]
pub struct Arguments {
    /// Fixtures, or folders with fixtures [default: those of Selvedge's repository]
    #[arg(value_name = "DIR")]
    folders: Vec<PathBuf>,

    /// Only those whose names match: patterns with * and ?, separated by commas [default: all]
    #[arg(long, value_name = "PATTERNS")]
    only: Option<String>,

    /// Only those that belong to this set
    #[arg(long, value_name = "NAME", conflicts_with_all = ["fabrics", "untangle"])]
    set: Option<String>,

    /// Record what is measured in every expect.toml, and a picture beside it; promises in it stay as they are
    #[arg(long, conflicts_with_all = ["fabrics", "untangle"])]
    update: bool,

    /// Break every algorithm in turn, and see that the fixtures that promise to catch it do
    #[arg(long, conflicts_with_all = ["fabrics", "untangle", "update"])]
    mutations: bool,

    /// Run every fixture in each of these modes, compare the figures, and say where the first mode is worse: hybrid,gia
    #[arg(long, value_name = "MODES", value_delimiter = ',', conflicts_with_all = ["fabrics", "untangle", "update", "mutations"])]
    modes: Vec<String>,

    /// Run with garments of about so many triangles: sheets get other cells, the mannequin's clothes are cut anew
    #[arg(long, value_name = "TRIANGLES", conflicts_with_all = ["fabrics", "untangle", "update", "mutations", "modes"], value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    resolution: Option<u32>,

    /// How many fixtures run at once [default: as many as threads and memory allow]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,

    /// The folder for pages of what fails [default: selvedge-regress]; with --untangle, for repaired tangles
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// List every quantity that an expect.toml may speak of, and end
    #[arg(long)]
    quantities: bool,

    /// Measure fabrics as a textile laboratory does instead, and compare with published ranges; --only names fabrics
    #[arg(long, conflicts_with = "folders")]
    fabrics: bool,

    /// Faces of the fine disc of a fabric; the coarse one has a quarter of them. 12,000 takes minutes, 3,000 seconds
    #[arg(long, value_name = "N", default_value_t = 12000, requires = "fabrics", value_parser = clap::value_parser!(u32).range(1000..=100_000))]
    faces: u32,

    /// Draw the draped discs
    #[arg(long, value_name = "FILE", requires = "fabrics")]
    png: Option<PathBuf>,

    /// Repair a corpus of tangles instead, and count how many come out clean; --only names families
    #[arg(long, conflicts_with_all = ["folders", "fabrics"])]
    untangle: bool,

    /// Tangles of each family
    #[arg(long, value_name = "N", default_value_t = 100, requires = "untangle", value_parser = clap::value_parser!(u64).range(1..))]
    cases: u64,

    /// The seed of the first tangle of each family: a case that failed is run again by its seed and --cases 1
    #[arg(long, value_name = "SEED", default_value_t = 0, requires = "untangle", value_parser = clap::value_parser!(u64).range(..=u64::from(u32::MAX)))]
    first: u64,

    #[command(flatten)]
    common: Common,
}

/// Where pages go if nothing else is said.
const PAGES: &str = "selvedge-regress";

const EXAMPLE: &str = "\
Example:
  selvedge regress --set small
  selvedge regress --only 'elbow,squat' --json report.json
  selvedge regress my-characters                  fixtures of your own: folders with scene.toml and expect.toml
  selvedge regress my-characters --update         record what is measured, and a picture
  selvedge regress --only elbow --resolution 10000
  selvedge regress --mutations                    break every algorithm: which fixture notices?
  selvedge regress --modes hybrid,gia --only '*pinch*'   is hybrid mode ever worse?
  selvedge regress --fabrics --faces 3000
  selvedge regress --untangle --only 'corner,bumps' --cases 5
  selvedge regress --untangle --only crumple --first 17 --cases 1 -o repaired

A row says what the fixture shows, the verdict, the figure that decided it, and seconds. One that fails names the frame and
the number, and a page with pictures and all numbers is written. Fabrics: drape coefficients are those of the Cusick test
(ISO 9073-9), bending lengths those of the cantilever test (ASTM D1388).
Exit codes: 0 everything is as expected, 1 something is not, 2 error.";

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Ending> {
    let common = &arguments.common;
    if arguments.quantities {
        print(&quantities());
        return Ok(Ending::Clean);
    }
    common.start_threads()?;
    let outputs = Outputs::plan(&[], &arguments.output_files(), common.overwrite)?;
    if arguments.untangle {
        let only = arguments.only.as_deref();
        let seeds = arguments.first..arguments.first.saturating_add(arguments.cases);
        let corpus = untangle::Corpus { only, seeds, output: arguments.output.as_deref() };
        return untangle::run(&corpus, common, outputs);
    }
    if arguments.fabrics {
        return arguments.measure_fabrics(outputs);
    }
    let wanted = fixture::Wanted {
        folders: &arguments.folders,
        only: arguments.only.as_deref(),
        set: arguments.set.as_deref(),
        unrecorded: arguments.update,
    };
    let pages = arguments.output.as_deref().unwrap_or(Path::new(PAGES));
    let jobs = arguments.jobs.map(usize::from);
    if arguments.mutations {
        return mutations::run(&wanted, jobs, common, outputs);
    }
    if !arguments.modes.is_empty() {
        return modes::run(&wanted, &arguments.modes, jobs, common, outputs);
    }
    let (update, resolution) = (arguments.update, arguments.resolution);
    let job = scenes::Job { wanted, jobs, update, resolution, pages };
    scenes::run(&job, common, outputs)
}

/// Every quantity, and the keys of a check.
fn quantities() -> String {
    let mut text = String::from("Quantities of an expect.toml:\n");
    for quantity in QUANTITIES {
        let _ = writeln!(text, "  {:<16} {:<7} {}", quantity.name, quantity.unit, quantity.means);
    }
    text += "\nKeys of each [[expect]]:\n";
    for (key, means) in KEYS {
        let _ = writeln!(text, "  {key:<16} {means}");
    }
    text += "\nBesides: shows = what the scene shows; sets = the sets it belongs to; catches = mutations it notices; set = scene keys that are replaced.\n";
    text
}

impl Arguments {
    fn output_files(&self) -> Vec<&Path> {
        let json = self.common.json.as_deref().filter(|_| !self.common.json_to_stdout());
        json.into_iter().chain(self.png.as_deref()).collect()
    }

    fn measure_fabrics(&self, mut outputs: Outputs) -> Result<Ending> {
        let common = &self.common;
        let names = self.names()?;
        let progress = Progress::new(2, common.quiet);
        progress.step("measuring");
        let (report, drapes) = fabrics::measure(&names, self.faces as usize)?;
        progress.step("writing");
        if let Some(path) = &self.png {
            outputs.add(path, image::png(&drapes)?);
        }
        drop(progress);
        outputs.finish(common, &report, &report.text(), report.passed())
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
