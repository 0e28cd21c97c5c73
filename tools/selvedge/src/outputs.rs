//! Files to write: checked before the work begins, written when all of it is done.

use crate::common::{Common, Ending, print};
use anyhow::{Context, Result, bail};
use cloth_io::Overwrite;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Whether existing files may be replaced, and which files must never be: the inputs.
pub struct Outputs {
    overwrite: Overwrite,
    files: Vec<(PathBuf, Vec<u8>)>,
}

impl Outputs {
    /// Checks that every output can be written in principle, so that a long run does not end in a refusal.
    pub fn plan(inputs: &[PathBuf], outputs: &[&Path], overwrite: bool) -> Result<Self> {
        for (index, output) in outputs.iter().enumerate() {
            let shown = output.display();
            if outputs[..index].iter().any(|other| same_file(other, output)) {
                bail!("{shown}: named for two outputs; give each a file of its own");
            }
            if inputs.iter().any(|input| same_file(input, output)) {
                bail!("{shown}: is an input and would be replaced; name another output");
            }
            if output.exists() && !overwrite {
                bail!("{shown}: exists already; name another file, or replace it with --overwrite");
            }
            let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty());
            if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
                bail!("{shown}: the folder {} does not exist; make it first", folder.display());
            }
        }
        Ok(Self { overwrite: if overwrite { Overwrite::Allow } else { Overwrite::Refuse }, files: Vec::new() })
    }

    /// Adds a finished file.
    pub fn add(&mut self, path: &Path, bytes: Vec<u8>) {
        self.files.push((path.to_owned(), bytes));
    }

    /// Ends a command: its report as JSON wherever that is asked for, all files, and a text for a person.
    pub fn finish(mut self, common: &Common, report: &impl Serialize, text: &str, is_clean: bool) -> Result<Ending> {
        let json = serde_json::to_string(report).context("cannot write the report")? + "\n";
        if let Some(path) = common.json.as_deref().filter(|_| !common.json_to_stdout()) {
            self.add(path, json.clone().into_bytes());
        }
        self.write()?;
        common.say(text);
        if common.json_to_stdout() {
            print(&json);
        }
        Ok(if is_clean { Ending::Clean } else { Ending::NotClean })
    }

    /// Writes all files, each whole or not at all.
    pub fn write(self) -> Result<()> {
        for (path, bytes) in &self.files {
            cloth_io::write_atomically(path, bytes, self.overwrite)?;
        }
        Ok(())
    }
}

fn same_file(a: &Path, b: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    real(a) == real(b)
}
