//! A scene as something that moves: all garments as one cloth, the body, the pins, and the state between steps.
//!
//! 1. Garments are read, checked and put into one assembly: welded on the way in, in the files' own order on the way out.
//! 2. Rest shapes and materials make them one [`Cloth`].
//! 3. [`Simulation::advance_to`] takes steps up to a frame; [`Simulation::report`] checks it exactly and says how it went.
//!
//! Not here: files of a run (see [`crate::run`]).

mod build;
mod tally;

use crate::boxes::Preview;
use crate::clock::Clock;
use crate::figure::Figure;
use crate::frame::{self, FrameReport, PathCounts, RestLengths};
use crate::garment::Garment;
use crate::layers::Layers;
use crate::pins::Pins;
use crate::robust::{Defect, StaysClean};
use crate::scene::Scene;
use crate::solids::Solids;
use crate::stage::{Stage, Timers};
use body::BodyError;
use dynamics::{Cloth, DrapeReport, DrapeSettings, State, StepError, Stepper, World};
use geometry::predicates::LARGEST;
use geometry::shapes::Shape;
use geometry::{Assembly, Point};
use response::Response;
use std::time::Instant;
use tally::Tally;

/// A scene that moves.
#[derive(Debug)]
pub struct Simulation {
    pub(crate) scene: Scene,
    pub(crate) garments: Vec<Garment>,
    pub(crate) assembly: Assembly,
    pub(crate) figure: Option<Figure>,
    pub(crate) pins: Pins,
    pub(crate) solids: Solids,
    pub(crate) layers: Layers,
    /// Makes steps clean; none in the mode that does not.
    pub(crate) robust: Option<StaysClean>,
    /// Keeps layers apart by boxes; none in the other modes.
    pub(crate) preview: Option<Preview>,
    pub(crate) response: Response,
    pub(crate) cloth: Cloth,
    pub(crate) stepper: Stepper,
    pub(crate) world: World,
    pub(crate) clock: Clock,
    pub(crate) state: State,
    /// Steps taken, counted from the first frame.
    pub(crate) step: i64,
    pub(crate) timers: Timers,
    /// What the steps since the last report did together.
    pub(crate) tally: Tally,
    rest: RestLengths,
    /// Steps that should have been clean and are not, until they are written.
    defects: Vec<Defect>,
    begun: Instant,
    notes: Vec<String>,
}

