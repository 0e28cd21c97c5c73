//! What a body looks like to the simulator, and when it pinches itself.
//!
//! 1. The surface at rest: components, boundaries, edges that had too many faces, triangles that are no faces.
//! 2. The bind pose: every crossing of the surface with itself. Characters are built from overlapping shells, so this is
//!    rarely empty and never an error.
//! 3. Every clip at evenly spaced times: the hierarchy is refitted and searched again. The worst time is looked at more
//!    closely: which parts pass through each other.

use geometry::bvh::{BoxTree, Hierarchy as _};
use geometry::{FaceId, Point};

use crate::body::Body;
use crate::clip::Wrap;
use crate::error::BodyError;
use crate::pose::{Pose, When};

/// A clip that ends less than this many samples after one needs no other at its end: key times are single precision.
const NO_MOMENT: f64 = 1e-3;

/// At which times a clip is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// Samples a second; 24 by default, a film's frames. A sample at the clip's end is always taken.
    pub per_second: f64,
    /// The most samples of one clip; longer clips are sampled more coarsely. 10,000 by default, so that a broken key at
    /// an hour's distance does not run for a day.
    pub most: usize,
}

impl Default for Sampling {
    fn default() -> Self {
        Self { per_second: 24.0, most: 10_000 }
    }
}

/// What a body looks like to the simulator.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Vertices of the welded mesh.
    pub vertices: usize,
    /// Its faces.
    pub faces: usize,
    /// How many parts hang together by themselves.
    pub components: usize,
    /// Edges with one face.
    pub boundary_edges: usize,
    /// Edges that had more than two faces in the file.
    pub crowded_edges: usize,
    /// Triangles that name a vertex twice, or repeat another triangle.
    pub set_aside: usize,
    /// How the bind pose intersects itself.
    pub rest: Pinch,
    /// The clips that were looked at.
    pub clips: Vec<ClipProfile>,
}

/// How a pose intersects itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pinch {
    /// The time, in seconds.
    pub time: f64,
    /// Edges that pass through faces.
    pub crossings: usize,
    /// Pairs of faces that pass through each other.
    pub pairs: usize,
    /// Which parts those are, by how many pairs, the most first.
    pub parts: Vec<PartPair>,
}

/// Two parts that pass through each other, or one through itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartPair {
    /// The parts, the lower first.
    pub parts: [usize; 2],
    /// How many pairs of faces.
    pub pairs: usize,
}

/// How a clip pinches.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipProfile {
    /// Which clip.
    pub clip: usize,
    /// Time, crossings and pairs of every sample.
    pub samples: Vec<Sample>,
    /// The first of the samples with the most pairs.
    pub worst: Pinch,
}

/// A clip at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The time, in seconds.
    pub time: f64,
    /// Edges that pass through faces.
    pub crossings: usize,
    /// Pairs of faces that pass through each other.
    pub pairs: usize,
}

impl Sampling {
    /// The times in a clip of so many seconds.
    pub fn times(&self, duration: f64) -> Vec<f64> {
        let most = self.most.max(1);
        let wanted = (duration * self.per_second - NO_MOMENT).ceil().max(0.0);
        let steps = if wanted <= most as f64 { wanted as usize } else { most };
        let spacing = if steps == most { duration / most as f64 } else { 1.0 / self.per_second };
        (0..=steps).map(|step| (step as f64 * spacing).min(duration)).collect()
    }
}

impl Body {
    /// The profile of the body and of the clips listed, each at the times that `sampling` asks for.
    pub fn profile(&self, clips: &[usize], sampling: Sampling) -> Result<Profile, BodyError> {
        let mesh = self.assembly().mesh();
        let mut watcher = Watcher::new(self);
        let rest = watcher.pinch(When::Bind, 0.0)?;
        let clips = clips.iter().map(|clip| watcher.clip(*clip, sampling)).collect::<Result<_, _>>()?;
        Ok(Profile {
            vertices: mesh.vertex_count(),
            faces: mesh.faces().len(),
            components: self.parts().components(),
            boundary_edges: mesh.boundary_edge_count(),
            crowded_edges: self.crowded_edges(),
            set_aside: mesh.set_aside().degenerate.len() + mesh.set_aside().duplicate.len(),
            rest,
            clips,
        })
    }
}

/// Looks at one pose after another.
struct Watcher<'b> {
    body: &'b Body,
    tree: BoxTree,
    pose: Pose,
}

impl<'b> Watcher<'b> {
    fn new(body: &'b Body) -> Self {
        let assembly = body.assembly();
        let faces = assembly.mesh().faces().len();
        let tree = BoxTree::build(faces, |face| assembly.face_bounds(FaceId(face), assembly.positions()));
        Self { body, tree, pose: Pose::default() }
    }

    /// Crossings, and the pairs of faces they connect, ascending.
    fn look(&mut self, when: When) -> Result<(usize, Vec<[FaceId; 2]>), BodyError> {
        self.body.pose(when, &mut self.pose)?;
        let assembly = self.body.assembly();
        let positions: &[Point] = self.pose.positions();
        self.tree.refit(|face| assembly.face_bounds(FaceId(face), positions));
        let crossings = gia::crossings::find(assembly.mesh(), positions, &self.tree);
        let mut pairs: Vec<[FaceId; 2]> = Vec::with_capacity(2 * crossings.len());
        for crossing in &crossings {
            let faces = assembly.mesh().edge(crossing.edge).faces();
            pairs.extend(faces.map(|face| [face.min(crossing.face), face.max(crossing.face)]));
        }
        pairs.sort_unstable();
        pairs.dedup();
        Ok((crossings.len(), pairs))
    }

    fn pinch(&mut self, when: When, time: f64) -> Result<Pinch, BodyError> {
        let (crossings, pairs) = self.look(when)?;
        let part = |face: FaceId| self.body.parts().of(face);
        let mut by_part: Vec<[usize; 2]> =
            pairs.iter().map(|[a, b]| [part(*a).min(part(*b)), part(*a).max(part(*b))]).collect();
        by_part.sort_unstable();
        let mut parts: Vec<PartPair> =
            by_part.chunk_by(|a, b| a == b).map(|same| PartPair { parts: same[0], pairs: same.len() }).collect();
        parts.sort_by_key(|pair| std::cmp::Reverse(pair.pairs));
        Ok(Pinch { time, crossings, pairs: pairs.len(), parts })
    }

    fn clip(&mut self, clip: usize, sampling: Sampling) -> Result<ClipProfile, BodyError> {
        let when = |time| When::Clip { clip, time, wrap: Wrap::Clamp };
        let duration = self.body.animations().get(clip).map_or(0.0, |info| info.duration);
        let mut samples = Vec::new();
        for time in sampling.times(duration) {
            let (crossings, pairs) = self.look(when(time))?;
            samples.push(Sample { time, crossings, pairs: pairs.len() });
        }
        let mut worst = 0;
        for (index, sample) in samples.iter().enumerate() {
            if sample.pairs > samples[worst].pairs {
                worst = index;
            }
        }
        let worst = self.pinch(when(samples[worst].time), samples[worst].time)?;
        Ok(ClipProfile { clip, samples, worst })
    }
}
