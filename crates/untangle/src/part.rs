//! After zero crossings: everything around what moved is parted to its thickness, and edges go back to their lengths.
//!
//! No particle moves farther than a little less than half its distance to anything, so nothing can meet on the way (module
//! `near`); the result is a legal start for solvers that never allow a penetration. Where two parts touch exactly there is no
//! such distance: there a tiny step is tried, and taken back where the exact analysis objects.

use crate::analyse::Exact;
use crate::elastic::{Cloth, Elastic};
use crate::goal::{Goal, HARD};
use crate::near::{self, Pair, Search, clearances};
use crate::repair::Work;
use crate::tangle;
use geometry::Point;

/// The part of its clearance that a particle may move; under a half.
const SHARE: f64 = 0.45;
/// A little more than the thickness, so that the thickness is reached and not only approached.
const MARGIN: f64 = 1.02;
/// The farthest that a particle moves in a step, in mean edges.
const FARTHEST: f64 = 0.1;
/// The step of a particle that touches something, in mean edges.
const TINY: f64 = 1e-7;
/// The most steps.
const ITERATIONS: usize = 80;
/// So many steps in which no less is missing are enough.
const PATIENCE: usize = 12;
/// Done when nothing moved farther than this, in mean edges, and all are apart.
const STILL: f64 = 5e-3;
/// What is missing must fall under this part of the least so far to be less.
const LESS: f64 = 0.98;
/// As near as this to the thickness is apart.
const ENOUGH: f64 = 0.999;

/// Parts everything; how far apart the nearest then are, at the most the thickness.
pub(crate) fn part(work: &mut Work, exact: &mut Exact) -> f64 {
    let thickness = work.scaled.thickness;
    let reach = (thickness * MARGIN).max(2.0 * FARTHEST);
    let ease = vec![1.0; work.best.len()];
    let mut separation = 0f64;
    let (mut least, mut since) = (f64::INFINITY, 0);
    exact.analyse(&work.best);
    for iteration in 0..ITERATIONS {
        let search = Search {
            mesh: work.tangled.mesh,
            positions: &work.best,
            tree: exact.tree(),
            region: &work.region,
            reach,
            rings: near::rings(thickness),
        };
        let pairs = search.pairs();
        separation = nearest(&pairs, thickness);
        let missing = missing(&pairs, thickness);
        (least, since) = if missing < LESS * least { (missing, 0) } else { (least, since + 1) };
        let goals = goals(work, &pairs);
        let cloth = Cloth {
            mesh: work.tangled.mesh,
            positions: &work.best,
            rest: &work.scaled.rest,
            ease: &ease,
            curvature: &work.scaled.curvature,
            smooth: &[],
        };
        let step = Elastic::new(cloth, &work.region, &goals).step();
        let mut next = work.best.clone();
        let mut farthest = 0f64;
        for ((vertex, by), clear) in
            work.region.vertices().iter().zip(step).zip(clearances(&work.region, &pairs, reach))
        {
            let length = by.norm();
            if length.is_finite() && length > 0.0 {
                let by = by * ((SHARE * clear).clamp(TINY, FARTHEST) / length).min(1.0);
                farthest = farthest.max(by.norm());
                next[vertex.index()] += by;
            }
        }
        let done = (separation >= ENOUGH * thickness && farthest < STILL) || since > PATIENCE;
        if done || iteration + 1 == ITERATIONS || !accept(work, exact, next) || work.is_over() {
            break;
        }
        work.iterations += 1;
    }
    separation
}

/// Takes a state if nothing crosses in it; what does is taken back, particle by particle, as far as that helps.
fn accept(work: &mut Work, exact: &mut Exact, mut next: Vec<Point>) -> bool {
    const TRIES: usize = 8;
    for _ in 0..TRIES {
        let analysis = exact.analyse(&next);
        let knots = tangle::knots(work.tangled, &next, &analysis);
        if knots.is_empty() {
            work.best = next;
            return true;
        }
        for vertex in knots.iter().flat_map(|knot| tangle::around(work.tangled.mesh, &knot.involved, 1)) {
            next[vertex.index()] = work.best[vertex.index()];
        }
    }
    false
}

fn goals(work: &Work, pairs: &[Pair]) -> Vec<Goal> {
    let thickness = work.scaled.thickness;
    let near = pairs.iter().filter(|pair| !pair.joined && pair.distance < thickness);
    near.filter_map(|pair| pair.parted(thickness * MARGIN, HARD)).collect()
}

/// How much all pairs together are nearer than the thickness.
fn missing(pairs: &[Pair], thickness: f64) -> f64 {
    pairs.iter().filter(|pair| !pair.joined).map(|pair| (thickness - pair.distance).max(0.0)).sum()
}

/// The distance of the nearest pair that is not joined, at the most the thickness.
fn nearest(pairs: &[Pair], thickness: f64) -> f64 {
    pairs.iter().filter(|pair| !pair.joined).fold(thickness, |least, pair| least.min(pair.distance))
}
