//! Paths are moved apart where that makes them shorter (VMT06, intersection contour minimisation).
//!
//! Cuff to cuff, a corner through a sheet, a fold through itself: no region says who is on the wrong side. But every path has a
//! length, and cloth that is apart has none. At a crossing an edge with direction e passes through a face with normal N; the path
//! goes on from there into each face of the edge along a unit vector r, and R = Σ r. If the edge moves by δ relative to the
//! face, the crossing moves by δ − e (N·δ)/(N·e), and the path grows by −R times that. So it shrinks fastest along
//!
//! > g = R − N (e·R)/(N·e)
//!
//! Along a straight path inside a sheet R is zero: such a path is opened from its ends and its bends. Paths whose sides
//! are drawn through each other are shortened too: small ones have no vertex to draw.
//!
//! Stiff threads jam. A fold whose creases have turned past half a turn is driven further through by its own bending, and its
//! triangles, which hardly give way, hold it there. So threads are *slack* around a path until it is gone: the few triangles
//! there have a hundredth of their stiffness. On a sleeve that an elbow had crumpled this is the difference between 83 crossings
//! for good and none five frames later.
//!
//! While the body pinches something of a path it is left alone, as BWK03 leaves folds.

use crate::meeting::{Manner, Meeting};
use crate::order::Order;
use crate::solid::Friction;
use crate::strain::Strain;
use crate::verdict::{along, vertices_of};
use geometry::{FaceId, Mesh, Point, Vector, VertexId};
use gia::{Analysis, Coloring, Crossing};

/// The part of their stiffness that threads keep around a path that is to be moved apart.
const SLACK: f64 = 0.01;
/// Threads that are stretched more than this, relative to rest, are not slack where two garments have passed through each other: they
/// would be torn. A fold that jams has to be.
const TAUT: f64 = 1.5;
/// How far an edge is moved in a step at the most, as part of the length of edges.
pub const PUSH: f64 = 0.25;
/// The sine of an angle under which two planes, or a line and a plane, are taken to be parallel: about half a degree.
const GRAZING: f64 = 0.01;
/// A shortening by less than this, per length moved, is none.
const LEAST: f64 = 0.05;

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
    /// Who is pinched, ascending.
    pub pinched: &'a [VertexId],
    /// How far its threads are stretched.
    pub strain: &'a Strain,
    /// Which pieces of cloth there are; those whose order is known are left to it.
    pub order: &'a Order,
}

impl Contours<'_> {
    /// What every crossing does at which a path can be made shorter, and how much of their stiffness threads have meanwhile: little
    /// around such paths, all elsewhere; empty if there is none.
    pub fn open(&self) -> (Vec<Meeting>, Vec<f64>) {
        let (mut meetings, mut slack) = (Vec::new(), Vec::new());
        for (index, path) in self.analysis.paths().iter().enumerate() {
            let vertices = vertices_of(self.mesh, self.analysis, index);
            if self.order.knows(self.mesh, self.analysis, index) {
                continue;
            }
            if vertices.iter().any(|vertex| self.pinched.binary_search(vertex).is_ok()) {
                continue;
            }
            slack.resize(self.positions.len(), 1.0);
            // What black and white enclose is cloth like any other: it is drawn back, and needs no slack.
            let sided = matches!(self.analysis.coloring(index), Coloring::BlackWhite { .. });
            let vertices = if sided { along(self.mesh, self.analysis, index) } else { vertices };
            let mut crossings = self.analysis.steps(path).iter().map(|step| step.crossing as usize);
            let first = crossings.next().map(|crossing| self.analysis.crossings()[crossing]);
            let folded = first.is_some_and(|crossing| self.is_fold(crossing));
            for vertex in vertices.into_iter().filter(|vertex| folded || !self.strain.stretched(*vertex, TAUT)) {
                slack[vertex.index()] = SLACK;
            }
            let crossings = self.analysis.steps(path).iter().map(|step| step.crossing as usize);
            meetings.extend(crossings.filter_map(|crossing| self.shorten(self.analysis.crossings()[crossing])));
        }
        (meetings, slack)
    }

    /// Whether a piece of cloth passes through itself there, not through another.
    fn is_fold(&self, crossing: Crossing) -> bool {
        let piece = |face: FaceId| self.order.pieces[face.index()];
        piece(self.mesh.edge(crossing.edge).owner()) == piece(crossing.face)
    }

    fn shorten(&self, crossing: Crossing) -> Option<Meeting> {
        let Shortening { particles, weights, way } = Shortening::at(self.mesh, self.positions, crossing)?;
        let size = way.norm();
        Some(Meeting {
            particles,
            weights,
            normal: way / size,
            manner: Manner::Drawn,
            target: PUSH * self.edge * size / size.hypot(1.0),
            expected: 0.0,
            clearance: None,
            slack: 0.0,
            velocity: Vector::zeros(),
            friction: Friction::NONE,
            hardness: 0.0,
        })
    }
}

/// How a path becomes shorter at one of its crossings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shortening {
    /// The ends of the edge, then the corners of the face.
    pub particles: [VertexId; 5],
    /// Their weights: the point of the edge less the point of the face, which are one point.
    pub weights: [f64; 5],
    /// g: the path becomes shorter by its length squared, per length that the edge moves along it relative to the face.
    pub way: Vector,
}

impl Shortening {
    /// None where moving does not make the path shorter.
    pub fn at(mesh: &Mesh, positions: &[Point], crossing: Crossing) -> Option<Self> {
        let ends = mesh.edge(crossing.edge).vertices;
        let [p, q] = ends.map(|v| positions[v.index()]);
        let along = (q - p).try_normalize(f64::MIN_POSITIVE)?;
        let normal = normal(mesh, positions, crossing.face)?;
        let point = crossing.point(mesh, positions);
        let inwards = mesh.edge(crossing.edge).faces();
        let sum: Vector = inwards.filter_map(|face| inward(mesh, positions, face, (&p, &along), &normal)).sum();
        let slope = along.dot(&normal);
        // An edge in the plane of the face leaves it at any angle: then only the way within the plane counts.
        let lift = if slope.abs() > GRAZING { normal * (along.dot(&sum) / slope) } else { Vector::zeros() };
        let way = sum - lift;
        if way.norm() <= LEAST {
            return None;
        }
        let share = (point - p).norm() / (q - p).norm();
        let corners = mesh.face(crossing.face);
        let [a, b, c] = geometry::distance::point_triangle(&point, corners.map(|v| &positions[v.index()])).barycentric;
        Some(Self {
            particles: [ends[0], ends[1], corners[0], corners[1], corners[2]],
            weights: [1.0 - share, share, -a, -b, -c],
            way,
        })
    }
}

fn normal(mesh: &Mesh, positions: &[Point], face: FaceId) -> Option<Vector> {
    let [a, b, c] = mesh.face(face).map(|v| positions[v.index()]);
    (b - a).cross(&(c - a)).try_normalize(f64::MIN_POSITIVE)
}

/// The unit vector along which the path goes on into a face of an edge that begins at a point and runs along a direction.
fn inward(
    mesh: &Mesh,
    positions: &[Point],
    face: FaceId,
    (p, along): (&Point, &Vector),
    other: &Vector,
) -> Option<Vector> {
    let own = normal(mesh, positions, face)?;
    let line = own.cross(other).try_normalize(GRAZING)?;
    let middle: Vector = mesh.face(face).iter().map(|v| positions[v.index()] - p).sum();
    let into = middle - along * along.dot(&middle);
    Some(if line.dot(&into) < 0.0 { -line } else { line })
}
