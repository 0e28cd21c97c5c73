//! The suite: one module per stage.

mod gia;
