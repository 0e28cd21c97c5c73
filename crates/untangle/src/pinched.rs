//! Cloth where the body passes through itself: it belongs between the body's surfaces (BWK03 §4).
//!
//! Where an upper arm and a forearm have passed through each other, no cloth can be outside both. `flypaper` tells where that is:
//! which sheets of the body oppose each other around a point and have passed through each other there. Of every such point:
//!
//! 1. Leaving either sheet by the thickness leads into the other: it is *pinched*, and belongs midway between the two.
//! 2. One of them can be left: out by that one, even where the other is nearer and would say that the point is outside.
//! 3. Another way out is shorter than that to the middle: cloth inside the back of a limb has nothing to do with its front.
//!
//! Cloth between two sheets has to pass through both of them where it leaves their overlap: there the four parts of space (in one,
//! in the other, in both, in neither) meet along a line, and no cloth runs along a line. Such crossings are *excused*: those
//! of an edge or a face of the cloth that has a pinched corner inside both sheets, and those at a place that is itself
//! pinched, where cloth is coarser than the overlap. Crossings of cloth with cloth never are.
//!
//! Nothing is remembered from one state to the next.
//!
//! Not here: the motion of surfaces. A repair has no time; where `flypaper` lets the sheets carry a particle, here it is moved.

use crate::goal::Goal;
use crate::near::Pair;
use crate::problem::Tangled;
use contact::solid::Spot;
use contact::{Surface, When};
use flypaper::{Folds, Foot, Intersections, Pinches, Solid, Touch};
use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::distance::point_triangle;
use geometry::{FaceId, Mesh, Point, SurfaceMotion, Vector, VertexId};
use gia::{Analyser, Analysis, PathSide};
use rayon::prelude::*;

/// How much going to the middle outweighs an edge: less than what parts cloth from cloth, so that several layers lie beside
/// each other around the middle.
const MIDWAY: f64 = 5.0;
/// Off the middle by less than this part of the overlap is near it.
const MIDDLE: f64 = 0.1;

/// How near the middle pinched cloth is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// Near it: while paths are undone, layers that come from both sides stop before they meet.
    Near,
    /// To it: nothing passes through anything on the way any more.
    Exactly,
}

/// Where a body passes through itself.
pub struct Overlaps {
    surface: Surface,
    intersections: Intersections,
    thickness: f64,
    /// How deep the body has passed through itself, along every path.
    depths: Vec<f64>,
    deepest: f64,
}

/// Cloth that the body leaves no room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pinched {
    /// Particles between two surfaces of the body.
    pub particles: usize,
    /// Crossings with the body that are excused.
    pub crossings: usize,
}

impl Overlaps {
    /// The overlaps of the part of a mesh that is the body; none where it does not pass through itself. The thickness is that
    /// of the cloth.
    pub fn new(mesh: &Mesh, positions: &[Point], solid: &[bool], thickness: f64) -> Option<Self> {
        let own = |face: &&[VertexId; 3]| solid[face[0].index()];
        let triangles: Vec<[u32; 3]> = mesh.faces().iter().filter(own).map(|face| face.map(|v| v.0)).collect();
        if triangles.is_empty() {
            return None;
        }
        // Some faces of a mesh are a mesh.
        let body = Mesh::new(positions.len(), &triangles).ok()?;
        let tree = BoxTree::build(triangles.len(), |face| bounds(&body, positions, FaceId(face)));
        let analysis = Analyser::default().analyse(&body, positions, &tree);
        if analysis.is_clean() {
            return None;
        }
        let intersections = Intersections::new(&body, positions, &analysis);
        let depths = depths(&body, positions, &intersections, analysis.paths().len());
        let deepest = depths.iter().copied().fold(0.0, f64::max);
        let surface = Surface::new(body, &SurfaceMotion::still(positions));
        Some(Self { surface, intersections, thickness, depths, deepest })
    }

    /// What the body leaves of cloth at these positions; the analysis is that of the whole mesh there.
    pub fn pinched(&self, mesh: &Mesh, positions: &[Point], solid: &[bool], analysis: &Analysis) -> Pinched {
        self.state(mesh, positions, solid, analysis).counts()
    }

    pub(crate) fn state(&self, mesh: &Mesh, positions: &[Point], solid: &[bool], analysis: &Analysis) -> State {
        let cloth: Vec<VertexId> = (0..positions.len()).map(VertexId::at).filter(|v| !solid[v.index()]).collect();
        let points: Vec<Point> = cloth.iter().map(|v| positions[v.index()]).collect();
        let found = self.places(&points);
        let places: Vec<(VertexId, Place)> = found.into_iter().map(|(index, place)| (cloth[index], place)).collect();
        let mut caught = vec![false; positions.len()];
        for (vertex, place) in &places {
            caught[vertex.index()] = matches!(place, Place::Between(between) if between.is_inside_both());
        }
        let mut excused = vec![false; analysis.crossings().len()];
        let mut asked = Vec::new();
        for (index, crossing) in analysis.crossings().iter().enumerate() {
            let (ends, corners) = (mesh.edge(crossing.edge).vertices, mesh.face(crossing.face));
            let is_cloth: &[VertexId] = match [solid[ends[0].index()], solid[corners[0].index()]] {
                [false, true] => &ends,
                [true, false] => &corners,
                _ => continue,
            };
            if is_cloth.iter().any(|v| caught[v.index()]) {
                excused[index] = true;
            } else {
                asked.push((index, crossing.point(mesh, positions)));
            }
        }
        let points: Vec<Point> = asked.iter().map(|(_, point)| *point).collect();
        for (place, _) in self.places(&points).iter().filter(|(_, place)| place.is_between()) {
            excused[asked[*place].0] = true;
        }
        State { places, caught, excused }
    }

