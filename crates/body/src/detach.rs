//! Edges with more than two faces, parted: a surface has two sides, and characters are drawn without asking.
//!
//! 1. On every crowded edge two faces stay together, two that run along it in opposite directions if there are any.
//! 2. Around each end of such an edge, faces that are still joined through other edges share the vertex; every further
//!    group gets a copy of it. A fin comes off in one piece.
//! 3. What is still crowded after that, because the groups meet elsewhere, comes off face by face.
//! 4. A triangle that repeats another goes where that one went, so that it stays a repetition.
//!
//! Copies come after the piece's own vertices, so the file's numbering stays as it is.

use std::collections::BTreeMap;

use geometry::mesh::{CrowdedEdge, Mesh, MeshError};

/// Triangles that make a mesh.
#[derive(Clone, Debug, Default)]
pub(crate) struct Detached {
    pub triangles: Vec<[u32; 3]>,
    /// What each added vertex is a copy of.
    pub copies: Vec<u32>,
    /// How many edges had more than two faces.
    pub crowded: usize,
}

/// Parts crowded edges. Any other fault of the triangles is for the caller to find.
pub(crate) fn detach(vertex_count: usize, triangles: &[[u32; 3]]) -> Detached {
    let mut detached = Detached { triangles: triangles.to_vec(), ..Detached::default() };
    let Some(crowded) = detached.crowded_edges(vertex_count) else { return detached };
    detached.crowded = crowded.len();
    let repeated = repetitions(triangles);
    detached.part_groups(vertex_count, &crowded);
    detached.follow(&repeated, triangles);
    if let Some(crowded) = detached.crowded_edges(vertex_count) {
        detached.part_faces(vertex_count, &crowded);
        detached.follow(&repeated, triangles);
    }
    detached
}

/// Triangles on the same three vertices as an earlier one, each with the first of its kind.
fn repetitions(triangles: &[[u32; 3]]) -> Vec<[u32; 2]> {
    let sorted = |triangle: u32| {
        let mut corners = triangles[triangle as usize];
        corners.sort_unstable();
        corners
    };
    let mut order: Vec<u32> = (0..triangles.len() as u32).collect();
    order.sort_unstable_by_key(|&triangle| (sorted(triangle), triangle));
    let same = order.chunk_by(|a, b| sorted(*a) == sorted(*b));
    same.flat_map(|same| same[1..].iter().map(|repeated| [*repeated, same[0]])).collect()
}

impl Detached {
    fn crowded_edges(&self, vertex_count: usize) -> Option<Vec<CrowdedEdge>> {
        match Mesh::new(vertex_count + self.copies.len(), &self.triangles) {
            Err(MeshError::NonManifold(crowded)) => Some(crowded),
            _ => None,
        }
    }

    /// Moves repetitions to where their originals are, corner by corner.
    fn follow(&mut self, repeated: &[[u32; 2]], before: &[[u32; 3]]) {
        for &[triangle, original] in repeated {
            let (old, new) = (before[original as usize], self.triangles[original as usize]);
            let moved = |corner: u32| old.iter().position(|v| *v == corner).map_or(corner, |place| new[place]);
            self.triangles[triangle as usize] = before[triangle as usize].map(moved);
        }
    }

    /// A copy of a vertex, which may be a copy itself.
    fn copy(&mut self, vertex_count: usize, vertex: u32) -> u32 {
        let original = (vertex as usize).checked_sub(vertex_count).map_or(vertex, |copy| self.copies[copy]);
        self.copies.push(original);
        (vertex_count + self.copies.len() - 1) as u32
    }

    fn part_groups(&mut self, vertex_count: usize, crowded: &[CrowdedEdge]) {
        let kept: BTreeMap<[u32; 2], [u32; 2]> =
            crowded.iter().map(|edge| (edge.vertices, self.kept_pair(edge))).collect();
        let ends = crowded.iter().flat_map(|edge| edge.vertices);
        let mut around: BTreeMap<u32, Vec<u32>> = ends.map(|vertex| (vertex, Vec::new())).collect();
        for (triangle, corners) in self.triangles.iter().enumerate() {
            for corner in corners {
                if let Some(faces) = around.get_mut(corner) {
                    faces.push(triangle as u32);
                }
            }
        }
        // Groups are found on the triangles as they came; the copies are put in afterwards.
        let groups: Vec<(u32, Vec<Vec<u32>>)> =
            around.into_iter().map(|(vertex, faces)| (vertex, self.groups(vertex, &faces, &kept))).collect();
        for (vertex, groups) in groups {
            for group in groups.iter().skip(1) {
                let copy = self.copy(vertex_count, vertex);
                for &face in group {
                    self.replace(face, vertex, copy);
                }
            }
        }
    }

