//! Is a cell inside? Six rays vote (after Nooruddin and Turk, Simplification and Repair of Polygonal Models Using Volumetric
//! Techniques, 2003, §3.1, with signed counts instead of parity, so that overlapping shells add up instead of cancelling).
//!
//! 1. Along each axis, every column of cells is cut by the triangles over it: entering a shell counts +1, leaving −1.
//! 2. A cell sees the sum of the cuts before it, and from the other end the sum of those after it: two votes an axis.
//! 3. Four of six votes make a cell inside. An open end of a shell loses one or two.

use crate::form::Form;
use crate::volume::Grid;
use geometry::{Point, Vector};

/// Of six votes, how many make a cell inside.
const MAJORITY: u8 = 4;

/// Where columns of cells enter and leave shells.
struct Cuts {
    /// By cell: the cuts between it and the cell before.
    at: Vec<i16>,
    /// By column: the cuts beyond its last cell. The grid may be smaller than the form.
    beyond: Vec<i16>,
}

/// Whether each cell is inside the form.
pub(crate) fn vote(form: &Form, grid: &Grid) -> Vec<bool> {
    let orientation = orientation(form);
    let mut votes = vec![0u8; grid.len()];
    let mut cuts = Cuts { at: vec![0; grid.len()], beyond: Vec::new() };
    for axis in 0..3 {
        cuts.at.fill(0);
        cuts.beyond = vec![0; grid.size[(axis + 1) % 3] * grid.size[(axis + 2) % 3]];
        for triangle in &form.triangles {
            cut_columns(form, grid, axis, triangle, orientation, &mut cuts);
        }
        count_votes(grid, axis, &cuts, &mut votes);
    }
    votes.into_iter().map(|v| v >= MAJORITY).collect()
}

/// −1 for a form that is inside out (a mirrored export), else 1.
fn orientation(form: &Form) -> i16 {
    let center = form.bounds().center();
    let volume = |t: &[u32; 3]| {
        let [a, b, c]: [Vector; 3] = t.map(|v| form.positions[v as usize] - center);
        a.dot(&b.cross(&c))
    };
    if form.triangles.iter().map(volume).sum::<f64>() < 0.0 { -1 } else { 1 }
}

/// Notes in every column under a triangle, at the first cell beyond it, whether the column enters or leaves there.
fn cut_columns(form: &Form, grid: &Grid, axis: usize, triangle: &[u32; 3], orientation: i16, cuts: &mut Cuts) {
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let corners = triangle.map(|i| form.positions[i as usize]);
    let normal = (corners[1] - corners[0]).cross(&(corners[2] - corners[0]));
    if normal[axis] == 0.0 {
        return;
    }
    let sign = if normal[axis] < 0.0 { orientation } else { -orientation };
    let extent = |a: usize| {
        let along = corners.map(|p| p[a]);
        (along.iter().copied().fold(f64::INFINITY, f64::min), along.iter().copied().fold(f64::NEG_INFINITY, f64::max))
    };
    let ((u0, u1), (v0, v1)) = (extent(u), extent(v));
    for j in grid.range(v, v0, v1) {
        for i in grid.range(u, u0, u1) {
            let at = [grid.origin[u] + i as f64 * grid.step, grid.origin[v] + j as f64 * grid.step];
            if !covers(triangle, &corners, (u, v), at) {
                continue;
            }
            let offset = (at[0] - corners[0][u]) * normal[u] + (at[1] - corners[0][v]) * normal[v];
            let height = corners[0][axis] - offset / normal[axis];
            let first = grid.range(axis, height, f64::INFINITY).start;
            if first < grid.size[axis] {
                let mut cell = [0; 3];
                (cell[axis], cell[u], cell[v]) = (first, i, j);
                let cut = &mut cuts.at[grid.index(cell)];
                *cut = cut.saturating_add(sign);
            } else {
                let cut = &mut cuts.beyond[j * grid.size[u] + i];
                *cut = cut.saturating_add(sign);
            }
        }
    }
}

/// Whether a triangle's projection covers a point. Edges are judged from their lower vertex to their higher, and a point
/// exactly on one lies to its left: so of two triangles that share it, one covers the point.
fn covers(triangle: &[u32; 3], corners: &[Point; 3], (u, v): (usize, usize), at: [f64; 2]) -> bool {
    let is_left = |i: usize| {
        let j = (i + 1) % 3;
        let (low, high) = if triangle[i] < triangle[j] { (i, j) } else { (j, i) };
        let (a, b) = (&corners[low], &corners[high]);
        let left = (b[u] - a[u]) * (at[1] - a[v]) - (b[v] - a[v]) * (at[0] - a[u]) >= 0.0;
        left == (low == i)
    };
    is_left(0) == is_left(1) && is_left(1) == is_left(2)
}

/// Adds the votes of one axis.
fn count_votes(grid: &Grid, axis: usize, cuts: &Cuts, votes: &mut [u8]) {
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut column = vec![0i16; grid.size[axis]];
    for j in 0..grid.size[v] {
        for i in 0..grid.size[u] {
            let mut cell = [0; 3];
            (cell[u], cell[v]) = (i, j);
            let mut sum = 0i16;
            for (k, before) in column.iter_mut().enumerate() {
                cell[axis] = k;
                sum = sum.saturating_add(cuts.at[grid.index(cell)]);
                *before = sum;
            }
            let total = sum.saturating_add(cuts.beyond[j * grid.size[u] + i]);
            if total == 0 && column.iter().all(|&before| before == 0) {
                continue;
            }
            for (k, &before) in column.iter().enumerate() {
                cell[axis] = k;
                votes[grid.index(cell)] += u8::from(before > 0) + u8::from(before > total);
            }
        }
    }
}
