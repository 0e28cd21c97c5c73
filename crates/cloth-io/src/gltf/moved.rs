//! New positions into an old file.
//!
//! For every block of vertices with at least one that moved:
//!
//! 1. World to local, by the inverse of the node's matrix, for the vertices that moved and no others.
//! 2. A mesh that several nodes show is copied for this node first: the others must not move with it.
//! 3. In place, if the positions are plain floats that nothing else in the file reads: only the bytes of moved vertices
//!    change. Else a new float accessor beside the old one, and the mesh's primitives are pointed to it.
//! 4. The accessor's bounds are computed anew, and compressed copies of the old positions are dropped.

use geometry::Point;
use gltf_file::json::accessor::ComponentType;
use gltf_file::{Accessor, GltfFile, Storage};
use nalgebra::{Matrix3, Vector3};
use serde_json::{Map, Value, json};

use super::pieces::{Block, Source};
use super::{ARRAY_BUFFER, GltfDocument};
use crate::Problem;

const FLOAT: u32 = 5126;
/// Compressed copies that a file may carry besides the plain data; a reader that knows them would show the old positions.
const COMPRESSED: [&str; 3] = ["KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression"];

/// The document's JSON and buffers with every piece's vertices at `positions`.
pub(super) fn move_vertices(
    document: &GltfDocument,
    positions: &[Vec<Point>],
) -> Result<(Value, Vec<Vec<u8>>), Problem> {
    check_counts(document, positions)?;
    let file = &document.file;
    let mut edit = Edit { value: file.value().clone(), buffers: file.buffers().to_vec(), added: Vec::new() };
    for ((piece, source), wanted) in document.pieces.iter().zip(&document.sources).zip(positions) {
        let local = ToLocal::new(source);
        let mut mesh = source.mesh;
        for block in &source.blocks {
            let range = block.start..block.start + block.count;
            let (old, new) = (piece.positions.get(range.clone()), wanted.get(range));
            let (old, new) = (old.unwrap_or_default(), new.unwrap_or_default());
            let moved = moved_vertices(old, new, &local, block.start)?;
            if moved.is_empty() {
                continue;
            }
            if mesh == source.mesh && nodes_showing(file, mesh) > 1 {
                mesh = edit.copy_mesh(source)?;
            }
            edit.move_block(file, source, mesh, block, &moved)?;
        }
    }
    edit.finish()
}

fn check_counts(document: &GltfDocument, positions: &[Vec<Point>]) -> Result<(), Problem> {
    let remedy = "give every vertex of every piece a position";
    if positions.len() != document.pieces.len() {
        let fault = format!("positions for {} pieces, the file has {}", positions.len(), document.pieces.len());
        return Err(Problem::new("positions", fault, remedy));
    }
    for (piece, wanted) in document.pieces.iter().zip(positions) {
        if piece.positions.len() != wanted.len() {
            let fault = format!("{} positions for {} vertices", wanted.len(), piece.positions.len());
            return Err(Problem::new(format!("piece {:?}", piece.name), fault, remedy));
        }
    }
    Ok(())
}

fn nodes_showing(file: &GltfFile, mesh: usize) -> usize {
    file.root().nodes.iter().filter(|node| node.mesh.is_some_and(|m| m.value() == mesh)).count()
}

/// A vertex of a block and its new position as the file will store it.
type Moved = (usize, [f32; 3]);

fn moved_vertices(old: &[Point], new: &[Point], local: &ToLocal, start: usize) -> Result<Vec<Moved>, Problem> {
    let changed = old.iter().zip(new).enumerate().filter(|(_, (old, new))| old != new);
    changed.map(|(vertex, (_, new))| Ok((vertex, local.stored(new, start + vertex)?))).collect()
}

/// The way back from world positions to stored ones.
struct ToLocal {
    node: usize,
    /// The inverse of the matrix's linear part and its translation; `None` where there is no inverse.
    inverse: Option<(Matrix3<f64>, Vector3<f64>)>,
}

impl ToLocal {
    fn new(source: &Source) -> Self {
        let inverse = match &source.world {
            None => Some((Matrix3::identity(), Vector3::zeros())),
            Some(world) => {
                let linear: Matrix3<f64> = world.fixed_view::<3, 3>(0, 0).into_owned();
                linear.try_inverse().map(|inverse| (inverse, world.fixed_view::<3, 1>(0, 3).into_owned()))
            }
        };
        Self { node: source.node, inverse }
    }

