//! Writes a file whole or not at all.
//!
//! 1. The bytes go to a temporary file beside the final name, and to the disk.
//! 2. One step gives it its name: a hard link where nothing may be replaced (it fails if the name is taken, even if it
//!    was taken a moment ago), a rename where something may.
//! 3. Whatever fails, the temporary file is removed, and what stood under the name still stands there.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::WriteError;

/// What to do with a file that already has the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// Leave it, and fail.
    Refuse,
    /// Replace it, once the new one is complete.
    Allow,
}

/// Writes `bytes` under `path`, whole or not at all.
pub fn write_atomically(path: &Path, bytes: &[u8], overwrite: Overwrite) -> Result<(), WriteError> {
    let error = |fault: String, remedy: &str| WriteError { path: path.to_owned(), fault, remedy: remedy.to_owned() };
    let standing = standing(path, overwrite).map_err(|(fault, remedy)| error(fault.to_owned(), remedy))?;
    // A link is followed, so that the file it names is replaced and not the link.
    let target = if standing.is_some() { fs::canonicalize(path) } else { Ok(path.to_owned()) };
    let written = target.and_then(|target| {
        let temporary = Temporary::write(&target, bytes)?;
        if let Some(permissions) = standing {
            fs::set_permissions(&temporary.path, permissions)?;
        }
        temporary.name(&target, overwrite)
    });
    written.map_err(|failure| {
        let (fault, remedy) = explain(path, &failure);
        error(fault, remedy)
    })
}

/// The permissions of the file that stands under the name, if there is one and it may be replaced.
fn standing(path: &Path, overwrite: Overwrite) -> Result<Option<fs::Permissions>, (&'static str, &'static str)> {
    if path.file_name().is_none() {
        return Err(("the path has no file name", "add a file name to it"));
    }
    if fs::symlink_metadata(path).is_err() {
        return Ok(None);
    }
    // A link to nothing has no metadata of its own file; it is taken for a name that exists.
    let about = fs::metadata(path).map_err(|_| ("it is a link that leads nowhere", "remove the link"))?;
    if about.is_dir() {
        Err(("it is a folder", "add a file name to the path"))
    } else if !about.is_file() {
        Err(("it is not an ordinary file", "name an ordinary file"))
    } else if overwrite == Overwrite::Refuse {
        Err(TAKEN)
    } else if about.permissions().readonly() {
        Err(("the file that is there is read-only", "allow writing to it, or choose another name"))
    } else {
        Ok(Some(about.permissions()))
    }
}

const TAKEN: (&str, &str) = ("the file exists already", "pass --overwrite to replace it, or choose another name");

fn explain(path: &Path, failure: &io::Error) -> (String, &'static str) {
    let folder = folder_of(path);
    match failure.kind() {
        ErrorKind::AlreadyExists => (TAKEN.0.to_owned(), TAKEN.1),
        ErrorKind::NotFound if !folder.exists() => {
            (format!("the folder {} does not exist", folder.display()), "make the folder first")
        }
        ErrorKind::NotADirectory => (format!("{} is not a folder", folder.display()), "choose a path inside a folder"),
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            (format!("the folder {} cannot be written to", folder.display()), "choose another folder")
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => ("the disk is full".to_owned(), "make room on it"),
        _ => (failure.to_string(), "check the disk, or choose another folder"),
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// A file that removes itself unless it gets its name.
struct Temporary {
    path: PathBuf,
}

impl Temporary {
    /// Writes all bytes beside `target`.
    fn write(target: &Path, bytes: &[u8]) -> io::Result<Self> {
        let (path, mut file) = Self::create(folder_of(target))?;
        let temporary = Self { path };
        file.write_all(bytes)?;
        file.sync_all()?;
        Ok(temporary)
    }

    /// A new file under a name that no other write uses. A process that was killed may have left one behind, and in a
    /// container the next process often has the same number: such names are passed over.
    fn create(folder: &Path) -> io::Result<(PathBuf, File)> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            // The final name may be as long as the disk allows, so it is no part of this one.
            let path = folder.join(format!(".selvedge-{}-{count}.tmp", std::process::id()));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok((path, file)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn name(self, target: &Path, overwrite: Overwrite) -> io::Result<()> {
        if overwrite == Overwrite::Refuse {
            match fs::hard_link(&self.path, target) {
                // Some disks have no hard links: there, look once more and rename.
                Err(error) if error.kind() != ErrorKind::AlreadyExists && !target.exists() => {}
                done => return done,
            }
        }
        fs::rename(&self.path, target)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // After a rename there is nothing to remove, and a failure here hides no other.
        let _ = fs::remove_file(&self.path);
    }
}
