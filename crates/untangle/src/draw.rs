//! Cloth that has passed through is drawn back (BWK03 §6, rule 1), and paths are made shorter (VMT06).
//!
//! | path | what is drawn where |
//! |---|---|
//! | black and white | every black vertex to the nearest white face and through it; and the other way round |
//! | half | every vertex of the region to the nearest face around the path on the other side, and through it |
//! | any | every crossing along the gradient of the path's length |
//!
//! Unlike in a simulation, a path with one region is drawn back too: with no time passing and nothing else moving, the smaller
//! part is the one that has passed through.

use crate::goal::{FIRM, Goal};
use crate::tangle::{Knot, Way, around, crossings, faces_along};
use geometry::bvh::{BoxTree, Hierarchy};
use geometry::distance::point_triangle;
use geometry::{FaceId, Mesh, Point, Vector, VertexId};
use gia::{Analysis, Color, PathSide};
use rayon::prelude::*;
use response::Shortening;

/// How far a vertex is drawn in a step, in mean edges.
const PULL: f64 = 0.3;
/// How far an edge is moved along the gradient in a step, in mean edges.
const PUSH: f64 = 0.3;

/// What drawing needs to know.
#[derive(Clone, Copy)]
pub(crate) struct Drawing<'a> {
    pub mesh: &'a Mesh,
    pub positions: &'a [Point],
    /// Over all faces, fitted to these positions.
    pub tree: &'a BoxTree,
    pub analysis: &'a Analysis,
    pub thickness: f64,
}

