//! Which of a file's vertices are one vertex.
//!
//! Files split vertices where texture coordinates, normals or materials change: one point of the cloth is then several
//! vertices at exactly the same position, and the surface has a slit along which nothing but numbers is open. Welding
//! closes such slits and nothing else:
//!
//! 1. Boundary edges with the same two end positions, bit for bit, are candidates.
//! 2. Two of them are sewn together when they run in opposite directions along two different triangles, and neither has a
//!    second such partner; or when they are alone there and run in the same direction (a file that winds its pieces
//!    differently).
//! 3. Vertices joined by sewn edges are one vertex; it takes the place of the lowest.
//!
//! A caller may *mark* vertices: those with different marks are never one, even at the same place. So lips that touch in
//! one pose and part in the next stay two.
//!
//! So a sheet that lies exactly on another stays a sheet of its own, a corner that touches another is not tied to it, and
//! welding cannot put a third face on an edge.

use crate::Point;
use crate::ids::{EdgeId, FaceId, VertexId};
use crate::mesh::Mesh;

/// The vertex that each vertex becomes part of: itself, or a lower one at the same position.
pub fn weld(mesh: &Mesh, positions: &[Point]) -> Vec<VertexId> {
    weld_marked(mesh, positions, &[])
}

/// The same for marked vertices; a vertex without a mark has the mark 0.
pub fn weld_marked(mesh: &Mesh, positions: &[Point], marks: &[u32]) -> Vec<VertexId> {
    let places = Places::of_boundary(mesh, positions, marks);
    let mut sides = boundary_sides(mesh, &places);
    sides.sort_unstable_by_key(|side| (side.key, side.edge));
    let mut sewn = Partition::of(mesh.vertex_count());
    for candidates in sides.chunk_by(|a, b| a.key == b.key) {
        for (a, b) in partners(candidates) {
            for end in 0..2 {
                sewn.join(a.ends[end], b.ends[end]);
            }
        }
    }
    (0..mesh.vertex_count()).map(|v| sewn.root(VertexId::at(v))).collect()
}

/// A boundary edge as its face runs along it.
#[derive(Clone, Copy)]
struct Side {
    /// The places of its ends, the lower place first.
    key: [u32; 2],
    /// The vertices at those places.
    ends: [VertexId; 2],
    /// Whether the face runs from the lower place to the higher.
    ascending: bool,
    /// The place of the face's third corner: tells triangles on the same edge apart.
    apex: u32,
    edge: EdgeId,
}

fn boundary_sides(mesh: &Mesh, places: &Places) -> Vec<Side> {
    let boundary = mesh.edges().iter().enumerate().filter(|(_, edge)| edge.is_boundary());
    boundary
        .filter_map(|(index, edge)| {
            let (from, to, apex) = corners_along(mesh, edge.owner(), EdgeId::at(index));
            let (place_from, place_to) = (places.of(from)?, places.of(to)?);
            let ascending = place_from < place_to;
            let (key, ends) =
                if ascending { ([place_from, place_to], [from, to]) } else { ([place_to, place_from], [to, from]) };
            // The apex may be an inner vertex: it has no place, and its own number will do, kept apart from places.
            let apex = places.of(apex).unwrap_or(places.count + apex.0);
            (place_from != place_to).then_some(Side { key, ends, ascending, apex, edge: EdgeId::at(index) })
        })
        .collect()
}

/// The ends of a face's edge in the order the face runs, and its third corner.
fn corners_along(mesh: &Mesh, face: FaceId, edge: EdgeId) -> (VertexId, VertexId, VertexId) {
    let corner = mesh.face_edges(face).iter().position(|&e| e == edge).unwrap_or(0);
    let corners = mesh.face(face);
    (corners[corner], corners[(corner + 1) % 3], corners[(corner + 2) % 3])
}

/// The pairs to sew among boundary edges at the same place.
fn partners(sides: &[Side]) -> Vec<(&Side, &Side)> {
    let fits = |a: &Side, b: &Side| a.ascending != b.ascending && a.apex != b.apex;
    if let [a, b] = sides
        && a.ascending == b.ascending
        && a.apex != b.apex
    {
        return vec![(a, b)];
    }
    let only_partner = |side: &Side| {
        let mut others = sides.iter().filter(|other| fits(side, other));
        others.next().filter(|_| others.next().is_none())
    };
    let ascending = sides.iter().filter(|side| side.ascending);
    ascending
        .filter_map(|side| {
            let partner = only_partner(side)?;
            (only_partner(partner)?.edge == side.edge).then_some((side, partner))
        })
        .collect()
}

/// Boundary vertices grouped by exact position and mark.
struct Places {
    /// By vertex; `u32::MAX` away from the boundary.
    place: Vec<u32>,
    count: u32,
}

impl Places {
    fn of_boundary(mesh: &Mesh, positions: &[Point], marks: &[u32]) -> Self {
        let mut place = vec![u32::MAX; mesh.vertex_count()];
        let mut boundary: Vec<VertexId> =
            mesh.edges().iter().filter(|edge| edge.is_boundary()).flat_map(|edge| edge.vertices).collect();
        // Adding zero makes −0 and +0 one place.
        let bits = |v: VertexId| positions[v.index()].coords.map(|x| (x + 0.0).to_bits());
        let mark = |v: VertexId| marks.get(v.index()).copied().unwrap_or_default();
        let key = |v: VertexId| ([bits(v).x, bits(v).y, bits(v).z], mark(v));
        boundary.sort_unstable_by_key(|&v| (key(v), v));
        boundary.dedup();
        let mut count = 0;
        for same in boundary.chunk_by(|&a, &b| key(a) == key(b)) {
            for vertex in same {
                place[vertex.index()] = count;
            }
            count += 1;
        }
        Self { place, count }
    }

    fn of(&self, vertex: VertexId) -> Option<u32> {
        let place = self.place[vertex.index()];
        (place != u32::MAX).then_some(place)
    }
}

/// Sets of vertices, each named by its lowest.
struct Partition {
    parent: Vec<VertexId>,
}

impl Partition {
    fn of(count: usize) -> Self {
        Self { parent: (0..count).map(VertexId::at).collect() }
    }

    fn root(&mut self, mut vertex: VertexId) -> VertexId {
        while self.parent[vertex.index()] != vertex {
            let above = self.parent[self.parent[vertex.index()].index()];
            self.parent[vertex.index()] = above;
            vertex = above;
        }
        vertex
    }

    fn join(&mut self, a: VertexId, b: VertexId) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b).index()] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_keep_vertices_apart() {
        let positions =
            [[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [1., 0., 0.], [0., 0., 0.], [0., -1., 0.]].map(Point::from);
        let mesh = Mesh::new(6, &[[0, 1, 2], [3, 4, 5]]).unwrap();
        let roots = |marks: &[u32]| weld_marked(&mesh, &positions, marks).iter().map(|v| v.0).collect::<Vec<_>>();
        assert_eq!(roots(&[]), [0, 1, 2, 1, 0, 5]);
        assert_eq!(roots(&[7; 6]), [0, 1, 2, 1, 0, 5]);
        assert_eq!(roots(&[0, 0, 0, 1, 1, 1]), [0, 1, 2, 3, 4, 5]);
        // An edge is sewn as a whole.
        assert_eq!(roots(&[0, 0, 0, 0, 1, 0]), [0, 1, 2, 3, 4, 5]);
    }
}
