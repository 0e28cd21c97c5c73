//! Rest shape, masses and the elements that carry energy.

use crate::material::Material;
use geometry::{FaceId, Mesh, Point};

/// The shape in which the cloth carries no tension.
#[derive(Clone, Copy, Debug)]
pub enum Rest<'a> {
    /// The surface itself at these positions, curvature included. The warp runs along the projection of y, or of z where
    /// the surface lies flat.
    Surface(&'a [Point]),
    /// A flat pattern: u and v of the three corners of every face, in m. The warp runs along u; the cloth rests flat.
    Pattern(&'a [[[f64; 2]; 3]]),
}

/// Why a mesh does not make cloth.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ClothError {
    /// Every face is a line or a point at rest.
    #[error("no face has an area at rest")]
    NoArea,
}

/// Cloth at rest.
#[derive(Clone, Debug)]
pub struct Cloth {
    masses: Vec<f64>,
    flat: Vec<FaceId>,
}

impl Cloth {
    /// Cloth of a mesh; `material_of` says which of the materials a face is made of.
    pub fn new(
        mesh: &Mesh,
        _rest: Rest<'_>,
        _materials: &[Material],
        _material_of: impl Fn(FaceId) -> usize,
    ) -> Result<Self, ClothError> {
        Ok(Self { masses: vec![0.0; mesh.vertex_count()], flat: Vec::new() })
    }

    /// The mass of every particle, in kg.
    pub fn masses(&self) -> &[f64] {
        &self.masses
    }

    /// Faces without area at rest, which carry no energy: to be named in the report.
    pub fn flat_faces(&self) -> &[FaceId] {
        &self.flat
    }
}
