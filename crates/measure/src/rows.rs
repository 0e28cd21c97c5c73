//! A frame → its row of numbers.

use crate::film::{Film, Frame};
use crate::pinch::Probe;
use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::{FaceId, Mesh, Point};
use gia::{Analyser, Coloring};
use serde::Serialize;

/// Cloth farther than this from where the body passes through itself can be seen, in metres.
pub const VISIBLE: f64 = 0.02;
/// Edges and particles farther than this from there are off the pinch, in metres: more than an edge of any garment here.
pub const OFF: f64 = 0.03;
/// Deeper than this inside the body is too deep, in metres.
pub const INSIDE: f64 = 0.002;

/// What is known of a frame. Lengths in m, speeds in m/s, stretch as length over length at rest.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Row {
    /// Which frame.
    pub frame: u32,
    /// Crossings of the cloth with itself.
    pub crossings: usize,
    /// Paths that colour one region folded through itself.
    pub red: usize,
    /// Paths that colour two regions.
    pub black_white: usize,
    /// Paths that colour one side, or nothing.
    pub open: usize,
    /// Particles that the simulation holds as pinched.
    pub pinched: usize,
    /// Pairs of faces of the body that pass through each other.
    pub body_pairs: usize,
    /// The body's fastest vertex since the frame before.
    pub body_speed: f64,
    /// The fastest particle since the frame before.
    pub cloth_speed: f64,
    /// The fastest of those that can be seen at both frames.
    pub visible_speed: f64,
    /// The most stretched edge near the pinch.
    pub stretch_on: f64,
    /// The most stretched edge off the pinch; edges between two pinned particles do not count.
    pub stretch_off: f64,
    /// The 99th percentile of edges off the pinch.
    pub stretch_off_p99: f64,
    /// The deepest particle inside the body, off the pinch and not pinned: where a waistband is sewn to, its pins say.
    pub inside: f64,
    /// How many are deeper than [`INSIDE`].
    pub too_deep: usize,
    /// Steps that were promised to be clean and are not.
    pub defects: usize,
    /// Pairs that solids or pins left no room for, the most in a step.
    pub forced: usize,
    /// Particles handed over to the analysis, and those that came back.
    pub handed: [usize; 2],
    /// What was given up.
    pub lost: Vec<String>,
    /// Seconds it took.
    pub seconds: f64,
}

/// A film and all that is known of it.
#[derive(Debug)]
pub struct Measured {
    /// A row a frame.
    pub rows: Vec<Row>,
    /// Distances of every particle from where the body passes through itself, a list a frame, in m.
    pub distances: Vec<Vec<f64>>,
}

/// Measures every frame.
pub fn measure(film: &Film) -> Measured {
    let Some(first) = film.frames.first() else { return Measured { rows: vec![], distances: vec![] } };
    let mut probe = Probe::new(&film.body, &first.body);
    let mut painter = Painter::new(&film.cloth.mesh, &first.cloth);
    let mut measured = Measured { rows: Vec::new(), distances: Vec::new() };
    for (index, frame) in film.frames.iter().enumerate() {
        probe.pose(&frame.body);
        let distances: Vec<f64> = frame.cloth.iter().map(|p| probe.from_region(p)).collect();
        let before = index.checked_sub(1).map(|i| (&film.frames[i], measured.distances[i].as_slice()));
        let mut row = Row {
            frame: frame.report.frame,
            pinched: frame.report.pinched,
            defects: frame.report.robust.as_ref().map_or(0, |kept| kept.defects),
            forced: frame.report.robust.as_ref().map_or(0, |kept| kept.forced),
            handed: frame.report.robust.as_ref().map_or([0; 2], |kept| [kept.handed_over, kept.returned]),
            lost: frame.report.lost.clone(),
            seconds: frame.report.seconds,
            body_pairs: probe.pairs(),
            ..Row::default()
        };
        painter.paint(&film.cloth.mesh, &frame.cloth, &mut row);
        row.speeds(film, frame, &distances, before);
        row.stretch(film, frame, &distances);
        row.depth(&probe, film, frame, &distances);
        measured.rows.push(row);
        measured.distances.push(distances);
    }
    measured
}

/// Analyses the cloth of one frame after the other.
struct Painter {
    tree: BoxTree,
    analyser: Analyser,
}

impl Painter {
    fn new(mesh: &Mesh, positions: &[Point]) -> Self {
        Self { tree: BoxTree::build(mesh.faces().len(), |f| bounds(mesh, positions, f)), analyser: Analyser::default() }
    }

    fn paint(&mut self, mesh: &Mesh, positions: &[Point], row: &mut Row) {
        self.tree.refit(|face| bounds(mesh, positions, face));
        let analysis = self.analyser.analyse(mesh, positions, &self.tree);
        row.crossings = analysis.crossings().len();
        for path in 0..analysis.paths().len() {
            *match analysis.coloring(path) {
                Coloring::Red(_) => &mut row.red,
                Coloring::BlackWhite { .. } => &mut row.black_white,
                Coloring::Half(..) | Coloring::None => &mut row.open,
            } += 1;
        }
    }
}

