//! What was found, in the numbers of the input files: the JSON of the contract.

use super::Findings;
use super::motion::Motion;
use geometry::{EdgeId, FaceId, Point, VertexId};
use gia::{Color, Coloring, End, Kind, Path};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub meshes: Vec<MeshReport>,
    pub crossings: usize,
    pub intersecting_pairs: usize,
    pub clean: bool,
    pub seconds: Seconds,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub animation: Option<AnimationReport>,
    pub paths: Vec<PathReport>,
}

/// How a character pinches itself over time.
#[derive(Debug, Serialize)]
pub(crate) struct AnimationReport {
    pub name: String,
    /// Seconds.
    pub duration: f64,
    /// The moment that the rest of the report is about, in seconds.
    pub time: f64,
    /// The moment with the most intersecting pairs, in seconds.
    pub worst_time: f64,
    /// The parts that pass through each other then, the most first.
    pub worst_parts: Vec<PartsReport>,
    pub samples: Vec<SampleReport>,
}

#[derive(Debug, Serialize)]
pub(crate) struct PartsReport {
    pub parts: [String; 2],
    pub intersecting_pairs: usize,
}

#[derive(Debug, Serialize)]
pub(crate) struct SampleReport {
    pub time: f64,
    pub crossings: usize,
    pub intersecting_pairs: usize,
}

#[derive(Debug, Serialize)]
pub(crate) struct MeshReport {
    pub name: String,
    pub file: String,
    pub vertices: usize,
    /// Triangles, after cutting larger polygons into fans.
    pub faces: usize,
    pub boundary_edges: usize,
    pub components: usize,
    pub welded: usize,
    /// Polygons, some of whose triangles name a vertex twice.
    pub degenerate_faces: Vec<u32>,
    /// Polygons, some of whose triangles repeat an earlier one.
    pub duplicate_faces: Vec<u32>,
    /// Why seams were left open, if they were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unwelded: Option<String>,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Seconds {
    pub read: f64,
    pub build: f64,
    pub analyse: f64,
}

