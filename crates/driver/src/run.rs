//! A run: a folder that fills with frames, and from which a killed simulation goes on to the same bytes.
//!
//! | file | holds |
//! |---|---|
//! | `manifest.json` | the scene with all defaults, hashes of the inputs, the frame range, whether it is finished |
//! | `frames/NNNNNN.pos` | the garments' vertices of a frame ([`positions`]) |
//! | `frames.jsonl` | a report per frame ([`crate::frame`]) |
//! | `defects/NNNNNN-K.*.ply` | steps that robust mode should have made clean and did not: a defect of this program, to be reproduced |
//! | `garments/NAME.*` | the meshes of a smoothed run; others use the scene's |
//! | `checkpoint/state.bin` | the state after the last whole frame, bit for bit ([`checkpoint`]) |
//!
//! [`Record`] reads a run back: for whoever exports, shows or measures it.
//!
//! For every frame, in this order: its positions, its line, the checkpoint. Whatever is killed in between is done again:
//! a resumed run starts from the checkpoint, cuts lines that are later, and replaces later frames with the same bytes.

mod bytes;
pub mod checkpoint;
mod folder;
pub mod manifest;
pub mod positions;
mod record;
mod summary;

pub use dynamics::DrapeReport;
pub use folder::{Run, Start};
pub use manifest::Manifest;
pub use record::{Character, Record};
pub use summary::Summary;

use crate::frame::FrameReport;
use crate::simulation::{Simulation, SimulationError};
use cloth_io::WriteError;
use manifest::Command;
use std::path::{Path, PathBuf};

/// Why there is no run, or no more of it.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Something about a file or folder is not as it must be.
    #[error("{}: {fault}; {remedy}", .path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What is wrong with it.
        fault: String,
        /// What the user can do.
        remedy: String,
    },
    /// The run was begun with something else.
    #[error("{}: this run was begun differently: {}; begin anew with --overwrite, or undo the change", .path.display(), .changes.join("; "))]
    Changed {
        /// The run.
        path: PathBuf,
        /// What is different.
        changes: Vec<String>,
    },
    /// The simulation cannot go on.
    #[error("frame {frame}: {error}; the frames before it are in {}", .path.display())]
    Stopped {
        /// The frame that could not be reached.
        frame: u32,
        /// Why.
        error: SimulationError,
        /// The run.
        path: PathBuf,
    },
}

/// How a run goes, for whoever watches.
pub enum Progress<'r> {
    /// It begins, or goes on, at this frame; so many are to come.
    Begin {
        /// The next frame.
        frame: u32,
        /// Frames to come, this one included.
        left: u32,
    },
    /// The body goes from its bind pose to the first frame, for so many seconds of the scene; nothing is written.
    LeadIn(f64),
    /// A frame was written.
    Frame(&'r FrameReport),
}

/// Simulates a scene into a folder.
pub fn simulate(
    simulation: &mut Simulation,
    folder: &Path,
    start: Start,
    watch: &mut dyn FnMut(Progress),
) -> Result<Summary, RunError> {
    let manifest = Manifest::new(simulation, folder, Command::Simulate)?;
    let [first, last] = manifest.frames;
    let mut run = Run::open(folder, manifest, start)?;
    let next = match run.checkpoint(simulation)? {
        Some(checkpoint) => {
            let next = checkpoint.frame + 1;
            simulation.restore(checkpoint);
            next
        }
        None => first,
    };
    watch(Progress::Begin { frame: next, left: (last + 1).saturating_sub(next) });
    if next == first && simulation.clock.lead_in() > 0.0 {
        watch(Progress::LeadIn(simulation.clock.lead_in()));
    }
    for frame in next..=last {
        let stopped = |error| RunError::Stopped { frame, error, path: folder.to_owned() };
        simulation.advance_to(frame).map_err(stopped)?;
        let report = simulation.report(frame);
        watch(Progress::Frame(&run.record(simulation, report)?));
    }
    run.finish()
}

/// Drapes a scene into a folder: one frame.
pub fn drape(
    simulation: &mut Simulation,
    folder: &Path,
    start: Start,
    watch: &mut dyn FnMut(&DrapeReport),
) -> Result<(DrapeReport, Summary), RunError> {
    let manifest = Manifest::new(simulation, folder, Command::Drape)?;
    let frame = manifest.frames[0];
    let mut run = Run::open(folder, manifest, start)?;
    let stopped = |error| RunError::Stopped { frame, error, path: folder.to_owned() };
    simulation.advance_to(frame).map_err(stopped)?;
    let draped = simulation.drape(watch).map_err(stopped)?;
    let report = simulation.report(frame);
    run.record(simulation, report)?;
    Ok((draped, run.finish()?))
}
