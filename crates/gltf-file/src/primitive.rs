//! A primitive of a mesh: its vertices, and its triangles whatever way they are written down.
//!
//! Every index is checked against the vertices, every position is finite, every attribute is as long as the positions.

use gltf::json::Index;
use gltf::json::mesh::{self, Mode, Semantic};
use gltf::json::validation::Checked;
use nalgebra::Point3;

use crate::accessor::Accessor;
use crate::fault::{Fault, FaultKind};
use crate::file::GltfFile;

/// One primitive of one mesh.
#[derive(Clone, Copy, Debug)]
pub struct Primitive<'f> {
    file: &'f GltfFile,
    json: &'f mesh::Primitive,
    mesh: usize,
    number: usize,
}

/// What a primitive draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Surface {
    /// Triangles, from a list, a strip or a fan.
    Triangles(Vec<[u32; 3]>),
    /// Points or lines, which are no surface.
    None(Mode),
}

impl GltfFile {
    /// How many primitives a mesh has.
    pub fn primitive_count(&self, mesh: usize) -> Result<usize, Fault> {
        let meshes = &self.root().meshes;
        meshes.get(mesh).map(|m| m.primitives.len()).ok_or_else(|| {
            Fault::broken(
                FaultKind::Mesh,
                format!("mesh {mesh}"),
                format!("it does not exist: the file has {}", meshes.len()),
            )
        })
    }

    /// Primitive `number` of a mesh.
    pub fn primitive(&self, mesh: usize, number: usize) -> Result<Primitive<'_>, Fault> {
        let count = self.primitive_count(mesh)?;
        let json = self.root().meshes.get(mesh).and_then(|m| m.primitives.get(number)).ok_or_else(|| {
            Fault::broken(FaultKind::Mesh, format!("mesh {mesh} primitive {number}"), format!("the mesh has {count}"))
        })?;
        Ok(Primitive { file: self, json, mesh, number })
    }
}

impl<'f> Primitive<'f> {
    /// The accessor that holds an attribute, if the primitive has it.
    pub fn attribute(&self, semantic: Semantic) -> Option<usize> {
        self.json.attributes.get(&Checked::Valid(semantic)).map(Index::value)
    }

    /// The material, if one is named.
    pub fn material(&self) -> Option<usize> {
        self.json.material.map(|index| index.value())
    }

    /// The way its vertices are joined.
    pub fn mode(&self) -> Result<Mode, Fault> {
        match self.json.mode {
            Checked::Valid(mode) => Ok(mode),
            Checked::Invalid => Err(self.fault("its mode is not one that glTF 2.0 defines")),
        }
    }

    /// The accessor of its positions. A primitive without positions has nothing to show, which the specification allows.
    pub fn position_accessor(&self) -> Option<usize> {
        self.attribute(Semantic::Positions)
    }

    /// How many vertices it has.
    pub fn vertex_count(&self) -> Result<usize, Fault> {
        self.position_accessor().map_or(Ok(0), |index| Ok(self.accessor(index, &Semantic::Positions)?.count()))
    }

    /// How many corners its triangles can have at most, before any is read: what memory it will need.
    pub fn index_count(&self) -> Result<usize, Fault> {
        match self.json.indices {
            Some(indices) => Ok(self.file.accessor(indices.value(), &self.role("indices"))?.count()),
            None => self.vertex_count(),
        }
    }

    /// The positions, all finite, in the mesh's own space.
    pub fn positions(&self) -> Result<Vec<Point3<f64>>, Fault> {
        let Some(index) = self.position_accessor() else { return Ok(Vec::new()) };
        let accessor = self.accessor(index, &Semantic::Positions)?;
        let positions = accessor.vectors::<3>()?;
        match positions.iter().position(|p| !p.iter().all(|x| x.is_finite())) {
            None => Ok(positions.into_iter().map(Point3::from).collect()),
            Some(vertex) => Err(Fault::new(
                FaultKind::Mesh,
                accessor.element(),
                format!("the position of vertex {vertex} is not finite"),
                "repair the mesh in the program that made it, and export it again",
            )),
        }
    }

    /// The triangles, their indices checked against the number of vertices.
    pub fn surface(&self) -> Result<Surface, Fault> {
        let mode = self.mode()?;
        let shape = match mode {
            Mode::Triangles => triangle_list,
            Mode::TriangleStrip => triangle_strip,
            Mode::TriangleFan => triangle_fan,
            Mode::Points | Mode::Lines | Mode::LineLoop | Mode::LineStrip => return Ok(Surface::None(mode)),
        };
        let corners = self.corners()?;
        if mode == Mode::Triangles && corners.len() % 3 != 0 {
            return Err(self.fault(format!("{} indices do not make whole triangles", corners.len())));
        }
        Ok(Surface::Triangles(shape(&corners)))
    }

    fn corners(&self) -> Result<Vec<u32>, Fault> {
        let vertices = self.vertex_count()?;
        let Some(indices) = self.json.indices else {
            let vertices = u32::try_from(vertices).map_err(|_| self.fault("more vertices than 32 bits can count"))?;
            return Ok((0..vertices).collect());
        };
        let corners = self.file.accessor(indices.value(), &self.role("indices"))?.indices()?;
        match corners.iter().find(|&&corner| corner as usize >= vertices) {
            Some(corner) => Err(self.fault(format!("index {corner} is beyond its {vertices} vertices"))),
            None => Ok(corners),
        }
    }

