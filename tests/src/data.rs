//! The way to real data, which is not part of the repository.

use std::path::PathBuf;

/// A file of the shared data that lies beside the checkout, or `None`, said aloud, where it is not there.
pub fn file(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")).join(name);
    if path.exists() {
        return Some(path);
    }
    println!("SKIPPED: {} is not there; the checks on it did not run", path.display());
    None
}
