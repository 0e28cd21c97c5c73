//! Four particles that may meet: a point and a triangle, or two edges, and what an impulse between the two sides does to them.
//!
//! Weights go as in [`contact::ClothContact`]: positive on the first side, negative on the second, one and minus one in sum, so that the
//! weighted sum of positions is the way from the second side to the first (BFA02 §7.1). An impulse I n between the sides changes
//! the velocity of particle i by `w I n / m`, with its own weight and mass: BFA02's formulas without their assumption of equal masses. What is dictated
//! has an inverse mass of zero.

use geometry::distance::{edge_edge, point_triangle};
use geometry::{EdgeId, FaceId, Mesh, Point, Vector, VertexId};

/// Two sides that may meet, and their particles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pair {
    /// A point and the three corners of a triangle.
    PointTriangle([VertexId; 4]),
    /// The two ends of an edge and those of another.
    EdgeEdge([VertexId; 4]),
}

/// Where the two sides of a pair are nearest to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    /// Weights of the four particles.
    pub weights: [f64; 4],
    /// From the second side to the first, of unit length; zero where they touch.
    pub normal: Vector,
    /// How far apart they are, in m.
    pub distance: f64,
}

impl Pair {
    /// A vertex and a face.
    pub fn point_triangle(mesh: &Mesh, vertex: VertexId, face: FaceId) -> Self {
        let [a, b, c] = mesh.face(face);
        Self::PointTriangle([vertex, a, b, c])
    }

    /// Two edges.
    pub fn edge_edge(mesh: &Mesh, first: EdgeId, second: EdgeId) -> Self {
        let ([a, b], [c, d]) = (mesh.edge(first).vertices, mesh.edge(second).vertices);
        Self::EdgeEdge([a, b, c, d])
    }

    /// The particles, those of the first side first.
    #[inline]
    pub fn particles(&self) -> [VertexId; 4] {
        match *self {
            Self::PointTriangle(particles) | Self::EdgeEdge(particles) => particles,
        }
    }

    /// The particles of the two sides.
    pub fn sides(&self) -> (&[VertexId], &[VertexId]) {
        match self {
            Self::PointTriangle(particles) => particles.split_at(1),
            Self::EdgeEdge(particles) => particles.split_at(2),
        }
    }

    /// Where the sides are nearest to each other when the particles are here.
    pub fn near(&self, [a, b, c, d]: &[Point; 4]) -> Near {
        let (weights, gap) = match self {
            Self::PointTriangle(_) => {
                let near = point_triangle(a, [b, c, d]);
                let [u, v, w] = near.barycentric;
                ([1.0, -u, -v, -w], a - near.point)
            }
            Self::EdgeEdge(_) => {
                let near = edge_edge([a, b], [c, d]);
                let [s, t] = near.parameters;
                ([1.0 - s, s, t - 1.0, -t], near.points[0] - near.points[1])
            }
        };
        let distance = gap.norm();
        let normal = if distance > 0.0 { gap / distance } else { Vector::zeros() };
        Near { weights, normal, distance }
    }

    /// A normal of the two sides where they touch, to either side; of unit length.
    pub fn common_normal(&self, [a, b, c, d]: &[Point; 4]) -> Option<Vector> {
        let across = match self {
            Self::PointTriangle(_) => (c - b).cross(&(d - b)),
            Self::EdgeEdge(_) => (b - a).cross(&(d - c)),
        };
        across.try_normalize(f64::MIN_POSITIVE)
    }
}

/// The weighted sum of four vectors: the way, or the velocity, of the first side from the second.
#[inline]
pub fn weighted(weights: &[f64; 4], of: impl Fn(usize) -> Vector) -> Vector {
    of(0) * weights[0] + of(1) * weights[1] + of(2) * weights[2] + of(3) * weights[3]
}

/// How much the relative velocity of the sides changes with an impulse of one: Σ w² / m, in 1/kg. Zero if nothing gives way.
#[inline]
pub fn yielding(weights: &[f64; 4], inverse_masses: &[f64; 4]) -> f64 {
    weights.iter().zip(inverse_masses).map(|(w, inverse)| w * w * inverse).sum()
}

/// The most that a particle is changed to change the sides by one. Where all but one are dictated and the sides meet far from that one, it
/// would have to be thrown: a particle that counts for a hundredth, by a hundred times the way.
const MOST_LEVER: f64 = 4.0;

/// What changes the relative velocity of the sides by `change`, in m/s, or by a part of it where that takes too long a lever: the
/// change of each particle's velocity. `None` if nothing gives way.
#[inline]
pub fn impulse(weights: &[f64; 4], inverse_masses: &[f64; 4], change: &Vector) -> Option<[Vector; 4]> {
    let yielding = yielding(weights, inverse_masses);
    if yielding == 0.0 {
        return None;
    }
    let levers: [f64; 4] = std::array::from_fn(|i| weights[i] * inverse_masses[i] / yielding);
    let longest = levers.iter().fold(0.0, |longest: f64, lever| longest.max(lever.abs()));
    let part = (MOST_LEVER / longest).min(1.0);
    Some(levers.map(|lever| change * (lever * part)))
}
