//! Text for labels and plots: a small font of our own, 5×7 dots a letter, drawn with smooth strokes at any size.
//!
//! Each letter is a pattern of dots ([`GLYPHS`]). Drawing joins neighbouring dots with round strokes, so that letters are a
//! bitmap when small and lettering when large, from the same few bytes.
//!
//! 1. Dots side by side, or one above the other, are joined.
//! 2. Diagonal dots are joined when no third dot already joins them.
//!
//! Not here: anything but ASCII 32 to 126 (others are drawn as a box), proportional widths, kerning.

use crate::stroke::Mask;

/// Dots from the left of a letter to the left of the next: five and a gap.
const ADVANCE: f32 = 6.0;
/// Letters that hang below the line: their patterns start two dots lower.
const HANGING: &str = "gpqy";
/// Stroke width in dots: slightly more than a dot, so that small letters are as dark as a bitmap's.
const STROKE: f32 = 1.08;
/// Drawn for characters that the font does not have.
const BOX: Glyph = [0b11111, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b11111];

/// Seven rows from the top, the leftmost of five dots in bit 4.
type Glyph = [u8; 7];

/// Width of a line of text whose capital letters are `letters` pixels high, in pixels.
pub fn width(letters: f32, text: &str) -> f32 {
    (text.chars().count() as f32 * ADVANCE - 1.0).max(0.0) * letters / 7.0
}

/// Adds a line of text to a mask, its upper left corner at (`x`, `y`).
pub(crate) fn draw(mask: &mut Mask, x: f32, y: f32, letters: f32, text: &str) {
    let dot = letters / 7.0;
    for (i, character) in text.chars().enumerate() {
        let drop = if HANGING.contains(character) { 2.0 } else { 0.0 };
        let place = |[column, row]: [usize; 2]| {
            [x + (i as f32 * ADVANCE + column as f32 + 0.5) * dot, y + (drop + row as f32 + 0.5) * dot]
        };
        for [from, to] in strokes(glyph(character)) {
            mask.segment(place(from), place(to), dot * STROKE);
        }
    }
}

fn glyph(character: char) -> Glyph {
    match character {
        ' ' => [0; 7],
        '!'..='~' => GLYPHS[character as usize - '!' as usize],
        _ => BOX,
    }
}

/// The strokes that join a letter's dots, as pairs of (column, row). A dot that nothing joins is a stroke to itself.
fn strokes(glyph: Glyph) -> Vec<[[usize; 2]; 2]> {
    let dot = |column: usize, row: usize| column < 5 && row < 7 && glyph[row] >> (4 - column) & 1 == 1;
    let mut strokes = Vec::new();
    for (row, column) in (0..7).flat_map(|row| (0..5).map(move |column| (row, column))) {
        if !dot(column, row) {
            continue;
        }
        let from = [column, row];
        strokes.push([from, from]);
        if dot(column + 1, row) {
            strokes.push([from, [column + 1, row]]);
        }
        if dot(column, row + 1) {
            strokes.push([from, [column, row + 1]]);
        }
        if dot(column + 1, row + 1) && !dot(column + 1, row) && !dot(column, row + 1) {
            strokes.push([from, [column + 1, row + 1]]);
        }
        if column > 0 && dot(column - 1, row + 1) && !dot(column - 1, row) && !dot(column, row + 1) {
            strokes.push([from, [column - 1, row + 1]]);
        }
    }
    strokes
}

