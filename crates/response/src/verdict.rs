//! Near pairs of layers → who is to be parted (BWK03 §6, rules 2 and 3).
//!
//! A point and a face are parted unless the analysis says that they have to do with each other:
//!
//! 1. *Attract* and *ignore* are the analysis's verdicts. Attraction is made elsewhere ([`crate::attract`]).
//! 2. A point inside a path's region and a face that the path's other curve runs through: they have passed through each other, but the
//!    region over there is too small to hold all corners of the face, often to hold any vertex at all. BWK03's third rule
//!    would part them, on the wrong side. They are attracted, so not parted.
//! 3. A path that bounds no region, or a red one, does not tell sides apart vertex by vertex: what it involves is left to
//!    [`crate::attract`] and [`crate::contour`]. Small folds are red without holding a vertex.
//!
//! Two edges are parted unless one path involves both: which side of each other they belong is known from points and faces only.
//!
//! Without an analysis (`None`) everything is parted: what has passed through stays so.

use crate::meeting::{Manner, Meeting};
use crate::order::{Order, Stray};
use crate::solid::Friction;
use contact::ClothContact;
use contact::cloth::Sides;
use dynamics::State;
use geometry::{FaceId, Mesh, Vector, VertexId};
use gia::{Analysis, Color, Coloring, Verdict};
use rayon::prelude::*;

/// The part of the thickness by which what is too near is parted in a step (BFA02 §7.2).
pub const PARTING: f64 = 0.1;

/// How many edges around a red or open path its cloth is part of the fold.
const RINGS: usize = 1;

/// The part of the thickness that a pair may lose in a step before the step is solved again for it.
const SLACK: f64 = 0.1;
/// The same between two pieces of cloth while nothing is pinched and nothing passes through anything. What is lost is pushed back in the
/// next step, up to [`PARTING`]: with as much slack as that, stiff bodies that lie on each other toss and catch each other for ever. On
/// 27 cubes of 7.5 g (VMT00 §4.2) the fastest particle then has 60 to 100 mm/s, up in one step and down in the next, and a step is
/// solved 3.4 times; with 0.02 it has 0.6 mm/s, and a step is solved 2.1 times.
///
/// Not for all pairs: with 0.01 for all of them cloth beside arms that are pressed into the sides trembles by 0.92 mm instead of 0.43, and
/// with 0.02 a fold that clamps have pushed through itself keeps some crossings. Nor for all pairs while there is room: with 0.01 that
/// cloth then is 3.5 mm inside the body instead of 0.3.
const STRICT: f64 = 0.02;

/// Contacts handled by one task.
const GRAIN: usize = 1024;

/// What the analysis says of pairs that are near.
#[derive(Clone, Debug)]
pub struct Verdicts<'a> {
    mesh: &'a Mesh,
    analysis: Option<&'a Analysis>,
    /// Vertices and the paths that have to do with them, ascending.
    involved: Vec<(VertexId, u32)>,
    /// Who is further out, and who is on the wrong side.
    order: Option<(&'a Order, &'a [Stray])>,
    /// Whether something is pinched.
    pinched: bool,
}

impl<'a> Verdicts<'a> {
    /// Of an analysis of this mesh.
    pub fn new(mesh: &'a Mesh, analysis: Option<&'a Analysis>) -> Self {
        let mut involved = Vec::new();
        if let Some(analysis) = analysis {
            for path in 0..analysis.paths().len() {
                involved.extend(vertices_of(mesh, analysis, path).into_iter().map(|v| (v, path as u32)));
            }
        }
        involved.sort_unstable();
        Self { mesh, analysis, involved, order: None, pinched: false }
    }

    /// Pieces whose order is known are parted unless one side is a stray ([`crate::order`]): then it is drawn.
    #[must_use]
    pub fn in_order(mut self, order: &'a Order, strays: &'a [Stray]) -> Self {
        if let Some(analysis) = self.analysis {
            self.involved.retain(|(_, path)| !order.knows(self.mesh, analysis, *path as usize));
        }
        self.order = Some((order, strays));
        self
    }

    /// While something is pinched, pieces are parted less strictly.
    #[must_use]
    pub fn pinched(mut self, pinched: bool) -> Self {
        self.pinched = pinched;
        self
    }

    /// The pairs that are to be parted.
    pub fn meetings(&self, contacts: &[ClothContact], state: &State, friction: Friction, step: f64) -> Vec<Meeting> {
        let kept = contacts.par_iter().with_min_len(GRAIN).filter(|contact| self.parts(contact));
        let has_room = !self.pinched && self.analysis.is_none_or(Analysis::is_clean);
        let slack = |contact: &ClothContact| if has_room && self.between_pieces(contact) { STRICT } else { SLACK };
        kept.map(|contact| parted(contact, state, friction, slack(contact), step)).collect()
    }

