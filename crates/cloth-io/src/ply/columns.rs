//! Which properties of a file mean something to a mesh, under the names exporters give them.

use super::header::{Element, Property, Shape};
use super::scalar::Scalar;
use crate::Problem;

/// The names of texture coordinates.
const TEXTURE: [[&str; 2]; 4] = [["s", "t"], ["u", "v"], ["texture_u", "texture_v"], ["texture_s", "texture_t"]];
/// The names of colours; alpha may be missing.
const COLOR: [[&str; 4]; 3] = [
    ["red", "green", "blue", "alpha"],
    ["r", "g", "b", "a"],
    ["diffuse_red", "diffuse_green", "diffuse_blue", "alpha"],
];
/// The names of a face's list of vertices.
const RING: [&str; 2] = ["vertex_indices", "vertex_index"];
/// The name of a face's texture coordinates, u and v of every corner in turn.
const RING_TEXTURE: &str = "texcoord";

/// Where a vertex keeps what a mesh needs.
pub(super) struct VertexColumns {
    /// x, y, z.
    pub(super) axes: [usize; 3],
    /// Red, green, blue, each with the value that means full.
    pub(super) color: Option<[(usize, f64); 3]>,
    /// Alpha, likewise.
    pub(super) alpha: Option<(usize, f64)>,
    /// u, v.
    pub(super) texture: Option<[usize; 2]>,
}

/// A list of a face: its column, and the types of its length and items.
pub(super) type List = (usize, Scalar, Scalar);

/// Where a face keeps what a mesh needs.
pub(super) struct FaceColumns {
    /// Its vertices.
    pub(super) ring: List,
    /// Its texture coordinates.
    pub(super) texture: Option<List>,
}

impl VertexColumns {
    /// Finds the columns, or says which are missing.
    pub(super) fn find(element: &Element) -> Result<Self, Problem> {
        let single = |name: &str| single(&element.properties, name);
        let axis = |name: &str| {
            single(name).map(|(column, _)| column).ok_or_else(|| {
                let fault = format!("it has no number property {name}");
                Problem::new("element vertex", fault, "export the mesh with vertex positions x, y and z")
            })
        };
        let names = COLOR.iter().find(|names| names[..3].iter().all(|name| single(name).is_some()));
        let channel = |name: &str| single(name).map(|(column, scalar)| (column, full(scalar)));
        let color = names.and_then(|[r, g, b, _]| Some([channel(r)?, channel(g)?, channel(b)?]));
        let texture = TEXTURE.iter().find_map(|[u, v]| Some([single(u)?.0, single(v)?.0]));
        Ok(Self {
            axes: [axis("x")?, axis("y")?, axis("z")?],
            color,
            alpha: names.and_then(|names| channel(names[3])),
            texture,
        })
    }
}

impl FaceColumns {
    /// Finds the columns, or says what is missing.
    pub(super) fn find(element: &Element) -> Result<Self, Problem> {
        let list = |name: &str| {
            element.properties.iter().enumerate().find_map(|(column, property)| match property.shape {
                Shape::List { length, item } if property.name == name => Some((column, length, item)),
                _ => None,
            })
        };
        let ring = RING.iter().find_map(|name| list(name)).ok_or_else(|| {
            let fault = "it has no list property vertex_indices or vertex_index";
            Problem::new("element face", fault, "export the mesh with faces")
        })?;
        if ring.2.range().is_none() {
            let fault = format!("its vertex indices are of type {}", ring.2.name());
            return Err(Problem::new("element face", fault, "export them as int or uint"));
        }
        Ok(Self { ring, texture: list(RING_TEXTURE) })
    }
}

fn single(properties: &[Property], name: &str) -> Option<(usize, Scalar)> {
    properties.iter().enumerate().find_map(|(column, property)| match property.shape {
        Shape::Single(scalar) if property.name == name => Some((column, scalar)),
        _ => None,
    })
}

/// The value that means a full channel: the largest of a short whole-number type, 255 of a long one (which programs
/// use for bytes), 1 of a real one.
fn full(scalar: Scalar) -> f64 {
    match scalar {
        Scalar::I32 | Scalar::U32 => 255.0,
        _ => scalar.range().map_or(1.0, |(_, high)| high),
    }
}
