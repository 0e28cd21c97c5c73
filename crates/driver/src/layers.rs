//! The cloth against itself: where it passes through itself, which layers are near, and what is to become of them.
//!
//! 1. Global Intersection Analysis of the cloth as it is: kept until the cloth moves, so that a frame's check is also the first
//!    step's analysis.
//! 2. Points, faces and edges that are near, and the verdict on each: parted, or left alone.
//! 3. What has passed through is drawn back: by the order of garments where the scene tells it; else the sides of a path through each
//!    other, as far as they can be told apart, and every path where that makes it shorter.
//!
//! Layers rest at a distance from each other: the thickness of their cloth and a part of the length of the edges there. Coarse
//! triangles cannot follow each other as closely as threads do; finer ones come closer.
//!
//! Not here: solids.

use crate::scene::Scene;
use contact::{ClothSearch, cloth::ClothReach};
use dynamics::{Cloth, Material, State, World};
use geometry::bvh::{BoxTree, Hierarchy};
use geometry::{Assembly, FaceId, Point, Vector, VertexId};
use gia::{Analyser, Analysis};
use response::order::{self, Stray};
use response::verdict::around;
use response::{Attraction, Contours, Friction, Meeting, Order, Strain, Verdicts};

/// The cloth, ready to be searched against itself.
#[derive(Debug)]
pub struct Layers {
    search: ClothSearch,
    tree: BoxTree,
    analyser: Analyser,
    /// The analysis of the cloth where it is now, if it is known.
    known: Option<Analysis>,
    /// How far layers rest from each other at each particle, in m.
    thickness: Vec<f64>,
    /// How far its threads are stretched.
    strain: Strain,
    /// Which garments are further out.
    order: Order,
    /// Who is on the wrong side of another garment at the start of this step, ascending.
    strays: Vec<Stray>,
    /// The mean length of edges, in m.
    edge: f64,
    friction: Friction,
    /// Whether the analysis has a say.
    untangles: bool,
    /// Whether near layers are parted in the solve; in previews boxes do that afterwards.
    parts: bool,
}

/// The part of the length of edges that layers stay apart, beside their thickness.
const EDGE_PART: f64 = 0.1;
/// The farthest that a search looks ahead, as part of the length of edges. What moves faster than that, relative to the
/// rest, may pass through; then it is drawn back.
const LOOK_AHEAD: f64 = 0.5;

/// How many edges around pinched cloth its tangles are left alone. Between surfaces that nearly pinch there is no room to undo them
/// either, and cloth that tries shows as flutter.
const QUIET: usize = 3;

impl Layers {
    /// For all garments of a scene.
    pub fn new(scene: &Scene, assembly: &Assembly, cloth: &Cloth, order: Order) -> Self {
        let (mesh, rest) = (assembly.mesh(), assembly.positions());
        let bounds = |face| assembly.face_bounds(FaceId(face), rest);
        let lengths = edge_lengths(assembly, cloth);
        let thickness = thickness(assembly, cloth);
        let friction = scene.specs.simulation.cloth_friction;
        Self {
            search: ClothSearch::new(mesh, rest),
            tree: BoxTree::build(mesh.faces().len(), bounds),
            analyser: Analyser::broken(scene.specs.simulation.mutation.fill()),
            known: None,
            strain: Strain::default(),
            order,
            strays: Vec::new(),
            edge: lengths.iter().sum::<f64>() / lengths.len().max(1) as f64,
            thickness: thickness.iter().zip(lengths).map(|(own, edge)| own + EDGE_PART * edge).collect(),
            friction: Friction { sticking: friction, sliding: friction },
            untangles: scene.specs.simulation.untangles(),
            parts: !scene.specs.simulation.previews(),
        }
    }

    /// Whether the analysis has a say from now on.
    pub fn untangle(&mut self, untangles: bool) {
        self.untangles = untangles;
    }

    /// The cloth has moved.
    pub fn forget(&mut self) {
        self.known = None;
        self.strays.clear();
    }

    /// Where the cloth passes through itself.
    pub fn analysis(&mut self, assembly: &Assembly, positions: &[Point]) -> &Analysis {
        let Self { tree, analyser, known, .. } = self;
        known.get_or_insert_with(|| {
            tree.refit(|face| assembly.face_bounds(FaceId(face), positions));
            analyser.analyse(assembly.mesh(), positions, tree)
        })
    }

