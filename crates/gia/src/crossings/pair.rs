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
    #[inline]
    pub(super) fn crossings(&self, found: &mut Vec<Crossing>) {
        if !self.certainly_apart(0) && !self.certainly_apart(1) {
            self.own_edges(0, found);
            self.own_edges(1, found);
        }
    }

    /// Whether face `i` certainly lies on one side of the other's plane. A common vertex lies on that plane and is left out.
    #[inline]
    fn certainly_apart(&self, i: usize) -> bool {
        let other = &self.corners[1 - i];
        let plane = PlaneFilter::new(&other[0].at, &other[1].at, &other[2].at);
        let mut sides = [0u8; 3];
        for corner in &self.corners[i] {
            if other.iter().all(|site| site.id != corner.id) {
                match plane.side(&corner.at) {
                    Some(side) => sides[side as usize] += 1,
                    None => return false,
                }
            }
        }
        sides[0] == 0 || sides[1] == 0
    }

    #[inline(never)]
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

/// The side of a face's plane that a vertex lies on; none for a vertex of the face.
#[inline]
fn side_of(face: &[Site; 3], site: &Site) -> Option<Sign> {
    let [a, b, c] = face;
    face.iter().all(|corner| corner.id != site.id).then(|| orientation(a, b, c, site))
}
