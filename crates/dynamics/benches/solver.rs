//! What a solve costs: multigrid against block-Jacobi on the same storage, stored blocks against no matrix, products against
//! the memory's speed, and how all of it grows. Every figure is a ratio within one run.
//!
//! Parts can be named: preconditioners, products, growth.
//!
//! The sheet is 1 m × 1 m; a step is 1/96 s; the tolerance 1e-4. A solve counts with the preparation of its preconditioner.

use dynamics::solver::sample::{Fabric, Lie, Sample};
use dynamics::solver::{
    Automatic, BlockJacobi, BlockMatrix, Chosen, Cycle, Filter, Limits, Links, Multigrid, Operator, Preconditioner,
    Solved, Workspace, solve,
};
use geometry::Vector;
use rayon::prelude::*;
use std::hint::black_box;
use std::time::Instant;

/// Runs of a product; the fastest counts: what else the machine does can only add.
const RUNS: usize = 60;
/// Runs of a solve.
const SOLVES: usize = 3;
const LIMITS: Limits = Limits { tolerance: 1e-4, iterations: 10_000 };
/// Vertices along a side of the sheet on which preconditioners are compared.
const SIDE: u32 = 150;

fn main() {
    let parts: [(&str, fn()); 3] =
        [("preconditioners", compare_preconditioners), ("products", compare_products), ("growth", growth)];
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    for (name, part) in parts {
        if wanted.is_empty() || wanted.iter().any(|w| w == name) {
            part();
        }
    }
}

/// Runs on a pool of so many threads.
fn on<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(work)
}

/// Milliseconds of the fastest run.
fn fastest(runs: usize, mut run: impl FnMut()) -> f64 {
    let seconds = (0..runs).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64()
    });
    1e3 * seconds.fold(f64::INFINITY, f64::min)
}

/// One system to solve.
struct Task<'a> {
    matrix: &'a BlockMatrix,
    filter: &'a Filter,
    b: &'a [Vector],
}

impl Task<'_> {
    fn solve(&self, preconditioner: &mut dyn Preconditioner, work: &mut Workspace) -> Solved {
        let mut x = vec![Vector::zeros(); self.b.len()];
        solve(self.matrix, self.filter, preconditioner, self.b, &mut x, LIMITS, work)
    }

    fn jacobi(&self) -> (u32, f64) {
        let (mut jacobi, mut work, mut iterations) = (BlockJacobi::default(), Workspace::default(), 0);
        let time = fastest(SOLVES, || {
            jacobi.update(self.matrix, self.filter);
            iterations = self.solve(&mut jacobi, &mut work).iterations;
        });
        (iterations, time)
    }

    /// Iterations, the whole time, and that of the preparation.
    fn grid(&self, grid: &mut Multigrid) -> (u32, f64, f64) {
        let (links, mut work, mut iterations) = (Links::default(), Workspace::default(), 0);
        let prepare = fastest(SOLVES, || {
            black_box(grid.prepare(self.matrix, &links, self.filter));
        });
        let time = fastest(2 * SOLVES, || {
            let mut prepared = grid.prepare(self.matrix, &links, self.filter);
            iterations = self.solve(&mut prepared, &mut work).iterations;
        });
        (iterations, time, prepare)
    }
}

fn compare_preconditioners() {
    println!("{SIDE} x {SIDE} vertices, times in ms");
    println!(
        "{:>9} {:>7} {:>7} | {:>6} {:>8} | {:>6} {:>8} {:>8} | {:>6} | {:>7}",
        "lie", "N/m", "threads", "jacobi", "time", "grid", "time", "prepare", "ratio", "chosen"
    );
    for lie in [Lie::Wavy, Lie::Folded, Lie::Crumpled] {
        let sample = Sample::sheet(SIDE, lie);
        let mut grid = Multigrid::new(&sample.pattern(), &sample.rest, Cycle::default());
        let mut automatic = Automatic::new(&sample.pattern(), &sample.rest);
        for stretch in [50.0, 1000.0, 10_000.0] {
            let (matrix, b) = (sample.matrix(Fabric::of(stretch)), sample.right_side(Fabric::of(stretch)));
            let task = Task { matrix: &matrix, filter: &sample.pins, b: &b };
            let chosen = match automatic.prepare(&matrix, &Links::default(), &sample.pins) {
                Chosen::Jacobi(_) => "jacobi",
                Chosen::Grid(_) => "grid",
            };
            for threads in [1, 2] {
                let (plain, plain_time) = on(threads, || task.jacobi());
                let (cycles, time, prepare) = on(threads, || task.grid(&mut grid));
                println!(
                    "{:>9} {stretch:>7} {threads:>7} | {plain:>6} {plain_time:>8.1} | {cycles:>6} {time:>8.1} {prepare:>8.1} | {:>6.2} | {chosen:>7}",
                    format!("{lie:?}"),
                    plain_time / time
                );
            }
            #[cfg(feature = "direct")]
            directly(&task);
        }
    }
}

#[cfg(feature = "direct")]
fn directly(task: &Task) {
    let mut x = vec![Vector::zeros(); task.b.len()];
    let time = fastest(1, || {
        let solved = dynamics::solver::solve_directly(task.matrix, &Links::default(), task.filter, task.b, &mut x);
        assert!(solved.is_ok());
    });
    println!("{:>26} direct {time:.1} ms", "");
}

