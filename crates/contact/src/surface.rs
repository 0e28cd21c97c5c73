//! A moving triangle surface: where it is nearest to a point, and on which side of it the point is.
//!
//! 1. Every step the surface takes its positions at t0 and t1, its normals at both, and fits its hierarchy to the boxes
//!    that its faces sweep: the one hierarchy serves searches at either end, and along the way.
//! 2. A search goes through the hierarchy with a reach that shrinks to the nearest face found so far.
//! 3. The sign of the distance is that of the normal of the nearest *feature*: face, edge or corner (module `normals`).
//!
//! The sign is local. Surfaces may be open, pass through themselves and have several shells: the nearest feature alone
//! decides. At a *rim*, the boundary of an open surface, there is no inside: what is nearest to a rim is outside, and so
//! cloth can hang over the edge of a table that has no thickness.
//!
//! Nothing is allocated once the surface has been moved for the first time.
//!
//! Not here: which points should be outside. A point inside may be there on purpose.

mod normals;

use crate::When;
use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::distance::{Feature, point_triangle};
use geometry::{EdgeId, FaceId, Mesh, Point, SurfaceMotion, Vector, VertexId};
use normals::Normals;

/// A surface at both ends of a step, ready to be searched.
#[derive(Clone, Debug)]
pub struct Surface {
    mesh: Mesh,
    motion: SurfaceMotion,
    normals: [Normals; 2],
    tree: BoxTree,
    /// The box of the whole surface over the step.
    swept: Bounds,
    /// How far the fastest vertex moves in the step, in metres.
    farthest: f64,
    /// Whether it has no boundary: then it winds around points a whole number of times.
    closed: bool,
    /// Boxes around what has passed through other parts of the surface at t0.
    overlaps: Vec<Bounds>,
}

/// The point of a face that is nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    /// The face.
    pub face: FaceId,
    /// Weights of its corners.
    pub barycentric: [f64; 3],
    /// Where on the face.
    pub feature: Feature,
    /// Metres; negative inside.
    pub distance: f64,
    /// The unit vector along which the distance grows; zero only where everything around is without area and the distance
    /// is zero too.
    pub normal: Vector,
    /// The nearest point.
    pub point: Point,
}

/// Cosine of the largest angle between two normals of the same side.
pub(crate) const SAME_SIDE: f64 = 0.5;

/// Distance, relative to the longest side of the face, under which a point is *on* the surface and the direction from
/// the nearest point is noise.
const TOUCHING: f64 = 1e-10;

/// How much nearer, relatively, a face must be to count as nearer: the same edge seen from two faces differs by rounding.
const ROUNDING: f64 = 1e-9;

impl Near {
    /// What is nearer than this, in metres, is nearer for certain.
    pub fn limit(&self) -> f64 {
        self.distance.abs() * (1.0 - ROUNDING)
    }
}

impl Surface {
    /// A surface at the two ends of its first step. The motion must have as many vertices as the mesh.
    ///
    /// # Panics
    ///
    /// If it has not.
    pub fn new(mesh: Mesh, motion: &SurfaceMotion) -> Self {
        assert_eq!(mesh.vertex_count(), motion.vertex_count(), "a motion is of all vertices of the mesh");
        let normals = [&motion.positions_t0, &motion.positions_t1].map(|positions| Normals::new(&mesh, positions));
        let tree = BoxTree::build(mesh.faces().len(), |face| swept(&mesh, motion, FaceId(face)));
        let closed = !mesh.edges().iter().any(geometry::Edge::is_boundary);
        let (motion, swept, overlaps) = (motion.clone(), Bounds::EMPTY, Vec::new());
        let mut surface = Self { mesh, motion, normals, tree, swept, farthest: 0.0, closed, overlaps };
        surface.measure();
        surface
    }

