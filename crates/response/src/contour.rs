//! Paths that bound no region are moved apart where that makes them shorter (VMT06, intersection contour minimisation).
//!
//! Cuff to cuff, a corner through a sheet, a path from a boundary to a loop vertex: no region says who is on the wrong side. But
//! every path has a length, and cloth that is apart has none. At a crossing an edge with direction e passes through a face with
//! normal N; the path goes on from there into each face of the edge along a unit vector r, and R = Σ r. If the edge
//! moves by δ relative to the face, the crossing moves by δ − e (N·δ)/(N·e), and the path grows by −R times that. So it
//! shrinks fastest along
//!
//! > g = R − N (e·R)/(N·e)
//!
//! Along a straight path inside a sheet R is zero: such a path is opened from its ends and its bends.
//!
//! A red region is left alone while something holds a vertex of it, as BWK03 leaves it: the body has hold of the fold. Once it has
//! let go, the fold is opened in the same way; stiff cloth that has been pressed through itself does not always open by
//! itself. For stiff threads jam: a fold whose creases have turned past half a turn is driven further through by its own bending,
//! and its triangles, which hardly give way, hold it there. So where a path is to be moved apart, threads are *slack* until it
//! is gone: the few triangles around it have a hundredth of their stiffness. On a sleeve that an elbow had crumpled this is the
//! difference between 83 crossings for good and none after three frames.

use crate::meeting::{Manner, Meeting};
use crate::solid::Friction;
use dynamics::{Constraints, Held};
use geometry::{FaceId, Mesh, Point, Vector, VertexId};
use gia::{Analysis, Color, Coloring, Crossing};

/// The part of their stiffness that threads keep around a path that is to be moved apart.
const SLACK: f64 = 0.01;
/// How far an edge is moved in a step at the most, as part of the length of edges.
pub const PUSH: f64 = 0.25;

/// What is needed to know of the cloth.
#[derive(Clone, Copy, Debug)]
pub struct Contours<'a> {
    /// The cloth.
    pub mesh: &'a Mesh,
    /// Where it is.
    pub positions: &'a [Point],
    /// The mean length of its edges, in m.
    pub edge: f64,
    /// The analysis at these positions.
    pub analysis: &'a Analysis,
    /// Who is held.
    pub fixed: &'a Constraints,
}

impl Contours<'_> {
    /// A meeting for every crossing at which a path can be made shorter.
    pub fn meetings(&self) -> Vec<Meeting> {
        let open = |path: &usize| self.is_open(*path);
        let steps = (0..self.analysis.paths().len())
            .filter(open)
            .flat_map(|path| self.analysis.steps(&self.analysis.paths()[path]));
        steps.filter_map(|step| self.shorten(&self.analysis.crossings()[step.crossing as usize])).collect()
    }

    /// How much of their stiffness threads have: little where a fold or an open path is to be moved apart, all elsewhere. Empty if
    /// there is none.
    pub fn slack(&self) -> Vec<f64> {
        let mut slack = Vec::new();
        for path in (0..self.analysis.paths().len()).filter(|path| self.is_open(*path)) {
            slack.resize(self.positions.len(), 1.0);
            for vertex in crate::verdict::vertices_of(self.mesh, self.analysis, path) {
                slack[vertex.index()] = SLACK;
            }
        }
        slack
    }

    /// Whether a path bounds nothing on at least one of its sides, nothing that has a vertex, or a fold that is free.
    fn is_open(&self, path: usize) -> bool {
        match self.analysis.coloring(path) {
            Coloring::BlackWhite { black, white } => black.is_empty() && white.is_empty(),
            Coloring::Red(_) => !self.analysis.region(path, Color::Red).iter().any(|v| self.is_held(*v)),
            Coloring::Half(..) | Coloring::None => true,
        }
    }

    fn is_held(&self, vertex: VertexId) -> bool {
        self.fixed.of(vertex).is_some_and(|constraint| constraint.held == Held::Everywhere)
    }

    fn shorten(&self, crossing: &Crossing) -> Option<Meeting> {
        let ends = self.mesh.edge(crossing.edge).vertices;
        let [p, q] = ends.map(|v| self.positions[v.index()]);
        let along = (q - p).try_normalize(f64::MIN_POSITIVE)?;
        let normal = self.normal(crossing.face)?;
        let point = crossing.point(self.mesh, self.positions);
        let inwards = self.mesh.edge(crossing.edge).faces().filter_map(|face| self.inward(face, &p, &along, &normal));
        let sum: Vector = inwards.sum();
        let slope = along.dot(&normal);
        // An edge in the plane of the face leaves it at any angle: then only the way within the plane counts.
        let lift = if slope.abs() > GRAZING { normal * (along.dot(&sum) / slope) } else { Vector::zeros() };
        let way = sum - lift;
        let size = way.norm();
        let direction = way.try_normalize(LEAST)?;
        let share = (point - p).norm() / (q - p).norm();
        let corners = self.mesh.face(crossing.face);
        let [a, b, c] =
            geometry::distance::point_triangle(&point, corners.map(|v| &self.positions[v.index()])).barycentric;
        Some(Meeting {
            particles: [ends[0], ends[1], corners[0], corners[1], corners[2]],
            weights: [1.0 - share, share, -a, -b, -c],
            normal: direction,
            manner: Manner::Drawn,
            target: PUSH * self.edge * size / size.hypot(1.0),
            expected: 0.0,
            slack: 0.0,
            velocity: Vector::zeros(),
            friction: Friction::NONE,
        })
    }

    fn normal(&self, face: FaceId) -> Option<Vector> {
        let [a, b, c] = self.mesh.face(face).map(|v| self.positions[v.index()]);
        (b - a).cross(&(c - a)).try_normalize(f64::MIN_POSITIVE)
    }

    /// The unit vector along which the path goes on into a face of the edge that begins at `p`.
    fn inward(&self, face: FaceId, p: &Point, along: &Vector, other: &Vector) -> Option<Vector> {
        let own = self.normal(face)?;
        let line = own.cross(other).try_normalize(GRAZING)?;
        let middle: Vector = self.mesh.face(face).iter().map(|v| self.positions[v.index()] - p).sum();
        let into = middle - along * along.dot(&middle);
        Some(if line.dot(&into) < 0.0 { -line } else { line })
    }
}

/// The sine of an angle under which two planes, or a line and a plane, are taken to be parallel: about half a degree.
const GRAZING: f64 = 0.01;
/// A shortening by less than this, per length moved, is none.
const LEAST: f64 = 0.05;
