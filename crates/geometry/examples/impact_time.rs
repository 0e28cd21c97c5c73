//! Continuous collision of given candidates, timed: the other half of `tools/compare/ccd/compare.py`.
//!
//! ```text
//! cargo run --release -p selvedge-geometry --example impact_time -- FILE THREADS
//! ```
//!
//! The file is little-endian: three counts (u64: vertices, point/triangle, edge/edge candidates); positions at the start,
//! then at the end (three f64 each); four vertices (u32) for every candidate, points and triangles first. Printed are the
//! seconds of the fastest run, then a line for every candidate that meets: its number and when.

use geometry::{Point, impact};
use rayon::prelude::*;
use std::process::ExitCode;
use std::time::Instant;

/// Runs; the fastest counts: what else the machine does can only add.
const RUNS: usize = 15;

/// Candidates of one task.
const GRAIN: usize = 1024;

struct Input {
    start: Vec<Point>,
    end: Vec<Point>,
    /// The first so many candidates are points and triangles.
    point_triangle: usize,
    candidates: Vec<[u32; 4]>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, threads] = arguments.as_slice() else {
        eprintln!("usage: impact_time FILE THREADS");
        return ExitCode::from(2);
    };
    let input = std::fs::read(file).ok().and_then(|bytes| read(&bytes));
    let (Some(input), Ok(threads)) = (input, threads.parse()) else {
        eprintln!("{file} is not what compare.py writes, or {threads} is no number of threads");
        return ExitCode::from(2);
    };
    let pool = match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool,
        Err(error) => {
            eprintln!("{threads} threads cannot be had: {error}");
            return ExitCode::from(2);
        }
    };
    let (seconds, answers) = pool.install(|| measure(&input));
    println!("{seconds:e}");
    for (number, time) in answers {
        println!("{number} {time:e}");
    }
    ExitCode::SUCCESS
}

fn read(bytes: &[u8]) -> Option<Input> {
    let mut words = bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")));
    let mut count = || words.next().map(|count| count as usize);
    let (vertices, point_triangle, edge_edge) = (count()?, count()?, count()?);
    let mut point = || {
        let mut coordinate = || words.next().map(f64::from_bits);
        Some(Point::new(coordinate()?, coordinate()?, coordinate()?))
    };
    let start = (0..vertices).map(|_| point()).collect::<Option<Vec<_>>>()?;
    let end = (0..vertices).map(|_| point()).collect::<Option<Vec<_>>>()?;
    let rest = bytes.get((3 + 6 * vertices) * 8..)?;
    let candidates: Vec<[u32; 4]> = rest
        .chunks_exact(16)
        .map(|four| std::array::from_fn(|k| u32::from_le_bytes(four[4 * k..4 * k + 4].try_into().expect("four bytes"))))
        .collect();
    let known = candidates.iter().flatten().all(|&v| (v as usize) < vertices);
    let whole = candidates.len() == point_triangle + edge_edge;
    (known && whole).then_some(Input { start, end, point_triangle, candidates })
}

fn measure(input: &Input) -> (f64, Vec<(usize, f64)>) {
    let mut fastest = f64::INFINITY;
    let mut answers = Vec::new();
    for _ in 0..RUNS {
        let start = Instant::now();
        answers = ask(input);
        fastest = fastest.min(start.elapsed().as_secs_f64());
    }
    (fastest, answers)
}

/// Every candidate that meets, and when.
fn ask(input: &Input) -> Vec<(usize, f64)> {
    let one = |(number, vertices): (usize, &[u32; 4])| {
        let at = |positions: &[Point]| vertices.map(|v| positions[v as usize]);
        let (start, end) = (at(&input.start), at(&input.end));
        let time = if number < input.point_triangle {
            impact::point_triangle(&start, &end, 0.0)
        } else {
            impact::edge_edge(&start, &end, 0.0)
        };
        time.map(|time| (number, time))
    };
    input.candidates.par_iter().enumerate().with_min_len(GRAIN).filter_map(one).collect()
}
