//! The repair: undo every path, then part everything to its thickness.
//!
//! 1. Analyse. Nothing crosses? Then part (module `part`), and done.
//! 2. The region that may move: what the paths involve, and as far around as cloth has passed through, and more.
//! 3. Goals: cloth drawn back, paths made shorter, the sided moved out, the near parted.
//! 4. One step of the elastic cloth towards its goals.
//! 5. No progress for a while: the next level.
//! 6. What touches without crossing is to be parted too, wherever it is.
//! 7. Nothing crosses any more, but edges are strained or faces folded over: a few steps more, as long as that becomes less.
//!
//! The best state so far is remembered; a repair never ends with more crossings than it began with, but for those that are excused
//! because the body passes through itself there (module `pinched`).

use crate::analyse::Exact;
use crate::draw::Drawing;
use crate::elastic::{Cloth, Elastic, LOOSE};
use crate::goal::{FIRM, Goal};
use crate::lack::{self, Lack};
use crate::level::Level;
use crate::near::{Pair, Search, TOUCHING};
use crate::part;
use crate::pinched::{Pinched, State};
use crate::problem::{Scaled, Settings, Tangled};
use crate::region::Region;
use crate::sided::Sides;
use crate::tangle::{self, Knot, Way};
use geometry::{Point, VertexId};
use gia::Analysis;
use std::time::Instant;

/// The farthest that a particle moves in a step, in mean edges.
const FARTHEST: f64 = 0.5;
/// The least number of rings around what a path involves that may move.
const LEAST_RINGS: f64 = 4.0;
/// How far around a path cloth may move, as a multiple of how deep it has passed through.
const SURROUNDINGS: f64 = 3.0;

/// Paths that are together shorter and less deep by this factor are progress, even where crossings are not fewer.
const LESS: f64 = 0.98;

/// After nothing crosses any more: so many steps in which nothing crosses and less is lacking by [`RELAXED`] are waited for.
const RELAXING: usize = 8;
/// The most steps after nothing crosses any more.
const RELAXINGS: usize = 60;
/// What is lacking must fall under this part of the least so far to be less.
const RELAXED: f64 = 0.95;

/// What a repair did.
#[derive(Clone, Debug)]
pub struct Repair {
    /// Where the vertices are; those that did not move are where they were, to the bit.
    pub positions: Vec<Point>,
    /// Crossings that involve cloth, before and after; those that are excused count too.
    pub crossings: [usize; 2],
    /// Paths that involve cloth, before and after.
    pub paths: [usize; 2],
    /// What is left where the body passes through itself: cloth between its surfaces, and crossings that are excused.
    pub pinched: Pinched,
    /// Steps taken.
    pub iterations: usize,
    /// The levels that were tried, with the steps each took and the crossings that were left.
    pub levels: Vec<Tried>,
    /// How far apart layers were meant to end, in the mesh's own unit.
    pub thickness: f64,
    /// The nearest that two parts of the cloth that are not neighbours are now, around what moved; at the most the thickness. None
    /// if nothing was parted.
    pub separation: Option<f64>,
    /// Why it stopped before it was done, if it did.
    pub stopped: Option<Stopped>,
}

/// A level that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tried {
    /// Which.
    pub level: Level,
    /// How many steps it took.
    pub iterations: usize,
    /// How many crossings were left when it ended.
    pub crossings: usize,
}

/// Why a repair stopped before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// No level made progress any more.
    Stuck,
    /// The iterations were used up.
    Iterations,
    /// The time was used up.
    Time,
}

