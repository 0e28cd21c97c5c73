//! A line plot: title, axes with round ticks, several series. For profiles over time, not for dashboards.
//!
//! 1. Ranges over all finite values, widened to whole ticks of 1, 2 or 5 times a power of ten.
//! 2. Grid, tick labels, axis labels.
//! 3. Series; a value that is not finite interrupts its line. The legend stands above the plot, so it covers nothing.
//!
//! Not here: logarithmic axes, bars, dates.

use crate::color::{Srgb, bytes};
use crate::image::Image;
use crate::stroke::Mask;
use crate::text;

/// Colours of series that name none, sRGB: told apart by hue and by lightness, so also in print and by colour-blind readers.
pub const SERIES_COLORS: [Srgb; 6] = [
    [0.00, 0.35, 0.62],
    [0.84, 0.29, 0.10],
    [0.10, 0.57, 0.44],
    [0.60, 0.26, 0.56],
    [0.88, 0.62, 0.07],
    [0.30, 0.32, 0.35],
];
/// Paper, grid, axis and letters, sRGB.
const PAPER: Srgb = [1.0, 1.0, 1.0];
const GRID: Srgb = [0.90, 0.905, 0.91];
const AXIS: Srgb = [0.45, 0.46, 0.48];
const INK: Srgb = [0.15, 0.16, 0.18];
/// Heights of capital letters, in pixels.
const TITLE_LETTERS: f32 = 13.0;
const LETTERS: f32 = 9.0;
/// Width of a series' line, in pixels.
const LINE: f32 = 2.0;
/// Space around the plot, in pixels.
const PADDING: f32 = 14.0;
/// Pixels that a tick should have for itself, across and up.
const TICK_SPACE: [f32; 2] = [90.0, 46.0];

/// A named line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// Name in the legend.
    pub name: String,
    /// Points (x, y) in order.
    pub points: Vec<[f64; 2]>,
    /// Colour, sRGB; one of [`SERIES_COLORS`] when none is given.
    pub color: Option<Srgb>,
}

/// A line plot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// Title, at the top.
    pub title: String,
    /// Meaning and unit of the horizontal axis.
    pub x_label: String,
    /// Meaning and unit of the vertical axis, written above it.
    pub y_label: String,
    /// Lines.
    pub series: Vec<Series>,
}

impl Plot {
    /// A plot without lines.
    pub fn new(title: &str, x_label: &str, y_label: &str) -> Self {
        Self { title: title.into(), x_label: x_label.into(), y_label: y_label.into(), series: Vec::new() }
    }

    /// Adds a line.
    #[must_use]
    pub fn series(mut self, name: &str, points: Vec<[f64; 2]>) -> Self {
        self.series.push(Series { name: name.into(), points, color: None });
        self
    }

    /// Draws the plot.
    pub fn render(&self, width: u32, height: u32) -> Image {
        let mut image = Image::new(width, height, bytes(PAPER));
        let letters_width =
            |axis: &Axis| axis.labels().map(|(_, label)| text::width(LETTERS, &label)).fold(0.0, f32::max);
        let top = PADDING + TITLE_LETTERS * 2.0 + LETTERS * 2.2;
        let bottom = height as f32 - PADDING - LETTERS * 4.0;
        let y = Axis::over(self.values(1), bottom, top, TICK_SPACE[1]);
        let left = PADDING + letters_width(&y) + LETTERS;
        let right = width as f32 - PADDING - LETTERS * 1.5;
        let x = Axis::over(self.values(0), left, right, TICK_SPACE[0]);
        draw_axes(&mut image, &x, &y);
        self.draw_labels(&mut image, &x, &y);
        for (i, series) in self.series.iter().enumerate() {
            let places: Vec<[f32; 2]> = series.points.iter().map(|p| [x.place(p[0]), y.place(p[1])]).collect();
            let mut mask = Mask::new(width, height);
            mask.polyline(&places, LINE);
            if let [only] = places[..] {
                mask.segment(only, only, LINE * 2.0);
            }
            image.paint(&mask, self.color(i));
        }
        image
    }

    fn values(&self, axis: usize) -> impl Iterator<Item = f64> {
        self.series.iter().flat_map(move |series| series.points.iter().map(move |p| p[axis]))
    }

    fn color(&self, i: usize) -> Srgb {
        self.series[i].color.unwrap_or(SERIES_COLORS[i % SERIES_COLORS.len()])
    }

    fn draw_labels(&self, image: &mut Image, x: &Axis, y: &Axis) {
        image.text(PADDING, PADDING, TITLE_LETTERS, INK, &self.title);
        let middle = f32::midpoint(x.start, x.end);
        let below = y.start + LETTERS * 2.8;
        image.text(middle - text::width(LETTERS, &self.x_label) / 2.0, below, LETTERS, INK, &self.x_label);
        let legend = PADDING + TITLE_LETTERS * 2.0;
        image.text(PADDING, legend, LETTERS, AXIS, &self.y_label);
        // The legend ends at the right edge and is laid out from its last entry.
        let mut right = x.end;
        for (i, series) in self.series.iter().enumerate().rev().filter(|(_, series)| !series.name.is_empty()) {
            right -= text::width(LETTERS, &series.name);
            image.text(right, legend, LETTERS, INK, &series.name);
            let height = legend + LETTERS / 2.0;
            image.polyline(
                &[[right - LETTERS * 2.4, height], [right - LETTERS * 0.8, height]],
                LINE + 0.5,
                self.color(i),
            );
            right -= LETTERS * 4.4;
        }
    }
}

