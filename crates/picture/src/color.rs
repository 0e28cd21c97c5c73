//! Colour: light is added up in linear values, colours are named and stored in sRGB.
//!
//! Everything a caller hands over (base colours, vertex colours, line colours) is sRGB in 0..=1, as a colour picker shows
//! it. Inside, colours are [`Linear`] until the last step, which encodes them through a table.
//! Not here: tone mapping. The lights of `shade` are balanced so that white cloth stays below 1, and the rest is clamped.

/// An sRGB colour, each component in 0..=1, as a colour picker shows it.
pub type Srgb = [f32; 3];

/// A colour in linear light: the one that may be averaged, scaled and added.
pub(crate) type Linear = [f32; 3];

/// Entries of the encoding table. With 4096 the darkest sRGB steps are still one entry apart (12.92 · 255 / 4096 < 1).
const TABLE: usize = 4096;

/// Decodes one sRGB component (IEC 61966-2-1); anything that is not a number becomes 0.
fn decode(value: f32) -> f32 {
    let value = if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) };
    if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// Encodes one linear component (IEC 61966-2-1).
fn encode(value: f32) -> f32 {
    let value = if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) };
    if value <= 0.003_130_8 { value * 12.92 } else { 1.055 * value.powf(1.0 / 2.4) - 0.055 }
}

/// The linear light of an sRGB colour.
pub(crate) fn linear(color: Srgb) -> Linear {
    color.map(decode)
}

/// The sRGB colour of linear light, for callers whose colours are linear (glTF's `COLOR_0` is).
pub fn srgb_from_linear(color: [f32; 3]) -> Srgb {
    color.map(encode)
}

/// The bytes of an sRGB colour, opaque.
pub(crate) fn bytes(color: Srgb) -> [u8; 4] {
    let byte = |c: f32| (c.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
    [byte(color[0]), byte(color[1]), byte(color[2]), 255]
}

/// `a` moved towards `b` by `amount` in 0..=1.
pub(crate) fn mix(a: Linear, b: Linear, amount: f32) -> Linear {
    [0, 1, 2].map(|k| a[k] + (b[k] - a[k]) * amount)
}

/// The table from linear light to sRGB bytes: one power per entry instead of three per pixel.
pub(crate) struct Encoder {
    table: Vec<u8>,
}

impl Encoder {
    pub(crate) fn new() -> Self {
        let table = (0..TABLE).map(|i| (encode(i as f32 / (TABLE - 1) as f32) * 255.0 + 0.5) as u8).collect();
        Self { table }
    }

    /// Opaque sRGB bytes; a component that is not a number becomes black (the cast of NaN is 0).
    pub(crate) fn bytes(&self, color: Linear) -> [u8; 4] {
        let byte = |c: f32| self.table[((c * (TABLE - 1) as f32 + 0.5) as usize).min(TABLE - 1)];
        [byte(color[0]), byte(color[1]), byte(color[2]), 255]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_survives_decoding_and_encoding() {
        let encoder = Encoder::new();
        for byte in 0..=255_u8 {
            let value = f32::from(byte) / 255.0;
            assert_eq!(encoder.bytes(linear([value; 3])), [byte, byte, byte, 255]);
        }
    }

    #[test]
    fn what_is_not_a_number_becomes_black() {
        assert_eq!(Encoder::new().bytes([f32::NAN, f32::NEG_INFINITY, f32::INFINITY]), [0, 0, 255, 255]);
        assert_eq!(linear([f32::NAN; 3]), [0.0; 3]);
    }
}