    /// Takes the positions of another step.
    ///
    /// # Panics
    ///
    /// If the motion is of another number of vertices.
    pub fn set_motion(&mut self, motion: &SurfaceMotion) {
        assert_eq!(self.mesh.vertex_count(), motion.vertex_count(), "a motion is of all vertices of the mesh");
        // Mostly a step starts where the last one ended.
        if self.motion.positions_t1 == motion.positions_t0 {
            self.normals.swap(0, 1);
        } else {
            self.normals[0].update(&self.mesh, &motion.positions_t0);
        }
        self.motion.positions_t0.copy_from_slice(&motion.positions_t0);
        self.motion.positions_t1.copy_from_slice(&motion.positions_t1);
        self.normals[1].update(&self.mesh, &self.motion.positions_t1);
        let (mesh, motion) = (&self.mesh, &self.motion);
        self.tree.refit(|face| swept(mesh, motion, FaceId(face)));
        self.measure();
    }

    fn measure(&mut self) {
        let both = [&self.motion.positions_t0, &self.motion.positions_t1];
        self.swept = Bounds::around(both.into_iter().flatten());
        let squared = both[0].iter().zip(both[1]).map(|(from, to)| (to - from).norm_squared());
        self.farthest = squared.fold(0.0, f64::max).sqrt();
    }

    /// Who is joined to whom.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// Where the vertices are at the two ends of the step.
    pub fn motion(&self) -> &SurfaceMotion {
        &self.motion
    }

    /// The box of the whole surface over the step.
    pub fn swept(&self) -> &Bounds {
        &self.swept
    }

    /// How far the fastest vertex moves in the step, in metres.
    pub fn farthest(&self) -> f64 {
        self.farthest
    }

    /// Where the vertices are at one end of the step.
    #[inline]
    pub fn positions(&self, when: When) -> &[Point] {
        match when {
            When::T0 => &self.motion.positions_t0,
            When::T1 => &self.motion.positions_t1,
        }
    }

    #[inline]
    fn normals(&self, when: When) -> &Normals {
        &self.normals[when as usize]
    }

    /// The corners of a face at one end of the step.
    #[inline]
    pub fn corners(&self, face: FaceId, when: When) -> [&Point; 3] {
        let positions = self.positions(when);
        self.mesh.face(face).map(|v| &positions[v.index()])
    }

    /// The nearest point of the surface within reach. Of faces equally near the lowest counts.
    pub fn nearest(&self, point: &Point, reach: f64, when: When) -> Option<Near> {
        self.nearest_from(point, reach, when, None)
    }

    /// The same, with a face to begin with: a good guess makes the search short, and any guess gives the same answer.
    pub fn nearest_from(&self, point: &Point, reach: f64, when: When, guess: Option<FaceId>) -> Option<Near> {
        let mut found = Best { squared: reach * reach, face: None };
        if let Some(face) = guess {
            found.ask(face, point_triangle(point, self.corners(face, when)).squared);
        }
        self.tree.around(point, found.squared.sqrt(), |face| {
            let face = FaceId(face);
            found.ask(face, point_triangle(point, self.corners(face, when)).squared);
            found.squared.sqrt()
        });
        found.face.map(|face| self.near_on(face, point, when))
    }

    /// The nearest point of those faces whose normals are within 60° of a direction of unit length.
    pub fn nearest_facing(&self, point: &Point, reach: f64, when: When, way: &Vector) -> Option<Near> {
        let mut found = Best { squared: reach * reach, face: None };
        self.tree.around(point, reach, |face| {
            let face = FaceId(face);
            if self.normals(when).face(face).dot(way) > SAME_SIDE {
                found.ask(face, point_triangle(point, self.corners(face, when)).squared);
            }
            found.squared.sqrt()
        });
        found.face.map(|face| self.near_on(face, point, when))
    }

    /// All faces within reach, each with its own nearest point, sorted by face. What the list held before is dropped.
    pub fn all_within(&self, point: &Point, reach: f64, when: When, found: &mut Vec<Near>) {
        found.clear();
        self.tree.around(point, reach, |face| {
            let near = self.near_on(FaceId(face), point, when);
            if near.distance.abs() <= reach {
                found.push(near);
            }
            reach
        });
        found.sort_unstable_by_key(|near| near.face);
    }

