//! A body → the form the tailor works on.
//!
//! Where a file has skinned meshes, the others are props (a staff, a hat, a cape) and left out, unless a pattern of node
//! names asks for them.

use crate::character;
use anyhow::Result;
use body::{Body, PieceInfo};
use geometry::VertexId;
use std::cell::RefCell;
use std::path::Path;
use tailor::{Form, FormJoint};

/// A character as the tailor needs it, and the nodes whose meshes were left out.
pub(crate) struct Character {
    pub form: Form,
    pub left_out: Vec<String>,
}

/// Reads a character in its bind pose. `nodes` chooses the meshes by the names of their nodes.
pub(crate) fn read(path: &Path, nodes: Option<&str>) -> Result<Character> {
    if nodes.is_some() {
        return Ok(Character { form: form(&character::open(path, nodes)?), left_out: Vec::new() });
    }
    let left_out = RefCell::new(Vec::new());
    let skinned = |piece: &PieceInfo| {
        if !piece.skinned {
            left_out.borrow_mut().push(piece.name.clone());
        }
        piece.skinned
    };
    match character::open_where(path, skinned) {
        Ok(body) => Ok(Character { form: form(&body), left_out: left_out.take() }),
        // Nothing is skinned, or the file cannot be read at all: the second attempt tells.
        Err(_) => Ok(Character { form: form(&character::open(path, None)?), left_out: Vec::new() }),
    }
}

fn form(body: &Body) -> Form {
    let assembly = body.assembly();
    let joints = body.skeleton().joints.iter();
    let follows =
        |v: usize| body.influences(VertexId::at(v)).iter().map(|&(j, w)| (j as usize, f64::from(w))).collect();
    Form {
        positions: assembly.positions().to_vec(),
        triangles: assembly.mesh().faces().iter().map(|face| face.map(|v| v.0)).collect(),
        joints: joints
            .map(|joint| FormJoint { name: joint.name.clone(), parent: joint.parent, position: joint.position })
            .collect(),
        influences: (0..assembly.positions().len()).map(follows).collect(),
    }
}
