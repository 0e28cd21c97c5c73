//! What planes mean for particles: an interval for each coordinate (LKC98 eq. 8–10).
//!
//! Of all planes above a particle the lowest counts, of all below it the highest. If the lowest above is below the highest below, two boxes
//! that share the particle are met from both sides; it then has to end between them, so the two are swapped. The planes
//! of the next run are nearer to each other, and so on: the interval shrinks until it fits.
//!
//! Departure: the paper asks on which side of a plane a particle starts. Here it is the box's side that counts: a corner that runs away
//! from what follows it can start beyond the plane in which it is overtaken.

use super::plane::{Below, Plane};
use super::{Couple, Step};
use std::collections::BTreeMap;

/// Between what each coordinate of each particle has to end, in m.
#[derive(Clone, Debug, PartialEq)]
pub struct Intervals(Vec<[[f64; 2]; 3]>);

/// Any place at all.
const FREE: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

impl Intervals {
    /// Of all planes, and how many coordinates had contradicting bounds.
    pub fn of(step: &Step, planes: &BTreeMap<Couple, Plane>) -> (Self, usize) {
        let mut all = vec![[FREE; 3]; step.start.len()];
        for ([first, second], plane) in planes {
            let half = 0.5 * step.clearance.min(plane.gap);
            let (lower, upper) = if plane.below == Below::First { (first, second) } else { (second, first) };
            for v in step.mesh.face(*lower) {
                let bounds = &mut all[v.index()][plane.axis];
                bounds[1] = bounds[1].min(plane.at - half);
            }
            for v in step.mesh.face(*upper) {
                let bounds = &mut all[v.index()][plane.axis];
                bounds[0] = bounds[0].max(plane.at + half);
            }
        }
        let mut conflicts = 0;
        for bounds in all.as_flattened_mut().iter_mut().filter(|[low, high]| low > high) {
            bounds.swap(0, 1);
            conflicts += 1;
        }
        (Self(all), conflicts)
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
