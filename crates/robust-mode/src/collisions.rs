//! Who meets whom on straight ways through the step (BFA02 §6), and the bookkeeping that makes "nobody" a proof.
//!
//! 1. Candidates: pairs whose swept boxes come near each other, found once for the ways as they are and some room beside them.
//! 2. Every candidate is asked whether it provably stays apart. When particles change their ways, only pairs that have one of them are
//!    asked again: what the others answered still holds. When one leaves its room, the candidates are found anew.
//! 3. So when nobody is left to be asked, every pair of the whole mesh has been proven to stay apart on the ways as they are, and
//!    cloth that starts clean ends clean.
//!
//! *Separation.* Pairs are kept a little apart, by a part of the cloth's thickness: BFA02's rounding tolerance, here with the bound of the
//! tests themselves. Pairs that start nearer than that may lose a fifth of their distance. So whatever does not move relative to each
//! other is proven apart, and there is always a way out: not to move (see [`crate::impact_zones`]).
//!
//! *Excused* are pairs of which nothing can move, pairs that the caller names because they are not clean, pairs that touch at the
//! start, because a proof would have to begin with a distance, and cloth that leaves a solid through its skin, or is let in (see
//! [`crate::skin`]).

use crate::invariant::Checked;
use crate::pair::Pair;
use crate::sweep::{Moved, Sweep};
use contact::candidates::{CandidateSearch, Candidates, SweptMesh};
use geometry::{EdgeId, FaceId, Mesh, Point, VertexId, impact};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// The part of the thickness that is kept between two sides. BFA02 §6 has a thousandth; more leaves repulsions room to
/// work before the next collision, and false alarms are cheap.
pub const SEPARATION: f64 = 0.05;
/// The part of their distance at the start that pairs keep which start nearer than the separation.
const KEPT: f64 = 0.8;
/// How far a particle may end from where the candidates expect it, in parts of the thickest cloth.
const ROOM: f64 = 1.0;
/// Pairs asked by one task.
const GRAIN: usize = 256;

/// Two sides that meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collision {
    /// Who.
    pub pair: Pair,
    /// When, as a part of the step, or a little earlier.
    pub time: f64,
}

/// A vertex and a face, or two edges: what puts candidates in order, whenever they were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    PointTriangle(VertexId, FaceId),
    EdgeEdge(EdgeId, EdgeId),
}

/// What searches for candidates keep from step to step.
#[derive(Clone, Debug)]
pub struct Memory {
    search: CandidateSearch,
    found: Candidates,
}

impl Memory {
    /// For a mesh that is about here.
    pub fn new(mesh: &Mesh, positions: &[Point]) -> Self {
        Self { search: CandidateSearch::new(mesh, positions), found: Candidates::default() }
    }
}

/// The pairs that must stay apart in a step.
#[derive(Debug)]
pub struct Collisions<'a> {
    sweep: &'a Sweep<'a>,
    excused: &'a Checked,
    memory: &'a mut Memory,
    /// Whose ways can change.
    free: Vec<bool>,
    /// The candidates by name, points against triangles first.
    pairs: Vec<(Name, Pair)>,
    /// Where the candidates expect the particles to end.
    expected: Vec<Point>,
    /// Whose way has changed since the pairs were asked.
    stale: Vec<bool>,
    /// Pairs that this step has given up on.
    forced: BTreeSet<Pair>,
    /// Whose candidates are being found anew; nobody's between searches.
    astray: Vec<bool>,
    /// How far ends may be from where they are expected, in m.
    room: f64,
    /// How often candidates were found.
    pub searches: usize,
}

impl<'a> Collisions<'a> {
    /// The pairs that must stay apart on these ways. Those that the check of the start excuses need not.
    pub fn new(sweep: &'a Sweep, moved: &Moved, excused: &'a Checked, memory: &'a mut Memory) -> Self {
        let room = ROOM * sweep.thickness.iter().copied().fold(0.0, f64::max);
        let (pairs, expected, forced) = (Vec::new(), Vec::new(), BTreeSet::new());
        let stale = vec![true; sweep.start.len()];
        let free = sweep.inverse_masses.iter().map(|inverse| *inverse > 0.0).collect();
        let astray = vec![false; sweep.start.len()];
        let searches = 0;
        let mut collisions =
            Self { sweep, excused, memory, free, pairs, expected, stale, forced, astray, room, searches };
        collisions.search(moved);
        collisions
    }

    /// How many candidates there are.
    pub fn candidates(&self) -> usize {
        self.pairs.len()
    }

    /// These particles have changed their ways.
    pub fn touch(&mut self, particles: &[VertexId], moved: &Moved) {
        for particle in particles {
            self.stale[particle.index()] = true;
        }
        let strays = |particle: &&VertexId| {
            let i = particle.index();
            nalgebra::distance_squared(&moved.ends[i], &self.expected[i]) > self.room * self.room
        };
        let astray: Vec<VertexId> = particles.iter().filter(strays).copied().collect();
        if !astray.is_empty() {
            self.search_again(&astray, moved);
        }
    }

    /// Gives up on a pair for this step.
    pub fn force(&mut self, pair: Pair) {
        self.forced.insert(pair);
    }

