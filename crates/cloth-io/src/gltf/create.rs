//! A new GLB from pieces: for meshes that no glTF file ever held, and for pictures of an analysis.
//!
//! Each piece is a node with a mesh, each material group a primitive of it. All primitives of a piece share one list of
//! vertices in the piece's order, so that vertex 7 of the piece is vertex 7 of the file. glTF has one texture coordinate
//! for a vertex: where the corners of a piece disagree at a vertex (a seam of an OBJ file), its coordinates are left out
//! rather than its vertices renumbered.
//!
//! Line sets follow the pieces: contours of intersections, for example, in colours that no light changes.

use geometry::{Point, Vector};
use gltf_file::chunks::{self, Chunks};
use serde_json::{Value, json};

use super::{ARRAY_BUFFER, ELEMENT_ARRAY_BUFFER};
use crate::{GroupKind, Piece, Problem};

const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;
const LINES: u32 = 1;
const UNLIT: &str = "KHR_materials_unlit";

/// Lines to draw beside the pieces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LineSet {
    /// What a viewer calls them.
    pub name: String,
    /// World-space points in metres.
    pub points: Vec<Point>,
    /// Chains of points; a closed one ends with its first point.
    pub polylines: Vec<Vec<u32>>,
    /// Red green blue alpha in 0 to 1.
    pub color: [f32; 4],
}

/// A self-contained `.glb` of pieces and lines.
pub fn write_new_glb(pieces: &[Piece], lines: &[LineSet]) -> Result<Vec<u8>, Problem> {
    let mut builder = Builder::default();
    for piece in pieces {
        builder.add_piece(piece)?;
    }
    for set in lines {
        builder.add_lines(set)?;
    }
    builder.finish()
}

/// A file that is being put together.
#[derive(Default)]
struct Builder {
    binary: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    materials: Vec<Value>,
    meshes: Vec<Value>,
    nodes: Vec<Value>,
    has_unlit: bool,
}

impl Builder {
    fn add_piece(&mut self, piece: &Piece) -> Result<(), Problem> {
        let positions = single_precision(&piece.positions, &piece.name)?;
        check_indices(piece.polygons.corners().iter(), positions.len(), &piece.name)?;
        let (triangles, origins) = piece.polygons.triangles();
        if triangles.is_empty() {
            self.add_node(&piece.name, None);
            return Ok(());
        }
        let mut attributes = json!({
            "POSITION": self.add_positions(&positions),
            "NORMAL": self.add_floats(normals(&piece.positions, &triangles).as_flattened(), 3),
        });
        if let Some(coordinates) = texture_of_vertices(piece) {
            attributes["TEXCOORD_0"] = json!(self.add_floats(coordinates.as_flattened(), 2));
        }
        if let Some(colors) = colors_of_vertices(piece) {
            attributes["COLOR_0"] = json!(self.add_floats(colors.as_flattened(), 4));
        }
        let mut primitives = Vec::new();
        for (name, triangles) in by_material(piece, &triangles, &origins) {
            let indices = self.add_indices(triangles.as_flattened());
            let material = self.material(&name);
            primitives.push(json!({"attributes": attributes, "indices": indices, "material": material}));
        }
        self.add_node(&piece.name, Some(primitives));
        Ok(())
    }

    fn add_lines(&mut self, set: &LineSet) -> Result<(), Problem> {
        let points = single_precision(&set.points, &set.name)?;
        check_indices(set.polylines.iter().flatten(), points.len(), &set.name)?;
        let segments: Vec<[u32; 2]> = set.polylines.iter().flat_map(|line| line.array_windows()).copied().collect();
        if segments.is_empty() {
            self.add_node(&set.name, None);
            return Ok(());
        }
        let position = self.add_positions(&points);
        let indices = self.add_indices(segments.as_flattened());
        let color = set.color.map(unit);
        let mut material = json!({"name": set.name, "pbrMetallicRoughness": {"baseColorFactor": color}});
        material["extensions"] = json!({UNLIT: {}});
        if color[3] < 1.0 {
            material["alphaMode"] = json!("BLEND");
        }
        self.has_unlit = true;
        self.materials.push(material);
        let material = self.materials.len() - 1;
        let attributes = json!({"POSITION": position});
        let primitive = json!({"attributes": attributes, "indices": indices, "material": material, "mode": LINES});
        self.add_node(&set.name, Some(vec![primitive]));
        Ok(())
    }

