//! What was done, as JSON and for a person.

use super::input::Job;
use super::output::{Written, analyse};
use crate::inspect::summary::count;
use ::untangle::{Overlaps, Pinched, Quality, Repair, Stopped, Tried};
use geometry::{Assembly, VertexId};
use gia::{Analysis, Crossing};
use serde::Serialize;
use std::fmt::Write;

/// As near as this to the thickness counts as the thickness.
const NEARLY: f64 = 0.99;

/// The report. Percentages are of the diagonal of the garments' box, of lengths and of areas.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    pub clean: bool,
    pub iterations: usize,
    pub seconds: f64,
    pub crossings: Change,
    pub paths: Change,
    pub displacement: Displacement,
    pub edge_length_change: Spread,
    pub area_change: Spread,
    pub flipped_faces: usize,
    pub moved_vertices: usize,
    pub vertices: usize,
    /// In the files' unit; at the most the thickness. Absent if nothing had to be parted.
    pub minimum_separation: Option<f64>,
    pub pinched: PinchedReport,
    pub thickness: f64,
    pub levels: Vec<LevelReport>,
    pub stopped: Option<&'static str>,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Change {
    pub before: usize,
    pub after: usize,
}

#[derive(Debug, Serialize)]
pub(super) struct Displacement {
    pub mean: f64,
    pub rms: f64,
    pub max: f64,
    pub mean_percent: f64,
    pub rms_percent: f64,
    pub max_percent: f64,
}

#[derive(Debug, Serialize)]
pub(super) struct Spread {
    pub mean: f64,
    pub p95: f64,
}

/// Cloth where the body passes through itself.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct PinchedReport {
    /// Vertices between two surfaces of the body.
    pub particles: usize,
    /// Those of the crossings after the repair that no cloth there could avoid.
    pub crossings: usize,
}

#[derive(Debug, Serialize)]
pub(super) struct LevelReport {
    pub level: &'static str,
    pub iterations: usize,
    pub crossings: usize,
}

impl Report {
    pub fn new(job: &Job, repaired: &Repair, written: &Written, seconds: f64) -> Self {
        let before = of_cloth(job, &job.assembly, &analyse(&job.assembly));
        let after = of_cloth(job, &written.assembly, &written.analysis);
        let counts: Vec<bool> = job.solid.iter().map(|solid| !solid).collect();
        let pinched = pinched(job, written, repaired.thickness);
        let mesh = job.assembly.mesh();
        let quality = Quality::measure(mesh, job.assembly.positions(), &repaired.positions, job.rest(), &counts);
        Self {
            clean: after.0 == 0,
            iterations: repaired.iterations,
            seconds,
            crossings: Change { before: before.0, after: after.0 },
            paths: Change { before: before.1, after: after.1 },
            displacement: displacement(&quality),
            edge_length_change: spread(quality.edge_length),
            area_change: spread(quality.area),
            flipped_faces: quality.flipped,
            moved_vertices: quality.moved,
            vertices: counts.iter().filter(|counts| **counts).count(),
            minimum_separation: repaired.separation,
            pinched: PinchedReport { particles: pinched.particles, crossings: pinched.crossings },
            thickness: repaired.thickness,
            levels: repaired.levels.iter().map(level).collect(),
            stopped: repaired.stopped.map(|stopped| match stopped {
                Stopped::Stuck => "no level made progress any more",
                Stopped::Iterations => "the iterations were used up; allow more with --max-iterations",
                Stopped::Time => "the time was used up; allow more with --max-seconds",
            }),
        }
    }

    /// Whether crossings are left, but none that could be avoided: the body passes through itself.
    pub fn is_only_pinched(&self) -> bool {
        !self.clean && self.crossings.after == self.pinched.crossings
    }

    /// The verdict in a sentence.
    pub fn verdict(&self) -> String {
        let Change { before, after } = self.crossings;
        if self.is_only_pinched() {
            return format!(
                "Clean but where the body passes through itself: {} with it left there, which no cloth between its surfaces \
                 could avoid.",
                count(after, "crossing")
            );
        }
        match (before, after) {
            (0, 0) if self.moved_vertices > 0 => {
                "Clean: nothing passed through anything; what touched or was inside the body was moved.".to_owned()
            }
            (0, 0) => "Clean already: nothing passes through anything.".to_owned(),
            (_, 0) => {
                format!("Clean: {} along {} undone.", count(before, "crossing"), count(self.paths.before, "path"))
            }
            _ => format!(
                "Not clean: {} of {before} left, along {}.",
                count(after, "crossing"),
                count(self.paths.after, "path")
            ),
        }
    }

