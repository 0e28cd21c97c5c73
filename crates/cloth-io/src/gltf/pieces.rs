//! Nodes to pieces.
//!
//! A piece's vertices are blocks, one for every distinct position accessor of the mesh, in the order in which primitives
//! first use them: primitives that share an accessor share its vertices, so that the vertices are those of the file.

use geometry::Point;
use gltf_file::json::mesh::Semantic;
use gltf_file::{GltfFile, Hierarchy, Primitive, Surface};
use nalgebra::Matrix4;

use crate::{Group, GroupKind, Piece, Problem, Texture};

/// The most vertices that a scene may show. Many nodes can show one mesh, so a small file can ask for any amount of
/// memory; this many take less than 2 GiB, and are thirty times what cloth is ever made of.
const MAX_VERTICES: usize = 1 << 26;
/// The most triangle corners, for the same reason.
const MAX_CORNERS: usize = 1 << 28;

/// Everything that the scene shows.
#[derive(Debug, Default)]
pub(super) struct Shown {
    pub pieces: Vec<Piece>,
    pub sources: Vec<Source>,
    pub notes: Vec<String>,
}

/// Where a piece came from.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub node: usize,
    pub mesh: usize,
    /// From stored to world positions; `None` for a skinned mesh, whose stored positions are taken as they are.
    pub world: Option<Matrix4<f64>>,
    pub blocks: Vec<Block>,
}

/// The vertices of one position accessor within a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub accessor: usize,
    pub start: usize,
    pub count: usize,
}

impl Source {
    fn block_of(&self, primitive: &Primitive) -> Option<Block> {
        let accessor = primitive.position_accessor()?;
        self.blocks.iter().find(|block| block.accessor == accessor).copied()
    }
}

/// The pieces of the scene, in the order of the nodes. `stem` names a single piece that has no name.
pub(super) fn collect(file: &GltfFile, stem: &str) -> Result<Shown, Problem> {
    let hierarchy = file.hierarchy()?;
    let meshes: Vec<(usize, usize)> = meshes_shown(file, &hierarchy);
    check_size(file, &meshes)?;
    let mut shown = Shown::default();
    for (node, mesh) in meshes {
        collect_node(file, &hierarchy, node, mesh, &mut shown)?;
    }
    if let ([piece], [source]) = (shown.pieces.as_mut_slice(), shown.sources.as_slice())
        && given_name(file, source).is_none()
    {
        stem.clone_into(&mut piece.name);
    }
    Ok(shown)
}

/// Nodes that the scene shows, with their meshes.
fn meshes_shown(file: &GltfFile, hierarchy: &Hierarchy) -> Vec<(usize, usize)> {
    let nodes = file.root().nodes.iter().enumerate();
    nodes.filter(|(n, _)| hierarchy.is_shown(*n)).filter_map(|(n, node)| Some((n, node.mesh?.value()))).collect()
}

fn check_size(file: &GltfFile, meshes: &[(usize, usize)]) -> Result<(), Problem> {
    let (mut vertices, mut corners) = (0_usize, 0_usize);
    for &(_, mesh) in meshes {
        for number in 0..file.primitive_count(mesh)? {
            let primitive = file.primitive(mesh, number)?;
            vertices = vertices.saturating_add(primitive.vertex_count()?);
            // A strip or a fan has a triangle for nearly every index.
            corners = corners.saturating_add(primitive.index_count()?.saturating_mul(3));
        }
        if vertices > MAX_VERTICES || corners > MAX_CORNERS {
            let fault = format!("it shows more than {MAX_VERTICES} vertices or {MAX_CORNERS} corners");
            return Err(Problem::new("scene", fault, "split the scene into several files"));
        }
    }
    Ok(())
}

fn collect_node(
    file: &GltfFile,
    hierarchy: &Hierarchy,
    node: usize,
    mesh: usize,
    shown: &mut Shown,
) -> Result<(), Problem> {
    let parts = parts(file, mesh, &mut shown.notes)?;
    if parts.is_empty() {
        return Ok(());
    }
    let skinned = file.root().nodes.get(node).is_some_and(|n| n.skin.is_some());
    let world = (!skinned).then(|| hierarchy.world(node));
    let mut source = Source { node, mesh, world, blocks: Vec::new() };
    let mut piece = Piece::default();
    for part in &parts {
        add_block(&part.primitive, &mut source, &mut piece)?;
    }
    let mut texture_sets = TextureSets::default();
    for Part { primitive, triangles } in &parts {
        let Some(block) = source.block_of(primitive) else { continue };
        add_colors(primitive, block, &mut piece)?;
        let texture_start = texture_sets.add(primitive, block, &mut piece)?;
        add_triangles(triangles, block, texture_start, &mut piece);
        add_to_group(file, primitive, triangles.len(), &mut piece);
    }
    piece.name = given_name(file, &source).unwrap_or_else(|| format!("node {node}"));
    shown.pieces.push(piece);
    shown.sources.push(source);
    Ok(())
}

/// A primitive that draws triangles.
struct Part<'f> {
    primitive: Primitive<'f>,
    triangles: Vec<[u32; 3]>,
}

