//! What is near the moving part of the cloth: points against faces, edges against edges.
//!
//! Every pair within reach is found where at least one particle moves. Two things are made of them:
//!
//! - Pairs nearer than the thickness are parted.
//! - Steps are made so short that no two parts meet on their ways: either they move relative to each other by less than their
//!   distance (the idea of conservative advancement, taken per particle), or a plane between them proves it (`geometry::impact`).
//!   So a state without crossings stays without.
//!
//! Where a point and a face touch, the way between them has no direction; which side the point is on is told by the exact sign
//! that the analysis too goes by. So sheets that lie on each other part the way round that they have no crossings.
//!
//! A point and a face that contains it, and edges with a common end, are no pairs: neighbours touch.

use crate::goal::{Goal, PLACES};
use crate::region::Region;
use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::distance::{edge_edge, point_triangle};
use geometry::impact;
use geometry::predicates::{Sign, Site, orientation};
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
    /// Whether the two sides are nearer than the thickness because they are neighbours on the cloth. Of those farther apart nobody
    /// asks.
    pub joined: bool,
}

/// Two that are nearer than this touch, in mean edges: the direction from one to the other is noise.
pub(crate) const TOUCHING: f64 = 1e-9;

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
    /// How far apart two sides should be, in mean edges, unless they are neighbours: these are as near as they are because the
    /// cloth is.
    pub thickness: f64,
}

/// How many edges apart two sides must be to have to be a thickness apart, both in mean edges: those nearer could only be by
/// stretching the cloth between them.
fn rings(thickness: f64) -> usize {
    1 + (2.0 * thickness).clamp(0.0, 100.0) as usize
}

impl Search<'_> {
    /// The vertices of what touches and are no neighbours.
    pub fn touching(&self) -> Vec<VertexId> {
        let pairs = self.pairs();
        pairs.iter().filter(|pair| !pair.joined && pair.distance <= TOUCHING).flat_map(|pair| pair.particles).collect()
    }

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

    fn are_joined(&self, one: &[VertexId], other: &[VertexId], squared: f64) -> bool {
        // A little more than the thickness, so that rounding leaves nobody out.
        if squared > 1.01 * self.thickness * self.thickness {
            return false;
        }
        let rings = rings(self.thickness);
        if rings <= 1 {
            return one.iter().any(|v| other.iter().any(|w| self.mesh.edge_between(*v, *w).is_some()));
        }
        let mut near = one.to_vec();
        let mut front = 0..near.len();
        for _ in 0..rings {
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
                        apart: self.apart(point, corners, from - near.point),
                        distance: near.squared.sqrt(),
                        first: 1,
                        joined: self.are_joined(&[point], &corners, near.squared),
                    });
                }
            }
            self.reach
        });
        pairs.sort_unstable_by_key(|pair| pair.particles);
        pairs
    }

    /// The way from a face to a point; where they touch, along the normal to the side that the point is on.
    fn apart(&self, point: VertexId, corners: [VertexId; 3], way: Vector) -> Vector {
        if way.norm_squared() > TOUCHING * TOUCHING {
            return way;
        }
        let site = |vertex: VertexId| Site { id: vertex, at: self.positions[vertex.index()] };
        let [a, b, c] = corners.map(site);
        let normal = (b.at - a.at).cross(&(c.at - a.at));
        match orientation(&a, &b, &c, &site(point)) {
            // The determinant is positive below a face that is seen counter-clockwise from above.
            Sign::Negative => normal,
            Sign::Positive => -normal,
        }
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
            // Of edges that touch, points and faces tell which way.
            apart: if near.squared > TOUCHING * TOUCHING { near.points[0] - near.points[1] } else { Vector::zeros() },
            distance: near.squared.sqrt(),
            first: 2,
            joined: self.are_joined(&ends, &others, near.squared),
        })
    }
}

impl Pair {
    /// The farthest that a particle of one side moves relative to one of the other.
    fn relative(&self, region: &Region, steps: &[Vector]) -> f64 {
        let moved = |v: &VertexId| region.slot(*v).map_or_else(Vector::zeros, |slot| steps[slot as usize]);
        let (one, other) = self.particles.split_at(self.first);
        let squares = one.iter().flat_map(|v| other.iter().map(move |w| (moved(v) - moved(w)).norm_squared()));
        squares.fold(0.0, f64::max).sqrt()
    }

