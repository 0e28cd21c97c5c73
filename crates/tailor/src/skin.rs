//! Volume → surface: the zero set of the volume's numbers, by marching tetrahedra.
//!
//! Every cube of the grid is cut into six tetrahedra around its long diagonal (Kuhn's division, the same in every cube, so
//! faces match across cubes). A tetrahedron has no ambiguous cases: the surface is closed and two-sided wherever it does not
//! touch the border, by construction.
//!
//! Not here: good triangles. They come later, and these are only a start.

use crate::volume::Volume;
use geometry::{Point, shapes::Shape};
use std::collections::HashMap;

/// Numbers nearer to zero than this part of a cell are moved there, so that no triangle is smaller than such a corner.
const SNAP: f32 = 0.08;

/// The corners of the six tetrahedra of a cube; bit 0 of a corner is x, bit 1 y, bit 2 z. All have the same handedness.
const TETRAHEDRA: [[usize; 4]; 6] =
    [[0, 1, 3, 7], [0, 3, 2, 7], [0, 2, 6, 7], [0, 6, 4, 7], [0, 4, 5, 7], [0, 5, 1, 7]];

/// The surface around the negative cells, its triangles counter-clockwise seen from the positive side.
pub(crate) fn polygonise(volume: &Volume) -> Shape {
    let mut skin = Skin { volume, shape: Shape::default(), vertex_on: HashMap::new() };
    let size = volume.grid.size;
    for z in 0..size[2] - 1 {
        for y in 0..size[1] - 1 {
            for x in 0..size[0] - 1 {
                skin.cube([x, y, z]);
            }
        }
    }
    skin.shape
}

struct Skin<'a> {
    volume: &'a Volume,
    shape: Shape,
    /// The vertex on the grid edge between two cells, the lower first.
    vertex_on: HashMap<(usize, usize), u32>,
}

impl Skin<'_> {
    fn cube(&mut self, [x, y, z]: [usize; 3]) {
        let grid = &self.volume.grid;
        let cells: [usize; 8] = std::array::from_fn(|c| grid.index([x + (c & 1), y + (c >> 1 & 1), z + (c >> 2)]));
        let values = cells.map(|cell| self.value(cell));
        let negative = values.iter().filter(|&&value| value < 0.0).count();
        if negative == 0 || negative == 8 {
            return;
        }
        for corners in TETRAHEDRA {
            self.tetrahedron(corners.map(|c| (cells[c], values[c])));
        }
    }

    fn value(&self, cell: usize) -> f32 {
        let value = self.volume.value[cell];
        let least = SNAP * self.volume.grid.step as f32;
        if value < 0.0 { value.min(-least) } else { value.max(least) }
    }

    fn tetrahedron(&mut self, corners: [(usize, f32); 4]) {
        let is_in = corners.map(|(_, value)| value < 0.0);
        let inner: Vec<usize> = (0..4).filter(|&i| is_in[i]).collect();
        let mut on = |a: usize, b: usize| self.vertex(corners[a], corners[b]);
        // The other corners of a tetrahedron, seen from corner `a`, in the order that keeps its handedness.
        let others = |a: usize| match a {
            0 => [1, 2, 3],
            1 => [0, 3, 2],
            2 => [0, 1, 3],
            _ => [0, 2, 1],
        };
        match inner[..] {
            [a] => {
                let [p, q, r] = others(a).map(|b| on(a, b));
                self.shape.triangles.push([p, q, r]);
            }
            [a, b, c] => {
                let d = 6 - a - b - c;
                let [p, q, r] = others(d).map(|e| on(d, e));
                self.shape.triangles.push([p, r, q]);
            }
            [a, b] => {
                // `c` and `d` follow `a` and `b` so that (a, b, c, d) is an even permutation.
                let rest = others(a);
                let at = rest.iter().position(|&e| e == b).unwrap_or(0);
                let (c, d) = (rest[(at + 1) % 3], rest[(at + 2) % 3]);
                let [p, q, r, s] = [on(a, c), on(a, d), on(b, d), on(b, c)];
                self.shape.triangles.extend([[p, q, r], [p, r, s]]);
            }
            _ => {}
        }
    }

    fn vertex(&mut self, a: (usize, f32), b: (usize, f32)) -> u32 {
        let (low, high) = if a.0 < b.0 { (a, b) } else { (b, a) };
        let grid = &self.volume.grid;
        let positions = &mut self.shape.positions;
        *self.vertex_on.entry((low.0, high.0)).or_insert_with(|| {
            let share = f64::from(low.1) / (f64::from(low.1) - f64::from(high.1));
            let [from, to]: [Point; 2] = [low.0, high.0].map(|cell| grid.point(grid.coordinates(cell)));
            positions.push(from + (to - from) * share);
            positions.len() as u32 - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::volume::Grid;
    use geometry::Mesh;

    #[test]
    fn a_ball_of_cells_gets_a_closed_skin_that_faces_outwards() {
        let grid = Grid { origin: Point::new(-1.0, -1.0, -1.0), step: 0.1, size: [21, 21, 21] };
        let value: Vec<f32> =
            (0..grid.len()).map(|c| (grid.point(grid.coordinates(c)).coords.norm() - 0.7) as f32).collect();
        let shape = polygonise(&Volume { grid, value });
        let mesh = Mesh::new(shape.positions.len(), &shape.triangles).unwrap();
        assert_eq!(mesh.boundary_edge_count(), 0);
        let volume: f64 = shape
            .triangles
            .iter()
            .map(|t| t.map(|v| shape.positions[v as usize].coords))
            .map(|[a, b, c]| a.dot(&b.cross(&c)) / 6.0)
            .sum();
        let expected = 4.0 / 3.0 * std::f64::consts::PI * 0.343;
        assert!((volume - expected).abs() < 0.05 * expected, "{volume} for {expected}");
    }
}
