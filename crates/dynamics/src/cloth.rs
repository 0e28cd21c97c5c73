//! Rest shape, masses and the elements that carry energy.
//!
//! 1. `rest`: every face laid flat: which weights of its corners give `w_u` and `w_v`, and its area.
//! 2. A [`Membrane`] and a [`Plate`] per face with an area at rest, a [`Hinge`] per edge between two of them, and springs
//!    along the edges of faces without area, so that their corners stay together.
//! 3. Masses: a third of every face's mass at each of its corners.

mod energy;
mod plates;
mod rest;

use crate::force::bend;
use crate::force::spring::Spring;
use crate::material::Material;
use geometry::{FaceId, Mesh, Point, VertexId};
use rest::Flat;

pub use energy::{Energy, EnergyOfMotion};
pub use plates::Plate;
pub use rest::Rest;

/// Why a mesh does not make cloth.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ClothError {
    /// Every face is a line or a point at rest.
    #[error("no face has an area at rest; give a rest shape that has one")]
    NoArea,
    /// More faces around one particle than cloth has.
    #[error("particle {particle} has {faces} faces around it; cloth has at most {most}: split the fan")]
    Crowded {
        /// Which particle.
        particle: usize,
        /// How many faces are around it.
        faces: usize,
        /// How many there may be.
        most: usize,
    },
}

/// A face as elastic membrane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Membrane {
    /// Its corners.
    pub corners: [u32; 3],
    /// Weights of the corners in `w_u`, in 1/m.
    pub u: [f64; 3],
    /// Weights of the corners in `w_v`, in 1/m.
    pub v: [f64; 3],
    /// Its area at rest, in m².
    pub area: f64,
    /// Its material.
    pub material: u32,
}

/// An inner edge as hinge: the particles that its fold depends on, and the plates that resist it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hinge {
    /// The ends of the edge, then the opposite corners: faces 0 1 2 and 1 0 3.
    pub corners: [u32; 4],
    /// Its angle at rest, in radians.
    pub angle: f64,
    /// Areas below which its faces have no normal, in m².
    pub least: [f64; 2],
    /// The plates on both sides, and which of their hinges it is.
    pub plates: [(u32, u8); 2],
    /// A stiffness that is nowhere below that of the plates, in J.
    pub stiffness: f64,
    /// The same of their damping, in J·s.
    pub viscosity: f64,
}

/// Cloth at rest. It does not change while it moves.
#[derive(Clone, Debug)]
pub struct Cloth {
    membranes: Vec<Membrane>,
    hinges: Vec<Hinge>,
    plates: Vec<Plate>,
    springs: Vec<Spring>,
    materials: Vec<Material>,
    masses: Vec<f64>,
    /// Air drag of every particle, in kg/m³.
    drags: Vec<f64>,
    flat: Vec<FaceId>,
    shape: Vec<Point>,
}

/// The most faces around a particle: slots of a row are 16-bit numbers, and a hinge adds a second ring.
const MOST_AROUND: usize = 20_000;

impl Cloth {
    /// Cloth of a mesh; `material_of` says which of the materials a face is made of.
    pub fn new(
        mesh: &Mesh,
        rest: Rest<'_>,
        materials: &[Material],
        material_of: impl Fn(FaceId) -> usize,
    ) -> Result<Self, ClothError> {
        refuse_crowds(mesh)?;
        let flats: Vec<Option<Flat>> = (0..mesh.faces().len()).map(|f| rest.flat(mesh, FaceId::at(f))).collect();
        if flats.iter().all(Option::is_none) {
            return Err(ClothError::NoArea);
        }
        let mut cloth = Self {
            membranes: Vec::with_capacity(flats.len()),
            hinges: Vec::new(),
            plates: Vec::with_capacity(flats.len()),
            springs: Vec::new(),
            materials: materials.to_vec(),
            masses: vec![0.0; mesh.vertex_count()],
            drags: vec![0.0; mesh.vertex_count()],
            flat: Vec::new(),
            shape: rest.shape().to_vec(),
        };
        for (index, flat) in flats.iter().enumerate() {
            let face = FaceId::at(index);
            match flat {
                Some(flat) => cloth.add_membrane(mesh.face(face), flat, material_of(face)),
                None => cloth.flat.push(face),
            }
        }
        cloth.add_plates(mesh, rest, &flats, &material_of);
        cloth.hold_flat_faces(mesh, rest, &material_of);
        Ok(cloth)
    }

    /// The mass of every particle, in kg. A vertex without faces has none, and stays where it is.
    pub fn masses(&self) -> &[f64] {
        &self.masses
    }

    /// Faces without area at rest, which are held together by springs: to be named in the report.
    pub fn flat_faces(&self) -> &[FaceId] {
        &self.flat
    }

    /// The faces with area.
    pub fn membranes(&self) -> &[Membrane] {
        &self.membranes
    }

    /// The inner edges.
    pub fn hinges(&self) -> &[Hinge] {
        &self.hinges
    }

    /// The faces with area as plates.
    pub fn plates(&self) -> &[Plate] {
        &self.plates
    }

    /// The springs that hold faces without area together.
    pub fn springs(&self) -> &[Spring] {
        &self.springs
    }