/// Repairs tangled cloth.
pub fn repair(tangled: &Tangled, settings: &Settings) -> Repair {
    let scaled = Scaled::new(tangled, settings);
    let mut exact = Exact::new(tangled.mesh, &scaled.positions);
    let analysis = exact.analyse(&scaled.positions);
    let count = |analysis: &Analysis| tangle::count(tangled, analysis, &State::default());
    let paths =
        |positions: &[Point], analysis: &Analysis| tangle::knots(tangled, positions, analysis, &State::default()).len();
    let (before, paths_before) = (count(&analysis), paths(&scaled.positions, &analysis));
    let mut work = Work::new(tangled, &scaled, settings);
    if settings.iterations > 0 {
        work.untangle(&mut exact);
    }
    let mut separation = None;
    if work.best_crossings == 0 && settings.iterations > 0 {
        work.take_in_touching(&mut exact);
    }
    if work.best_crossings == 0 && work.moved {
        separation = Some(part::part(&mut work, &mut exact));
    }
    let analysis = exact.analyse(&work.best);
    let positions = scaled.unscaled(&work.best, tangled.positions);
    Repair {
        crossings: [before, count(&analysis)],
        paths: [paths_before, paths(&work.best, &analysis)],
        pinched: work.sides.pinched(&work.best, &analysis).counts(),
        iterations: work.iterations,
        levels: work.levels,
        thickness: scaled.thickness / scaled.factor,
        separation: separation.map(|s| s / scaled.factor),
        stopped: work.stopped,
        positions,
    }
}

/// A repair under way.
pub(crate) struct Work<'a> {
    pub tangled: &'a Tangled<'a>,
    pub scaled: &'a Scaled,
    pub sides: Sides<'a>,
    pub region: Region,
    pub iterations: usize,
    settings: &'a Settings,
    started: Instant,
    positions: Vec<Point>,
    /// The state with the fewest crossings, and how many: vertices inside what they belong outside of count as well.
    pub best: Vec<Point>,
    best_count: usize,
    best_crossings: usize,
    /// What the best state lacks, once it has no crossings; for how many steps no better was found, and how many there were.
    best_lack: f64,
    relaxing: usize,
    relaxings: usize,
    /// How long and how deep all paths were at the last step, in mean edges.
    effort: f64,
    moved: bool,
    levels: Vec<Tried>,
    stopped: Option<Stopped>,
}

impl<'a> Work<'a> {
    fn new(tangled: &'a Tangled<'a>, scaled: &'a Scaled, settings: &'a Settings) -> Self {
        Self {
            tangled,
            scaled,
            sides: Sides::new(tangled, &scaled.positions, scaled.thickness),
            region: Region::new(scaled.positions.len()),
            iterations: 0,
            settings,
            started: Instant::now(),
            positions: scaled.positions.clone(),
            best: scaled.positions.clone(),
            best_count: usize::MAX,
            best_crossings: usize::MAX,
            best_lack: f64::INFINITY,
            relaxing: 0,
            relaxings: 0,
            effort: f64::INFINITY,
            moved: false,
            levels: Vec::new(),
            stopped: None,
        }
    }

    /// Whether iterations or time are used up.
    pub fn is_over(&mut self) -> bool {
        if self.iterations >= self.settings.iterations {
            self.stopped = Some(Stopped::Iterations);
        } else if self.started.elapsed().as_secs_f64() > self.settings.seconds {
            self.stopped = Some(Stopped::Time);
        }
        self.stopped.is_some()
    }

