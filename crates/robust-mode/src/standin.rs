//! Continuous tests and swept candidates until those of `geometry::impact` and `contact::candidates` are merged.

use crate::pair::Pair;
use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::{EdgeId, FaceId, Mesh, Point, Vector, VertexId};

pub fn point_triangle(start: &[Point; 4], end: &[Point; 4], separation: f64) -> Option<f64> {
    advance(&Pair::PointTriangle([VertexId(0); 4]), 1, start, end, separation)
}

pub fn edge_edge(start: &[Point; 4], end: &[Point; 4], separation: f64) -> Option<f64> {
    advance(&Pair::EdgeEdge([VertexId(0); 4]), 2, start, end, separation)
}

fn advance(pair: &Pair, split: usize, start: &[Point; 4], end: &[Point; 4], separation: f64) -> Option<f64> {
    let mean: Vector = (0..4).map(|i| (end[i] - start[i]) / 4.0).sum();
    let fastest = |side: std::ops::Range<usize>| side.map(|i| (end[i] - start[i] - mean).norm()).fold(0.0, f64::max);
    let speed = (fastest(0..split) + fastest(split..4)) * (1.0 + 1e-12);
    let mut time = 0.0;
    let first = pair.near(start).distance - separation;
    if first <= 0.0 {
        return Some(0.0);
    }
    loop {
        let at: [Point; 4] = std::array::from_fn(|i| start[i] + (end[i] - start[i]) * time);
        let room = pair.near(&at).distance - separation;
        if room <= 0.02 * first {
            return Some(time);
        }
        if speed * (1.0 - time) < room * 0.999_999 {
            return None;
        }
        time += 0.9 * room / speed;
        if time >= 1.0 {
            return None;
        }
    }
}

#[derive(Debug, Default)]
pub struct Candidates {
    pub points: Vec<(VertexId, FaceId)>,
    pub edges: Vec<(EdgeId, EdgeId)>,
}

pub fn swept(mesh: &Mesh, start: &[Point], end: &[Point], reach: f64) -> Candidates {
    let bounds = |face: u32| {
        let corners = mesh.face(FaceId(face));
        let at = |positions: &[Point]| Bounds::around(&corners.map(|v| positions[v.index()]));
        at(start).with(&at(end)).grown(0.5 * reach)
    };
    let tree = BoxTree::build(mesh.faces().len(), bounds);
    let sweep = |vertices: &[VertexId]| {
        let both = vertices.iter().flat_map(|v| [&start[v.index()], &end[v.index()]]);
        Bounds::around(both).grown(0.5 * reach)
    };
    let owner = |v: VertexId| mesh.fan(v).faces[0];
    let found = tree.self_pairs(Candidates::default, |found, a, b| {
        let (a, b) = (FaceId(a), FaceId(b));
        for (one, other) in [(a, b), (b, a)] {
            for v in mesh.face(one) {
                let corners = mesh.face(other);
                if owner(v) == one && !corners.contains(&v) && sweep(&[v]).overlaps(&sweep(&corners)) {
                    found.points.push((v, other));
                }
            }
        }
        for e in mesh.face_edges(a).into_iter().filter(|e| mesh.edge(*e).owner() == a) {
            for f in mesh.face_edges(b).into_iter().filter(|f| mesh.edge(*f).owner() == b) {
                let (u, v) = (mesh.edge(e).vertices, mesh.edge(f).vertices);
                if !u.iter().any(|end| v.contains(end)) && sweep(&u).overlaps(&sweep(&v)) {
                    found.edges.push((e.min(f), e.max(f)));
                }
            }
        }
    });
    let mut all = Candidates::default();
    for part in found {
        all.points.extend(part.points);
        all.edges.extend(part.edges);
    }
    all.points.sort_unstable();
    all.edges.sort_unstable();
    all
}
