//! An OBJ file's bytes as statements and words, without copying any of them.
//!
//! A statement is a line, or several where a line ends in `\`. Words are separated by blanks; a `#` that begins a word
//! begins a comment. Comments never continue: a comment that ends in `\` is usually a Windows path.

/// One statement: its keyword, and the words after it.
pub(super) struct Statement<'a> {
    /// The line its first word is on, counted from 1 as editors do.
    pub(super) line: usize,
    /// The first word.
    pub(super) keyword: &'a [u8],
    /// The words that follow.
    pub(super) words: Words<'a>,
}

/// The statements of a file in turn; blank lines and comments are passed over.
pub(super) struct Statements<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Statements<'a> {
    /// Starts at the beginning of the file, after a UTF-8 byte-order mark.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let at = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        Self { bytes, at, line: 1 }
    }

    /// Moves past the statement that begins here and returns where it ends, its line end excluded.
    fn pass_statement(&mut self) -> usize {
        loop {
            let begin = self.at;
            let rest = &self.bytes[begin..];
            let end = begin + rest.iter().position(|&byte| is_line_end(byte)).unwrap_or(rest.len());
            self.at = end + line_end_length(&self.bytes[end..]);
            self.line += 1;
            let line = &self.bytes[begin..end];
            if !line.ends_with(b"\\") || has_comment(line) || self.at == self.bytes.len() {
                return end;
            }
        }
    }
}

impl<'a> Iterator for Statements<'a> {
    type Item = Statement<'a>;

    fn next(&mut self) -> Option<Statement<'a>> {
        while self.at < self.bytes.len() {
            let (begin, line) = (self.at, self.line);
            let end = self.pass_statement();
            let mut words = Words::between(self.bytes, begin, end);
            if let Some((_, keyword)) = words.next() {
                return Some(Statement { line, keyword, words });
            }
        }
        None
    }
}

/// Words in turn, each with its offset in the file.
#[derive(Clone)]
pub(super) struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Words<'a> {
    /// The words of `bytes[begin..end]`; offsets count from the start of `bytes`.
    pub(super) fn between(bytes: &'a [u8], begin: usize, end: usize) -> Self {
        Self { bytes: &bytes[..end], at: begin }
    }

    /// All that is left, comments included, without blanks around it: a name may contain both.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes[self.at..].trim_ascii()
    }

    /// A `\` that ends a line is a blank too.
    fn is_blank_at(&self, at: usize) -> bool {
        match self.bytes[at] {
            b'\\' => self.bytes.get(at + 1).is_none_or(|&next| is_line_end(next)),
            byte => is_blank(byte),
        }
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<(usize, &'a [u8])> {
        let end = self.bytes.len();
        let begin = (self.at..end).find(|&at| !self.is_blank_at(at))?;
        if self.bytes[begin] == b'#' {
            return None;
        }
        self.at = (begin..end).find(|&at| self.is_blank_at(at)).unwrap_or(end);
        Some((begin, &self.bytes[begin..self.at]))
    }
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// `\n`, `\r\n`, or the lone `\r` of old files.
fn line_end_length(rest: &[u8]) -> usize {
    match rest {
        [b'\r', b'\n', ..] => 2,
        [] => 0,
        _ => 1,
    }
}

fn has_comment(line: &[u8]) -> bool {
    line.starts_with(b"#") || line.windows(2).any(|pair| is_blank(pair[0]) && pair[1] == b'#')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(bytes: &[u8]) -> Vec<(usize, Vec<String>)> {
        Statements::new(bytes)
            .map(|s| {
                let words = s.words.map(|(_, word)| word);
                let all = std::iter::once(s.keyword).chain(words);
                (s.line, all.map(|word| String::from_utf8_lossy(word).into_owned()).collect())
            })
            .collect()
    }

    #[test]
    fn lines_end_in_every_known_way() {
        for text in ["v 1 2 3\nf 1 2", "v 1 2 3\r\nf 1 2\r\n", "v\t1  2 3 \rf 1 2\r", "\u{feff} v 1 2 3 # x\n\tf 1 2"] {
            let statements = spelled(text.as_bytes());
            assert_eq!(statements[0], (1, vec!["v".into(), "1".into(), "2".into(), "3".into()]), "{text:?}");
            assert_eq!(statements[1], (2, vec!["f".into(), "1".into(), "2".into()]), "{text:?}");
            assert_eq!(statements.len(), 2);
        }
    }

    #[test]
    fn continued_lines_are_one_statement() {
        for text in ["f 1\\\n 2 \\\n3\nend", "f 1\\\r\n 2 \\\r\n3\r\nend"] {
            let statements = spelled(text.as_bytes());
            assert_eq!(statements[0].1, ["f", "1", "2", "3"]);
            assert_eq!(statements[1].0, 4, "the line after a continued statement");
        }
        assert_eq!(spelled(b"f 1 2 \\")[0].1, ["f", "1", "2"]);
    }

    #[test]
    fn comments_do_not_continue() {
        let statements = spelled(b"# C:\\cloth\\\nv 1 # C:\\\nv 2");
        assert_eq!(statements.len(), 2);
        assert_eq!(statements[1].1, ["v", "2"]);
    }
}
