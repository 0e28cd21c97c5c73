//! A scene → every frame of it.

use crate::solids::{Solid, Standing};
use driver::{FrameReport, Override, Scene, SceneError, Simulation, SimulationError};
use geometry::assembly::AssemblyError;
use geometry::mesh::MeshError;
use geometry::{Assembly, EdgeId, FaceId, Mesh, Part, Point, VertexId};
use std::path::Path;

/// Why there is no film.
#[derive(Debug, thiserror::Error)]
pub enum FilmError {
    /// The scene is not good.
    #[error("{0}")]
    Scene(#[from] SceneError),
    /// A body or a collider has no pose.
    #[error("{0}")]
    Pose(#[from] SimulationError),
    /// The garments are no mesh.
    #[error("{0}")]
    Cloth(#[from] AssemblyError),
    /// The solids are no mesh.
    #[error("the solids of the scene: {0}")]
    Solids(#[from] MeshError),
}

/// A scene that has been simulated.
#[derive(Debug, Default)]
pub struct Film {
    /// What the scene is called.
    pub name: String,
    /// Frames a second.
    pub fps: f64,
    /// What moves.
    pub cloth: Cloth,
    /// The body and the colliders as one mesh, whose vertices are in every frame.
    pub body: Mesh,
    /// Which of those vertices are whose.
    pub solids: Vec<Solid>,
    /// The frames, in order.
    pub frames: Vec<Frame>,
    /// Why it ended early, if it did.
    pub stopped: Option<String>,
}

/// All garments as one mesh.
#[derive(Debug, Default)]
pub struct Cloth {
    /// The mesh.
    pub mesh: Mesh,
    /// Its positions in the files.
    pub start: Vec<Point>,
    /// The length of every edge at rest, in m.
    pub rest: Vec<f64>,
    /// Which particles are pinned.
    pub pinned: Vec<bool>,
    /// The garment of every face.
    pub garment: Vec<usize>,
}

/// A frame.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What the driver says of it.
    pub report: FrameReport,
    /// Where the cloth's vertices are.
    pub cloth: Vec<Point>,
    /// Where those of the body and of the colliders are.
    pub body: Vec<Point>,
}

/// Simulates a scene with some of its keys replaced; `watch` sees every frame as it comes.
pub fn play(scene: &Path, changes: &[(&str, &str)], watch: &mut dyn FnMut(&Frame)) -> Result<Film, FilmError> {
    let change = |(key, value): &(&str, &str)| Override { key: (*key).to_owned(), value: (*value).to_owned() };
    let changes: Vec<Override> = changes.iter().map(change).collect();
    let name = driver::scene::name_of(scene);
    record(Simulation::new(Scene::read(scene, &changes)?)?, name, watch)
}

/// Plays a simulation to its end.
pub fn record(mut simulation: Simulation, name: String, watch: &mut dyn FnMut(&Frame)) -> Result<Film, FilmError> {
    let assembly = assemble(&simulation)?;
    let standing = Standing::of(&mut simulation)?;
    let mut film = Film {
        name,
        fps: simulation.scene().specs.simulation.fps,
        cloth: Cloth::new(&simulation, &assembly),
        body: standing.mesh()?,
        solids: standing.solids().to_vec(),
        frames: Vec::new(),
        stopped: None,
    };
    let [first, last] = simulation.scene().specs.simulation.frames;
    for number in first..=last {
        if let Err(error) = simulation.advance_to(number) {
            film.stopped = Some(format!("frame {number}: {error}"));
            break;
        }
        let report = simulation.report(number);
        film.frames.push(Frame { report, cloth: welded(&simulation, &assembly), body: Vec::new() });
        film.frames.last().into_iter().for_each(&mut *watch);
    }
    // Only now: asking for solids moves them.
    for frame in &mut film.frames {
        frame.body = standing.at(&mut simulation, frame.report.frame)?;
    }
    Ok(film)
}

fn assemble(simulation: &Simulation) -> Result<Assembly, AssemblyError> {
    let panels = simulation.garments().iter().flat_map(|garment| &garment.panels);
    let parts: Vec<Part> = panels.map(driver::garment::Panel::part).collect();
    Assembly::new(&parts)
}

/// Where the cloth's vertices are, each once.
fn welded(simulation: &Simulation, assembly: &Assembly) -> Vec<Point> {
    let mut positions = assembly.positions().to_vec();
    for (running, place) in simulation.positions().iter().flatten().enumerate() {
        positions[assembly.vertex_of(running as u32).index()] = *place;
    }
    positions
}

impl Cloth {
    fn new(simulation: &Simulation, assembly: &Assembly) -> Self {
        let mesh = assembly.mesh();
        let garments = simulation.garments();
        let panels: Vec<_> = (0..garments.len()).flat_map(|g| garments[g].panels.iter().map(move |p| (g, p))).collect();
        let owner = |face: usize| panels[assembly.piece_of(FaceId::at(face))].0;
        let rest = |edge: usize| {
            let edge = EdgeId::at(edge);
            let face = mesh.edge(edge).owner();
            let piece = assembly.piece_of(face);
            let triangle = mesh.origin(face) - assembly.pieces()[piece].triangles.start;
            let (garment, panel) = panels[piece];
            let flat = garments[garment].pattern(panel, triangle as usize);
            // Edge `k` of a face joins its corners `k` and `k + 1`.
            let k = mesh.face_edges(face).iter().position(|e| *e == edge).unwrap_or(0);
            let (a, b) = (flat[k], flat[(k + 1) % 3]);
            (b[0] - a[0]).hypot(b[1] - a[1])
        };
        Self {
            rest: (0..mesh.edges().len()).map(rest).collect(),
            garment: (0..mesh.faces().len()).map(owner).collect(),
            pinned: pinned(simulation, assembly),
            start: assembly.positions().to_vec(),
            mesh: mesh.clone(),
        }
    }

    /// The faces of one garment, as triangles.
    pub fn triangles(&self, garment: usize) -> Vec<[u32; 3]> {
        let faces = self.mesh.faces().iter().zip(&self.garment);
        faces.filter(|(_, of)| **of == garment).map(|(face, _)| face.map(|v| v.0)).collect()
    }

    /// How many garments there are.
    pub fn garments(&self) -> usize {
        self.garment.iter().max().map_or(0, |last| last + 1)
    }
}

fn pinned(simulation: &Simulation, assembly: &Assembly) -> Vec<bool> {
    let mut pinned = vec![false; assembly.positions().len()];
    let mut first = 0;
    for (garment, spec) in simulation.garments().iter().zip(&simulation.scene().specs.garment) {
        for pin in &spec.pin {
            let group = pin.group.as_deref().and_then(|name| garment.group(name));
            for vertex in group.or(pin.vertices.as_deref()).unwrap_or_default() {
                let vertex: VertexId = assembly.vertex_of(first + vertex);
                pinned[vertex.index()] = true;
            }
        }
        first += garment.vertex_count() as u32;
    }
    pinned
}