fn compare_products() {
    let sample = Sample::sheet(SIDE, Lie::Wavy);
    let (matrix, free) = (sample.matrix(Fabric::of(1000.0)), sample.matrix_free(Fabric::of(1000.0)));
    let b = sample.right_side(Fabric::of(1000.0));
    let task = Task { matrix: &matrix, filter: &sample.pins, b: &b };
    let bytes = iteration_bytes(&matrix);
    println!(
        "\nproducts and iterations of block-Jacobi, {SIDE} x {SIDE} vertices, {:.1} MB an iteration",
        bytes * 1e-6
    );
    println!(
        "{:>7} | {:>9} {:>7} | {:>9} {:>7} | {:>9} {:>7} {:>8}",
        "threads", "blocks ms", "GB/s", "none ms", "GB/s", "cg ms", "GB/s", "speed-up"
    );
    let (mut single, mut speeds) = (0.0, Vec::new());
    for threads in [1, 2] {
        on(threads, || {
            let mut y = b.clone();
            let stored = fastest(RUNS, || matrix.apply(&b, &mut y));
            let none = fastest(RUNS, || free.apply(&b, &mut y));
            let each = iteration(&task);
            single = if threads == 1 { each } else { single };
            println!(
                "{threads:>7} | {stored:>9.3} {:>7.1} | {none:>9.3} {:>7.1} | {each:>9.3} {:>7.1} {:>8.2}",
                matrix.product_bytes() as f64 / stored * 1e-6,
                free.product_bytes() as f64 / none * 1e-6,
                bytes / each * 1e-6,
                single / each
            );
            speeds.push(bytes / each * 1e-6);
        });
    }
    println!("a = b + s c: of 288 MB in all, as STREAM wants it, and of as many bytes as an iteration touches");
    println!("{:>7} | {:>11} {:>14} | {:>11} {:>14}", "threads", "memory GB/s", "iteration's is", "cached GB/s", "");
    for (threads, speed) in [1, 2].into_iter().zip(speeds) {
        let [memory, cached] = [288_000_000, bytes as usize].map(|bytes| on(threads, || bandwidth(bytes)));
        let part = |of: f64| format!("1/{:.2}", of / speed);
        println!("{threads:>7} | {memory:>11.1} {:>14} | {cached:>11.1} {:>14}", part(memory), part(cached));
    }
}

/// Bytes that an iteration of block-Jacobi touches: the product, the diagonal, and vectors read or written twelve times more.
fn iteration_bytes(matrix: &BlockMatrix) -> f64 {
    (matrix.product_bytes() + matrix.particles() * (12 * 24 + 48)) as f64
}

/// GB/s of a = b + s c on arrays that hold so many bytes together.
fn bandwidth(bytes: usize) -> f64 {
    let count = bytes / 24;
    let (mut a, b, c) = (vec![0.0f64; count], vec![1.0; count], vec![2.0; count]);
    let time = fastest(RUNS / 3, || {
        a.par_chunks_mut(4096).zip(b.par_chunks(4096)).zip(c.par_chunks(4096)).for_each(|((a, b), c)| {
            a.iter_mut().zip(b).zip(c).for_each(|((a, b), c)| *a = b + 0.5 * c);
        });
        black_box(&a);
    });
    (24 * count) as f64 / time * 1e-6
}

fn growth() {
    println!("\ngrowth at 1,000 N/m, wavy: ms of an iteration of block-Jacobi, of a cycle and of a whole solve");
    println!(
        "{:>8} {:>7} | {:>9} {:>7} | {:>5} {:>9} {:>9} | {:>12} {:>10}",
        "vertices", "threads", "jacobi ms", "GB/s", "grid", "cycle ms", "solve ms", "matrix B/v", "grid B/v"
    );
    let mut costs = Vec::new();
    for side in [50u32, 150, 500] {
        let sample = Sample::sheet(side, Lie::Wavy);
        let (matrix, b) = (sample.matrix(Fabric::of(1000.0)), sample.right_side(Fabric::of(1000.0)));
        let mut grid = Multigrid::new(matrix.pattern(), &sample.rest, Cycle::default());
        let task = Task { matrix: &matrix, filter: &sample.pins, b: &b };
        for threads in [1, 2] {
            let each = on(threads, || iteration(&task));
            let (cycles, time, prepare) = on(threads, || task.grid(&mut grid));
            println!(
                "{:>8} {threads:>7} | {each:>9.3} {:>7.1} | {cycles:>5} {:>9.3} {time:>9.1} | {:>12} {:>10}",
                b.len(),
                iteration_bytes(&matrix) / each * 1e-6,
                (time - prepare) / f64::from(cycles),
                matrix.bytes() / b.len(),
                grid.bytes() / b.len()
            );
            if threads == 1 {
                costs.push((b.len() as f64, each, time));
            }
        }
        let parts = grid.bytes_by_part().map(|(name, bytes)| format!("{name} {}", bytes / b.len()));
        println!("{:>18} {}", "", parts.join(", "));
    }
    let (small, large) = (costs[0], costs[costs.len() - 1]);
    let exponent = |a: f64, b: f64| (b / a).ln() / (large.0 / small.0).ln();
    println!(
        "exponents from the smallest to the largest: iteration {:.3}, solve {:.3}",
        exponent(small.1, large.1),
        exponent(small.2, large.2)
    );
}

/// Milliseconds of one iteration of block-Jacobi.
fn iteration(task: &Task) -> f64 {
    let (mut jacobi, mut work) = (BlockJacobi::default(), Workspace::default());
    jacobi.update(task.matrix, task.filter);
    let mut x = vec![Vector::zeros(); task.b.len()];
    let mut timed = |iterations| {
        let limits = Limits { tolerance: 0.0, iterations };
        fastest(RUNS / 4, || {
            x.fill(Vector::zeros());
            solve(task.matrix, task.filter, &mut jacobi, task.b, &mut x, limits, &mut work);
        })
    };
    (timed(24) - timed(4)) / 20.0
}
