//! The suite: one module per stage.

mod fixtures;
mod geometry;
mod gia;
mod inspect;
mod layers;
