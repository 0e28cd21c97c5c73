//! Garments on forms whose answers are known.

mod clean;
mod cuts;
mod errors;
mod forms;
