//! What a state without crossings still lacks: edges that are too long or too short, folds that are too sharp.
//!
//! The least state without crossings is often a bad one: a sleeve that was lifted off a body only where the body came through is
//! stretched there, and cloth that was drawn out of itself may be left folded. So a repair goes on for a while, and where the
//! border of what may move is under strain, more may move: the sleeve takes along what is on its other side, rather than being
//! stretched.

use crate::fold::{Hinge, SHARP};
use crate::quality::is_flipped;
use crate::repair::Work;
use crate::tangle;
use geometry::{EdgeId, FaceId, Point, VertexId};

/// Edges that differ by less than this from their length at rest, relative, are as they should be.
const STRAIN: f64 = 0.02;
/// An edge that differs by more than this is not left as it came: whatever bent the cloth through itself has strained it too.
const MUCH: f64 = 0.04;
/// So many rings more may move where the border is under strain.
const RINGS: usize = 3;
/// What is lacking for each edge that may move is little up to this, in mean edges: 95 of 100 edges are then within [`MUCH`].
const LITTLE: f64 = 0.001;
/// A fold this sharp is a face turned over: 90°, as 2 sin(θ/2).
const TURNED: f64 = std::f64::consts::SQRT_2;
/// It must be sharper than at rest by this much to be the tangle's doing.
const SHARPER: f64 = 0.25;

/// How much a state lacks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lack {
    /// By how much all edges that may move are too long or too short, and all folds too sharp; in mean edges.
    pub sum: f64,
    /// Whether that is so little that nothing need be done about it.
    pub little: bool,
}

impl Lack {
    pub fn of(work: &Work, positions: &[Point]) -> Self {
        let mesh = work.tangled.mesh;
        let (mut sum, mut turned) = (0.0, false);
        for edge in work.region.edges() {
            let strained = (strain(work, positions, *edge) - STRAIN).max(0.0) * work.scaled.rest[edge.index()];
            let fold = Hinge::at(mesh, &work.scaled.rest, *edge).map_or(0.0, |h| h.fold(positions).norm());
            let at_rest = work.scaled.folds[edge.index()];
            sum += strained + (fold - at_rest.max(SHARP)).max(0.0);
            turned |= is_turned(fold, at_rest);
        }
        let is_flipped = |face: &FaceId| !work.scaled.flipped[face.index()] && is_flipped(mesh, positions, *face);
        turned |= work.region.faces().iter().any(is_flipped);
        Self { sum, little: !turned && sum <= LITTLE * work.region.edges().len() as f64 }
    }
}

/// The particles beyond the border of what may move where it is under much strain, or under more than it came with.
pub(crate) fn beyond(work: &Work, positions: &[Point]) -> Vec<VertexId> {
    let mesh = work.tangled.mesh;
    let is_free = |v: &VertexId| work.region.slot(*v).is_none() && !work.tangled.held[v.index()];
    let is_strained = |edge: &&EdgeId| {
        let now = strain(work, positions, **edge);
        now > MUCH || now > STRAIN + strain(work, &work.scaled.positions, **edge)
    };
    let strained = work.region.edges().iter().filter(is_strained);
    let border: Vec<VertexId> =
        strained.flat_map(|edge| mesh.edge(*edge).vertices.into_iter().filter(is_free)).collect();
    if border.is_empty() { border } else { tangle::around(mesh, &border, RINGS) }
}

/// The surroundings of faces that came turned over against their rest shape, wherever they are: whatever bent the cloth through
/// itself has done that too.
pub(crate) fn turned(work: &Work) -> Vec<VertexId> {
    let mesh = work.tangled.mesh;
    let over = |edge: usize| {
        let hinge = Hinge::at(mesh, &work.scaled.rest, EdgeId::at(edge))?;
        let fold = hinge.fold(&work.scaled.positions).norm();
        is_turned(fold, work.scaled.folds[edge]).then_some(hinge.particles)
    };
    let particles: Vec<VertexId> = (0..mesh.edges().len()).filter_map(over).flatten().collect();
    if particles.is_empty() { particles } else { tangle::around(mesh, &particles, RINGS) }
}

fn is_turned(fold: f64, at_rest: f64) -> bool {
    fold > TURNED.max(at_rest + SHARPER)
}

/// By how much an edge differs from its length at rest, relative.
fn strain(work: &Work, positions: &[Point], edge: EdgeId) -> f64 {
    let [p, q] = work.tangled.mesh.edge(edge).vertices.map(|v| positions[v.index()]);
    let rest = work.scaled.rest[edge.index()];
    if rest > 0.0 { ((q - p).norm() - rest).abs() / rest } else { 0.0 }
}
