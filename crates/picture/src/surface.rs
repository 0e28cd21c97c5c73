//! All meshes of a scene as one triangle list, with what shading needs, and a count of what could not be drawn.
//!
//! 1. Vertices of all meshes in one list, colours decoded to linear light.
//! 2. Faces that name a missing vertex or touch one that is not finite are left out and counted.
//! 3. A normal per face corner: faces around a vertex are averaged, except across a crease.
//!
//! Not here: welding. Vertices that a file repeats along seams are shaded apart; callers who mind weld first.

use geometry::{Point, Vector};
use rayon::prelude::*;

use crate::camera::is_finite;
use crate::color::{self, Linear, Srgb};
use crate::scene::{Mesh, Skipped, Wireframe};

/// Cosine of the angle between two faces from which their common edge is a crease (45°). Cloth at simulation resolution
/// folds less than this between neighbours; hems, boxes and tangled flips more.
const CREASE_COSINE: f32 = 0.707;

/// Least and greatest part of light that cloth gives back: no real one is blacker or whiter, and regions coloured black or
/// white keep a visible form.
const ALBEDO: [f32; 2] = [0.02, 0.80];

/// A face in the common list.
#[derive(Clone, Copy)]
pub(crate) struct Face {
    /// Indices into [`Surface::points`].
    pub(crate) corners: [u32; 3],
    /// Whether the mesh's wireframe is drawn on it.
    pub(crate) wireframe: Wireframe,
}

/// Everything solid in a scene.
pub(crate) struct Surface {
    pub(crate) points: Vec<Point>,
    pub(crate) colors: Vec<Linear>,
    /// Whether a face has this point; the others may be anything, even not a number.
    used: Vec<bool>,
    pub(crate) faces: Vec<Face>,
    /// Unit normals of each face's corners.
    pub(crate) normals: Vec<[[f32; 3]; 3]>,
}

impl Surface {
    pub(crate) fn gather(meshes: &[Mesh<'_>], skipped: &mut Skipped) -> Self {
        let vertices = meshes.iter().map(|mesh| mesh.positions.len()).sum();
        let mut surface = Self {
            points: Vec::with_capacity(vertices),
            colors: Vec::with_capacity(vertices),
            used: vec![false; vertices],
            faces: Vec::with_capacity(meshes.iter().map(|mesh| mesh.triangles.len()).sum()),
            normals: Vec::new(),
        };
        for mesh in meshes {
            surface.append(mesh, skipped);
        }
        surface.normals = corner_normals(&surface.points, &surface.faces);
        surface
    }

    /// The points that faces have.
    pub(crate) fn used_points(&self) -> impl Iterator<Item = &Point> {
        self.points.iter().zip(&self.used).filter_map(|(point, &used)| used.then_some(point))
    }

    fn append(&mut self, mesh: &Mesh<'_>, skipped: &mut Skipped) {
        let first = self.points.len();
        let count = mesh.positions.len();
        let albedo = |color: Srgb| color::linear(color).map(|c| c.clamp(ALBEDO[0], ALBEDO[1]));
        self.points.extend_from_slice(mesh.positions);
        let given = mesh.colors.iter().flat_map(|colors| colors.iter().take(count));
        self.colors.extend(given.map(|&color| albedo(color)));
        self.colors.resize(first + count, albedo(mesh.base));
        for corners in mesh.triangles {
            if corners.iter().any(|&v| v as usize >= count) {
                skipped.missing_vertex += 1;
            } else if corners.iter().any(|&v| !is_finite(&mesh.positions[v as usize])) {
                skipped.not_finite += 1;
            } else {
                let corners = corners.map(|v| v + first as u32);
                for v in corners {
                    self.used[v as usize] = true;
                }
                self.faces.push(Face { corners, wireframe: mesh.wireframe });
            }
        }
    }
}

/// The faces around every vertex, one list after the other.
struct Fans {
    start: Vec<u32>,
    faces: Vec<u32>,
}

impl Fans {
    fn of(vertices: usize, faces: &[Face]) -> Self {
        let mut start = vec![0_u32; vertices + 1];
        for &v in faces.iter().flat_map(|face| &face.corners) {
            start[v as usize] += 1;
        }
        let mut sum = 0;
        for entry in &mut start {
            sum += *entry;
            *entry = sum;
        }
        // Filled from the back, so that `start` ends up at the beginning of each list and the lists are ascending.
        let mut list = vec![0_u32; sum as usize];
        for (f, face) in faces.iter().enumerate().rev() {
            for &v in &face.corners {
                start[v as usize] -= 1;
                list[start[v as usize] as usize] = f as u32;
            }
        }
        Self { start, faces: list }
    }

    fn around(&self, v: u32) -> &[u32] {
        &self.faces[self.start[v as usize] as usize..self.start[v as usize + 1] as usize]
    }
}

/// Area-weighted averages over the faces around a corner's vertex that are on the same side of every crease.
fn corner_normals(points: &[Point], faces: &[Face]) -> Vec<[[f32; 3]; 3]> {
    let weighted: Vec<([f32; 3], f32)> = faces.par_iter().map(|face| area_vector(points, face)).collect();
    let fans = Fans::of(points.len(), faces);
    let corner = |f: usize, v: u32| {
        let (own, own_length) = weighted[f];
        let mut sum = [0.0_f32; 3];
        for &g in fans.around(v) {
            let (other, length) = weighted[g as usize];
            if dot(own, other) >= CREASE_COSINE * own_length * length {
                sum = [0, 1, 2].map(|k| sum[k] + other[k]);
            }
        }
        unit(sum)
    };
    faces.par_iter().enumerate().map(|(f, face)| face.corners.map(|v| corner(f, v))).collect()
}

/// The face normal times twice the area, scaled so that the smallest cloth triangle survives the way to `f32`; its length.
fn area_vector(points: &[Point], face: &Face) -> ([f32; 3], f32) {
    /// Square millimetres: keeps areas of micrometre triangles and of kilometre grounds inside the range of `f32`.
    const AREA_UNIT: f64 = 1e6;
    let [a, b, c] = face.corners.map(|v| points[v as usize]);
    let area: Vector = (b - a).cross(&(c - a)) * AREA_UNIT;
    ([area.x as f32, area.y as f32, area.z as f32], area.norm() as f32)
}

pub(crate) fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The unit vector along `v`; up when there is none, so that a degenerate face is merely shaded oddly.
pub(crate) fn unit(v: [f32; 3]) -> [f32; 3] {
    let scale = 1.0 / dot(v, v).sqrt();
    if scale.is_finite() && scale > 0.0 { v.map(|c| c * scale) } else { [0.0, 1.0, 0.0] }
}
