//! Faces as bending plates: what the folds at its three edges say about a face's curvature.
//!
//! A face bends where it meets its neighbours. With tᵢ the turn at edge i (the fold less the fold at rest), nᵢ the direction
//! across the edge in the face, ℓᵢ its length and A, A' the areas of the two faces,
//!
//! > Λ = Σ tᵢ ℓᵢ / (A + A') nᵢnᵢᵀ
//!
//! is the curvature of the face: exactly so for every quadratic surface on every mesh whose faces are alike up to point
//! reflection, however slanted (and for even triangles in particular). Its energy is that of an orthotropic plate,
//! `½ A (B_u Λ_uu² + B_v Λ_vv² + 2 √(B_u B_v) Λ_uv²)`: a quadratic form in the three turns. Compare Grinspun and others
//! 2006, "Computing discrete shape operators on general meshes".
//!
//! The usual energy of independent hinges, Σ k tᵢ², gives the same only when averaged over directions: on a grid whose
//! diagonals run one way it is three times as stiff along them, a fifth too soft along its lines, and twists what it bends.
//!
//! At an edge without a neighbour no turn is measured; the free edge takes the one that costs least.

use super::rest::Flat;
use crate::material::Material;
use geometry::{FaceId, Mesh};

/// A face as elastic plate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plate {
    /// The hinges at its edges; where there is none, any hinge, and zeros in the form.
    pub hinges: [u32; 3],
    /// Its energy is half of this form in the turns of the three hinges; in J.
    pub form: [[f64; 3]; 3],
    /// Its damping, in s.
    pub damping: f64,
}

impl Plate {
    /// The plate of a face; `hinges` are those at its edges.
    pub fn new(
        mesh: &Mesh,
        face: FaceId,
        flats: &[Option<Flat>],
        material: &Material,
        hinges: [Option<u32>; 3],
    ) -> Option<Self> {
        let flat = flats[face.index()].as_ref()?;
        let corners = mesh.face(face);
        let [warp, weft] = [material.bend_warp, material.bend_weft];
        let roots = [warp, weft, 2.0 * (warp * weft).sqrt()].map(|b| (flat.area * b).sqrt());
        // What a turn at each edge adds to the weighted curvature; the form holds their inner products.
        let mut rows = [[0.0; 3]; 3];
        for (k, edge) in mesh.face_edges(face).into_iter().enumerate() {
            let ends = [corners[k], corners[(k + 1) % 3]];
            let other =
                mesh.edge(edge).across(face).and_then(|other| flats[other.index()].as_ref().map(|f| (f, other)));
            let (length, area) = other.map_or((flat.length(corners, ends), flat.area), |(f, other)| {
                (f64::midpoint(flat.length(corners, ends), f.length(mesh.face(other), ends)), f.area)
            });
            let [u, v] = flat.across(corners, ends);
            let size = length / (flat.area + area);
            rows[k] = [roots[0] * u * u * size, roots[1] * v * v * size, roots[2] * u * v * size];
        }
        for k in (0..3).filter(|k| hinges[*k].is_none()) {
            let free = rows[k];
            let square = dot(&free, &free);
            for row in rows.iter_mut().filter(|_| square > 0.0) {
                let part = dot(row, &free) / square;
                row.iter_mut().zip(free).for_each(|(r, f)| *r -= part * f);
            }
            rows[k] = [0.0; 3];
        }
        let form = rows.map(|a| rows.map(|b| dot(&a, &b)));
        Some(Self { hinges: hinges.map(|h| h.unwrap_or(0)), form, damping: material.bend_damping })
    }

    /// The energy of these turns, in J.
    pub fn energy(&self, turns: [f64; 3]) -> f64 {
        0.5 * dot(&turns, &self.form.map(|row| dot(&row, &turns)))
    }

    /// A stiffness of the hinge at a place alone, in J, such that three of them are nowhere softer than the form.
    ///
    /// The form couples the hinges of a face; to hold that in the matrix would take half as many blocks again. The sum of a
    /// row's sizes bounds it (Gershgorin). A step then overestimates how bending resists, by up to two on even triangles and
    /// five along the diagonals of a grid, which VMT00 §2.4 calls apparent damping, and never underestimates it. Forces
    /// are exact.
    pub fn bound(&self, place: usize) -> f64 {
        self.form[place].iter().map(|q| q.abs()).sum()
    }
}

fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
