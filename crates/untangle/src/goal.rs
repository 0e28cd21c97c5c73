//! What a stage wants: some particles, weighted, to be at a place along a direction.

use geometry::{Point, Vector, VertexId};

/// The most particles that a goal names: an edge and a face.
pub(crate) const PLACES: usize = 5;

/// n·Σ w x is to become `target`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Goal {
    /// The particles; places that are not used have weight zero.
    pub particles: [VertexId; PLACES],
    /// Their weights.
    pub weights: [f64; PLACES],
    /// The direction n, of unit length.
    pub normal: Vector,
    /// Where n·Σ w x is to be, in lengths of the problem.
    pub target: f64,
    /// How much it outweighs an edge.
    pub stiffness: f64,
}

/// How much the goals of a repair outweigh an edge: the cloth gives way a little, so that what is drawn is drawn smoothly.
pub(crate) const FIRM: f64 = 20.0;
/// The same for parting: what is pressed together must still be a thickness apart.
pub(crate) const HARD: f64 = 400.0;

impl Goal {
    /// Σ w x.
    pub fn gap(&self, positions: &[Point]) -> Vector {
        let terms = self.particles.iter().zip(self.weights);
        terms.map(|(v, weight)| positions[v.index()].coords * weight).sum()
    }

    /// Where along the normal it is after a step; who does not move has none.
    pub fn ahead(&self, positions: &[Point], step: impl Fn(VertexId) -> Option<Vector>) -> f64 {
        let moved = self.particles.iter().zip(self.weights).filter_map(|(v, weight)| Some(step(*v)? * weight));
        self.normal.dot(&(self.gap(positions) + moved.sum::<Vector>()))
    }

    /// A point against a face: the gap leads from the face to the point.
    pub fn point_face(
        point: VertexId,
        corners: [VertexId; 3],
        barycentric: [f64; 3],
        normal: Vector,
        target: f64,
    ) -> Self {
        let ([a, b, c], [u, v, w]) = (corners, barycentric);
        Self { particles: [point, a, b, c, point], weights: [1.0, -u, -v, -w, 0.0], normal, target, stiffness: FIRM }
    }
}
