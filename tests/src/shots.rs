//! Shots: scenes in which a body pinches its clothes, simulated, measured frame by frame, and drawn.
//!
//! 1. [`list`]: the scenes, those of the fixtures and those that real characters play.
//! 2. [`film`]: a scene → every frame of it, through the driver.
//! 3. [`pinch`]: the body at a frame → where it passes through itself, and how far a point is from there.
//! 4. [`mod@measure`]: a frame → its row of numbers. [`flutter`] and [`midway`] look at what is caught.
//! 5. [`summary`]: all rows → what a test asserts and a person reads; [`table`] writes both, [`sheet`] draws.
//!
//! What is measured never comes from what is simulated with: bodies are analysed anew at every frame, and nothing here
//! asks flypaper or the response what they think.

pub mod film;
pub mod flutter;
pub mod list;
pub mod measure;
pub mod midway;
pub mod pinch;
pub mod sheet;
pub mod summary;
pub mod table;

pub use film::{Film, play};
pub use measure::{Measured, Row, measure};
pub use summary::Summary;