    fn stored(&self, point: &Point, vertex: usize) -> Result<[f32; 3], Problem> {
        let element = || format!("node {}", self.node);
        let Some((inverse, translation)) = &self.inverse else {
            let fault = format!("vertex {vertex} moved, but the node's transform flattens space and has no inverse");
            return Err(Problem::new(element(), fault, "give the node a scale other than zero"));
        };
        let stored: [f32; 3] = (inverse * (point.coords - translation)).map(|x| x as f32).into();
        if stored.iter().all(|x| x.is_finite()) {
            return Ok(stored);
        }
        let fault = format!("the new position of vertex {vertex} is not a finite 32-bit number");
        Err(Problem::new(element(), fault, "give every vertex a finite position"))
    }
}

/// A file that is being changed.
struct Edit {
    value: Value,
    buffers: Vec<Vec<u8>>,
    /// New accessors' bytes: the buffer after the last.
    added: Vec<u8>,
}

impl Edit {
    /// Gives the source's node a mesh of its own, which reads the same accessors. Returns its index.
    fn copy_mesh(&mut self, source: &Source) -> Result<usize, Problem> {
        let copy = Value::Object(object(&mut self.value, "meshes", source.mesh)?.clone());
        let index = push(&mut self.value, "meshes", copy)?;
        object(&mut self.value, "nodes", source.node)?.insert("mesh".to_owned(), json!(index));
        Ok(index)
    }

    fn move_block(
        &mut self,
        file: &GltfFile,
        source: &Source,
        mesh: usize,
        block: &Block,
        moved: &[Moved],
    ) -> Result<(), Problem> {
        let accessor = file.accessor(block.accessor, &format!("POSITION of mesh {}", source.mesh))?;
        let mut stored: Vec<[f32; 3]> = accessor.vectors::<3>()?.into_iter().map(|p| p.map(|x| x as f32)).collect();
        for &(vertex, position) in moved {
            if let Some(slot) = stored.get_mut(vertex) {
                *slot = position;
            }
        }
        let own_mesh = mesh == source.mesh;
        let target = match accessor.base().filter(|base| own_mesh && is_private(file, &accessor, block, mesh, base)) {
            Some(base) => {
                self.patch(file, &base, block.accessor, moved)?;
                block.accessor
            }
            None => self.add_accessor(block.accessor, &stored)?,
        };
        self.set_bounds(target, &stored)?;
        self.point_primitives(mesh, block.accessor, target)
    }

    /// Overwrites the bytes of moved vertices where they are.
    fn patch(&mut self, file: &GltfFile, base: &Storage, accessor: usize, moved: &[Moved]) -> Result<(), Problem> {
        let buffer = self.buffers.get_mut(base.buffer).ok_or_else(|| inconsistent("buffers", base.buffer))?;
        for &(vertex, position) in moved {
            let at = base.offset + vertex * base.stride;
            let slot = buffer.get_mut(at..at + base.size).ok_or_else(|| inconsistent("accessors", accessor))?;
            for (bytes, x) in slot.chunks_mut(size_of::<f32>()).zip(position) {
                bytes.copy_from_slice(&x.to_le_bytes());
            }
        }
        let view = file.root().accessors.get(accessor).and_then(|a| a.buffer_view);
        let view = view.ok_or_else(|| inconsistent("accessors", accessor))?.value();
        drop_compressed(object(&mut self.value, "bufferViews", view)?);
        Ok(())
    }

    /// A float accessor in place of an old one, with its name and extras. Returns its index.
    fn add_accessor(&mut self, old: usize, stored: &[[f32; 3]]) -> Result<usize, Problem> {
        let (offset, length) = (self.added.len(), size_of_val(stored));
        self.added.extend(stored.iter().flatten().flat_map(|x| x.to_le_bytes()));
        let buffer = self.buffers.len();
        let view = json!({"buffer": buffer, "byteOffset": offset, "byteLength": length, "target": ARRAY_BUFFER});
        let view = push(&mut self.value, "bufferViews", view)?;
        let mut accessor = object(&mut self.value, "accessors", old)?.clone();
        for stale in ["byteOffset", "sparse", "normalized"] {
            accessor.shift_remove(stale);
        }
        accessor.insert("bufferView".to_owned(), json!(view));
        accessor.insert("componentType".to_owned(), json!(FLOAT));
        push(&mut self.value, "accessors", Value::Object(accessor))
    }

    fn set_bounds(&mut self, accessor: usize, stored: &[[f32; 3]]) -> Result<(), Problem> {
        let bound =
            |pick: fn(f32, f32) -> f32| stored.iter().copied().reduce(|a, b| [0, 1, 2].map(|i| pick(a[i], b[i])));
        let members = object(&mut self.value, "accessors", accessor)?;
        for (name, bound) in [("min", bound(f32::min)), ("max", bound(f32::max))] {
            if let Some(bound) = bound {
                members.insert(name.to_owned(), json!(bound));
            }
        }
        Ok(())
    }

