//! What can be wrong with a glTF file: the element, what is wrong with it, and what the user can do.

/// A fault in a file. Its text is for people; programs look at its kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{element}: {what}; {remedy}")]
pub struct Fault {
    /// Which part of reading found it.
    pub kind: FaultKind,
    /// Where: "accessor 4 (POSITION of mesh 0)", "node 7", "header".
    pub element: String,
    /// What is wrong there.
    pub what: String,
    /// What the user can do.
    pub remedy: String,
}

/// The stage of reading that a fault stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The file itself could not be read from the disk.
    Disk,
    /// The GLB container: header, chunk lengths, version.
    Container,
    /// The JSON is malformed, or not what glTF says it is.
    Json,
    /// An extension is required that this reader does not know.
    Extension,
    /// A URI points where no model may point, or to nothing.
    Uri,
    /// A buffer is missing or shorter than it says.
    Buffer,
    /// An accessor or buffer view reaches outside its data, or has the wrong type.
    Accessor,
    /// The node hierarchy is not a forest, or a transform is unusable.
    Nodes,
    /// A mesh: indices, attribute counts, positions.
    Mesh,
    /// A skin: joints, inverse bind matrices, weights.
    Skin,
    /// An animation: channels, samplers, keys.
    Animation,
}

/// What to do about a file that its exporter wrote wrongly.
pub(crate) const EXPORT_AGAIN: &str = "export the file again, and check it with the Khronos glTF validator";

impl Fault {
    /// A fault in its four parts.
    pub fn new(
        kind: FaultKind,
        element: impl Into<String>,
        what: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self { kind, element: element.into(), what: what.into(), remedy: remedy.into() }
    }

    /// A fault whose remedy is a better export.
    pub fn broken(kind: FaultKind, element: impl Into<String>, what: impl Into<String>) -> Self {
        Self::new(kind, element, what, EXPORT_AGAIN)
    }
}
