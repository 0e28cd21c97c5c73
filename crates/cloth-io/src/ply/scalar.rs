//! The eight number types of a PLY file, in its three encodings.

/// How the body spells its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Words separated by blanks.
    Ascii,
    /// Bytes, the lowest first.
    Little,
    /// Bytes, the highest first.
    Big,
}

/// A number type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    /// `char`, `int8`.
    I8,
    /// `uchar`, `uint8`.
    U8,
    /// `short`, `int16`.
    I16,
    /// `ushort`, `uint16`.
    U16,
    /// `int`, `int32`.
    I32,
    /// `uint`, `uint32`.
    U32,
    /// `float`, `float32`.
    F32,
    /// `double`, `float64`.
    F64,
}

/// All names, for messages.
pub(super) const NAMES: &str =
    "char uchar short ushort int uint float double, or int8 uint8 int16 uint16 int32 uint32 float32 float64";

impl Scalar {
    /// The type under either of its names.
    pub(super) fn named(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"char" | b"int8" => Self::I8,
            b"uchar" | b"uint8" => Self::U8,
            b"short" | b"int16" => Self::I16,
            b"ushort" | b"uint16" => Self::U16,
            b"int" | b"int32" => Self::I32,
            b"uint" | b"uint32" => Self::U32,
            b"float" | b"float32" => Self::F32,
            b"double" | b"float64" => Self::F64,
            _ => return None,
        })
    }

    /// The type's usual name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::I8 => "char",
            Self::U8 => "uchar",
            Self::I16 => "short",
            Self::U16 => "ushort",
            Self::I32 => "int",
            Self::U32 => "uint",
            Self::F32 => "float",
            Self::F64 => "double",
        }
    }

    /// Its size in a binary body, in bytes.
    pub(super) fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    /// The smallest and largest whole number it holds; `None` for the two real types.
    pub(super) fn range(self) -> Option<(f64, f64)> {
        Some(match self {
            Self::I8 => (f64::from(i8::MIN), f64::from(i8::MAX)),
            Self::U8 => (0.0, f64::from(u8::MAX)),
            Self::I16 => (f64::from(i16::MIN), f64::from(i16::MAX)),
            Self::U16 => (0.0, f64::from(u16::MAX)),
            Self::I32 => (f64::from(i32::MIN), f64::from(i32::MAX)),
            Self::U32 => (0.0, f64::from(u32::MAX)),
            Self::F32 | Self::F64 => return None,
        })
    }

    /// The value of binary bytes, as many as [`Scalar::size`] says. Every type fits a double exactly.
    pub(super) fn decode(self, encoding: Encoding, bytes: &[u8]) -> f64 {
        let mut wide = [0_u8; 8];
        for (slot, &byte) in wide.iter_mut().zip(bytes) {
            *slot = byte;
        }
        if encoding == Encoding::Big {
            wide[..self.size()].reverse();
        }
        let bits = u64::from_le_bytes(wide);
        match self {
            Self::I8 => f64::from(bits as i8),
            Self::U8 => f64::from(bits as u8),
            Self::I16 => f64::from(bits as i16),
            Self::U16 => f64::from(bits as u16),
            Self::I32 => f64::from(bits as i32),
            Self::U32 => f64::from(bits as u32),
            Self::F32 => f64::from(f32::from_bits(bits as u32)),
            Self::F64 => f64::from_bits(bits),
        }
    }

    /// The nearest value the type holds; `None` where there is none: a fraction in a whole-number type, or a value
    /// out of its range.
    pub(super) fn fit(self, value: f64) -> Option<f64> {
        match self.range() {
            Some((low, high)) => (value.fract() == 0.0 && (low..=high).contains(&value)).then_some(value),
            None if self == Self::F32 => Some(f64::from(value as f32)).filter(|single| single.is_finite()),
            None => Some(value),
        }
    }

    /// The binary bytes of a value that [fits](Scalar::fit), and how many of them count.
    pub(super) fn encode(self, encoding: Encoding, value: f64) -> ([u8; 8], usize) {
        let bits = match self {
            Self::F64 => value.to_bits(),
            Self::F32 => u64::from((value as f32).to_bits()),
            _ => (value as i64) as u64,
        };
        let mut bytes = bits.to_le_bytes();
        if encoding == Encoding::Big {
            bytes[..self.size()].reverse();
        }
        (bytes, self.size())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Scalar; 8] =
        [Scalar::I8, Scalar::U8, Scalar::I16, Scalar::U16, Scalar::I32, Scalar::U32, Scalar::F32, Scalar::F64];

    #[test]
    fn every_type_holds_its_extremes_in_both_byte_orders() {
        for scalar in ALL {
            assert_eq!(Scalar::named(scalar.name().as_bytes()), Some(scalar));
            let (low, high) = scalar.range().unwrap_or((-0.5, 65504.25));
            for value in [low, high, 0.0, 1.0] {
                for encoding in [Encoding::Little, Encoding::Big] {
                    let (bytes, size) = scalar.encode(encoding, value);
                    assert_eq!(scalar.decode(encoding, &bytes[..size]), value, "{scalar:?} {encoding:?}");
                }
            }
        }
    }

    #[test]
    fn a_value_fits_or_does_not() {
        assert_eq!(Scalar::U8.fit(255.0), Some(255.0));
        assert_eq!(Scalar::U8.fit(256.0), None);
        assert_eq!(Scalar::I16.fit(0.5), None);
        assert_eq!(Scalar::F32.fit(0.1), Some(f64::from(0.1_f32)));
        assert_eq!(Scalar::F32.fit(1e60), None);
        assert_eq!(Scalar::F64.fit(1e60), Some(1e60));
    }
}
