//! Lines and points drawn over the shaded meshes: intersection contours, markers.
//!
//! 1. Segments are clipped and projected; a point is a segment of no length.
//! 2. Coverage is the distance to the segment against half the width, so edges are smooth without samples.
//! 3. Depth decides per sample. A contour lies in two surfaces at once, so it is moved towards the eye by a few pixels'
//!    worth of depth. What is still behind a surface is drawn fainter and dashed: a contour inside a fold can be followed.
//! 4. Within one set the strongest coverage wins instead of adding up, so joints of a polyline do not show.
//!
//! Not here: transparency sorting between sets; they are painted in the order they were added.

use geometry::Point;

use crate::camera::is_finite;
use crate::color::{self, Linear, Srgb, mix};
use crate::project::View;
use crate::raster::{Bins, TILE, Tile};

/// Depth by which lines come forward, in pixels at their depth, besides their own width: a surface this steep still shows its lines.
const FORWARD: f64 = 4.0;
/// Strength of what is hidden, against 1 for what is visible.
const HIDDEN_STRENGTH: f32 = 0.5;
/// Dashes of hidden lines, as multiples of the line's width: the length of a dash with its gap, and of the dash alone.
const DASH_PERIOD: f32 = 4.0;
const DASH: f32 = 2.2;
/// Width of the casing around a line, in pixels, and its strength.
const CASING_WIDTH: f32 = 1.25;
const CASING_STRENGTH: f32 = 0.75;

/// What becomes of the parts of a line behind a surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hidden {
    /// Drawn fainter and dashed.
    #[default]
    Dashed,
    /// Drawn like the visible parts.
    Shown,
    /// Not drawn.
    Omitted,
}

/// How a set of lines or points looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineStyle {
    /// Colour, sRGB.
    pub color: Srgb,
    /// Width of lines, diameter of points, in pixels.
    pub width: f32,
    /// A thin edge in this colour (sRGB) around the visible parts, so that a line stands out on cloth of its own colour.
    pub casing: Option<Srgb>,
    /// What becomes of the parts behind a surface.
    pub hidden: Hidden,
}

impl LineStyle {
    /// A line with a light casing whose hidden parts are dashed.
    pub fn new(color: Srgb, width: f32) -> Self {
        Self { color, width, casing: Some([1.0, 1.0, 1.0]), hidden: Hidden::Dashed }
    }
}

/// Polylines (points, when they have one vertex) of one style.
pub(crate) struct LineSet {
    pub(crate) polylines: Vec<Vec<Point>>,
    pub(crate) style: LineStyle,
}

/// A segment in the picture.
struct Segment {
    a: [f32; 2],
    b: [f32; 2],
    /// One over depth at both ends, moved forward.
    nearness: [f32; 2],
    /// Length of the polyline before this segment, in pixels.
    before: f32,
}

/// A set of lines, projected and sorted into tiles.
pub(crate) struct ScreenLines {
    style: LineStyle,
    segments: Vec<Segment>,
    tiles: Vec<Vec<u32>>,
}

impl ScreenLines {
    /// Also returns how many vertices were not finite.
    pub(crate) fn project(set: &LineSet, view: &View, bins: &Bins) -> (Self, usize) {
        let mut style = set.style;
        style.width = if style.width.is_finite() { style.width.clamp(0.0, TILE as f32) } else { 0.0 };
        let mut lines = Self { style, segments: Vec::new(), tiles: vec![Vec::new(); bins.count()] };
        let mut lost = 0;
        for polyline in &set.polylines {
            lost += polyline.iter().filter(|p| !is_finite(p)).count();
            let mut before = 0.0;
            if let [point] = polyline[..] {
                lines.push(point, point, view, bins, &mut before);
            }
            for pair in polyline.windows(2) {
                lines.push(pair[0], pair[1], view, bins, &mut before);
            }
        }
        (lines, lost)
    }

    fn reach(&self) -> f32 {
        self.style.width / 2.0 + CASING_WIDTH + 0.5
    }

    fn push(&mut self, a: Point, b: Point, view: &View, bins: &Bins, before: &mut f32) {
        if !(is_finite(&a) && is_finite(&b)) {
            return;
        }
        let Some([a, b]) = view.clip_segment(view.see(&a), view.see(&b)) else { return };
        let forward = 1.0 + (FORWARD + f64::from(self.style.width)) / view.focal;
        let nearness = [a, b].map(|s| (forward / s.depth) as f32);
        let [a, b] = [a, b].map(|s| view.pixel(s).map(|v| v as f32));
        let segment = Segment { a, b, nearness, before: *before };
        *before += (b[0] - a[0]).hypot(b[1] - a[1]);
        let reach = self.reach();
        let cell = |v: f32, count: usize| (v / TILE as f32).floor().clamp(-1.0, count as f32);
        let span = |k: usize, count: usize| {
            let low = cell(a[k].min(b[k]) - reach, count).max(0.0) as usize;
            let high = (cell(a[k].max(b[k]) + reach, count) + 1.0) as usize;
            low..high.min(count)
        };
        for y in span(1, bins.rows) {
            for x in span(0, bins.columns) {
                self.tiles[y * bins.columns + x].push(self.segments.len() as u32);
            }
        }
        self.segments.push(segment);
    }