    /// Whether a face's nearest point to something is a local minimum: none of the faces around that point is nearer.
    pub fn is_foot(&self, near: &Near, is_nearer: impl Fn(FaceId) -> bool) -> bool {
        match near.feature {
            Feature::Face => true,
            Feature::Edge(k) => {
                let edge = self.mesh.edge(self.mesh.face_edges(near.face)[usize::from(k)]);
                !edge.across(near.face).is_some_and(is_nearer)
            }
            Feature::Corner(k) => {
                let fan = self.mesh.fan(self.mesh.face(near.face)[usize::from(k)]);
                !fan.faces.iter().any(|face| is_nearer(*face))
            }
        }
    }

    /// Whether a face is nearer to a point than this nearest point of another.
    pub fn is_nearer(&self, face: FaceId, near: &Near, point: &Point, when: When) -> bool {
        point_triangle(point, self.corners(face, when)).squared < near.limit().powi(2)
    }

    /// Visits every face whose box over the step is within reach of a point, in an order of the surface's own.
    pub fn around(&self, point: &Point, reach: f64, mut visit: impl FnMut(FaceId)) {
        self.tree.around(point, reach, |face| {
            visit(FaceId(face));
            reach
        });
    }

    /// Visits every face whose box over the step overlaps a box, in an order of the surface's own.
    pub fn swept_through(&self, bounds: &Bounds, mut visit: impl FnMut(FaceId)) {
        self.tree.overlapping(bounds, |face| visit(FaceId(face)));
    }

    /// The point of one face that is nearest to a point.
    pub fn near_on(&self, face: FaceId, point: &Point, when: When) -> Near {
        let corners = self.corners(face, when);
        let nearest = point_triangle(point, corners);
        let feature_normal = self.feature_normal(face, nearest.feature, when);
        let away = point - nearest.point;
        let sign = if away.dot(&feature_normal) < 0.0 && !self.is_rim(face, nearest.feature) { -1.0 } else { 1.0 };
        let distance = nearest.squared.sqrt();
        let size = (corners[1] - corners[0]).norm_squared().max((corners[2] - corners[0]).norm_squared());
        let touching = nearest.squared <= TOUCHING * TOUCHING * size;
        let unusable = feature_normal == Vector::zeros() && distance > 0.0;
        let normal = if touching && !unusable { feature_normal } else { away * (sign / distance) };
        Near {
            face,
            barycentric: nearest.barycentric,
            feature: nearest.feature,
            distance: sign * distance,
            normal,
            point: nearest.point,
        }
    }

    /// Takes boxes around the faces that have passed through others of the surface at t0.
    pub fn set_overlaps(&mut self, boxes: impl IntoIterator<Item = Bounds>) {
        self.overlaps.clear();
        self.overlaps.extend(boxes);
    }

    /// Whether a surface without boundary has passed through itself within this distance of a point at t0.
    pub fn is_overlap_near(&self, point: &Point, distance: f64) -> bool {
        let around = Bounds { low: *point, high: *point }.grown(distance);
        self.closed && self.overlaps.iter().any(|overlap| overlap.overlaps(&around))
    }

    /// How many times a surface without boundary winds around a point at t0: by how many more faces a way to far away leads out of it than
    /// into it.
    pub fn turns(&self, point: &Point) -> i32 {
        // Aslant, because edges of symmetric bodies often run along the axes.
        let way = Vector::new(1.0, 0.0137, 0.0071) * (self.swept.high.x - point.x).max(0.0);
        let mut turns = 0;
        self.swept_through(&Bounds::around([point, &(point + way)]), |face| turns += self.passage(face, point, &way));
        turns
    }

