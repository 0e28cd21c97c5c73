//! Paths → regions: the part of the surface that a path cuts off (BWK03 §5.4).
//!
//! A path is a curve on each of its two sides; where it ends at loop vertices at both ends, the two join into one closed
//! curve. A curve bounds a region only if it is complete on the surface:
//!
//! | path | complete curves | colour |
//! |---|---|---|
//! | closed | one on each side | black and white, as far as each bounds a region |
//! | closed, sides exchanged | one, twice round | red |
//! | loop | the joined one | red |
//! | boundary, both ends on one side | that side's | half |
//! | boundary, an end on each side; mixed | none | none |
//!
//! Even a complete curve may bound nothing: around a torus's handle, or along the middle of a Möbius band. Module `fill` finds
//! out.

pub(crate) mod fill;

use crate::crossings::Crossing;
use crate::paths::{End, Kind, Path, PathSide, Paths, Step};
use fill::Fill;
use geometry::{Mesh, Point, VertexId};
use rayon::prelude::*;
use std::ops::Range;

/// What a path encloses. Ranges are of [`Regions::members`]; a region may be empty, when its curve encloses no vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coloring {
    /// Two regions that have passed through each other.
    BlackWhite {
        /// The vertices enclosed on side a.
        black: Range<u32>,
        /// The vertices enclosed on side b.
        white: Range<u32>,
    },
    /// One region folded through itself.
    Red(Range<u32>),
    /// A region on one side only.
    Half(PathSide, Range<u32>),
    /// Nothing.
    None,
}

/// The regions of all paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Regions {
    /// What each path encloses.
    pub colorings: Vec<Coloring>,
    /// The vertices of all regions, ascending within a region.
    pub members: Vec<VertexId>,
}

/// Finds what every path encloses. Each of the fills, of which there is at least one, takes a run of paths; what it finds
/// does not depend on which.
pub(crate) fn find(
    mesh: &Mesh,
    positions: &[Point],
    crossings: &[Crossing],
    paths: &Paths,
    fills: &mut [Fill],
) -> Regions {
    let run = paths.paths.len().div_ceil(fills.len()).max(1);
    let parts: Vec<Regions> = paths
        .paths
        .par_chunks(run)
        .zip(fills)
        .map(|(part, fill)| find_some(mesh, positions, crossings, part, &paths.steps, fill))
        .collect();
    let mut all = Regions::default();
    for part in parts {
        let first = all.members.len() as u32;
        all.colorings.extend(part.colorings.into_iter().map(|coloring| coloring.moved(first)));
        all.members.extend(part.members);
    }
    all
}

fn find_some(
    mesh: &Mesh,
    positions: &[Point],
    crossings: &[Crossing],
    paths: &[Path],
    steps: &[Step],
    fill: &mut Fill,
) -> Regions {
    let mut regions = Regions::default();
    fill.reserve(mesh);
    for path in paths {
        let steps = &steps[path.steps.start as usize..path.steps.end as usize];
        let mut enclosed = |side: Option<PathSide>| {
            let cuts = steps.iter().filter(|step| side.is_none_or(|s| s == step.side));
            let edges = cuts.map(|step| crossings[step.crossing as usize].edge);
            let on_curve = path.loop_vertices().filter(|_| side.is_none());
            let first = regions.members.len() as u32;
            let bounds = fill.smaller_side(mesh, positions, edges, on_curve, &mut regions.members);
            bounds.then_some(first..regions.members.len() as u32)
        };
        let coloring = color(path, &mut enclosed);
        regions.colorings.push(coloring);
    }
    regions
}

impl Coloring {
    /// The same with its ranges further along.
    fn moved(self, by: u32) -> Self {
        let along = |range: Range<u32>| range.start + by..range.end + by;
        match self {
            Self::BlackWhite { black, white } => Self::BlackWhite { black: along(black), white: along(white) },
            Self::Red(region) => Self::Red(along(region)),
            Self::Half(side, region) => Self::Half(side, along(region)),
            Self::None => Self::None,
        }
    }
}

/// The colour of a path, given what a complete curve encloses: one side's, or with `None` the joined one.
fn color(path: &Path, enclosed: &mut impl FnMut(Option<PathSide>) -> Option<Range<u32>>) -> Coloring {
    use PathSide::{A, B};
    match (path.kind(), path.ends) {
        (Kind::Closed, _) if path.exchanges => enclosed(None).map_or(Coloring::None, Coloring::Red),
        (Kind::Closed, _) => match (enclosed(Some(A)), enclosed(Some(B))) {
            (Some(black), Some(white)) => Coloring::BlackWhite { black, white },
            (Some(region), None) => Coloring::Half(A, region),
            (None, Some(region)) => Coloring::Half(B, region),
            (None, None) => Coloring::None,
        },
        (Kind::Loop, _) => enclosed(None).map_or(Coloring::None, Coloring::Red),
        (Kind::Boundary, [End::Boundary(a), End::Boundary(b)]) if a == b => {
            enclosed(Some(a)).map_or(Coloring::None, |region| Coloring::Half(a, region))
        }
        _ => Coloring::None,
    }
}
