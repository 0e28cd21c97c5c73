//! Pixels: an image, painting on it, contact sheets, and PNG files: exact, or small with at most 256 colours.
//!
//! Not here: other file formats, scaling, colour profiles (PNG files say sRGB).

use crate::color::{Srgb, bytes};
use crate::stroke::Mask;
use crate::text;
use std::collections::BTreeMap;

/// Space around and between the images of a contact sheet, in pixels.
const SHEET_GAP: u32 = 12;
/// Height of capital letters in the labels of a contact sheet, in pixels.
const SHEET_LETTERS: f32 = 10.0;
/// Background and letters of a contact sheet, sRGB.
const SHEET_PAPER: Srgb = [0.97, 0.97, 0.97];
const SHEET_INK: Srgb = [0.18, 0.19, 0.21];

/// Colours of a PNG file with a palette at most.
const PALETTE: usize = 256;
/// Lowest bits of a channel that nobody sees.
const ALIKE: u32 = 2;

/// Why an image cannot be written as PNG.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// PNG has no empty images.
    #[error("a PNG file needs at least one pixel, this image is {width}×{height}")]
    Empty {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// The encoder failed.
    #[error("PNG encoding failed")]
    Encoding(#[from] png::EncodingError),
}

/// An image: rows from the top, each pixel red, green, blue (sRGB) and opacity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// `width` · `height` pixels.
    pub pixels: Vec<[u8; 4]>,
}

impl Image {
    /// An image of one colour.
    pub fn new(width: u32, height: u32, color: [u8; 4]) -> Self {
        Self { width, height, pixels: vec![color; width as usize * height as usize] }
    }

