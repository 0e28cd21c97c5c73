//! A sheet crumpled without regard to itself: a small simulation of edges that keep their length, without collisions.

use super::Made;
use super::dice::Dice;
use geometry::shapes::Shape;
use geometry::{Mesh, Point, Vector};

/// Sweeps over all edges.
const SWEEPS: usize = 160;
/// How far a waved sheet is pushed together, as part of its length.
const PUSHED: [f64; 2] = [0.1, 0.3];

/// A sheet with gentle waves, pushed together from two sides at once.
pub(super) fn crumple(dice: &mut Dice) -> Made {
    let cells = (dice.triangles() / 2.0).sqrt().round() as u32;
    let flat = Shape::sheet(cells, 1.0);
    let waves: Vec<[f64; 4]> = (0..3)
        .map(|_| {
            let (sin, cos) = dice.between(0.0, std::f64::consts::TAU).sin_cos();
            let frequency = dice.between(8.0, 16.0);
            [frequency * cos, frequency * sin, dice.between(0.0, 6.0), dice.between(0.2, 0.4) / frequency]
        })
        .collect();
    let height = |p: Point| waves.iter().map(|[u, v, phase, h]| h * (u * p.x + v * p.z + phase).sin()).sum::<f64>();
    let clean = flat.clone().map(|p| Point::new(p.x, height(p), p.z));
    let pushed = dice.between(PUSHED[0], PUSHED[1]);
    let twist = dice.jitter(0.05);
    let pieces = vec![push(&flat, &clean, pushed, &twist)];
    // Nothing has moved farther than its neighbours were pushed together around it.
    let depth = pieces[0].positions.iter().zip(&clean.positions).map(|(p, q)| (p - q).norm()).fold(0.0, f64::max);
    Made { pieces, clean: vec![clean], body: None, depth }
}

/// Two sides move inwards; what is between keeps the lengths of its edges as well as it can.
fn push(flat: &Shape, start: &Shape, pushed: f64, twist: &Vector) -> Shape {
    let mut shape = start.clone();
    let Ok(mesh) = Mesh::new(shape.positions.len(), &shape.triangles) else { return shape };
    let is_held = |p: &Point| p.x.abs() > 0.499;
    let lengths: Vec<f64> = mesh
        .edges()
        .iter()
        .map(|edge| {
            let [p, q] = edge.vertices.map(|v| start.positions[v.index()]);
            (q - p).norm()
        })
        .collect();
    for sweep in 0..SWEEPS {
        let share = (sweep as f64 + 1.0) / SWEEPS as f64;
        for (vertex, p) in flat.positions.iter().enumerate().filter(|(_, p)| is_held(p)) {
            let inwards = -p.x.signum() * pushed * share;
            shape.positions[vertex] =
                start.positions[vertex] + Vector::new(inwards, twist.y * share * p.z * p.x, twist.z * share * p.x);
        }
        for (edge, length) in mesh.edges().iter().zip(&lengths) {
            let [a, b] = edge.vertices.map(geometry::VertexId::index);
            let apart = shape.positions[b] - shape.positions[a];
            let Some(along) = apart.try_normalize(1e-12) else { continue };
            let correction = along * ((apart.norm() - length) * 0.5);
            if !is_held(&flat.positions[a]) {
                shape.positions[a] += correction;
            }
            if !is_held(&flat.positions[b]) {
                shape.positions[b] -= correction;
            }
        }
    }
    shape
}
