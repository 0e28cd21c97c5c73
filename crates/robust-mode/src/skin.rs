//! Skins: the surfaces of solids. They are met from outside only.
//!
//! Cloth gets inside a solid where bodies pinch it. When they let go of it, contact draws it out, and the way out leads through the skin,
//! wherever that is nearest; stopped there, it would stay inside for good. So a pair of cloth and skin is no collision if the cloth is
//! inside where they meet. Nothing is lost by it: whatever is to get inside has to pass through some part of the skin from outside, and
//! is stopped there.
//!
//! Inside is what is under all faces around that the skin's side of the pair belongs to: its face, the two of an edge, the fan of
//! a vertex. At hollow edges that is less than all there is; what is not certain is met.

use crate::pair::{Pair, weighted};
use crate::sweep::Sweep;
use geometry::{FaceId, Point, Vector, VertexId};

/// What is skin.
#[derive(Clone, Copy, Debug)]
pub struct Skin<'a> {
    /// Whether each vertex is part of a closed surface with a solid inside, its faces turning their normals outwards.
    pub closed: &'a [bool],
    /// Where the vertices of such surfaces end.
    pub end: &'a [Point],
}

/// The cosine to the normal of a face beyond which a direction leads under it for certain: 6° under its plane.
const UNDER: f64 = -0.1;

impl Sweep<'_> {
    /// Whether a pair is of cloth and skin, and the cloth is inside the solid when its particles are here, at this part of the step.
    pub fn is_inside(&self, pair: &Pair, at: &[Point; 4], time: f64) -> bool {
        let Some(skin) = &self.skin else { return false };
        let is_skin = |side: &[VertexId]| side.iter().all(|v| skin.closed[v.index()]);
        let (one, other) = pair.sides();
        let (side, to_cloth) = match (is_skin(one), is_skin(other)) {
            (false, true) => (other, 1.0),
            (true, false) => (one, -1.0),
            _ => return false,
        };
        let way = weighted(&pair.near(at).weights, |i| at[i].coords) * to_cloth;
        let place = |v: VertexId| self.start[v.index()] + (skin.end[v.index()] - self.start[v.index()]) * time;
        let is_under = |face: FaceId| {
            let [a, b, c] = self.mesh.face(face).map(place);
            leads_under(&way, &(b - a).cross(&(c - a)))
        };
        // The faces that all of the side belong to: around a vertex, an edge, or the face itself.
        let around = self.mesh.fan(side[0]).faces.iter().copied();
        let mut shared = around.filter(|face| side.iter().all(|v| self.mesh.face(*face).contains(v))).peekable();
        shared.peek().is_some() && shared.all(is_under)
    }
}

fn leads_under(way: &Vector, normal: &Vector) -> bool {
    way.dot(normal) < UNDER * way.norm() * normal.norm()
}
