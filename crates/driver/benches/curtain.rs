//! Curtain and ball (BFA02 figure 1, SSIF08 figure 13) in robust mode at several sizes: seconds a frame, memory, how both grow, and
//! which stage takes how much, beside SSIF08 tables 2 and 3.
//!
//! `cargo bench --workspace --bench curtain -- 122 258 408 753 --warm 8 --frames 2`: sizes are quads across, half as many again along, so these
//! are 45K, 200K, 500K and 1.7M triangles; without any, two small ones. Timed are `--frames` frames after `--warm` untimed ones. The
//! curtain meets the ball in frame 3; frames 9 and 10 at 45K triangles have no impulse yet, so mind the line that counts them. Seconds are
//! those of the clock on the wall: on a machine that does something else besides they say nothing.

use driver::stage::Stage;
use driver::{Override, Scene, Simulation};
use std::error::Error;
use std::path::Path;

/// Sizes without a command line.
const SIZES: [u32; 2] = [50, 100];
/// Frames before the clock runs, unless told otherwise: the curtain has fallen on ball and ground.
const WARM: u32 = 14;
/// Frames that are timed, unless told otherwise.
const TIMED: u32 = 4;
/// The goal for the seconds of a frame, in s, whatever the size: SSIF08 table 3 has 45 minutes at 1.7M triangles, on 16 processors.
const GOAL: f64 = 300.0;
/// What SSIF08 table 2 gives, and which stages do it here.
const PUBLISHED: [(&str, &[Stage], &str); 3] = [
    ("near pairs", &[Stage::Layers, Stage::Contact], "3–7 %, step A"),
    ("time integration", &[Stage::Body, Stage::Pins, Stage::Pinch, Stage::Analysis, Stage::Solve], "45–60 %, step B"),
    ("collisions", &[Stage::Robust], "37–48 %, step C; repulsions are 2–4 % of step B"),
];

/// Which frames are looked at.
struct Span {
    warm: u32,
    timed: u32,
}

/// What a size cost.
struct Cost {
    triangles: f64,
    seconds: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut span = Span { warm: WARM, timed: TIMED };
    let mut sizes: Vec<u32> = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--warm" => span.warm = arguments.next().ok_or("--warm needs a number of frames")?.parse()?,
            "--frames" => span.timed = arguments.next().ok_or("--frames needs a number of frames")?.parse()?,
            // Cargo says so itself.
            "--bench" => {}
            size => sizes.push(size.parse().map_err(|_| format!("{size} is no number of quads"))?),
        }
    }
    if span.timed == 0 {
        return Err("--frames: at least one frame has to be timed".into());
    }
    if sizes.is_empty() {
        sizes.extend(SIZES);
    }
    println!("{} threads", rayon::current_num_threads());
    let mut last: Option<Cost> = None;
    for cells in sizes {
        let cost = measure(cells, &span)?;
        if let Some(last) = last {
            let exponent = (cost.seconds / last.seconds).ln() / (cost.triangles / last.triangles).ln();
            println!("time grows with the number of triangles to the power of {exponent:.2}; the goal is 1.2");
        }
        last = Some(cost);
    }
    Ok(())
}

fn measure(cells: u32, span: &Span) -> Result<Cost, Box<dyn Error>> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/scenes/curtain-and-ball/scene.toml");
    let size =
        Override { key: "garment.0.shape.sheet.cells".to_owned(), value: format!("[{}, {cells}]", cells * 3 / 2) };
    let mut simulation = Simulation::new(Scene::read(Path::new(file), &[size])?)?;
    for frame in 1..=span.warm {
        simulation.advance_to(frame)?;
        // Nobody waits for an hour without a sign of life.
        eprintln!("frame {frame}: {:.1} s, not counted", simulation.report(frame).seconds);
    }
    let mut stages = vec![0.0; Stage::ALL.len()];
    let (mut seconds, mut impulses, mut zones) = (0.0, 0, 0);
    for frame in span.warm + 1..=span.warm + span.timed {
        simulation.advance_to(frame)?;
        let report = simulation.report(frame);
        seconds += report.seconds / f64::from(span.timed);
        for (sum, stage) in stages.iter_mut().zip(Stage::ALL) {
            *sum += report.stages.seconds(stage) / f64::from(span.timed);
        }
        let kept = report.robust.unwrap_or_default();
        assert_eq!((kept.crossings, kept.forced, kept.defects), (0, 0, 0), "frame {frame} is clean");
        (impulses, zones) = (impulses + kept.impulses, zones + kept.zones);
    }
    let triangles = 2.0 * f64::from(cells * 3 / 2) * f64::from(cells);
    let within = if seconds < GOAL { "within" } else { "OVER" };
    println!("{triangles} triangles: {seconds:.2} s a frame ({within} {GOAL} s), {} MB at most so far", most_memory());
    let Span { warm, timed } = span;
    println!("  {impulses} impulses and {zones} zones in {timed} frames after frame {warm}");
    for (stage, time) in Stage::ALL.iter().zip(&stages).filter(|(_, time)| **time > 0.01 * seconds) {
        println!("  {:>10} {:5.1} %", stage.name(), 100.0 * time / seconds);
    }
    for (part, ours, published) in PUBLISHED {
        let time: f64 = ours.iter().map(|stage| stages[*stage as usize]).sum();
        println!("  {part:>16} {:5.1} %; SSIF08 table 2: {published}", 100.0 * time / seconds);
    }
    Ok(Cost { triangles, seconds })
}

/// The most memory that this process has had, in MB; 0 where the system does not say.
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) / 1024
}
