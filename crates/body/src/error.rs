//! Why a file is no body, and what was odd about one that is.

use geometry::assembly::AssemblyError;
use gltf_file::Fault;

/// Why there is no body, or no pose of it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BodyError {
    /// The file is not what glTF says it should be.
    #[error(transparent)]
    File(#[from] Fault),
    /// Nothing with triangles is shown, or nothing that was asked for.
    #[error("{}", if .available.is_empty() {
        "the file shows no triangles; give a model with meshes in its scene".to_owned()
    } else {
        format!("no mesh was selected; the file shows {}", .available.join(", "))
    })]
    Nothing {
        /// The pieces that could have been selected.
        available: Vec<String>,
    },
    /// A piece cannot be made into a surface.
    #[error("piece {piece:?}: {}; scale the model to a sensible size and export it again", .error.fault)]
    Surface {
        /// The piece's name.
        piece: String,
        /// What is wrong with it.
        error: AssemblyError,
    },
    /// An animation that the file does not have.
    #[error("there is no animation {wanted:?}; the file has {}", if .available.is_empty() { "none".to_owned() } else { .available.join(", ") })]
    NoSuchAnimation {
        /// What was asked for: a name or a number.
        wanted: String,
        /// What there is.
        available: Vec<String>,
    },
    /// A pose sends a vertex to infinity.
    #[error("piece {piece:?}: the animation moves vertex {vertex} to infinity; check the scales of its keys")]
    NotFinite {
        /// The piece's name.
        piece: String,
        /// The vertex, in the piece's own numbering.
        vertex: usize,
    },
}

/// Something about the file that was put right or left out.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Note {
    /// Vertices that no joint holds.
    #[error("piece {piece:?}: {vertices} vertices have no weight; they follow the joint {joint:?}")]
    NoWeight {
        /// The piece's name.
        piece: String,
        /// How many vertices.
        vertices: usize,
        /// The joint that they follow instead.
        joint: String,
    },
    /// A skinned mesh, some of whose primitives have no joints.
    #[error("piece {piece:?}: a primitive has no joints; it follows its node")]
    NoJoints {
        /// The piece's name.
        piece: String,
    },
    /// Points and lines, which are no surface.
    #[error("mesh {mesh} primitive {primitive} is left out: it draws {mode}, no triangles")]
    NoSurface {
        /// The mesh's number.
        mesh: usize,
        /// The primitive's number.
        primitive: usize,
        /// What it draws.
        mode: String,
    },
    /// Edges with more than two faces: the extra faces were given vertices of their own.
    #[error("piece {piece:?}: {edges} edges have more than two faces; {vertices} vertices were doubled to part them")]
    Detached {
        /// The piece's name.
        piece: String,
        /// How many such edges.
        edges: usize,
        /// How many vertices were added.
        vertices: usize,
    },
    /// A clip moves a node that a matrix places: the matrix was taken apart.
    #[error("node {node} is animated and placed by a matrix; it was taken apart into translation, rotation and scale")]
    MatrixAnimated {
        /// The node's number.
        node: usize,
    },
    /// A channel of a clip that moves nothing here.
    #[error("animation {animation} channel {channel} is left out: {why}")]
    ChannelLeftOut {
        /// The animation's number.
        animation: usize,
        /// The channel's number.
        channel: usize,
        /// Why.
        why: String,
    },
}
