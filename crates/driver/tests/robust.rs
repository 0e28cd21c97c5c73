//! The papers' scenes in robust mode, small: clean after every step, by the exact check.

use driver::frame::Kept;
use driver::{FrameReport, Override, Scene, Simulation};
use std::path::Path;

/// Simulates a scene of the fixtures with some keys changed, and reports every frame.
fn simulate(name: &str, changes: &[(&str, &str)]) -> Vec<FrameReport> {
    let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/scenes")).join(name).join("scene.toml");
    let change = |(key, value): &(&str, &str)| Override { key: (*key).to_owned(), value: (*value).to_owned() };
    let scene = Scene::read(&file, &changes.iter().map(change).collect::<Vec<_>>()).expect("a scene");
    let last = scene.specs.simulation.frames[1];
    let mut simulation = Simulation::new(scene).expect("a simulation");
    let frame = |frame| {
        simulation.advance_to(frame).expect("a frame");
        simulation.report(frame)
    };
    (0..=last).map(frame).collect()
}

/// Expects every step of a scene to be clean, and returns the sums of what kept it so.
fn clean(name: &str, changes: &[(&str, &str)]) -> Kept {
    let mut all = Kept::default();
    let reports = simulate(name, changes);
    for report in &reports {
        let kept = report.robust.as_ref().expect("robust mode");
        assert_eq!((kept.crossings, kept.forced, kept.defects), (0, 0, 0), "{name} frame {}: {kept:?}", report.frame);
        assert_eq!(report.crossings, 0, "{name} frame {}", report.frame);
        all.impulses += kept.impulses;
        all.repulsions += kept.repulsions;
        all.zones += kept.zones;
        all.largest_zone = all.largest_zone.max(kept.largest_zone);
        all.rewound += kept.rewound;
        all.limited = [0, 1].map(|k| all.limited[k] + kept.limited[k]);
    }
    let worst = |of: fn(&FrameReport) -> f64| reports.iter().map(of).fold(0.0, f64::max);
    let seconds: f64 = reports.iter().map(|report| report.seconds).sum();
    let robust: f64 = reports.iter().map(|report| report.stages.seconds(driver::stage::Stage::Robust)).sum();
    println!(
        "{name}: {seconds:.1} s, {:.0} % of it robust; stretch {:.2}, speed {:.1}, at the end {:.2}; {all:?}",
        100.0 * robust / seconds,
        worst(|r| r.max_stretch),
        worst(|r| r.max_speed),
        reports.last().map_or(0.0, |r| r.max_speed)
    );
    all
}

#[test]
fn curtain_and_ball() {
    let kept =
        clean("curtain-and-ball", &[("garment.0.shape.sheet.cells", "[24, 16]"), ("simulation.frames", "[0, 80]")]);
    assert!(kept.impulses > 0);
}

/// A cloth whose edges are nearly as long as a leg is wide slides off the legs all the same. While corners and edges of solids only outweighed
/// the inertia of particles, threads pulled faces over them by whole edges in every step, collisions stopped that, and the cloth was drawn
/// out to many times its length.
#[test]
fn a_coarse_tablecloth_does_not_snag() {
    let changes = [("garment.0.shape.sheet.cells", "[24, 24]"), ("simulation.frames", "[0, 66]")];
    let reports = simulate("tablecloth", &changes);
    assert!(reports.iter().all(|report| report.crossings == 0));
    let stretch = reports.iter().map(|report| report.max_stretch).fold(0.0, f64::max);
    assert!(stretch < 2.6, "{stretch}");
}

