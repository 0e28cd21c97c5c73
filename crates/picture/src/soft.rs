//! Soft darkness: the key light's shadow on the meshes, and their contact with an imagined floor.
//!
//! Both come from the same thing, the surface seen along a direction on a small square map:
//!
//! 1. [`Map`]: the points are projected along the direction and the faces drawn with the rasteriser, one sample a cell.
//! 2. [`Shadow`]: the variance shadow maps of Donnelly and Lauritzen 2006: the map holds mean and mean square of the height
//!    around each cell, and Chebyshev's inequality bounds the part of it that is below a point, which is the light it gets.
//!    Edges are soft from a single look-up. A least variance keeps cloth that lies close to something from being speckled.
//! 3. [`Contact`]: seen from below, near cells darken the floor, high ones do not, and a wide blur makes it soft.
//!
//! Not here: shadows of the other lights, and light bounced between surfaces.

use geometry::{Point, Vector};
use rayon::prelude::*;

use crate::project::{ScreenTriangle, Snapped};
use crate::raster::{Bins, MIDDLE, NOTHING, TILE, Tile};
use crate::surface::Surface;

/// Cells along a side of the shadow map: 4 mm a cell on a clothed adult.
const SHADOW_CELLS: usize = 512;
/// Blur of the shadow, as the standard deviation in cells.
const SHADOW_BLUR: f32 = 2.2;
/// Heights that hardly count as a difference, in cells: steeper neighbours and the roughness of the map itself.
const SHADOW_TOLERANCE: f32 = 2.5;
/// How far a point is lifted off its surface before it is compared, in cells.
const SHADOW_LIFT: f64 = 2.0;
/// Light below this counts as none. Where shadows overlap the bound is too generous and light would bleed through
/// (Lauritzen 2007, "Summed-Area Variance Shadow Maps", §8.4.3).
const SHADOW_BLEED: f32 = 0.22;
/// Cells along a side of the floor map.
const FLOOR_CELLS: usize = 128;
/// Blur of the contact, as the standard deviation in cells.
const FLOOR_BLUR: f32 = 3.0;
/// Height at which contact has faded to 1/e, as a part of the scene's diagonal.
const FLOOR_FADE: f64 = 0.10;
/// Cells left free on each side of a map, wide enough for either blur.
const BORDER: usize = 12;

/// A square map of heights, seen along a direction.
struct Map {
    right: Vector,
    up: Vector,
    toward: Vector,
    corner: [f64; 2],
    cells_per_metre: f64,
    size: usize,
    /// The highest point over each cell along `toward`; minus infinity where there is none.
    heights: Vec<f32>,
}

impl Map {
    /// Nothing when there is no extent to map.
    fn draw(surface: &Surface, toward: Vector, size: usize) -> Option<Self> {
        let helper = if toward.y.abs() < 0.9 { Vector::y() } else { Vector::x() };
        let right = helper.cross(&toward).normalize();
        let up = toward.cross(&right);
        let flat = |p: &Point| [p.coords.dot(&right), p.coords.dot(&up)];
        let mut low = [f64::INFINITY; 2];
        let mut high = [f64::NEG_INFINITY; 2];
        for point in surface.used_points() {
            let at = flat(point);
            low = [0, 1].map(|k| low[k].min(at[k]));
            high = [0, 1].map(|k| high[k].max(at[k]));
        }
        let extent = (high[0] - low[0]).max(high[1] - low[1]);
        let cells_per_metre = (size - 2 * BORDER) as f64 / extent;
        if !(extent > 0.0 && cells_per_metre.is_finite() && cells_per_metre > 0.0) {
            return None;
        }
        let corner = low.map(|v| v - BORDER as f64 / cells_per_metre);
        let mut map = Self { right, up, toward, corner, cells_per_metre, size, heights: Vec::new() };
        map.heights = map.raster(surface);
        Some(map)
    }

    fn cell(&self, p: &Point) -> [f64; 2] {
        let flat = [p.coords.dot(&self.right), p.coords.dot(&self.up)];
        [0, 1].map(|k| (flat[k] - self.corner[k]) * self.cells_per_metre)
    }

    fn raster(&self, surface: &Surface) -> Vec<f32> {
        let snap = |p: &Point| {
            let [x, y] = self.cell(p);
            Snapped::at(x, y, p.coords.dot(&self.toward))
        };
        let snapped: Vec<Snapped> = surface.points.par_iter().map(snap).collect();
        let corners = surface.faces.par_iter().map(|face| face.corners.map(|v| snapped[v as usize]));
        let triangles: Vec<ScreenTriangle> = corners.map(|corners| ScreenTriangle { corners, face: 0 }).collect();
        let bins = Bins::sort(&triangles, self.size, self.size);
        let tiles: Vec<Tile<1>> =
            (0..bins.count()).into_par_iter().map(|t| Tile::draw(t, &bins, &triangles, &MIDDLE)).collect();
        let mut heights = vec![f32::NEG_INFINITY; self.size * self.size];
        for tile in &tiles {
            for (i, (face, height)) in tile.faces.iter().zip(&tile.nearness).enumerate() {
                let (x, y) = (tile.origin[0] + i % TILE, tile.origin[1] + i / TILE);
                if face[0] != NOTHING && x < self.size && y < self.size {
                    heights[y * self.size + x] = height[0];
                }
            }
        }
        heights
    }