    /// Undoes paths until none is left, or nothing helps.
    fn untangle(&mut self, exact: &mut Exact) {
        let mut level = Level::Draw;
        let mut tried = Tried { level, iterations: 0, crossings: 0 };
        let (mut least, mut least_effort) = (usize::MAX, f64::INFINITY);
        let (mut since, mut first) = (0, None);
        loop {
            let analysis = exact.analyse(&self.positions);
            self.sides.follow(&self.positions);
            let pinched = self.sides.pinched(&self.positions, &analysis);
            let sided = self.sides.goals(&self.positions, &pinched, level.stride());
            let crossings = tangle::count(self.tangled, &analysis, &pinched);
            let count = crossings + sided.1.len();
            // Fewer inside is no reason for more crossings than there were.
            if count < self.best_count && crossings <= *first.get_or_insert(crossings) {
                self.keep(count, crossings);
            }
            tried.crossings = count;
            let progress = count < least || self.effort < LESS * least_effort;
            since = if progress { 0 } else { since + 1 };
            (least, least_effort) = (least.min(count), least_effort.min(self.effort));
            if count == 0 || self.best_count == 0 {
                if !self.relaxes(count) || self.is_over() {
                    break;
                }
                self.advance(Level::Draw, exact, (&analysis, &pinched), sided);
                tried.iterations += 1;
                self.iterations += 1;
                continue;
            }
            if since > level.patience() && crossings == 0 {
                // What is still inside stays there: it is between surfaces that leave it no room.
                self.keep(count, crossings);
                break;
            }
            if since > level.patience() {
                self.levels.push(tried);
                let Some(next) = level.next() else {
                    self.stopped = Some(Stopped::Stuck);
                    return;
                };
                level = next;
                if level == Level::Slacken && !self.sides.is_empty() {
                    // What was moved out in long strides has jumped over other cloth: again from the start, in short ones.
                    self.positions.clone_from(&self.scaled.positions);
                }
                tried = Tried { level, iterations: 0, crossings: count };
                (least, least_effort, since) = (count, self.effort, 0);
            }
            if self.is_over() {
                break;
            }
            self.advance(level, exact, (&analysis, &pinched), sided);
            tried.iterations += 1;
            self.iterations += 1;
        }
        if tried.iterations > 0 {
            tried.crossings = tried.crossings.min(self.best_count);
            self.levels.push(tried);
        }
    }

    /// Takes in what touches, wherever it is: it crosses nothing, but it is not apart either.
    fn take_in_touching(&mut self, exact: &mut Exact) {
        if self.scaled.thickness <= 0.0 {
            return;
        }
        exact.analyse(&self.best);
        let mesh = self.tangled.mesh;
        let all: Vec<VertexId> = (0..self.best.len()).map(VertexId::at).collect();
        let mut anywhere = Region::new(self.best.len());
        anywhere.add(mesh, &all, self.tangled.held);
        let touching = Search {
            mesh,
            positions: &self.best,
            tree: exact.tree(),
            region: &anywhere,
            reach: TOUCHING,
            thickness: self.scaled.thickness,
        }
        .touching();
        if !touching.is_empty() {
            let wanted = tangle::around(mesh, &touching, LEAST_RINGS as usize);
            self.region.add(mesh, &wanted, self.tangled.held);
            self.moved = true;
        }
    }

    /// Whether to go on although a state without crossings is known: what it lacks may become less. Crossings may come and go on
    /// the way; only states without any are remembered.
    fn relaxes(&mut self, count: usize) -> bool {
        if self.best_lack == f64::INFINITY && self.moved {
            let wanted = lack::turned(self);
            self.region.add(self.tangled.mesh, &wanted, self.tangled.held);
        }
        if count == 0 {
            let lack = Lack::of(self, &self.positions);
            if lack.sum < RELAXED * self.best_lack {
                self.keep(0, 0);
                (self.best_lack, self.relaxing) = (lack.sum, 0);
            }
            if lack.little {
                return false;
            }
        }
        self.relaxing += 1;
        self.relaxings += 1;
        let wanted = lack::beyond(self, &self.positions);
        self.region.add(self.tangled.mesh, &wanted, self.tangled.held);
        self.relaxing <= RELAXING && self.relaxings <= RELAXINGS
    }

    /// Remembers this state as the best.
    fn keep(&mut self, count: usize, crossings: usize) {
        (self.best_count, self.best_crossings) = (count, crossings);
        self.best.clone_from(&self.positions);
    }

