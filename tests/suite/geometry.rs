//! Meshes, welding, exact signs and hierarchies.

mod bvh;
mod mesh;
mod predicates;
mod weld;
