//! The space around the form, in cells: how far the surface is, and what is outside.
//!
//! 1. `distance`: every cell within reach of the surface learns its exact distance to it.
//! 2. `inside`: six rays vote on every cell (module `inside`), so that shells with open ends count as solid.
//! 3. What is outside is flooded from the border of the grid, through cells that are farther from the surface than the level
//!    and not inside. Everything else, pockets between overlapping shells included, is the body.
//!
//! The result is a number per cell that changes sign exactly where the outer skin at the level's distance is, for one closed
//! body and for a pile of overlapping shells alike.

use crate::error::TailorError;
use crate::form::Form;
use crate::inside;
use crate::nearest::closest_point;
use geometry::{Point, Vector, bvh::Bounds};
use rayon::prelude::*;

/// More cells than this are refused: with five bytes a cell they would take over 600 MB.
const MOST_CELLS: usize = 120_000_000;
/// The grid is moved by this part of a cell, so that its points avoid the planes that modelled characters are full of.
const SHIFT: f64 = 0.371_7;
/// How many cells beyond the level the distance is known exactly.
const BAND: f64 = 2.5;

/// A regular grid of points.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub origin: Point,
    /// Distance between neighbours, in metres.
    pub step: f64,
    /// How many points along x, y and z.
    pub size: [usize; 3],
}

impl Grid {
    fn around(bounds: &Bounds, margin: f64, step: f64) -> Self {
        let origin = bounds.low - Vector::repeat(margin + step * SHIFT);
        let extents = bounds.extents() + Vector::repeat(2.0 * margin + 2.0 * step);
        let count = |i: usize| (extents[i] / step).ceil().min(1e9) as usize + 1;
        Self { origin, step, size: [count(0), count(1), count(2)] }
    }

    pub fn index(&self, [x, y, z]: [usize; 3]) -> usize {
        (z * self.size[1] + y) * self.size[0] + x
    }

    pub fn coordinates(&self, index: usize) -> [usize; 3] {
        let [nx, ny, _] = self.size;
        [index % nx, index / nx % ny, index / (nx * ny)]
    }

    pub fn point(&self, [x, y, z]: [usize; 3]) -> Point {
        self.origin + Vector::new(x as f64, y as f64, z as f64) * self.step
    }

    pub fn len(&self) -> usize {
        self.size.iter().product()
    }

    /// The points along an axis whose coordinates lie between two numbers.
    pub fn range(&self, axis: usize, low: f64, high: f64) -> std::ops::Range<usize> {
        let cells = |x: f64| ((x - self.origin[axis]) / self.step).ceil().clamp(0.0, self.size[axis] as f64) as usize;
        // Half-open on the right: a point exactly at `high` belongs to the next range.
        cells(low)..cells(high)
    }
}

/// The number per cell: negative in the body and up to the level's distance around it, positive outside.
pub(crate) struct Volume {
    pub grid: Grid,
    pub value: Vec<f32>,
}

impl Volume {
    /// Measures the space around a form, as far as a box needs it. `step` is the size of a cell.
    pub fn measure(form: &Form, within: &Bounds, level: f64, step: f64) -> Result<Self, TailorError> {
        let reach = level + BAND * step;
        let grid = Grid::around(within, reach + step, step);
        let cells = grid.size.iter().try_fold(1usize, |product, &n| product.checked_mul(n)).unwrap_or(usize::MAX);
        if cells > MOST_CELLS {
            let height = form.height();
            return Err(TailorError::TooFine { cell: step, height, cells, limit: MOST_CELLS });
        }
        let mut value = distances(form, &grid, reach);
        let inside = inside::vote(form, &grid);
        let outside = flood(&grid, |cell| value[cell] > level as f32 && !inside[cell]);
        value.par_iter_mut().zip(&inside).zip(&outside).for_each(|((value, &inside), &outside)| {
            *value = match (outside, inside) {
                (true, _) => *value - level as f32,
                (false, true) => -*value - level as f32,
                // A pocket between shells is as deep as it is far from them.
                (false, false) => -(*value - level as f32).abs(),
            };
        });
        Ok(Self { grid, value })
    }
}

/// The distance of every cell to the surface, no more than `reach`.
fn distances(form: &Form, grid: &Grid, reach: f64) -> Vec<f32> {
    let corners = |t: usize| form.triangles[t].map(|v| form.positions[v as usize]);
    let [nx, ny, nz] = grid.size;
    let mut in_slice = vec![Vec::new(); nz];
    for triangle in 0..form.triangles.len() {
        let [low, high] = extent(&corners(triangle), 2, reach);
        for slice in grid.range(2, low, high) {
            in_slice[slice].push(triangle as u32);
        }
    }
    let mut squared = vec![(reach * reach) as f32; grid.len()];
    // Every slice is one task: no cell is written by two.
    squared.par_chunks_mut(nx * ny).zip(&in_slice).enumerate().for_each(|(z, (slice, triangles))| {
        for &triangle in triangles {
            let corners = corners(triangle as usize);
            let [[x0, x1], [y0, y1]] = [extent(&corners, 0, reach), extent(&corners, 1, reach)];
            for y in grid.range(1, y0, y1) {
                for x in grid.range(0, x0, x1) {
                    let point = grid.point([x, y, z]);
                    let (nearest, _) = closest_point(&point, &corners);
                    let cell = &mut slice[y * nx + x];
                    *cell = cell.min((nearest - point).norm_squared() as f32);
                }
            }
        }
    });
    squared.par_iter_mut().for_each(|s| *s = s.sqrt());
    squared
}

/// A triangle's least and greatest coordinate along an axis, widened.
fn extent(corners: &[Point; 3], axis: usize, by: f64) -> [f64; 2] {
    let along = corners.map(|p| p[axis]);
    let (low, high) = along.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), &x| (l.min(x), h.max(x)));
    [low - by, high + by]
}

/// The cells that can be reached from the border of the grid through free cells.
pub(crate) fn flood(grid: &Grid, is_free: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut reached = vec![false; grid.len()];
    let on_border = |c: &[usize; 3]| (0..3).any(|axis| c[axis] == 0 || c[axis] + 1 == grid.size[axis]);
    let mut stack: Vec<usize> =
        (0..grid.len()).filter(|&cell| on_border(&grid.coordinates(cell)) && is_free(cell)).collect();
    for &cell in &stack {
        reached[cell] = true;
    }
    while let Some(cell) = stack.pop() {
        for next in neighbours(grid, cell) {
            if !reached[next] && is_free(next) {
                reached[next] = true;
                stack.push(next);
            }
        }
    }
    reached
}

/// The cells that share a side with a cell.
pub(crate) fn neighbours(grid: &Grid, cell: usize) -> impl Iterator<Item = usize> {
    let at = grid.coordinates(cell);
    let strides = [1, grid.size[0], grid.size[0] * grid.size[1]];
    let size = grid.size;
    (0..3).flat_map(move |axis| {
        let below = (at[axis] > 0).then(|| cell - strides[axis]);
        let above = (at[axis] + 1 < size[axis]).then(|| cell + strides[axis]);
        below.into_iter().chain(above)
    })
}
