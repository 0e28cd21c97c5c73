//! A run → a run of the same frames, finer and smoother.
//!
//! Bodies are posed one frame after the other; then as many frames as there are threads are smoothed side by side, and written in their order.
//! Frames know nothing of each other, so the bytes do not depend on how many are smoothed at once.

use super::Smoothing;
use super::finer::Finer;
use super::stage::{Frame, Stage};
use crate::frame::{FrameReport, PathCounts};
use crate::run::manifest::{Command, GarmentInfo, SmoothedFrom, way};
use crate::run::{Manifest, Progress, Record, Run, RunError, Start};
use crate::stage::{Stage as Timed, Timers};
use geometry::Point;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

/// What is to be smoothed, and how often.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// The first and the last frame.
    pub frames: [u32; 2],
    /// How often triangles are cut into four.
    pub levels: usize,
}

/// What became of a run, over all its frames.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SmoothSummary {
    /// How many frames.
    pub frames: usize,
    /// How often triangles were cut into four.
    pub levels: usize,
    /// Vertices of the cloth, before and after.
    pub vertices: [usize; 2],
    /// Whether no frame passes through itself.
    pub clean: bool,
    /// Frames that pass through themselves, before and after.
    pub unclean_frames: [usize; 2],
    /// The most crossings of a frame, before and after. Cutting alone makes more of them: finer edges cross finer faces.
    pub most_crossings: [usize; 2],
    /// Frames with more crossings, with itself or with solids, than cutting alone implies: none, or a defect.
    pub frames_made_worse: usize,
    /// Collisions that were stopped by impulses, and vertices that were stopped because those did not do.
    pub stopped: [usize; 2],
    /// Vertices that were not smoothed because cloth touches itself exactly there.
    pub left: usize,
    /// Seconds from beginning to end, and of a frame.
    pub seconds: f64,
    /// Seconds that one frame took on its thread, on average.
    pub seconds_per_frame: f64,
}

/// A frame that is ready to be written.
struct Done {
    report: FrameReport,
    garments: Vec<Vec<Point>>,
}

/// Smooths the frames of a run into a folder.
pub fn run(
    record: &Record,
    folder: &Path,
    request: Request,
    start: Start,
    watch: &mut dyn FnMut(Progress),
) -> Result<SmoothSummary, RunError> {
    let begun = Instant::now();
    let mut stage = Stage::new(record)?;
    let finer = stage.finer(record, request.levels)?;
    let names = file_names(record, &finer);
    let manifest = manifest(record, folder, request, &finer, &names);
    let reports = record.reports();
    let mut run = Run::open(folder, manifest, start)?;
    for (file, name) in finer.files().iter().zip(&names) {
        let rest: Vec<Vec<Point>> = file.pieces().iter().map(|piece| piece.positions.clone()).collect();
        run.write_garment(name, &file.encode(&rest, &folder.join(name))?)?;
    }
    let [first, last] = request.frames;
    watch(Progress::Begin { frame: first, left: last + 1 - first });
    let mut summary = SmoothSummary { levels: request.levels, ..SmoothSummary::default() };
    let frames: Vec<u32> = (first..=last).collect();
    for batch in frames.chunks(rayon::current_num_threads().max(1)) {
        let batch: Vec<Frame> = batch.iter().map(|frame| stage.frame(record, *frame)).collect::<Result<_, _>>()?;
        let done: Vec<Done> =
            batch.par_iter().map(|frame| smooth(&stage, &finer, frame, record, reports.get(&frame.number))).collect();
        for Done { report, garments } in done {
            summary.add(&report);
            watch(Progress::Frame(&run.record_frame(report, &garments)?));
        }
    }
    run.finish()?;
    summary.vertices = [stage.thickness.len(), finer.vertex_counts().last().unwrap_or_default()];
    Ok(summary.finish(begun))
}

/// Smooths one frame and checks it.
fn smooth(stage: &Stage, finer: &Finer, frame: &Frame, record: &Record, was: Option<&Json>) -> Done {
    let begun = Instant::now();
    let mut stages = Timers::default();
    let smoothed = stages.measure(Timed::Smooth, || finer.smooth(&frame.cloth, &stage.thickness, &frame.solids));
    let (before, analysis) =
        stages.measure(Timed::Check, || (stage.crossings(&frame.cloth), finer.analyse(&smoothed.positions)));
    let smooth = Smoothing::of(before, finer, &smoothed);
    let mut report = FrameReport {
        frame: frame.number,
        time: record.time(frame.number),
        stages,
        crossings: analysis.crossings().len(),
        paths: PathCounts::of(&analysis),
        ..simulated(was)
    };
    if smooth.left() > 0 {
        report.lost.push(format!(
            "{} vertices were not smoothed: cloth touches itself exactly there; begin with cloth that is apart",
            smooth.left()
        ));
    }
    report.smooth = Some(smooth);
    report.seconds = begun.elapsed().as_secs_f64();
    let garments = finer.of_files(&smoothed.positions).into_iter().map(|meshes| meshes.concat()).collect();
    Done { report, garments }
}

