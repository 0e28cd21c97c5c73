//! What is near the moving part of the cloth: points against faces, edges against edges.
//!
//! Every pair within reach is found where at least one particle moves. Two things are made of them:
//!
//! - Pairs nearer than the thickness are parted.
//! - Every particle learns how near anything of it is to anything else. Two parts that both move by less than half their
//!   distance cannot meet, whatever the way they take: a state without crossings stays without, and no test along the
//!   way is needed. (The idea of conservative advancement, taken per particle.)
//!
//! A point and a face that contains it, and edges with a common end, are no pairs: neighbours touch.

use crate::goal::{Goal, PLACES};
use crate::region::Region;
use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::distance::{edge_edge, point_triangle};
use geometry::{EdgeId, FaceId, Mesh, Point, Vector, VertexId};
use rayon::prelude::*;

/// Two sides near each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    /// A point and a face, or two edges.
    pub particles: [VertexId; 4],
    pub weights: [f64; 4],
    /// From the second side to the first, of any length.
    pub apart: Vector,
    pub distance: f64,
    /// How many of the particles are the first side's.
    pub first: usize,
    /// Whether the two sides are neighbours on the cloth: within [`Search::rings`] of each other.
    pub joined: bool,
}

/// What is searched.
#[derive(Clone, Copy)]
pub(crate) struct Search<'a> {
    pub mesh: &'a Mesh,
    pub positions: &'a [Point],
    /// Over all faces, fitted to these positions.
    pub tree: &'a BoxTree,
    pub region: &'a Region,
    /// Pairs farther apart are not found.
    pub reach: f64,
    /// So many edges from one side to the other make them neighbours: these are as near as they are because the cloth is.
    pub rings: usize,
}

/// How many edges apart two sides must be to have to be a thickness apart, both in mean edges: those nearer could only be by
/// stretching the cloth between them.
pub(crate) fn rings(thickness: f64) -> usize {
    1 + (2.0 * thickness).clamp(0.0, 100.0) as usize
}

