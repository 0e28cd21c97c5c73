//! Global Intersection Analysis again, by brute force and in exact arithmetic, for meshes small enough.
//!
//! It shares no code with the analysis it checks: signs come from expanding the perturbed determinant term by term
//! ([`sign`]), crossings from trying every edge with every face, paths from connected components, regions from labelling
//! whole surfaces.

pub mod sign;

use geometry::{EdgeId, FaceId, Mesh, Point, VertexId};
use gia::{Analysis, Color, Coloring, Crossing, Kind, PathSide};
use sign::{Number, orientation};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What the oracle knows of a path.
#[derive(Clone, Debug)]
pub struct PathTruth {
    /// Its crossings.
    pub crossings: BTreeSet<Crossing>,
    /// What its ends make it.
    pub kind: Kind,
    /// The vertices where two of its faces meet.
    pub loop_vertices: Vec<VertexId>,
    /// Its regions.
    pub regions: Vec<RegionTruth>,
    /// `black-white`, `red`, `half` or `none`, as in the report.
    pub color: &'static str,
}

/// A region: the smaller part, and the other where they are too close in area to call.
#[derive(Clone, Debug)]
pub struct RegionTruth {
    /// The sets of vertices that may be called the smaller part.
    pub candidates: Vec<BTreeSet<VertexId>>,
}

/// Everything about one mesh.
pub struct Truth {
    /// Every crossing.
    pub crossings: BTreeSet<Crossing>,
    /// Every path, in the order of their lowest crossings.
    pub paths: Vec<PathTruth>,
    /// Pairs of faces that pass through each other.
    pub pairs: usize,
}

/// A segment of a path: two faces, and the crossings at its ends.
struct Segment {
    faces: [FaceId; 2],
    crossings: Vec<Crossing>,
    loop_vertex: Option<VertexId>,
}

/// Analyses a mesh the slow way, with coordinates converted to exact numbers.
pub fn analyse<N: Number>(mesh: &Mesh, positions: &[Point]) -> Truth {
    let exact: Vec<[N; 3]> = positions.iter().map(|p| [N::exact(p.x), N::exact(p.y), N::exact(p.z)]).collect();
    let crossings = crossings(mesh, &exact);
    let segments = segments(mesh, &crossings);
    let pairs = segments.len();
    let paths = components(&crossings, &segments)
        .into_iter()
        .map(|component| describe(mesh, positions, component, &segments))
        .collect();
    Truth { crossings, paths, pairs }
}

fn crossings<N: Number>(mesh: &Mesh, exact: &[[N; 3]]) -> BTreeSet<Crossing> {
    let mut found = BTreeSet::new();
    for (f, &[a, b, c]) in mesh.faces().iter().enumerate() {
        let above: Vec<Option<bool>> = (0..mesh.vertex_count())
            .map(VertexId::at)
            .map(|v| (![a, b, c].contains(&v)).then(|| orientation(exact, [a, b, c, v])))
            .collect();
        for (e, edge) in mesh.edges().iter().enumerate() {
            let [p, q] = edge.vertices;
            let (Some(above_p), Some(above_q)) = (above[p.index()], above[q.index()]) else { continue };
            if above_p == above_q {
                continue;
            }
            let first = orientation(exact, [p, q, a, b]);
            if first == orientation(exact, [p, q, b, c]) && first == orientation(exact, [p, q, c, a]) {
                found.insert(Crossing { edge: EdgeId::at(e), face: FaceId::at(f) });
            }
        }
    }
    found
}

/// The segment of every pair of faces that holds a crossing. Panics unless each has exactly two ends.
fn segments(mesh: &Mesh, crossings: &BTreeSet<Crossing>) -> Vec<Segment> {
    let mut ends: BTreeMap<[FaceId; 2], Vec<Crossing>> = BTreeMap::new();
    for &crossing in crossings {
        for face in mesh.edge(crossing.edge).faces() {
            let pair = [face.min(crossing.face), face.max(crossing.face)];
            ends.entry(pair).or_default().push(crossing);
        }
    }
    ends.into_iter()
        .map(|(faces, crossings)| {
            let [a, b] = faces.map(|f| mesh.face(f));
            let shared: Vec<VertexId> = a.into_iter().filter(|v| b.contains(v)).collect();
            assert_eq!(crossings.len() + shared.len(), 2, "faces {faces:?} hold {crossings:?} and share {shared:?}");
            Segment { faces, crossings, loop_vertex: shared.first().copied() }
        })
        .collect()
}

