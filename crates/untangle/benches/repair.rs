//! What a repair costs: one contour on 10K triangles, thirty on 100K; beside it one exact analysis of the same mesh, so that the
//! ratio says how many analyses a repair is worth on any machine.

use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::shapes::Shape;
use geometry::{Assembly, FaceId, Part, Point};
use gia::Analyser;
use std::time::Instant;
use untangle::{Settings, Tangled, repair};

/// How deep the bumps of the upper sheet reach through the lower, and how far apart the sheets are otherwise, in m.
const DEPTH: f64 = 0.01;
const GAP: f64 = 0.02;

fn main() {
    println!(
        "{:>9} {:>8} | {:>10} {:>9} {:>8} | {:>7}",
        "triangles", "contours", "analyse ms", "repair s", "ratio", "left"
    );
    for (cells, across, down) in [(50, 1, 1), (158, 6, 5)] {
        measure(cells, across, down);
    }
}

fn measure(cells: u32, across: u32, down: u32) {
    let pieces = [Shape::sheet(cells, 1.0), dented(cells, across, down)];
    let parts = pieces.each_ref().map(|s| Part { positions: &s.positions, triangles: &s.triangles });
    let assembly = Assembly::new(&parts).expect("sheets are meshes");
    let count = assembly.positions().len();
    let (free, ranks) = (vec![false; count], vec![1; count]);
    let tangled = Tangled {
        mesh: assembly.mesh(),
        positions: assembly.positions(),
        rest: None,
        held: &free,
        ranks: &ranks,
        solid: &free,
    };
    let start = Instant::now();
    let bounds = |face: u32| -> Bounds { assembly.face_bounds(FaceId(face), assembly.positions()) };
    let tree = BoxTree::build(assembly.mesh().faces().len(), bounds);
    let analysis = Analyser::default().analyse(assembly.mesh(), assembly.positions(), &tree);
    let analyse = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let repaired = repair(&tangled, &Settings::default());
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{:>9} {:>8} | {:>10.2} {:>9.3} {:>8.0} | {:>7}",
        assembly.mesh().faces().len(),
        analysis.paths().len(),
        1e3 * analyse,
        seconds,
        seconds / analyse,
        repaired.crossings[1]
    );
}

/// A sheet above another with bumps in rows that reach through it.
fn dented(cells: u32, across: u32, down: u32) -> Shape {
    let pitch = 1.0 / f64::from(across.max(down));
    Shape::sheet(cells - 1, 0.98).map(|p| {
        let from_middle = |x: f64, rows: u32| {
            let row = ((x / pitch + f64::from(rows) / 2.0).floor()).clamp(0.0, f64::from(rows) - 1.0);
            x - (row + 0.5 - f64::from(rows) / 2.0) * pitch
        };
        let away = from_middle(p.x, across).hypot(from_middle(p.z, down)) / (0.4 * pitch.min(0.4));
        let bump = (1.0 - away.min(1.0).powi(2)).powi(2);
        Point::new(p.x + 0.001, GAP - (GAP + DEPTH) * bump, p.z + 0.002)
    })
}
