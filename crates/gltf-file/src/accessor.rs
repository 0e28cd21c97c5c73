//! Accessors: typed lists inside buffers, checked first and decoded second.
//!
//! 1. The range: offset, stride and count must fit the buffer view, in arithmetic that cannot overflow.
//! 2. The base: those bytes, or zeros where the file stores none.
//! 3. The sparse part: strictly increasing positions whose values replace the base.
//!
//! An accessor without a buffer view is all zeros, so its count has no bytes behind it. It is believed up to the number of
//! bytes in the file's buffers, since a vertex that no byte of the file speaks of is none, and up to [`MAX_ZEROS`].
//!
//! Alignment is not asked for: nothing here is handed to a graphics card.

use gltf::json::accessor::{ComponentType, sparse};
use gltf::json::validation::{Checked, USize64};

use crate::buffers;
use crate::fault::{Fault, FaultKind};
use crate::file::GltfFile;
use crate::layout::Layout;

/// The most bytes that an accessor may leave out of the file: five million vertices.
const MAX_ZEROS: u64 = 64 << 20;

/// An accessor whose every byte is known to exist.
#[derive(Clone, Debug)]
pub struct Accessor<'f> {
    element: String,
    layout: Layout,
    count: usize,
    /// `None` stands for zeros.
    base: Option<Elements<'f>>,
    sparse: Option<Sparse<'f>>,
}

/// A run of elements and the bytes they lie in; the last element may end the bytes.
#[derive(Clone, Copy, Debug)]
struct Elements<'f> {
    bytes: &'f [u8],
    storage: Storage,
}

/// Where a run of elements lies: known to be inside its buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Storage {
    /// The buffer.
    pub buffer: usize,
    /// The first byte of the first element in that buffer.
    pub offset: usize,
    /// Bytes from one element to the next.
    pub stride: usize,
    /// Bytes of one element.
    pub size: usize,
    /// How many elements there are.
    pub count: usize,
}

/// Elements that replace those at the given places.
#[derive(Clone, Debug)]
struct Sparse<'f> {
    indices: Storage,
    places: Vec<usize>,
    values: Elements<'f>,
}

impl GltfFile {
    /// Accessor `index`, checked. `role` says what it is for, as in "POSITION of mesh 0", and goes into messages.
    pub fn accessor(&self, index: usize, role: &str) -> Result<Accessor<'_>, Fault> {
        let element = format!("accessor {index} ({role})");
        let fault = |what| Fault::broken(FaultKind::Accessor, element.clone(), what);
        let accessors = &self.root().accessors;
        let Some(accessor) = accessors.get(index) else {
            return Err(fault(format!("it does not exist: the file has {}", accessors.len())));
        };
        let (Checked::Valid(component), Checked::Valid(kind)) = (accessor.component_type, accessor.type_) else {
            return Err(fault("its type or component type is not one that glTF 2.0 defines".to_owned()));
        };
        let layout = Layout::new(component.0, kind, accessor.normalized);
        let count = accessor.count.0;
        let base = if let Some(view) = accessor.buffer_view {
            let offset = accessor.byte_offset.unwrap_or_default();
            Some(self.elements(view.value(), offset, count, layout.size()).map_err(fault)?)
        } else {
            self.justify_zeros(count, layout.size()).map_err(fault)?;
            None
        };
        let sparse = accessor.sparse.as_ref().map(|s| self.sparse(s, count, layout).map_err(fault)).transpose()?;
        Ok(Accessor { element, layout, count: count as usize, base, sparse })
    }

    /// `count` elements of `size` bytes, or why they cannot be there.
    fn elements(&self, view: usize, offset: USize64, count: u64, size: usize) -> Result<Elements<'_>, String> {
        let bytes = self.buffer_view(view).map_err(|f| format!("{}: {}", f.element, f.what))?;
        let declared = self.root().buffer_views.get(view).and_then(|v| v.byte_stride).map_or(0, |s| s.0);
        // Zero is how some writers spell "packed".
        let stride = if declared == 0 { size } else { declared };
        if stride < size {
            return Err(format!("a stride of {stride} bytes is less than an element's {size}"));
        }
        let needed = match count.checked_sub(1) {
            None => Some(0),
            Some(gaps) => gaps.checked_mul(stride as u64).and_then(|n| n.checked_add(size as u64)),
        };
        let storage = Storage {
            buffer: self.root().buffer_views.get(view).map_or(0, |v| v.buffer.value()),
            offset: self.view_offset(view).saturating_add(offset.0 as usize),
            stride,
            size,
            count: count as usize,
        };
        let bytes = needed.and_then(|needed| buffers::slice(bytes, offset.0, needed)).ok_or_else(|| {
            format!(
                "{count} elements from byte {} do not fit bufferView {view}, which has {} bytes",
                offset.0,
                bytes.len()
            )
        })?;
        Ok(Elements { bytes, storage })
    }

    fn view_offset(&self, view: usize) -> usize {
        self.root().buffer_views.get(view).and_then(|v| v.byte_offset).unwrap_or_default().0 as usize
    }

    fn justify_zeros(&self, count: u64, size: usize) -> Result<(), String> {
        let stored: u64 = self.buffers().iter().map(|b| b.len() as u64).sum();
        if count <= stored && count.saturating_mul(size as u64) <= MAX_ZEROS {
            return Ok(());
        }
        Err(format!("{count} elements without a bufferView, in a file with {stored} bytes of data"))
    }

    fn sparse(&self, sparse: &sparse::Sparse, count: u64, layout: Layout) -> Result<Sparse<'_>, String> {
        let Checked::Valid(component) = sparse.indices.component_type else {
            return Err("the component type of its sparse indices is not an unsigned integer".to_owned());
        };
        let places_layout = Layout::new(component.0, gltf::json::accessor::Type::Scalar, false);
        let indices = &sparse.indices;
        let places =
            self.elements(indices.buffer_view.value(), indices.byte_offset, sparse.count.0, places_layout.size())?;
        let indices = places.storage;
        let places: Vec<usize> =
            places.iter().filter_map(|e| places_layout.unsigned(e, 0)).map(|place| place as usize).collect();
        if let Some([before, after]) = places.array_windows::<2>().find(|[a, b]| a >= b) {
            return Err(format!("its sparse indices are not increasing: {after} comes after {before}"));
        }
        match places.last() {
            Some(&last) if last as u64 >= count => Err(format!("sparse index {last} is beyond its {count} elements")),
            _ => {
                let (view, offset) = (sparse.values.buffer_view.value(), sparse.values.byte_offset);
                let values = self.elements(view, offset, sparse.count.0, layout.size())?;
                Ok(Sparse { indices, places, values })
            }
        }
    }
}

