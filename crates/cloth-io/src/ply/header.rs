//! A PLY header: the encoding, and the elements in the order in which the body holds them.
//!
//! Nothing here is believed: counts are only compared with the bytes that follow. The first line's end says how lines
//! end in the whole header, so that a binary body that happens to begin with a line end is not cut.

use super::scalar::{Encoding, NAMES, Scalar};
use crate::Problem;
use crate::number::{name, quote};

/// The most elements a header may name, and the most properties of one element. Real files have ten and a hundred;
/// without a limit, comparing the names of a hostile header would take forever.
const MOST_ELEMENTS: usize = 256;
const MOST_PROPERTIES: usize = 4096;

/// What the file says it holds.
pub(super) struct Header {
    /// How the body spells its numbers.
    pub(super) encoding: Encoding,
    /// The elements in the body's order.
    pub(super) elements: Vec<Element>,
    /// Where the body begins.
    pub(super) body: usize,
}

/// A kind of record, and how many there are.
pub(super) struct Element {
    /// `vertex`, `face`, or anything else.
    pub(super) name: String,
    /// How many records follow, as the file claims.
    pub(super) count: u64,
    /// What a record holds.
    pub(super) properties: Vec<Property>,
}

/// One value, or one list, of a record.
#[derive(Clone, Debug)]
pub(super) struct Property {
    /// `x`, `vertex_indices`, or anything else.
    pub(super) name: String,
    /// One number or a list.
    pub(super) shape: Shape,
}

/// One number or a list.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// A number.
    Single(Scalar),
    /// A length, then as many numbers.
    List {
        /// The type of the length.
        length: Scalar,
        /// The type of the numbers.
        item: Scalar,
    },
}

impl Header {
    /// The properties of an element.
    pub(super) fn into_properties(self, element: &str) -> Vec<Property> {
        self.elements.into_iter().find(|found| found.name == element).map_or_else(Vec::new, |found| found.properties)
    }
}

/// Whether bytes begin as a PLY file does.
pub(crate) fn is_ply(bytes: &[u8]) -> bool {
    matches!(bytes, [b'p', b'l', b'y', b'\n' | b'\r', ..])
}

/// Reads the header.
pub(super) fn read(bytes: &[u8]) -> Result<Header, Problem> {
    if !is_ply(bytes) {
        let fault = "the file does not begin with the line \"ply\"";
        return Err(Problem::new("header", fault, "check that it is a PLY file, or export the mesh again"));
    }
    let mut lines = Lines::new(bytes);
    let mut encoding = None;
    let mut elements: Vec<Element> = Vec::new();
    while let Some(line) = lines.next() {
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let keyword = words.next().unwrap_or_default();
        let fault = match keyword {
            b"" | b"ply" | b"comment" | b"obj_info" => Ok(()),
            b"format" => read_format(words).map(|format| encoding = Some(format)),
            b"element" => read_element(words, &mut elements),
            b"property" => read_property(words, &mut elements),
            b"end_header" => return finish(encoding, elements, lines.at),
            _ => Err(format!("{} is no keyword of a PLY header", quote(keyword))),
        };
        fault.map_err(|fault| {
            Problem::new(
                format!("header, line {}", lines.number),
                fault,
                "correct the header, or export the mesh again",
            )
        })?;
    }
    Err(Problem::new("header", "it has no end_header line", "the file is cut short: copy or export it again"))
}

fn finish(encoding: Option<Encoding>, elements: Vec<Element>, body: usize) -> Result<Header, Problem> {
    match encoding {
        Some(encoding) => Ok(Header { encoding, elements, body }),
        None => {
            Err(Problem::new("header", "it has no format line", "add \"format ascii 1.0\", or export the mesh again"))
        }
    }
}

fn read_format<'a>(mut words: impl Iterator<Item = &'a [u8]>) -> Result<Encoding, String> {
    let encoding = match words.next().unwrap_or_default() {
        b"ascii" => Encoding::Ascii,
        b"binary_little_endian" => Encoding::Little,
        b"binary_big_endian" => Encoding::Big,
        other => {
            let known = "ascii, binary_little_endian or binary_big_endian";
            return Err(format!("the format {} is not {known}", quote(other)));
        }
    };
    match words.next() {
        Some(b"1.0") => Ok(encoding),
        other => Err(format!("the version {} is not 1.0", quote(other.unwrap_or_default()))),
    }
}

fn read_element<'a>(mut words: impl Iterator<Item = &'a [u8]>, elements: &mut Vec<Element>) -> Result<(), String> {
    let name = name(words.next().ok_or("the element has no name")?);
    let count = words.next().unwrap_or_default();
    let count = std::str::from_utf8(count)
        .ok()
        .and_then(|text| text.parse().ok())
        .ok_or_else(|| format!("the count {} of element {name} is not a whole number", quote(count)))?;
    if elements.iter().any(|element| element.name == name) {
        return Err(format!("there are two elements called {name}"));
    }
    if elements.len() == MOST_ELEMENTS {
        return Err(format!("there are more than {MOST_ELEMENTS} elements"));
    }
    elements.push(Element { name, count, properties: Vec::new() });
    Ok(())
}

