//! One half → the whole: the other half is its mirror image, joined along the seam.

use super::Skin;
use super::patch::Patch;
use crate::exact::on_grain;
use crate::field::{Figure, mirrored};
use geometry::{Point, Vector};

pub(super) fn whole(half: Patch, figure: &Figure) -> Skin {
    let (points, seam, faces) = half.packed();
    let mut positions: Vec<Point> = points.iter().map(|p| p.map(on_grain)).collect();
    let mut normals: Vec<Vector> = points.iter().zip(&seam).map(|(p, &seam)| normal(figure, p, seam)).collect();
    let mut twins: Vec<u32> = (0..positions.len() as u32).collect();
    for v in 0..positions.len() {
        if !seam[v] {
            twins[v] = positions.len() as u32;
            twins.push(v as u32);
            positions.push(mirrored(&positions[v]));
            normals.push(Vector::new(-normals[v].x, normals[v].y, normals[v].z));
        }
    }
    let others = faces.iter().map(|&[a, b, c]| [a, c, b].map(|v| twins[v as usize]));
    let triangles = faces.iter().copied().chain(others).collect();
    Skin { positions, normals, triangles, twins }
}

/// The surface's normal; on the seam it lies in the plane.
fn normal(figure: &Figure, p: &Point, seam: bool) -> Vector {
    let gradient = figure.gradient(p);
    let across = if seam { 0.0 } else { gradient.x };
    Vector::new(across, gradient.y, gradient.z).normalize()
}
