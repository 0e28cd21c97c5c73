//! Triangles → mesh.

use super::{CrowdedEdge, Edge, Mesh, MeshError, SetAside, fans::Fans};
use crate::ids::{EdgeId, FaceId, VertexId};

/// One side of one triangle, on its way to becoming half of an edge.
#[derive(Clone, Copy)]
struct Side {
    higher: VertexId,
    face: FaceId,
    corner: u32,
}

impl Mesh {
    /// Checks and connects triangles. Nothing is changed or dropped silently: see [`Mesh::set_aside`].
    pub fn new(vertex_count: usize, triangles: &[[u32; 3]]) -> Result<Self, MeshError> {
        check(vertex_count, triangles)?;
        let (set_aside, origins) = sift(vertex_count, triangles);
        let faces: Vec<_> = origins.iter().map(|&t| triangles[t as usize].map(VertexId)).collect();
        let (edges, face_edges) = match_edges(vertex_count, &faces, &origins)?;
        let fans = Fans::new(vertex_count, &faces, &edges, &face_edges);
        Ok(Self { vertex_count, faces, edges, face_edges, fans, set_aside, origins })
    }
}

fn check(vertex_count: usize, triangles: &[[u32; 3]]) -> Result<(), MeshError> {
    // Three edges a face at the most must still have 32-bit names.
    if vertex_count >= u32::MAX as usize || triangles.len() >= (u32::MAX / 3) as usize {
        return Err(MeshError::TooLarge(vertex_count.max(triangles.len())));
    }
    for (triangle, corners) in triangles.iter().enumerate() {
        if let Some(&vertex) = corners.iter().find(|&&v| v as usize >= vertex_count) {
            return Err(MeshError::IndexOutOfRange { triangle: triangle as u32, vertex, vertex_count });
        }
    }
    Ok(())
}

/// Separates faces from triangles that repeat a vertex or another triangle; returns the input index of every face.
fn sift(vertex_count: usize, triangles: &[[u32; 3]]) -> (SetAside, Vec<u32>) {
    let mut set_aside = SetAside::default();
    let mut keep = vec![true; triangles.len()];
    for (index, &[a, b, c]) in triangles.iter().enumerate() {
        if a == b || b == c || c == a {
            keep[index] = false;
            set_aside.degenerate.push(index as u32);
        }
    }
    let lowest = |index: u32| triangles[index as usize].into_iter().min().unwrap_or(0);
    let kept = (0..triangles.len() as u32).filter(|&t| keep[t as usize]);
    let (starts, mut by_lowest) = bucket(vertex_count, kept, lowest);
    let sorted = |index: u32| {
        let mut corners = triangles[index as usize];
        corners.sort_unstable();
        corners
    };
    for range in starts.windows(2) {
        let same_lowest = &mut by_lowest[range[0] as usize..range[1] as usize];
        same_lowest.sort_unstable_by_key(|&t| (sorted(t), t));
        for pair in same_lowest.windows(2).filter(|pair| sorted(pair[0]) == sorted(pair[1])) {
            keep[pair[1] as usize] = false;
            set_aside.duplicate.push(pair[1]);
        }
    }
    set_aside.duplicate.sort_unstable();
    let origins = (0..triangles.len() as u32).filter(|&t| keep[t as usize]).collect();
    (set_aside, origins)
}

/// Counting sort of items by a vertex: the start of every vertex's bucket, and the items bucket by bucket.
fn bucket<T: Copy + Default>(
    vertex_count: usize,
    items: impl Iterator<Item = T> + Clone,
    vertex: impl Fn(T) -> u32,
) -> (Vec<u32>, Vec<T>) {
    let mut starts = vec![0u32; vertex_count + 1];
    for item in items.clone() {
        starts[vertex(item) as usize + 1] += 1;
    }
    for v in 0..vertex_count {
        starts[v + 1] += starts[v];
    }
    let mut next = starts.clone();
    let mut sorted = vec![T::default(); starts[vertex_count] as usize];
    for item in items {
        let slot = &mut next[vertex(item) as usize];
        sorted[*slot as usize] = item;
        *slot += 1;
    }
    (starts, sorted)
}

type Edges = (Vec<Edge>, Vec<[EdgeId; 3]>);

/// Edges in ascending order of their ends, which makes them independent of the order of the faces.
fn match_edges(vertex_count: usize, faces: &[[VertexId; 3]], origins: &[u32]) -> Result<Edges, MeshError> {
    let ends = |(face, corner): (u32, u32)| {
        let corners = faces[face as usize];
        let (a, b) = (corners[corner as usize], corners[(corner as usize + 1) % 3]);
        [a.min(b), a.max(b)]
    };
    let corners = (0..faces.len() as u32).flat_map(|f| [(f, 0), (f, 1), (f, 2)]);
    let (starts, by_lower) = bucket(vertex_count, corners, |side| ends(side)[0].0);
    let mut edges = Vec::with_capacity(faces.len() * 3 / 2);
    let mut face_edges = vec![[EdgeId::default(); 3]; faces.len()];
    let mut crowded = Vec::new();
    let mut sides = Vec::new();
    for lower in 0..vertex_count {
        let range = starts[lower] as usize..starts[lower + 1] as usize;
        sides.clear();
        sides.extend(by_lower[range].iter().map(|&(face, corner)| Side {
            higher: ends((face, corner))[1],
            face: FaceId(face),
            corner,
        }));
        sides.sort_unstable_by_key(|side| (side.higher, side.face));
        for same in sides.chunk_by(|a, b| a.higher == b.higher) {
            let vertices = [VertexId::at(lower), same[0].higher];
            if same.len() > 2 {
                let triangles = same.iter().map(|side| origins[side.face.index()]).collect();
                crowded.push(CrowdedEdge { vertices: vertices.map(|v| v.0), triangles });
                continue;
            }
            for side in same {
                face_edges[side.face.index()][side.corner as usize] = EdgeId::at(edges.len());
            }
            edges.push(Edge { vertices, first: same[0].face, second: same[same.len() - 1].face });
        }
    }
    if crowded.is_empty() { Ok((edges, face_edges)) } else { Err(MeshError::NonManifold(crowded)) }
}
