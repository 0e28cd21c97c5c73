//! What was exported, as JSON and for a person.

use super::Format;
use crate::character::Frames;
use driver::run::Record;
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The report.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    output: String,
    format: &'static str,
    /// The first and the last frame.
    frames: [u32; 2],
    fps: f64,
    garments: Vec<GarmentReport>,
    files: Vec<String>,
    /// Of all files together.
    bytes: u64,
    notes: Vec<String>,
}

#[derive(Debug, Serialize)]
struct GarmentReport {
    name: String,
    vertices: usize,
    faces: usize,
}

impl Report {
    pub fn new(
        record: &Record,
        frames: Frames,
        output: &Path,
        format: Format,
        files: Vec<PathBuf>,
        notes: Vec<String>,
    ) -> Self {
        let garment = |info: &driver::run::manifest::GarmentInfo| GarmentReport {
            name: info.name.clone(),
            vertices: info.vertices,
            faces: info.faces,
        };
        Self {
            output: output.display().to_string(),
            format: format.extension(),
            frames: [frames.first, frames.last],
            fps: record.manifest().fps,
            garments: record.manifest().garments.iter().map(garment).collect(),
            bytes: files.iter().filter_map(|file| file.metadata().ok()).map(|about| about.len()).sum(),
            files: files.into_iter().map(|file| file.display().to_string()).collect(),
            notes,
        }
    }

    pub fn text(&self) -> String {
        let Self { output, frames: [first, last], fps, garments, files, .. } = self;
        let mut text = String::new();
        let megabytes = self.bytes as f64 / 1e6;
        let _ = match files.len() {
            1 => write!(text, "{output}: "),
            count => write!(text, "{output}: {count} files, "),
        };
        let _ = writeln!(text, "frames {first}..{last} at {fps} a second, {megabytes:.1} MB");
        for GarmentReport { name, vertices, faces } in garments {
            let _ = writeln!(text, "  {name}: {vertices} vertices, {faces} faces");
        }
        text
    }
}
