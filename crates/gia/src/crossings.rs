//! Mesh → crossings: every edge that passes through a face, the two having no vertex in common.
//!
//! A pair of faces is asked about the edges that they own, so every edge is asked about once, by one of its faces
//! (Curtis, Tamstorf and Manocha 2008 call them representative triangles).
//!
//! 1. Faces with no common vertex: the hierarchy gives the pairs whose boxes overlap.
//! 2. Faces with one common vertex, of which there are far more: nearly every vertex has a direction along which its fan
//!    projects without overlap, so no two of its faces cross (module `fan`); only the others' pairs are looked at.
//! 3. Faces with two common vertices cannot hold a crossing.

mod fan;
mod pair;

use geometry::bvh::Hierarchy;
use geometry::predicates::certainly_apart;
use geometry::{EdgeId, FaceId, Mesh, Point, VertexId};
use pair::Pair;
use rayon::prelude::*;

/// An edge that passes through a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Crossing {
    /// The edge.
    pub edge: EdgeId,
    /// The face; it has no vertex in common with the edge.
    pub face: FaceId,
}

/// Vertices handled by one task of the search among fans.
const FANS_PER_TASK: usize = 2048;

/// All crossings of a mesh with itself, in ascending order. The hierarchy must be fitted to these positions.
pub fn find(mesh: &Mesh, positions: &[Point], tree: &impl Hierarchy) -> Vec<Crossing> {
    let mut all = search(mesh, positions, tree, |_| true);
    all.sort_unstable();
    all
}

/// The same, given the crossings of a state from which only some faces have moved since: whatever two others do, they still
/// do. What moves little of a large mesh, or leaves flat cloth flat, asks far fewer questions.
pub fn find_again(
    mesh: &Mesh,
    positions: &[Point],
    tree: &impl Hierarchy,
    moved: &[bool],
    before: &[Crossing],
) -> Vec<Crossing> {
    let has_moved = |face: FaceId| moved[face.index()];
    let mut all = search(mesh, positions, tree, has_moved);
    let stays = |c: &&Crossing| !has_moved(mesh.edge(c.edge).owner()) && !has_moved(c.face);
    all.extend(before.iter().filter(stays));
    all.sort_unstable();
    // A fan in which one face has moved is looked at as a whole.
    all.dedup();
    all
}

/// The crossings between faces of which at least one is wanted, in any order.
fn search(
    mesh: &Mesh,
    positions: &[Point],
    tree: &impl Hierarchy,
    wanted: impl Fn(FaceId) -> bool + Sync,
) -> Vec<Crossing> {
    let apart = tree.self_pairs(Vec::new, |found, a, b| {
        let (a, b) = (FaceId(a), FaceId(b));
        if !wanted(a) && !wanted(b) {
            return;
        }
        let (corners_a, corners_b) = (mesh.face(a), mesh.face(b));
        let at = |[u, v, w]: [VertexId; 3]| [&positions[u.index()], &positions[v.index()], &positions[w.index()]];
        if !share_vertex(corners_a, corners_b) && !certainly_apart(at(corners_a), at(corners_b)) {
            Pair::new(mesh, positions, a, b).crossings(found);
        }
    });
    let vertices = 0..mesh.vertex_count() as u32;
    let tasks = vertices.into_par_iter().fold_chunks(FANS_PER_TASK, Vec::new, |mut found, vertex| {
        if mesh.fan(VertexId(vertex)).faces.iter().any(|face| wanted(*face)) {
            among_fan(mesh, positions, VertexId(vertex), &mut found);
        }
        found
    });
    let joined: Vec<Vec<Crossing>> = tasks.collect();
    let mut all = apart.concat();
    all.extend(joined.into_iter().flatten());
    all
}

#[inline]
fn share_vertex(a: [VertexId; 3], b: [VertexId; 3]) -> bool {
    let mut any = false;
    for v in a {
        for w in b {
            any |= v == w;
        }
    }
    any
}

/// The crossings between faces that have only this vertex in common.
fn among_fan(mesh: &Mesh, positions: &[Point], vertex: VertexId, found: &mut Vec<Crossing>) {
    let fan = mesh.fan(vertex);
    if fan.faces.len() < 2 || fan::is_certainly_embedded(&fan, vertex, positions) {
        return;
    }
    for (i, &a) in fan.faces.iter().enumerate() {
        for &b in &fan.faces[i + 1..] {
            let common = mesh.face(a).iter().filter(|v| mesh.face(b).contains(v)).count();
            if common == 1 {
                Pair::new(mesh, positions, a, b).crossings(found);
            }
        }
    }
}