    fn add_node(&mut self, name: &str, primitives: Option<Vec<Value>>) {
        let mut node = json!({"name": name});
        if let Some(primitives) = primitives {
            node["mesh"] = json!(self.meshes.len());
            self.meshes.push(json!({"name": name, "primitives": primitives}));
        }
        self.nodes.push(node);
    }

    /// The material of that name. White, so that vertex colours show as they are, and visible from both sides, as cloth is.
    fn material(&mut self, name: &str) -> usize {
        self.materials.iter().position(|m| m["name"] == name && m.get("extensions").is_none()).unwrap_or_else(|| {
            self.materials.push(json!({
                "name": name,
                "doubleSided": true,
                "pbrMetallicRoughness": {"baseColorFactor": [1, 1, 1, 1], "metallicFactor": 0, "roughnessFactor": 0.9},
            }));
            self.materials.len() - 1
        })
    }

    fn add_positions(&mut self, positions: &[[f32; 3]]) -> usize {
        let index = self.add_floats(positions.as_flattened(), 3);
        let bound = |pick: fn(f32, f32) -> f32| {
            positions.iter().copied().reduce(|a, b| [0, 1, 2].map(|i| pick(a[i], b[i]))).unwrap_or_default()
        };
        if let Some(accessor) = self.accessors.get_mut(index) {
            accessor["min"] = json!(bound(f32::min));
            accessor["max"] = json!(bound(f32::max));
        }
        index
    }

    fn add_floats(&mut self, values: &[f32], components: usize) -> usize {
        let bytes = values.iter().flat_map(|v| v.to_le_bytes());
        let view = self.add_view(bytes, ARRAY_BUFFER);
        let count = values.len() / components;
        self.add_accessor(
            json!({"bufferView": view, "componentType": FLOAT, "count": count, "type": format!("VEC{components}")}),
        )
    }

    fn add_indices(&mut self, indices: &[u32]) -> usize {
        let view = self.add_view(indices.iter().flat_map(|i| i.to_le_bytes()), ELEMENT_ARRAY_BUFFER);
        self.add_accessor(
            json!({"bufferView": view, "componentType": UNSIGNED_INT, "count": indices.len(), "type": "SCALAR"}),
        )
    }

    /// Everything is made of 32-bit numbers, so every view begins at a multiple of four.
    fn add_view(&mut self, bytes: impl Iterator<Item = u8>, target: u32) -> usize {
        let offset = self.binary.len();
        self.binary.extend(bytes);
        let length = self.binary.len() - offset;
        self.views.push(json!({"buffer": 0, "byteOffset": offset, "byteLength": length, "target": target}));
        self.views.len() - 1
    }

    fn add_accessor(&mut self, accessor: Value) -> usize {
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    fn finish(self) -> Result<Vec<u8>, Problem> {
        let generator = concat!("Selvedge ", env!("CARGO_PKG_VERSION"));
        let mut document = json!({"asset": {"version": "2.0", "generator": generator}, "scene": 0});
        let roots: Vec<usize> = (0..self.nodes.len()).collect();
        document["scenes"] = if roots.is_empty() { json!([{}]) } else { json!([{"nodes": roots}]) };
        // Empty lists are not allowed.
        let lists = [
            ("nodes", self.nodes),
            ("meshes", self.meshes),
            ("materials", self.materials),
            ("accessors", self.accessors),
            ("bufferViews", self.views),
        ];
        for (name, list) in lists {
            if !list.is_empty() {
                document[name] = Value::Array(list);
            }
        }
        if self.has_unlit {
            document["extensionsUsed"] = json!([UNLIT]);
        }
        let binary = (!self.binary.is_empty()).then_some(self.binary);
        if let Some(binary) = &binary {
            document["buffers"] = json!([{"byteLength": binary.len()}]);
        }
        let json = document.to_string().into_bytes();
        Ok(chunks::join(&Chunks { json, binary, others: Vec::new() })?)
    }
}

pub(super) fn single_precision(points: &[Point], name: &str) -> Result<Vec<[f32; 3]>, Problem> {
    let convert = |(vertex, point): (usize, &Point)| {
        let stored: [f32; 3] = point.coords.map(|x| x as f32).into();
        if stored.iter().all(|x| x.is_finite()) {
            return Ok(stored);
        }
        let fault = format!("the position of vertex {vertex} is not a finite 32-bit number");
        Err(Problem::new(format!("{name:?}"), fault, "give every vertex a finite position"))
    };
    points.iter().enumerate().map(convert).collect()
}

pub(super) fn check_indices<'i>(
    mut indices: impl Iterator<Item = &'i u32>,
    count: usize,
    name: &str,
) -> Result<(), Problem> {
    match indices.find(|&&index| index as usize >= count) {
        None => Ok(()),
        Some(index) => {
            let fault = format!("index {index} is beyond its {count} vertices");
            Err(Problem::new(format!("{name:?}"), fault, "name only vertices that exist"))
        }
    }
}

