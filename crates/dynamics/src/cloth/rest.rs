//! Faces laid flat.

use crate::force::bend;
use geometry::{Edge, FaceId, Mesh, Point, Vector, VertexId};

/// The shape in which the cloth carries no tension.
#[derive(Clone, Copy, Debug)]
pub enum Rest<'a> {
    /// The surface itself, curvature included.
    Surface {
        /// Its positions.
        shape: &'a [Point],
        /// Along which direction the warp of every face runs, once made tangent. Where that is across the face, or empty, the
        /// warp runs along y, or along z where the surface lies flat.
        warp: &'a [Vector],
    },
    /// A flat pattern: u and v of the three corners of every face, in m. The warp runs along u; the cloth rests flat.
    Pattern {
        /// Corners of every face.
        corners: &'a [[[f64; 2]; 3]],
        /// Any shape of the cloth that is not crumpled: it tells the solver who is near whom.
        shape: &'a [Point],
    },
}

/// A face laid flat: its corners in the plane of warp and weft, and what follows from them.
#[derive(Clone, Copy, Debug)]
pub struct Flat {
    /// Its corners, in m.
    corners: [[f64; 2]; 3],
    /// Weights of the corners in `w_u`, in 1/m.
    pub u: [f64; 3],
    /// Weights of the corners in `w_v`, in 1/m.
    pub v: [f64; 3],
    /// Its area, in m².
    pub area: f64,
}

/// The least height of a face, relative to its longest edge: below it a face is a line. Single precision, in which most
/// files hold positions, tells heights no better.
const LEAST_HEIGHT: f64 = 1e-6;

impl<'a> Rest<'a> {
    /// The surface itself, with its warp upright.
    pub fn surface(shape: &'a [Point]) -> Self {
        Self::Surface { shape, warp: &[] }
    }

    /// A face laid flat; `None` when it has no area.
    pub fn flat(&self, mesh: &Mesh, face: FaceId) -> Option<Flat> {
        match self {
            Self::Surface { shape, warp } => {
                let corners = mesh.face(face).map(|v| shape[v.index()]);
                let edges = [corners[1] - corners[0], corners[2] - corners[0]];
                let normal = edges[0].cross(&edges[1]).try_normalize(0.0)?;
                let warp = thread(&normal, warp.get(face.index()));
                let weft = normal.cross(&warp);
                let lay = |edge: Vector| [edge.dot(&warp), edge.dot(&weft)];
                Flat::new([[0.0; 2], lay(edges[0]), lay(edges[1])])
            }
            Self::Pattern { corners, .. } => Flat::new(corners[face.index()]),
        }
    }

    /// Where the particles are when the cloth is laid out.
    pub fn shape(&self) -> &[Point] {
        match self {
            Self::Surface { shape, .. } | Self::Pattern { shape, .. } => shape,
        }
    }

    /// The rest angle of a hinge.
    pub fn angle(&self, corners: [VertexId; 4]) -> f64 {
        let Self::Surface { shape, .. } = self else { return 0.0 };
        let [a, b, c, d] = corners.map(|v| &shape[v.index()].coords);
        bend::fold([a, b, c, d], [0.0; 2]).map_or(0.0, |fold| fold.angle)
    }

    /// The rest length of the edge from corner `k` of a face to the next.
    pub fn length(&self, face: FaceId, k: usize, ends: [VertexId; 2]) -> f64 {
        match self {
            Self::Surface { shape, .. } => nalgebra::distance(&shape[ends[0].index()], &shape[ends[1].index()]),
            Self::Pattern { corners, .. } => distance(corners[face.index()][k], corners[face.index()][(k + 1) % 3]),
        }
    }
}

/// The direction of the warp on a surface with this normal: the one given, y or z, whichever first tells a direction along it.
fn thread(normal: &Vector, given: Option<&Vector>) -> Vector {
    /// A direction that is nearer to the normal than this (26°) tells none along the surface.
    const ACROSS: f64 = 0.9;
    let given = given.copied().and_then(|along| along.try_normalize(0.0)).unwrap_or_else(Vector::y);
    let tells = |along: &Vector| normal.dot(along).abs() < ACROSS;
    let along = [given, Vector::y()].into_iter().find(tells).unwrap_or_else(Vector::z);
    (along - normal * normal.dot(&along)).normalize()
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

impl Flat {
    fn new(corners: [[f64; 2]; 3]) -> Option<Self> {
        let edge = |k: usize| [corners[k][0] - corners[0][0], corners[k][1] - corners[0][1]];
        let [[a, c], [b, d]] = [edge(1), edge(2)];
        let double = a * d - b * c;
        let longest = (0..3).map(|k| distance(corners[k], corners[(k + 1) % 3])).fold(0.0, f64::max);
        let height = double.abs() / longest;
        if !height.is_finite() || height <= LEAST_HEIGHT * longest {
            return None;
        }
        // The inverse of the matrix of the two edges, spread on three corners so that the weights sum to zero.
        let (u, v) = ([d / double, -c / double], [-b / double, a / double]);
        let spread = |w: [f64; 2]| [-(w[0] + w[1]), w[0], w[1]];
        Some(Self { corners, u: spread(u), v: spread(v), area: double.abs() / 2.0 })
    }

    /// The two corners of an edge in the plane.
    fn edge(&self, face: [VertexId; 3], ends: [VertexId; 2]) -> [[f64; 2]; 2] {
        ends.map(|end| self.corners[face.iter().position(|v| *v == end).unwrap_or(0)])
    }

    /// The length of one of its edges.
    pub fn length(&self, face: [VertexId; 3], ends: [VertexId; 2]) -> f64 {
        let [a, b] = self.edge(face, ends);
        distance(a, b)
    }

    /// The direction across one of its edges, in the plane of warp and weft.
    pub fn across(&self, face: [VertexId; 3], ends: [VertexId; 2]) -> [f64; 2] {
        let [a, b] = self.edge(face, ends);
        let length = distance(a, b);
        // An edge without length has no direction; its face has no area, and no plate.
        if length == 0.0 { [0.0; 2] } else { [(b[1] - a[1]) / length, (a[0] - b[0]) / length] }
    }
}

/// The corners of a hinge: the ends of the edge in the order of its first face, then the opposite corners.
pub fn hinge_corners(mesh: &Mesh, edge: &Edge, faces: [FaceId; 2]) -> [VertexId; 4] {
    let apart =
        |face: FaceId| mesh.face(face).into_iter().find(|v| !edge.vertices.contains(v)).unwrap_or(edge.vertices[0]);
    let corners = mesh.face(faces[0]);
    let [a, b] = edge.vertices;
    let forward = (0..3).any(|k| corners[k] == a && corners[(k + 1) % 3] == b);
    let [a, b] = if forward { [a, b] } else { [b, a] };
    [a, b, apart(faces[0]), apart(faces[1])]
}
