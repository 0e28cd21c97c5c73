//! Scenes, runs and the step that composes every stage.
//!
//! 1. [`scene`]: a TOML file, checked against one table of all keys.
//! 2. [`garment`], [`figure`], [`pins`], [`solids`]: what the scene names, read and made ready; `grain` cuts cloth along limbs.
//! 3. [`simulation`]: all of it as one cloth that moves; `step` is one step as a list of stages, [`stage`] their names, `round`
//!    how many steps are proven clean together. [`robust`] is the stage that makes them clean, [`boxes`] the cheap one of previews.
//! 4. [`mutation`]: an algorithm broken on purpose, to see that tests notice.
//! 5. [`frame`]: what is known of a frame; [`run`]: the folder that fills with frames, and how it goes on after a kill.
//! 6. [`smooth`]: runs made finer and smoother, for rendering.
//!
//! Not here: the command line, pictures.

pub mod boxes;
pub mod clock;
pub mod figure;
pub mod frame;
pub mod garment;
mod grain;
mod layers;
pub mod mutation;
pub mod pins;
pub mod robust;
mod round;
pub mod run;
pub mod scene;
pub mod simulation;
pub mod smooth;
pub mod solids;
pub mod stage;
mod step;

pub use frame::FrameReport;
pub use scene::{Override, Scene, SceneError};
pub use simulation::{Simulation, SimulationError};
