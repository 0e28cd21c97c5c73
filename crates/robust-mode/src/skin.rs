//! Skins: the surfaces of solids. They are met from outside only.
//!
//! Cloth gets inside a solid where bodies pinch it. When they let go of it, contact draws it out, and the way out leads through the skin,
//! wherever that is nearest; stopped there, it would stay inside for good. So a pair of cloth and skin is no collision if the cloth is
//! inside where they meet. Nothing is lost by it: whatever is to get inside has to pass through some part of the skin from outside, and
//! is stopped there.
//!
//! Where contact let cloth through a solid, because it would have torn it, the skin does too: otherwise a finger that hooks a fold would drag
//! it along, however far.
//!
//! Inside is what is under all faces that the skin's side of the pair belongs to: its face, the two of an edge, the fan of a vertex. At
//! hollow edges that is less than all there is. Beside a face, neither under nor over it, the motion decides. What is not certain
//! is met.

use crate::pair::{Pair, weighted};
use crate::sweep::Sweep;
use geometry::{FaceId, Point, Vector, VertexId};

/// What is skin.
#[derive(Clone, Copy, Debug)]
pub struct Skin<'a> {
    /// Whether each vertex is part of a closed surface with a solid inside, its faces turning their normals outwards, and cloth may leave
    /// the solid there.
    pub exits: &'a [bool],
    /// Where the vertices of such surfaces end.
    pub end: &'a [Point],
    /// Whether each particle of the cloth, whose vertices come first, is let through in this step.
    pub let_through: &'a [bool],
}

/// The cosine to the normal of a face beyond which a direction leads out of its plane for certain: by 6°.
const CERTAIN: f64 = 0.1;

impl Sweep<'_> {
    /// Whether a pair is of cloth and skin, and the cloth is inside the solid at the start.
    pub fn starts_inside(&self, pair: &Pair) -> bool {
        let starts = self.starts(pair);
        self.passes_outwards(pair, [&starts, &starts], 0.0)
    }

    /// Whether a pair is of cloth and skin, on its way to these ends, and at this part of the step the cloth is inside the solid or on its
    /// way out.
    pub fn is_leaving(&self, pair: &Pair, ends: &[Point; 4], time: f64) -> bool {
        self.passes_outwards(pair, [&self.starts(pair), ends], time)
    }

    /// Whether a pair is of a solid and cloth that it lets through.
    pub fn lets_through(&self, pair: &Pair) -> bool {
        let Some(Skin { let_through, .. }) = &self.skin else { return false };
        let of_solid = |side: &[VertexId]| side.iter().all(|v| v.index() >= let_through.len());
        let passes = |side: &[VertexId]| side.iter().any(|v| let_through.get(v.index()) == Some(&true));
        let (one, other) = pair.sides();
        (of_solid(one) && passes(other)) || (of_solid(other) && passes(one))
    }

    fn passes_outwards(&self, pair: &Pair, [starts, ends]: [&[Point; 4]; 2], time: f64) -> bool {
        let Some(skin) = &self.skin else { return false };
        let is_skin = |side: &[VertexId]| side.iter().all(|v| skin.exits[v.index()]);
        let (one, other) = pair.sides();
        let (side, to_cloth) = match (is_skin(one), is_skin(other)) {
            (false, true) => (other, 1.0),
            (true, false) => (one, -1.0),
            _ => return false,
        };
        let at: [Point; 4] = std::array::from_fn(|i| starts[i] + (ends[i] - starts[i]) * time);
        let weights = pair.near(&at).weights;
        let gap = weighted(&weights, |i| at[i].coords) * to_cloth;
        let motion = weighted(&weights, |i| ends[i] - starts[i]) * to_cloth;
        let place = |v: VertexId| self.start[v.index()] + (skin.end[v.index()] - self.start[v.index()]) * time;
        let is_left = |face: FaceId| {
            let [a, b, c] = self.mesh.face(face).map(place);
            let normal = (b - a).cross(&(c - a));
            let (height, speed) = (above(&gap, &normal), above(&motion, &normal));
            height < -CERTAIN || (height < CERTAIN && speed > CERTAIN)
        };
        // The faces that all of the side belong to: around a vertex, an edge, or the face itself.
        let around = self.mesh.fan(side[0]).faces.iter().copied();
        let mut shared = around.filter(|face| side.iter().all(|v| self.mesh.face(*face).contains(v))).peekable();
        shared.peek().is_some() && shared.all(is_left)
    }
}

/// The cosine between a direction and a normal; zero if one of them has no length.
fn above(direction: &Vector, normal: &Vector) -> f64 {
    let lengths = direction.norm() * normal.norm();
    if lengths > 0.0 { direction.dot(normal) / lengths } else { 0.0 }
}
