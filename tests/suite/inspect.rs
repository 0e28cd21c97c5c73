//! `selvedge inspect`, run as a user runs it.

mod bad_input;
mod motion;
mod reports;

use assert_cmd::Command;
use serde_json::Value;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder with files in it, gone when the test ends.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
        std::fs::write(self.path(name), contents).expect("a temporary file");
        self.path(name)
    }

    /// The names of all files, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).expect("the folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

/// The tool.
pub fn selvedge() -> Command {
    Command::new(env!("CARGO_BIN_EXE_selvedge-under-test"))
}

/// The report on some files, and the exit code.
fn report(files: &[&Path]) -> (Value, i32) {
    let output = selvedge().arg("inspect").args(files).args(["--json", "-"]).output().expect("the tool runs");
    let text = String::from_utf8(output.stdout).expect("JSON is text");
    let report = serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("{e}: {text}\n{}", String::from_utf8_lossy(&output.stderr)));
    (report, output.status.code().expect("no signal"))
}

/// A sheet of four faces and a spike that comes out below it, through the inside of one face: one closed path.
const SPIKE: &str = "\
v -1 0 -1
v 1 0 -1
v 1 0 1
v -1 0 1
v 0.1 0 0.05
f 1 2 5
f 2 3 5
f 3 4 5
f 4 1 5
v 0.6 0.5 0.1
v 0.7 0.5 0.2
v 0.6 0.5 0.3
v 0.63 -0.25 0.21
f 6 7 9
f 7 8 9
f 8 6 9
";

/// A sheet that passes through nothing.
const CLEAN: &str = "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nf 1 2 3 4\n";