    /// The points around which the body passes through itself, ascending, and where each belongs.
    fn places(&self, points: &[Point]) -> Vec<(usize, Place)> {
        let solid = Solid::Mesh { surface: &self.surface, intersections: [&self.intersections; 2] };
        let near = |(index, point): (usize, &Point)| Some((index, self.nearest(point)?));
        let asked: Vec<(usize, [f64; 2])> = points.par_iter().enumerate().filter_map(near).collect();
        let particles: Vec<Point> = asked.iter().map(|(index, _)| points[*index]).collect();
        let pinches = Pinches::find(&[solid], &particles, |particle| self.touch(asked[particle.index()].1));
        let place = |(particle, feet): (VertexId, &[Foot])| {
            let (index, [nearest, _]) = asked[particle.index()];
            let [one, other, ..] = feet else { return None };
            Some((index, self.place(one, other, nearest)?))
        };
        pinches.iter().filter_map(place).collect()
    }

    /// How far a point is from the body, negative inside, if what is nearest to it has passed through something, and how deep that has: around
    /// an overlap that is so in the overlap itself and beyond either of its sheets.
    fn nearest(&self, point: &Point) -> Option<[f64; 2]> {
        let reach = self.deepest + self.thickness;
        if !self.intersections.reach_into(&Bounds { low: *point, high: *point }.grown(reach)) {
            return None;
        }
        let near = self.surface.nearest(point, reach, When::T0)?;
        let of_path = self.intersections.of(near.face).iter().map(|(path, _)| self.depths[*path as usize]);
        Some([near.distance, of_path.reduce(f64::max)?])
    }

    /// How a point so far from the body touches it. One sheet is as near as that; the other is deeper by no more than the overlap,
    /// and either may be the one that the point has left.
    fn touch(&self, [nearest, deep]: [f64; 2]) -> Touch {
        let depth = nearest.abs() + deep + self.thickness;
        Touch { thickness: self.thickness, fade: depth, depth, folds: Folds::Analysed }
    }

    /// Where a point between two sheets belongs; none if both can be left, or if another way out is shorter.
    fn place(&self, one: &Foot, other: &Foot, nearest: f64) -> Option<Place> {
        let thickness = self.thickness;
        let cosine = one.normal.dot(&other.normal);
        let ends_outside = |left: &Foot, kept: &Foot| kept.distance + (thickness - left.distance) * cosine >= 0.0;
        match [ends_outside(one, other), ends_outside(other, one)] {
            [true, true] => None,
            [true, false] => Some(Place::Out(*one)),
            [false, true] => Some(Place::Out(*other)),
            [false, false] => {
                let between = Between::new(one, other)?;
                let leaves = nearest < 0.0 && thickness - nearest < between.off.abs();
                (!leaves).then_some(Place::Between(between))
            }
        }
    }

    /// The goal of a particle that is around an overlap, at the most a stride away, and how far it has to go.
    pub(crate) fn goal(&self, vertex: VertexId, place: &Place, aim: Aim, stride: f64) -> Option<(Goal, f64)> {
        let thickness = self.thickness;
        let (foot, normal, from, way, stiffness) = match place {
            Place::Between(between) => {
                let from = between.feet[0].distance * between.feet[0].normal.dot(&between.across);
                let enough = if aim == Aim::Near { between.near_the_middle(thickness) } else { 0.0 };
                let way = between.off.signum() * (between.off.abs() - enough).max(0.0);
                (&between.feet[0], between.across, from, way, Some(MIDWAY))
            }
            Place::Out(foot) if foot.distance < thickness => {
                (foot, foot.normal, foot.distance, thickness - foot.distance, None)
            }
            Place::Out(_) => return None,
        };
        let Spot::Face { face, barycentric } = foot.spot else { return None };
        let target = from + way.clamp(-stride, stride);
        let goal = Goal::point_face(vertex, self.surface.mesh().face(face), barycentric, normal, target);
        let stiffness = stiffness.unwrap_or(goal.stiffness);
        Some((Goal { stiffness, ..goal }, place.missing(thickness)))
    }
}

/// Where a point around an overlap belongs.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// Midway between two sheets.
    Between(Between),
    /// Out of this one.
    Out(Foot),
}

impl Place {
    fn is_between(&self) -> bool {
        matches!(self, Self::Between(_))
    }