    /// The first set of texture coordinates.
    pub fn texture_coordinates(&self) -> Result<Option<Vec<[f64; 2]>>, Fault> {
        self.read(&Semantic::TexCoords(0), Accessor::vectors::<2>)
    }

    /// The first set of colours; alpha is 1 where the file has none.
    pub fn colors(&self) -> Result<Option<Vec<[f32; 4]>>, Fault> {
        self.read(&Semantic::Colors(0), |accessor| {
            if accessor.layout().components() == 4 {
                return Ok(accessor.vectors::<4>()?.into_iter().map(|c| c.map(|x| x as f32)).collect());
            }
            Ok(accessor.vectors::<3>()?.into_iter().map(|[r, g, b]| [r as f32, g as f32, b as f32, 1.0]).collect())
        })
    }

    /// The four joints of every vertex in one set of joints, as places in the skin's list.
    pub fn joints(&self, set: u32) -> Result<Option<Vec<[u32; 4]>>, Fault> {
        self.read(&Semantic::Joints(set), Accessor::unsigned::<4>)
    }

    /// The weights of those joints.
    pub fn weights(&self, set: u32) -> Result<Option<Vec<[f64; 4]>>, Fault> {
        self.read(&Semantic::Weights(set), Accessor::vectors::<4>)
    }

    /// How many morph targets it has.
    pub fn target_count(&self) -> usize {
        self.json.targets.as_ref().map_or(0, Vec::len)
    }

    /// The accessor of a morph target's displacements; a target may move nothing.
    pub fn target_accessor(&self, target: usize) -> Option<usize> {
        self.json.targets.as_ref()?.get(target)?.positions.map(|index| index.value())
    }

    /// The displacements of a morph target, one for every vertex, all finite; `None` for a target that moves nothing.
    pub fn target_displacements(&self, target: usize) -> Result<Option<Vec<[f64; 3]>>, Fault> {
        let Some(index) = self.target_accessor(target) else { return Ok(None) };
        let accessor = self.file.accessor(index, &self.role(&format!("POSITION of morph target {target}")))?;
        self.check_length(&accessor)?;
        let displacements = accessor.vectors::<3>()?;
        match displacements.iter().position(|d| !d.iter().all(|x| x.is_finite())) {
            None => Ok(Some(displacements)),
            Some(vertex) => {
                let what = format!("the displacement of vertex {vertex} is not finite");
                Err(Fault::broken(FaultKind::Mesh, accessor.element(), what))
            }
        }
    }

    /// An attribute, decoded; it must have as many elements as there are vertices.
    fn read<T>(
        &self,
        semantic: &Semantic,
        decode: impl Fn(&Accessor<'f>) -> Result<Vec<T>, Fault>,
    ) -> Result<Option<Vec<T>>, Fault> {
        let Some(index) = self.attribute(semantic.clone()) else { return Ok(None) };
        let accessor = self.accessor(index, semantic)?;
        self.check_length(&accessor)?;
        decode(&accessor).map(Some)
    }

    fn check_length(&self, accessor: &Accessor) -> Result<(), Fault> {
        let vertices = self.vertex_count()?;
        if accessor.count() == vertices {
            return Ok(());
        }
        let what = format!("it has {} elements for {vertices} vertices", accessor.count());
        Err(Fault::broken(FaultKind::Mesh, accessor.element(), what))
    }

    fn accessor(&self, index: usize, semantic: &Semantic) -> Result<Accessor<'f>, Fault> {
        self.file.accessor(index, &self.role(&semantic.to_string()))
    }

    fn role(&self, name: &str) -> String {
        format!("{name} of mesh {} primitive {}", self.mesh, self.number)
    }

    fn fault(&self, what: impl Into<String>) -> Fault {
        Fault::broken(FaultKind::Mesh, format!("mesh {} primitive {}", self.mesh, self.number), what)
    }
}

fn triangle_list(corners: &[u32]) -> Vec<[u32; 3]> {
    corners.as_chunks::<3>().0.to_vec()
}

/// Every second triangle of a strip is turned round (specification, section 3.7.2.1).
fn triangle_strip(corners: &[u32]) -> Vec<[u32; 3]> {
    let turn = |(i, &[a, b, c]): (usize, &[u32; 3])| if i % 2 == 0 { [a, b, c] } else { [a, c, b] };
    corners.array_windows::<3>().enumerate().map(turn).filter(is_drawn).collect()
}

fn triangle_fan(corners: &[u32]) -> Vec<[u32; 3]> {
    let Some((&hub, rim)) = corners.split_first() else { return Vec::new() };
    rim.array_windows::<2>().map(|&[a, b]| [a, b, hub]).filter(is_drawn).collect()
}

/// Strips repeat indices to jump from one part to the next; those triangles are a way of writing, not of the surface.
fn is_drawn([a, b, c]: &[u32; 3]) -> bool {
    a != b && b != c && c != a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_turn_every_second_triangle_and_drop_the_stitches() {
        assert_eq!(triangle_strip(&[0, 1, 2, 3]), [[0, 1, 2], [1, 3, 2]]);
        assert_eq!(triangle_strip(&[0, 1, 2, 2, 3, 3, 4, 5]), [[0, 1, 2], [3, 5, 4]]);
        assert!(triangle_strip(&[0, 1]).is_empty());
    }

    #[test]
    fn fans_share_the_first_corner() {
        assert_eq!(triangle_fan(&[7, 1, 2, 3]), [[1, 2, 7], [2, 3, 7]]);
        assert!(triangle_fan(&[]).is_empty());
    }
}
