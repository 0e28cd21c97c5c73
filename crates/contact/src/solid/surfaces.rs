//! A particle against a mesh: the rule of the module above, with searches as short as they can be.

use super::entry::{self, Entry};
use super::homewards::homewards;
use super::overlap::beside_overlap;
use super::{Found, Path, Reach, SAME_SIDE, Spot, Touch};
use crate::When;
use crate::surface::{Near, Surface};
use geometry::bvh::Bounds;
use geometry::distance::Feature;
use geometry::{FaceId, Point, Vector};

/// What becomes of a particle and a mesh.
pub(super) enum Answer {
    /// They are near; how near is for the caller to judge.
    Touch(Touch),
    /// They have nothing to do with each other.
    Apart,
    /// The particle is this deep inside, in metres: deeper than the reach.
    Deeper(f64),
}

/// A place on the surface, carried to t1 as a plane.
struct Carried {
    spot: Spot,
    point: Point,
    normal: Vector,
    displacement: Vector,
    /// How high the particle is over the plane at t0.
    height_t0: f64,
}

/// The guess is a face that may be near; it becomes one that is. It changes how long the search takes, not the answer.
pub(super) fn touch(
    path: &Path,
    surface: &Surface,
    reach: &Reach,
    home: Option<FaceId>,
    guess: &mut Option<FaceId>,
) -> Answer {
    let radius = path.thickness + reach.depth.max(reach.margin);
    let bounds = Bounds::around([&path.from, &path.to]);
    if !bounds.grown(radius).overlaps(surface.swept()) {
        return Answer::Apart;
    }
    let before = surface.nearest_from(&path.from, radius, When::T0, *guess);
    *guess = before.map_or(*guess, |near| Some(near.face));
    let home = home.zip(before).and_then(|(home, before)| homewards(path, surface, radius, home, &before));
    if let Some(near) = home {
        return Answer::Touch(Touch { found: Found::Homewards, ..nearest(path, surface, &near, before.as_ref()) });
    }
    if let Some(near) = before.and_then(|before| beside_overlap(path, surface, radius, &before)) {
        return Answer::Touch(Touch { found: Found::BesideOverlap, ..nearest(path, surface, &near, None) });
    }
    let inside_before = before.is_some_and(|near| near.distance < 0.0);
    let entry = if inside_before { None } else { enters(path, surface, before.as_ref(), &bounds) };
    let after = surface.nearest_from(&path.to, radius, When::T1, *guess);
    let inside_after = after.is_some_and(|near| near.distance < 0.0);
    let side = match (&entry, &before) {
        (Some(entry), _) => carry(path, surface, entry.face, entry.barycentric, Feature::Face),
        (None, Some(near)) => carry(path, surface, near.face, near.barycentric, near.feature),
        (None, None) => None,
    };
    let belongs = entry.is_some() || inside_before || inside_after;
    match (side, after) {
        (Some(side), after) if belongs && after.is_none_or(|near| near.normal.dot(&side.normal) < SAME_SIDE) => {
            let found = if entry.is_some() { Found::Entered } else { Found::Carried };
            let distance = (path.to - side.point).dot(&side.normal);
            let Carried { spot, point, normal, displacement, height_t0 } = side;
            let distance_t0 = height_t0;
            Answer::Touch(Touch { spot, distance_t0, distance, point, normal, displacement, found })
        }
        (_, Some(near)) => Answer::Touch(nearest(path, surface, &near, before.as_ref())),
        (_, None) => deeper(path, surface, guess),
    }
}

/// Where the particle enters, if it can at all: nothing is nearer at t0 than `before`, and nothing moves faster than the
/// surface's fastest vertex.
fn enters(path: &Path, surface: &Surface, before: Option<&Near>, bounds: &Bounds) -> Option<Entry> {
    let travel = (path.to - path.from).norm() + surface.farthest();
    if before.is_some_and(|near| near.distance > travel) {
        return None;
    }
    entry::first(&path.from, &path.to, surface, bounds)
}

/// None where the feature has no normal at t1.
fn carry(path: &Path, surface: &Surface, face: FaceId, barycentric: [f64; 3], feature: Feature) -> Option<Carried> {
    let normal = surface.feature_normal(face, feature, When::T1);
    (normal != Vector::zeros()).then(|| Carried {
        spot: Spot::Face { face, barycentric },
        point: surface.place(face, barycentric, When::T1),
        normal,
        displacement: surface.displacement(face, barycentric),
        height_t0: height_t0(path, surface, face, barycentric, feature),
    })
}

