//! Previews: the scenes of LKC98 tables 1 and 2, with no more iterations than theirs, and what they promise.

use driver::{FrameReport, Override, Scene, Simulation};
use std::path::Path;

/// Simulates a scene of the fixtures with so many cells a side.
fn simulate(name: &str, cells: u32, mode: &str) -> Vec<FrameReport> {
    let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/scenes")).join(name).join("scene.toml");
    let change = |key: &str, value: String| Override { key: key.to_owned(), value };
    let changes = [
        change("garment.0.shape.sheet.cells", format!("[{cells}, {cells}]")),
        change("simulation.mode", mode.to_owned()),
    ];
    let mut simulation = Simulation::new(Scene::read(&file, &changes).expect("a scene")).expect("a simulation");
    let frames = simulation.scene().specs.simulation.frames;
    let frame = |frame| {
        simulation.advance_to(frame).expect("a frame");
        simulation.report(frame)
    };
    (frames[0]..=frames[1]).map(frame).collect()
}

/// Mean and most runs of a step, which LKC98 calls iterations, and the most crossings of a frame.
fn iterations(name: &str, cells: u32) -> (f64, usize, usize) {
    let reports = simulate(name, cells, "boxes");
    let boxes: Vec<_> = reports.iter().skip(1).filter_map(|report| report.boxes).collect();
    let mean = boxes.iter().map(|boxes| boxes.mean_runs).sum::<f64>() / boxes.len() as f64;
    let most = boxes.iter().map(|boxes| boxes.most_runs).max().unwrap_or(0);
    let worst = |of: fn(&FrameReport) -> f64| reports.iter().map(of).fold(0.0, f64::max);
    let crossings = reports.iter().map(|report| report.crossings).max().unwrap_or(0);
    let last = reports.last().expect("a frame");
    println!(
        "{name} {cells}: {mean:.2} runs a step, at most {most}; {:.1} s, boxes {:.2} s of it; crossings at most {crossings}, at the end {}; \
         stretch {:.2}, speed at the end {:.2}; most: {:?}",
        reports.iter().map(|r| r.seconds).sum::<f64>(),
        reports.iter().map(|r| r.stages.seconds(driver::stage::Stage::Boxes)).sum::<f64>(),
        last.crossings,
        worst(|r| r.max_stretch),
        last.max_speed,
        boxes.iter().max_by_key(|boxes| (boxes.left, boxes.stayed)),
    );
    (mean, most, crossings)
}

#[test]
fn a_cloth_that_falls_on_a_table_takes_no_more_iterations_than_in_table_1() {
    for cells in [20, 50] {
        let (mean, most, _) = iterations("falls-on-table", cells);
        assert!(mean <= 2.0 && most <= 4, "{cells}: {mean}, {most}");
    }
}

#[test]
fn a_cloth_that_falls_to_the_ground_takes_no_more_iterations_than_in_table_2() {
    for (cells, table) in [(20, (3.0, 5)), (50, (4.0, 8))] {
        let (mean, most, _) = iterations("falls-to-ground", cells);
        assert!(mean <= table.0 && most <= table.1, "{cells}: {mean}, {most}");
    }
}
