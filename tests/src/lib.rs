//! What the suite's modules share: an oracle, meshes to try, and the way to real data.

pub mod data;
pub mod oracle;
pub mod random;
