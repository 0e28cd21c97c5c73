//! What a whole re-analysis costs, as ratios against the pair search of `parry`'s hierarchy in the same run.
//!
//! The mesh is a sheet crumpled until about 3,300 pairs of its faces pass through each other (at 100K triangles). It moves
//! before every analysis; an analysis is refit, crossings, paths and regions.

use geometry::bvh::{BoxTree, Hierarchy, ParryTree};
use geometry::shapes::Shape;
use geometry::{Assembly, FaceId, Part, Point};
use gia::Analyser;
use std::hint::black_box;
use std::time::Instant;

/// Runs of each measurement; the fastest counts: what else the machine does can only add.
const RUNS: usize = 15;
/// Waves in the crumpled sheet.
const WAVES: u32 = 12;
/// How far they fold it: gives about 3,300 intersecting pairs at 100K triangles.
const FOLD: f64 = 0.125;
/// Relative change of the fold between one analysis and the next.
const MOVE: f64 = 0.01;
const SEED: u64 = 7;

fn main() {
    println!(
        "{:>9} {:>7} {:>6} | {:>9} | {:>9} {:>9} {:>6} {:>7}",
        "triangles", "pairs", "paths", "parry ms", "1 thread", "2 threads", "x1/x2", "x parry"
    );
    let mut costs = Vec::new();
    for cells in [100, 224, 500] {
        let mesh = Crumpled::new(cells);
        let parry = mesh.parry_pair_search();
        let (one, two) = (mesh.on_threads(1), mesh.on_threads(2));
        let (triangles, pairs, paths) = mesh.counts();
        println!(
            "{triangles:>9} {pairs:>7} {paths:>6} | {:>9.2} | {:>9.2} {:>9.2} {:>6.2} {:>7.2}",
            parry * 1e3,
            one * 1e3,
            two * 1e3,
            one / two,
            one / parry
        );
        costs.push((triangles as f64, one));
    }
    let (small, large) = (costs[0], costs[costs.len() - 1]);
    println!(
        "growth exponent from {} to {} triangles: {:.3}",
        small.0,
        large.0,
        (large.1 / small.1).ln() / (large.0 / small.0).ln()
    );
}

struct Crumpled {
    assembly: Assembly,
    shapes: [Vec<Point>; 2],
}

impl Crumpled {
    fn new(cells: u32) -> Self {
        let [first, second] = [FOLD, FOLD * (1.0 + MOVE)].map(|fold| Shape::crumpled(cells, WAVES, fold, SEED));
        let assembly = Assembly::new(&[Part { positions: &first.positions, triangles: &first.triangles }]).unwrap();
        Self { assembly, shapes: [first.positions, second.positions] }
    }

    fn bounds<'a>(&'a self, positions: &'a [Point]) -> impl Fn(u32) -> geometry::bvh::Bounds + Sync + 'a {
        |face| self.assembly.face_bounds(FaceId(face), positions)
    }

    fn counts(&self) -> (usize, usize, usize) {
        let mesh = self.assembly.mesh();
        let tree = BoxTree::build(mesh.faces().len(), self.bounds(&self.shapes[0]));
        let analysis = Analyser::default().analyse(mesh, &self.shapes[0], &tree);
        (mesh.faces().len(), analysis.pair_count(), analysis.paths().len())
    }

    /// Seconds of `parry`'s search for pairs of overlapping boxes, on one thread, nothing else.
    fn parry_pair_search(&self) -> f64 {
        let tree = ParryTree::build(self.assembly.mesh().faces().len(), self.bounds(&self.shapes[0]));
        fastest(|_| black_box(tree.self_pairs(|| 0usize, |count, _, _| *count += 1)))
    }

    /// Seconds of a whole re-analysis.
    fn on_threads(&self, threads: usize) -> f64 {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mesh = self.assembly.mesh();
            let mut tree = BoxTree::build(mesh.faces().len(), self.bounds(&self.shapes[0]));
            let mut analyser = Analyser::default();
            fastest(|run| {
                let positions = &self.shapes[(run + 1) % 2];
                tree.refit(self.bounds(positions));
                black_box(analyser.analyse(mesh, positions, &tree))
            })
        })
    }
}

/// The seconds of the fastest run.
fn fastest<R>(mut run: impl FnMut(usize) -> R) -> f64 {
    let seconds = (0..RUNS).map(|i| {
        let start = Instant::now();
        run(i);
        start.elapsed().as_secs_f64()
    });
    seconds.fold(f64::INFINITY, f64::min)
}
