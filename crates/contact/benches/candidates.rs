//! What candidates and their times of impact cost, as ratios against the search for crossings of the same mesh in the same
//! run.
//!
//! The mesh is a sheet crumpled by smooth waves that moves by a tenth of its edges' length in a step. *Boxes* are pairs whose
//! swept boxes overlap and that have no vertex in common; *candidates* those of them that one plane does not part.

use contact::{CandidateSearch, Candidates, SweptMesh};
use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::shapes::Shape;
use geometry::{EdgeId, FaceId, Mesh, Point, VertexId, impact};
use rayon::prelude::*;
use std::hint::black_box;
use std::time::Instant;

/// Runs of each measurement; the fastest counts: what else the machine does can only add.
const RUNS: usize = 9;
/// Waves in the crumpled sheet, how far they fold it at both ends of the step, and their seed.
const WAVES: u32 = 12;
const FOLDS: [f64; 2] = [0.1, 0.102];
const SEED: u64 = 7;
/// How near candidates are looked for, as a part of the mean edge.
const REACH: f64 = 0.1;

fn main() {
    println!(
        "{:>9} {:>7} | {:>9} {:>10} {:>7} | {:>9} {:>11} | {:>9} {:>10}",
        "triangles", "threads", "boxes", "candidates", "meeting", "search ms", "x crossings", "answer ms", "ns per box"
    );
    for cells in [100, 300] {
        let [start, end] = FOLDS.map(|fold| Shape::crumpled(cells, WAVES, fold, SEED));
        let mesh = Mesh::new(start.positions.len(), &start.triangles).expect("a sheet is a mesh");
        let step = Step { mesh, start: start.positions, end: end.positions };
        for threads in [1, 2] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be had");
            pool.install(|| step.row(threads));
        }
    }
}

struct Step {
    mesh: Mesh,
    start: Vec<Point>,
    end: Vec<Point>,
}

impl Step {
    fn row(&self, threads: usize) {
        let swept = SweptMesh { mesh: &self.mesh, start: &self.start, end: &self.end, asked: None };
        let mut search = CandidateSearch::new(&self.mesh, &self.start);
        let mut found = Candidates::default();
        let reach = REACH * self.mean_edge();
        let (searched, ()) = fastest(|| search.find(&swept, reach, &mut found));
        let (crossed, _) = fastest(self.crossings());
        let boxes = self.overlapping();
        let (answered, meeting) = fastest(|| boxes.par_iter().filter(|query| self.meets(query)).count());
        println!(
            "{:>9} {threads:>7} | {:>9} {:>10} {meeting:>7} | {:>9.2} {:>11.2} | {:>9.2} {:>10.1}",
            self.mesh.faces().len(),
            boxes.len(),
            found.point_triangle.len() + found.edge_edge.len(),
            searched * 1e3,
            searched / crossed,
            answered * 1e3,
            answered * 1e9 / boxes.len() as f64
        );
    }

    fn mean_edge(&self) -> f64 {
        let length = |ends: [VertexId; 2]| (self.start[ends[0].index()] - self.start[ends[1].index()]).norm();
        self.mesh.edges().iter().map(|edge| length(edge.vertices)).sum::<f64>() / self.mesh.edges().len() as f64
    }

    /// Refit and search for crossings, ready to be run.
    fn crossings(&self) -> impl FnMut() -> usize {
        let bounds = |face: u32| Bounds::around(self.mesh.face(FaceId(face)).map(|v| &self.start[v.index()]));
        let mut tree = BoxTree::build(self.mesh.faces().len(), bounds);
        move || {
            tree.refit(bounds);
            gia::crossings::find(&self.mesh, &self.start, &tree).len()
        }
    }

    /// The pairs whose swept boxes overlap, as four vertices and whether they are two edges.
    fn overlapping(&self) -> Vec<([VertexId; 4], bool)> {
        let around = |vertices: &[VertexId]| {
            Bounds::around(vertices.iter().flat_map(|v| [&self.start[v.index()], &self.end[v.index()]]))
        };
        let ends = |edge: u32| self.mesh.edge(EdgeId(edge)).vertices;
        let edges = BoxTree::build(self.mesh.edges().len(), |edge| around(&ends(edge)));
        let faces = BoxTree::build(self.mesh.faces().len(), |face| around(&self.mesh.face(FaceId(face))));
        let vertices = BoxTree::build(self.start.len(), |vertex| around(&[VertexId(vertex)]));
        let points = vertices.cross_pairs(&faces, Vec::new, |found, vertex, face| {
            let (vertex, [a, b, c]) = (VertexId(vertex), self.mesh.face(FaceId(face)));
            if ![a, b, c].contains(&vertex) {
                found.push(([vertex, a, b, c], false));
            }
        });
        let pairs = edges.self_pairs(Vec::new, |found, one, other| {
            let ([a, b], [c, d]) = (ends(one), ends(other));
            if a != c && a != d && b != c && b != d {
                found.push(([a, b, c, d], true));
            }
        });
        [points.concat(), pairs.concat()].concat()
    }

    fn meets(&self, &(vertices, edges): &([VertexId; 4], bool)) -> bool {
        let [start, end] = [&self.start, &self.end].map(|positions| vertices.map(|v| positions[v.index()]));
        let time = if edges { impact::edge_edge(&start, &end, 0.0) } else { impact::point_triangle(&start, &end, 0.0) };
        time.is_some()
    }
}

/// The fastest of several runs, in seconds, and what the last one gave.
fn fastest<R>(mut run: impl FnMut() -> R) -> (f64, R) {
    let mut timed = || {
        let start = Instant::now();
        let result = black_box(run());
        (start.elapsed().as_secs_f64(), result)
    };
    (1..RUNS).fold(timed(), |best, _| {
        let (seconds, result) = timed();
        (best.0.min(seconds), result)
    })
}
