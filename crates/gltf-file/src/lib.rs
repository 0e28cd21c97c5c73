//! A glTF 2.0 file, read safely: whatever its bytes are, the answer is a checked file or a [`Fault`], never a panic.
//!
//! 1. [`chunks`] opens the container: a `.glb` is cut into its chunks, a `.gltf` is its own JSON.
//! 2. The JSON is parsed twice: as [`json::Root`] for reading, and as a plain value so that a file can be written back
//!    with everything in it, known or not. Required extensions that change geometry are refused by name.
//! 3. Buffers are fetched under one rule: `data:` URIs, and files inside the model's own folder. Nothing else.
//! 4. [`GltfFile::accessor`] checks an accessor's range before it reads one byte, then decodes any layout the format has.
//! 5. [`GltfFile::primitive`] and [`GltfFile::hierarchy`] give what meshes and skeletons need: vertices, triangles, and
//!    world matrices, parents before children.
//!
//! Memory follows the file: no count is believed before the bytes behind it have been found.
//!
//! Buffer views compressed with meshopt are decompressed on the way in; Draco is refused by name.
//!
//! Not here: skinning, animation, materials and images (only their bytes), and Draco.

mod accessor;
mod buffers;
pub mod chunks;
mod extensions;
mod fault;
mod file;
mod layout;
mod meshopt;
mod nodes;
mod parse;
mod primitive;
mod uri;

pub use accessor::{Accessor, Storage};
pub use fault::{Fault, FaultKind};
pub use file::{Container, GltfFile};
pub use gltf::json;
pub use layout::Layout;
pub use nodes::Hierarchy;
pub use primitive::{Primitive, Surface};