fn read_property<'a>(mut words: impl Iterator<Item = &'a [u8]>, elements: &mut [Element]) -> Result<(), String> {
    let element = elements.last_mut().ok_or("a property stands before any element")?;
    let scalar = |word: Option<&[u8]>| {
        let word = word.unwrap_or_default();
        Scalar::named(word).ok_or_else(|| format!("the type {} is none of {NAMES}", quote(word)))
    };
    let shape = match words.next() {
        Some(b"list") => {
            let length = scalar(words.next())?;
            if length.range().is_none() {
                return Err(format!("the length of a list cannot be of type {}", length.name()));
            }
            Shape::List { length, item: scalar(words.next())? }
        }
        word => Shape::Single(scalar(word)?),
    };
    let name = name(words.next().ok_or("the property has no name")?);
    if element.properties.iter().any(|property| property.name == name) {
        return Err(format!("element {} has two properties called {name}", element.name));
    }
    if element.properties.len() == MOST_PROPERTIES {
        return Err(format!("element {} has more than {MOST_PROPERTIES} properties", element.name));
    }
    element.properties.push(Property { name, shape });
    Ok(())
}

/// The header's lines, and where the next begins.
struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    number: usize,
    /// `\n`, also after `\r`; or the lone `\r` of old files.
    end: u8,
}

impl<'a> Lines<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let end = if bytes.get(3) == Some(&b'\r') && bytes.get(4) != Some(&b'\n') { b'\r' } else { b'\n' };
        Self { bytes, at: 0, number: 0, end }
    }

    /// The next whole line; a line that the file's end cuts is none.
    fn next(&mut self) -> Option<&'a [u8]> {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|&byte| byte == self.end)?;
        self.at += length + 1;
        self.number += 1;
        Some(&rest[..length])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        read(text.as_bytes()).err().expect("the header is bad").to_string()
    }

    #[test]
    fn lines_may_end_in_every_known_way() {
        let text = "ply\nformat ascii 1.0\ncomment x\nelement vertex 3\nproperty float x\n\
                    property list uint8 int32 n\nend_header\n";
        for end in ["\n", "\r\n", "\r"] {
            let text = text.replace('\n', end);
            let header = read(text.as_bytes()).expect("a good header");
            assert_eq!(header.body, text.len());
            assert_eq!(header.encoding, Encoding::Ascii);
            assert_eq!((header.elements[0].name.as_str(), header.elements[0].count), ("vertex", 3));
            assert!(matches!(header.elements[0].properties[0].shape, Shape::Single(Scalar::F32)));
            let list = header.elements[0].properties[1].shape;
            assert!(matches!(list, Shape::List { length: Scalar::U8, item: Scalar::I32 }));
        }
    }

    #[test]
    fn a_bad_header_names_the_line_and_the_remedy() {
        for (lines, expected) in [
            ("format ascii 2.0", "header, line 2: the version \"2.0\" is not 1.0"),
            ("format text 1.0", "header, line 2: the format \"text\" is not ascii,"),
            ("frmat ascii 1.0", "header, line 2: \"frmat\" is no keyword"),
            ("property float x", "header, line 2: a property stands before any element"),
            ("element vertex -1", "header, line 2: the count \"-1\" of element vertex"),
            ("element vertex", "header, line 2: the count \"\" of element vertex"),
            ("element v 1\nelement v 1", "header, line 3: there are two elements called v"),
            ("element v 1\nproperty int64 x", "header, line 3: the type \"int64\" is none of char"),
            ("element v 1\nproperty list float int x", "header, line 3: the length of a list cannot be"),
            ("element v 1\nproperty float x\nproperty int x", "header, line 4: element v has two properties called x"),
            ("element v 1\nproperty float", "header, line 3: the property has no name"),
        ] {
            let message = fault(&format!("ply\n{lines}\nend_header\n"));
            assert!(message.starts_with(expected), "{message}");
            assert!(message.ends_with("; correct the header, or export the mesh again"), "{message}");
        }
        let many = (0..300).fold(String::new(), |text, name| text + &format!("element e{name} 0\n"));
        assert!(
            fault(&format!("ply\n{many}")).starts_with("header, line 258: there are more than 256 elements; correct")
        );
        let many = (0..5000).fold("element e 1\n".to_owned(), |text, name| text + &format!("property int p{name}\n"));
        assert!(fault(&format!("ply\n{many}")).contains("element e has more than 4096 properties; correct"));
        assert!(fault("ply\nend_header\n").starts_with("header: it has no format line; add"));
        assert!(fault("ply\nformat ascii 1.0\nend_header").starts_with("header: it has no end_header line; the file"));
        assert!(fault("solid x\n").contains("does not begin with the line \"ply\"; check that"));
    }
}
