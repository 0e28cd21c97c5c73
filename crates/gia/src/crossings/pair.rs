//! Two faces: which of the edges they own pass through the other.

use super::Crossing;
use geometry::crossing::edge_triangle::threads;
use geometry::predicates::{PlaneFilter, Sign, Site, orientation};
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
        Self { mesh, faces: [a, b], corners: [mesh.face(a).map(site), mesh.face(b).map(site)] }
    }

    /// Appends the crossings of each face's own edges with the other face.
    pub(super) fn crossings(&self, found: &mut Vec<Crossing>) {
        self.own_edges(0, found);
        self.own_edges(1, found);
    }

    fn own_edges(&self, i: usize, found: &mut Vec<Crossing>) {
        let (face, through) = (self.faces[i], &self.corners[1 - i]);
        let sides = self.corners[i].map(|corner| side_of(through, &corner));
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

/// Whether one of two faces certainly lies on one side of the other's plane, so that they hold no crossing. Faces with a
/// common vertex are never that certain.
#[inline]
pub(super) fn certainly_apart(mesh: &Mesh, positions: &[Point], a: FaceId, b: FaceId) -> bool {
    let [a, b] = [a, b].map(|face| mesh.face(face).map(|v| &positions[v.index()]));
    beside(a, b) || beside(b, a)
}

/// Whether a face certainly lies on one side of another's plane.
#[inline]
fn beside(face: [&Point; 3], other: [&Point; 3]) -> bool {
    let plane = PlaneFilter::new(other[0], other[1], other[2]);
    let first = plane.side(face[0]);
    first.is_some() && first == plane.side(face[1]) && first == plane.side(face[2])
}

/// The side of a face's plane that a vertex lies on; none for a vertex of the face.
#[inline]
fn side_of(face: &[Site; 3], site: &Site) -> Option<Sign> {
    let [a, b, c] = face;
    face.iter().all(|corner| corner.id != site.id).then(|| orientation(a, b, c, site))
}
