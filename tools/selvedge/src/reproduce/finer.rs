//! The last frame of a film, subdivided (BFA02 §8): finer, and no more tangled than before.

use anyhow::Result;
use driver::smooth::Finer;
use geometry::{Assembly, Part};
use measure::Film;

/// The thickness of the cloth that is subdivided, in metres: that of the presets of fabrics, roughly.
const THICKNESS: f64 = 3e-4;

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Finest {
    /// Vertices before and after.
    pub vertices: [usize; 2],
    /// Crossings of the cloth with itself, before and after.
    pub crossings: [usize; 2],
    /// Collisions that were stopped.
    pub stopped: usize,
}

/// Subdivides the last frame so many times.
pub(super) fn last_frame(film: &Film, levels: usize) -> Result<Finest> {
    let triangles: Vec<[u32; 3]> = film.cloth.mesh.faces().iter().map(|face| face.map(|v| v.0)).collect();
    let solids: Vec<[u32; 3]> = film.body.faces().iter().map(|face| face.map(|v| v.0)).collect();
    let (cloth, body) =
        film.frames.last().map(|frame| (frame.cloth.as_slice(), frame.body.as_slice())).unwrap_or_default();
    let assembly = Assembly::new(&[Part { positions: &film.cloth.start, triangles: &triangles }])?;
    let finer = Finer::new(&assembly, &[triangles], Vec::new(), (body.len(), &solids), levels)?;
    let smoothed = finer.smooth(cloth, &vec![THICKNESS; cloth.len()], body);
    let before = film.frames.last().map_or(0, |frame| frame.report.crossings);
    Ok(Finest {
        vertices: [cloth.len(), smoothed.positions.len()],
        crossings: [before, finer.analyse(&smoothed.positions).crossings().len()],
        stopped: smoothed.levels.iter().map(|level| level.impulses + level.stopped).sum(),
    })
}
