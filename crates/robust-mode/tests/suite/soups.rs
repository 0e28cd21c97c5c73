//! Random triangles that are thrown about violently stay clean, step after step.

use crate::support::{World, soup, wild};
use robust_mode::Settings;

/// Throws soups about for some steps.
fn throw(seeds: std::ops::Range<u64>, count: usize, size: f64, far: f64, robust: Settings) -> [usize; 3] {
    let mut seen = [0; 3];
    for seed in seeds {
        let mut world = World::new(&soup(seed, count, size));
        for step in 0..4 {
            let mut moved = world.moved(wild(seed * 100 + step, far));
            let report = world.follow(robust, &mut moved);
            assert!(report.forced.is_empty(), "seed {seed} step {step}: {report:?}");
            assert_eq!(world.crossings(&moved.ends), 0, "seed {seed} step {step}: {report:?}");
            seen = [seen[0] + report.impulses, seen[1] + report.zones.zones, seen[2] + report.zones.shifted];
            world.start = moved.ends;
        }
    }
    seen
}

#[test]
fn soups_thrown_about_stay_clean() {
    let seen = throw(0..20, 60, 0.25, 0.3, Settings::default());
    assert!(seen[0] > 1000, "they meet: {seen:?}");
}

#[test]
fn zones_alone_keep_soups_clean() {
    let robust = Settings { rounds: 0, ..Settings::default() };
    let seen = throw(100..110, 40, 0.25, 0.3, robust);
    assert!(seen[0] == 0 && seen[1] > 10, "zones do it all: {seen:?}");
}

#[test]
fn a_crumpling_sheet_stays_clean() {
    let mut world = World::new(&geometry::shapes::Shape::sheet(12, 0.3));
    for step in 0..6 {
        let mut moved = world.moved(wild(7000 + step, 0.05));
        let report = world.follow(Settings::default(), &mut moved);
        assert!(report.forced.is_empty(), "{report:?}");
        assert_eq!(world.crossings(&moved.ends), 0, "step {step}: {report:?}");
        world.start = moved.ends;
    }
}

#[test]
fn the_outcome_is_the_same_for_any_number_of_threads() {
    let world = World::new(&soup(1, 80, 0.2));
    let outcome = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| {
            let mut moved = world.moved(wild(5, 0.3));
            let report = world.follow(Settings::default(), &mut moved);
            (moved, report)
        })
    };
    let one = outcome(1);
    assert!(one.1.impulses > 0);
    assert_eq!(one, outcome(2));
    assert_eq!(one, outcome(5));
}
