//! Animated glTF characters as moving surfaces with named parts.
//!
//! 1. `import`: a glTF file → nodes, bones, vertices with their influences, morph targets, clips; every index checked.
//! 2. [`clip`]: what a clip's tracks say at a time.
//! 3. `rig`: local transforms → world transforms → one matrix a bone.
//! 4. `morph` and `skinning`: stored positions → posed positions, in world space and double precision.
//! 5. `surface`: the pieces welded into one mesh, on which every pose is given; no body is refused for how its
//!    triangles meet.
//! 6. [`body`]: the door to all of it: [`Body::open`], [`Body::pose`], [`Body::motion`].
//! 7. [`parts`]: which joint a face belongs to, and who moves a vertex; [`pattern`] selects by name.
//! 8. [`profile`]: what the body looks like to the simulator, and when it pinches itself.
//!
//! A pose is a pure function of the file and a time: nothing is remembered from one to the next but memory, which the
//! caller keeps in a [`Pose`].
//!
//! Not here: anything that knows cloth, contact or pictures; and blending of several clips.

pub mod body;
pub mod clip;
mod detach;
pub mod error;
mod import;
mod morph;
pub mod parts;
pub mod pattern;
pub mod pose;
pub mod profile;
mod rig;
mod skinning;
mod surface;
mod transform;

pub use body::{Body, ClipInfo, PieceInfo};
pub use clip::Wrap;
pub use error::{BodyError, Note};
pub use parts::{Joint, Part, Parts, Skeleton};
pub use pattern::{Pattern, PatternTable, Patterns};
pub use pose::{Playback, Pose, When};
pub use profile::{ClipProfile, Pinch, Profile, Sampling};
