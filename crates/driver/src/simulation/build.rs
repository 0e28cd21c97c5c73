//! A scene → a simulation at its beginning.

use super::Simulation;
use super::tally::Tally;
use crate::boxes::Preview;
use crate::clock::Clock;
use crate::figure::Figure;
use crate::frame::RestLengths;
use crate::garment::{Garment, Panel, order};
use crate::grain;
use crate::layers::Layers;
use crate::pins::Pins;
use crate::robust::StaysClean;
use crate::scene::{RestSpec, Scene, SceneError};
use crate::solids::Solids;
use crate::stage::Timers;
use dynamics::{Cloth, Material, Rest, State, Stepper, World};
use geometry::assembly::{AssemblyError, Fault};
use geometry::mesh::MeshError;
use geometry::{Assembly, FaceId, Part, Point, Vector};
use response::Response;
use std::time::Instant;

/// A pattern of every face: u and v of its corners, in m.
type Patterns = Vec<[[f64; 2]; 3]>;

impl Simulation {
    /// Reads everything that a scene names.
    pub fn new(mut scene: Scene) -> Result<Self, SceneError> {
        let begun = Instant::now();
        scene.specs.simulation.mutation.apply(&mut scene.specs);
        let clock = Clock::new(&scene.specs.simulation, scene.specs.body.is_some());
        let garments: Vec<Garment> =
            (0..scene.specs.garment.len()).map(|index| Garment::read(&scene, index)).collect::<Result<_, _>>()?;
        for (index, garment) in garments.iter().enumerate() {
            if let Some(scale) = garment.uv_scale {
                scene.resolved["garment"][index]["uv_scale"] = scale.into();
            }
        }
        let assembly = assemble(&scene, &garments)?;
        let figure = Figure::open(&scene, &clock)?;
        let pins = Pins::new(&scene, &garments, &assembly, figure.as_ref().map(Figure::body))?;
        let patterns = patterns(&garments, &assembly);
        let cloth = make_cloth(&scene, &garments, &assembly, &patterns, figure.as_ref())?;
        let solids = Solids::new(&scene, &clock, figure.as_ref(), &garments, (&assembly, &cloth))?;
        let stepper = Stepper::new(&cloth, scene.specs.simulation.settings());
        let gravity = scene.specs.simulation.gravity();
        let world = World { gravity, wind: Vector::from(scene.specs.wind.velocity), ..World::default() };
        let order = order::of(&scene, &garments, &assembly, figure.as_ref().map(Figure::body));
        let layers = Layers::new(&scene, &assembly, &cloth, order);
        let rest = rest_lengths(&patterns);
        let stays_clean = scene.specs.simulation.stays_clean();
        let robust = stays_clean.then(|| StaysClean::new(&scene, &assembly, &cloth, &rest, &solids)).flatten();
        let preview = scene.specs.simulation.previews().then(|| Preview::new(&assembly, &cloth));
        let positions = assembly.positions().to_vec();
        let notes = notes(&scene, &garments, &assembly, &cloth, figure.as_ref());
        Ok(Self {
            state: State { velocities: velocities(&scene, &garments, &assembly), ..State::at_rest(positions) },
            rest,
            robust,
            preview,
            defects: Vec::new(),
            step: clock.first_step(),
            timers: Timers::default(),
            tally: Tally::default(),
            response: Response::default(),
            layers,
            scene,
            garments,
            assembly,
            figure,
            pins,
            solids,
            cloth,
            stepper,
            world,
            clock,
            begun,
            notes,
        })
    }
}

/// All panels with their garments' numbers, in the order of the assembly's pieces.
fn panels(garments: &[Garment]) -> Vec<(usize, &Panel)> {
    garments
        .iter()
        .enumerate()
        .flat_map(|(index, garment)| garment.panels.iter().map(move |panel| (index, panel)))
        .collect()
}

fn assemble(scene: &Scene, garments: &[Garment]) -> Result<Assembly, SceneError> {
    let panels = panels(garments);
    let parts: Vec<Part> = panels.iter().map(|(_, panel)| panel.part()).collect();
    Assembly::new(&parts).map_err(|AssemblyError { part, fault }| {
        let (garment, panel) = panels[part];
        let remedy = match fault {
            Fault::Mesh(MeshError::NonManifold(_)) => "cloth has two sides everywhere: remove the extra faces",
            _ => "export the mesh again",
        };
        let place = format!("garment.{garment}");
        scene.error(scene.problem(&place, format!("mesh {:?}: {fault}", panel.piece.name), remedy))
    })
}

