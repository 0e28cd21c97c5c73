//! The suite: one module per stage.

mod gia;
mod inspect;
mod layers;
