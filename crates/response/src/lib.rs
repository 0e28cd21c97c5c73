//! What cloth does when it touches (BWK03 §3 and §6, VMT00 §3.2, SSIF08 §6).
//!
//! | module | makes of what touches |
//! |---|---|
//! | [`solid`] | particles held on the surface of a solid in the same step, released when it would have to pull, rubbing |
//! | [`meeting`] | constraint forces between parts of the cloth, or the cloth and a corner of a solid: parted, or drawn together |
//! | [`verdict`] | who of the near pairs of layers is to be parted, by the verdict of the analysis |
//! | [`attract`] | layers that have passed through each other: drawn back |
//! | [`contour`] | paths that bound no region: moved apart where that makes them shorter |
//! | [`order`] | garments whose order is known: whoever is on the wrong side is drawn back |
//! | [`strain`] | what stretches cloth too far lets go of it |
//! | [`step`] | all of it in one implicit step |
//!
//! Nothing is remembered from step to step: who holds, who sticks and who slides is found anew, by solving the step, looking at
//! what constraints and bonds had to do, and solving again where that was more than surfaces can.
//!
//! Not here: finding what is near, and the analysis.

pub mod attract;
pub mod contour;
pub mod meeting;
pub mod order;
pub mod solid;
pub mod step;
pub mod strain;
pub mod verdict;

pub use attract::Attraction;
pub use contour::{Contours, Shortening};
pub use meeting::{Manner, Meeting};
pub use order::{Order, Place};
pub use solid::{Friction, Grips, Touch};
pub use step::{Encounters, Late, Outcome, Response, Squeezed};
pub use strain::Strain;
pub use verdict::Verdicts;
