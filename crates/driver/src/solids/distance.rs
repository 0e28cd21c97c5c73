//! How far each particle stays from solids.

use dynamics::{Cloth, Material};
use geometry::Assembly;

/// The part of the length of edges that cloth stays off solids, beside its thickness.
const EDGE_PART: f64 = 0.15;

/// The distances of all particles, in m.
pub fn of(assembly: &Assembly, cloth: &Cloth) -> Vec<f64> {
    let mesh = assembly.mesh();
    let mut lengths = vec![(0.0, 0.0); mesh.vertex_count()];
    for edge in mesh.edges() {
        let [a, b] = edge.vertices.map(|v| cloth.shape()[v.index()]);
        for vertex in edge.vertices {
            let (sum, count) = &mut lengths[vertex.index()];
            *sum += nalgebra::distance(&a, &b);
            *count += 1.0;
        }
    }
    let mut distances: Vec<f64> = lengths.iter().map(|(sum, count)| EDGE_PART * sum / f64::max(*count, 1.0)).collect();
    let mut thickness = vec![0.0; mesh.vertex_count()];
    for membrane in cloth.membranes() {
        let Material { thickness: own, .. } = cloth.material(membrane);
        membrane.corners.iter().for_each(|v| thickness[*v as usize] = f64::max(*own, thickness[*v as usize]));
    }
    distances.iter_mut().zip(thickness).for_each(|(distance, thickness)| *distance += thickness);
    distances
}
