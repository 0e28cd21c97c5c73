//! Cloth that belongs outside something: the body, or the layer below. Its side is known, so depth does not matter.
//!
//! 1. Every vertex of a higher rank goes out of every surface of a lower rank by the shortest way, to the thickness.
//! 2. Vertices of the lower surface that poke through a face between its corners lift it along their normals.
//! 3. Where an edge still crosses a face, the outer one is lifted along the normal of the inner one.
//!
//! Where a body passes through itself, cloth goes where `pinched` says instead.
//!
//! The side of a surface is that of its normals: a body and garments are modelled with their normals outwards.

use crate::goal::{FIRM, Goal};
use crate::near::Pair;
use crate::pinched::{Aim, Overlaps, State};
use crate::problem::Tangled;
use crate::tangle::{Knot, Way, faces_along};
use contact::{Surface, When};
use geometry::distance::point_triangle;
use geometry::{FaceId, Mesh, Point, SurfaceMotion, Vector, VertexId};
use gia::{Analysis, Color, Coloring, PathSide};
use rayon::prelude::*;

/// How far a crossing is lifted in a step, in mean edges.
const LIFT: f64 = 0.15;
/// A vertex that is inside by less than this part of the thickness is not counted as inside: it is on its way.
const INSIDE: f64 = 0.01;

/// The surfaces that something belongs outside of.
pub(crate) struct Sides<'a> {
    tangled: &'a Tangled<'a>,
    surfaces: Vec<Inner>,
    /// Where the body passes through itself.
    overlaps: Option<Overlaps>,
    /// The sum of the normals of the faces around every vertex; empty where no side is known.
    normals: Vec<Vector>,
    thickness: f64,
}

struct Inner {
    rank: u32,
    surface: Surface,
    /// Whether nothing of it ever moves.
    still: bool,
    /// Whether it is the body.
    solid: bool,
}

impl<'a> Sides<'a> {
    pub fn new(tangled: &'a Tangled<'a>, positions: &[Point], thickness: f64) -> Self {
        let mut ranks: Vec<u32> = tangled.ranks.to_vec();
        ranks.sort_unstable();
        ranks.dedup();
        ranks.pop();
        let inner = |rank: u32| {
            let own = |face: &&[VertexId; 3]| tangled.ranks[face[0].index()] == rank;
            let faces = tangled.mesh.faces().iter().filter(own);
            let triangles: Vec<[u32; 3]> = faces.clone().map(|face| face.map(|v| v.0)).collect();
            let still = faces.clone().flatten().all(|v| tangled.held[v.index()]);
            let solid = faces.flatten().all(|v| tangled.solid[v.index()]);
            // Some faces of a mesh are a mesh.
            let mesh = Mesh::new(positions.len(), &triangles).ok()?;
            Some(Inner { rank, surface: Surface::new(mesh, &SurfaceMotion::still(positions)), still, solid })
        };
        let surfaces = ranks.into_iter().filter_map(inner).collect();
        let overlaps = Overlaps::new(tangled.mesh, positions, tangled.solid, thickness);
        Self { tangled, surfaces, overlaps, normals: Vec::new(), thickness }
    }

    /// What the body leaves no room at this state; the analysis is of the same.
    pub fn pinched(&self, positions: &[Point], analysis: &Analysis) -> State {
        let state = |o: &Overlaps| o.state(self.tangled.mesh, positions, self.tangled.solid, analysis);
        self.overlaps.as_ref().map_or_else(State::default, state)
    }

    /// The goals of what is around overlaps of the body, at the most a stride away, each with how far it has to go.
    pub fn around_overlaps(&self, pinched: &State, aim: Aim, stride: f64) -> Vec<(Goal, f64)> {
        let Some(overlaps) = &self.overlaps else { return Vec::new() };
        let free = pinched.places.iter().filter(|(vertex, _)| !self.tangled.held[vertex.index()]);
        free.filter_map(|(vertex, place)| overlaps.goal(*vertex, place, aim, stride)).collect()
    }

