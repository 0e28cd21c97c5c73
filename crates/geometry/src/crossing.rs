//! Does one primitive pass through another: exact, by signs alone.

pub mod edge_triangle;
