//! Where subdivision wants the vertices: Loop's scheme, modified so that its curvature stays bounded and every new place lies in the
//! convex hull of old ones (Loop, *Triangle Mesh Subdivision with Bounded Curvature and the Convex Hull Property*, 2001; BFA02 §8).
//!
//! Around an inner vertex v with n neighbours eⱼ let θ = 2π/n and
//!
//! ```text
//! λ = 3/8 + 1/4 cos θ          how much a fine ring is smaller than the coarse one (Loop 1987)
//! v' = α v + (1 − α) mean eⱼ     α = 1 − s + λ²
//! middle of v and e₀: (1 − s) v + Σ wⱼ eⱼ       s = Σ wⱼ
//! ```
//!
//! The curvature neither vanishes nor grows without bound from level to level if the weights' Fourier coefficients are λ for the first and λ²
//! for the second frequency. Loop's own weights (3/8 v, 3/8 e₀, 1/8 e₁, 1/8 e₋₁) have too large a second one for n > 6. Weights
//! `wⱼ = p(cos jθ) / n` have the Chebyshev coefficients of p; the cubic `p(x) = a (x + 1) (x + b)²` is never negative between −1
//! and 1, is Loop's own for n = 6, and has these coefficients for
//!
//! ```text
//! b = 1/λ − 3/2,   a = 2 λ³ / (1 − λ),   and then   s = a (b² + b + 1/2).
//! ```
//!
//! It is used for n > 6; up to six Loop's own are kept. An edge between two such vertices gets the mean of both. On a boundary the
//! rules are those of cubic splines: 1/8, 3/4, 1/8 for a vertex, 1/2, 1/2 for a middle. So hems do not depend on what is inside, and
//! corners are rounded. A vertex that joins several fans, or none, stays.

use geometry::{EdgeId, FaceId, Mesh, Midpoints, Point, Vector, VertexId};
use rayon::prelude::*;
use std::f64::consts::TAU;

/// The valence up to which Loop's own weights are bounded in curvature.
const REGULAR: usize = 6;
/// The sum of the weights of a ring in Loop's own rule for the middle of an edge.
const RING: f64 = 0.625;

/// How an inner vertex of a valence and the middles of its edges depend on what is around it.
#[derive(Clone, Debug, PartialEq)]
pub struct Mask {
    /// The vertex's own weight, α; its neighbours have the rest in equal parts.
    pub own: f64,
    /// Weights of the neighbours for the middle of an edge, from its other end around, where they are not Loop's own.
    pub ring: Option<Vec<f64>>,
}

impl Mask {
    /// The mask of a valence, at least three.
    pub fn new(valence: usize) -> Self {
        let n = valence as f64;
        let small = 0.375 + 0.25 * (TAU / n).cos();
        if valence <= REGULAR {
            return Self { own: 1.0 - RING + small * small, ring: None };
        }
        let b = small.recip() - 1.5;
        let a = 2.0 * small.powi(3) / (1.0 - small);
        let sum = a * (b * b + b + 0.5);
        let weight = |j: usize| {
            let x = (TAU * j as f64 / n).cos();
            a * (x + 1.0) * (x + b).powi(2) / n
        };
        Self { own: 1.0 - sum + small * small, ring: Some((0..valence).map(weight).collect()) }
    }
}

/// Where the vertices of a cut mesh go: first the old ones, then the middles.
pub fn smoothed(mesh: &Mesh, cut: &Midpoints, positions: &[Point]) -> Vec<Point> {
    let vertices = (0..positions.len()).into_par_iter().map(|v| old(mesh, positions, VertexId::at(v)));
    let middles = cut.edges.par_iter().map(|ends| middle(mesh, positions, ends.map(VertexId)));
    vertices.chain(middles).collect()
}

/// The neighbours around an inner vertex, in order; `None` on boundaries and where fans meet.
fn ring(mesh: &Mesh, vertex: VertexId) -> Option<&[VertexId]> {
    match mesh.fan(vertex).spokes {
        [first, rest @ ..] if rest.len() > 2 && rest.last() == Some(first) => Some(rest),
        _ => None,
    }
}