/// Smooth normals, each face weighted by its area; up where a vertex has none.
pub(super) fn normals(positions: &[Point], triangles: &[[u32; 3]]) -> Vec<[f32; 3]> {
    let mut sums = vec![Vector::zeros(); positions.len()];
    for triangle in triangles {
        let [a, b, c] = triangle.map(|corner| positions[corner as usize]);
        let normal = (b - a).cross(&(c - a));
        for &corner in triangle {
            sums[corner as usize] += normal;
        }
    }
    let up = Vector::y();
    let unit = |sum: &Vector| sum.try_normalize(0.0).filter(|n| n.iter().all(|x| x.is_finite())).unwrap_or(up);
    sums.iter().map(|sum| unit(sum).map(|x| x as f32).into()).collect()
}

/// One texture coordinate for each vertex, v downwards as glTF has it; `None` where corners at a vertex disagree.
pub(super) fn texture_of_vertices(piece: &Piece) -> Option<Vec<[f32; 2]>> {
    let texture = piece.texture.as_ref()?;
    let mut found: Vec<Option<[f64; 2]>> = vec![None; piece.positions.len()];
    for (&vertex, corner) in piece.polygons.corners().iter().zip(&texture.corners) {
        let Some(coordinate) = corner.and_then(|c| texture.coordinates.get(c as usize)) else { continue };
        let slot = found.get_mut(vertex as usize)?;
        if slot.is_some_and(|other| other != *coordinate) || !coordinate.iter().all(|x| (*x as f32).is_finite()) {
            return None;
        }
        *slot = Some(*coordinate);
    }
    let stored = |c: Option<[f64; 2]>| c.map_or([0.0; 2], |[u, v]| [u as f32, (1.0 - v) as f32]);
    Some(found.into_iter().map(stored).collect())
}

/// Colours in the range that glTF allows; `None` unless there is one for each vertex.
pub(super) fn colors_of_vertices(piece: &Piece) -> Option<Vec<[f32; 4]>> {
    let colors = piece.colors.as_ref().filter(|colors| colors.len() == piece.positions.len())?;
    Some(colors.iter().map(|color| color.map(unit)).collect())
}

fn unit(x: f32) -> f32 {
    if x.is_nan() { 0.0 } else { x.clamp(0.0, 1.0) }
}

/// The triangles of every material group, and those of none as plain "cloth", in the order in which they first appear. The
/// first group that claims a polygon has it.
pub(super) fn by_material(piece: &Piece, triangles: &[[u32; 3]], origins: &[u32]) -> Vec<(String, Vec<[u32; 3]>)> {
    let materials = piece.groups.iter().filter(|group| group.kind == GroupKind::Material);
    let mut names: Vec<Option<&str>> = vec![None; piece.polygons.len()];
    for group in materials {
        for &polygon in &group.polygons {
            if let Some(name) = names.get_mut(polygon as usize) {
                name.get_or_insert(&group.name);
            }
        }
    }
    let mut parts: Vec<(String, Vec<[u32; 3]>)> = Vec::new();
    for (triangle, &polygon) in triangles.iter().zip(origins) {
        let name = names.get(polygon as usize).copied().flatten().unwrap_or("cloth");
        match parts.iter_mut().find(|(known, _)| known == name) {
            Some((_, triangles)) => triangles.push(*triangle),
            None => parts.push((name.to_owned(), vec![*triangle])),
        }
    }
    parts
}
