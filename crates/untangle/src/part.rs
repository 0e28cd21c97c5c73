//! After zero crossings: everything around what moved is parted to its thickness, edges go back to their lengths, and what is
//! folded over is drawn out.
//!
//! Pairs nearer than the thickness press, and so do those that a step would bring nearer; none ever pulls. Nothing meets on its way (module `near`); the result is a legal start for solvers that never
//! allow a penetration. Where two parts touch exactly there is no such step: there a tiny one is tried, and taken back where the
//! exact analysis objects.

use crate::analyse::Exact;
use crate::elastic::{Cloth, Elastic};
use crate::goal::{Goal, HARD};
use crate::lack::{self, Lack};
use crate::near::{Pair, Search, limited};
use crate::pinched::{Aim, State};
use crate::repair::Work;
use crate::tangle;
use geometry::{Point, Vector};

/// A little more than the thickness, so that the thickness is reached and not only approached.
const MARGIN: f64 = 1.02;
/// Pairs are found this far around, in mean edges; half of it is the farthest that a particle moves in a step.
const REACH: f64 = 0.3;
/// As near as this to the thickness is apart.
const ENOUGH: f64 = 0.999;
/// So often a step is solved anew with what would come nearer than the thickness, and without what would be held back.
const PASSES: usize = 4;

/// How a stage goes about it.
struct Stage {
    /// How much particles resist being moved, relative to an edge. Without it steps are long and gain nothing: cloth is nearly free
    /// to move along itself.
    proximity: f64,
    /// The most steps.
    steps: usize,
    /// So many steps in which no less is missing are enough.
    patience: usize,
    /// Whether it goes on for the sake of what is lacking, once everything is apart.
    relaxes: bool,
}

/// First the cloth goes back to its shape as it is parted; then what that leaves too near is parted, and nothing else is moved.
const STAGES: [Stage; 2] = [
    Stage { proximity: 1.0, steps: 60, patience: 6, relaxes: true },
    Stage { proximity: 4.0, steps: 40, patience: 8, relaxes: false },
];
/// What is missing must fall under this part of the least so far to be less.
const LESS: f64 = 0.98;

/// Where little is lacking, a step must make it less by this factor for the next to be taken.
const PAYS: f64 = 0.97;

/// The best state so far: what is apart is better than what is not, then what misses less.
struct Kept {
    positions: Vec<Point>,
    separation: f64,
    apart: bool,
    missing: f64,
}

/// Parts everything; how far apart the nearest then are, at the most the thickness.
pub(crate) fn part(work: &mut Work, exact: &mut Exact) -> f64 {
    let mut kept = Kept { positions: work.best.clone(), separation: 0.0, apart: false, missing: f64::INFINITY };
    for stage in &STAGES {
        if !kept.apart || stage.relaxes {
            // The stages miss different things; the best so far is where this one begins.
            work.best.clone_from(&kept.positions);
            kept.missing = f64::INFINITY;
            run(stage, work, exact, &mut kept);
        }
    }
    work.best = kept.positions;
    kept.separation
}

fn run(stage: &Stage, work: &mut Work, exact: &mut Exact, kept: &mut Kept) {
    let thickness = work.scaled.thickness;
    let (mut least, mut last, mut since) = (f64::INFINITY, f64::INFINITY, 0);
    let analysis = exact.analyse(&work.best);
    let mut pinched = work.sides.pinched(&work.best, &analysis);
    for _ in 0..stage.steps {
        let search = Search {
            mesh: work.tangled.mesh,
            positions: &work.best,
            tree: exact.tree(),
            region: &work.region,
            reach: (thickness * MARGIN).max(REACH),
            thickness,
        };
        let mut pairs = search.pairs();
        pairs.retain(|pair| !pinched.has_no_room(work.tangled, pair));
        let separation = nearest(&pairs, thickness);
        let lack = Lack::of(work, &work.best);
        let missing = too_near(&pairs, thickness) + if stage.relaxes { lack.sum } else { 0.0 };
        let apart = separation >= ENOUGH * thickness;
        (least, since) = if missing < LESS * least { (missing, 0) } else { (least, since + 1) };
        if (apart, kept.missing) > (kept.apart, missing) || kept.missing == f64::INFINITY {
            *kept = Kept { positions: work.best.clone(), separation, apart, missing };
        }
        let done = if stage.relaxes { lack.little && missing > PAYS * last } else { apart };
        last = missing;
        if done || since > stage.patience {
            return;
        }
        let step = limited(&search, &pairs, step(work, &pairs, &pinched, stage.proximity));
        let mut next = work.best.clone();
        for (vertex, by) in work.region.vertices().iter().zip(step) {
            next[vertex.index()] += by;
        }
        let Some(accepted) = accept(work, exact, next) else { return };
        pinched = accepted;
        work.iterations += 1;
        if work.is_over() {
            return;
        }
        let wanted = lack::beyond(work, &work.best);
        work.region.add(work.tangled.mesh, &wanted, work.tangled.held);
    }
}

/// One step of the cloth. Pairs press and never pull, and what is apart stays apart: who does is found by trying.
fn step(work: &Work, pairs: &[Pair], pinched: &State, proximity: f64) -> Vec<Vector> {
    let thickness = work.scaled.thickness;
    let ease = vec![1.0; work.best.len()];
    let cloth = Cloth {
        mesh: work.tangled.mesh,
        positions: &work.best,
        rest: &work.scaled.rest,
        ease: &ease,
        curvature: &work.scaled.curvature,
        folds: &work.scaled.folds,
        smooth: &[],
        proximity,
    };
    let midway = || work.sides.around_overlaps(pinched, Aim::Exactly, f64::INFINITY).into_iter().map(|(goal, _)| goal);
    let free = pairs.iter().filter(|pair| !pair.joined);
    let may_press: Vec<(&Pair, Goal)> =
        free.filter_map(|pair| Some((pair, pair.parted(thickness * MARGIN, HARD)?))).collect();
    let mut presses: Vec<bool> = may_press.iter().map(|(pair, _)| pair.distance < thickness).collect();
    for pass in 1.. {
        let pressing = may_press.iter().zip(&presses).filter(|(_, presses)| **presses).map(|((_, goal), _)| *goal);
        let goals: Vec<Goal> = pressing.chain(midway()).collect();
        let step = Elastic::new(cloth, &work.region, &goals).step();
        let would = |(goal, presses): (&(&Pair, Goal), &bool)| {
            let ahead = goal.1.ahead(&work.best, |v| work.region.slot(v).map(|slot| step[slot as usize]));
            ahead < if *presses { goal.1.target } else { thickness }
        };
        let next: Vec<bool> = may_press.iter().zip(&presses).map(would).collect();
        if pass == PASSES || next == presses {
            return step;
        }
        presses = next;
    }
    Vec::new()
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

/// How much all pairs together are nearer than the thickness, in mean edges.
fn too_near(pairs: &[Pair], thickness: f64) -> f64 {
    pairs.iter().filter(|pair| !pair.joined).map(|pair| (thickness - pair.distance).max(0.0)).sum()
}

/// The distance of the nearest pair that is not joined, at the most the thickness.
fn nearest(pairs: &[Pair], thickness: f64) -> f64 {
    pairs.iter().filter(|pair| !pair.joined).fold(thickness, |least, pair| least.min(pair.distance))
}
