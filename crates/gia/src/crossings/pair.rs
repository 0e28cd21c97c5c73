//! Two faces: which of the edges they own pass through the other.

use super::Crossing;
use geometry::crossing::edge_triangle::threads;
use geometry::predicates::{Sign, Site, orientation};
use geometry::{FaceId, Mesh, Point};

/// Two faces with at most one vertex in common.
pub(super) struct Pair<'a> {
    mesh: &'a Mesh,
    faces: [FaceId; 2],
    corners: [[Site; 3]; 2],
}

impl<'a> Pair<'a> {
    #[inline]
    pub(super) fn new(mesh: &'a Mesh, positions: &[Point], a: FaceId, b: FaceId) -> Self {
        let site = |id: geometry::VertexId| Site { id, at: positions[id.index()] };
        let corners = |[u, v, w]: [geometry::VertexId; 3]| [site(u), site(v), site(w)];
        Self { mesh, faces: [a, b], corners: [corners(mesh.face(a)), corners(mesh.face(b))] }
    }

    /// Appends the crossings of each face's own edges with the other face.
    pub(super) fn crossings(&self, found: &mut Vec<Crossing>) {
        self.own_edges(0, found);
        self.own_edges(1, found);
    }

    fn own_edges(&self, i: usize, found: &mut Vec<Crossing>) {
        let (face, through) = (self.faces[i], &self.corners[1 - i]);
        let [a, b, c] = &self.corners[i];
        let sides = [side_of(through, a), side_of(through, b), side_of(through, c)];
        for (k, &edge) in self.mesh.face_edges(face).iter().enumerate() {
            let (p, q) = (k, (k + 1) % 3);
            if let (Some(side_p), Some(side_q)) = (sides[p], sides[q])
                && side_p != side_q
                && self.mesh.edge(edge).owner() == face
                && threads(&self.corners[i][p], &self.corners[i][q], through)
            {
                found.push(Crossing { edge, face: self.faces[1 - i] });
            }
        }
    }
}

/// The side of a face's plane that a vertex lies on; none for a vertex of the face.
#[inline]
fn side_of(face: &[Site; 3], site: &Site) -> Option<Sign> {
    let [a, b, c] = face;
    face.iter().all(|corner| corner.id != site.id).then(|| orientation(a, b, c, site))
}