/// Crossings grouped into paths, in the order of their lowest.
fn components(crossings: &BTreeSet<Crossing>, segments: &[Segment]) -> Vec<BTreeSet<Crossing>> {
    let mut left = crossings.clone();
    let mut found = Vec::new();
    while let Some(&first) = left.first() {
        let mut component = BTreeSet::from([first]);
        loop {
            let before = component.len();
            for segment in segments {
                if segment.crossings.iter().any(|c| component.contains(c)) {
                    component.extend(&segment.crossings);
                }
            }
            if component.len() == before {
                break;
            }
        }
        left.retain(|c| !component.contains(c));
        found.push(component);
    }
    found
}

fn describe(mesh: &Mesh, positions: &[Point], crossings: BTreeSet<Crossing>, all: &[Segment]) -> PathTruth {
    let segments: Vec<&Segment> = all.iter().filter(|s| crossings.contains(&s.crossings[0])).collect();
    let loop_vertices: Vec<VertexId> = segments.iter().filter_map(|s| s.loop_vertex).collect();
    let at_boundary: Vec<Crossing> = crossings.iter().copied().filter(|c| mesh.edge(c.edge).is_boundary()).collect();
    let kind = match (loop_vertices.len(), at_boundary.len()) {
        (0, 0) => Kind::Closed,
        (2, 0) => Kind::Loop,
        (0, 2) => Kind::Boundary,
        (1, 1) => Kind::Mixed,
        other => panic!("a path with {other:?} loop and boundary ends"),
    };
    let sides = sides(mesh, &crossings, &segments);
    let surface = Surface { mesh, positions };
    let curve = |side: Option<bool>| {
        let cut = crossings.iter().filter(|c| side.is_none_or(|s| sides.as_ref().is_some_and(|of| of[c] == s)));
        let on_curve = if side.is_none() { loop_vertices.as_slice() } else { &[] };
        surface.smaller_part(cut.map(|c| c.edge), on_curve)
    };
    let (color, regions) = match (kind, &sides) {
        (Kind::Closed, Some(_)) => match (curve(Some(false)), curve(Some(true))) {
            (Some(a), Some(b)) => ("black-white", vec![a, b]),
            (Some(one), None) | (None, Some(one)) => ("half", vec![one]),
            (None, None) => ("none", vec![]),
        },
        (Kind::Closed, None) | (Kind::Loop, _) => curve(None).map_or(("none", vec![]), |r| ("red", vec![r])),
        (Kind::Boundary, Some(of)) if of[&at_boundary[0]] == of[&at_boundary[1]] => {
            curve(Some(of[&at_boundary[0]])).map_or(("none", vec![]), |r| ("half", vec![r]))
        }
        _ => ("none", vec![]),
    };
    PathTruth { crossings, kind, loop_vertices, regions, color }
}

/// The sheet whose edge each crossing cuts: the lowest crossing's is `false`. `None` if the sheets cannot be told apart.
///
/// A crossing's face is in one sheet in both segments that meet there, and its edge's faces are in the other.
fn sides(mesh: &Mesh, crossings: &BTreeSet<Crossing>, segments: &[&Segment]) -> Option<BTreeMap<Crossing, bool>> {
    let first = *crossings.first()?;
    // For every segment, the sheet of its first face.
    let mut sheet: BTreeMap<usize, bool> = BTreeMap::new();
    let mut edge_sheet = BTreeMap::from([(first, false)]);
    let mut queue = VecDeque::from([first]);
    while let Some(crossing) = queue.pop_front() {
        for (index, segment) in segments.iter().enumerate().filter(|(_, s)| s.crossings.contains(&crossing)) {
            let first_is_the_face = segment.faces[0] == crossing.face;
            let wanted = edge_sheet[&crossing] ^ first_is_the_face;
            if *sheet.entry(index).or_insert(wanted) != wanted {
                return None;
            }
            for &other in &segment.crossings {
                let of_edge = wanted ^ (segment.faces[0] == other.face);
                match edge_sheet.insert(other, of_edge) {
                    None => queue.push_back(other),
                    Some(before) if before != of_edge => return None,
                    Some(_) => {}
                }
            }
        }
    }
    debug_assert!(crossings.iter().all(|c| mesh.edge(c.edge).faces().all(|f| f != c.face)));
    Some(edge_sheet)
}

struct Surface<'a> {
    mesh: &'a Mesh,
    positions: &'a [Point],
}

