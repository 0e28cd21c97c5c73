//! Folds: edges whose two faces are turned against each other more sharply than cloth should be.
//!
//! Seen along an edge, the two faces on it are arms that lead away from it: u and v, each one long. On flat cloth they oppose
//! each other, and their sum is zero; folded by an angle θ it is 2 sin(θ/2) long, up to 2 where the faces lie on each other.
//! With the heights of the rest shape the sum is linear in positions (Bergou, Wardetzky, Harmon, Zorin and Grinspun, A
//! Quadratic Bending Model for Inextensible Surfaces, 2006), so that even a face that is folded over completely is drawn out the
//! way it came, and a corner of cloth, over which no mean of neighbours is curved, is too.
//!
//! Only what is folded more sharply than [`SHARP`] and than at rest counts: wrinkles are none of this module's business.

use geometry::{EdgeId, FaceId, Mesh, Point, Vector, VertexId};

/// Folds up to this size are wrinkles: 60°, as 2 sin(θ/2). A face whose edges are all folded less points nowhere against the
/// faces around it.
pub(crate) const SHARP: f64 = 1.0;
/// A face whose height is less than this part of its edge says nothing about a fold.
const FLAT: f64 = 0.05;

/// The faces on an edge, as weights of their four corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hinge {
    /// The ends of the edge, then the corners across.
    pub particles: [VertexId; 4],
    /// So that Σ w x is the sum of the arms.
    pub weights: [f64; 4],
    /// The mean height of the two faces at rest.
    pub height: f64,
}

impl Hinge {
    /// The hinge at an edge; none on a boundary, or where a face has no height.
    pub fn at(mesh: &Mesh, rest: &[f64], edge: EdgeId) -> Option<Self> {
        let ends = mesh.edge(edge).vertices;
        let mut faces = mesh.edge(edge).faces();
        let (first, second) = (faces.next()?, faces.next()?);
        let [a, b] = [arm(mesh, rest, edge, first)?, arm(mesh, rest, edge, second)?];
        let toward = |end: usize| {
            let share = |arm: &Arm| if end == 0 { 1.0 - arm.foot } else { arm.foot };
            -(share(&a) / a.height + share(&b) / b.height)
        };
        Some(Self {
            particles: [ends[0], ends[1], a.corner, b.corner],
            weights: [toward(0), toward(1), 1.0 / a.height, 1.0 / b.height],
            height: 2.0 / (1.0 / a.height + 1.0 / b.height),
        })
    }

    /// The sum of the arms.
    pub fn fold(&self, positions: &[Point]) -> Vector {
        let terms = self.particles.iter().zip(self.weights);
        terms.map(|(v, weight)| positions[v.index()].coords * weight).sum()
    }
}

/// How sharply every edge is folded.
pub(crate) fn folds(mesh: &Mesh, rest: &[f64], positions: &[Point]) -> Vec<f64> {
    let fold = |edge: usize| Hinge::at(mesh, rest, EdgeId::at(edge)).map_or(0.0, |hinge| hinge.fold(positions).norm());
    (0..mesh.edges().len()).map(fold).collect()
}

struct Arm {
    corner: VertexId,
    /// Where along the edge its foot is.
    foot: f64,
    height: f64,
}

/// The arm of a face on an edge, by the lengths of its edges.
fn arm(mesh: &Mesh, rest: &[f64], edge: EdgeId, face: FaceId) -> Option<Arm> {
    let (corners, edges) = (mesh.face(face), mesh.face_edges(face));
    // Edge k of a face leads from corner k to the next.
    let k = edges.iter().position(|e| *e == edge)?;
    let corner = corners[(k + 2) % 3];
    let length = |turn: usize| rest[edges[(k + turn) % 3].index()];
    let along = corners[k] == mesh.edge(edge).vertices[0];
    let (base, one, other) = if along { (length(0), length(2), length(1)) } else { (length(0), length(1), length(2)) };
    let foot = (base * base + one * one - other * other) / (2.0 * base * base);
    let height = (one * one - (foot * base).powi(2)).max(0.0).sqrt();
    (height > FLAT * base).then_some(Arm { corner, foot, height })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two triangles on an edge along x, the second turned about it from flat.
    fn turned(angle: f64) -> (Mesh, Vec<Point>) {
        let mesh = Mesh::new(4, &[[0, 1, 2], [1, 0, 3]]).expect("a mesh");
        let (sin, cos) = angle.sin_cos();
        let across = |y: f64, z: f64| Point::new(0.3, y, z);
        (mesh, vec![Point::origin(), Point::new(1.0, 0.0, 0.0), across(0.8, 0.0), across(-0.5 * cos, 0.5 * sin)])
    }

    fn lengths(mesh: &Mesh, at: &[Point]) -> Vec<f64> {
        mesh.edges().iter().map(|e| (at[e.vertices[0].index()] - at[e.vertices[1].index()]).norm()).collect()
    }

    #[test]
    fn a_fold_is_twice_the_sine_of_half_its_angle() {
        for degrees in [0.0f64, 30.0, 60.0, 120.0, 180.0] {
            let (mesh, at) = turned(degrees.to_radians());
            let rest = lengths(&mesh, &at);
            let most = folds(&mesh, &rest, &at).into_iter().fold(0.0, f64::max);
            assert!((most - 2.0 * (degrees.to_radians() / 2.0).sin()).abs() < 1e-12, "{degrees}°: {most}");
        }
    }
}