fn bounds(mesh: &Mesh, positions: &[Point], face: u32) -> Bounds {
    Bounds::around(mesh.face(FaceId(face)).map(|v| &positions[v.index()]))
}

/// The largest distance between two lists of points, of those whose number is wanted.
fn farthest(from: &[Point], to: &[Point], is_wanted: impl Fn(usize) -> bool) -> f64 {
    let moved = (0..from.len().min(to.len())).filter(|i| is_wanted(*i)).map(|i| (to[i] - from[i]).norm());
    moved.fold(0.0, f64::max)
}

impl Row {
    /// Every number the larger of two rows'. What was given up is no number: it stays that of the first.
    #[must_use]
    pub fn or_worse(self, other: &Self) -> Self {
        Self {
            frame: self.frame.max(other.frame),
            crossings: self.crossings.max(other.crossings),
            red: self.red.max(other.red),
            black_white: self.black_white.max(other.black_white),
            open: self.open.max(other.open),
            pinched: self.pinched.max(other.pinched),
            body_pairs: self.body_pairs.max(other.body_pairs),
            body_speed: self.body_speed.max(other.body_speed),
            cloth_speed: self.cloth_speed.max(other.cloth_speed),
            visible_speed: self.visible_speed.max(other.visible_speed),
            stretch_on: self.stretch_on.max(other.stretch_on),
            stretch_off: self.stretch_off.max(other.stretch_off),
            stretch_off_p99: self.stretch_off_p99.max(other.stretch_off_p99),
            inside: self.inside.max(other.inside),
            too_deep: self.too_deep.max(other.too_deep),
            defects: self.defects.max(other.defects),
            forced: self.forced.max(other.forced),
            handed: [0, 1].map(|k| self.handed[k].max(other.handed[k])),
            lost: self.lost,
            seconds: self.seconds.max(other.seconds),
        }
    }

    fn speeds(&mut self, film: &Film, frame: &Frame, now: &[f64], before: Option<(&Frame, &[f64])>) {
        let Some((last, then)) = before else { return };
        self.body_speed = film.fps * farthest(&last.body, &frame.body, |_| true);
        self.cloth_speed = film.fps * farthest(&last.cloth, &frame.cloth, |_| true);
        let is_visible = |i: usize| now[i] > VISIBLE && then[i] > VISIBLE;
        self.visible_speed = film.fps * farthest(&last.cloth, &frame.cloth, is_visible);
    }

    fn stretch(&mut self, film: &Film, frame: &Frame, distances: &[f64]) {
        let mut off = Vec::new();
        for (edge, rest) in film.cloth.mesh.edges().iter().zip(&film.cloth.rest) {
            let [a, b] = edge.vertices.map(geometry::VertexId::index);
            if *rest <= 0.0 || (film.cloth.pinned[a] && film.cloth.pinned[b]) {
                continue;
            }
            let stretch = (frame.cloth[b] - frame.cloth[a]).norm() / rest;
            if distances[a] > OFF && distances[b] > OFF {
                off.push(stretch);
            } else {
                self.stretch_on = self.stretch_on.max(stretch);
            }
        }
        off.sort_unstable_by(f64::total_cmp);
        self.stretch_off = off.last().copied().unwrap_or(0.0);
        self.stretch_off_p99 = off.get(off.len().saturating_sub(1) * 99 / 100).copied().unwrap_or(0.0);
    }

    fn depth(&mut self, probe: &Probe, film: &Film, frame: &Frame, distances: &[f64]) {
        let free = frame.cloth.iter().zip(&film.cloth.pinned).zip(distances).filter(|((_, pinned), _)| !**pinned);
        for ((place, _), _) in free.filter(|(_, distance)| **distance > OFF) {
            let depth = probe.nearest(place).map_or(0.0, |near| -near.distance);
            if depth > INSIDE && probe.is_overlap(place) {
                continue;
            }
            self.inside = self.inside.max(depth);
            self.too_deep += usize::from(depth > INSIDE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_of_two_rows_has_the_larger_of_every_number() {
        let a =
            Row { frame: 3, crossings: 7, inside: 0.1, handed: [4, 0], lost: vec!["x".to_owned()], ..Row::default() };
        let b =
            Row { frame: 4, crossings: 2, inside: 0.3, handed: [1, 5], lost: vec!["y".to_owned()], ..Row::default() };
        let worst = a.or_worse(&b);
        assert_eq!((worst.frame, worst.crossings, worst.handed), (4, 7, [4, 5]));
        assert!((worst.inside - 0.3).abs() < 1e-12 && worst.lost == ["x"], "{worst:?}");
    }
}
