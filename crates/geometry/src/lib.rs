//! Meshes, hierarchies and exact signs: the vocabulary every other crate speaks.
//!
//! | module | answers |
//! |---|---|
//! | [`ids`] | which vertex, edge, face |
//! | [`mesh`] | who is joined to whom |
//! | [`midpoints`] | what becomes of a mesh whose triangles are cut into four |
//! | [`weld`] | which of a file's vertices are one vertex |
//! | [`assembly`] | several pieces as one mesh, with the way back to each file's own numbering |
//! | [`motion`] | where a surface is at the start and at the end of a step |
//! | [`predicates`] | which side: exact, never zero, never contradicting itself |
//! | [`crossing`] | does this edge pass through this face |
//! | [`distance`] | how far apart, and where nearest |
//! | [`impact`] | when moving points, triangles and edges first meet |
//! | [`bvh`] | which pairs are worth asking about |
//! | [`shapes`] | sheets, spheres, tubes and tori made from nothing |
//!
//! Not here: anything that knows what cloth is.

pub mod assembly;
pub mod bvh;
pub mod crossing;
pub mod distance;
pub mod ids;
pub mod impact;
pub mod mesh;
pub mod midpoints;
pub mod motion;
pub mod predicates;
pub mod shapes;
pub mod weld;

pub use assembly::{Assembly, Part};
pub use ids::{EdgeId, FaceId, VertexId};
pub use mesh::{Edge, Mesh, MeshError};
pub use midpoints::Midpoints;
pub use motion::SurfaceMotion;

/// A point in space, in metres.
pub type Point = nalgebra::Point3<f64>;
/// A displacement, in metres, or a direction.
pub type Vector = nalgebra::Vector3<f64>;