/// SSIF08 figure 10: a garment may start with a velocity, and what is pinned does not.
#[test]
fn a_garment_flies_as_it_was_thrown() {
    let thrown = [
        ("garment.0.velocity", "[1, 2, 0]"),
        ("garment.0.pin", "[{ vertices = [0] }]"),
        ("garment.0.material", "{ air_drag = 0 }"),
        ("garment.0.shape.sheet.cells", "[6, 8]"),
        ("simulation.frames", "[0, 1]"),
    ];
    let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/scenes/rolling-cloth/scene.toml"));
    let change = |(key, value): &(&str, &str)| Override { key: (*key).to_owned(), value: (*value).to_owned() };
    let scene = Scene::read(file, &thrown.iter().map(change).collect::<Vec<_>>()).expect("a scene");
    let mut simulation = Simulation::new(scene).expect("a simulation");
    let before = simulation.positions().swap_remove(0);
    simulation.advance_to(1).expect("a frame");
    let (after, time) = (simulation.positions().swap_remove(0), 1.0 / 24.0);
    assert!((after[0] - before[0]).norm() < 1e-9, "what is pinned stays");
    let far = after.len() - 1;
    let way = after[far] - before[far];
    // It rises at 2 m/s less what gravity and the pinned corner take.
    assert!((way.x - time).abs() < 0.1 * time && way.y > 0.5 * time, "{way:?}");
}

#[test]
fn rounds_of_steps_are_proven_together_and_rewound_where_something_collides() {
    let small = [("garment.0.shape.sheet.cells", "[24, 16]"), ("simulation.frames", "[0, 80]")];
    let with = |more: &[(&str, &str)]| clean("curtain-and-ball", &[&small, more].concat());
    let fixed = with(&[("simulation.collision_steps", "4")]);
    assert!(fixed.impulses > 0 && fixed.rewound == 0, "{fixed:?}");
    let rewound = with(&[("simulation.collision_steps", "4"), ("simulation.rewind", "true")]);
    assert!(rewound.rewound > 0, "{rewound:?}");
    let single = with(&[("simulation.rewind", "true")]);
    assert!(single.impulses > 0 && single.rewound == 0, "nothing is shorter than a step: {single:?}");
}

#[test]
fn rotating_sphere() {
    clean("rotating-sphere", &[("garment.0.shape.sheet.cells", "[20, 20]"), ("simulation.frames", "[0, 60]")]);
}

#[test]
fn tablecloth_on_legs() {
    clean("tablecloth", &[("simulation.frames", "[0, 64]")]);
}

#[test]
fn twist() {
    clean("twist", &[("garment.0.shape.sheet.cells", "[20, 20]"), ("simulation.frames", "[0, 60]")]);
}

#[test]
fn falling_leaves() {
    clean("falling-leaves", &[("simulation.frames", "[0, 36]")]);
}

#[test]
fn cloth_that_rolls_down_an_incline() {
    clean("rolling-cloth", &[("garment.0.shape.sheet.cells", "[15, 20]")]);
}

#[test]
fn a_sheet_on_a_wardrobe() {
    clean("wardrobe", &[("garment.0.shape.sheet.cells", "[18, 15]"), ("simulation.frames", "[0, 48]")]);
}

/// Zones that pins stop would have torn the cloth, were let go of, and hundreds of crossings came of it.
#[test]
fn sheets_thrown_together_over_a_pinned_border_stay_clean() {
    for mode in ["\"robust\"", "\"hybrid\""] {
        for gravity in ["[100, -600, 0]", "[300, -1000, 0]"] {
            let kept = clean(
                "colliding-sheets",
                &[
                    ("simulation.gravity", gravity),
                    ("simulation.mode", mode),
                    ("simulation.frames", "[0, 12]"),
                    ("garment.0.shape.sheet.cells", "[10, 10]"),
                    ("garment.1.shape.sheet.cells", "[10, 10]"),
                    ("garment.1.shape.sheet.center", "[0.003, 0.02, 0.007]"),
                ],
            );
            assert!(kept.impulses > 0, "{mode} {gravity}");
        }
    }
}

/// Clamps that pass through each other leave no room. The cloth between them used to be let go of and came clean again; carried along with
/// one of them it does not.
#[test]
fn cloth_between_clamps_is_let_go_of_in_hybrid_mode() {
    let reports = simulate("clamped-fold", &[]);
    let forced = reports.iter().filter_map(|report| report.robust.as_ref()).map(|kept| kept.forced).max();
    assert!(forced > Some(0));
    assert_eq!(reports.iter().skip(42).map(|report| report.crossings).max(), Some(0));
}