/// How high a particle is at t0 over the plane at a place of the surface.
fn height_t0(path: &Path, surface: &Surface, face: FaceId, barycentric: [f64; 3], feature: Feature) -> f64 {
    let away = path.from - surface.place(face, barycentric, When::T0);
    away.dot(&surface.feature_normal(face, feature, When::T0))
}

fn nearest(path: &Path, surface: &Surface, near: &Near, before: Option<&Near>) -> Touch {
    let height = || height_t0(path, surface, near.face, near.barycentric, near.feature);
    let distance_t0 = before.map_or_else(height, |near| near.distance);
    Touch {
        spot: Spot::Face { face: near.face, barycentric: near.barycentric },
        distance_t0,
        distance: near.distance,
        point: near.point,
        normal: near.normal,
        displacement: surface.displacement(near.face, near.barycentric),
        found: Found::Nearest,
    }
}

/// The cosine between normals under which two sides of a mesh are two: they meet at 30° or more. Less, and a particle that slides along
/// one of them hardly comes nearer to the other in a step.
const BEND: f64 = 0.87;
/// How many sides a particle touches besides the nearest. Three planes leave no way but out.
const OTHERS: usize = 2;

/// The other sides of a mesh at t1, no farther than this, that a particle in a hollow is outside of, the nearest first. What is deeper
/// inside the nearest side than its thickness has one way out, and is not held up on it.
pub(super) fn hollow(path: &Path, surface: &Surface, nearest_one: &Touch, reach: f64) -> Vec<Touch> {
    if nearest_one.found != Found::Nearest || nearest_one.distance < -path.thickness {
        return Vec::new();
    }
    let differs = |one: &Vector, other: &Vector| one.dot(other) < BEND;
    let mut sides: Vec<Near> = Vec::new();
    surface.around(&path.to, reach, |face| {
        if differs(&surface.feature_normal(face, Feature::Face, When::T1), &nearest_one.normal) {
            let near = surface.near_on(face, &path.to, When::T1);
            let is_side = near.distance > 0.0 && near.distance <= reach && differs(&near.normal, &nearest_one.normal);
            if is_side && surface.is_foot(&near, |face| surface.is_nearer(face, &near, &path.to, When::T1)) {
                sides.push(near);
            }
        }
    });
    sides.sort_unstable_by(|a, b| a.distance.total_cmp(&b.distance).then(a.face.cmp(&b.face)));
    let mut others: Vec<Touch> = Vec::new();
    for near in sides {
        if others.len() < OTHERS && others.iter().all(|other| differs(&near.normal, &other.normal)) {
            others.push(nearest(path, surface, &near, None));
        }
    }
    others
}

/// How much room there is at t1 between the side that a particle touches and one that faces it, in metres; none if nothing faces it
/// nearby, or if it is deeper inside the first than far from the second: then it does not lie between them. Beside an overlap there is
/// less than none.
pub(super) fn room(path: &Path, surface: &Surface, touch: &Touch) -> Option<f64> {
    if touch.distance >= path.thickness || touch.found == Found::Homewards {
        return None;
    }
    let beside_overlap = touch.found == Found::BesideOverlap;
    let reach = 2.0 * path.thickness - if beside_overlap { touch.distance } else { 0.0 };
    let facing = surface.nearest_facing(&path.to, reach, When::T1, &-touch.normal)?;
    let faces_it = facing.distance > 0.0 && facing.normal.dot(&touch.normal) < -SAME_SIDE;
    Some(touch.distance + facing.distance).filter(|room| faces_it && (beside_overlap || *room > 0.0))
}

/// Nothing is within reach at t1: either the particle is far outside, or it is deep inside.
fn deeper(path: &Path, surface: &Surface, guess: &mut Option<FaceId>) -> Answer {
    let at = Bounds { low: path.to, high: path.to };
    if !at.overlaps(surface.swept()) {
        return Answer::Apart;
    }
    let near = surface.nearest_from(&path.to, f64::INFINITY, When::T1, *guess);
    *guess = near.map(|near| near.face);
    match near {
        Some(near) if near.distance < 0.0 => Answer::Deeper(-near.distance),
        _ => Answer::Apart,
    }
}
