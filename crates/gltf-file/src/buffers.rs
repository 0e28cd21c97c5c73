//! Buffers and the views into them, each checked against the bytes that are really there.

use std::path::Path;

use gltf::json::Root;

use crate::fault::{Fault, FaultKind};
use crate::{meshopt, uri};

/// The bytes of every buffer. `binary` is the GLB's own chunk, which belongs to the first buffer if that has no URI.
pub(crate) fn load(root: &Root, binary: Option<Vec<u8>>, folder: Option<&Path>) -> Result<Vec<Vec<u8>>, Fault> {
    let mut binary = binary;
    let mut buffers = Vec::with_capacity(root.buffers.len());
    let has_binary = binary.is_some();
    let has_data =
        |index: usize| root.buffers.get(index).is_some_and(|b| b.uri.is_some()) || (index == 0 && has_binary);
    let placeholder = meshopt::placeholders(root, has_data);
    for (index, buffer) in root.buffers.iter().enumerate() {
        let element = format!("buffer {index}");
        let declared = buffer.byte_length.0;
        if placeholder.get(index) == Some(&true) {
            buffers.push(Vec::new());
            continue;
        }
        let bytes = match &buffer.uri {
            Some(uri) => uri::fetch(uri, folder, declared, &element)?,
            None if index == 0 => binary.take().ok_or_else(|| no_data(&element))?,
            None => return Err(no_data(&element)),
        };
        buffers.push(cut(bytes, declared, &element)?);
    }
    meshopt::fill(root, &mut buffers, &placeholder)?;
    Ok(buffers)
}

fn no_data(element: &str) -> Fault {
    Fault::broken(FaultKind::Buffer, element, "it has no data: no URI, and no binary chunk to stand for it")
}

/// Exactly the declared bytes: chunks and files may be padded, but never short.
fn cut(mut bytes: Vec<u8>, declared: u64, element: &str) -> Result<Vec<u8>, Fault> {
    match usize::try_from(declared) {
        Ok(length) if length <= bytes.len() => {
            bytes.truncate(length);
            Ok(bytes)
        }
        _ => Err(Fault::broken(
            FaultKind::Buffer,
            element,
            format!("it promises {declared} bytes, its data has {}", bytes.len()),
        )),
    }
}

/// The bytes of one buffer view.
pub(crate) fn view<'f>(root: &Root, buffers: &'f [Vec<u8>], index: usize) -> Result<&'f [u8], Fault> {
    let fault = |what: String| Fault::broken(FaultKind::Accessor, format!("bufferView {index}"), what);
    let Some(view) = root.buffer_views.get(index) else {
        return Err(fault(format!("it does not exist: the file has {}", root.buffer_views.len())));
    };
    let Some(buffer) = buffers.get(view.buffer.value()) else {
        return Err(fault(format!("buffer {} does not exist: the file has {}", view.buffer.value(), buffers.len())));
    };
    let (offset, length) = (view.byte_offset.unwrap_or_default().0, view.byte_length.0);
    slice(buffer, offset, length).ok_or_else(|| {
        fault(format!(
            "{length} bytes from byte {offset} reach beyond buffer {}, which has {}",
            view.buffer.value(),
            buffer.len()
        ))
    })
}

/// `length` bytes from `offset`, if they are there; no sum can overflow.
pub(crate) fn slice(bytes: &[u8], offset: u64, length: u64) -> Option<&[u8]> {
    let start = usize::try_from(offset).ok()?;
    let end = usize::try_from(offset.checked_add(length)?).ok()?;
    bytes.get(start..end)
}