    /// Takes the surfaces to where they are now.
    pub fn follow(&mut self, positions: &[Point]) {
        for inner in self.surfaces.iter_mut().filter(|inner| !inner.still) {
            inner.surface.set_motion(&SurfaceMotion::still(positions));
        }
        if self.surfaces.is_empty() {
            return;
        }
        self.normals.clear();
        self.normals.resize(positions.len(), Vector::zeros());
        for index in 0..self.tangled.mesh.faces().len() {
            let face = FaceId::at(index);
            let normal = normal(self.tangled.mesh, positions, face);
            for vertex in self.tangled.mesh.face(face) {
                self.normals[vertex.index()] += normal;
            }
        }
    }

    /// Whether the outer of two sides near each other is outside the inner; none if they are of one rank.
    pub fn is_outside(&self, pair: &Pair) -> Option<bool> {
        let rank = |place: usize| self.tangled.ranks[pair.particles[place].index()];
        let (first, second) = (rank(0), rank(pair.first));
        if first == second {
            return None;
        }
        let (inner, out) = if first < second { (0..pair.first, -pair.apart) } else { (pair.first..4, pair.apart) };
        let normal: Vector = inner.map(|k| self.normals[pair.particles[k].index()] * pair.weights[k].abs()).sum();
        Some(out.dot(&normal) > 0.0)
    }

    /// Whether nothing belongs outside anything.
    pub fn is_empty(&self) -> bool {
        self.surfaces.is_empty()
    }

    /// The goals, at the most a stride away, of all vertices that are not where they should be: outside or, where the body passes
    /// through itself, between its surfaces. With them the vertices that are truly inside or far off the middle, and by how much
    /// at the most.
    pub fn goals(&self, positions: &[Point], pinched: &State, stride: f64) -> (Vec<Goal>, Vec<VertexId>, f64) {
        let (mut goals, mut inside, mut depth) = (Vec::new(), Vec::new(), 0f64);
        for (goal, missing) in self.around_overlaps(pinched, Aim::Near, stride) {
            if missing > INSIDE * self.thickness {
                inside.push(goal.particles[0]);
                depth = depth.max(missing);
            }
            goals.push(goal);
        }
        for inner in &self.surfaces {
            let vertices = (0..positions.len()).into_par_iter().map(VertexId::at);
            let is_outer = |v: &VertexId| {
                self.tangled.ranks[v.index()] > inner.rank
                    && !self.tangled.held[v.index()]
                    && !(inner.solid && pinched.place(*v).is_some())
            };
            let outer = vertices.filter(is_outer);
            let found: Vec<(Goal, f64)> = outer.filter_map(|v| self.out(inner, v, positions, stride)).collect();
            for (goal, distance) in found {
                if distance < -INSIDE * self.thickness {
                    inside.push(goal.particles[0]);
                    depth = depth.max(-distance);
                }
                goals.push(goal);
            }
        }
        (goals, inside, depth)
    }

    fn out(&self, inner: &Inner, vertex: VertexId, positions: &[Point], stride: f64) -> Option<(Goal, f64)> {
        let near = inner.surface.nearest(&positions[vertex.index()], f64::MAX.sqrt(), When::T1)?;
        if near.distance >= self.thickness || near.normal == Vector::zeros() {
            return None;
        }
        let corners = inner.surface.mesh().face(near.face);
        let target = self.thickness.min(near.distance + stride);
        Some((Goal::point_face(vertex, corners, near.barycentric, near.normal, target), near.distance))
    }

