//! After zero crossings: everything around what moved is parted to its thickness, edges go back to their lengths, and what is
//! folded over is drawn out.
//!
//! Steps are so short that nothing can meet on the way (module `near`); the result is a legal start for solvers that never
//! allow a penetration. Where two parts touch exactly there is no such step: there a tiny one is tried, and taken back where the
//! exact analysis objects.

use crate::analyse::Exact;
use crate::elastic::{Cloth, Elastic};
use crate::goal::{Goal, HARD};
use crate::lack::{self, Lack};
use crate::near::{Pair, Search, limited};
use crate::pinched::State;
use crate::repair::Work;
use crate::tangle;
use geometry::{Point, Vector};

/// A little more than the thickness, so that the thickness is reached and not only approached.
const MARGIN: f64 = 1.02;
/// Pairs are found this far around, in mean edges; half of it is the farthest that a particle moves in a step.
const REACH: f64 = 0.3;
/// The most steps.
const ITERATIONS: usize = 80;
/// So many steps in which no less is missing are enough.
const PATIENCE: usize = 12;
/// Done when nothing moved farther than this, in mean edges, and nothing is missing.
const STILL: f64 = 5e-3;
/// What is missing must fall under this part of the least so far to be less.
const LESS: f64 = 0.98;
/// As near as this to the thickness is apart.
const ENOUGH: f64 = 0.999;
/// Parts everything; how far apart the nearest then are, at the most the thickness.
pub(crate) fn part(work: &mut Work, exact: &mut Exact) -> f64 {
    let thickness = work.scaled.thickness;
    let reach = (thickness * MARGIN).max(REACH);
    let mut separation = 0f64;
    let (mut least, mut since) = (f64::INFINITY, 0);
    let analysis = exact.analyse(&work.best);
    let mut pinched = work.sides.pinched(&work.best, &analysis);
    for iteration in 0..ITERATIONS {
        let search = Search {
            mesh: work.tangled.mesh,
            positions: &work.best,
            tree: exact.tree(),
            region: &work.region,
            reach,
            thickness,
        };
        let mut pairs = search.pairs();
        pairs.retain(|pair| !pinched.has_no_room(work.tangled, pair));
        separation = nearest(&pairs, thickness);
        let missing = missing(work, &pairs);
        (least, since) = if missing < LESS * least { (missing, 0) } else { (least, since + 1) };
        let step = limited(&work.region, &pairs, step(work, &pairs, &pinched), reach);
        let farthest = step.iter().map(Vector::norm).fold(0.0, f64::max);
        let done = (separation >= ENOUGH * thickness && farthest < STILL) || since > PATIENCE;
        let mut next = work.best.clone();
        for (vertex, by) in work.region.vertices().iter().zip(step) {
            next[vertex.index()] += by;
        }
        if done || iteration + 1 == ITERATIONS {
            break;
        }
        let Some(accepted) = accept(work, exact, next) else { break };
        pinched = accepted;
        if work.is_over() {
            break;
        }
        work.iterations += 1;
        let wanted = lack::beyond(work, &work.best);
        work.region.add(work.tangled.mesh, &wanted, work.tangled.held);
    }
    separation
}

fn step(work: &Work, pairs: &[Pair], pinched: &State) -> Vec<Vector> {
    let ease = vec![1.0; work.best.len()];
    let cloth = Cloth {
        mesh: work.tangled.mesh,
        positions: &work.best,
        rest: &work.scaled.rest,
        ease: &ease,
        curvature: &work.scaled.curvature,
        folds: &work.scaled.folds,
        smooth: &[],
    };
    Elastic::new(cloth, &work.region, &goals(work, pairs, pinched)).step()
}

/// Takes a state if nothing crosses in it that is not excused; what does is taken back, particle by particle, as far as that
/// helps.
fn accept(work: &mut Work, exact: &mut Exact, mut next: Vec<Point>) -> Option<State> {
    const TRIES: usize = 8;
    for _ in 0..TRIES {
        let analysis = exact.analyse(&next);
        let pinched = work.sides.pinched(&next, &analysis);
        let knots = tangle::knots(work.tangled, &next, &analysis, &pinched);
        if knots.is_empty() {
            work.best = next;
            return Some(pinched);
        }
        for vertex in knots.iter().flat_map(|knot| tangle::around(work.tangled.mesh, &knot.involved, 1)) {
            next[vertex.index()] = work.best[vertex.index()];
        }
    }
    None
}

fn goals(work: &Work, pairs: &[Pair], pinched: &State) -> Vec<Goal> {
    let thickness = work.scaled.thickness;
    let near = pairs.iter().filter(|pair| !pair.joined && pair.distance < thickness);
    let parted = near.filter_map(|pair| pair.parted(thickness * MARGIN, HARD));
    let midway = work.sides.around_overlaps(pinched, f64::INFINITY).into_iter().map(|(goal, _)| goal);
    parted.chain(midway).collect()
}

/// How much all pairs together are nearer than the thickness, and how much else is lacking; in mean edges.
fn missing(work: &Work, pairs: &[Pair]) -> f64 {
    let thickness = work.scaled.thickness;
    let near = pairs.iter().filter(|pair| !pair.joined).map(|pair| (thickness - pair.distance).max(0.0));
    near.sum::<f64>() + Lack::of(work, &work.best).sum
}

/// The distance of the nearest pair that is not joined, at the most the thickness.
fn nearest(pairs: &[Pair], thickness: f64) -> f64 {
    pairs.iter().filter(|pair| !pair.joined).fold(thickness, |least, pair| least.min(pair.distance))
}
