//! Tests of this crate that need nothing else of the project: continuous collision against exact arithmetic.

mod impact;

#[path = "../truth/mod.rs"]
mod truth;
