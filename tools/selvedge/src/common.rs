//! The flags every command has, and how a command ends.

use anyhow::Context;
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// How a command that did its work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Nothing passes through anything.
    Clean,
    /// Intersections remain.
    NotClean,
}

/// Flags of every command.
#[derive(Clone, Debug, Args)]
pub struct Common {
    /// Use this many threads [default: all]; the result does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Print nothing but errors
    #[arg(long)]
    pub quiet: bool,

    /// Write the report as JSON to this file; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Replace output files that exist
    #[arg(long)]
    pub overwrite: bool,
}

impl Common {
    /// Sets the number of threads for the whole process.
    pub fn start_threads(&self) -> anyhow::Result<()> {
        let Some(threads) = self.threads else { return Ok(()) };
        rayon::ThreadPoolBuilder::new()
            .num_threads(usize::from(threads))
            .build_global()
            .with_context(|| format!("cannot start {threads} threads; ask for fewer with --threads"))
    }

    /// Whether the report goes to standard output, which must then hold nothing else.
    pub fn json_to_stdout(&self) -> bool {
        self.json.as_deref() == Some(Path::new("-"))
    }

    /// Prints text for a person, unless they asked for quiet or standard output is taken.
    pub fn say(&self, text: &str) {
        if !self.quiet && !self.json_to_stdout() {
            print(text);
        }
    }
}

/// Prints to standard output. A reader that has gone away is no error.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Prints a line to standard error.
pub fn complain(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Parses a number that is one.
pub fn finite(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|x: &f64| x.is_finite()).ok_or_else(|| "not a number".to_owned())
}

/// Parses a number above zero.
pub fn positive(text: &str) -> Result<f64, String> {
    finite(text).ok().filter(|x| *x > 0.0).ok_or_else(|| "not a number above 0".to_owned())
}
