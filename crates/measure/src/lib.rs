//! What became of a scene, in numbers: the one place where every quantity of fixtures, tests and reports is defined.
//!
//! 1. [`film`]: a scene → every frame of it, through the driver. [`solids`]: its body and colliders as one mesh.
//! 2. [`pinch`]: the solids at a frame → where they pass through each other, and how far a point is from there.
//!    [`caught`]: the cloth that is between them.
//! 3. [`rows`]: a frame → its row of numbers.
//! 4. [`quantity`]: every number by its name; [`mod@expect`]: what it must be.
//! 5. [`summary`]: all rows → what a person reads; [`table`] writes both, [`sheet`] draws.
//!
//! | quantity | is | defined in |
//! |---|---|---|
//! | flutter | root mean square of the acceleration of cloth off the pinch while every solid rests, m/s² | [`mod@flutter`] |
//! | tremble | root mean square of second differences of cloth near the pinch while every solid rests, m | [`mod@flutter`] |
//! | residual tangle | crossings that are left half a second after the last pinch | [`summary`] |
//! | frames to clean | frames after a pinch in which cloth still passes through itself | [`summary`] |
//! | follow ratio | how far caught cloth goes with a solid, over how far the solid goes | [`follow`] |
//! | mid-surface offset | distance of caught cloth from the middle of an overlap, over the overlap's depth | [`mod@midway`] |
//! | creep | how far caught cloth moves between solids at rest, m | [`mod@creep`] |
//! | clearance | the least distance between layers of cloth, m | [`mod@clearance`] |
//! | jump | the largest change of a particle's acceleration, over what is usual around it in time | [`mod@jump`] |
//! | stretch | length of edges over their length at rest, on and off the pinch | [`rows`] |
//! | penetration depth | how deep particles are inside solids, off the pinch and not pinned, m | [`rows`] |
//! | cost share | seconds of some stages over seconds of all | [`summary`] |
//!
//! What is measured never comes from what is simulated with: solids are analysed anew at every frame, and nothing here
//! asks flypaper or the response what they think. The exceptions say so: `pinched`, `lost`, `defects`, `forced`, `handed_over` and `returned` are counts of
//! the driver's own report.
//!
//! Not here: the command line.

pub mod caught;
pub mod clearance;
pub mod creep;
pub mod expect;
pub mod film;
pub mod flutter;
pub mod follow;
pub mod jump;
pub mod midway;
pub mod pinch;
pub mod quantity;
pub mod rows;
pub mod sheet;
pub mod solids;
pub mod summary;
pub mod table;

pub use film::{Film, FilmError, play};
pub use rows::{Measured, Row, measure};
pub use summary::Summary;
