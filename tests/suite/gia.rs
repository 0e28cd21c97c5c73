//! Global Intersection Analysis.

mod data;
mod figures;
mod invariance;
mod oracle;

use geometry::bvh::{BoxTree, Hierarchy};
use geometry::shapes::Shape;
use geometry::{Assembly, FaceId, Mesh, Part, Point};
use gia::{Analyser, Analysis};

/// Analyses a mesh with a hierarchy of its own.
pub fn analyse(mesh: &Mesh, positions: &[Point]) -> Analysis {
    let tree = tree(mesh, positions);
    Analyser::default().analyse(mesh, positions, &tree)
}

/// A hierarchy over a mesh's faces.
fn tree(mesh: &Mesh, positions: &[Point]) -> BoxTree {
    let bounds = |face: u32| geometry::bvh::Bounds::around(mesh.face(FaceId(face)).map(|v| &positions[v.index()]));
    BoxTree::build(mesh.faces().len(), bounds)
}

/// Pieces as one mesh.
fn assemble(pieces: &[Shape]) -> Assembly {
    let parts: Vec<Part> = pieces.iter().map(|s| Part { positions: &s.positions, triangles: &s.triangles }).collect();
    Assembly::new(&parts).expect("the pieces are meshes")
}
