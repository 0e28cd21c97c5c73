//! Crossings → paths: the curves along which the surface passes through itself (BWK03 §5.3).
//!
//! A *link* is a pair of faces that pass through each other. It holds a segment of a path and has exactly two ends: two
//! crossings, or one crossing and the vertex that the two faces share (a *loop vertex*). A crossing has a link for each
//! face on its edge, so one or two. Crossings and links therefore form chains and cycles, and tracing them is a walk along
//! a linked list.
//!
//! A path has two sides, a and b: at every link one of the two faces is the a face and the other the b face. Crossing an
//! edge of the a face moves side a on and leaves side b, and the other way round.

use crate::crossings::Crossing;
use geometry::{FaceId, Mesh, VertexId};
use std::ops::Range;

/// One of the two sheets that pass through each other along a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathSide {
    /// The sheet whose edge the path's lowest crossing cuts.
    A,
    /// The other.
    B,
}

/// A crossing on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Index into the crossings.
    pub crossing: u32,
    /// The side whose edge is cut there.
    pub side: PathSide,
}

/// Where a path ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Nowhere: it closes.
    Closed,
    /// At a boundary edge of this side: the one of the path's first or last step.
    Boundary(PathSide),
    /// At a vertex that the last two faces share.
    Loop(VertexId),
}

/// What a path's ends make it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// No ends.
    Closed,
    /// Both ends at loop vertices.
    Loop,
    /// Both ends on boundaries.
    Boundary,
    /// One of each.
    Mixed,
}

/// An intersection path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// Its steps, in order, in [`Paths::steps`].
    pub steps: Range<u32>,
    /// Where it begins and ends.
    pub ends: [End; 2],
    /// Whether a closed path comes back with its sides exchanged, which only a one-sided surface can do: it is then one
    /// closed curve on the surface, not two.
    pub exchanges: bool,
}

impl Path {
    /// What its ends make it.
    pub fn kind(&self) -> Kind {
        match self.ends {
            [End::Closed, _] | [_, End::Closed] => Kind::Closed,
            [End::Loop(_), End::Loop(_)] => Kind::Loop,
            [End::Boundary(_), End::Boundary(_)] => Kind::Boundary,
            _ => Kind::Mixed,
        }
    }

    /// The loop vertices at its ends: none, one, or two, which may be the same.
    pub fn loop_vertices(&self) -> impl Iterator<Item = VertexId> + use<> {
        self.ends.into_iter().filter_map(|end| if let End::Loop(vertex) = end { Some(vertex) } else { None })
    }
}

/// All paths of a mesh.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paths {
    /// The paths, in the order of their lowest crossings.
    pub paths: Vec<Path>,
    /// The steps of all paths.
    pub steps: Vec<Step>,
    /// How many pairs of faces pass through each other.
    pub pairs: usize,
}

/// Two faces that pass through each other, and the crossings at the ends of their segment.
#[derive(Clone, Copy, Debug)]
struct Link {
    faces: [FaceId; 2],
    /// The second is [`NONE`] where the segment ends at a loop vertex.
    ends: [u32; 2],
}

const NONE: u32 = u32::MAX;

/// Crossings and links as a graph whose nodes have one or two links.
struct Graph<'a> {
    mesh: &'a Mesh,
    crossings: &'a [Crossing],
    links: Vec<Link>,
    /// The links of each crossing, the second [`NONE`] on a boundary.
    of: Vec<[u32; 2]>,
}

/// Chains crossings into paths.
pub fn trace(mesh: &Mesh, crossings: &[Crossing]) -> Paths {
    let graph = Graph::new(mesh, crossings);
    let mut visited = vec![false; crossings.len()];
    let mut found = Paths { pairs: graph.links.len(), ..Paths::default() };
    let mut back = Vec::new();
    for start in 0..crossings.len() as u32 {
        if visited[start as usize] {
            continue;
        }
        let first = found.steps.len();
        let path = graph.path_through(start, &mut found.steps, &mut back);
        for step in &found.steps[first..] {
            visited[step.crossing as usize] = true;
        }
        found.paths.push(path);
    }
    found
}