    /// The goals along a path between ranks.
    pub fn along(
        &self,
        knot: &Knot,
        (analysis, pinched): (&Analysis, &State),
        positions: &[Point],
        stride: f64,
    ) -> Vec<Goal> {
        if knot.way != Way::Sided {
            return Vec::new();
        }
        let mesh = self.tangled.mesh;
        let rank = |v: VertexId| self.tangled.ranks[v.index()];
        let mut goals = Vec::new();
        let mut inner_side = PathSide::A;
        for step in analysis.steps(&analysis.paths()[knot.path]) {
            let crossing = analysis.crossings()[step.crossing as usize];
            let (ends, corners) = (mesh.edge(crossing.edge).vertices, mesh.face(crossing.face));
            let edge_is_inner = rank(ends[0]) < rank(corners[0]);
            let normal: Vector = if edge_is_inner {
                mesh.edge(crossing.edge).faces().map(|face| normal(mesh, positions, face)).sum()
            } else {
                normal(mesh, positions, crossing.face)
            };
            let own = (step.side == PathSide::A) == edge_is_inner;
            inner_side = if own { PathSide::A } else { PathSide::B };
            if pinched.excuses(step.crossing as usize) {
                continue;
            }
            let Some(normal) = normal.try_normalize(f64::MIN_POSITIVE) else { continue };
            let point = crossing.point(mesh, positions);
            let [p, q] = ends.map(|v| positions[v.index()]);
            let share = geometry::distance::nearest_on_segment(&point, &p, &q);
            let [a, b, c] = point_triangle(&point, corners.map(|v| &positions[v.index()])).barycentric;
            goals.push(Goal {
                particles: [ends[0], ends[1], corners[0], corners[1], corners[2]],
                weights: [1.0 - share, share, -a, -b, -c],
                normal: if edge_is_inner { -normal } else { normal },
                target: LIFT.min(stride),
                stiffness: FIRM,
            });
        }
        goals.extend(self.poking(knot, (analysis, pinched), positions, (inner_side, stride)));
        goals
    }

    /// The vertices of the inner side that poke through the outer lift it.
    fn poking(
        &self,
        knot: &Knot,
        (analysis, pinched): (&Analysis, &State),
        positions: &[Point],
        (inner, stride): (PathSide, f64),
    ) -> Vec<Goal> {
        let mesh = self.tangled.mesh;
        let color = match analysis.coloring(knot.path) {
            Coloring::BlackWhite { .. } if inner == PathSide::A => Color::Black,
            Coloring::BlackWhite { .. } => Color::White,
            Coloring::Half(side, _) if *side == inner => Color::Black,
            _ => return Vec::new(),
        };
        let outer = if inner == PathSide::A { PathSide::B } else { PathSide::A };
        let mut faces = faces_along(mesh, analysis, knot.path, outer);
        faces.retain(|face| !pinched.catches(&mesh.face(*face)));
        let lift = |vertex: &VertexId| {
            let from = &positions[vertex.index()];
            let around = mesh.fan(*vertex).faces.iter().map(|face| normal(mesh, positions, *face));
            let normal = around.sum::<Vector>().try_normalize(f64::MIN_POSITIVE)?;
            let near = |face: &FaceId| point_triangle(from, mesh.face(*face).map(|v| &positions[v.index()]));
            let nearest = faces.iter().map(|face| (*face, near(face)));
            let (face, near) = nearest.min_by(|a, b| a.1.squared.total_cmp(&b.1.squared))?;
            let gap = normal.dot(&(near.point - from));
            // What is far to the side has another face to be lifted by.
            if gap >= self.thickness || gap.abs() < 0.5 * near.squared.sqrt() {
                return None;
            }
            let goal = Goal::point_face(*vertex, mesh.face(face), near.barycentric, -normal, 0.0);
            Some(Goal { target: self.thickness.min(gap + stride), ..goal })
        };
        analysis.region(knot.path, color).iter().filter_map(lift).collect()
    }
}

/// The normal of a face, as long as twice its area.
fn normal(mesh: &Mesh, positions: &[Point], face: FaceId) -> Vector {
    let [a, b, c] = mesh.face(face).map(|v| positions[v.index()]);
    (b - a).cross(&(c - a))
}