#[derive(Debug, Serialize)]
pub(crate) struct PathReport {
    pub kind: &'static str,
    pub crossings: usize,
    /// Metres.
    pub length: f64,
    pub color: &'static str,
    pub black: Vec<u32>,
    pub white: Vec<u32>,
    pub red: Vec<u32>,
    pub loop_vertices: Vec<u32>,
    pub ends: Vec<EndReport>,
    /// The middle of the path's bounding box, in metres: where to look.
    pub center: [f64; 3],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EndReport {
    BoundaryEdge([u32; 2]),
    LoopVertex(u32),
}

impl Report {
    pub(crate) fn new(findings: &Findings, seconds: Seconds) -> Self {
        let analysis = &findings.analysis;
        Self {
            meshes: meshes(findings),
            crossings: analysis.crossings().len(),
            intersecting_pairs: analysis.pair_count(),
            clean: analysis.is_clean(),
            seconds,
            animation: findings.motion.as_ref().map(animation),
            paths: (0..analysis.paths().len()).map(|index| path(findings, index)).collect(),
        }
    }
}

fn animation(motion: &Motion) -> AnimationReport {
    let samples = motion.profile.samples.iter();
    let parts = motion.parts.iter();
    AnimationReport {
        name: motion.animation.clone(),
        duration: motion.duration,
        time: motion.time,
        worst_time: motion.profile.worst.time,
        worst_parts: parts
            .map(|(parts, pairs)| PartsReport { parts: parts.clone(), intersecting_pairs: *pairs })
            .collect(),
        samples: samples
            .map(|s| SampleReport { time: s.time, crossings: s.crossings, intersecting_pairs: s.pairs })
            .collect(),
    }
}

fn meshes(findings: &Findings) -> Vec<MeshReport> {
    let assembly = &findings.assembly;
    let mesh = assembly.mesh();
    let mut reports: Vec<MeshReport> = findings
        .input
        .pieces
        .iter()
        .zip(assembly.pieces())
        .map(|(input, piece)| MeshReport {
            name: input.piece.name.clone(),
            file: input.file.display().to_string(),
            vertices: input.piece.positions.len(),
            faces: input.triangles.len(),
            boundary_edges: 0,
            components: 0,
            welded: assembly.welded(piece),
            degenerate_faces: Vec::new(),
            duplicate_faces: Vec::new(),
            unwelded: piece.unwelded.as_ref().map(ToString::to_string),
        })
        .collect();
    for edge in mesh.edges().iter().filter(|edge| edge.is_boundary()) {
        reports[assembly.piece_of(edge.owner())].boundary_edges += 1;
    }
    let (component, count) = mesh.components();
    let mut seen = vec![false; count];
    for (face, &component) in component.iter().enumerate() {
        if !std::mem::replace(&mut seen[component as usize], true) {
            reports[assembly.piece_of(FaceId::at(face))].components += 1;
        }
    }
    list_set_aside(findings, &mut reports);
    reports
}

/// Lists triangles that are no faces, as polygons of their files.
fn list_set_aside(findings: &Findings, reports: &mut [MeshReport]) {
    let set_aside = findings.assembly.mesh().set_aside();
    let pieces = findings.assembly.pieces().iter().zip(&findings.input.pieces);
    for ((piece, input), report) in pieces.zip(reports) {
        let polygons = |triangles: &[u32]| {
            let own = triangles.iter().filter(|t| piece.triangles.contains(t));
            let mut polygons: Vec<u32> = own.map(|t| input.polygons[(t - piece.triangles.start) as usize]).collect();
            polygons.dedup();
            polygons
        };
        report.degenerate_faces = polygons(&set_aside.degenerate);
        report.duplicate_faces = polygons(&set_aside.duplicate);
    }
}

fn path(findings: &Findings, index: usize) -> PathReport {
    let (assembly, analysis) = (&findings.assembly, &findings.analysis);
    let path = &analysis.paths()[index];
    let points = analysis.polyline(assembly.mesh(), assembly.positions(), path);
    let region = |color| {
        let members = analysis.region(index, color).iter().flat_map(|&v| assembly.members(v));
        let mut vertices: Vec<u32> = members.map(|&running| findings.input.number(running)).collect();
        vertices.sort_unstable();
        vertices.dedup();
        vertices
    };
    let mut loop_vertices: Vec<u32> = path.loop_vertices().map(|v| first_member(findings, v)).collect();
    loop_vertices.dedup();
    PathReport {
        kind: kind_name(path.kind()),
        crossings: path.steps.len(),
        length: points.windows(2).map(|pair| (pair[1] - pair[0]).norm()).sum(),
        color: color_name(analysis.coloring(index)),
        black: region(Color::Black),
        white: region(Color::White),
        red: region(Color::Red),
        loop_vertices,
        ends: ends(findings, path),
        center: geometry::bvh::Bounds::around(&points).center().coords.into(),
    }
}

fn ends(findings: &Findings, path: &Path) -> Vec<EndReport> {
    let (mesh, steps) = (findings.assembly.mesh(), findings.analysis.steps(path));
    let edge_of = |step: Option<&gia::Step>| -> Option<EdgeId> {
        step.map(|step| findings.analysis.crossings()[step.crossing as usize].edge)
    };
    let outermost = [steps.first(), steps.last()];
    path.ends
        .iter()
        .zip(outermost)
        .filter_map(|(end, step)| match *end {
            End::Closed => None,
            End::Loop(vertex) => Some(EndReport::LoopVertex(first_member(findings, vertex))),
            End::Boundary(_) => edge_of(step)
                .map(|edge| EndReport::BoundaryEdge(mesh.edge(edge).vertices.map(|v| first_member(findings, v)))),
        })
        .collect()
}

/// The lowest of the input vertices that a vertex stands for.
fn first_member(findings: &Findings, vertex: VertexId) -> u32 {
    findings.assembly.members(vertex).first().map_or(vertex.0, |&running| findings.input.number(running))
}

pub(crate) fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Closed => "closed",
        Kind::Loop => "loop",
        Kind::Boundary => "boundary",
        Kind::Mixed => "mixed",
    }
}

fn color_name(coloring: &Coloring) -> &'static str {
    match coloring {
        Coloring::BlackWhite { .. } => "black-white",
        Coloring::Red(_) => "red",
        Coloring::Half(..) => "half",
        Coloring::None => "none",
    }
}

/// All points of a path, for pictures.
pub(crate) fn polyline(findings: &Findings, path: &Path) -> Vec<Point> {
    findings.analysis.polyline(findings.assembly.mesh(), findings.assembly.positions(), path)
}