    /// Whether a way from a point leads through a face at t0: out of the solid 1, into it −1, or not at all 0.
    pub fn passage(&self, face: FaceId, from: &Point, way: &Vector) -> i32 {
        let [a, b, c] = self.corners(face, When::T0).map(|corner| corner - from);
        // Volumes between the way and each side: all of one sign if the line runs through the face.
        let sides = [way.dot(&a.cross(&b)), way.dot(&b.cross(&c)), way.dot(&c.cross(&a))];
        let outwards = sides.iter().all(|side| *side >= 0.0);
        let inwards = sides.iter().all(|side| *side <= 0.0);
        let normal = (b - a).cross(&(c - a));
        let (along, height) = (normal.dot(way), normal.dot(&a));
        // A face that the line only grazes, along its plane, is no passage.
        if outwards == inwards || along == 0.0 || !(0.0..1.0).contains(&(height / along)) {
            return 0;
        }
        if along > 0.0 { 1 } else { -1 }
    }

    /// The normal of a feature, of unit length; zero where everything around is without area.
    pub fn feature_normal(&self, face: FaceId, feature: Feature, when: When) -> Vector {
        let normals = self.normals(when);
        match feature {
            Feature::Face => normals.face(face),
            Feature::Edge(k) => normals.edge(self.mesh.face_edges(face)[usize::from(k)]),
            Feature::Corner(k) => normals.vertex(self.mesh.face(face)[usize::from(k)]),
        }
    }

    /// The normal of a vertex, weighted by the angles of the faces around it, of unit length or zero.
    pub fn vertex_normal(&self, vertex: VertexId, when: When) -> Vector {
        self.normals(when).vertex(vertex)
    }

    /// The normal of an edge, of unit length or zero.
    pub fn edge_normal(&self, edge: EdgeId, when: When) -> Vector {
        self.normals(when).edge(edge)
    }

    /// The normal that runs smoothly from corner to corner, of unit length; the face's own where the corners' cancel.
    pub fn smooth_normal(&self, face: FaceId, barycentric: [f64; 3], when: When) -> Vector {
        let normals = self.normals(when);
        let corners = self.mesh.face(face).map(|v| normals.vertex(v));
        let sum = corners[0] * barycentric[0] + corners[1] * barycentric[1] + corners[2] * barycentric[2];
        sum.try_normalize(f64::MIN_POSITIVE).unwrap_or_else(|| normals.face(face))
    }

    /// Whether a feature is on the boundary of an open surface.
    pub fn is_rim(&self, face: FaceId, feature: Feature) -> bool {
        match feature {
            Feature::Face => false,
            Feature::Edge(k) => self.mesh.edge(self.mesh.face_edges(face)[usize::from(k)]).is_boundary(),
            Feature::Corner(k) => self.normals[0].is_rim(self.mesh.face(face)[usize::from(k)]),
        }
    }

    /// Where a point of a face is at one end of the step.
    pub fn place(&self, face: FaceId, barycentric: [f64; 3], when: When) -> Point {
        let [a, b, c] = self.corners(face, when);
        Point::from(a.coords * barycentric[0] + b.coords * barycentric[1] + c.coords * barycentric[2])
    }

    /// How far a point of a face moves in the step, in metres. Divided by the step it is the surface's velocity.
    pub fn displacement(&self, face: FaceId, barycentric: [f64; 3]) -> Vector {
        let [a, b, c] = self.mesh.face(face).map(|v| self.motion.displacement(v));
        a * barycentric[0] + b * barycentric[1] + c * barycentric[2]
    }
}

/// The nearest face so far.
struct Best {
    squared: f64,
    face: Option<FaceId>,
}

impl Best {
    #[inline]
    fn ask(&mut self, face: FaceId, squared: f64) {
        let nearer = squared < self.squared;
        if nearer || (squared == self.squared && self.face.is_none_or(|best| face < best)) {
            self.squared = squared;
            self.face = Some(face);
        }
    }
}

/// The box that a face sweeps in the step.
fn swept(mesh: &Mesh, motion: &SurfaceMotion, face: FaceId) -> Bounds {
    let corners = mesh.face(face);
    let both = [&motion.positions_t0, &motion.positions_t1];
    Bounds::around(both.into_iter().flat_map(|positions| corners.map(|v| &positions[v.index()])))
}
