//! Compressed buffer views: `EXT_meshopt_compression` and `KHR_meshopt_compression`, undone when a file is opened.
//!
//! A compressed view names two places: where its bytes lie compressed, and, as any view does, where they would lie in a
//! *placeholder* buffer that has a length but no data. So opening a file fills the placeholders, and then the file is an
//! ordinary one: the extension is struck out of its JSON, and no other module knows that there was compression.
//!
//! 1. A buffer is a placeholder if it says so (`fallback`), or if it has no data and a compressed view lies in it.
//! 2. Every compressed view in a placeholder is checked, decoded ([`attributes`], [`indices`]) and filtered ([`filters`]).
//! 3. Memory follows the file: a codec knows the fewest bytes that so many elements can take, and placeholders together
//!    may not be more than [`MAX_GROWTH`] times what the file stores.
//!
//! Views in a buffer that has data are left alone: the specification promises that it is the same data.
//!
//! Written from the text of the two extensions. Not here: compression.

mod attributes;
mod filters;
mod indices;

use gltf::json::Root;
use serde_json::{Map, Value};

use crate::buffers;
use crate::fault::{Fault, FaultKind};

/// The extensions' names; one bitstream serves both, and the newer one knows more of it.
pub(crate) const NAMES: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

/// How many times larger than the stored bytes the decoded ones may be. Real files stay under 20; whole views of zeros,
/// the best case of the format, shrink by more, but not whole files.
const MAX_GROWTH: usize = 256;

/// Small files may be all zeros.
const ALWAYS_ALLOWED: usize = 1 << 20;

/// What is wrong with compressed bytes.
type Broken = &'static str;

/// A compressed view, as its extension describes it.
struct Compressed {
    view: usize,
    buffer: usize,
    offset: u64,
    length: u64,
    stride: usize,
    count: usize,
    mode: Mode,
    filter: Filter,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Attributes,
    Triangles,
    Indices,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Filter {
    None,
    Octahedral,
    Quaternion,
    Exponential,
    Color,
}

/// Which buffers are placeholders: they have a length, and no data of their own. `has_data` tells of a buffer whether
/// anything stands behind it.
pub(crate) fn placeholders(root: &Root, has_data: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut placeholder: Vec<bool> = root
        .buffers
        .iter()
        .map(|buffer| {
            let said = buffer.extensions.as_ref().and_then(|e| extension(&e.others)).and_then(|e| e.get("fallback"));
            said.and_then(Value::as_bool).unwrap_or(false)
        })
        .collect();
    for view in &root.buffer_views {
        let compressed = view.extensions.as_ref().is_some_and(|e| extension(&e.others).is_some());
        let buffer = view.buffer.value();
        if let Some(flag) = placeholder.get_mut(buffer)
            && compressed
            && !has_data(buffer)
        {
            *flag = true;
        }
    }
    placeholder
}

/// Fills the placeholders among the buffers, which are empty so far.
pub(crate) fn fill(root: &Root, buffers: &mut [Vec<u8>], placeholder: &[bool]) -> Result<(), Fault> {
    if !placeholder.contains(&true) {
        return Ok(());
    }
    let mut room = reserve(root, buffers, placeholder)?;
    for (index, view) in root.buffer_views.iter().enumerate() {
        let Some(members) = view.extensions.as_ref().and_then(|e| extension(&e.others)) else { continue };
        let target = view.buffer.value();
        if placeholder.get(target) != Some(&true) {
            continue;
        }
        let compressed = Compressed::parse(index, members, view.byte_length.0)?;
        // Views may overlap, but not so often that decoding them never ends.
        let left = usize::try_from(view.byte_length.0).ok().and_then(|length| room.checked_sub(length));
        room =
            left.ok_or_else(|| compressed.fault("compressed views together are too large for the file".to_owned()))?;
        let decoded = compressed.decode(buffers, placeholder)?;
        let start = view.byte_offset.unwrap_or_default().0;
        let range = usize::try_from(start).ok().and_then(|s| Some(s..s.checked_add(decoded.len())?));
        let slot = range.and_then(|range| buffers.get_mut(target)?.get_mut(range));
        let beyond = || compressed.fault(format!("it reaches beyond buffer {target}"));
        slot.ok_or_else(beyond)?.copy_from_slice(&decoded);
    }
    Ok(())
}

/// Gives every placeholder its length, if the file is large enough to justify all of them; returns how much it justifies.
fn reserve(root: &Root, buffers: &mut [Vec<u8>], placeholder: &[bool]) -> Result<usize, Fault> {
    let stored: usize = buffers.iter().map(Vec::len).sum();
    let justified = stored.saturating_mul(MAX_GROWTH).max(ALWAYS_ALLOWED);
    let mut room = justified;
    for (index, (json, bytes)) in root.buffers.iter().zip(buffers.iter_mut()).enumerate() {
        if placeholder.get(index) != Some(&true) {
            continue;
        }
        let length = json.byte_length.0;
        let Some(rest) = usize::try_from(length).ok().and_then(|length| room.checked_sub(length)) else {
            let what = format!("{length} bytes to be decompressed, from {stored} that the file stores");
            return Err(Fault::broken(FaultKind::Buffer, format!("buffer {index}"), what));
        };
        room = rest;
        *bytes = vec![0; length as usize];
    }
    Ok(justified)
}

/// The file's JSON without the extension: what has been decompressed must not be said to be compressed.
pub(crate) fn strike_out(value: &mut Value) {
    for list in ["buffers", "bufferViews"] {
        for item in value.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten() {
            let Some(item) = item.as_object_mut() else { continue };
            if let Some(extensions) = item.get_mut("extensions").and_then(Value::as_object_mut) {
                extensions.retain(|name, _| !NAMES.contains(&name.as_str()));
                if extensions.is_empty() {
                    item.remove("extensions");
                }
            }
        }
    }
    for list in ["extensionsUsed", "extensionsRequired"] {
        if let Some(names) = value.get_mut(list).and_then(Value::as_array_mut) {
            names.retain(|name| !name.as_str().is_some_and(|name| NAMES.contains(&name)));
            if names.is_empty()
                && let Some(members) = value.as_object_mut()
            {
                members.remove(list);
            }
        }
    }
}

fn extension(others: &Map<String, Value>) -> Option<&Map<String, Value>> {
    NAMES.iter().find_map(|name| others.get(*name)).and_then(Value::as_object)
}

impl Compressed {
    fn parse(view: usize, members: &Map<String, Value>, view_length: u64) -> Result<Self, Fault> {
        let fault = |what: String| fault(view, what);
        let number = |name: &str| members.get(name).and_then(Value::as_u64);
        let needed = |name: &str| number(name).ok_or_else(|| fault(format!("its compression has no {name:?}")));
        let word = |name: &str| members.get(name).and_then(Value::as_str);
        let mode = match word("mode") {
            Some("ATTRIBUTES") => Mode::Attributes,
            Some("TRIANGLES") => Mode::Triangles,
            Some("INDICES") => Mode::Indices,
            other => return Err(fault(format!("its compression mode {:?} is unknown", other.unwrap_or("")))),
        };
        let filter = match word("filter") {
            None | Some("NONE") => Filter::None,
            Some("OCTAHEDRAL") => Filter::Octahedral,
            Some("QUATERNION") => Filter::Quaternion,
            Some("EXPONENTIAL") => Filter::Exponential,
            Some("COLOR") => Filter::Color,
            Some(other) => return Err(fault(format!("its compression filter {other:?} is unknown"))),
        };
        let (stride, count) = (needed("byteStride")?, needed("count")?);
        if !is_allowed(mode, filter, stride, count) {
            return Err(fault(format!(
                "{count} elements of {stride} bytes do not suit its compression mode or filter"
            )));
        }
        // Both are small enough now, so the product is that of the view or none at all.
        if count.checked_mul(stride) != Some(view_length) {
            return Err(fault(format!("{count} elements of {stride} bytes are not the view's {view_length}")));
        }
        Ok(Self {
            view,
            buffer: needed("buffer")? as usize,
            offset: number("byteOffset").unwrap_or(0),
            length: needed("byteLength")?,
            stride: stride as usize,
            count: count as usize,
            mode,
            filter,
        })
    }

