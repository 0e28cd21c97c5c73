//! Garments in order: a shirt over trousers is outside them, whatever the analysis says.
//!
//! Where two pieces of cloth have passed through each other, [`crate::attract`] takes the smaller regions back and leaves open paths
//! (a hem, a waistband) to [`crate::contour`], since nothing tells which side is right. Where the scene says which piece is further
//! out, and which way its faces look, everything is known:
//!
//! 1. At every crossing between two such pieces one end of the edge is on the wrong side of the face. Which side of a face is the outer
//!    one, the body tells: a crumpled garment has faces that are turned over, and by their own normals it would be drawn two ways at
//!    once, for ever. Where the body does not (faces that stand on the skin, cloth far from it), the piece's own way of looking counts.
//! 2. From there on, neighbours are *strays* too as long as the nearest face of the other piece says so. Paths need not close,
//!    regions need not be the smaller ones, and depth does not matter up to [`DEPTH`].
//! 3. A stray is drawn to the other piece and through it. It is not parted from it meanwhile.
//!
//! Not here: which way is out, and which way pieces look; the caller knows the body.

use crate::attract::Attraction;
use crate::meeting::Meeting;
use geometry::bvh::Hierarchy;
use geometry::distance::{Feature, point_triangle};
use geometry::{FaceId, Mesh, Point, Vector, VertexId};
use gia::{Analysis, Crossing};
use std::collections::VecDeque;

/// How far from the other piece a stray is still known, as a multiple of the length of edges. Beyond, the nearest face is
/// as likely one of another limb.
pub const DEPTH: f64 = 6.0;

/// The cosine between a face's normal and the way out under which the face stands on the body, and the body cannot tell its sides apart:
/// 78°.
const STANDING: f64 = 0.2;

/// The place of a piece of cloth in the order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Larger is further out.
    pub layer: u32,
    /// 1 if its faces look outwards, −1 if they look inwards.
    pub outward: f64,
}

/// The order of all pieces of cloth.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// The connected piece that each face belongs to.
    pub pieces: Vec<u32>,
    /// The place of every piece; none where it is not known.
    pub places: Vec<Option<Place>>,
}

/// A vertex on the wrong side of another piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stray {
    /// Which vertex.
    pub vertex: VertexId,
    /// The piece that it has to go back through.
    pub piece: u32,
    /// The face of that piece to go to.
    pub face: FaceId,
}

/// The side of a piece on which another one belongs.
#[derive(Clone, Copy, Debug)]
struct Side {
    /// 1 if the faces of the piece look outwards where it is not turned over.
    looks: f64,
    /// 1 if the other one belongs outside it, −1 if inside.
    further: f64,
}

impl Side {
    /// A normal of the piece, turned towards where the other one belongs.
    fn towards(&self, normal: Vector, out: Option<Vector>) -> Vector {
        let rise = out.map_or(0.0, |out| normal.dot(&out));
        let outward = if rise.abs() > STANDING * normal.norm() { rise.signum() } else { self.looks };
        normal * (outward * self.further)
    }
}

impl Order {
    fn piece(&self, face: FaceId) -> u32 {
        self.pieces[face.index()]
    }

    /// The piece that a vertex belongs to.
    pub(crate) fn piece_of(&self, mesh: &Mesh, vertex: VertexId) -> Option<u32> {
        mesh.fan(vertex).faces.first().and_then(|face| self.pieces.get(face.index())).copied()
    }

    /// The side of a piece on which another one belongs. `None` if their order is not known.
    fn side(&self, piece: u32, other: u32) -> Option<Side> {
        let place = |piece: u32| self.places.get(piece as usize).copied().flatten();
        let (of, other) = (place(piece)?, place(other)?);
        let further = match other.layer.cmp(&of.layer) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Less => -1.0,
            std::cmp::Ordering::Equal => return None,
        };
        Some(Side { looks: of.outward, further })
    }

    /// Whether two sides that are near are to be parted: unless some vertex of one is on the wrong side of the other. `None` if their
    /// order is not known.
    pub(crate) fn parts(&self, mesh: &Mesh, strays: &[Stray], sides: [&[VertexId]; 2]) -> Option<bool> {
        let [a, b] = sides.map(|side| side.first().and_then(|v| self.piece_of(mesh, *v)));
        let (a, b) = (a?, b?);
        self.side(a, b)?;
        let is_stray = |vertex: VertexId, piece: u32| {
            strays.binary_search_by_key(&(vertex, piece), |stray| (stray.vertex, stray.piece)).is_ok()
        };
        let of = |side: &[VertexId], other: u32| side.iter().any(|v| is_stray(*v, other));
        Some(!of(sides[0], b) && !of(sides[1], a))
    }

    /// Whether a path is between two pieces whose order is known.
    pub fn knows(&self, mesh: &Mesh, analysis: &Analysis, path: usize) -> bool {
        let first = analysis.steps(&analysis.paths()[path]).first();
        first.is_some_and(|step| {
            let Crossing { edge, face, .. } = analysis.crossings()[step.crossing as usize];
            self.side(self.piece(face), self.piece(mesh.edge(edge).owner())).is_some()
        })
    }
}

