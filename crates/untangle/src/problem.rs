//! What is to be repaired, in lengths of its own edges.
//!
//! Coordinates are multiplied by a power of two that makes the mean edge about one long: exactly undone, so what does not
//! move comes back to the bit, and garments in centimetres and in kilometres are the same problem.

use crate::elastic::curvatures;
use crate::fold::folds;
use crate::quality::is_flipped;
use geometry::{FaceId, Mesh, Point};

/// Tangled cloth: one mesh of everything, the body included.
#[derive(Clone, Copy, Debug)]
pub struct Tangled<'a> {
    /// Who is joined to whom.
    pub mesh: &'a Mesh,
    /// Where the vertices are.
    pub positions: &'a [Point],
    /// Where they are at rest, if that is known: only the lengths of edges count.
    pub rest: Option<&'a [Point]>,
    /// Which vertices must not move: the body's, and those of fixed groups.
    pub held: &'a [bool],
    /// The rank of every vertex: faces of a higher rank belong on the outer side, that of the normals, of every face of a lower
    /// rank. Among equal ranks no order is known.
    pub ranks: &'a [u32],
    /// Which vertices belong to the body: where it passes through itself is nobody's fault.
    pub solid: &'a [bool],
}

/// How a repair goes about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How far apart layers are in the end, in the mesh's own unit; none for [`THICKNESS`] of the mean edge.
    pub thickness: Option<f64>,
    /// The most iterations; 0 only checks.
    pub iterations: usize,
    /// The most time, in seconds.
    pub seconds: f64,
}

/// The default thickness, as part of the mean length of edges: 1.3 mm for edges of 1.3 cm.
pub const THICKNESS: f64 = 0.1;

impl Default for Settings {
    fn default() -> Self {
        Self { thickness: None, iterations: 2000, seconds: 120.0 }
    }
}

/// A rest length that differs from those around it by more than this factor is not believed: a tangle has torn it.
const ODD: f64 = 8.0;

/// The same in lengths of its own edges.
#[derive(Debug)]
pub(crate) struct Scaled {
    pub factor: f64,
    pub positions: Vec<Point>,
    /// The length of every edge at rest.
    pub rest: Vec<f64>,
    /// How curved the cloth is at rest at every vertex.
    pub curvature: Vec<f64>,
    /// How sharply every edge is folded at rest.
    pub folds: Vec<f64>,
    /// Which faces point against those around them at rest already.
    pub flipped: Vec<bool>,
    pub thickness: f64,
}

impl Scaled {
    pub fn new(tangled: &Tangled, settings: &Settings) -> Self {
        let mesh = tangled.mesh;
        let mean = mean_edge(mesh, tangled.positions, tangled.held);
        let factor = if mean > 0.0 && mean.is_finite() { 2f64.powi(-(mean.log2().ceil() as i32)) } else { 1.0 };
        let scaled = |points: &[Point]| -> Vec<Point> { points.iter().map(|p| p * factor).collect() };
        let positions = scaled(tangled.positions);
        let shape = tangled.rest.map_or_else(|| positions.clone(), scaled);
        let measured = lengths(mesh, &shape);
        let rest = if tangled.rest.is_some() { measured } else { consistent(mesh, &measured) };
        let (curvature, folds) = (curvatures(mesh, &shape), folds(mesh, &rest, &shape));
        let flipped = (0..mesh.faces().len()).map(|face| is_flipped(mesh, &shape, FaceId::at(face))).collect();
        let thickness = settings.thickness.map_or(THICKNESS * mean * factor, |thickness| thickness * factor);
        Self { factor, positions, rest, curvature, folds, flipped, thickness }
    }

    /// Positions in the mesh's own unit; those that are where they were are so to the bit.
    pub fn unscaled(&self, positions: &[Point], input: &[Point]) -> Vec<Point> {
        let back = |(k, p): (usize, &Point)| if *p == self.positions[k] { input[k] } else { p / self.factor };
        positions.iter().enumerate().map(back).collect()
    }
}

/// The mean length of the edges that can move; of all where none can.
fn mean_edge(mesh: &Mesh, positions: &[Point], held: &[bool]) -> f64 {
    let mean = |count_held: bool| {
        let counted = mesh.edges().iter().filter(|e| count_held || e.vertices.iter().any(|v| !held[v.index()]));
        let (sum, count) = counted.fold((0.0, 0usize), |(sum, count), edge| {
            let [p, q] = edge.vertices.map(|v| positions[v.index()]);
            (sum + (q - p).norm(), count + 1)
        });
        if count > 0 { sum / count as f64 } else { 0.0 }
    };
    let movable = mean(false);
    if movable > 0.0 { movable } else { mean(true) }
}

fn lengths(mesh: &Mesh, positions: &[Point]) -> Vec<f64> {
    let length = |edge: &geometry::Edge| {
        let [p, q] = edge.vertices.map(|v| positions[v.index()]);
        (q - p).norm()
    };
    mesh.edges().iter().map(length).collect()
}

/// The lengths with those corrected that cannot be right: far longer or shorter than the median of the edges around.
fn consistent(mesh: &Mesh, lengths: &[f64]) -> Vec<f64> {
    let mut around = Vec::new();
    let corrected = |(index, edge): (usize, &geometry::Edge)| {
        around.clear();
        let faces = edge.vertices.iter().flat_map(|v| mesh.fan(*v).faces);
        around.extend(faces.flat_map(|face| mesh.face_edges(*face)).map(|e| lengths[e.index()]));
        around.sort_unstable_by(f64::total_cmp);
        let median = around.get(around.len() / 2).copied().unwrap_or(lengths[index]);
        lengths[index].clamp(median / ODD, median * ODD)
    };
    mesh.edges().iter().enumerate().map(corrected).collect()
}
