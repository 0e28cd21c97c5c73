//! Repairs tangled cloth: same mesh, no crossings, a thickness apart, and nothing moved that need not be.
//!
//! | module | does |
//! |---|---|
//! | [`problem`] | what is to be repaired, in lengths of its own edges |
//! | [`repair`](mod@repair) | the loop: analyse, choose goals, move; escalate when that does not help |
//! | `tangle` | the paths to undo, and what each involves |
//! | `draw` | cloth drawn back through what it has passed through; paths made shorter |
//! | `sided` | cloth that belongs outside a body or a layer: moved out |
//! | [`pinched`] | cloth where the body passes through itself: moved between its surfaces |
//! | `near` | what is near, and how far each particle may move without meeting anything |
//! | `elastic` | one step of the elastic cloth towards its goals |
//! | `fold` | edges folded more sharply than cloth should be |
//! | `lack` | what a state without crossings still lacks: lengths of edges, folds drawn out |
//! | `part` | after zero crossings: parted to the thickness, edges back to their lengths |
//! | [`level`] | how hard it tries |
//! | [`quality`] | what a repair did to the cloth, in figures |
//!
//! A repair is quasi-static: no mass, no time, no gravity. It is a crate of its own because it needs no scene, no run and no
//! fabric; the driver simulates, this does not.
//!
//! Not here: files, and the verification of what was written.

mod analyse;
mod draw;
mod elastic;
mod fold;
mod goal;
mod lack;
pub mod level;
mod near;
mod part;
pub mod pinched;
pub mod problem;
pub mod quality;
mod region;
pub mod repair;
mod sided;
mod tangle;

pub use level::Level;
pub use pinched::{Overlaps, Pinched};
pub use problem::{Settings, Tangled};
pub use quality::Quality;
pub use repair::{Repair, Stopped, Tried, repair};
