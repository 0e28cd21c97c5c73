//! Which face is in front at every sample of the picture: the z-buffer.
//!
//! 1. Triangles are sorted into square tiles of [`TILE`] pixels; a tile is one task and fits the first-level cache.
//! 2. Within a tile, three integer edge functions decide coverage, exactly. A sample on an edge belongs to the triangle
//!    whose top or left edge it is, so a shared edge is neither drawn twice nor left open.
//! 3. Among the triangles that cover a sample the nearest wins, and the first of those equally near, so the result does not
//!    depend on the number of threads.
//!
//! Not here: colours. `shade` looks at what was found.

use crate::project::{SUBPIXELS, ScreenTriangle, Snapped};

/// Side of a tile, in pixels: 32 · 32 · 4 samples · 8 bytes = 32 KB.
pub(crate) const TILE: usize = 32;
/// No face: the background.
pub(crate) const NOTHING: u32 = u32::MAX;

/// Where the samples of a pixel are, in grid steps from its upper left corner.
pub(crate) type Pattern<const N: usize> = [[i64; 2]; N];

/// Four samples on a rotated grid: every row and every column of quarters has one, so that nearly horizontal and nearly
/// vertical edges, the ones the eye follows, get four steps of grey rather than two.
pub(crate) const ROTATED_GRID: Pattern<4> = [[96, 32], [224, 96], [32, 160], [160, 224]];
/// One sample in the middle, for maps that are blurred anyway.
pub(crate) const MIDDLE: Pattern<1> = [[128, 128]];

/// The triangles that may touch each tile, in ascending order.
pub(crate) struct Bins {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    start: Vec<u32>,
    triangles: Vec<u32>,
}

impl Bins {
    pub(crate) fn sort(triangles: &[ScreenTriangle], width: usize, height: usize) -> Self {
        let (columns, rows) = (width.div_ceil(TILE), height.div_ceil(TILE));
        let mut start = vec![0_u32; columns * rows + 1];
        for_each_tile(triangles, columns, rows, |_, tile| start[tile + 1] += 1);
        for tile in 0..columns * rows {
            start[tile + 1] += start[tile];
        }
        let mut next = start.clone();
        let mut sorted = vec![0_u32; start[columns * rows] as usize];
        for_each_tile(triangles, columns, rows, |triangle, tile| {
            sorted[next[tile] as usize] = triangle;
            next[tile] += 1;
        });
        Self { columns, rows, start, triangles: sorted }
    }

    pub(crate) fn count(&self) -> usize {
        self.columns * self.rows
    }

    fn of(&self, tile: usize) -> &[u32] {
        &self.triangles[self.start[tile] as usize..self.start[tile + 1] as usize]
    }
}

/// Calls `visit(triangle, tile)` for every tile that the bounding box of a triangle touches.
fn for_each_tile(triangles: &[ScreenTriangle], columns: usize, rows: usize, mut visit: impl FnMut(u32, usize)) {
    let side = TILE as i32 * SUBPIXELS;
    for (t, triangle) in triangles.iter().enumerate() {
        let (x0, x1) = range(triangle.corners.map(|c| c.x), side, columns);
        let (y0, y1) = range(triangle.corners.map(|c| c.y), side, rows);
        for y in y0..y1 {
            for x in x0..x1 {
                visit(t as u32, y * columns + x);
            }
        }
    }
}

/// First and past-the-last cell, of `count` cells with the given side, that an interval of grid steps touches.
fn range(values: [i32; 3], side: i32, count: usize) -> (usize, usize) {
    let low = values[0].min(values[1]).min(values[2]).div_euclid(side);
    let high = values[0].max(values[1]).max(values[2]).div_euclid(side);
    let limit = count as i32;
    (low.clamp(0, limit) as usize, (high + 1).clamp(0, limit) as usize)
}

/// What is in front at every sample of a tile.
pub(crate) struct Tile<const N: usize> {
    /// Upper left pixel.
    pub(crate) origin: [usize; 2],
    /// The index of the face in front, or [`NOTHING`], per pixel and sample.
    pub(crate) faces: Vec<[u32; N]>,
    /// Its nearness; 0 or less where there is nothing.
    pub(crate) nearness: Vec<[f32; N]>,
    /// How many triangles covered each sample, for the tests of watertightness.
    #[cfg(test)]
    pub(crate) hits: Vec<[u32; N]>,
}

impl<const N: usize> Tile<N> {
    pub(crate) fn draw(tile: usize, bins: &Bins, triangles: &[ScreenTriangle], pattern: &Pattern<N>) -> Self {
        let origin = [tile % bins.columns * TILE, tile / bins.columns * TILE];
        let mut drawn = Self {
            origin,
            faces: vec![[NOTHING; N]; TILE * TILE],
            nearness: vec![[f32::NEG_INFINITY; N]; TILE * TILE],
            #[cfg(test)]
            hits: vec![[0; N]; TILE * TILE],
        };
        for &t in bins.of(tile) {
            drawn.draw_triangle(&triangles[t as usize], pattern);
        }
        drawn
    }

