//! What is added to a glTF file: items of its lists, and one more buffer with the numbers of new accessors.
//!
//! Everything is made of 32-bit numbers, so every view begins at a multiple of four.

use gltf_file::GltfFile;
use serde_json::{Map, Value, json};

use super::moved::{object, push};
use crate::Problem;

const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;
const UNSIGNED_SHORT: u32 = 5123;

/// What the graphics card does with an accessor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// Attributes of vertices.
    Vertices,
    /// Indices.
    Indices,
    /// Nothing: keys of an animation.
    Keys,
}

/// A file that is being added to.
pub(super) struct Additions {
    pub value: Value,
    buffers: Vec<Vec<u8>>,
    binary: Vec<u8>,
}

impl Additions {
    pub fn new(file: &GltfFile) -> Self {
        Self { value: file.value().clone(), buffers: file.buffers().to_vec(), binary: Vec::new() }
    }

    /// Appends to one of the file's lists and returns the new item's index.
    pub fn push(&mut self, list: &str, item: Value) -> Result<usize, Problem> {
        push(&mut self.value, list, item)
    }

    /// Member `index` of one of the file's lists.
    pub fn object(&mut self, list: &str, index: usize) -> Result<&mut Map<String, Value>, Problem> {
        object(&mut self.value, list, index)
    }

    /// An accessor of vectors.
    pub fn vectors<const N: usize>(&mut self, values: &[[f32; N]], purpose: Use) -> Result<usize, Problem> {
        let kind = if N == 1 { "SCALAR".to_owned() } else { format!("VEC{N}") };
        self.floats(values.as_flattened(), &kind, values.len(), purpose)
    }

    /// An accessor of vectors with their bounds, which positions and times must have.
    pub fn bounded<const N: usize>(&mut self, values: &[[f32; N]], purpose: Use) -> Result<usize, Problem> {
        let accessor = self.vectors(values, purpose)?;
        let bound = |pick: fn(f32, f32) -> f32| {
            values.iter().copied().reduce(|a, b| std::array::from_fn(|i| pick(a[i], b[i]))).map(|bound| bound.to_vec())
        };
        let members = self.object("accessors", accessor)?;
        for (name, bound) in [("min", bound(f32::min)), ("max", bound(f32::max))] {
            members.insert(name.to_owned(), json!(bound));
        }
        Ok(accessor)
    }

    /// An accessor of floats of any type: `kind` as glTF spells it.
    pub fn floats(&mut self, values: &[f32], kind: &str, count: usize, purpose: Use) -> Result<usize, Problem> {
        let view = self.view(values.iter().flat_map(|x| x.to_le_bytes()), purpose)?;
        self.push("accessors", json!({"bufferView": view, "componentType": FLOAT, "count": count, "type": kind}))
    }

    /// An accessor of indices.
    pub fn indices(&mut self, indices: &[u32]) -> Result<usize, Problem> {
        let view = self.view(indices.iter().flat_map(|i| i.to_le_bytes()), Use::Indices)?;
        let count = indices.len();
        self.push(
            "accessors",
            json!({"bufferView": view, "componentType": UNSIGNED_INT, "count": count, "type": "SCALAR"}),
        )
    }

    /// An accessor of joints: 16 bits each, which glTF has no more of.
    pub fn joints(&mut self, joints: &[[u32; 4]]) -> Result<usize, Problem> {
        if let Some(joint) = joints.as_flattened().iter().find(|joint| **joint > u32::from(u16::MAX)) {
            let fault = format!("joint {joint} is beyond what 16 bits can name");
            return Err(Problem::new("JOINTS", fault, "export the skin with fewer joints"));
        }
        let bytes = joints.as_flattened().iter().flat_map(|joint| (*joint as u16).to_le_bytes());
        let view = self.view(bytes, Use::Vertices)?;
        let count = joints.len();
        self.push(
            "accessors",
            json!({"bufferView": view, "componentType": UNSIGNED_SHORT, "count": count, "type": "VEC4"}),
        )
    }

    fn view(&mut self, bytes: impl Iterator<Item = u8>, purpose: Use) -> Result<usize, Problem> {
        let offset = self.binary.len();
        self.binary.extend(bytes);
        let length = self.binary.len() - offset;
        let mut view = json!({"buffer": self.buffers.len(), "byteOffset": offset, "byteLength": length});
        match purpose {
            Use::Vertices => view["target"] = json!(super::ARRAY_BUFFER),
            Use::Indices => view["target"] = json!(super::ELEMENT_ARRAY_BUFFER),
            Use::Keys => {}
        }
        self.push("bufferViews", view)
    }

    /// The JSON and all buffers; the added one joins the others.
    pub fn finish(mut self) -> Result<(Value, Vec<Vec<u8>>), Problem> {
        if !self.binary.is_empty() {
            push(&mut self.value, "buffers", json!({"byteLength": self.binary.len()}))?;
            self.buffers.push(self.binary);
        }
        Ok((self.value, self.buffers))
    }
}