/// The letters from `!` to `~`.
#[rustfmt::skip]
const GLYPHS: [Glyph; 94] = [
    [0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00000, 0b00100], // !
    [0b01010, 0b01010, 0b00000, 0b00000, 0b00000, 0b00000, 0b00000], // "
    [0b01010, 0b01010, 0b11111, 0b01010, 0b11111, 0b01010, 0b01010], // #
    [0b00100, 0b01111, 0b10100, 0b01110, 0b00101, 0b11110, 0b00100], // $
    [0b11000, 0b11001, 0b00010, 0b00100, 0b01000, 0b10011, 0b00011], // %
    [0b01100, 0b10010, 0b10010, 0b01100, 0b10011, 0b10010, 0b01101], // &
    [0b00100, 0b00100, 0b00000, 0b00000, 0b00000, 0b00000, 0b00000], // '
    [0b00010, 0b00100, 0b01000, 0b01000, 0b01000, 0b00100, 0b00010], // (
    [0b01000, 0b00100, 0b00010, 0b00010, 0b00010, 0b00100, 0b01000], // )
    [0b00000, 0b00100, 0b10101, 0b01110, 0b10101, 0b00100, 0b00000], // *
    [0b00000, 0b00100, 0b00100, 0b11111, 0b00100, 0b00100, 0b00000], // +
    [0b00000, 0b00000, 0b00000, 0b00000, 0b00100, 0b00100, 0b01000], // ,
    [0b00000, 0b00000, 0b00000, 0b11111, 0b00000, 0b00000, 0b00000], // -
    [0b00000, 0b00000, 0b00000, 0b00000, 0b00000, 0b00000, 0b00100], // .
    [0b00001, 0b00001, 0b00010, 0b00100, 0b01000, 0b10000, 0b10000], // /
    [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110], // 0
    [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110], // 1
    [0b01110, 0b10001, 0b00001, 0b00010, 0b00100, 0b01000, 0b11111], // 2
    [0b01110, 0b10001, 0b00001, 0b00110, 0b00001, 0b10001, 0b01110], // 3
    [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010], // 4
    [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110], // 5
    [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110], // 6
    [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000], // 7
    [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110], // 8
    [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100], // 9
    [0b00000, 0b00000, 0b00100, 0b00000, 0b00000, 0b00000, 0b00100], // :
    [0b00000, 0b00000, 0b00100, 0b00000, 0b00100, 0b00100, 0b01000], // ;
    [0b00010, 0b00100, 0b01000, 0b10000, 0b01000, 0b00100, 0b00010], // <
    [0b00000, 0b00000, 0b11111, 0b00000, 0b11111, 0b00000, 0b00000], // =
    [0b01000, 0b00100, 0b00010, 0b00001, 0b00010, 0b00100, 0b01000], // >
    [0b01110, 0b10001, 0b00001, 0b00010, 0b00100, 0b00000, 0b00100], // ?
    [0b01110, 0b10001, 0b10111, 0b10101, 0b10111, 0b10000, 0b01110], // @
    [0b01110, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001], // A
    [0b11110, 0b10001, 0b10001, 0b11110, 0b10001, 0b10001, 0b11110], // B
    [0b01110, 0b10001, 0b10000, 0b10000, 0b10000, 0b10001, 0b01110], // C
    [0b11110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b11110], // D
    [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111], // E
    [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b10000], // F
    [0b01110, 0b10001, 0b10000, 0b10111, 0b10001, 0b10001, 0b01110], // G
    [0b10001, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001], // H
    [0b01110, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110], // I
    [0b00111, 0b00010, 0b00010, 0b00010, 0b00010, 0b10010, 0b01100], // J
    [0b10001, 0b10010, 0b10100, 0b11000, 0b10100, 0b10010, 0b10001], // K
    [0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b11111], // L
    [0b10001, 0b11011, 0b10101, 0b10101, 0b10001, 0b10001, 0b10001], // M
    [0b10001, 0b11001, 0b11001, 0b10101, 0b10011, 0b10011, 0b10001], // N
    [0b01110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110], // O
    [0b11110, 0b10001, 0b10001, 0b11110, 0b10000, 0b10000, 0b10000], // P
    [0b01110, 0b10001, 0b10001, 0b10001, 0b10101, 0b10010, 0b01101], // Q
    [0b11110, 0b10001, 0b10001, 0b11110, 0b10100, 0b10010, 0b10001], // R
    [0b01111, 0b10000, 0b10000, 0b01110, 0b00001, 0b00001, 0b11110], // S
    [0b11111, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100], // T
    [0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110], // U
    [0b10001, 0b10001, 0b10001, 0b01010, 0b01010, 0b01010, 0b00100], // V
    [0b10001, 0b10001, 0b10001, 0b10101, 0b10101, 0b10101, 0b01010], // W
    [0b10001, 0b10001, 0b01010, 0b00100, 0b01010, 0b10001, 0b10001], // X
    [0b10001, 0b10001, 0b01010, 0b00100, 0b00100, 0b00100, 0b00100], // Y
    [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b10000, 0b11111], // Z
    [0b01110, 0b01000, 0b01000, 0b01000, 0b01000, 0b01000, 0b01110], // [
    [0b10000, 0b10000, 0b01000, 0b00100, 0b00010, 0b00001, 0b00001], // backslash
    [0b01110, 0b00010, 0b00010, 0b00010, 0b00010, 0b00010, 0b01110], // ]
    [0b00100, 0b01010, 0b10001, 0b00000, 0b00000, 0b00000, 0b00000], // ^
    [0b00000, 0b00000, 0b00000, 0b00000, 0b00000, 0b00000, 0b11111], // _
    [0b01000, 0b00100, 0b00000, 0b00000, 0b00000, 0b00000, 0b00000], // `
    [0b00000, 0b00000, 0b01110, 0b00001, 0b01111, 0b10001, 0b01111], // a
    [0b10000, 0b10000, 0b11110, 0b10001, 0b10001, 0b10001, 0b11110], // b
    [0b00000, 0b00000, 0b01111, 0b10000, 0b10000, 0b10000, 0b01111], // c
    [0b00001, 0b00001, 0b01111, 0b10001, 0b10001, 0b10001, 0b01111], // d
    [0b00000, 0b00000, 0b01110, 0b10001, 0b11111, 0b10000, 0b01110], // e
    [0b00110, 0b01000, 0b01000, 0b11110, 0b01000, 0b01000, 0b01000], // f
    [0b01111, 0b10001, 0b10001, 0b10001, 0b01111, 0b00001, 0b01110], // g
    [0b10000, 0b10000, 0b11110, 0b10001, 0b10001, 0b10001, 0b10001], // h
    [0b00100, 0b00000, 0b01100, 0b00100, 0b00100, 0b00100, 0b01110], // i
    [0b00010, 0b00000, 0b00010, 0b00010, 0b00010, 0b10010, 0b01100], // j
    [0b10000, 0b10000, 0b10010, 0b10100, 0b11000, 0b10100, 0b10010], // k
    [0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00110], // l
    [0b00000, 0b00000, 0b11010, 0b10101, 0b10101, 0b10101, 0b10101], // m
    [0b00000, 0b00000, 0b11110, 0b10001, 0b10001, 0b10001, 0b10001], // n
    [0b00000, 0b00000, 0b01110, 0b10001, 0b10001, 0b10001, 0b01110], // o
    [0b11110, 0b10001, 0b10001, 0b10001, 0b11110, 0b10000, 0b10000], // p
    [0b01111, 0b10001, 0b10001, 0b10001, 0b01111, 0b00001, 0b00001], // q
    [0b00000, 0b00000, 0b10110, 0b11000, 0b10000, 0b10000, 0b10000], // r
    [0b00000, 0b00000, 0b01111, 0b10000, 0b01110, 0b00001, 0b11110], // s
    [0b01000, 0b01000, 0b11110, 0b01000, 0b01000, 0b01000, 0b00110], // t
    [0b00000, 0b00000, 0b10001, 0b10001, 0b10001, 0b10001, 0b01111], // u
    [0b00000, 0b00000, 0b10001, 0b10001, 0b01010, 0b01010, 0b00100], // v
    [0b00000, 0b00000, 0b10001, 0b10101, 0b10101, 0b10101, 0b01010], // w
    [0b00000, 0b00000, 0b10001, 0b01010, 0b00100, 0b01010, 0b10001], // x
    [0b10001, 0b10001, 0b10001, 0b10001, 0b01111, 0b00001, 0b01110], // y
    [0b00000, 0b00000, 0b11111, 0b00010, 0b00100, 0b01000, 0b11111], // z
    [0b00010, 0b00100, 0b00100, 0b01000, 0b00100, 0b00100, 0b00010], // {
    [0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100], // |
    [0b01000, 0b00100, 0b00100, 0b00010, 0b00100, 0b00100, 0b01000], // }
    [0b00000, 0b00000, 0b01001, 0b10101, 0b10010, 0b00000, 0b00000], // ~
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_printable_character_draws_something_different() {
        let mut seen = BTreeSet::new();
        for character in '!'..='~' {
            let mut mask = Mask::new(24, 32);
            draw(&mut mask, 2.0, 2.0, 14.0, &character.to_string());
            let pixels: Vec<(usize, u32)> = mask.covered().map(|(i, c)| (i, c.to_bits())).collect();
            assert!(pixels.len() > 3, "{character} is empty");
            assert!(seen.insert(pixels), "{character} looks like another character");
        }
    }

    #[test]
    fn unknown_characters_are_boxes_and_spaces_are_empty() {
        assert_eq!(glyph('é'), BOX);
        let mut mask = Mask::new(20, 20);
        draw(&mut mask, 0.0, 0.0, 7.0, "  ");
        assert_eq!(mask.covered().count(), 0);
    }

    #[test]
    fn text_stays_within_its_width() {
        let mut mask = Mask::new(200, 20);
        draw(&mut mask, 0.0, 3.0, 7.0, "Wide @ text");
        let right = mask.covered().map(|(i, _)| i % 200).max().unwrap();
        assert!(right as f32 <= width(7.0, "Wide @ text") + 1.0);
    }
}
