//! Ten thousand frames of a sleeve on an arm that folds and opens, again and again, in hybrid mode: does memory grow, does a frame
//! take longer, is a promise broken?
//!
//! `cargo bench -p selvedge-driver --bench endurance [-- FRAMES]`. Without a number it is short; fewer frames than let memory be judged
//! are refused. Fails if a step was not clean although
//! it should have been, if cloth passes through itself [`RECOVERY`] frames after the last pinch, or if memory grows.

use driver::{Override, Scene, Simulation};
use std::error::Error;
use std::path::Path;

/// Frames without a command line: two folds.
const FRAMES: u32 = 192;
/// Rows of the table.
const ROWS: u32 = 10;
/// Half a second, in frames: BWK03 shows cloth clean after so many.
const RECOVERY: u32 = 12;
/// Frames of the first fold: it needs memory that the lead-in did not. What comes after must need no more.
const FIRST_FOLD: u32 = 96;
/// The growth of memory after the first fold that the allocator explains, in parts.
const GROWTH: f64 = 1.05;
/// What is played: an arm that folds for ever, in a coarse sleeve.
const CHANGES: [(&str, &str); 3] = [
    ("garment.0.file", "\"../../garments/sleeve-coarse.obj\""),
    ("body.wrap", "\"loop\""),
    ("simulation.frames", "[0, 999999]"),
];

/// What was seen since the last row.
#[derive(Default)]
struct Seen {
    seconds: f64,
    crossings: usize,
    late: usize,
    defects: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let frames = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(FRAMES);
    if frames < 2 * FIRST_FOLD {
        let why = "memory is compared with that after the first fold";
        return Err(format!("{frames} frames are too few: {why}; ask for {} at least", 2 * FIRST_FOLD).into());
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/scenes/elbow/scene.toml");
    let changes = CHANGES.map(|(key, value)| Override { key: key.to_owned(), value: value.to_owned() });
    let mut simulation = Simulation::new(Scene::read(Path::new(file), &changes)?)?;
    println!("frames | s a frame | MB | crossings at most | frames late | defects");
    let (mut seen, mut all, mut since_pinch) = (Seen::default(), Seen::default(), 0);
    let mut first_memory = None;
    let row = (frames / ROWS).max(1);
    for frame in 0..=frames {
        simulation.advance_to(frame)?;
        let report = simulation.report(frame);
        since_pinch = if report.pinched > 0 { 0 } else { since_pinch + 1 };
        seen.seconds += report.seconds;
        seen.crossings = seen.crossings.max(report.crossings);
        seen.late += usize::from(since_pinch > RECOVERY && report.crossings > 0);
        seen.defects += report.robust.map_or(0, |kept| kept.defects);
        if frame > 0 && frame % row == 0 {
            let (each, memory) = (seen.seconds / f64::from(row), memory());
            println!("{frame} | {each:.4} | {memory:.1} | {} | {} | {}", seen.crossings, seen.late, seen.defects);
            if frame >= FIRST_FOLD {
                first_memory.get_or_insert(memory);
            }
            (all.late, all.defects) = (all.late + seen.late, all.defects + seen.defects);
            seen = Seen::default();
        }
    }
    let first_memory = first_memory.ok_or("no row was told after the first fold")?;
    let growth = memory() / first_memory;
    println!("memory grew to {growth:.3} of what it was after the first fold");
    if all.late + all.defects > 0 || growth > GROWTH {
        return Err("it does not endure".into());
    }
    Ok(())
}

/// The memory that this process has, in MB; 1 where the system does not say.
fn memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok())
        .map_or(1.0, |kilobytes| kilobytes / 1024.0)
}