    fn parts(&self, contact: &ClothContact) -> bool {
        let [a, b, c, d] = contact.particles;
        let sides: [&[VertexId]; 2] = match contact.sides {
            Sides::PointFace(..) => [&[a], &[b, c, d]],
            Sides::EdgeEdge(..) => [&[a, b], &[c, d]],
        };
        if let Some(parts) = self.order.and_then(|(order, strays)| order.parts(self.mesh, strays, sides)) {
            return parts;
        }
        if self.involved.is_empty() {
            return true;
        }
        match contact.sides {
            Sides::PointFace(point, face) => self.parts_point(point, self.mesh.face(face)),
            Sides::EdgeEdge(..) => self.common(&[a, b], &[c, d]).next().is_none(),
        }
    }

    /// Whether the two sides are known to be of two pieces.
    fn between_pieces(&self, contact: &ClothContact) -> bool {
        let Some((order, _)) = self.order else { return false };
        let [a, b, c, _] = contact.particles;
        let sides = match contact.sides {
            Sides::PointFace(..) => [a, b],
            Sides::EdgeEdge(..) => [a, c],
        };
        let [one, other] = sides.map(|v| order.piece_of(self.mesh, v));
        one.is_some() && other.is_some() && one != other
    }

    fn parts_point(&self, point: VertexId, face: [VertexId; 3]) -> bool {
        let Some(analysis) = self.analysis else { return true };
        let has_side = |path: u32| {
            let colored = analysis.colors().of(point).iter().any(|(of, _)| *of == path);
            colored || !matches!(analysis.coloring(path as usize), Coloring::BlackWhite { .. })
        };
        analysis.verdict(point, face) == Verdict::Repel && !self.common(&[point], &face).any(has_side)
    }

    /// The paths that have to do with both of two sets of vertices.
    fn common(&self, these: &[VertexId], those: &[VertexId]) -> impl Iterator<Item = u32> {
        let of = |vertex: VertexId| {
            let start = self.involved.partition_point(|(v, _)| *v < vertex);
            self.involved[start..].iter().take_while(move |(v, _)| *v == vertex).map(|(_, path)| *path)
        };
        these.iter().flat_map(move |v| of(*v)).filter(move |path| those.iter().any(|v| of(*v).any(|p| p == *path)))
    }
}

/// The vertices of all edges and faces that cross along a path.
pub(crate) fn along(mesh: &Mesh, analysis: &Analysis, path: usize) -> Vec<VertexId> {
    let crossing = |step: &gia::Step| analysis.crossings()[step.crossing as usize];
    let crossings = analysis.steps(&analysis.paths()[path]).iter().map(crossing);
    crossings.flat_map(|at| mesh.edge(at.edge).vertices.into_iter().chain(mesh.face(at.face))).collect()
}

/// The vertices that a path has to do with: those along it, those in its regions, and those around a fold.
pub(crate) fn vertices_of(mesh: &Mesh, analysis: &Analysis, path: usize) -> Vec<VertexId> {
    let mut vertices = along(mesh, analysis, path);
    for color in [Color::Black, Color::White, Color::Red] {
        vertices.extend(analysis.region(path, color));
    }
    let rings = if matches!(analysis.coloring(path), Coloring::BlackWhite { .. }) { 0 } else { RINGS };
    around(mesh, vertices, rings)
}

/// Vertices and those up to so many edges away, ascending.
pub fn around(mesh: &Mesh, mut vertices: Vec<VertexId>, rings: usize) -> Vec<VertexId> {
    for _ in 0..rings {
        let faces: Vec<FaceId> = vertices.iter().flat_map(|v| mesh.fan(*v).faces).copied().collect();
        vertices.extend(faces.into_iter().flat_map(|face| mesh.face(face)));
        vertices.sort_unstable();
        vertices.dedup();
    }
    vertices.sort_unstable();
    vertices.dedup();
    vertices
}

/// A near pair, to be parted.
fn parted(contact: &ClothContact, state: &State, friction: Friction, slack: f64, step: f64) -> Meeting {
    let ([a, b, c, d], [q, r, s, t]) = (contact.particles, contact.weights);
    let rate: Vector =
        contact.particles.iter().zip(contact.weights).map(|(v, weight)| state.velocities[v.index()] * weight).sum();
    let normal = contact.normal;
    Meeting {
        particles: [a, b, c, d, a],
        weights: [q, r, s, t, 0.0],
        normal,
        manner: Manner::Parted,
        target: contact.thickness.min(contact.distance + PARTING * contact.thickness),
        expected: contact.distance + normal.dot(&rate) * step,
        clearance: Some(contact.thickness),
        slack: slack * contact.thickness,
        velocity: Vector::zeros(),
        friction,
        hardness: 0.0,
    }
}
