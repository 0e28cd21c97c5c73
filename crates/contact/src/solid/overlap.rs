//! The way out for a particle beside an overlap: inside one of two limbs that have passed through each other, outside the other.
//!
//! ```text
//!         limb a          ┆ b ┆          limb b
//!  ───────────────────────┆───┆   ×   ← inside b, and nearer to the skin of a, which it is outside of
//!                           skin of a
//! ```
//!
//! The nearest feature tells the side of a particle everywhere else. Here it says that the particle is outside, and nothing holds it
//! until the limbs have parted so far that the skin of b is nearer. How often all of the surface winds around it tells the truth.

use super::Path;
use crate::When;
use crate::surface::{Near, Surface};

/// The contact at t1 of a particle that is nearest to `before` at t0. None if that is right about the side, or if nothing is found that
/// the particle is inside of.
pub(super) fn beside_overlap(path: &Path, surface: &Surface, reach: f64, before: &Near) -> Option<Near> {
    if before.distance <= 0.0 || !surface.is_overlap_near(&path.from, reach) || surface.turns(&path.from) <= 0 {
        return None;
    }
    let mut inside: Option<Near> = None;
    surface.around(&path.from, reach, |face| {
        let near = surface.near_on(face, &path.from, When::T0);
        let nearer =
            |other: &Near| near.distance > other.distance || (near.distance == other.distance && face < other.face);
        let is_foot = || surface.is_foot(&near, |face| surface.is_nearer(face, &near, &path.from, When::T0));
        if near.distance < 0.0 && inside.as_ref().is_none_or(nearer) && is_foot() {
            inside = Some(near);
        }
    });
    let out = inside.filter(|near| near.distance >= -reach)?.normal;
    surface.nearest_facing(&path.to, reach, When::T1, &out)
}
