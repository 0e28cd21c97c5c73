//! The suite: one module per stage.

mod bake;
mod cubes;
mod demo;
mod dynamics;
mod export;
mod fixtures;
mod geometry;
mod gia;
mod impact;
mod inspect;
mod layers;
mod pinch;
mod regress;
mod scene;
mod shots;
mod simulate;
mod smooth;
mod tailor;
mod untangle;
