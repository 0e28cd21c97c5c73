//! Modes 1 and 2: indices of triangles, and indices of anything.
//!
//! Triangles share edges with those just before, so both decoders of a triangle stream keep the last sixteen edges and
//! vertices; most triangles are then one byte: which edge, and which vertex completes it.

use super::Broken;

const ENDS_EARLY: Broken = "it ends early";
const UNWRITTEN: Broken = "it refers to an edge or vertex before the first";

/// The indices of `count / 3` triangles, `stride` bytes each.
pub(super) fn triangles(data: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, Broken> {
    let Some((0xe1, body)) = data.split_first() else { return Err("its header is not that of triangles") };
    let (codes, rest) = body.split_at_checked(count / 3).ok_or(ENDS_EARLY)?;
    let (extra, table) = rest.split_last_chunk::<16>().ok_or(ENDS_EARLY)?;
    let mut decoder = Triangles { extra: Source { bytes: extra, last: 0 }, ..Triangles::default() };
    let mut decoded = Vec::with_capacity(count * stride);
    for &code in codes {
        for index in decoder.triangle(code, table)? {
            emit(&mut decoded, index, stride);
        }
    }
    if decoder.extra.bytes.is_empty() { Ok(decoded) } else { Err("it has bytes to spare") }
}

/// `count` indices of no particular order, `stride` bytes each.
pub(super) fn sequence(data: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, Broken> {
    let Some((0xd1, body)) = data.split_first() else { return Err("its header is not that of indices") };
    let (deltas, _padding) = body.split_last_chunk::<4>().ok_or(ENDS_EARLY)?;
    if deltas.len() < count {
        return Err(ENDS_EARLY);
    }
    let mut source = Source { bytes: deltas, last: 0 };
    let mut baselines = [0_u32; 2];
    let mut decoded = Vec::with_capacity(count * stride);
    for _ in 0..count {
        let value = source.number()?;
        let [even, odd] = &mut baselines;
        let baseline = if value & 1 == 0 { even } else { odd };
        *baseline = baseline.wrapping_add(unzigzag(value >> 1));
        emit(&mut decoded, *baseline, stride);
    }
    if source.bytes.is_empty() { Ok(decoded) } else { Err("it has bytes to spare") }
}

fn emit(decoded: &mut Vec<u8>, index: u32, stride: usize) {
    if stride == 2 {
        decoded.extend_from_slice(&(index as u16).to_le_bytes());
    } else {
        decoded.extend_from_slice(&index.to_le_bytes());
    }
}

fn unzigzag(value: u32) -> u32 {
    (value >> 1) ^ (value & 1).wrapping_neg()
}

/// Numbers of one to five bytes, and the index that the next one is a difference to.
#[derive(Default)]
struct Source<'d> {
    bytes: &'d [u8],
    last: u32,
}

impl Source<'_> {
    fn byte(&mut self) -> Result<u8, Broken> {
        let (&byte, rest) = self.bytes.split_first().ok_or(ENDS_EARLY)?;
        self.bytes = rest;
        Ok(byte)
    }

    fn number(&mut self) -> Result<u32, Broken> {
        let mut value = 0;
        for place in 0..5 {
            let byte = self.byte()?;
            value |= u32::from(byte & 0x7f) << (place * 7);
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err("it has a number of more than five bytes")
    }

    fn index(&mut self) -> Result<u32, Broken> {
        self.last = self.last.wrapping_add(unzigzag(self.number()?));
        Ok(self.last)
    }
}

/// The last sixteen of a kind.
#[derive(Default)]
struct Recent<T> {
    items: [Option<T>; 16],
    pushed: usize,
}

impl<T: Copy> Recent<T> {
    fn push(&mut self, item: T) {
        if let Some(slot) = self.items.get_mut(self.pushed % 16) {
            *slot = Some(item);
        }
        self.pushed = self.pushed.wrapping_add(1);
    }

    /// The item pushed `back` before the last one.
    fn get(&self, back: u8) -> Result<T, Broken> {
        let place = self.pushed.wrapping_sub(1 + usize::from(back)) % 16;
        self.items.get(place).copied().flatten().ok_or(UNWRITTEN)
    }
}

#[derive(Default)]
struct Triangles<'d> {
    extra: Source<'d>,
    next: u32,
    edges: Recent<[u32; 2]>,
    vertices: Recent<u32>,
}

impl Triangles<'_> {
    fn triangle(&mut self, code: u8, table: &[u8; 16]) -> Result<[u32; 3], Broken> {
        match (code >> 4, code & 15) {
            (15, low) => self.of_vertices(low, table),
            (edge, low) => self.on_edge(edge, low),
        }
    }

    /// A known edge and one more vertex.
    fn on_edge(&mut self, edge: u8, code: u8) -> Result<[u32; 3], Broken> {
        let [a, b] = self.edges.get(edge)?;
        let c = match code {
            0 => self.fresh(),
            1..13 => self.vertices.get(code)?,
            13 | 14 => {
                let step = if code == 13 { u32::MAX } else { 1 };
                self.extra.last = self.extra.last.wrapping_add(step);
                self.extra.last
            }
            _ => self.extra.index()?,
        };
        self.edges.push([c, b]);
        self.edges.push([a, c]);
        if !(1..13).contains(&code) {
            self.vertices.push(c);
        }
        Ok([a, b, c])
    }

    /// Three vertices: by the table, or by a byte that says how each is found.
    fn of_vertices(&mut self, code: u8, table: &[u8; 16]) -> Result<[u32; 3], Broken> {
        let explicit = code >= 14;
        let how = match table.get(usize::from(code)) {
            Some(&how) if !explicit => how,
            _ => self.extra.byte()?,
        };
        if explicit && how == 0 {
            self.next = 0;
        }
        let a = if code == 15 { self.extra.index()? } else { self.fresh() };
        let b = self.corner(how >> 4)?;
        let c = self.corner(how & 15)?;
        self.edges.push([b, a]);
        self.edges.push([c, b]);
        self.edges.push([a, c]);
        self.vertices.push(a);
        for (corner, how) in [(b, how >> 4), (c, how & 15)] {
            if matches!(how, 0 | 15) {
                self.vertices.push(corner);
            }
        }
        Ok([a, b, c])
    }

    fn corner(&mut self, how: u8) -> Result<u32, Broken> {
        match how {
            0 => Ok(self.fresh()),
            15 => self.extra.index(),
            _ => self.vertices.get(how - 1),
        }
    }

    fn fresh(&mut self) -> u32 {
        let index = self.next;
        self.next = self.next.wrapping_add(1);
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_several_bytes() {
        for (bytes, expected) in
            [(&[0x7f_u8][..], 0x7f_u32), (&[0x81, 0x04], 0x201), (&[0xff, 0xa0, 0x05], 0x0001_507f)]
        {
            assert_eq!(Source { bytes, last: 0 }.number().unwrap(), expected, "{bytes:x?}");
        }
        assert!(Source { bytes: &[0x80; 6], last: 0 }.number().is_err());
    }
}
