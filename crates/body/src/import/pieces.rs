//! Nodes with meshes → pieces: vertices, triangles and morph targets.
//!
//! A piece's vertices are *blocks*, one for every distinct set of accessors that says where its vertices are and what
//! moves them. Primitives that share all of those share the vertices, so that the vertices are those of the file; where
//! only positions are told apart, as in nearly every file, that is also the numbering of `cloth-io`.

use geometry::Point;
use gltf_file::json::mesh::Semantic;
use gltf_file::{Fault, FaultKind, GltfFile, Hierarchy, Primitive, Surface};

use super::bones::{BoneBook, Holders};
use super::{Model, Piece, named};
use crate::body::PieceInfo;
use crate::error::{BodyError, Note};
use crate::morph::MorphTarget;

/// The most vertices that a scene may show, every morph target and every set of joints counted as a copy. Many nodes can
/// show one mesh, so a small file can ask for any amount of memory; these take less than 2 GB, and are a hundred times
/// what a detailed character has.
const MAX_VERTICES: usize = 1 << 22;
/// The most triangle corners, for the same reason.
const MAX_CORNERS: usize = 1 << 25;

/// A primitive that draws triangles.
struct Patch<'f> {
    primitive: Primitive<'f>,
    triangles: Vec<[u32; 3]>,
}

/// Vertices that several primitives may share.
struct Block {
    accessors: Vec<Option<usize>>,
    start: usize,
}

/// Reads the pieces that the scene shows and `wanted` selects, in the order of the nodes.
pub(super) fn read(
    file: &GltfFile,
    hierarchy: &Hierarchy,
    wanted: &dyn Fn(&PieceInfo) -> bool,
    model: &mut Model,
) -> Result<(), BodyError> {
    let mut available = Vec::new();
    let mut budget = Budget::default();
    let mut bones = BoneBook::default();
    for (node, json) in file.root().nodes.iter().enumerate().filter(|(node, _)| hierarchy.is_shown(*node)) {
        let Some(mesh) = json.mesh.map(|mesh| mesh.value()) else { continue };
        file.primitive_count(mesh)?;
        let info = PieceInfo {
            name: model.rig.nodes.get(node).map(|n| n.name.clone()).unwrap_or_default(),
            mesh: named(file.root().meshes.get(mesh).and_then(|m| m.name.as_ref()), "mesh", mesh),
            skinned: json.skin.is_some(),
            vertices: 0,
            triangles: 0,
        };
        available.push(info.name.clone());
        if wanted(&info) {
            budget.spend(file, mesh)?;
            let patches = patches(file, mesh, &mut model.notes)?;
            if !patches.is_empty() {
                read_piece(file, node, info, &patches, &mut bones, model)?;
            }
        }
    }
    if model.pieces.is_empty() { Err(BodyError::Nothing { available }) } else { Ok(()) }
}

/// What pieces have taken of what a scene may take.
#[derive(Default)]
struct Budget {
    vertices: usize,
    corners: usize,
}

impl Budget {
    fn spend(&mut self, file: &GltfFile, mesh: usize) -> Result<(), Fault> {
        for number in 0..file.primitive_count(mesh)? {
            let primitive = file.primitive(mesh, number)?;
            let copies = 1 + primitive.target_count() + joint_sets(&primitive);
            self.vertices = self.vertices.saturating_add(primitive.vertex_count()?.saturating_mul(copies));
            // A strip or a fan has a triangle for nearly every index.
            self.corners = self.corners.saturating_add(primitive.index_count()?.saturating_mul(3));
        }
        if self.vertices <= MAX_VERTICES && self.corners <= MAX_CORNERS {
            return Ok(());
        }
        let what = format!("it shows more than {MAX_VERTICES} vertices or {MAX_CORNERS} corners");
        Err(Fault::new(FaultKind::Mesh, "scene", what, "select the meshes that matter, or simplify the model"))
    }
}

/// The primitives of a mesh that draw triangles; others are noted.
fn patches<'f>(file: &'f GltfFile, mesh: usize, notes: &mut Vec<Note>) -> Result<Vec<Patch<'f>>, Fault> {
    let mut patches = Vec::new();
    for number in 0..file.primitive_count(mesh)? {
        let primitive = file.primitive(mesh, number)?;
        match primitive.surface()? {
            Surface::Triangles(triangles) if triangles.is_empty() => {}
            Surface::Triangles(triangles) => patches.push(Patch { primitive, triangles }),
            Surface::None(mode) => notes.push(Note::NoSurface { mesh, primitive: number, mode: format!("{mode:?}") }),
        }
    }
    Ok(patches)
}