/// Finds all strays, ascending; `out` says which way is out at a point, of unit length, if it is known.
pub fn strays(order: &Order, cloth: &Attraction, out: impl Fn(&Point) -> Option<Vector>) -> Vec<Stray> {
    let Attraction { mesh, positions, analysis, .. } = *cloth;
    let mut found: Vec<Stray> = Vec::new();
    for &Crossing { edge, face, .. } in analysis.crossings() {
        let (own, piece) = (order.piece(mesh.edge(edge).owner()), order.piece(face));
        let Some(side) = order.side(piece, own) else { continue };
        let ends = mesh.edge(edge).vertices;
        let [p, q] = ends.map(|v| positions[v.index()]);
        let right = side.towards(normal(mesh, positions, face), out(&(p + (q - p) / 2.0)));
        let second_is_right = (q - p).dot(&right) > 0.0;
        let vertex = ends[usize::from(!second_is_right)];
        found.push(Stray { vertex, piece, face });
    }
    found.sort_unstable();
    found.dedup_by_key(|stray| (stray.vertex, stray.piece));
    spread(order, cloth, found, out)
}

/// Neighbours of strays that are strays as well.
fn spread(order: &Order, cloth: &Attraction, seeds: Vec<Stray>, out: impl Fn(&Point) -> Option<Vector>) -> Vec<Stray> {
    let mut known: std::collections::BTreeMap<(VertexId, u32), Option<FaceId>> =
        seeds.iter().map(|stray| ((stray.vertex, stray.piece), Some(stray.face))).collect();
    let mut queue: VecDeque<Stray> = seeds.into();
    while let Some(Stray { vertex, piece, .. }) = queue.pop_front() {
        let faces = cloth.mesh.fan(vertex).faces;
        let neighbours = faces.iter().flat_map(|face| cloth.mesh.face(*face).map(|v| (v, order.piece(*face))));
        for (neighbour, own) in neighbours {
            if known.contains_key(&(neighbour, piece)) {
                continue;
            }
            let face = order.side(piece, own).and_then(|side| wrong(order, cloth, neighbour, (piece, side), &out));
            known.insert((neighbour, piece), face);
            queue.extend(face.map(|face| Stray { vertex: neighbour, piece, face }));
        }
    }
    known.into_iter().filter_map(|((vertex, piece), face)| Some(Stray { vertex, piece, face: face? })).collect()
}

/// The nearest face of a piece, if a vertex is on the wrong side of it. What is nearest to the rim of a piece is beside it.
fn wrong(
    order: &Order,
    cloth: &Attraction,
    vertex: VertexId,
    (piece, side): (u32, Side),
    out: impl Fn(&Point) -> Option<Vector>,
) -> Option<FaceId> {
    let Attraction { mesh, positions, edge, tree, .. } = *cloth;
    let from = &positions[vertex.index()];
    let (mut least, mut nearest) = ((DEPTH * edge).powi(2), None);
    tree.around(from, DEPTH * edge, |face| {
        let face = FaceId(face);
        if order.piece(face) == piece {
            let near = point_triangle(from, mesh.face(face).map(|v| &positions[v.index()]));
            if near.squared < least || (near.squared == least && nearest.is_some_and(|(lowest, _)| face < lowest)) {
                (least, nearest) = (near.squared, Some((face, near)));
            }
        }
        least.sqrt()
    });
    let (face, near) = nearest?;
    let right = side.towards(feature_normal(mesh, positions, face, near.feature)?, out(from));
    ((from - near.point).dot(&right) < 0.0).then_some(face)
}

/// The sum of the normals around a feature, weighted by angles (Bærentzen and Aanæs 2005); none on a rim.
fn feature_normal(mesh: &Mesh, positions: &[Point], face: FaceId, feature: Feature) -> Option<Vector> {
    let corner = |k: u8| mesh.face(face)[usize::from(k % 3)];
    match feature {
        Feature::Face => Some(normal(mesh, positions, face)),
        Feature::Edge(k) => {
            let edge = mesh.edge(mesh.edge_between(corner(k), corner(k + 1))?);
            (!edge.is_boundary()).then(|| edge.faces().map(|face| unit(normal(mesh, positions, face))).sum())
        }
        Feature::Corner(k) => {
            let vertex = corner(k);
            let fan = mesh.fan(vertex).faces;
            let closed = fan.iter().all(|face| {
                let mut rims = mesh.face_edges(*face).into_iter().map(|edge| mesh.edge(edge));
                !rims.any(|edge| edge.is_boundary() && edge.vertices.contains(&vertex))
            });
            let weighted = |face: &FaceId| unit(normal(mesh, positions, *face)) * angle(mesh, positions, *face, vertex);
            closed.then(|| fan.iter().map(weighted).sum())
        }
    }
}

/// Twice the area of a face, along its normal.
fn normal(mesh: &Mesh, positions: &[Point], face: FaceId) -> Vector {
    let [a, b, c] = mesh.face(face).map(|v| positions[v.index()]);
    (b - a).cross(&(c - a))
}

fn unit(vector: Vector) -> Vector {
    vector.try_normalize(f64::MIN_POSITIVE).unwrap_or_default()
}

/// The angle of a face at one of its corners.
fn angle(mesh: &Mesh, positions: &[Point], face: FaceId, vertex: VertexId) -> f64 {
    let at = positions[vertex.index()];
    let mut others = mesh.face(face).into_iter().filter(|v| *v != vertex).map(|v| positions[v.index()] - at);
    match (others.next(), others.next()) {
        (Some(a), Some(b)) => a.angle(&b),
        _ => 0.0,
    }
}

/// A meeting for every stray that nothing pinches.
pub fn meetings(strays: &[Stray], cloth: &Attraction) -> Vec<Meeting> {
    let free = strays.iter().filter(|stray| cloth.pinched.binary_search(&stray.vertex).is_err());
    free.filter_map(|stray| cloth.draw(stray.vertex, stray.face)).collect()
}
