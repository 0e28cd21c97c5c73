//! The character as the tailor sees it: a surface at rest, a tree of joints, and who follows whom.
//!
//! Not here: files, animation, skinning. Whoever knows those fills in a [`Form`].

use crate::error::TailorError;
use geometry::predicates::LARGEST;
use geometry::{Point, bvh::Bounds};

/// A character at rest, facing +Z with its left at +X, Y up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form {
    /// Where its vertices are, welded, in metres.
    pub positions: Vec<Point>,
    /// Its triangles, counter-clockwise seen from outside. Any number of shells, closed or not, which may overlap.
    pub triangles: Vec<[u32; 3]>,
    /// Its joints; parents may come in any order.
    pub joints: Vec<FormJoint>,
    /// For every vertex the joints it follows and how much; weights need not add up to one.
    pub influences: Vec<Vec<(usize, f64)>>,
}

/// A joint of a [`Form`].
#[derive(Clone, Debug, PartialEq)]
pub struct FormJoint {
    /// Its name in the file.
    pub name: String,
    /// The joint it hangs from.
    pub parent: Option<usize>,
    /// Where it is at rest.
    pub position: Point,
}

impl Form {
    /// Checks every index and number, so that no later stage has to.
    pub(crate) fn check(&self) -> Result<(), TailorError> {
        let broken = |what: String| Err(TailorError::Form(what));
        if self.positions.is_empty() || self.triangles.is_empty() {
            return broken("it has no triangles".to_owned());
        }
        if self.influences.len() != self.positions.len() {
            return broken(format!("{} influences for {} vertices", self.influences.len(), self.positions.len()));
        }
        if let Some(vertex) = self.positions.iter().position(|p| !is_usable(p)) {
            return broken(format!("the position of vertex {vertex} is not finite, or too large"));
        }
        let vertex_count = self.positions.len();
        if let Some(face) = self.triangles.iter().position(|t| t.iter().any(|&v| v as usize >= vertex_count)) {
            return broken(format!("triangle {face} names a vertex beyond the {vertex_count} there are"));
        }
        let joints = self.joints.len();
        if let Some(joint) = self.joints.iter().position(|j| j.parent.is_some_and(|p| p >= joints)) {
            return broken(format!("joint {joint} hangs from a joint that does not exist"));
        }
        if let Some(joint) = self.joints.iter().position(|j| !is_usable(&j.position)) {
            return broken(format!("the position of joint {joint} is not finite, or too large"));
        }
        let is_sane = |&(joint, weight): &(usize, f64)| joint < joints && weight.is_finite() && weight >= 0.0;
        if let Some(vertex) = self.influences.iter().position(|list| !list.iter().all(is_sane)) {
            return broken(format!("vertex {vertex} follows a joint that does not exist, or with a weight below zero"));
        }
        Ok(())
    }

    /// The box around the surface.
    pub fn bounds(&self) -> Bounds {
        Bounds::around(&self.positions)
    }

    /// How tall it is; its largest extent where it is flat.
    pub fn height(&self) -> f64 {
        let extents = self.bounds().extents();
        if extents.y > 0.0 { extents.y } else { extents.amax() }
    }

    /// The weight of every joint at a vertex, scaled to add up to one; nothing for a vertex that follows no joint.
    pub(crate) fn shares(&self, vertex: u32) -> impl Iterator<Item = (usize, f64)> {
        let list = &self.influences[vertex as usize];
        let sum: f64 = list.iter().map(|&(_, weight)| weight).sum();
        list.iter().filter(move |_| sum > 0.0).map(move |&(joint, weight)| (joint, weight / sum))
    }
}

fn is_usable(p: &Point) -> bool {
    p.iter().all(|x| x.is_finite() && x.abs() <= LARGEST)
}
