//! What moves each vertex: joints and weights → influences on bones.
//!
//! 1. A skin's joints become bones, each with its inverse bind matrix (the identity where the file has none), the first
//!    time a piece uses the skin.
//! 2. All sets of joints and weights of a vertex are put together: a joint that is named twice counts once, with both
//!    weights; weights of zero go; the rest is scaled to a sum of one.
//! 3. A vertex without weight follows the skin's root joint, as a rigid part would.
//! 4. A mesh without a skin follows its node.

use std::collections::BTreeMap;

use gltf_file::json::Index;
use gltf_file::{Fault, FaultKind, GltfFile, Primitive};
use nalgebra::Matrix4;

use super::Model;
use crate::error::Note;
use crate::rig::Bone;
use crate::transform::Affine;

/// Weights that sum to less than this are no weights: an 8-bit weight of one step is 4000 times as much.
const NO_WEIGHT: f64 = 1e-6;

/// The bones that skins and nodes have been given so far.
#[derive(Debug, Default)]
pub(super) struct BoneBook {
    /// By skin: its first bone. The joints follow in the skin's order.
    skins: BTreeMap<usize, u32>,
    /// By node, for meshes without a skin.
    nodes: BTreeMap<usize, u32>,
}

/// Who can hold the vertices of one piece.
#[derive(Debug)]
pub(super) struct Holders {
    piece: String,
    node: usize,
    skin: Option<Skin>,
    /// The bone of the piece's node, once it is needed.
    rigid: Option<u32>,
    without_weight: usize,
    without_joints: bool,
}

#[derive(Clone, Copy, Debug)]
struct Skin {
    number: usize,
    first_bone: u32,
    joints: usize,
    /// The place of the root joint in the skin's list.
    root: usize,
}

impl BoneBook {
    /// The holders of a piece; a skin that is new gets its bones.
    pub(super) fn holders(
        &mut self,
        file: &GltfFile,
        node: usize,
        skin: Option<usize>,
        piece: String,
        model: &mut Model,
    ) -> Result<Holders, Fault> {
        let skin = skin.map(|number| self.skin(file, number, model)).transpose()?;
        let rigid = if skin.is_none() { Some(self.rigid(node, model)) } else { None };
        Ok(Holders { piece, node, skin, rigid, without_weight: 0, without_joints: false })
    }

    fn rigid(&mut self, node: usize, model: &mut Model) -> u32 {
        *self.nodes.entry(node).or_insert_with(|| rigid_bone(node, model))
    }

    fn skin(&mut self, file: &GltfFile, number: usize, model: &mut Model) -> Result<Skin, Fault> {
        let fault = |what: String| Fault::broken(FaultKind::Skin, format!("skin {number}"), what);
        let skins = &file.root().skins;
        let json =
            skins.get(number).ok_or_else(|| fault(format!("it does not exist: the file has {}", skins.len())))?;
        let joints: Vec<usize> = json.joints.iter().map(Index::value).collect();
        if joints.is_empty() {
            return Err(fault("it has no joints".to_owned()));
        }
        if let Some(lost) = joints.iter().find(|joint| **joint >= model.rig.nodes.len()) {
            return Err(fault(format!(
                "its joint {lost} does not exist: the file has {} nodes",
                model.rig.nodes.len()
            )));
        }
        let root = json.skeleton.and_then(|root| joints.iter().position(|joint| *joint == root.value())).unwrap_or(0);
        let first_bone = if let Some(first) = self.skins.get(&number) {
            *first
        } else {
            let first = model.rig.bones.len() as u32;
            let bones = joints.iter().zip(inverse_binds(file, number, joints.len())?);
            model.rig.bones.extend(bones.map(|(&node, inverse_bind)| Bone { node, inverse_bind }));
            self.skins.insert(number, first);
            first
        };
        Ok(Skin { number, first_bone, joints: joints.len(), root })
    }
}

fn rigid_bone(node: usize, model: &mut Model) -> u32 {
    model.rig.bones.push(Bone { node, inverse_bind: Affine::identity() });
    (model.rig.bones.len() - 1) as u32
}