impl<'f> Elements<'f> {
    fn iter(&self) -> impl Iterator<Item = &'f [u8]> + use<'f> {
        self.bytes.chunks(self.storage.stride)
    }
}

impl Storage {
    /// The first byte after the last element.
    pub fn end(&self) -> usize {
        self.offset + self.count.saturating_sub(1) * self.stride + if self.count == 0 { 0 } else { self.size }
    }

    /// Whether two runs have a byte in common. Runs that are interleaved with one stride have none.
    pub fn overlaps(&self, other: &Self) -> bool {
        if self.buffer != other.buffer || self.end() <= other.offset || other.end() <= self.offset {
            return false;
        }
        let (first, second) = if self.offset <= other.offset { (self, other) } else { (other, self) };
        let shift = (second.offset - first.offset) % first.stride.max(1);
        first.stride != second.stride || shift < first.size || shift + second.size > first.stride
    }
}

impl Accessor<'_> {
    /// Where the elements are stored; `None` where they are zeros that the file does not store.
    pub fn base(&self) -> Option<Storage> {
        self.base.map(|elements| elements.storage)
    }

    /// Whether some elements are replaced by others stored elsewhere.
    pub fn is_sparse(&self) -> bool {
        self.sparse.is_some()
    }

    /// Every run of bytes that this accessor reads.
    pub fn storages(&self) -> Vec<Storage> {
        let sparse = self.sparse.iter().flat_map(|s| [s.indices, s.values.storage]);
        self.base().into_iter().chain(sparse).collect()
    }

    /// How many elements there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The shape and component type of the elements.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// What messages call this accessor.
    pub fn element(&self) -> &str {
        &self.element
    }

    /// The elements as numbers, `N` components each. Normalised integers become fractions, other integers stay as they are.
    pub fn vectors<const N: usize>(&self) -> Result<Vec<[f64; N]>, Fault> {
        self.decode(0.0, |element, index| self.layout.number(element, index))
    }

    /// The elements as unsigned integers, `N` components each: joints of vertices, for example.
    pub fn unsigned<const N: usize>(&self) -> Result<Vec<[u32; N]>, Fault> {
        if !matches!(self.layout.component, ComponentType::U8 | ComponentType::U16 | ComponentType::U32) {
            return Err(self.fault("its components must be unsigned integers".to_owned()));
        }
        self.decode(0, |element, index| self.layout.unsigned(element, index))
    }

    /// Single unsigned integers: a primitive's indices.
    pub fn indices(&self) -> Result<Vec<u32>, Fault> {
        Ok(self.unsigned::<1>()?.into_iter().flatten().collect())
    }

    fn decode<T: Copy, const N: usize>(
        &self,
        zero: T,
        component: impl Fn(&[u8], usize) -> Option<T>,
    ) -> Result<Vec<[T; N]>, Fault> {
        if self.layout.components() != N {
            return Err(
                self.fault(format!("its elements have {} components, {N} are needed", self.layout.components()))
            );
        }
        let element = |bytes: &[u8]| -> [T; N] { std::array::from_fn(|index| component(bytes, index).unwrap_or(zero)) };
        let mut decoded: Vec<[T; N]> = match &self.base {
            Some(base) => base.iter().map(element).collect(),
            None => vec![[zero; N]; self.count],
        };
        if let Some(sparse) = &self.sparse {
            for (&place, bytes) in sparse.places.iter().zip(sparse.values.iter()) {
                if let Some(slot) = decoded.get_mut(place) {
                    *slot = element(bytes);
                }
            }
        }
        Ok(decoded)
    }

    fn fault(&self, what: String) -> Fault {
        Fault::broken(FaultKind::Accessor, self.element.clone(), what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn storage(offset: usize, stride: usize, size: usize, count: usize) -> Storage {
        Storage { buffer: 0, offset, stride, size, count }
    }

    #[test]
    fn interleaved_runs_do_not_overlap() {
        let positions = storage(0, 24, 12, 10);
        assert!(!positions.overlaps(&storage(12, 24, 12, 10)));
        assert!(!storage(12, 24, 12, 10).overlaps(&positions));
        assert!(positions.overlaps(&storage(8, 24, 12, 10)));
        assert!(positions.overlaps(&storage(24, 24, 12, 2)));
        assert!(positions.overlaps(&storage(12, 12, 12, 2)));
        assert!(!positions.overlaps(&storage(228, 4, 4, 2)));
        assert!(!positions.overlaps(&storage(12, 24, 12, 0)));
        assert!(!positions.overlaps(&Storage { buffer: 1, ..positions }));
    }
}
