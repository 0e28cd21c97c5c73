//! Walks the values of a PLY body, whatever its encoding.

use std::ops::Range;

use super::header::{Element, Property, Shape};
use super::scalar::{Encoding, Scalar};
use crate::number::{self, quote};

/// Why a value could not be read.
pub(super) enum Fault {
    /// The file ends before it.
    Ended,
    /// The word there is no number.
    Word(String),
    /// A list claims this length.
    Length(f64),
}

/// A place in the body.
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    encoding: Encoding,
    /// The offset of the next value, or of the blanks before it.
    pub(super) at: usize,
}

impl<'a> Cursor<'a> {
    /// Begins at an offset.
    pub(super) fn new(bytes: &'a [u8], encoding: Encoding, at: usize) -> Self {
        Self { bytes, encoding, at }
    }

    /// How many bytes are left.
    pub(super) fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Where the next number stands; moves past it.
    pub(super) fn span(&mut self, scalar: Scalar) -> Result<Range<usize>, Fault> {
        let rest = &self.bytes[self.at..];
        let (skipped, length) = if self.encoding == Encoding::Ascii {
            let blanks = rest.iter().take_while(|byte| is_blank(**byte)).count();
            (blanks, rest[blanks..].iter().take_while(|byte| !is_blank(**byte)).count())
        } else {
            (0, scalar.size())
        };
        if length == 0 || skipped + length > rest.len() {
            return Err(Fault::Ended);
        }
        let begin = self.at + skipped;
        self.at = begin + length;
        Ok(begin..self.at)
    }

    /// The next number. A `float` in an ASCII file is the nearest float, so that both encodings say the same.
    pub(super) fn number(&mut self, scalar: Scalar) -> Result<f64, Fault> {
        let span = self.span(scalar)?;
        let bytes = &self.bytes[span];
        if self.encoding != Encoding::Ascii {
            return Ok(scalar.decode(self.encoding, bytes));
        }
        let value = number::parse(bytes).ok_or_else(|| Fault::Word(quote(bytes)))?;
        Ok(if scalar == Scalar::F32 { f64::from(value as f32) } else { value })
    }

    /// The next list. Its length is compared with the bytes that are left before anything is allocated.
    pub(super) fn list(&mut self, length: Scalar, item: Scalar, values: &mut Vec<f64>) -> Result<(), Fault> {
        values.clear();
        let length = self.length(length, item)?;
        values.reserve(length);
        for _ in 0..length {
            values.push(self.number(item)?);
        }
        Ok(())
    }

    /// Moves past a property.
    pub(super) fn pass(&mut self, property: &Property) -> Result<(), Fault> {
        match property.shape {
            Shape::Single(scalar) => self.span(scalar).map(drop),
            Shape::List { length, item } => {
                for _ in 0..self.length(length, item)? {
                    self.span(item)?;
                }
                Ok(())
            }
        }
    }

    fn length(&mut self, length: Scalar, item: Scalar) -> Result<usize, Fault> {
        let value = self.number(length)?;
        if !(value >= 0.0 && value.fract() == 0.0) {
            return Err(Fault::Length(value));
        }
        let needed = value * self.least(item) as f64;
        if needed > self.remaining() as f64 {
            return Err(Fault::Ended);
        }
        Ok(value as usize)
    }

    /// The fewest bytes a number can take: in text a blank and a digit.
    fn least(&self, scalar: Scalar) -> usize {
        if self.encoding == Encoding::Ascii { 2 } else { scalar.size() }
    }

    /// The fewest bytes all records of an element can take, its lists empty. The blank before the body's first word
    /// may be missing, hence the one byte less in text.
    pub(super) fn least_for(&self, element: &Element) -> u128 {
        let sizes = element.properties.iter().map(|property| match property.shape {
            Shape::Single(scalar) | Shape::List { length: scalar, .. } => self.least(scalar) as u128,
        });
        let all = sizes.sum::<u128>() * u128::from(element.count);
        if self.encoding == Encoding::Ascii { all.saturating_sub(1) } else { all }
    }
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}
