//! What a mixed path parts: the beginning of a red region that runs out over the cloth's border.
//!
//! A path from a loop vertex to a boundary bounds nothing (BWK03 leaves it; so does [`crate::regions`]): the border ends before the curves
//! have closed. A waistband that a squat has folded over itself is an example. But the two curves of such a path join at the loop vertex,
//! and what lies between them, along them, has passed through each other like the halves of a fold. Which of the two ways from curve to
//! curve is between them nobody can know for certain; the shorter one is taken, as everywhere in the analysis the smaller part is.

use crate::analysis::Analysis;
use crate::paths::{End, PathSide, Step};
use geometry::{EdgeId, Mesh, VertexId};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The most edges that are counted between two curves: a fold is rarely deeper, and then no longer one.
const FAR: u32 = 16;

/// The two ends of an edge that the joined curve of a path cuts: on one side of it, and on the other.
type Ends = [VertexId; 2];

/// What lies along one side of the joined curve, by the path's side, ascending.
type Along = [Vec<VertexId>; 2];

impl Analysis {
    /// What of a mixed path's two sides lies along its curves, *between* them, ascending: the beginning of a red region that runs out over the
    /// cloth's border. From the loop vertex, where the curves join, they part; between them is where they are fewer edges apart. Empty where
    /// there is no telling.
    pub fn wedge(&self, mesh: &Mesh, path: usize) -> Along {
        let path = &self.paths()[path];
        let steps = self.steps(path);
        let (tip, outwards): (VertexId, Vec<Step>) = match path.ends {
            [End::Loop(tip), End::Boundary(_)] => (tip, steps.to_vec()),
            [End::Boundary(_), End::Loop(tip)] => (tip, steps.iter().rev().copied().collect()),
            _ => return Along::default(),
        };
        let Some([one, other]) = self.along(mesh, tip, &outwards) else { return Along::default() };
        let mut cuts: Vec<EdgeId> = steps.iter().map(|step| self.crossings()[step.crossing as usize].edge).collect();
        cuts.sort_unstable();
        match width(mesh, &cuts, tip, &one).cmp(&width(mesh, &cuts, tip, &other)) {
            Ordering::Less => one,
            Ordering::Greater => other,
            Ordering::Equal => Along::default(),
        }
    }

    /// What lies along the two sides of the joined curve of a path that is walked from its loop vertex.
    fn along(&self, mesh: &Mesh, tip: VertexId, outwards: &[Step]) -> Option<[Along; 2]> {
        let mut ends = self.at_tip(mesh, tip, *outwards.first()?)?;
        let mut found = [Along::default(), Along::default()];
        for step in outwards {
            let cut = mesh.edge(self.crossings()[step.crossing as usize].edge).vertices;
            let side = step.side as usize;
            let Some(next) = across(ends[side], cut) else { break };
            ends[side] = next;
            found.iter_mut().zip(next).for_each(|(found, end)| found[side].push(end));
        }
        found.iter_mut().flatten().for_each(|list| {
            list.sort_unstable();
            list.dedup();
        });
        // Who is on both sides, where the curve turns back, is on none.
        let [one, other] = &mut found;
        for (one, other) in one.iter_mut().zip(other) {
            let both: Vec<VertexId> = one.iter().filter(|v| other.binary_search(v).is_ok()).copied().collect();
            one.retain(|v| both.binary_search(v).is_err());
            other.retain(|v| both.binary_search(v).is_err());
        }
        Some(found)
    }

    /// The edges opposite a loop vertex, in the faces of both sides there.
    fn at_tip(&self, mesh: &Mesh, tip: VertexId, first: Step) -> Option<[Ends; 2]> {
        let crossing = self.crossings()[first.crossing as usize];
        let own = mesh.edge(crossing.edge).faces().find(|face| mesh.face(*face).contains(&tip))?;
        let fan = mesh.fan(tip);
        let place = |face| fan.faces.iter().position(|of_fan| *of_fan == face);
        let spokes = |k: usize| Some([*fan.spokes.get(k)?, *fan.spokes.get(k + 1)?]);
        let (own, other) = (spokes(place(own)?)?, spokes(place(crossing.face)?)?);
        // Going round the fan, what comes after one face comes before the other.
        let ends = [[own[1], own[0]], other];
        Some(if first.side == PathSide::A { ends } else { [ends[1], ends[0]] })
    }
}

/// The ends of the next edge that is cut after one with these ends, in a face of both.
fn across([one, other]: Ends, cut: [VertexId; 2]) -> Option<Ends> {
    let beside = |v: VertexId| if cut[0] == v { cut[1] } else { cut[0] };
    match (cut.contains(&one), cut.contains(&other)) {
        (true, true) => Some([one, other]),
        (true, false) => Some([one, beside(one)]),
        (false, true) => Some([beside(other), other]),
        (false, false) => None,
    }
}

/// How far apart the curves are on one side: the mean number of edges, in thousandths, from the vertices along the one to those along the
/// other, on ways that neither cross a curve nor lead through the loop vertex.
fn width(mesh: &Mesh, cuts: &[EdgeId], tip: VertexId, [from, to]: &Along) -> u32 {
    let is_cut = |edge: EdgeId| {
        let first = cuts.partition_point(|cut| *cut < edge);
        cuts[first..].iter().take_while(|cut| **cut == edge).count() % 2 == 1
    };
    let mut hops: BTreeMap<VertexId, u32> = from.iter().map(|v| (*v, 0)).collect();
    let mut reached = from.clone();
    for count in 1..FAR {
        let mut next = Vec::new();
        for vertex in reached {
            for neighbor in mesh.fan(vertex).faces.iter().flat_map(|face| mesh.face(*face)) {
                let joined = mesh.edge_between(vertex, neighbor).is_some_and(|edge| !is_cut(edge));
                if neighbor != tip && joined && !hops.contains_key(&neighbor) {
                    hops.insert(neighbor, count);
                    next.push(neighbor);
                }
            }
        }
        reached = next;
    }
    let sum: u32 = to.iter().map(|v| hops.get(v).copied().unwrap_or(FAR)).sum();
    if to.is_empty() { FAR * 1000 } else { sum * 1000 / to.len() as u32 }
}
