//! Cloth kept out of itself by the boxes of its triangles, roughly and cheaply (LKC98): for previews.
//!
//! Runs of two phases, until no two boxes collide:
//!
//! 1. **Detection.** A hierarchy of the boxes that triangles sweep gives the pairs that come near each other; [`plane`] says whether
//!    the two boxes collide on straight ways from start to end, and in which plane across one axis they first do. Triangles with a
//!    common vertex are never asked: their boxes always touch. They are kept apart by their neighbours' (LKC98 §4.2). Triangles
//!    that are few edges apart count only where the cloth is folded between them: side by side in one layer their boxes touch or
//!    overlap as well, all the time. (The paper does not say so; without it every step of a flat sheet is full of collisions.)
//! 2. **Response.** What is below a plane stays below it, what is above stays above: an upper and a lower bound for each coordinate
//!    of each particle ([`intervals`]; bounds that contradict each other are swapped, and shrink from run to run). Then the step is
//!    solved again within the bounds ([`solve`]), from its start and with the planes of all runs so far. Boxes that end beside those
//!    that collide, no farther than anything is pushed, get planes too, so that the next run does not find those instead.
//!
//! Departures, and why. The paper solves its whole linear system again, by Gauss and Seidel; here a solver has solved it already,
//! and what is solved for is the change that the bounds make to its answer, which is the same thing for a linear system: zero where
//! nothing is bounded, and spread over neighbours by a matrix of masses and edges in place of the full stiffness. The paper goes on
//! until nothing collides, and reports at most eight runs; here planes that did not do at once are
//! moved to where the boxes start, which fits all of them ([`intervals`]); the paper's forerunner (its reference 8) kept such
//! particles where they were. What still collides after [`Settings::most_runs`] is counted and left.
//!
//! Boxes of triangles that are not neighbours may overlap while the triangles do not, where cloth lies across the axes. Such a pair has no
//! plane that parts it, and is left alone until its boxes have parted (LKC98 assumes that boxes start apart). So this promises
//! nothing; the exact check of every frame says what came of it.
//!
//! Not here: solids. Who knows about them gives half-spaces that particles must end in.

pub mod intervals;
pub mod plane;
pub mod solve;

use crate::sweep::Moved;
use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::{FaceId, Mesh, Point, VertexId};
use intervals::Intervals;
use plane::{Plane, Swept};
use std::collections::BTreeMap;

/// How a preview is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How strongly an edge couples the changes of its ends, in parts of their mean mass.
    pub coupling: f64,
    /// Sweeps of Gauss and Seidel in a run.
    pub sweeps: usize,
    /// From this run on, planes of what still collides are firm.
    pub firm_from: usize,
    /// How many runs there are at most, the solver's own counted. LKC98 table 2: at most eight were needed.
    pub most_runs: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { coupling: 1.0, sweeps: 10, firm_from: 2, most_runs: 8 }
    }
}

/// What was done in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// How often the step was solved, the solver's own time included: LKC98's number of iterations.
    pub runs: usize,
    /// Pairs of boxes that were kept apart by a plane.
    pub planes: usize,
    /// Coordinates of particles whose bounds contradicted each other, in the last run.
    pub conflicts: usize,
    /// Planes that had to be firm.
    pub firm: usize,
    /// Pairs of boxes that still collide.
    pub left: usize,
}

/// A half-space that a particle must end in: along `normal` not less than `least`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outside {
    /// Which particle.
    pub particle: VertexId,
    /// The outward normal of a solid, of unit length.
    pub normal: geometry::Vector,
    /// The least that the place may have along it, in m.
    pub least: f64,
}

/// A step: what is given. All lists are as long as the mesh has vertices.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// Who is joined to whom.
    pub mesh: &'a Mesh,
    /// Where everything starts.
    pub start: &'a [Point],
    /// Masses, in kg; zero for what is dictated.
    pub masses: &'a [f64],
    /// Where solids do not let particles go.
    pub outside: &'a [Outside],
    /// How far apart two boxes are kept by their plane, in m, unless they start nearer: eq. 8 and 9 leave none of them on it, and layers
    /// in one plane would be a matter of vertex numbers to the exact check. Boxes that lie side by side in one layer touch all the time;
    /// to push those apart would make them collide with the next.
    pub clearance: f64,
    /// How long the step is, in s.
    pub duration: f64,
}

/// Keeps the boxes of a mesh's triangles apart.
#[derive(Debug)]
pub struct Boxes {
    /// How.
    pub settings: Settings,
    tree: BoxTree,
    /// For every vertex those that are few edges away, ascending.
    around: Vec<Vec<VertexId>>,
}

/// Within how many edges of each other triangles are parts of one place.
const NEAR: usize = 3;

/// Two triangles, the lower number first.
type Couple = [FaceId; 2];

impl Boxes {
    /// For a mesh that is about here.
    pub fn new(mesh: &Mesh, positions: &[Point], settings: Settings) -> Self {
        let tree = BoxTree::build(mesh.faces().len(), |face| around(mesh, positions, FaceId(face)));
        let around = (0..mesh.vertex_count()).map(|v| within(mesh, VertexId::at(v), NEAR)).collect();
        Self { settings, tree, around }
    }

    /// Whether two triangles are parts of one place of the cloth.
    fn are_near(&self, one: [VertexId; 3], other: [VertexId; 3]) -> bool {
        one.iter().any(|v| other.iter().any(|w| self.around[v.index()].binary_search(w).is_ok()))
    }