    /// The pixel at a column and a row; nothing outside.
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        (x < self.width && y < self.height).then(|| self.pixels[y as usize * self.width as usize + x as usize])
    }

    /// Copies `other` with its upper left corner at (`x`, `y`); what falls outside is cut off.
    pub fn blit(&mut self, other: &Self, x: i64, y: i64) {
        for row in 0..i64::from(other.height) {
            let from = (-x).clamp(0, i64::from(other.width));
            let to = (i64::from(self.width) - x).clamp(from, i64::from(other.width));
            if (0..i64::from(self.height)).contains(&(y + row)) && from < to {
                let source = (row * i64::from(other.width)) as usize;
                let target = ((y + row) * i64::from(self.width) + x + from) as usize;
                let length = (to - from) as usize;
                let part = &other.pixels[source + from as usize..source + to as usize];
                self.pixels[target..target + length].copy_from_slice(part);
            }
        }
    }

    /// Fills a rectangle; what falls outside is cut off.
    pub fn fill(&mut self, x: i64, y: i64, width: u32, height: u32, color: Srgb) {
        let clamp = |v: i64, limit: u32| v.clamp(0, i64::from(limit)) as usize;
        let columns = clamp(x, self.width)..clamp(x + i64::from(width), self.width);
        for row in clamp(y, self.height)..clamp(y + i64::from(height), self.height) {
            let start = row * self.width as usize;
            self.pixels[start + columns.start..start + columns.end].fill(bytes(color));
        }
    }

    /// Draws a smooth polyline; places in pixels from the upper left corner.
    pub fn polyline(&mut self, places: &[[f32; 2]], width: f32, color: Srgb) {
        let mut mask = Mask::new(self.width, self.height);
        mask.polyline(places, width);
        self.paint(&mask, color);
    }

    /// Writes one line of text with its upper left corner at (`x`, `y`); capital letters are `letters` pixels high.
    pub fn text(&mut self, x: f32, y: f32, letters: f32, color: Srgb, text: &str) {
        let mut mask = Mask::new(self.width, self.height);
        text::draw(&mut mask, x, y, letters, text);
        self.paint(&mask, color);
    }

    /// Lays a colour over the image where the mask is.
    pub(crate) fn paint(&mut self, mask: &Mask, color: Srgb) {
        let ink = bytes(color);
        for (pixel, cover) in mask.covered() {
            let under = &mut self.pixels[pixel];
            // Strokes are blended as encoded: in linear light thin dark letters on white would look too light.
            for k in 0..3 {
                let (a, b) = (f32::from(under[k]), f32::from(ink[k]));
                under[k] = (a + (b - a) * cover + 0.5) as u8;
            }
            under[3] = under[3].max((cover * 255.0) as u8);
        }
    }

    /// Images in a grid, each in a cell of the size of the largest, with a label above. `labels` may be shorter than `images`.
    pub fn sheet(images: &[Self], columns: usize, labels: &[&str]) -> Self {
        let columns = columns.clamp(1, images.len().max(1));
        let rows = images.len().div_ceil(columns);
        let width = images.iter().map(|image| image.width).max().unwrap_or(0);
        let height = images.iter().map(|image| image.height).max().unwrap_or(0);
        let caption = if labels.iter().all(|label| label.is_empty()) { 0 } else { (SHEET_LETTERS * 2.0) as u32 };
        let (step_x, step_y) = (width + SHEET_GAP, height + caption + SHEET_GAP);
        let size = [columns as u32 * step_x + SHEET_GAP, rows as u32 * step_y + SHEET_GAP];
        let mut sheet = Self::new(size[0], size[1], bytes(SHEET_PAPER));
        let mut mask = Mask::new(size[0], size[1]);
        for (i, image) in images.iter().enumerate() {
            let x = (i % columns) as u32 * step_x + SHEET_GAP;
            let y = (i / columns) as u32 * step_y + SHEET_GAP;
            let (inset_x, inset_y) = ((width - image.width) / 2, (height - image.height) / 2);
            sheet.blit(image, i64::from(x + inset_x), i64::from(y + caption + inset_y));
            if let Some(label) = labels.get(i) {
                text::draw(&mut mask, x as f32, y as f32 + SHEET_LETTERS * 0.25, SHEET_LETTERS, label);
            }
        }
        sheet.paint(&mask, SHEET_INK);
        sheet
    }

    /// The bytes of a PNG file with a palette, opaque: a third of the size. Shades that are nearly the same become one.
    pub fn write_small_png(&self) -> Result<Vec<u8>, PngError> {
        if self.width == 0 || self.height == 0 {
            return Err(PngError::Empty { width: self.width, height: self.height });
        }
        let (palette, indices) = self.palette();
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(palette);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        encoder.set_compression(png::Compression::High);
        // Neighbours in a palette are no neighbours in colour.
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&indices)?;
        writer.finish()?;
        Ok(file)
    }

    /// At most 256 colours, three bytes each, and which of them every pixel has: those that most pixels have, and for the others the
    /// nearest of them. Shades that differ in their lowest bits alone count as one where there are too many.
    fn palette(&self) -> (Vec<u8>, Vec<u8>) {
        let (colors, of_pixels) = self.colors(0);
        let (colors, of_pixels) = if colors.len() > PALETTE { self.colors(ALIKE) } else { (colors, of_pixels) };
        let mut by_use: Vec<usize> = (0..colors.len()).collect();
        by_use.sort_by_key(|color| std::cmp::Reverse(colors[*color].1));
        by_use.truncate(PALETTE);
        let apart = |a: [u8; 3], b: [u8; 3]| (0..3).map(|k| u32::from(a[k].abs_diff(b[k])).pow(2)).sum::<u32>();
        let nearest = |(color, _): &([u8; 3], usize)| {
            (0..by_use.len()).min_by_key(|place| apart(*color, colors[by_use[*place]].0)).unwrap_or(0) as u8
        };
        let places: Vec<u8> = colors.iter().map(nearest).collect();
        let palette = by_use.iter().flat_map(|color| colors[*color].0).collect();
        (palette, of_pixels.iter().map(|color| places[*color]).collect())
    }

    /// The colours of an image without so many of their lowest bits, the first of those that are then alike standing for all, with how
    /// many pixels have each; and which of them every pixel has.
    fn colors(&self, dropped: u32) -> (Vec<([u8; 3], usize)>, Vec<usize>) {
        let mut known: BTreeMap<[u8; 3], usize> = BTreeMap::new();
        let mut colors: Vec<([u8; 3], usize)> = Vec::new();
        let mut of_pixels = Vec::with_capacity(self.pixels.len());
        for &[r, g, b, _] in &self.pixels {
            let color = *known.entry([r, g, b].map(|channel| channel >> dropped)).or_insert(colors.len());
            if color == colors.len() {
                colors.push(([r, g, b], 0));
            }
            colors[color].1 += 1;
            of_pixels.push(color);
        }
        (colors, of_pixels)
    }

    /// The bytes of a PNG file.
    pub fn write_png(&self) -> Result<Vec<u8>, PngError> {
        if self.width == 0 || self.height == 0 {
            return Err(PngError::Empty { width: self.width, height: self.height });
        }
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(self.pixels.as_flattened())?;
        writer.finish()?;
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkered(width: u32, height: u32) -> Image {
        let mut image = Image::new(width, height, [0; 4]);
        for (i, pixel) in image.pixels.iter_mut().enumerate() {
            *pixel = [(i * 7) as u8, (i * 13) as u8, (i * 29) as u8, 255 - (i % 3) as u8];
        }
        image
    }

    #[test]
    fn png_decodes_to_the_same_pixels() {
        let image = checkered(37, 19);
        let file = image.write_png().unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut decoded = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut decoded).unwrap();
        assert_eq!((info.width, info.height, info.color_type), (37, 19, png::ColorType::Rgba));
        assert_eq!(decoded, image.pixels.as_flattened());
    }

    #[test]
    fn a_small_png_has_nearly_the_same_pixels() {
        let mut image = checkered(64, 48);
        let decode = |file: Vec<u8>| {
            let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
            decoder.set_transformations(png::Transformations::EXPAND);
            let mut reader = decoder.read_info().unwrap();
            let mut decoded = vec![0; reader.output_buffer_size().unwrap()];
            assert_eq!(reader.next_frame(&mut decoded).unwrap().color_type, png::ColorType::Rgb);
            decoded
        };
        let apart = |image: &Image| {
            let decoded = decode(image.write_small_png().unwrap());
            let pairs = image.pixels.iter().flat_map(|pixel| &pixel[..3]).zip(&decoded);
            pairs.map(|(a, b)| a.abs_diff(*b)).max()
        };
        assert!(apart(&image) < Some(96));
        image.pixels.iter_mut().for_each(|pixel| *pixel = [pixel[0], pixel[0], pixel[0], 255]);
        assert_eq!(apart(&image), Some(0), "so few colours are kept as they are");
        assert!(matches!(Image::new(0, 5, [0; 4]).write_small_png(), Err(PngError::Empty { .. })));
    }

    #[test]
    fn an_empty_image_is_refused_as_png() {
        assert!(matches!(Image::new(0, 5, [0; 4]).write_png(), Err(PngError::Empty { width: 0, height: 5 })));
    }

    #[test]
    fn blit_cuts_off_what_is_outside() {
        let small = checkered(5, 4);
        for x in -7..9 {
            for y in -6..8 {
                let mut large = Image::new(6, 5, [9; 4]);
                large.blit(&small, x, y);
                for (i, &pixel) in large.pixels.iter().enumerate() {
                    let (u, v) = (i as i64 % 6 - x, i as i64 / 6 - y);
                    let inside = u >= 0 && v >= 0;
                    let expected = if inside { small.pixel(u as u32, v as u32) } else { None };
                    assert_eq!(pixel, expected.unwrap_or([9; 4]), "({u}, {v})");
                }
            }
        }
    }

    #[test]
    fn a_sheet_holds_every_image_and_label() {
        let images = [checkered(20, 10), checkered(30, 12), checkered(8, 8)];
        let plain = Image::sheet(&images, 2, &[]);
        let labelled = Image::sheet(&images, 2, &["first", "second"]);
        assert_eq!(plain.width, 2 * 30 + 3 * SHEET_GAP);
        assert_eq!(plain.height, 2 * 12 + 3 * SHEET_GAP);
        assert!(labelled.height > plain.height);
        assert_eq!(plain.pixel(SHEET_GAP + 5, SHEET_GAP + 1), images[0].pixel(0, 0));
        let inked = |image: &Image| image.pixels.iter().filter(|p| p[0] < 80 && p[1] < 80).count();
        assert!(inked(&labelled) > inked(&plain));
        let nothing = Image::sheet(&[], 3, &[]);
        assert_eq!((nothing.width, nothing.height), (2 * SHEET_GAP, SHEET_GAP));
    }

    #[test]
    fn painting_outside_is_harmless() {
        let mut image = Image::new(10, 10, [255; 4]);
        image.fill(-5, 8, 100, 100, [0.0; 3]);
        image.polyline(&[[-50.0, 5.0], [f32::NAN, 1.0], [1e9, 5.0]], 2.0, [1.0, 0.0, 0.0]);
        image.text(-3.0, 7.0, 9.0, [0.0; 3], "outside");
        Image::default().text(0.0, 0.0, 9.0, [0.0; 3], "nowhere");
        assert_eq!(image.pixel(0, 0), Some([255; 4]));
        assert_eq!(image.pixel(0, 9), Some([0, 0, 0, 255]));
    }
}
