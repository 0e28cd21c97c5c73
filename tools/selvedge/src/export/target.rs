//! Where an export goes: a file, or a folder of files, whole or not at all.
//!
//! A new folder is filled under another name and gets its own when everything is in it. In a folder that exists, which
//! takes `--overwrite`, files are replaced one by one; those of an earlier export that are in the way of a sequence go.

use super::Format;
use anyhow::{Context, Result, bail};
use cloth_io::Overwrite;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Where an export goes.
pub(super) enum Target {
    /// One file.
    File(PathBuf, Overwrite),
    /// Files in a folder.
    Folder(Folder),
}

/// A folder that is being filled.
pub(super) struct Folder {
    /// Where it will be.
    path: PathBuf,
    /// Where it is filled.
    filled: PathBuf,
    written: Vec<PathBuf>,
}

impl Target {
    /// Checks that the export can be written, before the work.
    pub fn plan(output: &Path, format: Format, garments: &[String], overwrite: bool) -> Result<Self> {
        let shown = output.display();
        let exists = fs::symlink_metadata(output).is_ok();
        let replace = if overwrite { Overwrite::Allow } else { Overwrite::Refuse };
        let parent = output.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = parent.filter(|folder| !folder.is_dir()) {
            bail!("{shown}: the folder {} does not exist; make it first", folder.display());
        }
        let is_file = output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(format.extension()));
        let caches = matches!(format, Format::Pc2 | Format::Mdd);
        if format == Format::Glb && !is_file {
            bail!("{shown}: file name: a glb export is one file; end its name in .glb");
        }
        if format == Format::Glb || (caches && is_file && !output.is_dir()) {
            if garments.len() != 1 && caches {
                bail!("{shown}: the run has {} garments, each gets a file; name a folder with -o", garments.len());
            }
            if exists && !overwrite {
                bail!("{shown}: exists already; name another file, or replace it with --overwrite");
            }
            return Ok(Self::File(output.to_owned(), replace));
        }
        check_names(garments)?;
        if exists && !output.is_dir() {
            bail!("{shown}: it is a file; name a folder with -o");
        }
        let is_empty = !exists || fs::read_dir(output).is_ok_and(|mut entries| entries.next().is_none());
        if !is_empty && !overwrite {
            bail!("{shown}: exists already; name another folder, or replace its files with --overwrite");
        }
        Ok(Self::Folder(Folder { path: output.to_owned(), filled: filled(output, exists), written: Vec::new() }))
    }

    /// Writes the only file.
    pub fn write_one(self, bytes: &[u8]) -> Result<Vec<PathBuf>> {
        match self {
            Self::File(path, overwrite) => {
                cloth_io::write_atomically(&path, bytes, overwrite)?;
                Ok(vec![path])
            }
            Self::Folder(folder) => bail!("{}: it is a folder; name a file", folder.path.display()),
        }
    }
}

/// Names of garments become names of files.
fn check_names(garments: &[String]) -> Result<()> {
    let mut known = BTreeSet::new();
    for name in garments {
        let is_plain = !name.is_empty() && !name.contains(['/', '\\', '\0']) && !name.starts_with('.');
        if !is_plain {
            bail!(
                "garment {name:?}: its name cannot be that of a file; give it another in the scene, and simulate again"
            );
        }
        if !known.insert(name.to_lowercase()) {
            bail!("garment {name:?}: two garments have this name; give them different ones, and simulate again");
        }
    }
    Ok(())
}

fn filled(output: &Path, exists: bool) -> PathBuf {
    if exists {
        output.to_owned()
    } else {
        output.with_file_name(format!(".selvedge-{}-export.tmp", std::process::id()))
    }
}

impl Folder {
    /// Makes the folder.
    pub fn open(&self) -> Result<()> {
        fs::create_dir_all(&self.filled).with_context(|| {
            format!("{}: cannot write: it cannot be made; check the disk, or name another", self.path.display())
        })
    }

    /// Adds a file.
    pub fn write(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        cloth_io::write_atomically(&self.filled.join(name), bytes, Overwrite::Allow)?;
        self.written.push(self.path.join(name));
        Ok(())
    }

    /// Gives the folder its name and says what is in it. `is_old` tells files of an earlier export by their names.
    pub fn finish(mut self, is_old: impl Fn(&str) -> bool) -> Result<Vec<PathBuf>> {
        let written = std::mem::take(&mut self.written);
        if self.filled == self.path {
            let known: BTreeSet<&PathBuf> = written.iter().collect();
            for entry in fs::read_dir(&self.path).into_iter().flatten().flatten() {
                if is_old(&entry.file_name().to_string_lossy()) && !known.contains(&entry.path()) {
                    let path = entry.path();
                    fs::remove_file(&path)
                        .with_context(|| format!("{}: it cannot be removed; remove it", path.display()))?;
                }
            }
        } else {
            let path = self.path.display();
            fs::rename(&self.filled, &self.path)
                .with_context(|| format!("{path}: cannot write: another file took its name; choose another"))?;
        }
        Ok(written)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.filled != self.path {
            // After the rename there is nothing to remove, and a failure here hides no other.
            let _ = fs::remove_dir_all(&self.filled);
        }
    }
}
