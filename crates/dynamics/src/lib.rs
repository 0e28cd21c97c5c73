//! Cloth that moves like cloth (BW98 as used by BWK03 §3, with the implicit machinery of VMT00 §2).
//!
//! 1. [`material`]: what a fabric is, in SI units; presets with their sources.
//! 2. [`cloth`]: rest shape, masses and the elements that carry energy: a membrane per face, a hinge per inner edge.
//! 3. [`force`]: stretch, shear, bend, gravity, air, springs; each with energy, force, both derivatives and damping.
//! 4. [`constraint`]: particles held in one, two or three directions.
//! 5. [`solver`]: the system of one step, as stored blocks or without a matrix; conjugate gradients and what preconditions
//!    them.
//! 6. [`step`]: one implicit step, halved when it fails.
//! 7. [`mod@drape`]: straight to the rest state.
//!
//! Not here: what a contact is. Contacts arrive as constraints and bonds.

pub mod cloth;
pub mod constraint;
pub mod drape;
pub mod force;
pub mod laboratory;
pub mod material;
pub mod solver;
pub mod state;
pub mod step;
pub mod system;

pub use cloth::{Cloth, ClothError, Rest};
pub use constraint::{Constraint, Constraints, Held};
pub use drape::{DrapeReport, DrapeSettings, drape};
pub use material::Material;
pub use state::State;
pub use step::{Loss, Pass, Settings, StepError, StepReport, Stepper, World};
