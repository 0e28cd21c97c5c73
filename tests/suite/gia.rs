//! Global Intersection Analysis.

mod oracle;

use geometry::bvh::{BoxTree, Hierarchy};
use geometry::{FaceId, Mesh, Point};
use gia::{Analyser, Analysis};

/// Analyses a mesh with a hierarchy of its own.
fn analyse(mesh: &Mesh, positions: &[Point]) -> Analysis {
    let bounds = |face: u32| geometry::bvh::Bounds::around(mesh.face(FaceId(face)).map(|v| &positions[v.index()]));
    let tree = BoxTree::build(mesh.faces().len(), bounds);
    Analyser::default().analyse(mesh, positions, &tree)
}