    /// Changes where a step ends until no two boxes collide on their ways, and the velocities with it.
    pub fn follow(&mut self, step: &Step, moved: &mut Moved) -> Report {
        let proposed = moved.ends.clone();
        let mut report = Report { runs: 1, ..Report::default() };
        let mut planes: BTreeMap<Couple, Plane> = BTreeMap::new();
        let carried = mean_way(step, &proposed);
        loop {
            let mut found = self.planes(step, &moved.ends, None);
            report.left = found.len();
            if found.is_empty() || report.runs == self.settings.most_runs {
                break;
            }
            let beside = self.planes(step, &moved.ends, Some(deepest(step, &found, &moved.ends)));
            for (couple, plane) in beside {
                planes.entry(couple).or_insert(plane);
            }
            if report.runs >= self.settings.firm_from {
                for plane in found.values_mut() {
                    *plane = plane.firm(carried[plane.axis], step.clearance);
                }
            }
            planes.extend(found);
            let (intervals, conflicts) = Intervals::of(step, &mut planes, &carried);
            report.conflicts = conflicts;
            solve::within(step, &proposed, &intervals, &self.settings, &mut moved.ends);
            report.runs += 1;
        }
        report.planes = planes.len();
        report.firm = planes.values().filter(|plane| plane.is_firm).count();
        for ((velocity, end), was) in moved.velocities.iter_mut().zip(&moved.ends).zip(&proposed) {
            *velocity += (end - was) / step.duration;
        }
        report
    }

    /// The planes of pairs of boxes that collide on their ways to these ends; or, with a margin, of those that do not and end within
    /// it.
    fn planes(&mut self, step: &Step, ends: &[Point], margin: Option<f64>) -> BTreeMap<Couple, Plane> {
        let Step { mesh, start, masses, .. } = *step;
        let swept = |face: u32| {
            let (from, to) = (around(mesh, start, FaceId(face)), around(mesh, ends, FaceId(face)));
            from.with(&to).grown(0.5 * margin.unwrap_or(0.0))
        };
        self.tree.refit(swept);
        let this = &*self;
        let gives = |face: FaceId| mesh.face(face).iter().any(|v| masses[v.index()] > 0.0);
        let of = |face: FaceId| Swept::new(mesh.face(face).map(|v| (start[v.index()], ends[v.index()])));
        let ask = |found: &mut Vec<(Couple, Plane)>, a: u32, b: u32| {
            let couple = [FaceId(a.min(b)), FaceId(a.max(b))];
            let [one, other] = couple.map(|face| mesh.face(face));
            let are_neighbours = one.iter().any(|v| other.contains(v));
            let can = couple.map(gives);
            if !are_neighbours && can != [false; 2] {
                let [first, second] = couple.map(of);
                let plane = match (plane::between(&first, &second, can), margin) {
                    (plane, None) => plane,
                    (None, Some(margin)) => plane::beside(&first, &second, margin),
                    (Some(_), Some(_)) => None,
                };
                let plane = plane.filter(|_| are_folded(step, couple) || !this.are_near(one, other));
                found.extend(plane.map(|plane| (couple, plane)));
            }
        };
        this.tree.self_pairs(Vec::new, ask).into_iter().flatten().collect()
    }
}

/// The vertices that are so many edges away from one, or fewer; ascending.
fn within(mesh: &Mesh, vertex: VertexId, edges: usize) -> Vec<VertexId> {
    let mut found = vec![vertex];
    for _ in 0..edges {
        let faces = found.iter().flat_map(|v| mesh.fan(*v).faces);
        found = faces.flat_map(|face| mesh.face(*face)).chain([vertex]).collect();
        found.sort_unstable();
        found.dedup();
    }
    found
}

/// The mean way of what is not dictated.
fn mean_way(step: &Step, proposed: &[Point]) -> geometry::Vector {
    let ways = step.start.iter().zip(proposed).zip(step.masses).filter(|(_, mass)| **mass > 0.0);
    let (sum, count) =
        ways.fold((geometry::Vector::zeros(), 0.0), |(sum, count), ((from, to), _)| (sum + (to - from), count + 1.0));
    sum / f64::max(count, 1.0)
}

/// The farthest that a plane pushes a particle, in m.
fn deepest(step: &Step, found: &BTreeMap<Couple, Plane>, ends: &[Point]) -> f64 {
    let depth = |([first, second], plane): (&Couple, &Plane)| {
        let (lower, upper) = if plane.below == plane::Below::First { (first, second) } else { (second, first) };
        let at = |v: VertexId| ends[v.index()][plane.axis];
        let above = step.mesh.face(*lower).map(|v| at(v) - plane.at);
        let below = step.mesh.face(*upper).map(|v| plane.at - at(v));
        above.into_iter().chain(below).fold(0.0, f64::max)
    };
    found.iter().map(depth).fold(0.0, f64::max)
}

/// Whether the cloth turns by more than a right angle from one of two triangles to the other.
fn are_folded(step: &Step, couple: Couple) -> bool {
    let [one, other] = couple.map(|face| {
        let [a, b, c] = step.mesh.face(face).map(|v| step.start[v.index()]);
        (b - a).cross(&(c - a))
    });
    one.dot(&other) < 0.0
}

fn around(mesh: &Mesh, positions: &[Point], face: FaceId) -> Bounds {
    Bounds::around(mesh.face(face).map(|v| &positions[v.index()]))
}
