//! What a repair did to the cloth, in figures.

use geometry::bvh::Bounds;
use geometry::{FaceId, Mesh, Point, Vector};

/// How two states of a mesh differ.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quality {
    /// Mean displacement of all vertices that may move.
    pub mean: f64,
    /// Root of the mean square of it.
    pub rms: f64,
    /// The largest.
    pub max: f64,
    /// The diagonal of the box around the first state.
    pub diagonal: f64,
    /// Change of the length of edges against rest, mean and 95th percentile, relative.
    pub edge_length: [f64; 2],
    /// Change of the area of faces against rest, mean and 95th percentile, relative.
    pub area: [f64; 2],
    /// Faces that point against the faces around them, and do not at rest.
    pub flipped: usize,
    /// Vertices that moved.
    pub moved: usize,
}

impl Quality {
    /// Compares positions before and after, and the shape after with that at rest. Only what may move counts.
    pub fn measure(mesh: &Mesh, before: &[Point], after: &[Point], rest: &[Point], counts: &[bool]) -> Self {
        let displacements: Vec<f64> =
            (0..before.len()).filter(|v| counts[*v]).map(|v| (after[v] - before[v]).norm()).collect();
        let count = displacements.len().max(1) as f64;
        let edges = mesh.edges().iter().filter(|edge| edge.vertices.iter().all(|v| counts[v.index()]));
        let lengths = edges.map(|edge| {
            let length = |at: &[Point]| (at[edge.vertices[0].index()] - at[edge.vertices[1].index()]).norm();
            change(length(rest), length(after))
        });
        let faces: Vec<FaceId> = (0..mesh.faces().len())
            .map(FaceId::at)
            .filter(|face| mesh.face(*face).iter().all(|v| counts[v.index()]))
            .collect();
        let areas =
            faces.iter().map(|face| change(normal(mesh, rest, *face).norm(), normal(mesh, after, *face).norm()));
        let flips = |at: &[Point], face: FaceId| is_flipped(mesh, at, face);
        Self {
            mean: displacements.iter().sum::<f64>() / count,
            rms: (displacements.iter().map(|d| d * d).sum::<f64>() / count).sqrt(),
            max: displacements.iter().copied().fold(0.0, f64::max),
            diagonal: Bounds::around(before.iter().zip(counts).filter(|(_, c)| **c).map(|(p, _)| p)).extents().norm(),
            edge_length: mean_and_p95(lengths.collect()),
            area: mean_and_p95(areas.collect()),
            flipped: faces.iter().filter(|face| flips(after, **face) && !flips(rest, **face)).count(),
            moved: (0..before.len()).filter(|v| counts[*v] && before[*v] != after[*v]).count(),
        }
    }
}

fn change(from: f64, to: f64) -> f64 {
    if from > 0.0 { (to - from).abs() / from } else { 0.0 }
}

fn mean_and_p95(mut values: Vec<f64>) -> [f64; 2] {
    values.sort_unstable_by(f64::total_cmp);
    let count = values.len().max(1);
    let p95 = values.get((values.len() * 95 / 100).min(values.len().saturating_sub(1))).copied().unwrap_or(0.0);
    [values.iter().sum::<f64>() / count as f64, p95]
}

fn normal(mesh: &Mesh, positions: &[Point], face: FaceId) -> Vector {
    let [a, b, c] = mesh.face(face).map(|v| positions[v.index()]);
    (b - a).cross(&(c - a))
}

/// Whether a face points against the sum of those across its edges, as they are wound.
pub(crate) fn is_flipped(mesh: &Mesh, positions: &[Point], face: FaceId) -> bool {
    let own = normal(mesh, positions, face);
    let across = |edge: geometry::EdgeId| {
        let other = mesh.edge(edge).across(face)?;
        let agree = winds(mesh, face, edge) != winds(mesh, other, edge);
        let normal = normal(mesh, positions, other);
        Some(if agree { normal } else { -normal })
    };
    let around: Vector = mesh.face_edges(face).into_iter().filter_map(across).sum();
    own.dot(&around) < 0.0
}

/// Whether a face goes along an edge from its lower vertex to its higher.
fn winds(mesh: &Mesh, face: FaceId, edge: geometry::EdgeId) -> bool {
    let [from, to] = mesh.edge(edge).vertices;
    let corners = mesh.face(face);
    (0..3).any(|k| corners[k] == from && corners[(k + 1) % 3] == to)
}
