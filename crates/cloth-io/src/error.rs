//! What can be wrong with a file: always the file, the element, and what to do about it.

use std::path::PathBuf;

/// A file that could not be read.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct ReadError {
    /// The file, as the user named it.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong, where in the file, and the remedy.
#[derive(Debug, thiserror::Error)]
#[error("{element}: {fault}; {remedy}")]
pub struct Problem {
    /// Where: "line 12", "vertex 7", "face 3", "header", "accessor 4".
    pub element: String,
    /// What is wrong there.
    pub fault: String,
    /// What the user can do.
    pub remedy: String,
}

impl Problem {
    /// A problem in its three parts.
    pub fn new(element: impl Into<String>, fault: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { element: element.into(), fault: fault.into(), remedy: remedy.into() }
    }
}

/// A file that could not be written. Nothing is left under its name.
#[derive(Debug, thiserror::Error)]
#[error("{}: cannot write: {fault}; {remedy}", path.display())]
pub struct WriteError {
    /// The file, as the user named it.
    pub path: PathBuf,
    /// What went wrong.
    pub fault: String,
    /// What the user can do.
    pub remedy: String,
}
