//! A garment for any character, cut from its own surface.
//!
//! ```text
//! form ─► region ─► volume ─► skin ─► cut ─► even + fit ─► loops ─► verify
//!         cover     cells     level   cover  edges         names    gia
//! ```
//!
//! 1. [`Cover`] and `region`: which joints' surface is covered, and how far along a limb, as a number per vertex.
//! 2. `volume`: the distance to the character in cells, and what is outside; overlapping shells become one outer skin.
//! 3. `skin`: that skin as triangles, at half the ease, so that limbs stay apart where there is room for two layers.
//! 4. `cut`: the cover carried over to the skin, small holes filled, small islands dropped, cut along a smooth line.
//! 5. `even` and `fit`: even triangles of the asked edge length, let out to the ease, spanning hollows as cloth does.
//!    `hem` keeps the boundaries straight meanwhile.
//! 6. [`loops`]: boundaries as named loops, and groups of faces to pin by.
//! 7. [`verify`]: exact crossings, distances, evenness.
//!
//! `skirt` puts a tube between 5 and 6 that falls from the waist loop.
//!
//! [`make`] runs them. Not here: files, poses, sewing patterns, seams. The garment is cut in one piece.

mod cut;
mod error;
mod even;
mod fit;
mod form;
mod hem;
mod inside;
pub mod loops;
mod make;
mod names;
mod nearest;
mod pattern;
mod region;
mod sheet;
mod skin;
mod skirt;
mod strays;
pub mod verify;
mod volume;

pub use cut::Tidied;
pub use error::TailorError;
pub use form::{Form, FormJoint};
pub use loops::{Group, Loop};
pub use make::{Garment, Measure, Order, Skirt, make};
pub use pattern::{Cover, CoverPart, Extent, matches};
pub use verify::Crossings;
