//! What the suite's modules share: an oracle, meshes to try, shots to measure, and the way to real data.

#![allow(clippy::missing_panics_doc, reason = "panicking is how a test's helper says no")]

pub mod data;
pub mod oracle;
pub mod random;
pub mod shots;
