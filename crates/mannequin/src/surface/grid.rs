//! Marching tetrahedra over the left half of space.
//!
//! The grid is rectilinear: fine in the slabs that hold the hands and feet, coarse elsewhere. Every cell is cut into six
//! tetrahedra around its diagonal in the same way, so neighbours agree, and the result is a manifold whatever the signs
//! (which marching cubes does not promise). Blocks of cells far from the surface are left out.

use super::patch::Patch;
use crate::field::Figure;
use geometry::Point;
use std::collections::HashMap;

/// A stretch of an axis and the cells' length in it, metres.
type Stretch = (f64, f64, f64);

/// The left hand lies between x = 0.53 and 0.70 and y = 0.83 and 1.01; face and feet need less.
const ACROSS: [Stretch; 2] = [(0.0, 0.51, 0.0060), (0.51, 0.75, 0.0028)];
const UP: [Stretch; 4] = [(-0.012, 0.06, 0.0040), (0.06, 0.79, 0.0060), (0.79, 1.02, 0.0030), (1.02, 1.73, 0.0050)];
const AHEAD: [Stretch; 3] = [(-0.22, -0.06, 0.0060), (-0.06, 0.12, 0.0030), (0.12, 0.24, 0.0050)];
/// Cells a side of the blocks that are looked at or left out together.
const BLOCK: usize = 4;
/// The field grows at most this fast, so a block whose middle has a larger value than this many times its radius is empty.
const STEEPEST: f64 = 2.0;

/// No vertex is nearer to a corner of the grid than this part of an edge: where the surface passes through a corner, the
/// triangles around it would have no area, and no side to face to. Evening puts the vertices back onto the surface.
const NEAREST: f64 = 0.1;

/// Corners of a cell by the bits x = 1, y = 2, z = 4: from 0 to 7, one axis at a time, in every order of the axes. Each is
/// listed so that its volume is positive.
const TETRAHEDRA: [[usize; 4]; 6] =
    [[0, 1, 3, 7], [0, 5, 1, 7], [0, 3, 2, 7], [0, 2, 6, 7], [0, 4, 5, 7], [0, 6, 4, 7]];
/// Even orders of four corners that bring each corner, and each pair of corners, to the front.
const FIRST: [[usize; 4]; 4] = [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]];
const PAIRS: [[usize; 4]; 6] = [[0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2], [1, 2, 0, 3], [1, 3, 2, 0], [2, 3, 0, 1]];

/// The skin of the left half, open at x = 0.
pub(super) fn polygonise(figure: &Figure) -> Patch {
    let axes = [planes(&ACROSS), planes(&UP), planes(&AHEAD)];
    let corners = axes.iter().map(Vec::len).product();
    let (values, vertices) = (vec![f64::NAN; corners], HashMap::new());
    let mut march = March { figure, axes, values, vertices, patch: Patch::default() };
    let cells = [0, 1, 2].map(|axis| march.axes[axis].len() - 1);
    for z in (0..cells[2]).step_by(BLOCK) {
        for y in (0..cells[1]).step_by(BLOCK) {
            for x in (0..cells[0]).step_by(BLOCK) {
                let first = [x, y, z];
                let end = [0, 1, 2].map(|axis| (first[axis] + BLOCK).min(cells[axis]));
                march.block(first, end);
            }
        }
    }
    march.patch.connect();
    march.patch
}

/// The grid's planes along one axis.
fn planes(stretches: &[Stretch]) -> Vec<f64> {
    let mut planes = vec![stretches[0].0];
    for &(from, to, length) in stretches {
        let count = ((to - from) / length).ceil();
        planes.extend((1..=count as usize).map(|i| from + (to - from) * i as f64 / count));
    }
    planes
}

/// A corner of a cell: its plane along each axis.
type Corner = [usize; 3];

