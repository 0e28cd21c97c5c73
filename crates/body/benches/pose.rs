//! Milliseconds a pose, on one core.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use body::{Body, Pose, When, Wrap};

/// Poses of each measurement; the median counts.
const RUNS: usize = 400;
/// What a 13K-vertex human with 160 joints may take.
const ALLOWED: f64 = 2.0;

fn main() {
    println!("{:<28} {:>9} {:>7} {:>10} {:>10}", "character", "vertices", "joints", "ms a pose", "x allowed");
    for name in ["human/human.glb", "characters/CesiumMan.glb", "characters/Mage.glb", "characters/RobotExpressive.glb"]
    {
        let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")).join(name);
        if !path.exists() {
            println!("SKIPPED: {} is not there", path.display());
            continue;
        }
        match Body::open(&path) {
            Err(error) => println!("{name}: {error}"),
            Ok(body) => {
                let milliseconds = measure(&body);
                let vertices: usize = body.pieces().map(|piece| piece.vertices).sum();
                let joints = body.skeleton().joints.len();
                println!("{name:<28} {vertices:>9} {joints:>7} {milliseconds:>10.3} {:>10.2}", milliseconds / ALLOWED);
            }
        }
    }
}

fn measure(body: &Body) -> f64 {
    let mut pose = Pose::default();
    let duration = body.animations().first().map_or(0.0, |clip| clip.duration);
    let mut times: Vec<f64> = (0..RUNS)
        .map(|run| {
            let when = When::Clip { clip: 0, time: duration * run as f64 / RUNS as f64, wrap: Wrap::Loop };
            let start = Instant::now();
            let _ = black_box(body.pose(when, &mut pose));
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[RUNS / 2]
}