    /// The first face on the edge, and the first that runs the other way along it.
    fn kept_pair(&self, edge: &CrowdedEdge) -> [u32; 2] {
        let ascending = |t: u32| {
            let [a, b, c] = self.triangles[t as usize];
            [[a, b], [b, c], [c, a]].contains(&edge.vertices)
        };
        let first = edge.triangles[0];
        let others = &edge.triangles[1..];
        let opposite = others.iter().find(|t| ascending(**t) != ascending(first));
        [first, *opposite.unwrap_or(&others[0])]
    }

    /// The faces around a vertex in groups that hang together through edges at it.
    fn groups(&self, vertex: u32, faces: &[u32], kept: &BTreeMap<[u32; 2], [u32; 2]>) -> Vec<Vec<u32>> {
        let mut by_edge: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (place, face) in faces.iter().enumerate() {
            for other in self.triangles[*face as usize].into_iter().filter(|v| *v != vertex) {
                let pair = kept.get(&[vertex.min(other), vertex.max(other)]);
                if pair.is_none_or(|pair| pair.contains(face)) {
                    by_edge.entry(other).or_default().push(place);
                }
            }
        }
        let mut parent: Vec<usize> = (0..faces.len()).collect();
        for pair in by_edge.values().flat_map(|joined| joined.windows(2)) {
            let (a, b) = (root(&mut parent, pair[0]), root(&mut parent, pair[1]));
            parent[a.max(b)] = a.min(b);
        }
        let mut groups: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for (place, face) in faces.iter().enumerate() {
            groups.entry(root(&mut parent, place)).or_default().push(*face);
        }
        groups.into_values().collect()
    }

    /// Gives all but the kept faces of each crowded edge vertices of their own.
    fn part_faces(&mut self, vertex_count: usize, crowded: &[CrowdedEdge]) {
        let mut lonely: Vec<u32> = Vec::new();
        for edge in crowded {
            let kept = self.kept_pair(edge);
            lonely.extend(edge.triangles.iter().filter(|t| !kept.contains(t)));
        }
        lonely.sort_unstable();
        lonely.dedup();
        for face in lonely {
            for vertex in self.triangles[face as usize] {
                let copy = self.copy(vertex_count, vertex);
                self.replace(face, vertex, copy);
            }
        }
    }

    fn replace(&mut self, face: u32, vertex: u32, copy: u32) {
        self.triangles[face as usize].iter_mut().filter(|corner| **corner == vertex).for_each(|corner| *corner = copy);
    }
}

/// The lowest member of a set.
fn root(parent: &mut [usize], mut place: usize) -> usize {
    while parent[place] != place {
        parent[place] = parent[parent[place]];
        place = parent[place];
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(vertex_count: usize, triangles: &[[u32; 3]]) -> Detached {
        let detached = detach(vertex_count, triangles);
        Mesh::new(vertex_count + detached.copies.len(), &detached.triangles).unwrap();
        for (old, new) in triangles.iter().flatten().zip(detached.triangles.iter().flatten()) {
            let original = (*new as usize).checked_sub(vertex_count).map_or(*new, |copy| detached.copies[copy]);
            assert_eq!(*old, original);
        }
        detached
    }

    #[test]
    fn a_fin_comes_off_in_one_piece() {
        // A sheet of two faces on the edge 0-1, and a fin of two faces that stands on it.
        let detached = check(6, &[[0, 1, 2], [1, 0, 3], [0, 1, 4], [1, 5, 4]]);
        assert_eq!(detached.crowded, 1);
        assert_eq!(detached.copies, [0, 1]);
        assert_eq!(detached.triangles[2..], [[6, 7, 4], [7, 5, 4]]);
    }

    #[test]
    fn clean_triangles_stay_as_they_are() {
        let detached = check(4, &[[0, 1, 2], [1, 0, 3]]);
        assert!(detached.copies.is_empty() && detached.crowded == 0);
    }

    /// Every pair of five vertices is an edge with three faces.
    #[test]
    fn what_is_crowded_everywhere_falls_apart_but_is_a_mesh() {
        let mut triangles = Vec::new();
        for a in 0..5 {
            for b in a + 1..5 {
                triangles.extend((b + 1..5).map(|c| [a, b, c]));
            }
        }
        assert_eq!(check(5, &triangles).crowded, 10);
        triangles.extend_from_within(..);
        let detached = check(5, &triangles);
        let mesh = Mesh::new(5 + detached.copies.len(), &detached.triangles).unwrap();
        assert_eq!(mesh.set_aside().duplicate, (10..20).collect::<Vec<_>>());
    }

    /// A hundred thousand sheets on one edge: parted at once, not one by one.
    #[test]
    fn a_thick_book_is_parted_quickly() {
        let pages: Vec<[u32; 3]> = (2..100_002).map(|page| [0, 1, page]).collect();
        assert_eq!(check(100_002, &pages).crowded, 1);
    }
}