struct March<'f> {
    figure: &'f Figure,
    axes: [Vec<f64>; 3],
    /// The field at every corner; not a number where nobody has asked.
    values: Vec<f64>,
    /// The vertex on each cut edge between two corners, by their running numbers.
    vertices: HashMap<[u32; 2], u32>,
    patch: Patch,
}

impl March<'_> {
    fn point(&self, corner: Corner) -> Point {
        Point::new(self.axes[0][corner[0]], self.axes[1][corner[1]], self.axes[2][corner[2]])
    }

    fn block(&mut self, first: Corner, end: Corner) {
        let (low, high) = (self.point(first), self.point(end));
        let radius = (high - low).norm() / 2.0;
        if self.figure.value(&nalgebra::center(&low, &high)).abs() > STEEPEST * radius {
            return;
        }
        for z in first[2]..end[2] {
            for y in first[1]..end[1] {
                for x in first[0]..end[0] {
                    self.cell([x, y, z]);
                }
            }
        }
    }

    fn cell(&mut self, cell: Corner) {
        let corner = |bits: usize| [cell[0] + (bits & 1), cell[1] + (bits >> 1 & 1), cell[2] + (bits >> 2 & 1)];
        let corners = [0, 1, 2, 3, 4, 5, 6, 7].map(corner);
        let values = corners.map(|corner| self.value(corner));
        let inside = values.iter().filter(|&&value| value < 0.0).count();
        if inside == 0 || inside == 8 {
            return;
        }
        for tetrahedron in TETRAHEDRA {
            self.tetrahedron(tetrahedron.map(|c| (corners[c], values[c])));
        }
    }

    fn value(&mut self, corner: Corner) -> f64 {
        let number = self.number(corner) as usize;
        if self.values[number].is_nan() {
            self.values[number] = self.figure.value(&self.point(corner));
        }
        self.values[number]
    }

    /// Corners counted along x, then y, then z.
    fn number(&self, [x, y, z]: Corner) -> u32 {
        ((z * self.axes[1].len() + y) * self.axes[0].len() + x) as u32
    }

    /// The triangles that separate a tetrahedron's inner corners from its outer ones, facing outwards.
    fn tetrahedron(&mut self, corners: [(Corner, f64); 4]) {
        let inside = corners.map(|(_, value)| value < 0.0);
        let count = inside.iter().filter(|&&i| i).count();
        match count {
            1 | 3 => {
                let lone = inside.iter().position(|&i| i == (count == 1)).unwrap_or(0);
                let [i, j, k, l] = FIRST[lone].map(|c| corners[c]);
                let [a, b, c] = [self.cut(i, j), self.cut(i, k), self.cut(i, l)];
                self.patch.triangles.push(if count == 1 { [a, b, c] } else { [a, c, b] });
            }
            2 => {
                let order = PAIRS.iter().find(|order| inside[order[0]] && inside[order[1]]).unwrap_or(&PAIRS[0]);
                let [i, j, k, l] = order.map(|c| corners[c]);
                let [a, b, c, d] = [self.cut(i, k), self.cut(i, l), self.cut(j, l), self.cut(j, k)];
                self.patch.triangles.push([a, c, d]);
                self.patch.triangles.push([a, b, c]);
            }
            _ => {}
        }
    }

    /// The vertex where the surface cuts the edge between two corners.
    fn cut(&mut self, a: (Corner, f64), b: (Corner, f64)) -> u32 {
        let (low, high) = if a.0 < b.0 { (a, b) } else { (b, a) };
        let (from, to) = (self.point(low.0), self.point(high.0));
        let edge = [low.0, high.0].map(|corner| self.number(corner));
        let patch = &mut self.patch;
        *self.vertices.entry(edge).or_insert_with(|| {
            let share = (low.1 / (low.1 - high.1)).clamp(NEAREST, 1.0 - NEAREST);
            patch.add_vertex(from + (to - from) * share, low.0[0] == 0 && high.0[0] == 0)
        })
    }
}
