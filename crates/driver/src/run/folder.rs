//! The folder of a run.

use super::checkpoint::Checkpoint;
use super::manifest::Command;
use super::{Manifest, RunError, Summary, positions};
use crate::frame::FrameReport;
use crate::robust::Defect;
use crate::simulation::Simulation;
use crate::stage::Stage;
use cloth_io::{Overwrite, Piece, Polygons, write_atomically};
use geometry::Point;
use serde_json::Value as Json;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub(super) const MANIFEST: &str = "manifest.json";
pub(super) const LINES: &str = "frames.jsonl";
pub(super) const FRAMES: &str = "frames";
const CHECKPOINT: &str = "checkpoint";
const STATE: &str = "state.bin";
/// Steps of robust mode that should have been clean and are not.
const DEFECTS: &str = "defects";

/// What to do with a run that is already there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Leave it, and fail.
    New,
    /// Throw it away.
    Overwrite,
    /// Go on with it; where there is none, begin.
    Resume,
}

/// A run that is being written.
#[derive(Debug)]
pub struct Run {
    folder: PathBuf,
    manifest: Manifest,
    lines: File,
    resumed: Option<Vec<u8>>,
}

impl Run {
    /// The folder of a run that holds its meshes itself.
    pub const GARMENTS: &'static str = "garments";

    /// Whether a run could begin in a folder: asked before the work, so that a long read does not end in a refusal.
    pub fn check(folder: &Path, start: Start) -> Result<(), RunError> {
        if fs::symlink_metadata(folder).is_err() {
            return Ok(());
        }
        let refuse = |fault: &str, remedy: &str| Err(file_error(folder, fault.to_owned(), remedy));
        if !folder.is_dir() {
            return refuse("it is a file", "name a folder for the run");
        }
        let entries = fs::read_dir(folder).map_err(|error| disk(folder, &error))?;
        let is_empty = entries.flatten().all(|entry| is_leftover(&entry.path()));
        let is_run = folder.join(MANIFEST).is_file();
        match start {
            _ if is_empty => Ok(()),
            Start::New => {
                refuse("it exists already", "go on with --resume, replace it with --overwrite, or name another with -o")
            }
            Start::Overwrite | Start::Resume if !is_run => {
                refuse("it is a folder, but no run: it has no manifest.json", "name another folder with -o")
            }
            Start::Overwrite | Start::Resume => Ok(()),
        }
    }

    /// Begins a run, or goes on with one that was made of the same things.
    pub fn open(folder: &Path, mut manifest: Manifest, start: Start) -> Result<Self, RunError> {
        Self::check(folder, start)?;
        let mut resumed = None;
        if folder.join(MANIFEST).is_file() {
            if start == Start::Resume {
                let old = read_manifest(folder)?;
                let changes = old.changes(&manifest);
                if !changes.is_empty() {
                    return Err(RunError::Changed { path: folder.to_owned(), changes });
                }
                manifest.frames[1] = manifest.frames[1].max(last_recorded(folder).unwrap_or(0));
                resumed = fs::read(folder.join(CHECKPOINT).join(STATE)).ok();
            } else {
                clear(folder)?;
            }
        }
        // The manifest comes first: it is what makes a folder a run, even if the next moment is the last.
        make_folder(folder)?;
        write_manifest(folder, &manifest)?;
        make_folder(&folder.join(FRAMES))?;
        // A smoothed run goes on from nothing: it has no state.
        if manifest.command != Command::Smooth {
            make_folder(&folder.join(CHECKPOINT))?;
        }
        let path = folder.join(LINES);
        let lines = OpenOptions::new().create(true).append(true).open(&path).map_err(|error| disk(&path, &error))?;
        Ok(Self { folder: folder.to_owned(), manifest, lines, resumed })
    }

    /// Where a resumed run goes on, with everything later cut off; `None` at the beginning.
    pub fn checkpoint(&mut self, simulation: &Simulation) -> Result<Option<Checkpoint>, RunError> {
        let Some(bytes) = self.resumed.take() else {
            self.cut(None)?;
            return Ok(None);
        };
        let Some(checkpoint) = Checkpoint::decode(&bytes, simulation.particle_count()) else {
            let path = self.folder.join(CHECKPOINT).join(STATE);
            return Err(file_error(
                &path,
                "it is no checkpoint of this scene".to_owned(),
                "begin anew with --overwrite",
            ));
        };
        self.cut(Some(checkpoint.frame))?;
        Ok(Some(checkpoint))
    }

    /// Cuts the lines of frames after the last whole one, and a line that was not finished.
    fn cut(&mut self, last: Option<u32>) -> Result<(), RunError> {
        let path = self.folder.join(LINES);
        let text = fs::read_to_string(&path).map_err(|error| disk(&path, &error))?;
        let is_kept = |line: &&str| line.ends_with('\n') && frame_of(line).is_some_and(|frame| Some(frame) <= last);
        let kept: String = text.split_inclusive('\n').filter(is_kept).collect();
        if kept != text {
            write_atomically(&path, kept.as_bytes(), Overwrite::Allow)?;
            self.lines = OpenOptions::new().append(true).open(&path).map_err(|error| disk(&path, &error))?;
        }
        Ok(())
    }

    /// Writes a frame: its positions, its line, the checkpoint.
    pub fn record(&mut self, simulation: &mut Simulation, report: FrameReport) -> Result<FrameReport, RunError> {
        let frame = report.frame;
        self.record_defects(frame, &simulation.take_defects())?;
        let report = self.record_frame(report, &simulation.positions())?;
        let path = self.folder.join(CHECKPOINT).join(STATE);
        write_atomically(&path, &simulation.checkpoint(frame), Overwrite::Allow)?;
        Ok(report)
    }

