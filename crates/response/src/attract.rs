//! Layers that have passed through each other are drawn back (BWK03 §6, rule 1).
//!
//! Every vertex of a black region is drawn to the nearest face of the white one, and through it to its thickness beyond; and the other
//! way round. BWK03 attracts what is near; here the nearest is found however far it is, among the faces that count:
//! those with all corners in the region, and those that the region's curve runs through, which are part of it even where it
//! holds no vertex. As soon as a vertex is through, the path is gone or shorter, and the vertex is parted like any other.
//!
//! BWK03 leaves red regions and regions on one side only to the forces of the rest of the cloth, and what runs out over a border too. Here
//! they are drawn back in the same way: the halves of a fold through each other, a region on one side through what its curve runs through on
//! the other, and of a fold that a border cuts off what lies along its curves. Otherwise only [`crate::contour`] would shorten such paths,
//! and it finds no way where a path is straight: trousers after a squat took 19 frames to come clean instead of 10, and those of
//! somebody who sat bent over 20 instead of 6 (means of three runs each, apart by a breath of wind).
//!
//! It goes by a share of the length of its edges a step, so that nothing snaps. While the body pinches something of a path, nothing is
//! drawn along it: what is held cannot give way, and what is not would tug at it for as long as the pinch lasts.

use crate::meeting::{Manner, Meeting};
use crate::order::Order;
use crate::solid::Friction;
use crate::verdict::vertices_of;
use geometry::bvh::{BoxTree, Hierarchy};
use geometry::distance::point_triangle;
use geometry::{FaceId, Mesh, Point, Vector, VertexId};
use gia::{Analysis, Color, Coloring, PathSide};
use rayon::prelude::*;

/// How far a vertex is drawn in a step, as part of the length of edges: twelve frames of four steps then undo a depth of nineteen edges. With
/// 0.25 and 0.6 cloth came clean 4 frames and 1 frame later (the runs above).
pub const PULL: f64 = 0.4;

/// What attraction needs to know of the cloth.
#[derive(Clone, Copy, Debug)]
pub struct Attraction<'a> {
    /// The cloth.
    pub mesh: &'a Mesh,
    /// Where it is.
    pub positions: &'a [Point],
    /// How far its layers rest from each other, per particle, in m.
    pub thickness: &'a [f64],
    /// The mean length of its edges, in m.
    pub edge: f64,
    /// A hierarchy over its faces at these positions.
    pub tree: &'a BoxTree,
    /// The analysis at these positions.
    pub analysis: &'a Analysis,
    /// Who is pinched, ascending.
    pub pinched: &'a [VertexId],
    /// Pieces whose order is known are drawn by it ([`crate::order`]).
    pub order: &'a Order,
}

/// Vertices that are drawn to faces.
struct Pull {
    vertices: Vec<VertexId>,
    /// Ascending.
    faces: Vec<FaceId>,
}