    /// The pairs that were given up on so far.
    pub fn forced(&self) -> &BTreeSet<Pair> {
        &self.forced
    }

    /// Everything is asked anew, on these ways; returns the pairs that were given up on, and no longer are.
    pub fn start_over(&mut self, moved: &Moved) -> BTreeSet<Pair> {
        self.stale.fill(true);
        self.search(moved);
        std::mem::take(&mut self.forced)
    }

    /// Gives up on these pairs and no others.
    pub fn give_up(&mut self, pairs: BTreeSet<Pair>) {
        self.forced = pairs;
    }

    /// The pairs that were given up on, ascending.
    pub fn into_forced(self) -> Vec<Pair> {
        self.forced.into_iter().collect()
    }

    /// Asks whom the last answers no longer hold for: those who cannot be proven to stay apart, in the order of the candidates.
    pub fn find(&mut self, moved: &Moved) -> Vec<Collision> {
        let Self { pairs, stale, forced, sweep, .. } = &*self;
        let is_stale = |pair: &Pair| pair.particles().iter().any(|particle| stale[particle.index()]);
        let asked = pairs.par_iter().with_min_len(GRAIN).filter(|(_, pair)| is_stale(pair));
        let found = asked.filter_map(|(_, pair)| collide(sweep, pair, &moved.ends(pair)));
        let found: Vec<Collision> = found.filter(|collision| !forced.contains(&collision.pair)).collect();
        self.stale.fill(false);
        for collision in &found {
            // Not proven: to be asked again.
            for particle in collision.pair.particles() {
                self.stale[particle.index()] = true;
            }
        }
        found
    }

    /// Finds all candidates.
    fn search(&mut self, moved: &Moved) {
        self.expected.clone_from(&moved.ends);
        let free = std::mem::take(&mut self.free);
        self.pairs = self.candidates_of(&free);
        self.free = free;
    }

    /// Finds the candidates of these particles anew, on their new ways; those of all others are known.
    fn search_again(&mut self, particles: &[VertexId], moved: &Moved) {
        let mut astray = std::mem::take(&mut self.astray);
        for particle in particles {
            astray[particle.index()] = true;
            self.expected[particle.index()] = moved.ends[particle.index()];
        }
        self.pairs.retain(|(_, pair)| !pair.particles().iter().any(|particle| astray[particle.index()]));
        let found = self.candidates_of(&astray);
        self.pairs.extend(found);
        self.pairs.par_sort_unstable_by_key(|(name, _)| *name);
        for particle in particles {
            astray[particle.index()] = false;
        }
        self.astray = astray;
    }

    /// The candidates of some particles, as they are expected to end.
    fn candidates_of(&mut self, asked: &[bool]) -> Vec<(Name, Pair)> {
        let sweep = self.sweep;
        let thickest = sweep.thickness.iter().copied().fold(0.0, f64::max);
        let reach = SEPARATION * thickest + 2.0 * self.room;
        let swept = SweptMesh { mesh: sweep.mesh, start: sweep.start, end: &self.expected, asked: Some(asked) };
        let Memory { search, found } = &mut *self.memory;
        search.find(&swept, reach, found);
        let points = found.point_triangle.par_iter().map(|(vertex, face)| Name::PointTriangle(*vertex, *face));
        let edges = found.edge_edge.par_iter().map(|(first, second)| Name::EdgeEdge(*first, *second));
        let named = points.chain(edges).map(|name| (name, name.pair(sweep.mesh)));
        self.searches += 1;
        named.filter(|(_, pair)| !self.excused.excuses(pair)).collect()
    }
}

impl Name {
    fn pair(self, mesh: &Mesh) -> Pair {
        match self {
            Self::PointTriangle(vertex, face) => Pair::point_triangle(mesh, vertex, face),
            Self::EdgeEdge(first, second) => Pair::edge_edge(mesh, first, second),
        }
    }
}

/// The collision of a pair on its way to these ends; `None` if it provably stays apart.
pub fn collide(sweep: &Sweep, pair: &Pair, ends: &[Point; 4]) -> Option<Collision> {
    let starts = sweep.starts(pair);
    let separation = separation(sweep, pair);
    let time = first_within(pair, &starts, ends, separation)?;
    let kept = KEPT * pair.near(&starts).distance;
    if kept == 0.0 {
        return None;
    }
    let time = if kept < separation { first_within(pair, &starts, ends, kept)? } else { time };
    let is_free = sweep.lets_through(pair) || sweep.is_leaving(pair, ends, time);
    (!is_free).then_some(Collision { pair: *pair, time })
}

/// How far apart the sides of a pair are kept, in m.
pub fn separation(sweep: &Sweep, pair: &Pair) -> f64 {
    let thinnest = pair.particles().map(|particle| sweep.thickness[particle.index()]);
    sweep.separation * thinnest.into_iter().fold(f64::INFINITY, f64::min)
}

fn first_within(pair: &Pair, starts: &[Point; 4], ends: &[Point; 4], separation: f64) -> Option<f64> {
    match pair {
        Pair::PointTriangle(_) => impact::point_triangle(starts, ends, separation),
        Pair::EdgeEdge(_) => impact::edge_edge(starts, ends, separation),
    }
}