/// What was known of the frame before it was smoothed, and still holds: how the cloth moved, and what was given up.
fn simulated(line: Option<&Json>) -> FrameReport {
    let Some(line) = line else { return FrameReport::default() };
    let count = |key: &str| line[key].as_u64().unwrap_or(0);
    let number = |key: &str| line[key].as_f64().unwrap_or(0.0);
    let lost = line["lost"].as_array().into_iter().flatten().filter_map(Json::as_str).map(str::to_owned);
    FrameReport {
        pinched: count("pinched") as usize,
        contacts: count("contacts") as usize,
        steps: count("steps") as u32,
        cg_iterations: count("cg_iterations") as u32,
        max_speed: number("max_speed"),
        max_stretch: number("max_stretch"),
        kinetic_energy: number("kinetic_energy"),
        lost: lost.collect(),
        ..FrameReport::default()
    }
}

/// Where each garment's mesh goes, relative to the run: its name, or a number where that is no name for a file.
fn file_names(record: &Record, finer: &Finer) -> Vec<String> {
    let mut known = BTreeSet::new();
    let garments = record.manifest().garments.iter().zip(finer.files()).zip(&record.specs().garment);
    let name = |(index, ((garment, file), spec)): (
        usize,
        ((&GarmentInfo, &cloth_io::Refined), &crate::scene::GarmentSpec),
    )| {
        let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ');
        let is_plain =
            !garment.name.is_empty() && garment.name.chars().all(fits) && garment.name.trim() == garment.name;
        let stem = Some(garment.name.clone()).filter(|name| is_plain && known.insert(name.to_lowercase()));
        let stem = stem.unwrap_or_else(|| format!("garment.{index}"));
        let is_ply = spec.file.as_deref().is_some_and(|file| file.to_lowercase().ends_with(".ply"));
        let extension = file.extension().unwrap_or(if is_ply { "ply" } else { "obj" });
        format!("{}/{stem}.{extension}", Run::GARMENTS)
    };
    garments.enumerate().map(name).collect()
}

fn manifest(record: &Record, folder: &Path, request: Request, finer: &Finer, names: &[String]) -> Manifest {
    let garments = record.manifest().garments.iter().zip(finer.files()).zip(names);
    let info = |((garment, file), name): ((&GarmentInfo, &cloth_io::Refined), &String)| GarmentInfo {
        name: garment.name.clone(),
        vertices: file.pieces().iter().map(|piece| piece.positions.len()).sum(),
        faces: file.pieces().iter().map(|piece| piece.polygons.len()).sum(),
        file: Some(name.clone()),
    };
    Manifest {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command: Command::Smooth,
        folder: Some(way(folder, record.inputs())),
        garments: garments.map(info).collect(),
        frames: request.frames,
        threads: rayon::current_num_threads(),
        finished: false,
        smoothed: Some(SmoothedFrom { run: way(folder, record.folder()), levels: request.levels }),
        ..record.manifest().clone()
    }
}

impl SmoothSummary {
    fn add(&mut self, report: &FrameReport) {
        let Some(smooth) = &report.smooth else { return };
        self.frames += 1;
        self.seconds_per_frame += report.seconds;
        let crossings = [smooth.coarse_crossings, report.crossings];
        for (side, crossings) in crossings.into_iter().enumerate() {
            self.unclean_frames[side] += usize::from(crossings > 0);
            self.most_crossings[side] = self.most_crossings[side].max(crossings);
        }
        self.frames_made_worse +=
            usize::from(smooth.levels.iter().any(|level| level.crossings[1] > level.crossings[0]));
        for level in &smooth.levels {
            self.stopped[0] += level.impulses;
            self.stopped[1] += level.stopped;
        }
        self.left += smooth.left();
    }

    fn finish(mut self, begun: Instant) -> Self {
        self.clean = self.unclean_frames[1] == 0;
        self.seconds = begun.elapsed().as_secs_f64();
        self.seconds_per_frame /= self.frames.max(1) as f64;
        self
    }
}