    /// Paints this set over a tile's colours.
    pub(crate) fn paint(&self, index: usize, tile: &Tile<4>, colors: &mut [Linear]) {
        if self.tiles[index].is_empty() {
            return;
        }
        let mut cover = vec![Cover::default(); TILE * TILE];
        for &s in &self.tiles[index] {
            self.cover(&self.segments[s as usize], tile, &mut cover);
        }
        let core = color::linear(self.style.color);
        let casing = self.style.casing.map(color::linear);
        for (color, cover) in colors.iter_mut().zip(&cover) {
            if let Some(casing) = casing {
                *color = mix(*color, casing, cover.casing * CASING_STRENGTH);
            }
            *color = mix(*color, core, cover.line.max(cover.hidden * HIDDEN_STRENGTH));
        }
    }

    fn cover(&self, segment: &Segment, tile: &Tile<4>, cover: &mut [Cover]) {
        let reach = self.reach();
        let span = |k: usize| {
            let origin = tile.origin[k] as f32;
            let low = (segment.a[k].min(segment.b[k]) - reach - origin).floor().max(0.0) as usize;
            let high = (segment.a[k].max(segment.b[k]) + reach - origin).ceil().max(0.0) as usize;
            low..high.min(TILE)
        };
        for y in span(1) {
            for x in span(0) {
                let place = [(tile.origin[0] + x) as f32 + 0.5, (tile.origin[1] + y) as f32 + 0.5];
                let (t, distance) = nearest_on_segment(segment.a, segment.b, place);
                if distance < reach {
                    let pixel = y * TILE + x;
                    cover[pixel].add(&self.cover_pixel(segment, t, distance, &tile.nearness[pixel]));
                }
            }
        }
    }

    fn cover_pixel(&self, segment: &Segment, t: f32, distance: f32, surface: &[f32; 4]) -> Cover {
        let half = self.style.width / 2.0;
        let line = (half + 0.5 - distance).clamp(0.0, 1.0);
        let casing = (half + CASING_WIDTH + 0.5 - distance).clamp(0.0, 1.0);
        let nearness = segment.nearness[0] + (segment.nearness[1] - segment.nearness[0]) * t;
        let visible = surface.iter().filter(|&&s| nearness >= s).count() as f32 / 4.0;
        match self.style.hidden {
            Hidden::Shown => Cover { line, casing, hidden: 0.0 },
            Hidden::Omitted => Cover { line: line * visible, casing: casing * visible, hidden: 0.0 },
            Hidden::Dashed => {
                let hidden = line * (1.0 - visible) * self.dash(segment, t);
                Cover { line: line * visible, casing: casing * visible, hidden }
            }
        }
    }

    /// 1 on a dash, 0 in a gap, in between over a pixel.
    fn dash(&self, segment: &Segment, t: f32) -> f32 {
        let length = (segment.b[0] - segment.a[0]).hypot(segment.b[1] - segment.a[1]);
        let width = self.style.width.max(1.0);
        let along = (segment.before + t * length) % (DASH_PERIOD * width);
        (along.min(DASH * width - along) + 0.5).clamp(0.0, 1.0)
    }
}

/// How much of a pixel a set of lines covers.
#[derive(Clone, Copy, Default)]
struct Cover {
    line: f32,
    casing: f32,
    hidden: f32,
}

impl Cover {
    fn add(&mut self, other: &Self) {
        self.line = self.line.max(other.line);
        self.casing = self.casing.max(other.casing);
        self.hidden = self.hidden.max(other.hidden);
    }
}

/// Parameter along `a`–`b` of the place nearest to `p`, and its distance.
pub(crate) fn nearest_on_segment(a: [f32; 2], b: [f32; 2], p: [f32; 2]) -> (f32, f32) {
    let d = [b[0] - a[0], b[1] - a[1]];
    let square = d[0] * d[0] + d[1] * d[1];
    let along = (p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1];
    let t = if square > 0.0 { (along / square).clamp(0.0, 1.0) } else { 0.0 };
    (t, (a[0] + d[0] * t - p[0]).hypot(a[1] + d[1] * t - p[1]))
}
