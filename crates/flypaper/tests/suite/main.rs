//! Flypapering on solids whose answers are known.

mod carry;
mod enter_leave;
mod folds;
mod mannequin;
mod solids;
mod threads;
mod weights;
mod worn;
