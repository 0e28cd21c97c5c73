//! Meshes, welding, exact signs and hierarchies.

mod bvh;
mod distance;
mod mesh;
mod predicates;
mod weld;