    fn decode(&self, buffers: &[Vec<u8>], placeholder: &[bool]) -> Result<Vec<u8>, Fault> {
        let buffer = buffers.get(self.buffer).filter(|_| placeholder.get(self.buffer) == Some(&false));
        let Some(source) = buffer.and_then(|bytes| buffers::slice(bytes, self.offset, self.length)) else {
            return Err(self.fault(format!(
                "its {} compressed bytes from byte {} are not in buffer {}",
                self.length, self.offset, self.buffer
            )));
        };
        let decoded = match self.mode {
            Mode::Attributes => attributes::decode(source, self.count, self.stride),
            Mode::Triangles => indices::triangles(source, self.count, self.stride),
            Mode::Indices => indices::sequence(source, self.count, self.stride),
        };
        let mut decoded = decoded.map_err(|what| self.fault(format!("its compressed data is damaged: {what}")))?;
        match self.filter {
            Filter::None => {}
            Filter::Octahedral => filters::octahedral(&mut decoded, self.stride),
            Filter::Quaternion => filters::quaternion(&mut decoded),
            Filter::Exponential => filters::exponential(&mut decoded),
            Filter::Color => filters::color(&mut decoded, self.stride),
        }
        Ok(decoded)
    }

    fn fault(&self, what: String) -> Fault {
        fault(self.view, what)
    }
}

/// The rules of the section "JSON schema updates".
fn is_allowed(mode: Mode, filter: Filter, stride: u64, count: u64) -> bool {
    let by_mode = match mode {
        Mode::Attributes => stride.is_multiple_of(4) && (4..=256).contains(&stride),
        Mode::Triangles => matches!(stride, 2 | 4) && count.is_multiple_of(3),
        Mode::Indices => matches!(stride, 2 | 4),
    };
    let by_filter = match filter {
        Filter::None => true,
        Filter::Octahedral | Filter::Color => mode == Mode::Attributes && matches!(stride, 4 | 8),
        Filter::Quaternion => mode == Mode::Attributes && stride == 8,
        Filter::Exponential => mode == Mode::Attributes,
    };
    by_mode && by_filter
}

fn fault(view: usize, what: String) -> Fault {
    Fault::new(
        FaultKind::Buffer,
        format!("bufferView {view}"),
        what,
        "compress the file again, or decompress it, for example with `gltf-transform copy in.glb out.glb`",
    )
}
