//! Which way the threads of a garment without a pattern run: along the limb they cover, as clothes are cut.
//!
//! Cotton hardly gives along its threads, and gives way between them. A sleeve whose warp stood upright on a character with spread
//! arms would be cut on the bias, and stretch with every bend of the elbow.
//!
//! 1. Every joint of the body has a direction: to the child that carries on where its parent left off.
//! 2. A particle takes the directions of the joints that move the skin nearest to it. Directions have no sign and are blended as
//!    d dᵀ.
//! 3. They are smoothed over the cloth, so that the grain turns gradually where limbs meet.
//!
//! Not here: garments that have a pattern; their warp runs along u.

use body::{Body, Skeleton};
use contact::{Surface, When};
use geometry::{Assembly, Point, SurfaceMotion, Vector, VertexId};
use nalgebra::Matrix3;
use rayon::prelude::*;

/// How often every particle takes the mean of its neighbours. Over edges of 1 cm that smooths about 4 cm.
const SMOOTHINGS: usize = 16;
/// How far from the skin cloth is still cut for it, in m.
const REACH: f64 = 0.5;

/// The direction of the warp on every face, at the garments' rest positions.
pub fn along_limbs(body: &Body, assembly: &Assembly, shape: &[Point]) -> Vec<Vector> {
    let directions = directions(body.skeleton());
    let skin = Surface::new(body.assembly().mesh().clone(), &SurfaceMotion::still(body.assembly().positions()));
    let blend = |vertex: VertexId| -> Matrix3<f64> {
        let influences = body.influences(vertex).iter();
        influences.map(|&(joint, weight)| square(&directions[joint as usize]) * f64::from(weight)).sum()
    };
    let of = |place: &Point| {
        let near = skin.nearest(place, REACH, When::T0);
        near.map_or_else(Matrix3::zeros, |near| {
            let corners = skin.mesh().face(near.face).into_iter().zip(near.barycentric);
            corners.map(|(vertex, share)| blend(vertex) * share).sum()
        })
    };
    let mut blends: Vec<Matrix3<f64>> = shape.par_iter().map(of).collect();
    for _ in 0..SMOOTHINGS {
        smooth(assembly, &mut blends);
    }
    let corners = assembly.mesh().faces().iter();
    corners.map(|face| strongest(&face.iter().map(|v| blends[v.index()]).sum())).collect()
}

/// The direction of every joint: the way to the child that turns least from the way to the joint itself; that way, at the end of a
/// limb; upright where nothing tells.
fn directions(skeleton: &Skeleton) -> Vec<Vector> {
    let joints = &skeleton.joints;
    let from_parent = |j: usize| {
        let parent = joints[j].parent?;
        (joints[j].position - joints[parent].position).try_normalize(0.0)
    };
    let direction = |j: usize| {
        let before = from_parent(j).unwrap_or_else(Vector::y);
        let children = (0..joints.len()).filter(|child| joints[*child].parent == Some(j)).filter_map(from_parent);
        children.max_by(|a, b| a.dot(&before).total_cmp(&b.dot(&before))).unwrap_or(before)
    };
    (0..joints.len()).map(direction).collect()
}

fn square(direction: &Vector) -> Matrix3<f64> {
    direction * direction.transpose()
}

fn smooth(assembly: &Assembly, blends: &mut Vec<Matrix3<f64>>) {
    let mut sums = blends.clone();
    let mut counts = vec![1.0; blends.len()];
    for edge in assembly.mesh().edges() {
        let [a, b] = edge.vertices.map(VertexId::index);
        sums[a] += blends[b];
        sums[b] += blends[a];
        counts[a] += 1.0;
        counts[b] += 1.0;
    }
    sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum /= count);
    *blends = sums;
}

/// The direction that counts most in a blend; zero where there is none.
fn strongest(blend: &Matrix3<f64>) -> Vector {
    if *blend == Matrix3::zeros() {
        return Vector::zeros();
    }
    let eigen = blend.symmetric_eigen();
    eigen.eigenvectors.column(eigen.eigenvalues.imax()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_have_no_sign() {
        let (there, back) = (Vector::new(1.0, 0.1, 0.0).normalize(), Vector::new(-1.0, 0.1, 0.0).normalize());
        let along = strongest(&(square(&there) + square(&back)));
        assert!(along.x.abs() > 0.999, "{along}");
    }
}
