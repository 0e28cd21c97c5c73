//! Is the garment what was asked for? Exact crossings with itself and the body, distances, lengths of edges.

use crate::form::Form;
use crate::nearest::NearestTree;
use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::shapes::Shape;
use geometry::{Assembly, FaceId, Part, Point, Vector};
use rayon::prelude::*;

/// Edges between these parts of the asked length count as even.
pub const EVEN: std::ops::RangeInclusive<f64> = 0.5..=1.6;

/// What the garment does to itself and to the body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Crossings {
    /// Edges of the garment through faces of the garment.
    pub itself: usize,
    /// Edges of either through faces of the other. What the body does to itself does not count.
    pub body: usize,
}

impl Crossings {
    /// Whether there is none.
    pub fn is_clean(self) -> bool {
        self == Self::default()
    }

    /// How many there are.
    pub fn count(self) -> usize {
        self.itself + self.body
    }
}

/// The crossings that involve the garment.
pub(crate) fn crossings(garment: &Shape, form: &Form) -> Crossings {
    let near = near_triangles(garment, form);
    let mut found = Crossings::default();
    let Some(assembly) = assemble(garment, form, &near) else { return found };
    let mesh = assembly.mesh();
    let tree = BoxTree::build(mesh.faces().len(), |f| assembly.face_bounds(FaceId(f), assembly.positions()));
    let of_garment = |face: FaceId| assembly.piece_of(face) == 0;
    for crossing in gia::crossings::find(mesh, assembly.positions(), &tree) {
        match (of_garment(mesh.edge(crossing.edge).owner()), of_garment(crossing.face)) {
            (true, true) => found.itself += 1,
            (false, false) => {}
            _ => found.body += 1,
        }
    }
    found
}

/// The body's triangles whose boxes come near the garment's: fingers and faces need not be looked at.
fn near_triangles(garment: &Shape, form: &Form) -> Vec<[u32; 3]> {
    let bounds = Bounds::around(&garment.positions);
    let of = |t: &[u32; 3]| Bounds::around(t.iter().map(|&v| &form.positions[v as usize]));
    form.triangles.iter().filter(|t| of(t).overlaps(&bounds)).copied().collect()
}

/// Garment and body as one mesh. A body whose edges have three faces or more is taken apart into single triangles: what
/// crosses the garment is the same.
fn assemble(garment: &Shape, form: &Form, triangles: &[[u32; 3]]) -> Option<Assembly> {
    let ours = Part { positions: &garment.positions, triangles: &garment.triangles };
    if triangles.is_empty() {
        return Assembly::new(&[ours]).ok();
    }
    let body = Part { positions: &form.positions, triangles };
    Assembly::new(&[ours, body]).ok().or_else(|| {
        let positions: Vec<Point> = triangles.iter().flatten().map(|&v| form.positions[v as usize]).collect();
        let single: Vec<[u32; 3]> = (0..triangles.len() as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
        Assembly::new(&[ours, Part { positions: &positions, triangles: &single }]).ok()
    })
}

/// Where a garment's distance to the body is measured: vertices, middles of edges, middles of faces; with the vertices each
/// depends on.
pub(crate) fn samples(garment: &Shape) -> Vec<(Point, [u32; 3])> {
    let at = |v: u32| garment.positions[v as usize].coords;
    let mut samples = Vec::with_capacity(garment.triangles.len() * 7);
    for &[a, b, c] in &garment.triangles {
        samples.push((Point::from((at(a) + at(b) + at(c)) / 3.0), [a, b, c]));
        for [p, q] in [[a, b], [b, c], [c, a]] {
            samples.push((Point::from(at(p)), [p, p, p]));
            samples.push((Point::from((at(p) + at(q)) / 2.0), [p, q, q]));
        }
    }
    samples
}

/// The least distance between garment and body, over [`samples`] of the garment and the body's vertices.
pub(crate) fn least_distance(garment: &Shape, form: &Form, body: &NearestTree, ease: f64) -> f64 {
    let to = |tree: &NearestTree, p: &Point| tree.within(p, 2.0 * ease).map_or(2.0 * ease, |place| place.distance);
    let from_garment = samples(garment).par_iter().map(|(p, _)| to(body, p)).reduce(|| f64::INFINITY, f64::min);
    let cloth = NearestTree::new(&garment.positions, &garment.triangles);
    let from_body = form.positions.par_iter().map(|p| to(&cloth, p)).reduce(|| f64::INFINITY, f64::min);
    from_garment.min(from_body)
}

/// The lengths of a garment's edges.
pub(crate) fn edge_lengths(garment: &Shape) -> Vec<f64> {
    let length = |[a, b]: [u32; 2]| -> f64 {
        let offset: Vector = garment.positions[a as usize] - garment.positions[b as usize];
        offset.norm()
    };
    let sides = garment.triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    let mut edges: Vec<[u32; 2]> = sides.map(|[a, b]| [a.min(b), a.max(b)]).collect();
    edges.sort_unstable();
    edges.dedup();
    edges.into_iter().map(length).collect()
}

/// The part of a garment's edges that are even.
pub(crate) fn even_share(garment: &Shape, edge: f64) -> f64 {
    let lengths = edge_lengths(garment);
    let even = lengths.iter().filter(|&&length| EVEN.contains(&(length / edge))).count();
    even as f64 / lengths.len().max(1) as f64
}
