//! Tool.