    /// Writes the positions of a frame, and then its line.
    pub(crate) fn record_frame(
        &mut self,
        mut report: FrameReport,
        garments: &[Vec<Point>],
    ) -> Result<FrameReport, RunError> {
        let path = self.folder.join(FRAMES).join(positions::file_name(report.frame));
        let write = || write_atomically(&path, &positions::encode(garments), Overwrite::Allow);
        report.stages.measure(Stage::Write, write)?;
        let path = self.folder.join(LINES);
        let mut line = serde_json::to_string(&report).map_err(|error| disk(&path, &io::Error::other(error)))?;
        line.push('\n');
        let written = self.lines.write_all(line.as_bytes()).and_then(|()| self.lines.sync_data());
        written.map_err(|error| disk(&path, &error))?;
        Ok(report)
    }

    /// Writes a mesh that the run holds itself; `name` is relative to the run's folder.
    pub(crate) fn write_garment(&self, name: &str, bytes: &[u8]) -> Result<(), RunError> {
        make_folder(&self.folder.join(Self::GARMENTS))?;
        Ok(write_atomically(&self.folder.join(name), bytes, Overwrite::Allow)?)
    }

    /// Writes steps that should have been clean, each as three meshes: where it started, was to end, and ended.
    fn record_defects(&self, frame: u32, defects: &[Defect]) -> Result<(), RunError> {
        let folder = self.folder.join(DEFECTS);
        if !defects.is_empty() {
            make_folder(&folder)?;
        }
        for (number, defect) in defects.iter().enumerate() {
            let moments = [("start", &defect.start), ("proposed", &defect.proposed), ("end", &defect.end)];
            for (moment, positions) in moments {
                let polygons = Polygons::of_triangles(&defect.triangles);
                let piece = Piece { positions: positions.clone(), polygons, ..Piece::default() };
                // Binary, with coordinates as double: to the bit.
                let path = folder.join(format!("{frame:06}-{number}.{moment}.ply"));
                cloth_io::write_new(&[piece], &path, Overwrite::Allow)?;
            }
        }
        Ok(())
    }

    /// Marks the run as finished and sums it up.
    pub fn finish(mut self) -> Result<Summary, RunError> {
        self.manifest.finished = true;
        write_manifest(&self.folder, &self.manifest)?;
        let path = self.folder.join(LINES);
        let text = fs::read_to_string(&path).map_err(|error| disk(&path, &error))?;
        Ok(Summary::of(text.lines().filter_map(|line| serde_json::from_str(line).ok())))
    }

    /// The vertices of a frame of a run.
    pub fn read_frame(folder: &Path, frame: u32) -> Result<Vec<Vec<Point>>, RunError> {
        let path = folder.join(FRAMES).join(positions::file_name(frame));
        let bytes = fs::read(&path).map_err(|error| disk(&path, &error))?;
        let broken = || file_error(&path, "it is no whole frame".to_owned(), "simulate it again with --resume");
        positions::decode(&bytes).ok_or_else(broken)
    }
}

/// Makes a folder, or tidies one: what a killed process was writing is still there under a temporary name.
fn make_folder(folder: &Path) -> Result<(), RunError> {
    fs::create_dir_all(folder).map_err(|error| disk(folder, &error))?;
    let entries = fs::read_dir(folder).map_err(|error| disk(folder, &error))?;
    for entry in entries.flatten().filter(|entry| is_leftover(&entry.path())) {
        // Another process may have removed it already.
        let _ = fs::remove_file(entry.path());
    }
    Ok(())
}

/// Whether a file is what `write_atomically` leaves behind when its process is killed.
fn is_leftover(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with(".selvedge-") && path.extension().is_some_and(|extension| extension == "tmp")
}

/// Throws a run away, the checkpoint first: what is left after a kill starts at its beginning.
fn clear(folder: &Path) -> Result<(), RunError> {
    let gone = |path: &Path, result: io::Result<()>| match result {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(disk(path, &error)),
        _ => Ok(()),
    };
    for name in [CHECKPOINT, FRAMES, DEFECTS, Run::GARMENTS] {
        let path = folder.join(name);
        gone(&path, fs::remove_dir_all(&path))?;
    }
    let path = folder.join(LINES);
    gone(&path, fs::remove_file(&path))
}

fn write_manifest(folder: &Path, manifest: &Manifest) -> Result<(), RunError> {
    let path = folder.join(MANIFEST);
    let text = serde_json::to_string_pretty(manifest).map_err(|error| disk(&path, &io::Error::other(error)))? + "\n";
    Ok(write_atomically(&path, text.as_bytes(), Overwrite::Allow)?)
}

/// Reads the manifest of a run.
pub(super) fn read_manifest(folder: &Path) -> Result<Manifest, RunError> {
    let path = folder.join(MANIFEST);
    let text = fs::read(&path).map_err(|error| disk(&path, &error))?;
    serde_json::from_slice(&text)
        .map_err(|error| file_error(&path, format!("it is no manifest ({error})"), "begin anew with --overwrite"))
}

fn last_recorded(folder: &Path) -> Option<u32> {
    let text = fs::read_to_string(folder.join(LINES)).ok()?;
    text.lines().filter_map(frame_of).max()
}

fn frame_of(line: &str) -> Option<u32> {
    let line: Json = serde_json::from_str(line).ok()?;
    u32::try_from(line["frame"].as_u64()?).ok()
}

fn disk(path: &Path, error: &io::Error) -> RunError {
    file_error(path, format!("the disk says: {error}"), "check the path, the permissions and the space left")
}

pub(super) fn file_error(path: &Path, fault: String, remedy: &str) -> RunError {
    RunError::File { path: path.to_owned(), fault, remedy: remedy.to_owned() }
}
