//! A glTF file, opened: its JSON, its buffers, and the doors to accessors, meshes and nodes.

use std::fs;
use std::path::{Path, PathBuf};

use gltf::json::Root;
use serde_json::Value;

use crate::fault::{Fault, FaultKind};
use crate::{buffers, chunks, meshopt, parse, uri};

/// How a glTF file is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// One binary file with chunks: `.glb`.
    Glb,
    /// JSON text that names or embeds its buffers: `.gltf`.
    Gltf,
}

/// A glTF file whose JSON has been parsed and whose buffers are in memory.
#[derive(Clone, Debug)]
pub struct GltfFile {
    folder: Option<PathBuf>,
    container: Container,
    value: Value,
    root: Root,
    buffers: Vec<Vec<u8>>,
    other_chunks: Vec<(u32, Vec<u8>)>,
}

impl GltfFile {
    /// Reads a `.glb` or `.gltf` file, told apart by its first bytes, and the buffers it names.
    pub fn open(path: &Path) -> Result<Self, Fault> {
        let unreadable = |what: String| Fault::new(FaultKind::Disk, "file", what, "check the path and the permissions");
        let metadata = fs::metadata(path).map_err(|e| unreadable(format!("it cannot be read: {e}")))?;
        if !metadata.is_file() {
            return Err(unreadable("it is not a regular file".to_owned()));
        }
        let bytes = fs::read(path).map_err(|e| unreadable(format!("it cannot be read: {e}")))?;
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Self::from_bytes(&bytes, Some(folder))
    }

    /// Reads a file from memory. `folder` is where the files it names may lie; without one it may name none.
    pub fn from_bytes(bytes: &[u8], folder: Option<&Path>) -> Result<Self, Fault> {
        let (container, chunks) = if bytes.starts_with(&chunks::MAGIC) {
            (Container::Glb, chunks::split(bytes)?)
        } else if is_json_object(bytes) {
            (Container::Gltf, chunks::Chunks { json: bytes.to_vec(), ..chunks::Chunks::default() })
        } else {
            let what = "it begins neither like a .glb nor like a .gltf";
            return Err(Fault::new(FaultKind::Container, "file", what, "give a glTF 2.0 file, or convert this one"));
        };
        let (mut value, root) = parse::parse(&chunks.json)?;
        let buffers = buffers::load(&root, chunks.binary, folder)?;
        meshopt::strike_out(&mut value);
        Ok(Self { folder: folder.map(Path::to_owned), container, value, root, buffers, other_chunks: chunks.others })
    }

    /// How the file was packed.
    pub fn container(&self) -> Container {
        self.container
    }

    /// The JSON as glTF types, for reading. Indices in it are not checked: use the methods of this type to follow them.
    pub fn root(&self) -> &Root {
        &self.root
    }

    /// The JSON as it stands in the file, unknown members included and in the file's order: for writing it back. Of
    /// compressed buffer views it says what they are now: decompressed.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// The buffers, each exactly as long as its `byteLength`.
    pub fn buffers(&self) -> &[Vec<u8>] {
        &self.buffers
    }

    /// GLB chunks of types that glTF 2.0 does not define: type and content.
    pub fn other_chunks(&self) -> &[(u32, Vec<u8>)] {
        &self.other_chunks
    }

    /// The bytes of a buffer view.
    pub fn buffer_view(&self, index: usize) -> Result<&[u8], Fault> {
        buffers::view(&self.root, &self.buffers, index)
    }

    /// The bytes behind a URI in this file, an image's for example, under the same rule as for buffers.
    pub fn resource(&self, uri: &str) -> Result<Vec<u8>, Fault> {
        // No picture is larger than the largest GLB.
        uri::fetch(uri, self.folder.as_deref(), u64::from(u32::MAX), "resource")
    }
}

fn is_json_object(bytes: &[u8]) -> bool {
    parse::without_mark(bytes).trim_ascii_start().starts_with(b"{")
}