impl Attraction<'_> {
    /// A meeting for every vertex that has a face to go back through.
    pub fn meetings(&self) -> Vec<Meeting> {
        let pulls: Vec<Pull> = (0..self.analysis.paths().len()).flat_map(|path| self.pulls(path)).collect();
        let drawn = |pull: &Pull| -> Vec<Meeting> {
            let draw = |vertex: &VertexId| self.draw(*vertex, self.nearest(*vertex, &pull.faces)?);
            pull.vertices.par_iter().filter_map(draw).collect()
        };
        pulls.iter().flat_map(drawn).collect()
    }

    /// Each side of a path to the other.
    fn pulls(&self, path: usize) -> Vec<Pull> {
        if self.order.knows(self.mesh, self.analysis, path) || self.is_pinched(path) {
            return Vec::new();
        }
        let [a, b] = self.sides(path);
        let [faces_a, faces_b] = [(&a, PathSide::A), (&b, PathSide::B)].map(|(own, side)| self.faces(path, own, side));
        vec![Pull { vertices: a, faces: faces_b }, Pull { vertices: b, faces: faces_a }]
    }

    /// What has passed through each other along a path, ascending.
    fn sides(&self, path: usize) -> [Vec<VertexId>; 2] {
        let region = |color| self.analysis.region(path, color).to_vec();
        match self.analysis.coloring(path) {
            Coloring::BlackWhite { .. } => [region(Color::Black), region(Color::White)],
            Coloring::Red(_) => {
                let halves = self.analysis.halves(self.mesh, path);
                [PathSide::A, PathSide::B].map(|side| {
                    let own = halves.iter().filter(|(_, sides)| **sides == [side]);
                    own.map(|(vertex, _)| *vertex).collect()
                })
            }
            // A region on one side only is black, whichever side it is.
            Coloring::Half(PathSide::A, _) => [region(Color::Black), Vec::new()],
            Coloring::Half(PathSide::B, _) => [Vec::new(), region(Color::Black)],
            Coloring::None => self.analysis.wedge(self.mesh, path),
        }
    }

    fn is_pinched(&self, path: usize) -> bool {
        let involved = vertices_of(self.mesh, self.analysis, path);
        involved.iter().any(|vertex| self.pinched.binary_search(vertex).is_ok())
    }

    /// The faces of a region, those along its curve included.
    fn faces(&self, path: usize, members: &[VertexId], side: PathSide) -> Vec<FaceId> {
        let inside = |face: &FaceId| self.mesh.face(*face).iter().all(|v| members.binary_search(v).is_ok());
        let mut faces: Vec<FaceId> =
            members.iter().flat_map(|v| self.mesh.fan(*v).faces).copied().filter(inside).collect();
        for step in self.analysis.steps(&self.analysis.paths()[path]) {
            let crossing = self.analysis.crossings()[step.crossing as usize];
            if step.side == side {
                faces.extend(self.mesh.edge(crossing.edge).faces());
            } else {
                faces.push(crossing.face);
            }
        }
        faces.sort_unstable();
        faces.dedup();
        faces
    }

    /// Draws a vertex to a face, and through it.
    pub(crate) fn draw(&self, vertex: VertexId, face: FaceId) -> Option<Meeting> {
        let from = &self.positions[vertex.index()];
        let corners = self.mesh.face(face);
        let near = point_triangle(from, corners.map(|v| &self.positions[v.index()]));
        let distance = near.squared.sqrt();
        // Exactly on the face there is no telling which way is through; the next step will know.
        let normal = (from - near.point).try_normalize(1e-9 * self.edge)?;
        let [a, b, c] = near.barycentric;
        let across: f64 = corners.iter().zip(near.barycentric).map(|(v, w)| w * self.thickness[v.index()]).sum();
        let beyond = 0.5 * (self.thickness[vertex.index()] + across);
        Some(Meeting {
            particles: [vertex, corners[0], corners[1], corners[2], vertex],
            weights: [1.0, -a, -b, -c, 0.0],
            normal,
            manner: Manner::Drawn,
            target: (-beyond).max(distance - PULL * self.edge),
            expected: distance,
            clearance: None,
            slack: 0.0,
            velocity: Vector::zeros(),
            friction: Friction::NONE,
            hardness: 0.0,
        })
    }

    /// The nearest of some faces.
    fn nearest(&self, vertex: VertexId, faces: &[FaceId]) -> Option<FaceId> {
        let mut best = Best { of: self, vertex, least: f64::INFINITY, face: None };
        if faces.len() <= FEW {
            for face in faces {
                best.ask(*face);
            }
            return best.face;
        }
        // Any of them bounds the search.
        best.ask(faces[0]);
        best.ask(faces[faces.len() / 2]);
        self.tree.around(&self.positions[vertex.index()], best.least.sqrt(), |face| {
            if faces.binary_search(&FaceId(face)).is_ok() {
                best.ask(FaceId(face));
            }
            best.least.sqrt()
        });
        best.face
    }
}

/// The nearest face so far; of equally near ones the lowest.
struct Best<'a> {
    of: &'a Attraction<'a>,
    vertex: VertexId,
    /// Its squared distance, in m².
    least: f64,
    face: Option<FaceId>,
}

impl Best<'_> {
    fn ask(&mut self, face: FaceId) {
        let corners = self.of.mesh.face(face);
        if corners.contains(&self.vertex) {
            return;
        }
        let place = |v: VertexId| &self.of.positions[v.index()];
        let squared = point_triangle(place(self.vertex), corners.map(place)).squared;
        if squared < self.least || (squared == self.least && self.face.is_none_or(|lowest| face < lowest)) {
            (self.least, self.face) = (squared, Some(face));
        }
    }
}

/// So many faces are asked one by one: quicker than through the hierarchy.
const FEW: usize = 24;
