//! What is near what during a step (the first stage of BWK03 §3; the pairs of VMT00 §3): cloth against solids, solids
//! against cloth, cloth against itself.
//!
//! | module | answers |
//! |---|---|
//! | [`surface`] | where a moving mesh is nearest to a point, on which side, and how it moves there |
//! | [`shape`] | the same for planes, spheres, capsules and boxes |
//! | [`solid`] | which particles meet which solids; which corners and edges of a solid cut into the cloth |
//! | [`cloth`] | which points and faces, and which pairs of edges, of the cloth are closer than it is thick |
//! | [`candidates`] | which of them, and of bodies, may meet on their way through a step |
//!
//! Everything found is a list in a fixed order, the same for any number of threads. Nothing is remembered from one step to
//! the next: what a search answers depends on the two ends of this step alone.
//!
//! Not here: any response, any friction, who is pinched (that takes the analysis of the body), and any verdict on which
//! side of each other two layers of cloth belong.

pub mod candidates;
pub mod cloth;
pub mod shape;
pub mod solid;
pub mod surface;

pub use candidates::{CandidateSearch, Candidates, SweptMesh};
pub use cloth::{ClothContact, ClothContacts, ClothSearch};
pub use shape::{MovingShape, Shape};
pub use solid::{CornerContact, EdgeContact, Particles, Reach, Solid, SolidContact, SolidContacts};
pub use surface::{Near, Surface};

/// One of the two ends of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// The start.
    T0,
    /// The end.
    T1,
}
