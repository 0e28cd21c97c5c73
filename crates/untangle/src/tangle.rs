//! The paths that a repair has to undo, and what each of them involves.

use crate::pinched::State;
use crate::problem::Tangled;
use geometry::{FaceId, Mesh, Point, VertexId};
use gia::{Analysis, Color, Coloring, Crossing, PathSide};

/// How a path is undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// One side is known to belong outside the other: see `sided`.
    Sided,
    /// Both sides bound a region: each is drawn back through the other.
    Exchange,
    /// One side does: it is drawn back through what is around the path on the other.
    Withdraw(PathSide),
    /// Neither does, or the cloth is folded through itself: the path is made shorter.
    Shorten,
}

/// A path to undo.
#[derive(Clone, Debug)]
pub(crate) struct Knot {
    /// Which path of the analysis.
    pub path: usize,
    pub way: Way,
    /// The vertices along the path and in its regions, ascending.
    pub involved: Vec<VertexId>,
    /// Its length.
    pub length: f64,
}

/// The paths that involve cloth and are not excused whole, in the order of the analysis.
pub(crate) fn knots(tangled: &Tangled, positions: &[Point], analysis: &Analysis, pinched: &State) -> Vec<Knot> {
    let knot = |path: usize| {
        let first = crossings(analysis, path).next()?;
        let [edge, face] = [tangled.mesh.edge(first.edge).vertices[0], tangled.mesh.face(first.face)[0]];
        if tangled.solid[edge.index()] && tangled.solid[face.index()] {
            return None;
        }
        let mut steps = analysis.steps(&analysis.paths()[path]).iter();
        if steps.all(|step| pinched.excuses(step.crossing as usize)) {
            return None;
        }
        let way = if tangled.ranks[edge.index()] == tangled.ranks[face.index()] {
            match analysis.coloring(path) {
                Coloring::BlackWhite { .. } => Way::Exchange,
                Coloring::Half(side, _) => Way::Withdraw(*side),
                Coloring::Red(_) | Coloring::None => Way::Shorten,
            }
        } else {
            Way::Sided
        };
        let line = analysis.polyline(tangled.mesh, positions, &analysis.paths()[path]);
        let length = line.windows(2).map(|w| (w[1] - w[0]).norm()).sum();
        Some(Knot { path, way, involved: involved(tangled.mesh, analysis, path), length })
    };
    (0..analysis.paths().len()).filter_map(knot).collect()
}

/// The crossings of a path, in order.
pub(crate) fn crossings(analysis: &Analysis, path: usize) -> impl Iterator<Item = Crossing> {
    let steps = analysis.steps(&analysis.paths()[path]).iter();
    steps.map(|step| analysis.crossings()[step.crossing as usize])
}

fn involved(mesh: &Mesh, analysis: &Analysis, path: usize) -> Vec<VertexId> {
    let mut vertices: Vec<VertexId> = along(mesh, analysis, path);
    for color in [Color::Black, Color::White, Color::Red] {
        vertices.extend(analysis.region(path, color));
    }
    vertices.sort_unstable();
    vertices.dedup();
    vertices
}

/// The vertices of the edges and faces that a path runs through.
pub(crate) fn along(mesh: &Mesh, analysis: &Analysis, path: usize) -> Vec<VertexId> {
    crossings(analysis, path).flat_map(|at| mesh.edge(at.edge).vertices.into_iter().chain(mesh.face(at.face))).collect()
}

/// The faces that a path runs through on one side, ascending.
pub(crate) fn faces_along(mesh: &Mesh, analysis: &Analysis, path: usize, side: PathSide) -> Vec<FaceId> {
    let mut faces = Vec::new();
    for step in analysis.steps(&analysis.paths()[path]) {
        let crossing = analysis.crossings()[step.crossing as usize];
        if step.side == side {
            faces.extend(mesh.edge(crossing.edge).faces());
        } else {
            faces.push(crossing.face);
        }
    }
    faces.sort_unstable();
    faces.dedup();
    faces
}

/// How many crossings involve cloth and are not excused.
pub(crate) fn count(tangled: &Tangled, analysis: &Analysis, pinched: &State) -> usize {
    let is_solid = |v: VertexId| tangled.solid[v.index()];
    let of_cloth =
        |c: &Crossing| !is_solid(tangled.mesh.edge(c.edge).vertices[0]) || !is_solid(tangled.mesh.face(c.face)[0]);
    let all = analysis.crossings().iter().enumerate();
    all.filter(|(index, crossing)| of_cloth(crossing) && !pinched.excuses(*index)).count()
}

/// The vertices within so many rings of some, those included; ascending.
pub(crate) fn around(mesh: &Mesh, vertices: &[VertexId], rings: usize) -> Vec<VertexId> {
    let mut seen = vec![false; mesh.vertex_count()];
    let mut all: Vec<VertexId> = Vec::with_capacity(vertices.len());
    let mut take = |vertex: VertexId, all: &mut Vec<VertexId>| {
        if !std::mem::replace(&mut seen[vertex.index()], true) {
            all.push(vertex);
        }
    };
    for vertex in vertices {
        take(*vertex, &mut all);
    }
    let mut ring = 0..all.len();
    for _ in 0..rings {
        for at in ring.clone() {
            for face in mesh.fan(all[at]).faces {
                for corner in mesh.face(*face) {
                    take(corner, &mut all);
                }
            }
        }
        ring = ring.end..all.len();
        if ring.is_empty() {
            break;
        }
    }
    all.sort_unstable();
    all
}
