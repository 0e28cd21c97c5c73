//! Finer and smoother cloth that passes through nothing the coarse cloth did not (BFA02 §8): for rendering.
//!
//! Level after level, each on what the last one gave:
//!
//! 1. Every triangle is cut into four at the middles of its edges. The fine mesh lies in the coarse one, so it passes through
//!    nothing that the coarse one does not.
//! 2. [`masks`] says where Loop's subdivision wants the vertices. Going there may make cloth pass through cloth, or through a body.
//! 3. `settle`: the way from the middle to there is taken for a step of time, and stopped by the same continuous collision as a step
//!    of the simulation. A solution always exists: not to move.
//! 4. The exact check of both ends. No pair met, so neither has a crossing that the other does not have; should the check
//!    see one all the same, which takes cloth that touches itself exactly, the vertices around it stay where they were.
//!
//! Nothing is remembered from frame to frame: frames can be smoothed in any order, and at once.
//!
//! Not here: files, attributes of vertices, time.

pub mod masks;
mod settle;

use crate::collisions::SEPARATION;
use crate::invariant::{Checked, Invariant};
use crate::sweep::Sweep;
use geometry::{Mesh, MeshError, Midpoints, Point, VertexId};
use settle::settle;

/// Cloth and what it must stay out of, cut so many times: everything that does not depend on where they are.
#[derive(Clone, Debug)]
pub struct Subdivision {
    levels: Vec<Level>,
    /// How many vertices of solids there are.
    solids: usize,
}

/// One cut.
#[derive(Clone, Debug)]
struct Level {
    /// The cloth before.
    coarse: Mesh,
    cut: Midpoints,
    /// The cloth after, and behind it the solids.
    whole: Mesh,
}

/// A frame, smoothed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Smoothed {
    /// Where the vertices of the finest cloth are.
    pub positions: Vec<Point>,
    /// What was done, level by level.
    pub levels: Vec<LevelReport>,
}

/// What was done on one level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelReport {
    /// Crossings of the cloth with itself and with solids: while it still lay in the coarse cloth, and after smoothing.
    pub crossings: [usize; 2],
    /// Collisions that were stopped by impulses.
    pub impulses: usize,
    /// Vertices that were stopped on their way because impulses did not do.
    pub stopped: usize,
    /// Vertices that were not moved at all because cloth touches itself exactly there.
    pub left: usize,
}

impl Subdivision {
    /// Cuts cloth so many times. Solids are as they are: triangles of vertices numbered from 0.
    pub fn new(
        (vertices, triangles): (usize, &[[u32; 3]]),
        (solid_vertices, solid_triangles): (usize, &[[u32; 3]]),
        levels: usize,
    ) -> Result<Self, MeshError> {
        let mut coarse = (vertices, triangles.to_vec());
        let mut list = Vec::with_capacity(levels);
        for _ in 0..levels {
            let count = u32::try_from(coarse.0).map_err(|_| MeshError::TooLarge(coarse.0))?;
            let cut = Midpoints::new(count, &coarse.1);
            let first = cut.count();
            let mut all = cut.triangles.clone();
            let shift = u32::try_from(first + solid_vertices)
                .map_err(|_| MeshError::TooLarge(first + solid_vertices))?
                - solid_vertices as u32;
            all.extend(solid_triangles.iter().map(|t| t.map(|v| v + shift)));
            let whole = Mesh::new(first + solid_vertices, &all)?;
            let next = (first, cut.triangles.clone());
            list.push(Level { coarse: Mesh::new(coarse.0, &coarse.1)?, cut, whole });
            coarse = next;
        }
        Ok(Self { levels: list, solids: solid_vertices })
    }

    /// The cuts, coarsest first: which vertices lie between which.
    pub fn cuts(&self) -> impl ExactSizeIterator<Item = &Midpoints> {
        self.levels.iter().map(|level| &level.cut)
    }

    /// Smooths one frame. `positions` and `thickness`, in m, are of the coarse cloth's vertices, `solids` of the solids'.
    pub fn smooth(&self, positions: &[Point], thickness: &[f64], solids: &[Point]) -> Smoothed {
        debug_assert_eq!(solids.len(), self.solids);
        let mut smoothed = Smoothed { positions: positions.to_vec(), levels: Vec::new() };
        let mut thickness = thickness.to_vec();
        for level in &self.levels {
            thickness = level.cut.carry(&thickness, |a, b| f64::midpoint(*a, *b));
            let (finer, report) = level.smooth(&smoothed.positions, &thickness, solids);
            smoothed.positions = finer;
            smoothed.levels.push(report);
        }
        smoothed
    }

    /// Where Loop's subdivision alone puts the vertices, whatever they then pass through: for comparisons.
    pub fn plain(&self, positions: &[Point]) -> Vec<Point> {
        let finer = |coarse: Vec<Point>, level: &Level| masks::smoothed(&level.coarse, &level.cut, &coarse);
        self.levels.iter().fold(positions.to_vec(), finer)
    }
}

impl Level {
    fn smooth(&self, coarse: &[Point], thickness: &[f64], solids: &[Point]) -> (Vec<Point>, LevelReport) {
        let cloth = self.cut.count();
        let mut start = self.cut.carry(coarse, nalgebra::center);
        let mut goal = masks::smoothed(&self.coarse, &self.cut, coarse);
        start.extend_from_slice(solids);
        goal.extend_from_slice(solids);
        let thinnest = thickness.iter().copied().fold(f64::INFINITY, f64::min);
        let mut thickness = thickness.to_vec();
        thickness.resize(start.len(), thinnest);
        let friction = vec![0.0; start.len()];
        let mut invariant = Invariant::new(&self.whole, &start);
        let before = invariant.check(&self.whole, &start, cloth);
        let mut free: Vec<f64> = vec![1.0; cloth];
        free.resize(start.len(), 0.0);
        let mut report = LevelReport { crossings: [before.crossings; 2], ..LevelReport::default() };
        loop {
            let sweep = Sweep {
                mesh: &self.whole,
                start: &start,
                inverse_masses: &free,
                thickness: &thickness,
                friction: &friction,
                duration: 1.0,
                separation: SEPARATION,
                skin: None,
            };
            let settled = settle(&sweep, goal.clone());
            let after = invariant.check(&self.whole, &settled.ends, cloth);
            if after.crossings <= before.crossings {
                report.crossings[1] = after.crossings;
                (report.impulses, report.stopped) = (settled.impulses, settled.stopped);
                let mut ends = settled.ends;
                ends.truncate(cloth);
                return (ends, report);
            }
            report.left += leave(&self.whole, &after, cloth, &start, &mut goal, &mut free);
        }
    }
}

/// Leaves the vertices of all faces around what crosses where they are; all of them, if those stay already. Returns how many more.
fn leave(mesh: &Mesh, after: &Checked, cloth: usize, start: &[Point], goal: &mut [Point], free: &mut [f64]) -> usize {
    let mut around: Vec<VertexId> =
        after.involved().iter().flat_map(|v| mesh.fan(*v).faces).flat_map(|face| mesh.face(*face)).collect();
    around.sort_unstable();
    around.dedup();
    around.retain(|v| v.index() < cloth && free[v.index()] > 0.0);
    if around.is_empty() {
        around = (0..cloth).filter(|v| free[*v] > 0.0).map(VertexId::at).collect();
    }
    for vertex in &around {
        goal[vertex.index()] = start[vertex.index()];
        free[vertex.index()] = 0.0;
    }
    around.len()
}
