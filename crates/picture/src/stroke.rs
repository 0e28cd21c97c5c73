//! Smooth strokes in two dimensions, shared by text, plots and image drawing.
//!
//! A [`Mask`] holds how much of each pixel a set of strokes covers. The strongest stroke wins instead of adding up, so that
//! joints do not show; a colour is laid over the image once, at the end.

use crate::lines::nearest_on_segment;

/// How much of each pixel is covered, 0..=1.
pub(crate) struct Mask {
    width: usize,
    height: usize,
    cover: Vec<f32>,
}

impl Mask {
    pub(crate) fn new(width: u32, height: u32) -> Self {
        let (width, height) = (width as usize, height as usize);
        Self { width, height, cover: vec![0.0; width * height] }
    }

    /// A straight stroke with round ends; a dot when both ends are the same. Strokes that are not finite are left out.
    pub(crate) fn segment(&mut self, a: [f32; 2], b: [f32; 2], width: f32) {
        if !a.iter().chain(&b).all(|v| v.is_finite()) || !width.is_finite() {
            return;
        }
        let reach = width / 2.0 + 0.5;
        let span = |k: usize, limit: usize| {
            let low = (a[k].min(b[k]) - reach).floor().max(0.0) as usize;
            let high = (a[k].max(b[k]) + reach).ceil().max(0.0) as usize;
            low..high.min(limit)
        };
        for y in span(1, self.height) {
            for x in span(0, self.width) {
                let (_, distance) = nearest_on_segment(a, b, [x as f32 + 0.5, y as f32 + 0.5]);
                let cover = &mut self.cover[y * self.width + x];
                *cover = cover.max((reach - distance).clamp(0.0, 1.0));
            }
        }
    }

    /// Strokes from place to place. A place that is not finite interrupts the line.
    pub(crate) fn polyline(&mut self, places: &[[f32; 2]], width: f32) {
        for pair in places.windows(2) {
            self.segment(pair[0], pair[1], width);
        }
    }

    /// Indices of the pixels that are covered at all, with how much.
    pub(crate) fn covered(&self) -> impl Iterator<Item = (usize, f32)> {
        self.cover.iter().copied().enumerate().filter(|&(_, cover)| cover > 0.0)
    }
}
