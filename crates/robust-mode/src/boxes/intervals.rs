//! What planes mean for particles: an interval for each coordinate (LKC98 eq. 8–10).
//!
//! Of all planes above a particle the lowest counts, of all below it the highest. If the lowest above is below the highest below, two boxes
//! that share the particle are met from both sides: a *conflict*. It then has to end between them, so the two are swapped, and the next
//! run's planes are nearer to each other.
//!
//! Departures. The paper asks on which side of a plane a particle starts; here it is the box's side that counts: a corner that runs away
//! from what follows it can start beyond the plane in which it is overtaken. And swapped intervals may take many runs to shrink; so
//! planes that were tried in vain become *firm*: they are moved to where the two boxes start, carried along with the mean motion of
//! the cloth. Where everything starts fits all such planes at once, so firm planes never contradict each other, and those that
//! contradict a firm one become firm too.

use super::plane::{Below, Plane};
use super::{Couple, Step};
use geometry::{FaceId, Vector};
use std::collections::BTreeMap;

/// Between what each coordinate of each particle has to end, in m.
#[derive(Clone, Debug, PartialEq)]
pub struct Intervals(Vec<[[f64; 2]; 3]>);

/// Any place at all.
const FREE: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

impl Intervals {
    /// Of all planes, some of which are made firm, and how many coordinates had contradicting bounds. `carried` is the mean way of the
    /// cloth in the step.
    pub fn of(step: &Step, planes: &mut BTreeMap<Couple, Plane>, carried: &Vector) -> (Self, usize) {
        loop {
            let mut all = bounds(step, planes);
            let contradicts = |v: usize, axis: usize| all[v][axis][0] > all[v][axis][1];
            let touches = |(couple, plane): &(&Couple, &Plane)| {
                couple.iter().flat_map(|face| step.mesh.face(*face)).any(|v| contradicts(v.index(), plane.axis))
            };
            let in_conflict: Vec<Couple> = planes.iter().filter(touches).map(|(couple, _)| *couple).collect();
            let meets_firm = in_conflict.iter().any(|couple| planes[couple].is_firm);
            let soft: Vec<Couple> = in_conflict.into_iter().filter(|couple| !planes[couple].is_firm).collect();
            if !meets_firm || soft.is_empty() {
                let conflicting = all.as_flattened_mut().iter_mut().filter(|[low, high]| low > high);
                let conflicts = conflicting.map(|bounds| bounds.swap(0, 1)).count();
                return (Self(all), conflicts);
            }
            for couple in soft {
                if let Some(plane) = planes.get_mut(&couple) {
                    *plane = plane.firm(carried[plane.axis], step.clearance);
                }
            }
        }
    }

    /// A coordinate of a particle, moved into its interval.
    #[inline]
    pub fn clamp(&self, particle: usize, axis: usize, x: f64) -> f64 {
        let [low, high] = self.0[particle][axis];
        x.max(low).min(high)
    }

    /// Whether a particle may go anywhere.
    #[inline]
    pub fn is_free(&self, particle: usize) -> bool {
        self.0[particle] == [FREE; 3]
    }
}

/// The bounds of each coordinate of each particle.
fn bounds(step: &Step, planes: &BTreeMap<Couple, Plane>) -> Vec<[[f64; 2]; 3]> {
    let mut all = vec![[FREE; 3]; step.start.len()];
    for ([first, second], plane) in planes {
        let half = plane.half(step.clearance);
        let (lower, upper): (FaceId, FaceId) =
            if plane.below == Below::First { (*first, *second) } else { (*second, *first) };
        for v in step.mesh.face(lower) {
            let bounds = &mut all[v.index()][plane.axis];
            bounds[1] = bounds[1].min(plane.at - half);
        }
        for v in step.mesh.face(upper) {
            let bounds = &mut all[v.index()][plane.axis];
            bounds[0] = bounds[0].max(plane.at + half);
        }
    }
    all
}