    fn draw_triangle(&mut self, triangle: &ScreenTriangle, pattern: &Pattern<N>) {
        let Some(setup) = Setup::new(&triangle.corners, self.origin, pattern) else { return };
        let (x0, x1) = self.pixels(triangle.corners.map(|c| c.x), 0);
        let (y0, y1) = self.pixels(triangle.corners.map(|c| c.y), 1);
        for y in y0..y1 {
            let mut edges = setup.edges_at(x0, y);
            let mut nearness = setup.nearness_at(x0, y);
            for pixel in y * TILE + x0..y * TILE + x1 {
                for s in 0..N {
                    let [a, b, c] = [0, 1, 2].map(|k| edges[k] + setup.offsets[k][s]);
                    if a | b | c >= 0 {
                        self.cover(pixel, s, (nearness + setup.nearness_offsets[s]) as f32, triangle.face);
                    }
                }
                edges = [0, 1, 2].map(|k| edges[k] + setup.step_x[k]);
                nearness += setup.nearness_x;
            }
        }
    }

    fn cover(&mut self, pixel: usize, sample: usize, nearness: f32, face: u32) {
        #[cfg(test)]
        {
            self.hits[pixel][sample] += 1;
        }
        if nearness > self.nearness[pixel][sample] {
            self.nearness[pixel][sample] = nearness;
            self.faces[pixel][sample] = face;
        }
    }

    /// First and past-the-last pixel of this tile, along an axis, that the corners' range touches.
    fn pixels(&self, values: [i32; 3], axis: usize) -> (usize, usize) {
        let shift = (self.origin[axis] as i32) * SUBPIXELS;
        range(values.map(|v| v - shift), SUBPIXELS, TILE)
    }
}

/// The edge functions and the nearness of a triangle, as values at a tile's origin and steps per pixel.
struct Setup<const N: usize> {
    edges: [i64; 3],
    step_x: [i64; 3],
    step_y: [i64; 3],
    /// What to add at each sample of a pixel, including the tie rule: minus one where the edge is not a top or left one.
    offsets: [[i64; N]; 3],
    nearness: f64,
    nearness_x: f64,
    nearness_y: f64,
    nearness_offsets: [f64; N],
}

impl<const N: usize> Setup<N> {
    /// Nothing for a triangle that is a line or a point on the grid.
    fn new(corners: &[Snapped; 3], origin: [usize; 2], pattern: &Pattern<N>) -> Option<Self> {
        let [a, b, c] = *corners;
        let area = cross(a, b, c);
        if area == 0 {
            return None;
        }
        let [a, b, c] = if area > 0 { [a, b, c] } else { [a, c, b] };
        let pixel = i64::from(SUBPIXELS);
        let origin = origin.map(|v| v as i64 * pixel);
        // Edge k is opposite corner k: its function over the area is that corner's weight.
        let ends = [(b, c), (c, a), (a, b)];
        let dx = ends.map(|(from, to)| i64::from(to.x) - i64::from(from.x));
        let dy = ends.map(|(from, to)| i64::from(to.y) - i64::from(from.y));
        let at = |k: usize, x: i64, y: i64| {
            let from = ends[k].0;
            dx[k] * (y - i64::from(from.y)) - dy[k] * (x - i64::from(from.x))
        };
        let tie = [0, 1, 2].map(|k| if dy[k] < 0 || (dy[k] == 0 && dx[k] > 0) { 0 } else { -1 });
        let edges = [0, 1, 2].map(|k| at(k, origin[0], origin[1]));
        let offsets = [0, 1, 2].map(|k| pattern.map(|[x, y]| dx[k] * y - dy[k] * x + tie[k]));

        // Differences from the first corner keep the digits when the three are nearly equal.
        let first = f64::from(a.nearness);
        let area = area.unsigned_abs() as f64;
        let rise = [(f64::from(b.nearness) - first) / area, (f64::from(c.nearness) - first) / area];
        let slope_x = -(rise[0] * dy[1] as f64 + rise[1] * dy[2] as f64);
        let slope_y = rise[0] * dx[1] as f64 + rise[1] * dx[2] as f64;
        Some(Self {
            edges,
            step_x: dy.map(|d| -d * pixel),
            step_y: dx.map(|d| d * pixel),
            offsets,
            nearness: first + rise[0] * edges[1] as f64 + rise[1] * edges[2] as f64,
            nearness_x: slope_x * pixel as f64,
            nearness_y: slope_y * pixel as f64,
            nearness_offsets: pattern.map(|[x, y]| slope_x * x as f64 + slope_y * y as f64),
        })
    }

    fn edges_at(&self, x: usize, y: usize) -> [i64; 3] {
        [0, 1, 2].map(|k| self.edges[k] + self.step_x[k] * x as i64 + self.step_y[k] * y as i64)
    }

    fn nearness_at(&self, x: usize, y: usize) -> f64 {
        self.nearness + self.nearness_x * x as f64 + self.nearness_y * y as f64
    }
}

/// Twice the signed area in squared grid steps; positive when the corners run clockwise in the picture.
fn cross(a: Snapped, b: Snapped, c: Snapped) -> i64 {
    let d = |p: i32, q: i32| i64::from(q) - i64::from(p);
    d(a.x, b.x) * d(a.y, c.y) - d(a.y, b.y) * d(a.x, c.x)
}

#[cfg(test)]
#[path = "raster_tests.rs"]
mod tests;