    /// Makes the mesh's primitives read the new accessor where they read the old one.
    fn point_primitives(&mut self, mesh: usize, old: usize, new: usize) -> Result<(), Problem> {
        let primitives = object(&mut self.value, "meshes", mesh)?.get_mut("primitives").and_then(Value::as_array_mut);
        for primitive in primitives.into_iter().flatten().filter_map(Value::as_object_mut) {
            let position = primitive.get_mut("attributes").and_then(|a| a.get_mut("POSITION"));
            let Some(position) = position.filter(|p| p.as_u64() == Some(old as u64)) else { continue };
            *position = json!(new);
            drop_compressed(primitive);
        }
        Ok(())
    }

    /// The buffer of added accessors joins the others.
    fn finish(mut self) -> Result<(Value, Vec<Vec<u8>>), Problem> {
        if !self.added.is_empty() {
            push(&mut self.value, "buffers", json!({"byteLength": self.added.len()}))?;
            self.buffers.push(self.added);
        }
        Ok((self.value, self.buffers))
    }
}

/// Whether an accessor's bytes can be changed in place: plain floats that only this mesh reads, as positions.
fn is_private(file: &GltfFile, accessor: &Accessor, block: &Block, mesh: usize, base: &Storage) -> bool {
    let plain = accessor.layout().component == ComponentType::F32 && !accessor.is_sparse();
    plain && !is_read_elsewhere(file, block.accessor, mesh) && !shares_bytes(file, block.accessor, base)
}

/// Whether anything but this mesh's positions names the accessor.
fn is_read_elsewhere(file: &GltfFile, accessor: usize, mesh: usize) -> bool {
    let root = file.root();
    let is_it = |index: usize| index == accessor;
    let by_primitives = root.meshes.iter().enumerate().any(|(number, other)| {
        other.primitives.iter().any(|primitive| {
            let attributes = primitive.attributes.iter().any(|(semantic, index)| {
                is_it(index.value()) && !(number == mesh && semantic.to_string() == "POSITION")
            });
            let targets = primitive.targets.iter().flatten();
            let mut targets = targets.flat_map(|t| [t.positions, t.normals, t.tangents]).flatten();
            attributes || primitive.indices.is_some_and(|i| is_it(i.value())) || targets.any(|t| is_it(t.value()))
        })
    });
    let by_skins = root.skins.iter().filter_map(|s| s.inverse_bind_matrices).any(|i| is_it(i.value()));
    let mut samplers = root.animations.iter().flat_map(|a| &a.samplers);
    by_primitives || by_skins || samplers.any(|s| is_it(s.input.value()) || is_it(s.output.value()))
}

/// Whether another accessor reads some of the same bytes. One that cannot be read at all reads none.
fn shares_bytes(file: &GltfFile, accessor: usize, base: &Storage) -> bool {
    let others = (0..file.root().accessors.len()).filter(|other| *other != accessor);
    others
        .filter_map(|other| file.accessor(other, "other").ok())
        .flat_map(|other| other.storages())
        .any(|storage| storage.overlaps(base))
}

pub(super) fn drop_compressed(members: &mut Map<String, Value>) {
    let Some(extensions) = members.get_mut("extensions").and_then(Value::as_object_mut) else { return };
    let before = extensions.len();
    for name in COMPRESSED {
        extensions.shift_remove(name);
    }
    if extensions.is_empty() && before > 0 {
        members.shift_remove("extensions");
    }
}

/// Member `index` of one of the file's lists.
pub(super) fn object<'v>(
    value: &'v mut Value,
    list: &str,
    index: usize,
) -> Result<&'v mut Map<String, Value>, Problem> {
    let item = value.get_mut(list).and_then(|items| items.get_mut(index));
    item.and_then(Value::as_object_mut).ok_or_else(|| inconsistent(list, index))
}

/// Appends to one of the file's lists and returns the new member's index.
pub(super) fn push(value: &mut Value, list: &str, item: Value) -> Result<usize, Problem> {
    let members = value.as_object_mut().ok_or_else(|| inconsistent(list, 0))?;
    let items = members.entry(list).or_insert_with(|| json!([]));
    let items = items.as_array_mut().ok_or_else(|| inconsistent(list, 0))?;
    items.push(item);
    Ok(items.len() - 1)
}

/// The typed reading of the file and its JSON disagree, which no file that was read can cause.
fn inconsistent(list: &str, index: usize) -> Problem {
    Problem::new(format!("{list} {index}"), "it is not where it was when the file was read", "report this as a defect")
}
