//! How far each particle stays from solids.

use crate::layers;
use dynamics::Cloth;
use geometry::Assembly;

/// The part of the length of edges that cloth stays off solids, beside its thickness.
const EDGE_PART: f64 = 0.15;

/// The distances of all particles, in m.
pub fn of(assembly: &Assembly, cloth: &Cloth) -> Vec<f64> {
    let (thickness, edges) = (layers::thickness(assembly, cloth), layers::edge_lengths(assembly, cloth));
    thickness.iter().zip(edges).map(|(own, edge)| own + EDGE_PART * edge).collect()
}
