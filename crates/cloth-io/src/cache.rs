//! Point caches: a mesh's vertices over time, in one file that a modifier plays back on the same mesh.
//!
//! | format | bytes | header | then |
//! |---|---|---|---|
//! | PC2 | little endian | `POINTCACHE2` and a zero, version, points, first frame, frames a sample, samples | x, y, z, sample by sample |
//! | MDD | big endian | samples, points, the time of every sample in s | the same |
//!
//! Coordinates are metres with Y up, in single precision. Neither format holds names or faces: the mesh it belongs to must
//! have its vertices in the same order.

use geometry::Point;

/// The first bytes of a PC2 file.
const PC2_MAGIC: &[u8; 12] = b"POINTCACHE2\0";
const PC2_VERSION: i32 = 1;

/// A point cache that is being written.
#[derive(Clone, Debug)]
pub struct PointCache {
    bytes: Vec<u8>,
    /// How a number is written.
    number: fn(f32) -> [u8; 4],
}

impl PointCache {
    /// A PC2 cache of so many points and samples, one a frame from `first_frame` on.
    pub fn pc2(points: usize, samples: usize, first_frame: u32) -> Self {
        let mut bytes = PC2_MAGIC.to_vec();
        bytes.extend(PC2_VERSION.to_le_bytes());
        bytes.extend((points as i32).to_le_bytes());
        bytes.extend((first_frame as f32).to_le_bytes());
        bytes.extend(1.0_f32.to_le_bytes());
        bytes.extend((samples as i32).to_le_bytes());
        Self { bytes, number: f32::to_le_bytes }
    }

    /// An MDD cache of so many points, with a sample at each time, in s.
    pub fn mdd(points: usize, times: &[f64]) -> Self {
        let mut bytes = (times.len() as i32).to_be_bytes().to_vec();
        bytes.extend((points as i32).to_be_bytes());
        bytes.extend(times.iter().flat_map(|time| (*time as f32).to_be_bytes()));
        Self { bytes, number: f32::to_be_bytes }
    }

    /// Adds the next sample.
    pub fn push(&mut self, positions: &[Point]) {
        let numbers = positions.iter().flat_map(|point| point.iter().copied());
        self.bytes.extend(numbers.flat_map(|x| (self.number)(x as f32)));
    }

    /// The file.
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames() -> [Vec<Point>; 2] {
        [vec![Point::new(1.0, 2.0, 3.0), Point::new(0.1, 0.0, -7.5)], vec![Point::new(4.0, 5.0, 6.0), Point::origin()]]
    }

    #[test]
    fn pc2_is_little_endian_with_a_header_of_32_bytes() {
        let mut cache = PointCache::pc2(2, 2, 5);
        for frame in frames() {
            cache.push(&frame);
        }
        let bytes = cache.finish();
        assert_eq!(&bytes[..12], b"POINTCACHE2\0");
        let word = |at: usize| <[u8; 4]>::try_from(&bytes[at..at + 4]).unwrap();
        assert_eq!([12, 16, 28].map(|at| i32::from_le_bytes(word(at))), [1, 2, 2]);
        assert_eq!([20, 24].map(|at| f32::from_le_bytes(word(at))), [5.0, 1.0]);
        assert_eq!(bytes.len(), 32 + 2 * 2 * 12);
        assert_eq!([32, 44, 52, 56].map(|at| f32::from_le_bytes(word(at))), [1.0, 0.1, -7.5, 4.0]);
    }

    #[test]
    fn mdd_is_big_endian_with_a_time_a_sample() {
        let mut cache = PointCache::mdd(2, &[0.25, 0.5]);
        for frame in frames() {
            cache.push(&frame);
        }
        let bytes = cache.finish();
        let word = |at: usize| <[u8; 4]>::try_from(&bytes[at..at + 4]).unwrap();
        assert_eq!([0, 4].map(|at| i32::from_be_bytes(word(at))), [2, 2]);
        assert_eq!([8, 12, 16, 28].map(|at| f32::from_be_bytes(word(at))), [0.25, 0.5, 1.0, 0.1]);
        assert_eq!(bytes.len(), 16 + 2 * 2 * 12);
    }
}
