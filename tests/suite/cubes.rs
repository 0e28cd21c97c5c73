//! The cube stack of VMT00 §4.2: stiff cubes on a soft cloth come to rest, and "once it has reached equilibrium" the pile "remains
//! perfectly stable".
//!
//! The suite piles up 27 cubes on a smaller cloth; `selvedge simulate fixtures/scenes/cubes/scene.toml` piles up all 128.

use cloth_io::Overwrite;
use driver::{FrameReport, Override, Scene, Simulation};
use geometry::Point;
use geometry::shapes::Shape;
use make_fixtures::{cubes, place};
use std::path::Path;
use std::sync::LazyLock;

/// Cubes of the pile, and how many of them are in a row.
const PILE: (u32, u32) = (27, 3);
/// The last frame. Cubes land within 10 frames, and the cloth under them swings for a second.
const LAST: u32 = 60;
/// Half a second, in frames.
const HALF_SECOND: usize = 12;
/// The speed under which a particle is at rest, in m/s, as for `still-pinch`.
const REST: f64 = 0.005;

/// The scene with fewer cubes on a cloth of 0.6 m, played to the end: where cloth and cubes are then, and a report a frame.
struct Pile {
    sheet: Shape,
    cubes: Vec<Point>,
    start: Vec<Point>,
    reports: Vec<FrameReport>,
    /// Of all cloth, in kg.
    mass: f64,
}

impl Pile {
    fn play() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("cubes.obj");
        cloth_io::write_new(&cubes(PILE.0, PILE.1), &file, Overwrite::Refuse).expect("it can be written");
        let changes = [
            ("garment.cubes.file", file.display().to_string()),
            ("garment.sheet.shape.sheet.size", "[0.6, 0.6]".to_owned()),
            ("garment.sheet.shape.sheet.cells", "[24, 24]".to_owned()),
            ("simulation.frames", format!("[0, {LAST}]")),
        ];
        let changes = changes.map(|(key, value)| Override { key: key.to_owned(), value });
        let scene = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/scenes/cubes/scene.toml"));
        let mut simulation = Simulation::new(Scene::read(scene, &changes).expect("a scene")).expect("a simulation");
        let start = simulation.positions().swap_remove(1);
        let report = |frame| {
            simulation.advance_to(frame).expect("a frame");
            simulation.report(frame)
        };
        let reports = (0..=LAST).map(report).collect();
        let [sheet, cubes] = simulation.positions().try_into().expect("two garments");
        let triangles = Shape::sheet(24, 0.6).triangles;
        Self { sheet: Shape { positions: sheet, triangles }, cubes, start, reports, mass: simulation.mass() }
    }

    fn last_second(&self) -> &[FrameReport] {
        &self.reports[self.reports.len() - 2 * HALF_SECOND..]
    }

    /// The greatest change of a distance between two corners of a cube, as part of it.
    fn distortion(&self) -> f64 {
        let change = |(now, then): (&[Point], &[Point])| {
            let pairs = (0..8).flat_map(|a| (0..a).map(move |b| [a, b]));
            let part = |[a, b]: [usize; 2]| ((now[a] - now[b]).norm() / (then[a] - then[b]).norm() - 1.0).abs();
            pairs.map(part).fold(0.0, f64::max)
        };
        self.cubes.chunks(8).zip(self.start.chunks(8)).map(change).fold(0.0, f64::max)
    }
}

/// Played once for all tests.
static PLAYED: LazyLock<Pile> = LazyLock::new(Pile::play);

#[test]
fn stiff_cubes_pile_up_on_a_soft_cloth() {
    let pile = &*PLAYED;
    assert!(pile.last_second().iter().all(|report| report.crossings == 0));
    assert!(pile.distortion() < 0.01, "cubes are distorted by {}", pile.distortion());
    for (i, corner) in pile.cubes.iter().enumerate() {
        let heights = place::heights_over(&pile.sheet, corner.x, corner.z);
        let over = heights.iter().all(|height| corner.y > *height) && !heights.is_empty();
        assert!(over, "corner {} of cube {} is at {corner:?}, the cloth at {heights:?}", i % 8, i / 8);
    }
}

#[test]
fn the_pile_is_at_rest() {
    let pile = &*PLAYED;
    let (earlier, later) = pile.last_second().split_at(HALF_SECOND);
    let fastest = later.iter().map(|report| report.max_speed).fold(0.0, f64::max);
    let energy = |reports: &[FrameReport]| reports.iter().map(|report| report.kinetic_energy).fold(0.0, f64::max);
    let mean = (2.0 * energy(later) / pile.mass).sqrt();
    assert!(fastest < REST, "something still moves with {fastest} m/s");
    assert!(mean < REST / 5.0, "the root of the mean square is {mean} m/s");
    assert!(energy(later) <= energy(earlier), "it grows from {} J to {} J", energy(earlier), energy(later));
}