    /// Where the particles are when the cloth is laid out, in m.
    pub fn shape(&self) -> &[Point] {
        &self.shape
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.membranes[..])
            + size_of_val(&self.hinges[..])
            + size_of_val(&self.plates[..])
            + size_of_val(&self.springs[..])
            + size_of_val(&self.masses[..])
            + size_of_val(&self.drags[..])
            + size_of_val(&self.shape[..])
    }

    /// The material of a membrane.
    pub fn material(&self, membrane: &Membrane) -> &Material {
        &self.materials[membrane.material as usize]
    }

    /// Air drag of every particle, in kg/m³.
    pub fn drags(&self) -> &[f64] {
        &self.drags
    }

    fn add_membrane(&mut self, corners: [VertexId; 3], flat: &Flat, material: usize) {
        let Material { density, air_drag, .. } = self.materials[material];
        for corner in corners {
            let mass = density * flat.area / 3.0;
            let [before, now] = [self.masses[corner.index()], mass];
            let drag = &mut self.drags[corner.index()];
            *drag = (*drag * before + air_drag * now) / (before + now);
            self.masses[corner.index()] += mass;
        }
        let corners = corners.map(|v| v.0);
        self.membranes.push(Membrane { corners, u: flat.u, v: flat.v, area: flat.area, material: material as u32 });
    }

    /// Hinges between faces with area, and the plates that resist them.
    fn add_plates(
        &mut self,
        mesh: &Mesh,
        rest: Rest<'_>,
        flats: &[Option<Flat>],
        material_of: &impl Fn(FaceId) -> usize,
    ) {
        let mut hinge_of: Vec<Option<u32>> = vec![None; mesh.edges().len()];
        for (index, edge) in mesh.edges().iter().enumerate() {
            let Some(other) = edge.across(edge.owner()) else { continue };
            let faces = [edge.owner(), other];
            let [Some(a), Some(b)] = faces.map(|f| flats[f.index()].as_ref()) else { continue };
            let corners = rest::hinge_corners(mesh, edge, faces);
            hinge_of[index] = Some(self.hinges.len() as u32);
            self.hinges.push(Hinge {
                corners: corners.map(|v| v.0),
                angle: rest.angle(corners),
                least: [a.area, b.area].map(|area| area * bend::COLLAPSED),
                plates: [(u32::MAX, 0); 2],
                stiffness: 0.0,
                viscosity: 0.0,
            });
        }
        for face in (0..mesh.faces().len()).map(FaceId::at) {
            let hinges = mesh.face_edges(face).map(|edge| hinge_of[edge.index()]);
            let material = &self.materials[material_of(face)];
            if let Some(plate) = Plate::new(mesh, face, flats, material, hinges) {
                self.add_plate(plate, hinges);
            }
        }
    }

    fn add_plate(&mut self, plate: Plate, hinges: [Option<u32>; 3]) {
        let number = self.plates.len() as u32;
        for (place, hinge) in hinges.into_iter().enumerate() {
            let Some(hinge) = hinge.map(|hinge| &mut self.hinges[hinge as usize]) else { continue };
            let side = usize::from(hinge.plates[0].0 != u32::MAX);
            hinge.plates[side] = (number, place as u8);
            hinge.stiffness += plate.bound(place);
            hinge.viscosity += plate.bound(place) * plate.damping;
        }
        self.plates.push(plate);
    }

    /// Springs along the edges of faces without area, and a mass for corners that have none otherwise.
    fn hold_flat_faces(&mut self, mesh: &Mesh, rest: Rest<'_>, material_of: &impl Fn(FaceId) -> usize) {
        let massive = self.masses.iter().filter(|m| **m > 0.0);
        let usual = massive.clone().sum::<f64>() / massive.count().max(1) as f64;
        for face in self.flat.clone() {
            let material = &self.materials[material_of(face)];
            let (stiffness, damping) = (material.stretch_warp, material.stretch_damping);
            let corners = mesh.face(face);
            for k in 0..3 {
                let ends = [corners[k], corners[(k + 1) % 3]];
                let length = rest.length(face, k, ends);
                self.springs.push(Spring::between(ends[0], ends[1], length, stiffness, damping));
                let mass = &mut self.masses[corners[k].index()];
                *mass = if *mass > 0.0 { *mass } else { usual };
            }
        }
    }
}

impl Membrane {
    /// The columns `w_u`, `w_v` of the deformation gradient.
    #[inline]
    pub fn gradient(&self, positions: &[Point]) -> [geometry::Vector; 2] {
        self.columns(|corner| positions[corner as usize].coords)
    }

    /// The columns that a field of vectors gives.
    #[inline]
    pub fn columns(&self, field: impl Fn(u32) -> geometry::Vector) -> [geometry::Vector; 2] {
        // Differences to the first corner: translations then cancel exactly, whatever the rounding of the weights.
        let first = field(self.corners[0]);
        let [a, b] = [field(self.corners[1]) - first, field(self.corners[2]) - first];
        [a * self.u[1] + b * self.u[2], a * self.v[1] + b * self.v[2]]
    }
}

impl Hinge {
    /// Its fold; `None` while a face is collapsed.
    #[inline]
    pub fn fold(&self, positions: &[Point]) -> Option<bend::Fold> {
        let [a, b, c, d] = self.corners.map(|v| &positions[v as usize].coords);
        bend::fold([a, b, c, d], self.least)
    }

    /// How far it is turned from rest, in radians; zero while a face is collapsed.
    #[inline]
    pub fn turn(&self, positions: &[Point]) -> f64 {
        self.fold(positions).map_or(0.0, |fold| bend::turned(fold.angle, self.angle))
    }
}

fn refuse_crowds(mesh: &Mesh) -> Result<(), ClothError> {
    let crowd = |v: usize| mesh.fan(VertexId::at(v)).faces.len();
    match (0..mesh.vertex_count()).find(|v| crowd(*v) > MOST_AROUND) {
        Some(particle) => Err(ClothError::Crowded { particle, faces: crowd(particle), most: MOST_AROUND }),
        None => Ok(()),
    }
}

#[cfg(test)]
#[path = "cloth/tests.rs"]
mod tests;