impl Search<'_> {
    /// Every pair, in an order that depends on the data alone.
    pub fn pairs(&self) -> Vec<Pair> {
        let (points, edges) = self.surroundings();
        let mut pairs: Vec<Pair> = points.par_iter().flat_map_iter(|point| self.of_point(*point)).collect();
        pairs.par_extend(edges.par_iter().flat_map_iter(|edge| self.of_edge(*edge)));
        pairs
    }

    /// The points and edges of all faces that are near a moving one.
    fn surroundings(&self) -> (Vec<VertexId>, Vec<EdgeId>) {
        let found = self.region.faces().par_iter().flat_map_iter(|face| {
            let mut near = vec![*face];
            self.tree.overlapping(&self.bounds(self.mesh.face(*face)).grown(self.reach), |f| near.push(FaceId(f)));
            near
        });
        let mut faces: Vec<FaceId> = found.collect();
        faces.par_sort_unstable();
        faces.dedup();
        let mut points: Vec<VertexId> = faces.iter().flat_map(|face| self.mesh.face(*face)).collect();
        points.sort_unstable();
        points.dedup();
        let mut edges: Vec<EdgeId> = faces.iter().flat_map(|face| self.mesh.face_edges(*face)).collect();
        edges.sort_unstable();
        edges.dedup();
        (points, edges)
    }

    fn bounds<const N: usize>(&self, vertices: [VertexId; N]) -> Bounds {
        Bounds::around(vertices.map(|v| &self.positions[v.index()]))
    }

    fn moves(&self, vertices: &[VertexId]) -> bool {
        vertices.iter().any(|v| self.region.slot(*v).is_some())
    }

    fn are_joined(&self, one: &[VertexId], other: &[VertexId]) -> bool {
        if self.rings <= 1 {
            return one.iter().any(|v| other.iter().any(|w| self.mesh.edge_between(*v, *w).is_some()));
        }
        let mut near = one.to_vec();
        let mut front = 0..near.len();
        for _ in 0..self.rings {
            for at in front.clone() {
                for corner in self.mesh.fan(near[at]).faces.iter().flat_map(|face| self.mesh.face(*face)) {
                    if !near.contains(&corner) {
                        near.push(corner);
                    }
                }
            }
            front = front.end..near.len();
        }
        other.iter().any(|v| near.contains(v))
    }

    fn of_point(&self, point: VertexId) -> Vec<Pair> {
        let mut pairs = Vec::new();
        let moves = self.moves(&[point]);
        let from = &self.positions[point.index()];
        self.tree.around(from, self.reach, |face| {
            let corners = self.mesh.face(FaceId(face));
            if !corners.contains(&point) && (moves || self.moves(&corners)) {
                let near = point_triangle(from, corners.map(|v| &self.positions[v.index()]));
                if near.squared <= self.reach * self.reach {
                    let [u, v, w] = near.barycentric;
                    let [a, b, c] = corners;
                    pairs.push(Pair {
                        particles: [point, a, b, c],
                        weights: [1.0, -u, -v, -w],
                        apart: from - near.point,
                        distance: near.squared.sqrt(),
                        first: 1,
                        joined: self.are_joined(&[point], &corners),
                    });
                }
            }
            self.reach
        });
        pairs.sort_unstable_by_key(|pair| pair.particles);
        pairs
    }

    fn of_edge(&self, edge: EdgeId) -> Vec<Pair> {
        let mut pairs = Vec::new();
        let ends = self.mesh.edge(edge).vertices;
        let moves = self.moves(&ends);
        let own = ends.map(|v| &self.positions[v.index()]);
        let bounds = self.bounds(ends).grown(self.reach);
        self.tree.overlapping(&bounds, |face| {
            for other in self.mesh.face_edges(FaceId(face)) {
                let about = self.mesh.edge(other);
                // Every pair once: from its lower edge, by the owner of the higher.
                if other <= edge || about.owner() != FaceId(face) {
                    continue;
                }
                let others = about.vertices;
                let apart = !others.contains(&ends[0]) && !others.contains(&ends[1]);
                if apart && (moves || self.moves(&others)) && bounds.overlaps(&self.bounds(others)) {
                    pairs.extend(self.edges(ends, own, others));
                }
            }
        });
        pairs.sort_unstable_by_key(|pair| pair.particles);
        pairs
    }

    fn edges(&self, ends: [VertexId; 2], own: [&Point; 2], others: [VertexId; 2]) -> Option<Pair> {
        let near = edge_edge(own, others.map(|v| &self.positions[v.index()]));
        let [s, t] = near.parameters;
        (near.squared <= self.reach * self.reach).then(|| Pair {
            particles: [ends[0], ends[1], others[0], others[1]],
            weights: [1.0 - s, s, t - 1.0, -t],
            apart: near.points[0] - near.points[1],
            distance: near.squared.sqrt(),
            first: 2,
            joined: self.are_joined(&ends, &others),
        })
    }
}

impl Pair {
    /// The goal of being so far apart; none if the two sides touch and no direction parts them.
    pub fn parted(&self, target: f64, stiffness: f64) -> Option<Goal> {
        let normal = self.apart.try_normalize(f64::MIN_POSITIVE)?;
        let mut goal =
            Goal { particles: [self.particles[0]; PLACES], weights: [0.0; PLACES], normal, target, stiffness };
        goal.particles[..4].copy_from_slice(&self.particles);
        goal.weights[..4].copy_from_slice(&self.weights);
        Some(goal)
    }
}

/// For every particle of the region how near anything of it is to anything else, at the most the reach.
pub(crate) fn clearances(region: &Region, pairs: &[Pair], reach: f64) -> Vec<f64> {
    let mut clearances = vec![reach; region.vertices().len()];
    for pair in pairs {
        for slot in pair.particles.iter().filter_map(|v| region.slot(*v)) {
            let clearance = &mut clearances[slot as usize];
            *clearance = clearance.min(pair.distance);
        }
    }
    clearances
}