fn old(mesh: &Mesh, positions: &[Point], vertex: VertexId) -> Point {
    let at = |v: &VertexId| positions[v.index()].coords;
    let own = positions[vertex.index()].coords;
    if let Some(ring) = ring(mesh, vertex) {
        let weight = Mask::new(ring.len()).own;
        let mean = ring.iter().map(at).sum::<Vector>() / ring.len() as f64;
        return Point::from(own * weight + mean * (1.0 - weight));
    }
    match mesh.fan(vertex).spokes {
        [first, .., last] if first != last => Point::from(own * 0.75 + (at(first) + at(last)) * 0.125),
        _ => positions[vertex.index()],
    }
}

fn middle(mesh: &Mesh, positions: &[Point], [a, b]: [VertexId; 2]) -> Point {
    let halfway = nalgebra::center(&positions[a.index()], &positions[b.index()]);
    // Triangles that are no faces of the mesh have edges too; nothing is known around those.
    let Some(edge) = mesh.edge_between(a, b).filter(|edge| !mesh.edge(*edge).is_boundary()) else { return halfway };
    match (around(mesh, positions, a, b), around(mesh, positions, b, a)) {
        (Some(one), Some(other)) => nalgebra::center(&one, &other),
        (Some(only), None) | (None, Some(only)) => only,
        (None, None) => {
            let across = opposite(mesh, edge).map(|v| positions[v.index()].coords).sum::<Vector>();
            Point::from(halfway.coords * 0.75 + across * 0.125)
        }
    }
}

/// The middle of an edge as the vertex at one end wants it, if that has a mask of its own.
fn around(mesh: &Mesh, positions: &[Point], vertex: VertexId, other: VertexId) -> Option<Point> {
    let ring = ring(mesh, vertex)?;
    let weights = Mask::new(ring.len()).ring?;
    let first = ring.iter().position(|v| *v == other)?;
    let rest = 1.0 - weights.iter().sum::<f64>();
    let turned = ring[first..].iter().chain(&ring[..first]);
    let sum = turned.zip(&weights).map(|(v, weight)| positions[v.index()].coords * *weight).sum::<Vector>();
    Some(Point::from(positions[vertex.index()].coords * rest + sum))
}

/// The third corners of the faces on an edge.
fn opposite(mesh: &Mesh, edge: EdgeId) -> impl Iterator<Item = VertexId> {
    let [a, b] = mesh.edge(edge).vertices;
    let third = move |face: FaceId| mesh.face(face).into_iter().find(|v| *v != a && *v != b);
    mesh.edge(edge).faces().filter_map(third)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The Fourier coefficient of weights around a vertex.
    fn frequency(weights: &[f64], k: usize) -> f64 {
        let n = weights.len() as f64;
        weights.iter().enumerate().map(|(j, w)| w * (TAU * (j * k) as f64 / n).cos()).sum()
    }

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-14, "{a} and {b}");
    }

    #[test]
    fn known_weights() {
        near(Mask::new(6).own, 0.625);
        near(1.0 - Mask::new(3).own, 9.0 / 16.0);
        near(1.0 - Mask::new(4).own, 31.0 / 64.0);
        // The cubic at six neighbours is Loop's own rule.
        let (a, b) = (0.5, 0.5);
        let six: Vec<f64> =
            (0..6).map(|j| (TAU * f64::from(j) / 6.0).cos()).map(|x| a * (x + 1.0) * (x + b) * (x + b) / 6.0).collect();
        [0.375, 0.125, 0.0, 0.0, 0.0, 0.125].iter().zip(&six).for_each(|(own, cubic)| near(*own, *cubic));
    }

    #[test]
    fn curvature_is_bounded_and_no_weight_negative() {
        for valence in 7..60 {
            let Mask { own, ring } = Mask::new(valence);
            let ring = ring.expect("weights of its own");
            let small = 0.375 + 0.25 * (TAU / valence as f64).cos();
            let sum: f64 = ring.iter().sum();
            assert!((0.0..1.0).contains(&own) && sum < 1.0 && ring.iter().all(|w| *w >= 0.0), "{valence}");
            near(frequency(&ring, 1), small);
            near(frequency(&ring, 2), small * small);
            near(own + sum - 1.0, small * small);
            assert!((3..=valence / 2).all(|k| frequency(&ring, k).abs() < small * small), "{valence}");
        }
    }
}
