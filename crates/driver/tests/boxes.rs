//! Previews: the scenes of LKC98 tables 1 and 2, with no more iterations than theirs, and what they promise.

use driver::{FrameReport, Override, Scene, Simulation};
use std::path::Path;

/// Simulates a scene of the fixtures with some keys changed.
fn simulate(name: &str, changes: &[(&str, &str)]) -> Vec<FrameReport> {
    let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/scenes")).join(name).join("scene.toml");
    let change = |(key, value): &(&str, &str)| Override { key: (*key).to_owned(), value: (*value).to_owned() };
    let changes: Vec<Override> = changes.iter().map(change).collect();
    let mut simulation = Simulation::new(Scene::read(&file, &changes).expect("a scene")).expect("a simulation");
    let frames = simulation.scene().specs.simulation.frames;
    let frame = |frame| {
        simulation.advance_to(frame).expect("a frame");
        simulation.report(frame)
    };
    (frames[0]..=frames[1]).map(frame).collect()
}

/// Mean and most runs of a step, which LKC98 calls iterations, and the reports.
fn iterations(name: &str, cells: &str) -> (f64, usize, Vec<FrameReport>) {
    let reports = simulate(name, &[("garment.0.shape.sheet.cells", cells)]);
    let boxes: Vec<_> = reports.iter().skip(1).filter_map(|report| report.boxes).collect();
    let mean = boxes.iter().map(|boxes| boxes.mean_runs).sum::<f64>() / boxes.len() as f64;
    let most = boxes.iter().map(|boxes| boxes.most_runs).max().unwrap_or(0);
    let crossings = reports.iter().map(|report| report.crossings).max().unwrap_or(0);
    let stretch = reports.iter().map(|report| report.max_stretch).fold(0.0, f64::max);
    let last = reports.last().expect("a frame");
    println!(
        "{name} {cells}: {mean:.2} runs a step, at most {most}; {:.1} s, boxes {:.2} s of it; crossings at most {crossings}, at the end {}; \
         stretch {stretch:.2}, speed at the end {:.2}; most: {:?}",
        reports.iter().map(|r| r.seconds).sum::<f64>(),
        reports.iter().map(|r| r.stages.seconds(driver::stage::Stage::Boxes)).sum::<f64>(),
        last.crossings,
        last.max_speed,
        boxes.iter().max_by_key(|boxes| (boxes.left, boxes.firm)),
    );
    (mean, most, reports)
}

#[test]
fn a_cloth_that_falls_on_a_table_takes_no_more_iterations_than_in_table_1() {
    let (mean, most, reports) = iterations("falls-on-table", "[20, 20]");
    assert!(mean <= 2.0 && most <= 4, "{mean}, {most}");
    let boxes = reports.iter().filter_map(|report| report.boxes);
    assert!(boxes.map(|boxes| boxes.planes).max() > Some(0), "something is kept apart");
    let is_kept = |report: &FrameReport| report.crossings == 0 && report.boxes.is_some_and(|boxes| boxes.left == 0);
    assert!(reports.iter().all(is_kept), "and nothing passes through");
}

#[test]
fn a_finer_cloth_on_the_table_takes_no_more_iterations_than_in_table_1() {
    let (mean, most, _) = iterations("falls-on-table", "[50, 50]");
    assert!(mean <= 2.0 && most <= 4, "{mean}, {most}");
}

#[test]
#[ignore = "a goal: takes 3.8 iterations on average and 8 at most, where table 2 has 3 and 5"]
fn a_cloth_that_falls_to_the_ground_takes_no_more_iterations_than_in_table_2() {
    let (mean, most, _) = iterations("falls-to-ground", "[20, 20]");
    assert!(mean <= 3.0 && most <= 5, "{mean}, {most}");
}

#[test]
fn a_heap_says_what_boxes_could_not_keep_apart() {
    let quick = [("simulation.steps_per_frame", "4"), ("simulation.frames", "[0, 40]")];
    let reports = simulate("falls-to-ground", &quick);
    assert!(reports.iter().all(|report| report.boxes.is_some() && report.robust.is_none()));
    let left = |report: &FrameReport| report.boxes.is_some_and(|boxes| boxes.left > 0);
    assert!(reports.iter().any(left), "too much for boxes: that is why it is here");
    for report in &reports {
        let says = report.lost.iter().any(|loss| loss.contains("pairs of boxes"));
        assert_eq!(says, left(report), "frame {}: {:?}", report.frame, report.lost);
    }
}