/// How fast every particle is at the start: as its garment. There is no step before the first, so that is taken by backward Euler, and
/// pins dictate in it what they hold.
fn velocities(scene: &Scene, garments: &[Garment], assembly: &Assembly) -> Vec<Vector> {
    let mut velocities = vec![Vector::zeros(); assembly.positions().len()];
    for (piece, (garment, _)) in assembly.pieces().iter().zip(panels(garments)) {
        let own = Vector::from(scene.specs.garment[garment].velocity);
        piece.running.clone().for_each(|running| velocities[assembly.vertex_of(running).index()] = own);
    }
    velocities
}

/// The flat rest shape of every face.
fn patterns(garments: &[Garment], assembly: &Assembly) -> Patterns {
    let panels = panels(garments);
    let pattern = |face: usize| {
        let face = FaceId::at(face);
        let piece = assembly.piece_of(face);
        let triangle = assembly.mesh().origin(face) - assembly.pieces()[piece].triangles.start;
        let (garment, panel) = panels[piece];
        garments[garment].pattern(panel, triangle as usize)
    };
    (0..assembly.mesh().faces().len()).map(pattern).collect()
}

fn rest_lengths(patterns: &Patterns) -> RestLengths {
    let length = |a: [f64; 2], b: [f64; 2]| (b[0] - a[0]).hypot(b[1] - a[1]);
    let lengths = patterns.iter().map(|[a, b, c]| [length(*a, *b), length(*b, *c), length(*c, *a)]);
    RestLengths(lengths.collect())
}

fn make_cloth(
    scene: &Scene,
    garments: &[Garment],
    assembly: &Assembly,
    patterns: &Patterns,
    figure: Option<&Figure>,
) -> Result<Cloth, SceneError> {
    let panels = panels(garments);
    let materials: Vec<Material> = scene.specs.garment.iter().map(|garment| garment.material.clone()).collect();
    let material_of = |face: FaceId| panels[assembly.piece_of(face)].0;
    let shape = rest_shape(garments, assembly);
    let warp = figure.map(|figure| grain::along_limbs(figure.body(), assembly, &shape)).unwrap_or_default();
    let rest = if some_uv(scene) {
        Rest::Pattern { corners: patterns, shape: &shape }
    } else {
        Rest::Surface { shape: &shape, warp: &warp }
    };
    Cloth::new(assembly.mesh(), rest, &materials, material_of).map_err(|error| {
        let text = error.to_string();
        let (fault, remedy) = text.rsplit_once(';').unwrap_or((&text, "give a mesh with faces that have area"));
        scene.error(scene.problem("garment", fault, remedy.trim()))
    })
}

/// Where the particles are without tension: where they start, unless a garment names another mesh for it.
fn rest_shape(garments: &[Garment], assembly: &Assembly) -> Vec<Point> {
    let mut shape = assembly.positions().to_vec();
    let places = panels(garments).into_iter().flat_map(|(_, panel)| panel.rest());
    for (running, place) in places.enumerate() {
        shape[assembly.vertex_of(running as u32).index()] = *place;
    }
    shape
}

fn some_uv(scene: &Scene) -> bool {
    scene.specs.garment.iter().any(|garment| garment.rest == RestSpec::Uv)
}

fn notes(
    scene: &Scene,
    garments: &[Garment],
    assembly: &Assembly,
    cloth: &Cloth,
    figure: Option<&Figure>,
) -> Vec<String> {
    let mut notes = Vec::new();
    if some_uv(scene) {
        let curved = scene.specs.garment.iter().filter(|garment| garment.rest == RestSpec::Mesh);
        notes.extend(curved.map(|garment| {
            format!(
                "garment {:?}: its curvature is not part of its rest shape while another garment rests by uv",
                garment.name
            )
        }));
    }
    let panels = panels(garments);
    for (piece, (garment, panel)) in assembly.pieces().iter().zip(&panels) {
        if let Some(error) = &piece.unwelded {
            let (garment, mesh) = (&garments[*garment].name, &panel.piece.name);
            notes.push(format!("garment {garment:?}: mesh {mesh:?}: its seams stay open: {error}"));
        }
    }
    if !cloth.flat_faces().is_empty() {
        notes.push(format!("{} faces have no area at rest and carry no energy", cloth.flat_faces().len()));
    }
    let aside = assembly.mesh().set_aside();
    if !aside.degenerate.is_empty() || !aside.duplicate.is_empty() {
        let (degenerate, duplicate) = (aside.degenerate.len(), aside.duplicate.len());
        notes.push(format!("{degenerate} triangles name a vertex twice and {duplicate} repeat another: left out"));
    }
    notes.extend(figure.iter().flat_map(|figure| figure.body().notes()).map(|note| format!("body: {note}")));
    notes
}
