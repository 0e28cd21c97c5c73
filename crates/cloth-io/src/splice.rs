//! A file's bytes with a few words replaced: everything between them is copied as it stands.

use std::io::Write;
use std::ops::Range;

/// A copy in progress. Replacements come in the order of the file.
pub(crate) struct Splice<'a> {
    source: &'a [u8],
    copied: usize,
    result: Vec<u8>,
}

impl<'a> Splice<'a> {
    /// Starts a copy of `source`.
    pub(crate) fn new(source: &'a [u8]) -> Self {
        Self { source, copied: 0, result: Vec::with_capacity(source.len()) }
    }

    /// Puts text in the place of a range.
    pub(crate) fn replace_text(&mut self, range: Range<usize>, text: impl std::fmt::Display) {
        self.copy_to(range);
        write!(self.result, "{text}").expect("a vector takes any text");
    }

    /// Puts bytes in the place of a range.
    pub(crate) fn replace_bytes(&mut self, range: Range<usize>, bytes: &[u8]) {
        self.copy_to(range);
        self.result.extend_from_slice(bytes);
    }

    /// Copies the rest and gives the new file.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.result.extend_from_slice(&self.source[self.copied..]);
        self.result
    }

    fn copy_to(&mut self, range: Range<usize>) {
        self.result.extend_from_slice(&self.source[self.copied..range.start]);
        self.copied = range.end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_named_ranges_change() {
        let mut splice = Splice::new(b"one two three");
        splice.replace_text(4..7, 2);
        splice.replace_bytes(8..9, b"T");
        assert_eq!(splice.finish(), b"one 2 Three");
    }
}
