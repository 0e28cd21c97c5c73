//! The suite: one module per stage.

mod bake;
mod dynamics;
mod fixtures;
mod geometry;
mod gia;
mod inspect;
mod layers;
mod pinch;
mod scene;
mod simulate;
mod tailor;