    /// One step.
    fn advance(
        &mut self,
        level: Level,
        exact: &Exact,
        (analysis, pinched): (&Analysis, &State),
        (mut goals, inside, depth): (Vec<Goal>, Vec<VertexId>, f64),
    ) {
        let mesh = self.tangled.mesh;
        let knots = tangle::knots(self.tangled, &self.positions, analysis, pinched);
        let drawing = Drawing {
            mesh,
            positions: &self.positions,
            tree: exact.tree(),
            analysis,
            thickness: self.scaled.thickness,
        };
        let rings = |depth: f64| (LEAST_RINGS.max(SURROUNDINGS * depth) * level.widening()).ceil() as usize;
        let mut wanted = tangle::around(mesh, &inside, rings(2.0 * depth));
        self.effort = depth;
        for knot in &knots {
            let (drawn, deep) = drawing.goals(knot, level.parts());
            self.effort += deep + knot.length;
            goals.extend(drawn);
            if knot.way == Way::Sided {
                goals.extend(self.sides.along(knot, (analysis, pinched), &self.positions, level.stride()));
            }
            wanted.extend(tangle::around(mesh, &knot.involved, rings(deep.max(depth))));
        }
        self.region.add(mesh, &wanted, self.tangled.held);
        goals.extend(self.repulsions(exact, &knots, pinched));
        let (ease, smooth) = self.ease(level, analysis, &knots);
        let cloth = Cloth {
            mesh,
            positions: &self.positions,
            rest: &self.scaled.rest,
            ease: &ease,
            curvature: &self.scaled.curvature,
            folds: &self.scaled.folds,
            smooth: &smooth,
            proximity: LOOSE,
        };
        let step = Elastic::new(cloth, &self.region, &goals).step();
        for (vertex, by) in self.region.vertices().iter().zip(step) {
            let length = by.norm();
            if length.is_finite() && length > 0.0 {
                self.positions[vertex.index()] += by * (FARTHEST / length).min(1.0);
            }
        }
        self.moved = true;
    }

    /// What is nearer than the thickness is parted, unless a path has to do with both.
    fn repulsions(&self, exact: &Exact, knots: &[Knot], pinched: &State) -> Vec<Goal> {
        let search = Search {
            mesh: self.tangled.mesh,
            positions: &self.positions,
            tree: exact.tree(),
            region: &self.region,
            reach: self.scaled.thickness,
            thickness: self.scaled.thickness,
        };
        let mut involved: Vec<(VertexId, usize)> =
            knots.iter().flat_map(|knot| knot.involved.iter().map(|v| (*v, knot.path))).collect();
        involved.sort_unstable();
        let of = |v: VertexId| {
            let first = involved.partition_point(|(other, _)| *other < v);
            involved[first..].iter().take_while(move |(other, _)| *other == v).map(|(_, path)| *path)
        };
        let shares_path = |one: &[VertexId], other: &[VertexId]| {
            one.iter().flat_map(|v| of(*v)).any(|path| other.iter().any(|w| of(*w).any(|p| p == path)))
        };
        let free = |pair: &Pair| {
            let (one, other) = pair.particles.split_at(pair.first);
            match self.sides.is_outside(pair) {
                Some(outside) => outside && !pinched.has_no_room(self.tangled, pair),
                None => !pair.joined && !shares_path(one, other),
            }
        };
        let pairs = search.pairs();
        pairs.iter().filter(|pair| free(pair)).filter_map(|pair| pair.parted(self.scaled.thickness, FIRM)).collect()
    }

    /// How stiff threads are, and which patches are smoothed.
    fn ease(&self, level: Level, analysis: &Analysis, knots: &[Knot]) -> (Vec<f64>, Vec<f64>) {
        let count = self.positions.len();
        let mut ease = vec![1.0; count];
        let mut smooth = if level.smooths() { vec![0.0; count] } else { Vec::new() };
        for knot in knots {
            // What is drawn back whole takes its surroundings along; slack threads would let it crumple instead.
            let taut = knot.way == Way::Sided || (level == Level::Draw && knot.way != Way::Shorten);
            if taut && !level.smooths() {
                continue;
            }
            let slack = if knot.way == Way::Exchange && !level.smooths() {
                tangle::along(self.tangled.mesh, analysis, knot.path)
            } else {
                tangle::around(self.tangled.mesh, &knot.involved, level.slack_rings())
            };
            for vertex in slack {
                ease[vertex.index()] = level.ease();
                if let Some(smooth) = smooth.get_mut(vertex.index()) {
                    *smooth = 1.0;
                }
            }
        }
        (ease, smooth)
    }
}
