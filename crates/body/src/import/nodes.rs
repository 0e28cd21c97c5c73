//! Nodes as the file states them.

use gltf_file::{GltfFile, Hierarchy};
use nalgebra::{Quaternion, UnitQuaternion};

use crate::rig::{Local, Node, Rig};
use crate::transform::{Affine, Trs};
use geometry::Vector;

/// The file's nodes, which the hierarchy has checked.
pub(super) fn read(file: &GltfFile, hierarchy: &Hierarchy) -> Rig {
    let nodes = file.root().nodes.iter().enumerate().map(|(index, json)| Node {
        name: super::named(json.name.as_ref(), "node", index),
        parent: hierarchy.parent(index),
        local: match json.matrix {
            Some(_) => Local::Matrix(Affine::from_matrix(&hierarchy.local(index))),
            None => Local::Trs(trs(json)),
        },
    });
    Rig { nodes: nodes.collect(), order: hierarchy.order().to_vec(), bones: Vec::new() }
}

fn trs(json: &gltf_file::json::scene::Node) -> Trs {
    let [x, y, z, w] = json.rotation.unwrap_or_default().0.map(f64::from);
    Trs {
        translation: Vector::from(json.translation.unwrap_or([0.0; 3]).map(f64::from)),
        rotation: UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z)),
        scale: Vector::from(json.scale.unwrap_or([1.0; 3]).map(f64::from)),
    }
}
