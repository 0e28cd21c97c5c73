//! The four stages as one call, and what they found.

use crate::crossings::{self, Crossing};
use crate::paths::{self, End, Path, Paths, Step};
use crate::regions::{self, Coloring, Regions, fill::Broken, fill::Fill};
use crate::verdict::{Color, Colors, Verdict};
use geometry::bvh::Hierarchy;
use geometry::{Mesh, Point, VertexId};

/// Runs the analysis; keeps its memory from one call to the next.
#[derive(Clone, Debug, Default)]
pub struct Analyser {
    /// One for each thread.
    fills: Vec<Fill>,
    given: Vec<(VertexId, u32, Color)>,
    broken: Broken,
}

/// What the analysis found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    crossings: Vec<Crossing>,
    paths: Paths,
    regions: Regions,
    colors: Colors,
}

impl Analyser {
    /// One that breaks a rule of the fill on purpose: for tests of tests.
    pub fn broken(broken: Broken) -> Self {
        Self { broken, ..Self::default() }
    }

    /// Analyses a mesh at these positions. The hierarchy must hold its faces' boxes, fitted to the same positions.
    pub fn analyse(&mut self, mesh: &Mesh, positions: &[Point], tree: &impl Hierarchy) -> Analysis {
        self.finish(mesh, positions, crossings::find(mesh, positions, tree))
    }

    /// The same, given what was found in a state from which only some faces have moved since: see [`crossings::find_again`].
    pub fn analyse_again(
        &mut self,
        mesh: &Mesh,
        positions: &[Point],
        tree: &impl Hierarchy,
        moved: &[bool],
        before: &[Crossing],
    ) -> Analysis {
        self.finish(mesh, positions, crossings::find_again(mesh, positions, tree, moved, before))
    }

    fn finish(&mut self, mesh: &Mesh, positions: &[Point], crossings: Vec<Crossing>) -> Analysis {
        let paths = paths::trace(mesh, &crossings);
        self.fills.resize_with(rayon::current_num_threads().max(1), Fill::default);
        self.fills.iter_mut().for_each(|fill| fill.broken = self.broken);
        let regions = regions::find(mesh, positions, &crossings, &paths, &mut self.fills);
        let colors = self.color_vertices(mesh, &regions);
        Analysis { crossings, paths, regions, colors }
    }

    fn color_vertices(&mut self, mesh: &Mesh, regions: &Regions) -> Colors {
        self.given.clear();
        for (path, coloring) in regions.colorings.iter().enumerate() {
            for (color, region) in coloring.regions() {
                let members = &regions.members[region.start as usize..region.end as usize];
                self.given.extend(members.iter().map(|&vertex| (vertex, path as u32, color)));
            }
        }
        let mut colors = Colors::default();
        colors.fill(mesh.vertex_count(), &self.given);
        colors
    }
}

impl Coloring {
    /// Its regions with their colours. A region on one side only is black.
    fn regions(&self) -> impl Iterator<Item = (Color, std::ops::Range<u32>)> + use<> {
        let (first, second) = match self.clone() {
            Self::BlackWhite { black, white } => (Some((Color::Black, black)), Some((Color::White, white))),
            Self::Red(region) => (Some((Color::Red, region)), None),
            Self::Half(_, region) => (Some((Color::Black, region)), None),
            Self::None => (None, None),
        };
        first.into_iter().chain(second)
    }
}

impl Analysis {
    /// Whether nothing passes through anything.
    pub fn is_clean(&self) -> bool {
        self.crossings.is_empty()
    }

    /// Every crossing, in ascending order.
    pub fn crossings(&self) -> &[Crossing] {
        &self.crossings
    }

    /// How many pairs of faces pass through each other.
    pub fn pair_count(&self) -> usize {
        self.paths.pairs
    }

    /// Every path, in the order of their lowest crossings.
    pub fn paths(&self) -> &[Path] {
        &self.paths.paths
    }

    /// The steps of a path, in order.
    pub fn steps(&self, path: &Path) -> &[Step] {
        &self.paths.steps[path.steps.start as usize..path.steps.end as usize]
    }

    /// What a path encloses.
    pub fn coloring(&self, path: usize) -> &Coloring {
        &self.regions.colorings[path]
    }

    /// The vertices of a path's region of one colour, ascending; empty if it has none.
    pub fn region(&self, path: usize, color: Color) -> &[VertexId] {
        let of_color = self.regions.colorings[path].regions().find(|(c, _)| *c == color);
        of_color.map_or(&[], |(_, range)| &self.regions.members[range.start as usize..range.end as usize])
    }

    /// The colours of every vertex.
    pub fn colors(&self) -> &Colors {
        &self.colors
    }

    /// What a particle and a face should do to each other.
    pub fn verdict(&self, particle: VertexId, face: [VertexId; 3]) -> Verdict {
        self.colors.verdict(particle, face)
    }

    /// The points of a path in space, in order, loop vertices included; a closed path repeats its first point.
    pub fn polyline(&self, mesh: &Mesh, positions: &[Point], path: &Path) -> Vec<Point> {
        let vertex = |end: End| if let End::Loop(v) = end { Some(positions[v.index()]) } else { None };
        let mut points: Vec<Point> = vertex(path.ends[0]).into_iter().collect();
        points.extend(self.steps(path).iter().map(|s| self.crossings[s.crossing as usize].point(mesh, positions)));
        points.extend(vertex(path.ends[1]));
        if path.ends[0] == End::Closed {
            points.extend(points.first().copied());
        }
        points
    }
}

impl Crossing {
    /// Where the edge passes through the face: for pictures and lengths, so rounding does not matter.
    pub fn point(&self, mesh: &Mesh, positions: &[Point]) -> Point {
        let [p, q] = mesh.edge(self.edge).vertices.map(|v| positions[v.index()]);
        let [a, b, c] = mesh.face(self.face).map(|v| positions[v.index()]);
        let normal = (b - a).cross(&(c - a));
        let (from, to) = (normal.dot(&(p - a)), normal.dot(&(q - a)));
        // An edge in the face's plane crosses it only by perturbation: anywhere is as good.
        let share = if from == to { 0.5 } else { (from / (from - to)).clamp(0.0, 1.0) };
        p + (q - p) * share
    }
}