fn draw_axes(image: &mut Image, x: &Axis, y: &Axis) {
    let length = |axis: &Axis| (axis.end - axis.start).abs().max(0.0) as u32 + 1;
    let at = |v: f32| v.round() as i64;
    for (value, label) in x.labels() {
        let place = x.place(value);
        image.fill(at(place), at(y.end), 1, length(y), GRID);
        image.text(place - text::width(LETTERS, &label) / 2.0, y.start + LETTERS * 0.8, LETTERS, AXIS, &label);
    }
    for (value, label) in y.labels() {
        let place = y.place(value);
        image.fill(at(x.start), at(place), length(x), 1, GRID);
        let left = x.start - LETTERS * 0.7 - text::width(LETTERS, &label);
        image.text(left, place - LETTERS / 2.0, LETTERS, AXIS, &label);
    }
    image.fill(at(x.start), at(y.start), length(x), 1, AXIS);
}

/// A range of values, laid out along pixels, with a tick distance.
struct Axis {
    low: f64,
    high: f64,
    tick: f64,
    start: f32,
    end: f32,
}

impl Axis {
    fn over(values: impl Iterator<Item = f64>, start: f32, end: f32, space: f32) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|v| v.abs() < LARGEST) {
            low = low.min(value);
            high = high.max(value);
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        // A constant gets a range around it, wide enough to be told apart from its neighbours.
        let least = 1e-9 * low.abs().max(high.abs()).max(1e-9);
        if high - low < least {
            let around = if low == 0.0 { 1.0 } else { low.abs() / 2.0 };
            (low, high) = (low - around, high + around);
        }
        let ticks = f64::from(((end - start).abs() / space).floor().clamp(2.0, 12.0));
        let tick = round_tick((high - low) / ticks);
        Self { low: (low / tick).floor() * tick, high: (high / tick).ceil() * tick, tick, start, end }
    }

    fn place(&self, value: f64) -> f32 {
        let t = (value - self.low) / (self.high - self.low);
        self.start + (self.end - self.start) * t as f32
    }

    /// Ticks with their labels, all with as many decimals as the tick distance needs.
    fn labels(&self) -> impl Iterator<Item = (f64, String)> {
        let count = ((self.high - self.low) / self.tick).round() as usize;
        let decimals = (-self.tick.log10().floor()).clamp(0.0, 12.0) as usize;
        let plain = self.high.abs().max(self.low.abs()) < 1e6 && self.tick > 1e-5;
        (0..=count).map(move |i| {
            let value = self.low + self.tick * i as f64;
            let value = if value.abs() < self.tick * 1e-6 { 0.0 } else { value };
            (value, if plain { format!("{value:.decimals$}") } else { format!("{value:.2e}") })
        })
    }
}

/// Values beyond this are left out: their range could not be divided into ticks.
const LARGEST: f64 = 1e200;

/// The least of 1, 2 and 5 times a power of ten that is not below `step`.
fn round_tick(step: f64) -> f64 {
    let power = 10.0_f64.powf(step.log10().floor());
    [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|&tick| tick >= step * (1.0 - 1e-9)).unwrap_or(step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_cover_the_values() {
        for (low, high) in [(0.0, 1.0), (-3.7, 12.9), (0.001, 0.0024), (5.0, 5.0), (0.0, 0.0), (1e6, 9e8)] {
            let axis = Axis::over([low, high].into_iter(), 0.0, 600.0, 90.0);
            assert!(axis.low <= low && axis.high >= high);
            let mantissa = axis.tick / 10.0_f64.powf(axis.tick.log10().floor() + 1e-12);
            assert!([1.0, 2.0, 5.0, 10.0].iter().any(|m| (mantissa - m).abs() < 1e-6), "tick {}", axis.tick);
            assert!((2..=14).contains(&axis.labels().count()));
        }
        let labels: Vec<String> = Axis::over([0.0, 1.0].into_iter(), 0.0, 450.0, 90.0).labels().map(|l| l.1).collect();
        assert_eq!(labels, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
    }

    #[test]
    fn odd_values_and_sizes_do_not_panic() {
        let odd = vec![[0.0, f64::NAN], [f64::INFINITY, 1.0], [1.0, 1e308], [2.0, -1e308], [3.0, 4.0]];
        let plot = Plot::new("odd", "x", "y").series("a", odd).series("", vec![]).series("one", vec![[1.0, 1.0]]);
        for (width, height) in [(0, 0), (1, 1), (10, 300), (400, 300)] {
            assert_eq!(plot.render(width, height).pixels.len(), (width * height) as usize);
        }
        Plot::default().render(200, 100);
    }

    #[test]
    fn a_line_is_drawn_in_its_color_where_its_values_are() {
        let mut plot = Plot::new("", "", "").series("", vec![[0.0, 0.5], [1.0, 0.5], [1.0, 1.0], [0.0, 0.0]]);
        plot.series[0].color = Some([1.0, 0.0, 0.0]);
        let image = plot.render(300, 200);
        let red = |p: &[u8; 4]| p[0] > 200 && p[1] < 60;
        assert!(image.pixels.iter().filter(|p| red(p)).count() > 200);
    }
}
