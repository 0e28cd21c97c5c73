//! The garment's boundaries as loops, with names a user can pin by: waist, neck, `cuff_left` …
//!
//! 1. Boundary edges are chained into loops, each in the direction of its faces.
//! 2. Every loop is asked which joints the body under it follows, and what lies beyond it.
//! 3. Names (module `names`) come from the joints' own names and from where the loop sits; what nothing is known of is
//!    `loop_1`, `loop_2` …
//! 4. The faces that touch a loop are its group; the rest is `body`.

use crate::form::Form;
use crate::names;
use crate::nearest::NearestTree;
use geometry::{Point, Vector, shapes::Shape};
use std::collections::BTreeMap;

/// The group of the faces that touch no loop.
pub const REST: &str = "body";

/// A boundary loop of a garment.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// What it is called.
    pub name: String,
    /// Its vertices in order; the last is joined to the first.
    pub vertices: Vec<u32>,
    /// How long it is, in metres.
    pub length: f64,
}

/// A named set of faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What it is called.
    pub name: String,
    /// Its faces, ascending.
    pub faces: Vec<u32>,
}

/// The loops of a garment, longest first, named.
pub(crate) fn find(garment: &Shape, form: &Form, tree: &NearestTree) -> Vec<Loop> {
    let mut rings = rings(garment);
    rings.sort_by(|a, b| length(garment, b).total_cmp(&length(garment, a)).then(a.cmp(b)));
    let middle = mean(garment.positions.iter());
    let sights: Vec<names::Sight> = rings
        .iter()
        .map(|ring| {
            let center = mean(ring.iter().map(|&v| &garment.positions[v as usize]));
            names::Sight { center, above: center.y > middle.y, shares: shares_under(garment, form, tree, ring) }
        })
        .collect();
    let named = names::name_all(form, &sights);
    rings
        .into_iter()
        .zip(named)
        .map(|(vertices, name)| Loop { name, length: length(garment, &vertices), vertices })
        .collect()
}

/// Boundary edges chained into rings.
pub(crate) fn rings(garment: &Shape) -> Vec<Vec<u32>> {
    let mut next: BTreeMap<u32, u32> = BTreeMap::new();
    let sides: std::collections::HashSet<(u32, u32)> =
        garment.triangles.iter().flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]).collect();
    for &[a, b, c] in &garment.triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            if !sides.contains(&(to, from)) {
                next.insert(from, to);
            }
        }
    }
    chain(next)
}

/// Rings of vertices, each followed by the one that `next` names; every ring starts at its lowest vertex.
pub(crate) fn chain(mut next: BTreeMap<u32, u32>) -> Vec<Vec<u32>> {
    let mut rings = Vec::new();
    while let Some((&start, _)) = next.first_key_value() {
        let mut ring = Vec::new();
        let mut at = start;
        while let Some(to) = next.remove(&at) {
            ring.push(at);
            at = to;
        }
        rings.push(ring);
    }
    rings
}

/// How long a ring is.
pub(crate) fn length(garment: &Shape, ring: &[u32]) -> f64 {
    let at = |v: u32| garment.positions[v as usize];
    let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
    pairs.map(|(&a, &b)| (at(a) - at(b)).norm()).sum()
}

fn mean<'a>(points: impl Iterator<Item = &'a Point>) -> Point {
    let (sum, count) = points.fold((Vector::zeros(), 0.0), |(sum, count), p| (sum + p.coords, count + 1.0));
    Point::from(sum / f64::max(count, 1.0))
}

/// How much the body under a ring follows each joint.
fn shares_under(garment: &Shape, form: &Form, tree: &NearestTree, ring: &[u32]) -> Vec<f64> {
    let mut shares = vec![0.0; form.joints.len()];
    for &vertex in ring {
        let Some(place) = tree.nearest(&garment.positions[vertex as usize]) else { continue };
        let corners = form.triangles[place.triangle as usize];
        for (corner, weight) in corners.into_iter().zip(place.weights) {
            for (joint, share) in form.shares(corner) {
                shares[joint] += share * weight / ring.len() as f64;
            }
        }
    }
    shares
}

/// The faces that touch each loop, and the rest.
pub(crate) fn groups(garment: &Shape, loops: &[Loop]) -> Vec<Group> {
    let mut loop_of = vec![usize::MAX; garment.positions.len()];
    for (index, ring) in loops.iter().enumerate() {
        for &vertex in &ring.vertices {
            loop_of[vertex as usize] = index;
        }
    }
    let mut faces = vec![Vec::new(); loops.len() + 1];
    for (face, corners) in garment.triangles.iter().enumerate() {
        let owner = corners.iter().map(|&v| loop_of[v as usize]).min().unwrap_or(usize::MAX);
        faces[owner.min(loops.len())].push(face as u32);
    }
    let names = loops.iter().map(|l| l.name.clone()).chain([REST.to_owned()]);
    names.zip(faces).map(|(name, faces)| Group { name, faces }).filter(|group| !group.faces.is_empty()).collect()
}