/// The parts of a mesh; points and lines are noted.
fn parts<'f>(file: &'f GltfFile, mesh: usize, notes: &mut Vec<String>) -> Result<Vec<Part<'f>>, Problem> {
    let mut parts = Vec::new();
    for number in 0..file.primitive_count(mesh)? {
        let primitive = file.primitive(mesh, number)?;
        match primitive.surface()? {
            Surface::Triangles(triangles) if triangles.is_empty() => {}
            Surface::Triangles(triangles) => parts.push(Part { primitive, triangles }),
            Surface::None(mode) => {
                notes.push(format!("mesh {mesh} primitive {number} is left out: it draws {mode:?}, no triangles"));
            }
        }
    }
    Ok(parts)
}

fn given_name(file: &GltfFile, source: &Source) -> Option<String> {
    let node = file.root().nodes.get(source.node).and_then(|n| n.name.clone());
    let mesh = file.root().meshes.get(source.mesh).and_then(|m| m.name.clone());
    [node, mesh].into_iter().flatten().find(|name| !name.is_empty())
}

/// Adds the primitive's vertices, unless an earlier primitive has brought them.
fn add_block(primitive: &Primitive, source: &mut Source, piece: &mut Piece) -> Result<(), Problem> {
    let Some(accessor) = primitive.position_accessor() else { return Ok(()) };
    if source.blocks.iter().any(|block| block.accessor == accessor) {
        return Ok(());
    }
    let positions = primitive.positions()?;
    source.blocks.push(Block { accessor, start: piece.positions.len(), count: positions.len() });
    for (vertex, position) in positions.iter().enumerate() {
        let placed = source.world.as_ref().map_or(*position, |world| transform(world, position));
        if !placed.iter().all(|x| x.is_finite()) {
            let fault = format!("its transform moves vertex {vertex} of mesh {} to infinity", source.mesh);
            return Err(Problem::new(format!("node {}", source.node), fault, "reset the node's scale and translation"));
        }
        piece.positions.push(placed);
    }
    Ok(())
}

/// A node's matrix is affine whatever its last row says.
pub(super) fn transform(matrix: &Matrix4<f64>, point: &Point) -> Point {
    Point::from(matrix.fixed_view::<3, 3>(0, 0) * point.coords + matrix.fixed_view::<3, 1>(0, 3))
}

fn add_triangles(triangles: &[[u32; 3]], block: Block, texture_start: Option<u32>, piece: &mut Piece) {
    let start = block.start as u32;
    for triangle in triangles {
        piece.polygons.push(&triangle.map(|corner| start + corner));
        if let Some(texture) = &mut piece.texture {
            texture.corners.extend(triangle.map(|corner| texture_start.map(|start| start + corner)));
        }
    }
}

/// Colours of a block; where two primitives colour the same vertices, the later one does.
fn add_colors(primitive: &Primitive, block: Block, piece: &mut Piece) -> Result<(), Problem> {
    let Some(colors) = primitive.colors()? else { return Ok(()) };
    let white = [1.0; 4];
    let all = piece.colors.get_or_insert_with(|| vec![white; piece.positions.len()]);
    for (slot, color) in all.iter_mut().skip(block.start).zip(colors) {
        *slot = color;
    }
    Ok(())
}

/// Which texture coordinates of a piece are where: numbered like the vertices, as far as each vertex has one. A second set
/// for the same vertices comes after all of them.
#[derive(Default)]
struct TextureSets {
    /// Position accessor, texture accessor, and where that pair's coordinates begin.
    added: Vec<(usize, usize, u32)>,
}

impl TextureSets {
    /// Where the primitive's coordinates begin, if it has any.
    fn add(&mut self, primitive: &Primitive, block: Block, piece: &mut Piece) -> Result<Option<u32>, Problem> {
        let (Some(accessor), Some(coordinates)) =
            (primitive.attribute(Semantic::TexCoords(0)), primitive.texture_coordinates()?)
        else {
            return Ok(None);
        };
        let known = self.added.iter().find(|(positions, set, _)| (*positions, *set) == (block.accessor, accessor));
        if let Some(&(_, _, start)) = known {
            return Ok(Some(start));
        }
        let upright = coordinates.into_iter().map(|[u, v]| [u, 1.0 - v]);
        let texture = piece.texture.get_or_insert_with(|| Texture {
            coordinates: vec![[0.0; 2]; piece.positions.len()],
            corners: vec![None; piece.polygons.corners().len()],
        });
        let is_first = self.added.iter().all(|(positions, _, _)| *positions != block.accessor);
        let start = if is_first { block.start } else { texture.coordinates.len() };
        if is_first {
            let slots = texture.coordinates.iter_mut().skip(start);
            slots.zip(upright).for_each(|(slot, coordinate)| *slot = coordinate);
        } else {
            texture.coordinates.extend(upright);
        }
        self.added.push((block.accessor, accessor, start as u32));
        Ok(Some(start as u32))
    }
}

/// The primitive's triangles, which are the piece's last, join its material's group.
fn add_to_group(file: &GltfFile, primitive: &Primitive, triangles: usize, piece: &mut Piece) {
    let Some(material) = primitive.material() else { return };
    let name = file.root().materials.get(material).and_then(|m| m.name.clone()).filter(|n| !n.is_empty());
    let name = name.unwrap_or_else(|| format!("material {material}"));
    let end = piece.polygons.len();
    let polygons = (end - triangles) as u32..end as u32;
    match piece.groups.iter_mut().find(|group| group.name == name) {
        Some(group) => group.polygons.extend(polygons),
        None => piece.groups.push(Group { name, kind: GroupKind::Material, polygons: polygons.collect() }),
    }
}
