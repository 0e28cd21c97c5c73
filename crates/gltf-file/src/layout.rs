//! How one element of an accessor lies in memory: scalars, vectors, and matrices with padded columns.

use gltf::json::accessor::{ComponentType, Type};

/// The shape of an accessor's elements and the type of their components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The type of one component.
    pub component: ComponentType,
    /// Whether integers stand for fractions of their range.
    pub normalized: bool,
    columns: usize,
    rows: usize,
}

impl Layout {
    /// The layout of an accessor's type.
    pub(crate) fn new(component: ComponentType, kind: Type, normalized: bool) -> Self {
        let (columns, rows) = match kind {
            Type::Scalar => (1, 1),
            Type::Vec2 => (1, 2),
            Type::Vec3 => (1, 3),
            Type::Vec4 => (1, 4),
            Type::Mat2 => (2, 2),
            Type::Mat3 => (3, 3),
            Type::Mat4 => (4, 4),
        };
        Self { component, normalized, columns, rows }
    }

    /// How many components an element has.
    pub fn components(&self) -> usize {
        self.columns * self.rows
    }

    /// The bytes of one element, padding of columns included.
    pub fn size(&self) -> usize {
        self.columns * self.column_size()
    }

    /// Columns of matrices begin at multiples of four bytes (specification, section 3.6.2.4).
    fn column_size(&self) -> usize {
        let packed = self.rows * self.component.size();
        if self.columns > 1 { packed.next_multiple_of(4) } else { packed }
    }

    /// The bytes of component `index` of an element.
    fn bytes<'b>(&self, element: &'b [u8], index: usize) -> Option<&'b [u8]> {
        let (column, row) = (index / self.rows, index % self.rows);
        element.get(column * self.column_size() + row * self.component.size()..)
    }

    /// Component `index` of an element as a number; normalised integers become fractions (section 3.11).
    pub(crate) fn number(&self, element: &[u8], index: usize) -> Option<f64> {
        let bytes = self.bytes(element, index)?;
        let (value, largest) = match self.component {
            ComponentType::F32 => return bytes.first_chunk().map(|b| f64::from(f32::from_le_bytes(*b))),
            ComponentType::I8 => (f64::from(*bytes.first()? as i8), f64::from(i8::MAX)),
            ComponentType::U8 => (f64::from(*bytes.first()?), f64::from(u8::MAX)),
            ComponentType::I16 => (f64::from(i16::from_le_bytes(*bytes.first_chunk()?)), f64::from(i16::MAX)),
            ComponentType::U16 => (f64::from(u16::from_le_bytes(*bytes.first_chunk()?)), f64::from(u16::MAX)),
            ComponentType::U32 => (f64::from(u32::from_le_bytes(*bytes.first_chunk()?)), f64::from(u32::MAX)),
        };
        // The most negative integer is one step below -1.
        Some(if self.normalized { (value / largest).max(-1.0) } else { value })
    }

    /// Component `index` of an element of unsigned integers.
    pub(crate) fn unsigned(&self, element: &[u8], index: usize) -> Option<u32> {
        let bytes = self.bytes(element, index)?;
        match self.component {
            ComponentType::U8 => bytes.first().map(|b| u32::from(*b)),
            ComponentType::U16 => bytes.first_chunk().map(|b| u32::from(u16::from_le_bytes(*b))),
            ComponentType::U32 => bytes.first_chunk().map(|b| u32::from_le_bytes(*b)),
            ComponentType::I8 | ComponentType::I16 | ComponentType::F32 => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_small_matrices_are_padded() {
        let size = |component, kind| Layout::new(component, kind, false).size();
        assert_eq!(size(ComponentType::U8, Type::Mat2), 8);
        assert_eq!(size(ComponentType::U8, Type::Mat3), 12);
        assert_eq!(size(ComponentType::U16, Type::Mat3), 24);
        assert_eq!(size(ComponentType::F32, Type::Mat4), 64);
        assert_eq!(size(ComponentType::U8, Type::Vec3), 3);
        let matrix = Layout::new(ComponentType::U8, Type::Mat3, false);
        assert_eq!(matrix.number(&[1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0], 5), Some(6.0));
    }

    #[test]
    fn normalised_integers_span_minus_one_to_one() {
        let number = |component, bytes: &[u8]| Layout::new(component, Type::Scalar, true).number(bytes, 0).unwrap();
        assert_eq!(number(ComponentType::I8, &[0x80]), -1.0);
        assert_eq!(number(ComponentType::I8, &[127]), 1.0);
        assert_eq!(number(ComponentType::U16, &[0xFF, 0xFF]), 1.0);
        assert_eq!(number(ComponentType::I16, &[0x01, 0x80]), -1.0);
    }
}
