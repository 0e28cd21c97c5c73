//! Parts: which joint each face belongs to, who moves each vertex, and which faces hang together.
//!
//! A *joint* is a node that can move vertices: a joint of one of the body's skins, or the node of a mesh without a skin. A face belongs to its dominant joint, the one with the largest sum of weights at its three vertices (the first of
//! equals); a *part* is the faces of one joint and has its name.

use geometry::{FaceId, Point, VertexId};

use crate::import::Model;
use crate::pattern::Patterns;
use crate::rig::Rig;
use crate::surface::Surface;
use crate::transform::Affine;

/// The joints of a body, parents before children.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skeleton {
    /// The joints.
    pub joints: Vec<Joint>,
    /// The file's node of each joint.
    nodes: Vec<usize>,
}

/// A node that moves vertices.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Its node's name.
    pub name: String,
    /// The nearest joint above it.
    pub parent: Option<usize>,
    /// Where it is in the bind pose.
    pub position: Point,
}

/// The parts of a body.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    list: Vec<Part>,
    part_of: Vec<u32>,
    component_of: Vec<u32>,
    components: usize,
    starts: Vec<u32>,
    influences: Vec<(u32, f32)>,
}

/// The faces that one joint dominates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The joint's name.
    pub name: String,
    /// The joint.
    pub joint: usize,
    /// How many faces.
    pub faces: usize,
}

impl Skeleton {
    pub(crate) fn new(rig: &Rig, worlds: &[Affine]) -> Self {
        let mut is_joint = vec![false; rig.nodes.len()];
        rig.bones.iter().for_each(|bone| is_joint[bone.node] = true);
        let nodes: Vec<usize> = rig.order.iter().copied().filter(|node| is_joint[*node]).collect();
        // Parents come first, so the nearest joint above a node is known when the node is reached.
        let mut nearest = vec![None; rig.nodes.len()];
        let mut joints = Vec::with_capacity(nodes.len());
        for &index in &rig.order {
            let node = &rig.nodes[index];
            let parent = node.parent.and_then(|parent| nearest[parent]);
            nearest[index] = parent;
            if is_joint[index] {
                nearest[index] = Some(joints.len());
                joints.push(Joint { name: node.name.clone(), parent, position: Point::from(worlds[index].shift) });
            }
        }
        Self { joints, nodes }
    }

    /// The joints whose names match.
    pub fn select<'s>(&'s self, patterns: &'s Patterns) -> impl Iterator<Item = usize> + 's {
        self.joints.iter().enumerate().filter(|(_, joint)| patterns.matches(&joint.name)).map(|(index, _)| index)
    }

    /// The file's node of a joint.
    pub fn node(&self, joint: usize) -> Option<usize> {
        self.nodes.get(joint).copied()
    }
}

impl Parts {
    pub(crate) fn new(model: &Model, surface: &Surface, skeleton: &Skeleton) -> Self {
        let mut parts = Self::default();
        parts.gather_influences(model, surface, skeleton);
        let mesh = surface.assembly.mesh();
        let joints: Vec<usize> =
            (0..mesh.faces().len()).map(|face| parts.dominant(mesh.face(FaceId::at(face)))).collect();
        let mut faces = vec![0; skeleton.joints.len()];
        for joint in &joints {
            faces[*joint] += 1;
        }
        let mut part_of_joint = vec![0; skeleton.joints.len()];
        for (joint, &faces) in faces.iter().enumerate().filter(|(_, faces)| **faces > 0) {
            part_of_joint[joint] = parts.list.len() as u32;
            parts.list.push(Part { name: skeleton.joints[joint].name.clone(), joint, faces });
        }
        parts.part_of = joints.iter().map(|joint| part_of_joint[*joint]).collect();
        (parts.component_of, parts.components) = mesh.components();
        parts
    }

    fn gather_influences(&mut self, model: &Model, surface: &Surface, skeleton: &Skeleton) {
        let mut joint_of_node = vec![0; model.rig.nodes.len()];
        skeleton.nodes.iter().enumerate().for_each(|(joint, node)| joint_of_node[*node] = joint as u32);
        self.starts.push(0);
        let mut held: Vec<(u32, f64)> = Vec::new();
        for &source in &surface.source {
            let (bones, weights) = model.influences.of(source as usize);
            held.clear();
            held.extend(
                bones.iter().zip(weights).map(|(bone, w)| (joint_of_node[model.rig.bones[*bone as usize].node], *w)),
            );
            held.sort_by_key(|(joint, _)| *joint);
            // A skin may name a node twice.
            held.dedup_by(|next, first| {
                next.0 == first.0 && {
                    first.1 += next.1;
                    true
                }
            });
            self.influences.extend(held.iter().map(|(joint, weight)| (*joint, *weight as f32)));
            self.starts.push(self.influences.len() as u32);
        }
    }

    fn dominant(&self, face: [VertexId; 3]) -> usize {
        let mut best = (0, f32::NEG_INFINITY);
        for (candidate, _) in face.iter().flat_map(|vertex| self.influences(*vertex)) {
            let held = face.iter().flat_map(|vertex| self.influences(*vertex));
            let sum: f32 = held.filter(|(joint, _)| joint == candidate).map(|(_, weight)| weight).sum();
            if sum > best.1 || (sum == best.1 && *candidate < best.0) {
                best = (*candidate, sum);
            }
        }
        best.0 as usize
    }

    /// Every part with at least one face, in the order of the joints.
    pub fn all(&self) -> &[Part] {
        &self.list
    }

    /// The part of a face.
    pub fn of(&self, face: FaceId) -> usize {
        self.part_of[face.index()] as usize
    }

    /// The component of a face.
    pub fn component(&self, face: FaceId) -> usize {
        self.component_of[face.index()] as usize
    }

    /// How many components there are.
    pub fn components(&self) -> usize {
        self.components
    }

    /// The parts whose names match.
    pub fn select<'s>(&'s self, patterns: &'s Patterns) -> impl Iterator<Item = usize> + 's {
        self.list.iter().enumerate().filter(|(_, part)| patterns.matches(&part.name)).map(|(index, _)| index)
    }

    /// The faces of all parts whose names match, ascending.
    pub fn faces(&self, patterns: &Patterns) -> Vec<FaceId> {
        let wanted: Vec<bool> = self.list.iter().map(|part| patterns.matches(&part.name)).collect();
        (0..self.part_of.len()).map(FaceId::at).filter(|face| wanted[self.of(*face)]).collect()
    }

    pub(crate) fn influences(&self, vertex: VertexId) -> &[(u32, f32)] {
        &self.influences[self.starts[vertex.index()] as usize..self.starts[vertex.index() + 1] as usize]
    }
}