impl Drawing<'_> {
    /// The goals of a path, and how deep the cloth has passed through.
    pub fn goals(&self, knot: &Knot, whole: bool) -> (Vec<Goal>, f64) {
        let mut goals = Vec::new();
        let mut depth = 0f64;
        let pulls: Vec<(&[VertexId], Vec<FaceId>)> = match knot.way {
            Way::Exchange => vec![
                (self.analysis.region(knot.path, Color::Black), self.faces(knot.path, Color::White, PathSide::B)),
                (self.analysis.region(knot.path, Color::White), self.faces(knot.path, Color::Black, PathSide::A)),
            ],
            Way::Withdraw(side) => {
                let region = self.analysis.region(knot.path, Color::Black);
                vec![(region, self.opposite(knot.path, side, region))]
            }
            Way::Sided | Way::Shorten => Vec::new(),
        };
        for (vertices, faces) in &pulls {
            let drawn: Vec<(Goal, f64)> = vertices.par_iter().filter_map(|v| self.draw(*v, faces)).collect();
            depth = drawn.iter().fold(depth, |most, (_, distance)| most.max(*distance));
            goals.extend(drawn.into_iter().map(|(goal, _)| goal));
        }
        if matches!(knot.way, Way::Shorten) {
            depth = knot.length / 2.0;
        }
        // What is sided is lifted along normals: that is surer than a gradient.
        if knot.way != Way::Sided {
            goals.extend(if whole { self.move_whole(knot) } else { self.shorten(knot) });
        }
        (goals, depth)
    }

    /// Every crossing of the path by its own gradient.
    pub fn shorten(&self, knot: &Knot) -> Vec<Goal> {
        let at = |shortening: Shortening| {
            let size = shortening.way.norm();
            let normal = shortening.way / size;
            Goal {
                particles: shortening.particles,
                weights: shortening.weights,
                normal,
                target: PUSH * size / size.hypot(1.0),
                stiffness: FIRM,
            }
        };
        self.shortenings(knot).into_iter().map(at).collect()
    }

    fn shortenings(&self, knot: &Knot) -> Vec<Shortening> {
        let of = |crossing| Shortening::at(self.mesh, self.positions, crossing);
        crossings(self.analysis, knot.path).filter_map(of).collect()
    }

    /// Every crossing of the path by the mean gradient: the two sides are moved apart as wholes (VMT06 §4).
    fn move_whole(&self, knot: &Knot) -> Vec<Goal> {
        let steps = self.analysis.steps(&self.analysis.paths()[knot.path]);
        let mut goals = Vec::new();
        let mut sum = Vector::zeros();
        for step in steps {
            let crossing = self.analysis.crossings()[step.crossing as usize];
            let Some(shortening) = Shortening::at(self.mesh, self.positions, crossing) else { continue };
            let sign = if step.side == PathSide::A { 1.0 } else { -1.0 };
            let size = shortening.way.norm();
            sum += shortening.way * (sign / size.max(1.0));
            goals.push((shortening, sign));
        }
        let Some(direction) = sum.try_normalize(1e-6) else { return self.shorten(knot) };
        let goal = |(s, sign): (Shortening, f64)| Goal {
            particles: s.particles,
            weights: s.weights,
            normal: direction * sign,
            target: PUSH,
            stiffness: FIRM,
        };
        goals.into_iter().map(goal).collect()
    }

    /// The faces of a region, those along its curve included.
    fn faces(&self, path: usize, color: Color, side: PathSide) -> Vec<FaceId> {
        let members = self.analysis.region(path, color);
        let inside = |face: &FaceId| self.mesh.face(*face).iter().all(|v| members.binary_search(v).is_ok());
        let mut faces = faces_along(self.mesh, self.analysis, path, side);
        faces.extend(members.iter().flat_map(|v| self.mesh.fan(*v).faces).copied().filter(inside));
        faces.sort_unstable();
        faces.dedup();
        faces
    }

    /// The faces on the other side of a half path as far around as the region reaches, without those of the region itself.
    fn opposite(&self, path: usize, side: PathSide, region: &[VertexId]) -> Vec<FaceId> {
        let other = if side == PathSide::A { PathSide::B } else { PathSide::A };
        let along = faces_along(self.mesh, self.analysis, path, other);
        let corners: Vec<VertexId> = along.iter().flat_map(|face| self.mesh.face(*face)).collect();
        let size = geometry::bvh::Bounds::around(region.iter().map(|v| &self.positions[v.index()])).extents().amax();
        let rings = 2 + size.clamp(0.0, 100.0).ceil() as usize;
        let near = around(self.mesh, &corners, rings);
        let outside = |face: &FaceId| !self.mesh.face(*face).iter().any(|v| region.binary_search(v).is_ok());
        let mut faces: Vec<FaceId> =
            near.iter().flat_map(|v| self.mesh.fan(*v).faces).copied().filter(outside).collect();
        faces.sort_unstable();
        faces.dedup();
        faces
    }

    /// Draws a vertex to the nearest of some faces and through it; with it how far that face is.
    fn draw(&self, vertex: VertexId, faces: &[FaceId]) -> Option<(Goal, f64)> {
        let from = &self.positions[vertex.index()];
        let face = self.nearest(vertex, faces)?;
        let corners = self.mesh.face(face);
        let near = point_triangle(from, corners.map(|v| &self.positions[v.index()]));
        let distance = near.squared.sqrt();
        let normal = (from - near.point).try_normalize(1e-12)?;
        let target = (-self.thickness).max(distance - PULL);
        Some((Goal::point_face(vertex, corners, near.barycentric, normal, target), distance))
    }

    fn nearest(&self, vertex: VertexId, faces: &[FaceId]) -> Option<FaceId> {
        let from = &self.positions[vertex.index()];
        let mut best: Option<(f64, FaceId)> = None;
        let mut ask = |face: FaceId| {
            let corners = self.mesh.face(face);
            if !corners.contains(&vertex) {
                let squared = point_triangle(from, corners.map(|v| &self.positions[v.index()])).squared;
                if best.is_none_or(|(least, lowest)| squared < least || (squared == least && face < lowest)) {
                    best = Some((squared, face));
                }
            }
            best.map_or(f64::INFINITY, |(least, _)| least.sqrt())
        };
        if faces.len() <= FEW {
            for face in faces {
                ask(*face);
            }
        } else {
            // Any of them bounds the search.
            ask(faces[0]);
            let reach = ask(faces[faces.len() / 2]);
            let mut reach = if reach.is_finite() { reach } else { FAR };
            self.tree.around(from, reach, |face| {
                if faces.binary_search(&FaceId(face)).is_ok() {
                    reach = reach.min(ask(FaceId(face)));
                }
                reach
            });
        }
        best.map(|(_, face)| face)
    }
}

/// So many faces are asked one by one: quicker than through the hierarchy.
const FEW: usize = 24;
/// A reach that ends no search, in mean edges.
const FAR: f64 = 1e12;
