//! Meshes, hierarchies and exact signs: the vocabulary every other crate speaks.

/// A point in space, in metres.
pub type Point = nalgebra::Point3<f64>;
/// A displacement, in metres, or a direction.
pub type Vector = nalgebra::Vector3<f64>;