/// Why a simulation cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum SimulationError {
    /// The body has no pose.
    #[error("body: {0}")]
    Body(#[from] BodyError),
    /// The cloth has no next state.
    #[error("{0}; use more steps per frame, or softer materials")]
    Step(#[from] StepError),
    /// A particle left everything behind.
    #[error("garment {garment:?}: vertex {vertex} is at {place:?}, too far out to go on; use more steps per frame")]
    Escaped {
        /// Whose vertex.
        garment: String,
        /// Which, in the file's order.
        vertex: usize,
        /// Where it is.
        place: [f64; 3],
    },
}

impl Simulation {
    /// Steps until a frame is reached.
    pub fn advance_to(&mut self, frame: u32) -> Result<(), SimulationError> {
        let last = self.clock.step_of(frame);
        // On a thread of the pool: from outside, each of the thousands of small parallel loops of a step would have to wake it.
        rayon::scope(|_| {
            while self.step < last {
                self.round(last)?;
            }
            self.check_places()
        })
    }

    /// Whether what has passed through is drawn back now: from the frame on that the scene names.
    fn untangles(&self) -> bool {
        let spec = &self.scene.specs.simulation;
        let begun = spec.untangle_from <= spec.frames[0] || self.step >= self.clock.step_of(spec.untangle_from);
        spec.untangles() && begun
    }

    /// Tells the stages of a step whether they draw back what has passed through.
    pub(crate) fn begin_untangling(&mut self) {
        let untangles = self.untangles();
        self.layers.untangle(untangles);
        if let Some(robust) = &mut self.robust {
            robust.hand_over(untangles);
        }
    }

    /// Goes on to the rest state from here; `watch` sees the progress.
    pub fn drape(&mut self, watch: &mut dyn FnMut(&DrapeReport)) -> Result<DrapeReport, SimulationError> {
        let (since, time) = (self.clock.since_first(self.step), self.clock.time(self.step));
        let Self { figure, pins, cloth, state, world, timers, .. } = self;
        let body = figure.as_mut().map(|figure| figure.positions(since)).transpose()?;
        pins.place(body, time, &mut state.positions);
        let still = pins.still();
        let settings = DrapeSettings::default();
        let report = timers.measure(Stage::Solve, || dynamics::drape(cloth, state, world, &still, &settings, watch));
        self.layers.forget();
        self.tally.steps.iterations += report.solver_iterations;
        self.check_places().map(|()| report)
    }

    /// The frame as it is now: checked exactly, with what happened since the last report.
    pub fn report(&mut self, frame: u32) -> FrameReport {
        let untangles = self.untangles();
        let (mesh, positions) = (self.assembly.mesh(), &self.state.positions);
        let (layers, assembly) = (&mut self.layers, &self.assembly);
        let analysis = self.timers.measure(Stage::Check, || layers.analysis(assembly, positions));
        let mut tally = std::mem::take(&mut self.tally);
        self.defects.append(&mut tally.defects);
        let notes = std::mem::take(&mut self.notes);
        let report = FrameReport {
            frame,
            time: self.clock.time(self.step),
            seconds: self.begun.elapsed().as_secs_f64(),
            stages: std::mem::take(&mut self.timers),
            crossings: analysis.crossings().len(),
            paths: PathCounts::of(analysis),
            pinched: tally.pinched,
            contacts: tally.contacts,
            steps: tally.steps.substeps,
            cg_iterations: tally.steps.iterations,
            max_speed: frame::max_speed(&self.state.velocities),
            max_stretch: self.rest.max_stretch(mesh, positions),
            kinetic_energy: frame::kinetic_energy(self.cloth.masses(), &self.state.velocities),
            robust: self.robust.as_ref().map(|_| tally.kept.clone()),
            boxes: self.preview.as_ref().map(|_| tally.boxes),
            smooth: None,
            lost: notes.into_iter().chain(tally.lost(self.solids.depth(), untangles)).collect(),
        };
        self.begun = Instant::now();
        report
    }

    /// Every garment's vertices where they are now, in the order of its file.
    pub fn positions(&self) -> Vec<Vec<Point>> {
        let mut running = 0..;
        let place = |running: u32| self.state.positions[self.assembly.vertex_of(running).index()];
        self.garments.iter().map(|garment| running.by_ref().take(garment.vertex_count()).map(place).collect()).collect()
    }

    /// The scene.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The garments, in the scene's order.
    pub fn garments(&self) -> &[Garment] {
        &self.garments
    }

    /// The body's triangles, if there is a body.
    pub fn body_triangles(&self) -> Option<Vec<[u32; 3]>> {
        let faces = |figure: &Figure| {
            figure.body().assembly().mesh().faces().iter().map(|face| face.map(|vertex| vertex.0)).collect()
        };
        self.figure.as_ref().map(faces)
    }

    /// The body's vertices at a frame, if there is a body.
    pub fn body_positions(&mut self, frame: u32) -> Result<Option<Vec<Point>>, SimulationError> {
        let since = self.clock.since_first(self.clock.step_of(frame));
        Ok(self.figure.as_mut().map(|figure| figure.positions(since).map(<[Point]>::to_vec)).transpose()?)
    }

    /// The colliders at a frame, planes left out: to be drawn.
    pub fn collider_outlines(&mut self, frame: u32) -> Result<Vec<Shape>, SimulationError> {
        self.solids.advance(None, &self.clock, self.clock.step_of(frame))?;
        Ok(self.solids.outlines())
    }

    /// The mass of everything, in kg.
    pub fn mass(&self) -> f64 {
        self.cloth.masses().iter().sum()
    }

    /// How many particles are held by pins.
    pub fn pinned(&self) -> usize {
        self.pins.len()
    }

    /// What the scene asks for and is not done, and what was odd about its files: said once.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Steps that should have been clean and are not: what there is to be written of them.
    pub(crate) fn take_defects(&mut self) -> Vec<Defect> {
        std::mem::take(&mut self.defects)
    }

    pub(crate) fn forget_notes(&mut self) {
        self.notes.clear();
    }

    /// Whether exact geometry can work with every position.
    fn check_places(&self) -> Result<(), SimulationError> {
        let is_near = |place: &Point| place.iter().all(|x| x.abs() <= LARGEST);
        if self.state.positions.iter().all(is_near) {
            return Ok(());
        }
        let all = self.garments.iter().zip(self.positions());
        let lost = all.into_iter().find_map(|(garment, positions)| {
            let vertex = positions.iter().position(|place| !is_near(place))?;
            let place = positions[vertex].coords.into();
            Some(SimulationError::Escaped { garment: garment.name.clone(), vertex, place })
        });
        lost.map_or(Ok(()), Err)
    }
}