fn read_piece(
    file: &GltfFile,
    node: usize,
    info: PieceInfo,
    patches: &[Patch],
    bones: &mut BoneBook,
    model: &mut Model,
) -> Result<(), BodyError> {
    let skin = file.root().nodes.get(node).and_then(|n| n.skin).map(|skin| skin.value());
    let weights = morph_weights(file, node, patches)?;
    let (first, first_weight) = (model.stored.len(), model.weights.len());
    let target = |number| MorphTarget { weight: first_weight + number, ..MorphTarget::default() };
    let mut blocks = Blocks {
        known: Vec::new(),
        holders: bones.holders(file, node, skin, info.name.clone(), model)?,
        targets: (0..weights.len()).map(target).collect(),
    };
    let mut triangles = Vec::new();
    for Patch { primitive, triangles: corners } in patches {
        let shift = (blocks.start(file, primitive, model)? - first) as u32;
        triangles.extend(corners.iter().map(|triangle| triangle.map(|corner| corner + shift)));
    }
    blocks.holders.finish(model);
    model.targets.extend(blocks.targets.into_iter().filter(|target| !target.vertices.is_empty()));
    model.weights.extend(weights);
    let vertices = first..model.stored.len();
    let info = PieceInfo { vertices: vertices.len(), triangles: triangles.len(), ..info };
    let weights = first_weight..model.weights.len();
    model.pieces.push(Piece { info, node, vertices, triangles, weights });
    Ok(())
}

/// The blocks of one piece so far, and what is gathered with them.
struct Blocks {
    known: Vec<Block>,
    holders: Holders,
    targets: Vec<MorphTarget>,
}

impl Blocks {
    /// Where a primitive's vertices begin; they are added if no earlier primitive has brought them.
    fn start(&mut self, file: &GltfFile, primitive: &Primitive, model: &mut Model) -> Result<usize, Fault> {
        let accessors = accessors(primitive, self.targets.len());
        if let Some(known) = self.known.iter().find(|block| block.accessors == accessors) {
            return Ok(known.start);
        }
        let start = model.stored.len();
        let positions: Vec<Point> = primitive.positions()?;
        self.holders.add(file, primitive, positions.len(), model)?;
        model.stored.extend(positions);
        for (number, target) in self.targets.iter_mut().enumerate() {
            if let Some(displacements) = primitive.target_displacements(number)? {
                target.extend(start, &displacements);
            }
        }
        self.known.push(Block { accessors, start });
        Ok(start)
    }
}

fn joint_sets(primitive: &Primitive) -> usize {
    (0..u32::MAX).take_while(|set| primitive.attribute(Semantic::Joints(*set)).is_some()).count()
}

/// Everything that says where a primitive's vertices are and what moves them.
fn accessors(primitive: &Primitive, targets: usize) -> Vec<Option<usize>> {
    let mut accessors = vec![primitive.position_accessor()];
    accessors.extend((0..targets).map(|target| primitive.target_accessor(target)));
    for set in 0..joint_sets(primitive) as u32 {
        accessors.extend([Semantic::Joints(set), Semantic::Weights(set)].map(|semantic| primitive.attribute(semantic)));
    }
    accessors
}

/// The weights of a piece's morph targets while no clip plays: the node's, else the mesh's, else zero.
fn morph_weights(file: &GltfFile, node: usize, patches: &[Patch]) -> Result<Vec<f64>, Fault> {
    let count = patches.iter().map(|patch| patch.primitive.target_count()).max().unwrap_or(0);
    let json = file.root().nodes.get(node);
    let mesh = json.and_then(|n| n.mesh).and_then(|mesh| file.root().meshes.get(mesh.value()));
    let given = json.and_then(|n| n.weights.as_ref()).or_else(|| mesh.and_then(|m| m.weights.as_ref()));
    let mut weights: Vec<f64> = given.into_iter().flatten().map(|w| f64::from(*w)).collect();
    if !weights.iter().all(|w| w.is_finite()) {
        return Err(Fault::broken(FaultKind::Mesh, format!("node {node}"), "a morph weight is not finite"));
    }
    weights.resize(count, 0.0);
    Ok(weights)
}
