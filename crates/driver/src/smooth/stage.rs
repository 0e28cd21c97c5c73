//! A run's scene, brought back: what the cloth is, and where its body and colliders are at any frame.

use super::finer::Finer;
use crate::garment::Garment;
use crate::layers;
use crate::run::{Record, RunError};
use crate::scene::GarmentSpec;
use crate::simulation::{Simulation, SimulationError};
use crate::solids::Skin;
use cloth_io::Refined;
use contact::When;
use geometry::Point;
use std::path::Path;

/// A run's scene, ready to be smoothed.
pub(super) struct Stage {
    simulation: Simulation,
    skin: Skin,
    /// The thickness of the cloth at each of its vertices, in m.
    pub thickness: Vec<f64>,
}

/// A frame of the run: everything that smoothing needs.
pub(super) struct Frame {
    pub number: u32,
    /// The cloth's vertices.
    pub cloth: Vec<Point>,
    /// The solids' vertices.
    pub solids: Vec<Point>,
}

impl Stage {
    /// Reads again what a run was made of.
    pub fn new(record: &Record) -> Result<Self, RunError> {
        let simulation = record.simulation()?;
        let thickness = layers::thickness(&simulation.assembly, &simulation.cloth);
        Ok(Self { skin: Skin::new(&simulation.solids), simulation, thickness })
    }

    /// The cloth, cut so many times, with the files that hold it.
    pub fn finer(&self, record: &Record, levels: usize) -> Result<Finer, RunError> {
        let Simulation { assembly, garments, scene, .. } = &self.simulation;
        let panels = garments.iter().flat_map(|garment| &garment.panels);
        let triangles: Vec<Vec<[u32; 3]>> = panels.map(|panel| panel.triangles.clone()).collect();
        let body = scene.specs.body.as_ref().map(|body| body.file.as_str());
        let files = garments.iter().zip(&scene.specs.garment);
        let files: Vec<Refined> =
            files.map(|(garment, spec)| refine(garment, spec, &scene.folder, body)).collect::<Result<_, _>>()?;
        let solids = (self.skin.friction.len(), &self.skin.triangles[..]);
        Finer::new(assembly, &triangles, files, solids, levels).map_err(|error| record.problem(&error))
    }

    /// A frame of the run.
    pub fn frame(&mut self, record: &Record, frame: u32) -> Result<Frame, RunError> {
        let stopped = |error: body::BodyError| RunError::Stopped {
            frame,
            error: SimulationError::Body(error),
            path: record.folder().to_owned(),
        };
        let garments = record.positions(frame)?;
        let Simulation { assembly, figure, solids, clock, .. } = &mut self.simulation;
        let mut cloth = assembly.positions().to_vec();
        for (running, place) in garments.into_iter().flatten().enumerate() {
            cloth[assembly.vertex_of(running as u32).index()] = place;
        }
        let step = clock.step_of(frame);
        let (from, to) = (clock.since_first(step), clock.since_first(step + 1));
        let motion = figure.as_mut().map(|figure| figure.motion(from, to)).transpose().map_err(stopped)?;
        solids.advance(motion, clock, step).map_err(stopped)?;
        let mut places = Vec::new();
        self.skin.append(solids, When::T0, &mut places);
        Ok(Frame { number: frame, cloth, solids: places })
    }

    /// How often the cloth of a frame passes through itself.
    pub fn crossings(&self, cloth: &[Point]) -> usize {
        super::finer::analyse(self.simulation.assembly.mesh(), cloth).crossings().len()
    }
}

/// The file of a garment, or the mesh that was made from nothing, cut once.
fn refine(garment: &Garment, spec: &GarmentSpec, folder: &Path, body: Option<&str>) -> Result<Refined, RunError> {
    if spec.shape.is_some() {
        let pieces: Vec<_> = garment.panels.iter().map(|panel| panel.piece.clone()).collect();
        return Ok(Refined::of_pieces(&pieces));
    }
    let path = folder.join(spec.file.as_deref().or(body).unwrap_or_default());
    let wrong = |problem: cloth_io::Problem| RunError::File {
        path: path.clone(),
        fault: format!("{}: {}", problem.element, problem.fault),
        remedy: problem.remedy,
    };
    let document = cloth_io::read(&path).map_err(|error| wrong(error.problem))?;
    Refined::of_document(&document, spec.node.as_deref()).map_err(wrong)
}