    /// How far from there a point is; nothing if that is little.
    fn missing(&self, thickness: f64) -> f64 {
        match self {
            // What has just arrived is there.
            Self::Between(between) if between.off.abs() > 2.0 * between.near_the_middle(thickness) => between.off.abs(),
            Self::Between(_) => 0.0,
            Self::Out(foot) => (-foot.distance).max(0.0),
        }
    }
}

/// A point between two sheets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Between {
    feet: [Foot; 2],
    /// From the first sheet's side to the second's: the direction along which the distances change against each other, of
    /// unit length.
    across: Vector,
    /// How far along it the two distances are equal.
    off: f64,
}

impl Between {
    fn new(one: &Foot, other: &Foot) -> Option<Self> {
        let across = (one.normal - other.normal).try_normalize(f64::MIN_POSITIVE)?;
        // By symmetry the distance to one grows along it as fast as that to the other falls.
        let off = (other.distance - one.distance) / (2.0 * one.normal.dot(&across));
        Some(Self { feet: [*one, *other], across, off })
    }

    /// How far the two sheets have passed through each other here.
    fn overlap(&self) -> f64 {
        -(self.feet[0].distance + self.feet[1].distance)
    }

    /// How far off the middle is near it.
    fn near_the_middle(&self, thickness: f64) -> f64 {
        MIDDLE * self.overlap().max(thickness)
    }

    fn is_inside_both(&self) -> bool {
        self.overlap() > 0.0
    }
}

/// The overlaps of the body with the cloth at one state.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// Ascending.
    pub places: Vec<(VertexId, Place)>,
    /// Which vertices are inside both of two sheets, in the middle at least; empty where nothing overlaps.
    caught: Vec<bool>,
    /// Which crossings of the analysis are excused; empty where nothing overlaps.
    excused: Vec<bool>,
}

impl State {
    /// How much there is of it.
    pub fn counts(&self) -> Pinched {
        let crossings = self.excused.iter().filter(|excused| **excused).count();
        Pinched { particles: self.places.iter().filter(|(_, place)| place.is_between()).count(), crossings }
    }

    /// Where a vertex around an overlap belongs.
    pub fn place(&self, vertex: VertexId) -> Option<&Place> {
        let index = self.places.binary_search_by_key(&vertex, |(v, _)| *v).ok()?;
        Some(&self.places[index].1)
    }

    /// Whether a crossing of the analysis is excused.
    pub fn excuses(&self, crossing: usize) -> bool {
        self.excused.get(crossing).is_some_and(|excused| *excused)
    }

    /// Whether any of these vertices is in the middle of an overlap.
    pub fn catches(&self, vertices: &[VertexId]) -> bool {
        vertices.iter().any(|v| self.caught.get(v.index()).is_some_and(|caught| *caught))
    }

    /// Whether two near each other are the body and cloth that it leaves no room: nothing parts those.
    pub fn has_no_room(&self, tangled: &Tangled, pair: &Pair) -> bool {
        let (one, other) = pair.particles.split_at(pair.first);
        let is_solid = |side: &[VertexId]| tangled.solid[side[0].index()];
        match [is_solid(one), is_solid(other)] {
            [true, false] => self.catches(other),
            [false, true] => self.catches(one),
            _ => false,
        }
    }
}

fn bounds(mesh: &Mesh, positions: &[Point], face: FaceId) -> Bounds {
    Bounds::around(mesh.face(face).map(|v| &positions[v.index()]))
}

/// How deep the two sides of every path have passed through each other: the farthest that a corner of the smaller one, by faces, is from the
/// other. (The larger one may be a whole limb.)
fn depths(mesh: &Mesh, positions: &[Point], intersections: &Intersections, paths: usize) -> Vec<f64> {
    let mut sides = vec![[Vec::new(), Vec::new()]; paths];
    for face in (0..mesh.faces().len()).map(FaceId::at) {
        for (path, side) in intersections.of(face) {
            sides[*path as usize][usize::from(*side == PathSide::B)].push(face);
        }
    }
    let from = |these: &[FaceId], those: &[FaceId]| {
        let tree = BoxTree::build(those.len(), |index| bounds(mesh, positions, those[index as usize]));
        let squared =
            |point: &Point, face: FaceId| point_triangle(point, mesh.face(face).map(|v| &positions[v.index()])).squared;
        let nearest = |vertex: VertexId| {
            let point = &positions[vertex.index()];
            let mut least = squared(point, those[0]);
            tree.around(point, least.sqrt(), |index| {
                least = least.min(squared(point, those[index as usize]));
                least.sqrt()
            });
            least.sqrt()
        };
        these.iter().flat_map(|face| mesh.face(*face)).map(nearest).fold(0.0, f64::max)
    };
    let of_path = |[a, b]: &[Vec<FaceId>; 2]| match (a.len(), b.len()) {
        (0, _) | (_, 0) => 0.0,
        (one, other) if one <= other => from(a, b),
        _ => from(b, a),
    };
    sides.par_iter().map(of_path).collect()
}
