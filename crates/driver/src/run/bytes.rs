//! Numbers as little-endian bytes, and back, with every length checked.

use geometry::{Point, Vector};

/// Appends numbers.
#[derive(Default)]
pub(crate) struct Writer(pub Vec<u8>);

impl Writer {
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    pub fn u32(&mut self, number: u32) {
        self.bytes(&number.to_le_bytes());
    }

    pub fn u64(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    pub fn f64(&mut self, number: f64) {
        self.bytes(&number.to_bits().to_le_bytes());
    }

    pub fn points(&mut self, points: &[Point]) {
        points.iter().flat_map(|point| point.iter().copied()).for_each(|x| self.f64(x));
    }

    pub fn vectors(&mut self, vectors: &[Vector]) {
        vectors.iter().flat_map(|vector| vector.iter().copied()).for_each(|x| self.f64(x));
    }
}

/// Takes numbers from the front; `None` when the bytes end too early.
pub(crate) struct Reader<'b>(pub &'b [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*head)
    }

    pub fn magic<const N: usize>(&mut self, magic: &[u8; N]) -> Option<()> {
        (self.take::<N>()? == *magic).then_some(())
    }

    pub fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    pub fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    pub fn f64(&mut self) -> Option<f64> {
        self.take().map(|bytes| f64::from_bits(u64::from_le_bytes(bytes)))
    }

    /// A count of elements of so many bytes each, if there are bytes for all of them.
    pub fn count(&mut self, size: usize) -> Option<usize> {
        let count = usize::try_from(self.u64()?).ok()?;
        (count.checked_mul(size)? <= self.0.len()).then_some(count)
    }

    pub fn vectors(&mut self, count: usize) -> Option<Vec<Vector>> {
        (0..count).map(|_| Some(Vector::new(self.f64()?, self.f64()?, self.f64()?))).collect()
    }

    pub fn points(&mut self, count: usize) -> Option<Vec<Point>> {
        Some(self.vectors(count)?.into_iter().map(Point::from).collect())
    }

    pub fn end(&self) -> Option<()> {
        self.0.is_empty().then_some(())
    }
}