impl Surface<'_> {
    /// The smaller of the two parts into which a curve cuts its surface, or `None` if it does not.
    fn smaller_part(&self, cut: impl Iterator<Item = EdgeId>, on_curve: &[VertexId]) -> Option<RegionTruth> {
        let mut cuts: BTreeMap<EdgeId, usize> = BTreeMap::new();
        let mut beside = BTreeSet::new();
        for edge in cut {
            *cuts.entry(edge).or_default() += 1;
            beside.extend(self.mesh.edge(edge).faces().flat_map(|f| self.mesh.face(f)));
        }
        for (f, face) in self.mesh.faces().iter().enumerate() {
            if face.iter().any(|v| on_curve.contains(v)) {
                beside.extend(self.mesh.face(FaceId::at(f)));
            }
        }
        beside.retain(|v| !on_curve.contains(v));
        let Some(&start) = beside.first() else {
            return Some(RegionTruth { candidates: vec![BTreeSet::new()] });
        };
        let labels = self.label(start, &cuts, on_curve)?;
        if !beside.iter().all(|v| labels.contains_key(v)) {
            return None;
        }
        let part = |label| labels.iter().filter(|(_, l)| **l == label).map(|(v, _)| *v).collect::<BTreeSet<_>>();
        let (parts, areas) = ([part(false), part(true)], [self.area(&part(false)), self.area(&part(true))]);
        // Areas are rounded: parts this close may be called either way.
        let tie = (areas[0] - areas[1]).abs() <= 1e-9 * (areas[0] + areas[1]);
        let smaller = usize::from(areas[1] < areas[0]);
        Some(RegionTruth { candidates: if tie { parts.to_vec() } else { vec![parts[smaller].clone()] } })
    }

    fn label(
        &self,
        start: VertexId,
        cuts: &BTreeMap<EdgeId, usize>,
        on_curve: &[VertexId],
    ) -> Option<BTreeMap<VertexId, bool>> {
        let mut labels = BTreeMap::from([(start, false)]);
        let mut changed = true;
        while changed {
            changed = false;
            for (e, edge) in self.mesh.edges().iter().enumerate() {
                let [a, b] = edge.vertices;
                if on_curve.contains(&a) || on_curve.contains(&b) {
                    continue;
                }
                let odd = cuts.get(&EdgeId::at(e)).is_some_and(|n| n % 2 == 1);
                match (labels.get(&a).copied(), labels.get(&b).copied()) {
                    (Some(l), None) => changed |= labels.insert(b, l ^ odd).is_none(),
                    (None, Some(l)) => changed |= labels.insert(a, l ^ odd).is_none(),
                    (Some(l), Some(m)) if l ^ m != odd => return None,
                    _ => {}
                }
            }
        }
        Some(labels)
    }

    fn area(&self, part: &BTreeSet<VertexId>) -> f64 {
        let of_face = |face: &[VertexId; 3]| {
            let [a, b, c] = face.map(|v| self.positions[v.index()]);
            let corners = face.iter().filter(|v| part.contains(v)).count();
            (b - a).cross(&(c - a)).norm() / 6.0 * corners as f64
        };
        self.mesh.faces().iter().map(of_face).sum()
    }
}

/// Panics, saying where, unless the analysis agrees with the truth.
pub fn assert_same(analysis: &Analysis, truth: &Truth) {
    let found: BTreeSet<Crossing> = analysis.crossings().iter().copied().collect();
    assert_eq!(found.len(), analysis.crossings().len(), "a crossing is listed twice");
    assert_eq!(found, truth.crossings, "crossings");
    assert_eq!(analysis.pair_count(), truth.pairs, "intersecting pairs");
    assert_eq!(analysis.paths().len(), truth.paths.len(), "number of paths");
    for (index, (path, truth)) in analysis.paths().iter().zip(&truth.paths).enumerate() {
        let steps = analysis.steps(path);
        let crossings: BTreeSet<Crossing> = steps.iter().map(|s| analysis.crossings()[s.crossing as usize]).collect();
        assert_eq!(crossings.len(), steps.len(), "path {index} passes a crossing twice");
        assert_eq!(crossings, truth.crossings, "crossings of path {index}");
        assert_eq!(path.kind(), truth.kind, "kind of path {index}");
        let (mut ours, mut theirs) = (path.loop_vertices().collect::<Vec<_>>(), truth.loop_vertices.clone());
        ours.sort_unstable();
        theirs.sort_unstable();
        assert_eq!(ours, theirs, "loop vertices of path {index}");
        let colors = match analysis.coloring(index) {
            Coloring::BlackWhite { .. } => ("black-white", vec![Color::Black, Color::White]),
            Coloring::Red(_) => ("red", vec![Color::Red]),
            Coloring::Half(PathSide::A | PathSide::B, _) => ("half", vec![Color::Black]),
            Coloring::None => ("none", vec![]),
        };
        assert_eq!(colors.0, truth.color, "colour of path {index}");
        for (color, region) in colors.1.into_iter().zip(&truth.regions) {
            let members: BTreeSet<VertexId> = analysis.region(index, color).iter().copied().collect();
            assert!(
                region.candidates.contains(&members),
                "path {index}, {color:?}: {members:?} is none of {:?}",
                region.candidates
            );
        }
    }
}
