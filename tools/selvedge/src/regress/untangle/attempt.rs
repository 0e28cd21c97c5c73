//! A case of the corpus, repaired and measured.

use ::untangle::{Quality, Repair, Settings, Tangled, repair};
use anyhow::{Context, Result};
use geometry::bvh::{BoxTree, Hierarchy};
use geometry::{Assembly, FaceId, Part, Point};
use gia::Analyser;
use make_fixtures::corpus::Case;
use serde::Serialize;
use std::time::Instant;

/// The longest that one case may take, in seconds: so long that iterations end a case, not whatever else the machine does.
const SECONDS: f64 = 600.0;
/// A repair may move vertices by this many depths of penetration in the mean.
const DISPLACEMENT: f64 = 2.0;
/// It may change 95 of 100 edges by no more than this, relative.
const EDGE_LENGTH: f64 = 0.05;

/// How one case went.
#[derive(Clone, Debug, Serialize)]
pub struct Attempt {
    /// Its family's name.
    pub family: &'static str,
    /// Its seed.
    pub seed: u64,
    /// Its size.
    pub triangles: usize,
    /// Crossings before and after.
    pub crossings: [usize; 2],
    /// Seconds it took, with whatever else the machine was doing.
    pub seconds: f64,
    /// Steps it took.
    pub iterations: usize,
    /// The mean displacement, in depths of penetration.
    pub displacement: f64,
    /// The 95th percentile of the change of edges against rest, relative.
    pub edge_length: f64,
    /// The same of the input: what a repair that changes nothing would show.
    pub edge_length_before: f64,
    /// Faces flipped against rest.
    pub flipped: usize,
    /// The same of the input.
    pub flipped_before: usize,
    /// The share of the vertices that are where they were, to the bit.
    pub untouched: f64,
    /// How far the farthest vertex that moved was from the nearest crossing, in depths of penetration.
    pub reach: f64,
    /// How near the nearest parts are, in thicknesses.
    pub separation: f64,
    /// The last level that was needed.
    pub level: &'static str,
}

/// Repairs a case; how that went, and where its vertices then are, the body's last.
pub fn attempt(case: &Case) -> Result<(Attempt, Vec<Point>)> {
    let shapes = case.pieces.iter().chain(&case.body);
    let parts: Vec<Part> =
        shapes.map(|shape| Part { positions: &shape.positions, triangles: &shape.triangles }).collect();
    let assembly = Assembly::new(&parts).context("a case of the corpus is no mesh")?;
    let count = assembly.positions().len();
    let (mut held, mut ranks) = (vec![false; count], vec![1; count]);
    for (index, piece) in assembly.pieces().iter().enumerate() {
        for vertex in piece.vertices.clone() {
            let is_body = index >= case.pieces.len();
            held[vertex as usize] = is_body;
            ranks[vertex as usize] = if is_body { 0 } else { 1 + if case.layers { index as u32 } else { 0 } };
        }
    }
    let mut rest = assembly.positions().to_vec();
    for (running, place) in case.clean.iter().flat_map(|shape| &shape.positions).enumerate() {
        rest[assembly.vertex_of(running as u32).index()] = *place;
    }
    let tangled = Tangled {
        mesh: assembly.mesh(),
        positions: assembly.positions(),
        rest: Some(&rest),
        held: &held,
        ranks: &ranks,
        solid: &held,
    };
    let start = Instant::now();
    let repaired = repair(&tangled, &Settings { seconds: SECONDS, ..Settings::default() });
    let seconds = start.elapsed().as_secs_f64();
    let attempt = Attempt::new(case, &tangled, &rest, &repaired, seconds);
    let running = (0..assembly.pieces().last().map_or(0, |piece| piece.running.end)).map(|r| assembly.vertex_of(r));
    Ok((attempt, running.map(|v| repaired.positions[v.index()]).collect()))
}

impl Attempt {
    fn new(case: &Case, tangled: &Tangled, rest: &[Point], repaired: &Repair, seconds: f64) -> Self {
        let counts: Vec<bool> = tangled.solid.iter().map(|solid| !solid).collect();
        let measure = |after: &[Point]| Quality::measure(tangled.mesh, tangled.positions, after, rest, &counts);
        let (quality, of_input) = (measure(&repaired.positions), measure(tangled.positions));
        let movable = counts.iter().filter(|counts| **counts).count().max(1);
        Self {
            family: case.family.name(),
            seed: case.seed,
            triangles: tangled.mesh.faces().len(),
            crossings: repaired.crossings,
            seconds,
            iterations: repaired.iterations,
            displacement: quality.mean / case.depth,
            edge_length: quality.edge_length[1],
            edge_length_before: of_input.edge_length[1],
            flipped: quality.flipped,
            flipped_before: of_input.flipped,
            untouched: 1.0 - quality.moved as f64 / movable as f64,
            reach: reach(tangled, &repaired.positions) / case.depth,
            separation: repaired.separation.unwrap_or(0.0) / repaired.thickness,
            level: repaired.levels.last().map_or("none", |tried| tried.level.name()),
        }
    }

    /// Whether it was a tangle at all: what was clean before says nothing.
    pub fn was_tangled(&self) -> bool {
        self.crossings[0] > 0
    }

    /// Whether nothing crosses any more.
    pub fn is_clean(&self) -> bool {
        self.crossings[1] == 0
    }

    /// What is not as good as it should be, for a person; empty if all is.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.displacement > DISPLACEMENT {
            faults.push(format!("moved by {:.2} depths in the mean", self.displacement));
        }
        if self.edge_length >= EDGE_LENGTH {
            faults.push(format!(
                "95th percentile of the change of edges {:.1} % ({:.1} % before)",
                100.0 * self.edge_length,
                100.0 * self.edge_length_before
            ));
        }
        if self.flipped > 0 {
            faults.push(format!("{} faces flipped ({} before)", self.flipped, self.flipped_before));
        }
        faults
    }
}

/// The largest distance of a vertex that moved from the nearest crossing of the input.
fn reach(tangled: &Tangled, after: &[Point]) -> f64 {
    let (mesh, before) = (tangled.mesh, tangled.positions);
    let bounds = |face: u32| geometry::bvh::Bounds::around(mesh.face(FaceId(face)).map(|v| &before[v.index()]));
    let tree = BoxTree::build(mesh.faces().len(), bounds);
    let analysis = Analyser::default().analyse(mesh, before, &tree);
    let places: Vec<Point> = analysis.crossings().iter().map(|crossing| crossing.point(mesh, before)).collect();
    let nearest = |p: &Point| places.iter().map(|q| (p - q).norm_squared()).fold(f64::INFINITY, f64::min);
    let moved = before.iter().zip(after).filter(|(p, q)| p != q);
    moved.map(|(p, _)| nearest(p)).fold(0.0, f64::max).sqrt()
}
