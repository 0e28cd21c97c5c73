//! A red region parted in two: one sheet folded through itself, and what of it has passed through what.
//!
//! A red region is bounded by the curves of both sides. BWK03 tells its vertices no further apart; here each is on the side whose curve
//! is fewer edges away, or on both if they are equally far: so the fold runs along the middle.

use crate::analysis::Analysis;
use crate::paths::PathSide;
use crate::verdict::Color;
use geometry::{Mesh, VertexId};
use std::cmp::Ordering;

const BOTH: [PathSide; 2] = [PathSide::A, PathSide::B];

impl Analysis {
    /// The sides that the vertices of a path's red region are on, ascending by vertex; empty if it has none.
    pub fn halves(&self, mesh: &Mesh, path: usize) -> Vec<(VertexId, &'static [PathSide])> {
        let red = self.region(path, Color::Red);
        let path = &self.paths()[path];
        if path.exchanges {
            return red.iter().map(|v| (*v, &BOTH[..])).collect();
        }
        let hops = |side| {
            let steps = self.steps(path).iter().filter(move |step| step.side == side);
            let edges = steps.map(|step| mesh.edge(self.crossings()[step.crossing as usize].edge));
            hops(mesh, red, edges.flat_map(|edge| edge.vertices))
        };
        let side = |(a, b): (u32, u32)| -> &'static [PathSide] {
            match a.cmp(&b) {
                Ordering::Less => &BOTH[..1],
                Ordering::Greater => &BOTH[1..],
                Ordering::Equal => &BOTH,
            }
        };
        let sides = hops(PathSide::A).into_iter().zip(hops(PathSide::B)).map(side);
        red.iter().copied().zip(sides).collect()
    }
}

/// How many edges the vertices of a region, ascending, are from some of them, within the region.
fn hops(mesh: &Mesh, region: &[VertexId], from: impl Iterator<Item = VertexId>) -> Vec<u32> {
    let mut hops = vec![u32::MAX; region.len()];
    let mut reached: Vec<usize> = from.filter_map(|v| region.binary_search(&v).ok()).collect();
    let mut count = 0;
    while !reached.is_empty() {
        reached.retain(|&index| {
            let before = hops[index];
            hops[index] = before.min(count);
            before == u32::MAX
        });
        let faces = reached.iter().flat_map(|&index| mesh.fan(region[index]).faces);
        let next = faces.flat_map(|face| mesh.face(*face)).filter_map(|v| region.binary_search(&v).ok());
        reached = next.filter(|&index| hops[index] == u32::MAX).collect();
        count += 1;
    }
    hops
}