fn inverse_binds(file: &GltfFile, skin: usize, joints: usize) -> Result<Vec<Affine>, Fault> {
    let json = file.root().skins.get(skin).and_then(|s| s.inverse_bind_matrices);
    let Some(index) = json else { return Ok(vec![Affine::identity(); joints]) };
    let accessor = file.accessor(index.value(), &format!("inverse bind matrices of skin {skin}"))?;
    let fault = |what: String| Fault::broken(FaultKind::Skin, accessor.element(), what);
    // More matrices than joints are allowed, and seen.
    if accessor.count() < joints {
        return Err(fault(format!("{} matrices for {joints} joints", accessor.count())));
    }
    let matrices = accessor.vectors::<16>()?;
    if let Some(joint) = matrices.iter().take(joints).position(|m| !m.iter().all(|x| x.is_finite())) {
        return Err(fault(format!("matrix {joint} is not finite")));
    }
    Ok(matrices.iter().take(joints).map(|m| Affine::from_matrix(&Matrix4::from_column_slice(m))).collect())
}

impl Holders {
    /// Adds the influences of a primitive's vertices.
    pub(super) fn add(
        &mut self,
        file: &GltfFile,
        primitive: &Primitive,
        vertices: usize,
        model: &mut Model,
    ) -> Result<(), Fault> {
        let sets = match self.skin {
            Some(skin) => Some((skin, Sets::read(primitive)?)).filter(|(_, sets)| !sets.joints.is_empty()),
            None => None,
        };
        let Some((skin, sets)) = sets else {
            self.without_joints |= self.skin.is_some();
            let bone = *self.rigid.get_or_insert_with(|| rigid_bone(self.node, model));
            (0..vertices).for_each(|_| model.influences.push(&[(bone, 1.0)]));
            return Ok(());
        };
        let mut held = Vec::new();
        for vertex in 0..vertices {
            sets.gather(vertex, &skin, &mut held).map_err(|what| {
                let mesh = file.root().nodes.get(self.node).and_then(|n| n.mesh).map_or(0, |mesh| mesh.value());
                Fault::broken(FaultKind::Skin, format!("mesh {mesh} with skin {}", skin.number), what)
            })?;
            if held.is_empty() {
                self.without_weight += 1;
                held.push((skin.first_bone + skin.root as u32, 1.0));
            }
            model.influences.push(&held);
        }
        Ok(())
    }

    /// Notes what was odd.
    pub(super) fn finish(self, model: &mut Model) {
        if let Some(skin) = self.skin.filter(|_| self.without_weight > 0) {
            let root = model.rig.bones.get(skin.first_bone as usize + skin.root);
            let joint =
                root.and_then(|bone| model.rig.nodes.get(bone.node)).map(|n| n.name.clone()).unwrap_or_default();
            model.notes.push(Note::NoWeight { piece: self.piece.clone(), vertices: self.without_weight, joint });
        }
        if self.without_joints {
            model.notes.push(Note::NoJoints { piece: self.piece });
        }
    }
}

/// All sets of joints and weights of a primitive.
struct Sets {
    joints: Vec<Vec<[u32; 4]>>,
    weights: Vec<Vec<[f64; 4]>>,
}

impl Sets {
    /// Sets are read while both halves are there.
    fn read(primitive: &Primitive) -> Result<Self, Fault> {
        let mut sets = Self { joints: Vec::new(), weights: Vec::new() };
        for number in 0.. {
            let (Some(joints), Some(weights)) = (primitive.joints(number)?, primitive.weights(number)?) else { break };
            sets.joints.push(joints);
            sets.weights.push(weights);
        }
        Ok(sets)
    }

    /// The bones of a vertex, ascending, with weights that sum to one; none if it has no weight.
    fn gather(&self, vertex: usize, skin: &Skin, held: &mut Vec<(u32, f64)>) -> Result<(), String> {
        held.clear();
        let pairs = self.joints.iter().zip(&self.weights).filter_map(|(j, w)| Some((j.get(vertex)?, w.get(vertex)?)));
        for (joint, weight) in pairs.flat_map(|(joints, weights)| joints.iter().zip(weights)) {
            if !weight.is_finite() {
                return Err(format!("a weight of vertex {vertex} is not finite"));
            }
            if *weight == 0.0 {
                // Joints without weight are often left at anything.
                continue;
            }
            if *joint as usize >= skin.joints {
                return Err(format!("vertex {vertex} names joint {joint}, the skin has {}", skin.joints));
            }
            held.push((skin.first_bone + joint, *weight));
        }
        held.sort_by_key(|(bone, _)| *bone);
        held.dedup_by(|next, first| {
            let same = next.0 == first.0;
            if same {
                first.1 += next.1;
            }
            same
        });
        let sum: f64 = held.iter().map(|(_, weight)| weight).sum();
        if sum < NO_WEIGHT {
            held.clear();
        }
        for (_, weight) in held.iter_mut() {
            *weight /= sum;
        }
        if let [only] = held.as_mut_slice() {
            only.1 = 1.0;
        }
        Ok(())
    }
}
