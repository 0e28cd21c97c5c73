//! What is known of a frame: one line of `frames.jsonl`.

use crate::boxes::BoxesReport;
use crate::smooth::Smoothing;
use crate::stage::Timers;
use geometry::{FaceId, Mesh, Point, Vector};
use gia::{Analysis, Kind};
use serde::Serialize;

/// The report of a frame; its keys are those of the contract.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FrameReport {
    /// Which frame.
    pub frame: u32,
    /// When: frame / fps, in s.
    pub time: f64,
    /// Seconds it took to compute.
    pub seconds: f64,
    /// Seconds per stage.
    pub stages: Timers,
    /// Edge/face crossings of the cloth with itself.
    pub crossings: usize,
    /// Intersection paths per kind.
    pub paths: PathCounts,
    /// Particles held by flypaper: the most in any step since the frame before.
    pub pinched: usize,
    /// Contacts of the last step.
    pub contacts: usize,
    /// Steps taken since the frame before, halved ones counted.
    pub steps: u32,
    /// Iterations of all solves.
    pub cg_iterations: u32,
    /// The fastest particle, in m/s.
    pub max_speed: f64,
    /// The most stretched edge: its length over its length at rest.
    pub max_stretch: f64,
    /// Of all particles, in J.
    pub kinetic_energy: f64,
    /// What kept the cloth clean; absent in the mode that does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robust: Option<Kept>,
    /// What boxes kept apart; absent in modes other than that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boxes: Option<BoxesReport>,
    /// How the frame was smoothed; absent in runs that were not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smooth: Option<Smoothing>,
    /// What was given up, and why.
    pub lost: Vec<String>,
}

/// What robust mode did in the steps of a frame.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Kept {
    /// Near pairs that pushed each other.
    pub repulsions: usize,
    /// Collisions stopped by impulses.
    pub impulses: usize,
    /// Most rounds of impulses in a step.
    pub rounds: usize,
    /// Groups of particles that moved as one.
    pub zones: usize,
    /// Particles of the largest of them.
    pub largest_zone: usize,
    /// Edges whose length, and edges whose rate of change was limited.
    pub limited: [usize; 2],
    /// Pairs that solids or pins left no room for: most in a step.
    pub forced: usize,
    /// Crossings of the cloth with itself and with solids: most after a step.
    pub crossings: usize,
    /// Particles handed over to the analysis because a path came to have to do with them.
    pub handed_over: usize,
    /// Particles that returned under the promise because no path has to do with them any more.
    pub returned: usize,
    /// Steps that were not made clean although they should have been.
    pub defects: usize,
    /// How often time went back to take shorter rounds of steps.
    pub rewound: usize,
}

/// Paths per kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PathCounts {
    /// Closed curves.
    pub closed: usize,
    /// Between two loop vertices.
    #[serde(rename = "loop")]
    pub looped: usize,
    /// From boundary to boundary.
    pub boundary: usize,
    /// From a boundary to a loop vertex.
    pub mixed: usize,
}

impl PathCounts {
    /// Counts the paths of an analysis.
    pub fn of(analysis: &Analysis) -> Self {
        let mut counts = Self::default();
        for path in analysis.paths() {
            *match path.kind() {
                Kind::Closed => &mut counts.closed,
                Kind::Loop => &mut counts.looped,
                Kind::Boundary => &mut counts.boundary,
                Kind::Mixed => &mut counts.mixed,
            } += 1;
        }
        counts
    }
}

/// The fastest of some velocities, in m/s.
pub fn max_speed(velocities: &[Vector]) -> f64 {
    velocities.iter().map(Vector::norm).fold(0.0, f64::max)
}

/// The energy of motion, in J.
pub fn kinetic_energy(masses: &[f64], velocities: &[Vector]) -> f64 {
    masses.iter().zip(velocities).map(|(mass, velocity)| mass * velocity.norm_squared() / 2.0).sum()
}

/// Lengths of every face's edges at rest, in m: edge `i` joins corners `i` and `i + 1`.
#[derive(Clone, Debug, Default)]
pub struct RestLengths(pub Vec<[f64; 3]>);

impl RestLengths {
    /// The largest length over rest length; edges without length at rest do not count.
    pub fn max_stretch(&self, mesh: &Mesh, positions: &[Point]) -> f64 {
        let stretch = |(face, rest): (usize, &[f64; 3])| {
            let corners = mesh.face(FaceId::at(face)).map(|vertex| positions[vertex.index()]);
            let edge = |i: usize| (corners[(i + 1) % 3] - corners[i]).norm() / rest[i];
            (0..3).filter(|i| rest[*i] > 0.0).map(edge).fold(0.0, f64::max)
        };
        self.0.iter().enumerate().map(stretch).fold(0.0, f64::max)
    }
}
