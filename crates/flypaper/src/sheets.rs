//! The faces near a particle → *sheets*: connected pieces of surface, each with the point where it is nearest.
//!
//! 1. A *foot* is a nearest point that is a local minimum: no face around it is nearer. Where the surface only comes
//!    nearer towards a neighbour there is no contact of its own.
//! 2. Beginning with the nearest foot, a sheet grows across edges over all faces within reach that are turned from it by less than
//!    [`TURN`]. A later foot on the same sheet is the same contact: seen from inside, every facet of a round limb has one.
//!
//! Connection alone is not enough to tell surfaces apart: in the bend of an elbow the forearm and the upper arm are
//! connected, near, and the two that pinch. So are the two sides of a finger, which do not: that is for
//! [`crate::pinch`] to decide.
//!
//! Not here: who pinches.

use crate::Solid;
use crate::pinch::{Foot, Touch};
use contact::solid::Spot;
use contact::{Near, Surface, When};
use geometry::distance::Feature;
use geometry::{FaceId, Point, Vector};

/// The least cosine between the normals of a sheet's foot and of its other faces: they are turned by less than 60°. Two sheets that
/// oppose each other (by more than 90°) then stay two even when both are connected by a round bend.
const TURN: f64 = 0.5;

/// On no sheet.
const NONE: u32 = u32::MAX;

/// A piece of surface near a particle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sheet {
    /// Where it is nearest.
    pub(crate) foot: Foot,
    /// The nearest point.
    point: Point,
    /// Its number among the sheets of its solid.
    number: u32,
}

/// What is near one particle; memory that is kept from one particle to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sheets {
    /// Those that the particle touches or is inside of, the nearest first.
    pub(crate) list: Vec<Sheet>,
    /// For each solid, what is near on it.
    solids: Vec<Nearby>,
}

/// The faces of one solid near the particle.
#[derive(Clone, Debug, Default)]
struct Nearby {
    /// Sorted by face.
    near: Vec<Near>,
    /// The sheet that each is on.
    sheet: Vec<u32>,
    order: Vec<u32>,
    stack: Vec<u32>,
}

impl Sheets {
    /// Finds the sheets around a point at t0.
    pub(crate) fn find(&mut self, solids: &[Solid], point: &Point, touch: &Touch) {
        self.list.clear();
        self.solids.resize_with(solids.len(), Nearby::default);
        for (index, (solid, nearby)) in solids.iter().zip(&mut self.solids).enumerate() {
            match solid {
                Solid::Mesh { surface, .. } => nearby.find(surface, index as u32, point, touch, &mut self.list),
                Solid::Shape(shape) => {
                    let from = shape.from(point, When::T0);
                    let (distance, normal) = (from.distance, from.normal);
                    let foot = Foot { solid: index as u32, spot: Spot::Shape, distance, normal, grip: 1.0 };
                    if touch.touches(distance) {
                        self.list.push(Sheet { foot, point: point - normal * distance, number: 0 });
                    }
                }
            }
        }
        // Stable: of equals the lower solid, then the lower face.
        self.list.sort_by(|a, b| a.foot.distance.abs().total_cmp(&b.foot.distance.abs()));
    }

    /// The faces of a sheet that are joined to its foot by faces no further than this from it.
    pub(crate) fn around_foot(&self, surface: &Surface, sheet: &Sheet, reach: f64) -> Vec<FaceId> {
        let Spot::Face { face, .. } = sheet.foot.spot else { return Vec::new() };
        let nearby = &self.solids[sheet.foot.solid as usize];
        let joined = |face: FaceId| {
            let index = nearby.index(face).filter(|index| nearby.sheet[*index as usize] == sheet.number);
            index.is_some_and(|index| (nearby.near[index as usize].point - sheet.point).norm() <= reach)
        };
        let mesh = surface.mesh();
        let mut faces = vec![face];
        let mut done = 0;
        while let Some(&face) = faces.get(done) {
            done += 1;
            let around = mesh.face_edges(face).map(|edge| mesh.edge(edge).across(face));
            for next in around.into_iter().flatten() {
                if joined(next) && !faces.contains(&next) {
                    faces.push(next);
                }
            }
        }
        faces
    }

    /// The faces of a sheet's solid that are near but on neither of two sheets.
    pub(crate) fn others(&self, sheet: &Sheet, partner: &Sheet) -> impl Iterator<Item = FaceId> {
        let nearby = &self.solids[sheet.foot.solid as usize];
        let same = sheet.foot.solid == partner.foot.solid;
        let (own, second) = (sheet.number, if same { partner.number } else { sheet.number });
        let on_neither = nearby.near.iter().zip(&nearby.sheet).filter(move |(_, s)| **s != own && **s != second);
        on_neither.map(|(near, _)| near.face)
    }
}

impl Nearby {
    fn find(&mut self, surface: &Surface, solid: u32, point: &Point, touch: &Touch, list: &mut Vec<Sheet>) {
        // What the particle does not touch from outside is of interest only as far as it is inside.
        surface.all_within(point, touch.reach(), When::T0, &mut self.near);
        self.sheet.clear();
        self.sheet.resize(self.near.len(), NONE);
        self.order.clear();
        self.order.extend(0..self.near.len() as u32);
        let near = &self.near;
        self.order.sort_by(|&a, &b| near[a as usize].distance.abs().total_cmp(&near[b as usize].distance.abs()));
        let mut number = 0;
        for place in 0..self.order.len() {
            let index = self.order[place];
            if self.sheet[index as usize] != NONE || !self.is_foot(surface, index) {
                continue;
            }
            self.grow(surface, index, number);
            let Near { face, barycentric, distance, normal, point, .. } = self.near[index as usize];
            if touch.touches(distance) {
                let foot = Foot { solid, spot: Spot::Face { face, barycentric }, distance, normal, grip: 1.0 };
                list.push(Sheet { foot, point, number });
            }
            number += 1;
        }
    }

    fn index(&self, face: FaceId) -> Option<u32> {
        self.near.binary_search_by_key(&face, |near| near.face).ok().map(|index| index as u32)
    }

    fn is_foot(&self, surface: &Surface, index: u32) -> bool {
        let near = &self.near[index as usize];
        let distance = |face| self.index(face).map(|index| self.near[index as usize].distance.abs());
        surface.is_foot(near, |face| distance(face).is_some_and(|distance| distance < near.limit()))
    }

    /// Gives a sheet its faces.
    fn grow(&mut self, surface: &Surface, seed: u32, number: u32) {
        let normal_of = |near: &Near| -> Vector { surface.feature_normal(near.face, Feature::Face, When::T0) };
        let normal = normal_of(&self.near[seed as usize]);
        let mesh = surface.mesh();
        self.sheet[seed as usize] = number;
        self.stack.push(seed);
        while let Some(index) = self.stack.pop() {
            let face = self.near[index as usize].face;
            for edge in mesh.face_edges(face) {
                let Some(next) = mesh.edge(edge).across(face).and_then(|across| self.index(across)) else { continue };
                let open = self.sheet[next as usize] == NONE;
                if open && normal_of(&self.near[next as usize]).dot(&normal) > TURN {
                    self.sheet[next as usize] = number;
                    self.stack.push(next);
                }
            }
        }
    }
}
