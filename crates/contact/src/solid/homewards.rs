//! The way out of a solid for a particle that is deep inside it: to the side on which it is worn.

use super::Path;
use crate::When;
use crate::surface::{Near, Surface};
use geometry::bvh::Bounds;
use geometry::distance::Feature;
use geometry::{FaceId, Point, Vector};

/// The contact at t1 of a particle worn over `home`, which is nearest to `before` at t0.
///
/// None if the particle is not deeper inside than its thickness, if the nearest feature is on the side of its home anyway, or if it is
/// not beneath its home: above it, in another limb, or beyond something that the straight way to it leads through.
pub(super) fn homewards(path: &Path, surface: &Surface, reach: f64, home: FaceId, before: &Near) -> Option<Near> {
    let out = surface.feature_normal(home, Feature::Face, When::T0);
    if before.distance > -path.thickness || before.normal.dot(&out) > 0.0 {
        return None;
    }
    let way = surface.place(home, [1.0 / 3.0; 3], When::T0) - path.from;
    if way.dot(&out) <= 0.0 || is_barred(surface, home, &path.from, &way) {
        return None;
    }
    let out = surface.feature_normal(home, Feature::Face, When::T1);
    surface.nearest_facing(&path.to, reach, When::T1, &out)
}

/// Whether the way to a face leads through another one.
fn is_barred(surface: &Surface, home: FaceId, from: &Point, way: &Vector) -> bool {
    let mut barred = false;
    surface.swept_through(&Bounds::around([from, &(from + way)]), |face| {
        barred |= face != home && surface.passage(face, from, way) != 0;
    });
    barred
}
