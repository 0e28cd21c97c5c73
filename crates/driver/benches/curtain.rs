//! Curtain and ball (BFA02 figure 1, SSIF08 figure 13) in robust mode at several sizes: seconds a frame, memory, how both grow, and
//! which stage takes how much, beside SSIF08 tables 2 and 3.
//!
//! Sizes are quads across (half as many again along), from the command line: `cargo bench -p selvedge-driver --bench curtain -- 100 150 300`. Without any, two
//! small ones. Timed are frames in which the curtain lies on the ball and on itself.

use driver::stage::Stage;
use driver::{Override, Scene, Simulation};
use std::error::Error;
use std::path::Path;

/// Sizes without a command line.
const SIZES: [u32; 2] = [50, 100];
/// Frames before the clock runs: the curtain has fallen on ball and ground.
const WARM: u32 = 14;
/// Frames that are timed.
const TIMED: u32 = 4;
/// What SSIF08 table 2 gives the stage that keeps the cloth clean: repulsion pairs, repulsions and collisions.
const PUBLISHED: &str = "SSIF08 table 2: 40 to 55 % for pairs, repulsions and collisions";

/// What a size cost.
struct Cost {
    triangles: f64,
    seconds: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<u32> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let sizes = if given.is_empty() { SIZES.to_vec() } else { given };
    println!("{} threads; {PUBLISHED}", rayon::current_num_threads());
    let mut last: Option<Cost> = None;
    for cells in sizes {
        let cost = measure(cells)?;
        if let Some(last) = last {
            let exponent = (cost.seconds / last.seconds).ln() / (cost.triangles / last.triangles).ln();
            println!("time grows with the number of triangles to the power of {exponent:.2}; the goal is 1.2");
        }
        last = Some(cost);
    }
    Ok(())
}

fn measure(cells: u32) -> Result<Cost, Box<dyn Error>> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/scenes/curtain-and-ball/scene.toml");
    let size =
        Override { key: "garment.0.shape.sheet.cells".to_owned(), value: format!("[{}, {cells}]", cells * 3 / 2) };
    let mut simulation = Simulation::new(Scene::read(Path::new(file), &[size])?)?;
    simulation.advance_to(WARM)?;
    simulation.report(WARM);
    let mut stages = vec![0.0; Stage::ALL.len()];
    let (mut seconds, mut impulses, mut zones) = (0.0, 0, 0);
    for frame in WARM + 1..=WARM + TIMED {
        simulation.advance_to(frame)?;
        let report = simulation.report(frame);
        seconds += report.seconds / f64::from(TIMED);
        for (sum, stage) in stages.iter_mut().zip(Stage::ALL) {
            *sum += report.stages.seconds(stage) / f64::from(TIMED);
        }
        let kept = report.robust.unwrap_or_default();
        assert_eq!((kept.crossings, kept.forced, kept.defects), (0, 0, 0), "frame {frame} is clean");
        (impulses, zones) = (impulses + kept.impulses, zones + kept.zones);
    }
    let triangles = 2.0 * f64::from(cells * 3 / 2) * f64::from(cells);
    println!("{triangles} triangles: {seconds:.2} s a frame, {} MB at most so far", most_memory());
    println!("  {impulses} impulses and {zones} zones in {TIMED} frames");
    for (stage, time) in Stage::ALL.iter().zip(&stages).filter(|(_, time)| **time > 0.01 * seconds) {
        println!("  {:>10} {:5.1} %", stage.name(), 100.0 * time / seconds);
    }
    Ok(Cost { triangles, seconds })
}

/// The most memory that this process has had, in MB; 0 where the system does not say.
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) / 1024
}
