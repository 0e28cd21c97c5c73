//! Repeatable random numbers for tests: the same on every platform and every run.

use geometry::Vector;

/// Steele, Lea and Flood's `SplitMix64`.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// In 0..1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// In -1..1.
    pub(crate) fn signed(&mut self) -> f64 {
        self.unit() * 2.0 - 1.0
    }

    /// Each coordinate in -1..1.
    pub(crate) fn vector(&mut self) -> Vector {
        Vector::new(self.signed(), self.signed(), self.signed())
    }
}