    /// The values of grids of this map's size at a point, between cells; nothing outside.
    fn sample<const N: usize>(&self, grids: [&[f32]; N], p: &Point) -> Option<[f32; N]> {
        let [x, y] = self.cell(p).map(|v| v - 0.5);
        let limit = (self.size - 1) as f64;
        if !(x >= 0.0 && y >= 0.0 && x < limit && y < limit) {
            return None;
        }
        let (i, j) = (x as usize, y as usize);
        let (s, t) = ((x - i as f64) as f32, (y - j as f64) as f32);
        let first = j * self.size + i;
        Some(grids.map(|grid| {
            let row = |at: usize| grid[at] + (grid[at + 1] - grid[at]) * s;
            let (upper, lower) = (row(first), row(first + self.size));
            upper + (lower - upper) * t
        }))
    }
}

/// How much of the key light reaches a point.
pub(crate) struct Shadow {
    map: Map,
    /// Blurred heights and their blurred squares, in cells above `base`.
    mean: Vec<f32>,
    square: Vec<f32>,
    /// The lowest height of the map, in metres; cells without a surface are there.
    base: f64,
}

impl Shadow {
    pub(crate) fn cast(surface: &Surface, toward_light: Vector) -> Option<Self> {
        let map = Map::draw(surface, toward_light, SHADOW_CELLS)?;
        let drawn = || map.heights.iter().copied().filter(|h| h.is_finite());
        let base = f64::from(drawn().fold(f32::INFINITY, f32::min));
        let above = |&h: &f32| ((f64::from(h) - base) * map.cells_per_metre).max(0.0) as f32;
        let heights: Vec<f32> = map.heights.iter().map(above).collect();
        let squares: Vec<f32> = heights.iter().map(|h| h * h).collect();
        let mean = blur(&heights, map.size, SHADOW_BLUR);
        let square = blur(&squares, map.size, SHADOW_BLUR);
        Some(Self { map, mean, square, base })
    }

    /// In 0..=1, 1 is fully lit. The point is lifted along its unit normal, out of its own surface's blur.
    pub(crate) fn lit(&self, p: &Point, normal: [f32; 3]) -> f32 {
        let p = &(p + Vector::from(normal.map(f64::from)) * (SHADOW_LIFT / self.map.cells_per_metre));
        let Some([mean, square]) = self.map.sample([&self.mean, &self.square], p) else { return 1.0 };
        let height = ((p.coords.dot(&self.map.toward) - self.base) * self.map.cells_per_metre) as f32;
        let below = mean - height;
        if below <= 0.0 || below.is_nan() {
            return 1.0;
        }
        let variance = (square - mean * mean).max(SHADOW_TOLERANCE * SHADOW_TOLERANCE);
        let bound = variance / (variance + below * below);
        ((bound - SHADOW_BLEED) / (1.0 - SHADOW_BLEED)).max(0.0)
    }
}

/// How dark the floor is under the meshes.
pub(crate) struct Contact {
    map: Map,
    dark: Vec<f32>,
    /// Height of the floor, in metres: the lowest point of the scene.
    pub(crate) floor: f64,
}

impl Contact {
    pub(crate) fn of(surface: &Surface) -> Option<Self> {
        let map = Map::draw(surface, -Vector::y(), FLOOR_CELLS)?;
        let used = || surface.used_points().map(|point| point.y);
        let floor = used().fold(f64::INFINITY, f64::min);
        let tallest = used().fold(f64::NEG_INFINITY, f64::max) - floor;
        let fade = FLOOR_FADE * tallest.hypot(FLOOR_CELLS as f64 / map.cells_per_metre);
        let near = |&h: &f32| if h == f32::NEG_INFINITY { 0.0 } else { ((f64::from(h) + floor) / fade).exp() as f32 };
        let dark = blur(&map.heights.iter().map(near).collect::<Vec<f32>>(), map.size, FLOOR_BLUR);
        Some(Self { map, dark, floor })
    }

    /// In 0..=1, 0 is untouched.
    pub(crate) fn darkness(&self, p: &Point) -> f32 {
        self.map.sample([&self.dark], p).map_or(0.0, |[dark]| dark.clamp(0.0, 1.0))
    }
}

/// A Gaussian blur of a square grid whose border is empty or flat.
fn blur(grid: &[f32], size: usize, deviation: f32) -> Vec<f32> {
    let radius = (deviation * 2.5).ceil() as usize;
    let bell: Vec<f32> =
        (0..=2 * radius).map(|i| (-0.5 * ((i as f32 - radius as f32) / deviation).powi(2)).exp()).collect();
    let sum: f32 = bell.iter().sum();
    let bell: Vec<f32> = bell.iter().map(|w| w / sum).collect();
    blur_columns(&blur_rows(grid, size, &bell), size, &bell)
}

// Both passes add one weighted run of cells after the other, which the compiler turns into vector code. Cells near the
// edge lie in the border (see `BORDER`), where nothing is looked up, so only whole windows matter.

fn blur_rows(grid: &[f32], size: usize, bell: &[f32]) -> Vec<f32> {
    let radius = bell.len() / 2;
    let mut blurred = vec![0.0; grid.len()];
    blurred.par_chunks_mut(size).zip(grid.par_chunks(size)).for_each(|(to, from)| {
        for (k, weight) in bell.iter().enumerate() {
            add_weighted(&mut to[radius..size - radius], &from[k..], *weight);
        }
    });
    blurred
}

fn blur_columns(grid: &[f32], size: usize, bell: &[f32]) -> Vec<f32> {
    let radius = bell.len() / 2;
    let mut blurred = vec![0.0; grid.len()];
    blurred.par_chunks_mut(size).enumerate().skip(radius).take(size - 2 * radius).for_each(|(y, to)| {
        for (k, weight) in bell.iter().enumerate() {
            add_weighted(to, &grid[(y + k - radius) * size..], *weight);
        }
    });
    blurred
}

fn add_weighted(to: &mut [f32], from: &[f32], weight: f32) {
    for (sum, value) in to.iter_mut().zip(from) {
        *sum += value * weight;
    }
}
