//! Analysis → faces: which faces of a body have passed through which others.
//!
//! Every intersection path has two sides. A face is *marked* with a path and a side if the path's curve on that side runs
//! through it, or if it has a corner in the region that the curve cuts off. Two pieces of surface have passed through each
//! other if one has a mark of side a and the other a mark of side b of the same path: black against white.
//!
//! A red region is one sheet folded through itself; its halves ([`Analysis::halves`]) are what has passed through each other: forearm and
//! upper arm, not the front and the back of one.
//!
//! Marks also come from paths that bound no region, as far as their curves go: an open cuff in a palm pinches too.
//!
//! Not here: where a particle is. A mark says nothing about distances or directions.

use geometry::bvh::Bounds;
use geometry::{FaceId, Mesh, Point, VertexId};
use gia::{Analysis, Coloring, PathSide};

/// A path and one of its sides.
pub type Mark = (u32, PathSide);

/// Where a surface passes through itself, face by face.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Intersections {
    /// Where each face's marks begin; empty if there are none at all.
    starts: Vec<u32>,
    /// Ascending within a face.
    marks: Vec<Mark>,
    /// For each path, the box around the faces that it marks.
    bounds: Vec<Bounds>,
}

const BOTH: [PathSide; 2] = [PathSide::A, PathSide::B];

impl Intersections {
    /// Takes what the analysis of this mesh at these positions found.
    pub fn new(mesh: &Mesh, positions: &[Point], analysis: &Analysis) -> Self {
        if analysis.is_clean() {
            return Self::default();
        }
        let mut given = Vec::new();
        for path in 0..analysis.paths().len() {
            mark_curves(mesh, analysis, path, &mut given);
            mark_regions(mesh, analysis, path, &mut given);
        }
        given.sort_unstable();
        given.dedup();
        let count = mesh.faces().len();
        let starts = (0..=count).map(|face| given.partition_point(|(f, _)| f.index() < face) as u32).collect();
        let marks = given.into_iter().map(|(_, mark)| mark).collect();
        let mut found = Self { starts, marks, bounds: vec![Bounds::EMPTY; analysis.paths().len()] };
        found.move_to(mesh, positions);
        found
    }

    /// The same intersections where the surface, moved as a whole, is now: no analysis is needed for that.
    pub fn move_to(&mut self, mesh: &Mesh, positions: &[Point]) {
        let mut bounds = vec![Bounds::EMPTY; self.bounds.len()];
        for face in (0..self.starts.len().saturating_sub(1)).map(FaceId::at) {
            let own = || Bounds::around(mesh.face(face).map(|v| &positions[v.index()]));
            self.of(face).iter().for_each(|(path, _)| bounds[*path as usize] = bounds[*path as usize].with(&own()));
        }
        self.bounds = bounds;
    }

    /// The marks of a face, ascending.
    pub fn of(&self, face: FaceId) -> &[Mark] {
        match self.starts.get(face.index()..face.index() + 2) {
            Some(&[start, end]) => &self.marks[start as usize..end as usize],
            _ => &[],
        }
    }

    /// For each path, the box around the faces that it marks.
    pub fn bounds(&self) -> &[Bounds] {
        &self.bounds
    }

    /// Whether a path marks anything in a box.
    pub fn reach_into(&self, bounds: &Bounds) -> bool {
        self.bounds.iter().any(|path| path.overlaps(bounds))
    }

    /// Whether two sets of faces have passed through each other.
    pub fn between(&self, these: impl IntoIterator<Item = FaceId>, those: impl IntoIterator<Item = FaceId>) -> bool {
        let all = |faces: &mut dyn Iterator<Item = FaceId>| {
            let mut marks: Vec<Mark> = faces.flat_map(|face| self.of(face)).copied().collect();
            marks.sort_unstable();
            marks.dedup();
            marks
        };
        let those = all(&mut those.into_iter());
        let meets = |&(path, side): &Mark| those.binary_search(&(path, other(side))).is_ok();
        !those.is_empty() && these.into_iter().any(|face| self.of(face).iter().any(meets))
    }
}

fn other(side: PathSide) -> PathSide {
    match side {
        PathSide::A => PathSide::B,
        PathSide::B => PathSide::A,
    }
}

/// Marks the faces that a path's two curves run through.
fn mark_curves(mesh: &Mesh, analysis: &Analysis, path: usize, given: &mut Vec<(FaceId, Mark)>) {
    let of_path = &analysis.paths()[path];
    for step in analysis.steps(of_path) {
        let crossing = analysis.crossings()[step.crossing as usize];
        for side in BOTH {
            // The edge is on the step's side and the face on the other; where sides are exchanged there is no telling.
            if side == step.side || of_path.exchanges {
                given.extend(mesh.edge(crossing.edge).faces().map(|face| (face, (path as u32, side))));
            }
            if side != step.side || of_path.exchanges {
                given.push((crossing.face, (path as u32, side)));
            }
        }
    }
}

/// Marks the faces around the vertices that a path cuts off.
fn mark_regions(mesh: &Mesh, analysis: &Analysis, path: usize, given: &mut Vec<(FaceId, Mark)>) {
    let mut mark = |vertices: &[VertexId], sides: &[PathSide]| {
        for &side in sides {
            let faces = vertices.iter().flat_map(|v| mesh.fan(*v).faces);
            given.extend(faces.map(|face| (*face, (path as u32, side))));
        }
    };
    let region = |color| analysis.region(path, color);
    match analysis.coloring(path) {
        Coloring::BlackWhite { .. } => {
            mark(region(gia::Color::Black), &[PathSide::A]);
            mark(region(gia::Color::White), &[PathSide::B]);
        }
        Coloring::Red(_) => {
            for (vertex, sides) in analysis.halves(mesh, path) {
                mark(&[vertex], sides);
            }
        }
        // A region on one side only is black, whichever side it is.
        Coloring::Half(side, _) => mark(region(gia::Color::Black), &[*side]),
        Coloring::None => {}
    }
}
