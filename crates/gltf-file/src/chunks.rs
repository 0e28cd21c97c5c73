//! The GLB container: a header of 12 bytes, then chunks, each with its length and its type.
//!
//! glTF 2.0 specification, section 4.4. The first chunk is JSON, the second, if there is one, the binary buffer; chunks of
//! other types are kept so that they can be written back. Bytes after the length that the header gives are ignored, as
//! some exporters pad their files.

use crate::fault::{Fault, FaultKind};

/// The first four bytes of every GLB file.
pub const MAGIC: [u8; 4] = *b"glTF";
const JSON: u32 = 0x4E4F_534A;
const BIN: u32 = 0x004E_4942;
const HEADER: usize = 12;
const CHUNK_HEADER: usize = 8;

/// A GLB file cut into its chunks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chunks {
    /// The JSON text, padding included.
    pub json: Vec<u8>,
    /// The binary buffer, padding included.
    pub binary: Option<Vec<u8>>,
    /// Chunks of types that glTF 2.0 does not define: type and content.
    pub others: Vec<(u32, Vec<u8>)>,
}

/// Cuts a GLB file into its chunks.
pub fn split(bytes: &[u8]) -> Result<Chunks, Fault> {
    let body = check_header(bytes)?;
    let mut chunks = Chunks::default();
    let mut rest = body;
    let mut number = 0;
    while !rest.is_empty() {
        let (kind, content, after) = next_chunk(rest, number)?;
        match (number, kind) {
            (0, JSON) => chunks.json = content.to_vec(),
            (0, _) => return Err(container("chunk 0", "is not JSON, which must come first")),
            (1, BIN) => chunks.binary = Some(content.to_vec()),
            _ => chunks.others.push((kind, content.to_vec())),
        }
        rest = after;
        number += 1;
    }
    if number == 0 {
        return Err(container("header", "no JSON chunk follows it"));
    }
    Ok(chunks)
}

/// Puts chunks together into a GLB file. Fails only when the file would exceed the 4 GiB that its header can say.
pub fn join(chunks: &Chunks) -> Result<Vec<u8>, Fault> {
    let mut file = Vec::new();
    file.extend_from_slice(&MAGIC);
    file.extend_from_slice(&2_u32.to_le_bytes());
    file.extend_from_slice(&0_u32.to_le_bytes());
    push_chunk(&mut file, JSON, &chunks.json, b' ')?;
    if let Some(binary) = &chunks.binary {
        push_chunk(&mut file, BIN, binary, 0)?;
    }
    for (kind, content) in &chunks.others {
        push_chunk(&mut file, *kind, content, 0)?;
    }
    let length = length_field(file.len())?;
    file.splice(8..HEADER, length);
    Ok(file)
}

fn check_header(bytes: &[u8]) -> Result<&[u8], Fault> {
    let (Some(version), Some(length)) = (word(bytes, 4), word(bytes, 8)) else {
        return Err(container("header", format!("the file ends after {} bytes, the header has 12", bytes.len())));
    };
    if !bytes.starts_with(&MAGIC) {
        return Err(container("header", "the file does not begin with the letters glTF"));
    }
    if version != 2 {
        return Err(Fault::new(
            FaultKind::Container,
            "header",
            format!("GLB version {version}; only version 2 is known"),
            "convert the file to glTF 2.0",
        ));
    }
    let length = length as usize;
    bytes.get(HEADER..length).ok_or_else(|| {
        container("header", format!("it promises {length} bytes, the file has {}: it is cut off", bytes.len()))
    })
}

/// The chunk's type, its content, and the bytes after it.
fn next_chunk(bytes: &[u8], number: usize) -> Result<(u32, &[u8], &[u8]), Fault> {
    let element = || format!("chunk {number}");
    let (Some(length), Some(kind)) = (word(bytes, 0), word(bytes, 4)) else {
        return Err(container(element(), format!("only {} bytes are left for its header of 8", bytes.len())));
    };
    let body = bytes.get(CHUNK_HEADER..).unwrap_or_default();
    let Some((content, after)) = body.split_at_checked(length as usize) else {
        return Err(container(element(), format!("it promises {length} bytes, {} are left", body.len())));
    };
    Ok((kind, content, after))
}

fn push_chunk(file: &mut Vec<u8>, kind: u32, content: &[u8], padding: u8) -> Result<(), Fault> {
    let padded = content.len().next_multiple_of(4);
    file.extend_from_slice(&length_field(padded)?);
    file.extend_from_slice(&kind.to_le_bytes());
    file.extend_from_slice(content);
    file.resize(file.len() + padded - content.len(), padding);
    Ok(())
}

fn length_field(length: usize) -> Result<[u8; 4], Fault> {
    u32::try_from(length).map(u32::to_le_bytes).map_err(|_| {
        Fault::new(
            FaultKind::Container,
            "GLB",
            format!("{length} bytes are more than a .glb can hold"),
            "write fewer meshes to one file",
        )
    })
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|b| u32::from_le_bytes(*b))
}

fn container(element: impl Into<String>, what: impl Into<String>) -> Fault {
    Fault::new(FaultKind::Container, element, what, "copy or export the file again")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_come_back_as_they_went_in() {
        let chunks = Chunks {
            json: b"{}  ".to_vec(),
            binary: Some(vec![1, 2, 3, 4]),
            others: vec![(7, vec![9, 9, 9, 9]), (8, Vec::new())],
        };
        assert_eq!(split(&join(&chunks).unwrap()).unwrap(), chunks);
    }

    #[test]
    fn padding_after_the_promised_length_is_ignored() {
        let mut file = join(&Chunks { json: b"{}  ".to_vec(), ..Chunks::default() }).unwrap();
        file.extend_from_slice(&[0; 5]);
        assert!(split(&file).is_ok());
    }

    #[test]
    fn lengths_of_four_gigabytes_are_refused() {
        let mut file = join(&Chunks { json: b"{}  ".to_vec(), ..Chunks::default() }).unwrap();
        file[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(split(&file).unwrap_err().element, "chunk 0");
        file[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(split(&file).unwrap_err().element, "header");
    }
}