    /// When the two sides come too near each other on their straight ways, if they may.
    fn meets(&self, search: &Search, steps: &[Vector]) -> Option<f64> {
        if self.relative(search.region, steps) <= SHARE * self.distance {
            return None;
        }
        let start = self.particles.map(|v| search.positions[v.index()]);
        let end = std::array::from_fn(|k| {
            let step = region_slot(search, self.particles[k]).map_or_else(Vector::zeros, |slot| steps[slot]);
            start[k] + step
        });
        let kept = KEPT * self.distance.min(search.thickness);
        if self.first == 1 { impact::point_triangle(&start, &end, kept) } else { impact::edge_edge(&start, &end, kept) }
    }

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

/// The part of its distance that a pair may use up in a step; under one.
const SHARE: f64 = 0.9;
/// The part of its distance, and of the thickness where it is farther apart, that a pair on its way must keep.
const KEPT: f64 = 0.5;
/// So often pairs that would meet are stopped where they do; those that still would go no farther than is safe whatever happens.
const ROUNDS: usize = 6;
/// The part of the way to where a pair would meet that its particles go.
const BEFORE: f64 = 0.9;
/// The step of a particle that touches something, in mean edges.
const TINY: f64 = 1e-7;

/// The steps of the particles of a region, made so short that no two parts can meet on their straight ways. The pairs must be
/// all within reach.
///
/// Two parts cannot meet while they move relative to each other by less than their distance, and they do not move farther
/// relative to each other than any particle of one does relative to any of the other. So cloth that moves as a whole is free
/// to. Others are asked for a proof that they stay apart on their ways (`geometry::impact`): what parts is free to, and so is
/// what glides along. Where there is none, the particles stop before they meet. That may bring other pairs within danger, so all
/// are asked again until none is; after some rounds the particles of those who still would meet go no farther than half of
/// what the pair may use up, whatever the others do. Each pair is limited so once at the most, so this ends.
pub(crate) fn limited(search: &Search, pairs: &[Pair], mut steps: Vec<Vector>) -> Vec<Vector> {
    for step in &mut steps {
        shorten(step, SHARE * search.reach / 2.0);
    }
    let mut asked: Vec<&Pair> = pairs.iter().collect();
    for round in 0.. {
        let when = |pair: &&Pair| pair.meets(search, &steps);
        let times: Vec<Option<f64>> = asked.par_iter().map(when).collect();
        let meeting: Vec<(usize, f64)> = times.iter().enumerate().filter_map(|(k, time)| Some((k, (*time)?))).collect();
        if meeting.is_empty() {
            break;
        }
        let mut most = vec![f64::INFINITY; steps.len()];
        for (index, time) in &meeting {
            let pair = asked[*index];
            let safe = (SHARE * pair.distance / 2.0).max(TINY);
            for slot in pair.particles.iter().filter_map(|v| region_slot(search, *v)) {
                let way = if round < ROUNDS { BEFORE * time * steps[slot].norm() } else { 0.0 };
                most[slot] = most[slot].min(way.max(safe));
            }
        }
        for (step, most) in steps.iter_mut().zip(most) {
            shorten(step, most);
        }
        if round >= ROUNDS {
            let mut index = 0;
            asked.retain(|_| {
                index += 1;
                times[index - 1].is_none()
            });
        }
    }
    steps
}

fn region_slot(search: &Search, vertex: VertexId) -> Option<usize> {
    search.region.slot(vertex).map(|slot| slot as usize)
}

fn shorten(step: &mut Vector, most: f64) {
    let length = step.norm();
    if !length.is_finite() {
        *step = Vector::zeros();
    } else if length > most {
        *step *= most / length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::shapes::Shape;

    /// Two sheets of four faces, one above the other.
    fn sheets(gap: f64) -> (Mesh, Vec<Point>) {
        let sheet = Shape::sheet(2, 2.0);
        let both = sheet.clone().with(&sheet.map(|p| Point::new(p.x + 0.1, p.y + gap, p.z + 0.05)));
        (Mesh::new(both.positions.len(), &both.triangles).expect("a mesh"), both.positions)
    }

    fn limited_steps(gap: f64, step: impl Fn(usize) -> Vector) -> Vec<Vector> {
        const REACH: f64 = 0.5;
        let (mesh, positions) = sheets(gap);
        let all: Vec<VertexId> = (0..positions.len()).map(VertexId::at).collect();
        let mut region = Region::new(positions.len());
        region.add(&mesh, &all, &vec![false; positions.len()]);
        let tree = BoxTree::build(mesh.faces().len(), |face| {
            Bounds::around(mesh.face(FaceId(face)).map(|v| &positions[v.index()]))
        });
        let search =
            Search { mesh: &mesh, positions: &positions, tree: &tree, region: &region, reach: REACH, thickness: 0.1 };
        limited(&search, &search.pairs(), (0..positions.len()).map(step).collect())
    }

    #[test]
    fn what_moves_as_a_whole_is_free_to() {
        let down = Vector::new(0.0, -0.2, 0.0);
        assert!(limited_steps(0.01, |_| down).iter().all(|step| *step == down));
    }

    #[test]
    fn what_would_meet_is_stopped_before() {
        let gap = 0.1;
        let (_, positions) = sheets(gap);
        let lower = positions.len() / 2;
        let steps = limited_steps(gap, |v| Vector::new(0.0, if v < lower { 0.2 } else { -0.2 }, 0.0));
        let rise = steps[..lower].iter().map(|step| step.y).fold(0.0, f64::max);
        let fall = steps[lower..].iter().map(|step| -step.y).fold(0.0, f64::max);
        assert!(rise > 0.0 && fall > 0.0, "both move: {rise}, {fall}");
        // No vertex of one sheet is beyond the other's, wherever they stop: the middle vertices decide.
        assert!(steps[4].y - steps[lower + 4].y < gap, "{:?} {:?}", steps[4], steps[lower + 4]);
    }

    #[test]
    fn what_is_no_number_stays() {
        assert!(limited_steps(0.1, |_| Vector::repeat(f64::NAN)).iter().all(|step| *step == Vector::zeros()));
    }
}