    /// What is near, and to be parted, in a step of so many seconds, while some particles are pinched.
    pub fn parted(&mut self, assembly: &Assembly, state: &State, pinched: &[VertexId], step: f64) -> Vec<Meeting> {
        if !self.parts {
            return Vec::new();
        }
        let mesh = assembly.mesh();
        let reach = ClothReach { margin: self.margin(state, step), ..ClothReach::default() };
        let found = self.search.find(mesh, &state.positions, &self.thickness, &reach);
        if self.untangles {
            self.analysis(assembly, &state.positions);
        }
        let Self { known, friction, order, strays, untangles, .. } = self;
        let verdicts = Verdicts::new(mesh, known.as_ref().filter(|_| *untangles)).in_order(order, strays);
        verdicts.pinched(!pinched.is_empty()).meetings(&found.contacts, state, *friction, step)
    }

    /// What has passed through, and is to be drawn back; `out` says which way is out of the body.
    pub fn drawn(
        &mut self,
        (assembly, cloth): (&Assembly, &Cloth),
        state: &State,
        pinched: &[VertexId],
        out: impl Fn(&Point) -> Option<Vector>,
        world: &mut World,
    ) -> Vec<Meeting> {
        world.slack.clear();
        if !self.untangles || self.analysis(assembly, &state.positions).is_clean() {
            return Vec::new();
        }
        let (mesh, positions) = (assembly.mesh(), &state.positions[..]);
        let Self { known: Some(analysis), tree, thickness, edge, strain, order, strays, .. } = self else {
            return Vec::new();
        };
        strain.measure(cloth, positions);
        let edge = *edge;
        let pinched = &around(mesh, pinched.to_vec(), QUIET);
        let attraction = Attraction { mesh, positions, thickness, edge, tree, analysis, pinched, order };
        *strays = order::strays(order, &attraction, out);
        let (opened, slack) = Contours { mesh, positions, edge, analysis, pinched, strain, order }.open();
        let mut meetings = attraction.meetings();
        meetings.extend(order::meetings(strays, &attraction));
        meetings.extend(opened);
        world.slack = slack;
        meetings
    }

    /// How far apart sides may be that can meet within the step, in m: twice what the fastest moves relative to the mean.
    fn margin(&self, state: &State, step: f64) -> f64 {
        let mean = state.velocities.iter().sum::<Vector>() / state.velocities.len().max(1) as f64;
        let fastest = state.velocities.iter().map(|v| (v - mean).norm_squared()).fold(0.0, f64::max).sqrt();
        (2.0 * fastest * step).min(LOOK_AHEAD * self.edge)
    }
}

/// The mean length of the edges around each particle at rest, in m.
pub fn edge_lengths(assembly: &Assembly, cloth: &Cloth) -> Vec<f64> {
    let mesh = assembly.mesh();
    let mut lengths = vec![(0.0, 0.0); mesh.vertex_count()];
    for edge in mesh.edges() {
        let [a, b] = edge.vertices.map(|v| cloth.shape()[v.index()]);
        for vertex in edge.vertices {
            let (sum, count) = &mut lengths[vertex.index()];
            *sum += nalgebra::distance(&a, &b);
            *count += 1.0;
        }
    }
    lengths.iter().map(|(sum, count)| sum / f64::max(*count, 1.0)).collect()
}

/// The thickness of the cloth around each particle, in m: the greatest where fabrics meet.
pub fn thickness(assembly: &Assembly, cloth: &Cloth) -> Vec<f64> {
    greatest(assembly, cloth, |material| material.thickness)
}

/// How much the threads around each particle resist stretch, in N/m: the greatest of warp, weft and fabrics.
pub fn stretch(assembly: &Assembly, cloth: &Cloth) -> Vec<f64> {
    greatest(assembly, cloth, |material| material.stretch_warp.max(material.stretch_weft))
}

/// What is greatest of the fabrics around each particle.
fn greatest(assembly: &Assembly, cloth: &Cloth, of: impl Fn(&Material) -> f64) -> Vec<f64> {
    let mut greatest = vec![0.0; assembly.mesh().vertex_count()];
    for membrane in cloth.membranes() {
        let own = of(cloth.material(membrane));
        membrane.corners.iter().for_each(|v| greatest[*v as usize] = f64::max(own, greatest[*v as usize]));
    }
    greatest
}