    /// The report for a person.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "{}", self.verdict());
        if self.pinched.particles > 0 {
            let _ = writeln!(
                text,
                "The body passes through itself: {} of the cloth {} caught and kept midway between its surfaces; {} excused.",
                count(self.pinched.particles, "vertex"),
                if self.pinched.particles == 1 { "is" } else { "are" },
                count(self.pinched.crossings, "crossing")
            );
        }
        if self.moved_vertices > 0 {
            let _ = writeln!(
                text,
                "{} of {} vertices moved, by {:.3} % of the garment's size in the mean and {:.3} % at the most.",
                self.moved_vertices, self.vertices, self.displacement.mean_percent, self.displacement.max_percent
            );
            let _ = writeln!(
                text,
                "Edges changed by {:.2} % in the mean, 95 in 100 by less than {:.2} %; {} flipped.",
                self.edge_length_change.mean,
                self.edge_length_change.p95,
                count(self.flipped_faces, "face")
            );
        }
        if let Some(separation) = self.minimum_separation {
            let all =
                if separation < NEARLY * self.thickness { "; the thickness is not reached everywhere" } else { "" };
            let _ = writeln!(text, "At least {separation:.3e} apart, of a thickness of {:.3e}{all}.", self.thickness);
        }
        for LevelReport { level, iterations, crossings } in &self.levels {
            let _ = writeln!(text, "  {level}: {} to {}", count(*iterations, "step"), count(*crossings, "crossing"));
        }
        if let Some(stopped) = self.stopped {
            let _ = writeln!(text, "Stopped: {stopped}.");
        }
        let _ = writeln!(text, "{} in {:.2} s", count(self.iterations, "iteration"), self.seconds);
        text
    }
}

/// The first vertex of the body: it is the last part, and its vertices the last of the mesh.
fn first_of_body(job: &Job, assembly: &Assembly) -> u32 {
    if job.body.is_some() { assembly.pieces().last().map_or(0, |piece| piece.vertices.start) } else { u32::MAX }
}

/// What is pinched in what was written.
fn pinched(job: &Job, written: &Written, thickness: f64) -> Pinched {
    let (assembly, body) = (&written.assembly, first_of_body(job, &written.assembly));
    let (mesh, positions) = (assembly.mesh(), assembly.positions());
    let solid: Vec<bool> = (0..positions.len()).map(|v| v as u32 >= body).collect();
    let overlaps = Overlaps::new(mesh, positions, &solid, thickness);
    overlaps.map_or_else(Pinched::default, |o| o.pinched(mesh, positions, &solid, &written.analysis))
}

/// Crossings and paths that involve cloth, not the body alone.
fn of_cloth(job: &Job, assembly: &Assembly, analysis: &Analysis) -> (usize, usize) {
    let cloth = first_of_body(job, assembly);
    let mesh = assembly.mesh();
    let is_cloth = |v: VertexId| v.0 < cloth;
    let involves = |c: &Crossing| is_cloth(mesh.edge(c.edge).vertices[0]) || is_cloth(mesh.face(c.face)[0]);
    let first = |path: &gia::Path| analysis.crossings()[analysis.steps(path)[0].crossing as usize];
    let crossings = analysis.crossings().iter().filter(|c| involves(c)).count();
    (crossings, analysis.paths().iter().filter(|path| involves(&first(path))).count())
}

fn displacement(quality: &Quality) -> Displacement {
    let percent = |length: f64| if quality.diagonal > 0.0 { 100.0 * length / quality.diagonal } else { 0.0 };
    Displacement {
        mean: quality.mean,
        rms: quality.rms,
        max: quality.max,
        mean_percent: percent(quality.mean),
        rms_percent: percent(quality.rms),
        max_percent: percent(quality.max),
    }
}

fn spread([mean, p95]: [f64; 2]) -> Spread {
    Spread { mean: 100.0 * mean, p95: 100.0 * p95 }
}

fn level(tried: &Tried) -> LevelReport {
    LevelReport { level: tried.level.name(), iterations: tried.iterations, crossings: tried.crossings }
}