impl<'a> Graph<'a> {
    fn new(mesh: &'a Mesh, crossings: &'a [Crossing]) -> Self {
        let mut halves: Vec<([FaceId; 2], u32)> = Vec::with_capacity(crossings.len() * 2);
        for (index, crossing) in crossings.iter().enumerate() {
            for face in mesh.edge(crossing.edge).faces() {
                halves.push(([face.min(crossing.face), face.max(crossing.face)], index as u32));
            }
        }
        halves.sort_unstable();
        let mut graph = Self { mesh, crossings, links: Vec::new(), of: vec![[NONE; 2]; crossings.len()] };
        for ends in halves.chunk_by(|a, b| a.0 == b.0) {
            debug_assert!(ends.len() <= 2, "a pair of faces holds more than two ends");
            let link = graph.links.len() as u32;
            let second = ends.get(1).map_or(NONE, |&(_, crossing)| crossing);
            graph.links.push(Link { faces: ends[0].0, ends: [ends[0].1, second] });
            for &(_, crossing) in ends {
                let of = &mut graph.of[crossing as usize];
                of[usize::from(of[0] != NONE)] = link;
            }
        }
        graph
    }

    /// The path through a crossing, its steps appended to `steps`.
    fn path_through(&self, start: u32, steps: &mut Vec<Step>, back: &mut Vec<Step>) -> Path {
        let first = steps.len() as u32;
        let [ahead, behind] = self.of[start as usize];
        back.clear();
        let begin = if behind == NONE { End::Boundary(PathSide::A) } else { self.walk(start, behind, back) };
        if begin == End::Closed {
            // All the way round already.
            let exchanges = back.pop().is_some_and(|again| again.side == PathSide::B);
            steps.push(Step { crossing: start, side: PathSide::A });
            steps.append(back);
            return Path { steps: first..steps.len() as u32, ends: [End::Closed; 2], exchanges };
        }
        steps.extend(back.drain(..).rev());
        steps.push(Step { crossing: start, side: PathSide::A });
        let end = self.walk(start, ahead, steps);
        Path { steps: first..steps.len() as u32, ends: [begin, end], exchanges: false }
    }

    /// Walks from a crossing along one of its links until the path ends or comes back. The crossing's own edge is on side
    /// a. A walk that comes back repeats the crossing as its last step, with the side on which its edge then is.
    fn walk(&self, start: u32, mut link: u32, steps: &mut Vec<Step>) -> End {
        let mut at = start;
        let mut b = self.crossings[start as usize].face;
        let mut a = other(self.links[link as usize].faces, b);
        loop {
            let Link { ends, .. } = self.links[link as usize];
            let next = if ends[0] == at { ends[1] } else { ends[0] };
            if next == NONE {
                return End::Loop(self.shared_vertex(a, b));
            }
            at = next;
            let Crossing { edge, face } = self.crossings[at as usize];
            let side = if face == b { PathSide::A } else { PathSide::B };
            steps.push(Step { crossing: at, side });
            if at == start {
                return End::Closed;
            }
            let moving = if side == PathSide::A { &mut a } else { &mut b };
            match self.mesh.edge(edge).across(*moving) {
                Some(across) => *moving = across,
                None => return End::Boundary(side),
            }
            let [first, second] = self.of[at as usize];
            link = if first == link { second } else { first };
        }
    }

    fn shared_vertex(&self, a: FaceId, b: FaceId) -> VertexId {
        let others = self.mesh.face(b);
        let shared = self.mesh.face(a).into_iter().find(|v| others.contains(v));
        shared.expect("a pair of faces with one crossing shares a vertex: its segment has two ends")
    }
}

fn other(pair: [FaceId; 2], one: FaceId) -> FaceId {
    if pair[0] == one { pair[1] } else { pair[0] }
}
