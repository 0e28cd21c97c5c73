//! The file of a frame: `frames/NNNNNN.pos`, little-endian.
//!
//! | bytes | holds |
//! |---|---|
//! | 8 | `SELVPOS` and a zero |
//! | 4 | version, 1 |
//! | 4 | number of garments, in the scene's order |
//! | 8 each | number of vertices of each garment |
//! | 24 each | x, y and z of every vertex, as 64-bit floats in metres: garment after garment, in the order of its file |

use super::bytes::{Reader, Writer};
use geometry::Point;

const MAGIC: &[u8; 8] = b"SELVPOS\0";
const VERSION: u32 = 1;
/// Bytes of a vertex.
const VERTEX: usize = 24;

/// The name of a frame's file.
pub fn file_name(frame: u32) -> String {
    format!("{frame:06}.pos")
}

/// The bytes of a frame.
pub fn encode(garments: &[Vec<Point>]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.bytes(MAGIC);
    writer.u32(VERSION);
    writer.u32(garments.len() as u32);
    for vertices in garments {
        writer.u64(vertices.len() as u64);
    }
    for vertices in garments {
        writer.points(vertices);
    }
    writer.0
}

/// The vertices of a frame; `None` if the bytes are no whole frame.
pub fn decode(bytes: &[u8]) -> Option<Vec<Vec<Point>>> {
    let mut reader = Reader(bytes);
    reader.magic(MAGIC)?;
    if reader.u32()? != VERSION {
        return None;
    }
    let garments = reader.u32()?;
    let counts: Vec<usize> = (0..garments).map(|_| reader.count(VERTEX)).collect::<Option<_>>()?;
    let positions = counts.iter().map(|count| reader.points(*count)).collect::<Option<_>>()?;
    reader.end()?;
    Some(positions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_back_and_broken_ones_do_not() {
        let garments = vec![vec![Point::new(1.0, -0.0, 1e-300)], vec![], vec![Point::new(0.1, 0.2, 0.3); 3]];
        let bytes = encode(&garments);
        assert_eq!(decode(&bytes), Some(garments));
        assert!((0..bytes.len()).all(|end| decode(&bytes[..end]).is_none()), "a cut file is no frame");
        let mut bomb = bytes.clone();
        bomb[16..24].copy_from_slice(&u64::MAX.to_le_bytes());
        assert_eq!(decode(&bomb), None);
    }
}
