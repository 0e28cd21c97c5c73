//! Numbers and names as text files spell them, read from bytes and printed back.
//!
//! Reading accepts what exporters write: `1e-3`, `.5`, `5.`, `+1`. Printing gives the shortest text that reads back as
//! the same number. Not here: locales (a decimal comma is not a number) and hexadecimal floats.

use std::borrow::Cow;
use std::fmt;

/// The number a word spells, also `nan` and `inf`: whether those may stand there is the caller's question.
pub(crate) fn parse(word: &[u8]) -> Option<f64> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// A whole number with an optional sign; `None` also when it does not fit.
pub(crate) fn parse_integer(word: &[u8]) -> Option<i64> {
    let (negative, digits) = match word {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, word),
    };
    if digits.is_empty() {
        return None;
    }
    let mut value = 0_i64;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        value = value.checked_mul(10)?.checked_add(i64::from(digit - b'0'))?;
    }
    Some(if negative { -value } else { value })
}

/// Prints the shortest text that reads back as the same `f64`.
pub(crate) struct Shortest(pub(crate) f64);

/// Prints the shortest text that reads back as the same `f32`.
pub(crate) struct ShortestSingle(pub(crate) f32);

/// Magnitudes outside this range are printed with an exponent: nobody wants 300 zeros in a line.
const PLAIN: std::ops::Range<f64> = 1e-5..1e16;

fn is_plain(magnitude: f64) -> bool {
    magnitude == 0.0 || PLAIN.contains(&magnitude)
}

impl fmt::Display for Shortest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_plain(self.0.abs()) { write!(f, "{}", self.0) } else { write!(f, "{:e}", self.0) }
    }
}

impl fmt::Display for ShortestSingle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_plain(f64::from(self.0).abs()) { write!(f, "{}", self.0) } else { write!(f, "{:e}", self.0) }
    }
}

/// A name's text: UTF-8, and Latin-1 where it is not, so that two names that differ in the file differ here.
pub(crate) fn name(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// The longest piece of a file that a message repeats, in bytes.
const QUOTE: usize = 40;

/// A word of the file as a message quotes it: cut short, and readable whatever its bytes are.
pub(crate) fn quote(word: &[u8]) -> String {
    let shown: Cow<'_, str> = String::from_utf8_lossy(&word[..word.len().min(QUOTE)]);
    let dots = if word.len() > QUOTE { "…" } else { "" };
    format!("\"{}{dots}\"", shown.escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_exporters_write_them() {
        for (text, value) in [("1e-3", 1e-3), (".5", 0.5), ("5.", 5.0), ("+1", 1.0), ("-0.25E+2", -25.0)] {
            assert_eq!(parse(text.as_bytes()), Some(value), "{text}");
        }
        for text in ["", "1,5", "0x1p3", "1.#IND", "--1", "1 2"] {
            assert_eq!(parse(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn whole_numbers_and_their_limits() {
        assert_eq!(parse_integer(b"-12"), Some(-12));
        assert_eq!(parse_integer(b"+7"), Some(7));
        for text in ["", "-", "1.0", "99999999999999999999", "1a"] {
            assert_eq!(parse_integer(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn printing_is_short_and_reads_back() {
        for (value, text) in [(0.1, "0.1"), (-2.0, "-2"), (1e300, "1e300"), (2.5e-7, "2.5e-7"), (0.0, "0")] {
            assert_eq!(Shortest(value).to_string(), text);
            assert_eq!(parse(text.as_bytes()), Some(value));
        }
        assert_eq!(ShortestSingle(0.1).to_string(), "0.1");
    }

    #[test]
    fn names_that_differ_stay_different() {
        assert_eq!(name("Ärmel".as_bytes()), "Ärmel");
        assert_ne!(name(b"\xe9"), name(b"\xe8"));
    }

    #[test]
    fn quotes_are_short_and_printable() {
        assert_eq!(quote(b"abc"), "\"abc\"");
        assert!(quote(&[7; 1000]).chars().count() < 300);
    }
}
