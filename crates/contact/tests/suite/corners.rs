//! Corners and edges of a solid against faces and edges of the cloth.

use crate::{mesh_of, moving, on_threads, outward, still};
use contact::solid::{AheadMemory, CornerContact, EdgeContact, corners, edges};
use contact::{Particles, Reach, Surface};
use geometry::shapes::Shape;
use geometry::{Point, Vector};

/// A spike whose tip is at the origin, pointing up, a centimetre wide at the bottom and five deep.
fn spike() -> Shape {
    outward(Shape::sphere(4, 12, 1.0).map(|p| {
        let width = (1.0 - p.y) * 0.0025;
        Point::new(p.x * width, (p.y - 1.0) * 0.025, p.z * width)
    }))
}

fn found(cloth: &Shape, surface: &Surface, velocity: Vector) -> Vec<CornerContact> {
    both(cloth, surface, velocity).0
}

fn both(cloth: &Shape, surface: &Surface, velocity: Vector) -> (Vec<CornerContact>, Vec<EdgeContact>) {
    let mesh = mesh_of(cloth);
    let velocities = vec![velocity; cloth.positions.len()];
    let thickness = vec![0.002; cloth.positions.len()];
    let particles = Particles {
        positions: &cloth.positions,
        velocities: &velocities,
        thickness: &thickness,
        step: 0.01,
        homes: &[],
    };
    let mut memory = AheadMemory::new(&mesh, &cloth.positions);
    let ahead = memory.look(&mesh, &particles);
    (corners::find(&ahead, surface, 3, &Reach::default()), edges::find(&ahead, surface, 3, &Reach::default()))
}

/// A sheet of a few large faces, so that the spike stands in the middle of one.
fn sheet(height: f64) -> Shape {
    Shape::sheet(3, 1.2).moved(Vector::new(0.05, height, 0.02))
}

#[test]
fn a_spike_under_a_coarse_sheet_is_found() {
    let surface = still(&spike());
    let tip = 36;
    let above = found(&sheet(0.001), &surface, Vector::zeros());
    let [contact] = above[..] else { panic!("{above:?}") };
    assert_eq!((contact.solid, contact.corner.index()), (3, tip));
    assert!((contact.gap + 0.001).abs() < 1e-12 && (contact.normal - Vector::y()).norm() < 1e-9);
    assert!((contact.weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    let at = contact.particles.iter().zip(contact.weights);
    let point: Vector = at.map(|(p, w)| sheet(0.001).positions[p.index()].coords * w).sum();
    assert!((point - Vector::new(0.0, 0.001, 0.0)).norm() < 1e-12);
    assert!(found(&sheet(0.02), &surface, Vector::zeros()).is_empty());
    // It falls by 19 mm in the step.
    assert_eq!(found(&sheet(0.02), &surface, Vector::new(0.0, -1.9, 0.0)).len(), 1);
}

#[test]
fn a_spike_through_a_coarse_sheet_pushes_it_out() {
    let surface = still(&spike());
    let through = found(&sheet(-0.004), &surface, Vector::zeros());
    let tip = through.iter().find(|contact| contact.corner.index() == 36).expect("the tip is through");
    assert!(tip.gap < -0.002 && tip.normal.y > 0.0, "{tip:?}");
}

/// A sleeve around a limb: its far side is behind every vertex, and yet no vertex has poked through it.
#[test]
fn the_far_side_of_a_sleeve_is_not_poked_through() {
    let limb = still(&outward(Shape::sphere(16, 16, 0.02).map(|p| Point::new(p.x, p.y * 5.0, p.z))));
    let sleeve = Shape::tube(16, 6, 0.03, 0.1).moved(Vector::new(0.0, -0.05, 0.0));
    assert_eq!(found(&sleeve, &limb, Vector::zeros()), []);
}

#[test]
fn the_corner_says_how_it_moves_and_threads_do_not_matter() {
    let rising = moving(&spike(), |p| p + Vector::new(0.0, 0.01, 0.0));
    let run = |threads| on_threads(threads, || found(&sheet(0.0095), &rising, Vector::zeros()));
    let one = run(1);
    assert!(!one.is_empty() && one == run(2) && one == run(3));
    assert!(one.iter().all(|contact| (contact.surface_velocity - Vector::y()).norm() < 1e-9));
}

/// A roof: two faces that meet in a ridge along x, a metre long, at the height 0, closed below.
fn roof() -> Shape {
    let at = |x: f64, y: f64, z: f64| Point::new(x, y, z);
    let positions = vec![
        at(-0.5, 0.0, 0.0),
        at(0.5, 0.0, 0.0),
        at(-0.5, -0.2, 0.2),
        at(0.5, -0.2, 0.2),
        at(-0.5, -0.2, -0.2),
        at(0.5, -0.2, -0.2),
    ];
    let triangles = vec![[0, 2, 3], [0, 3, 1], [0, 1, 5], [0, 5, 4], [2, 4, 5], [2, 5, 3], [0, 4, 2], [1, 3, 5]];
    outward(Shape { positions, triangles })
}

/// Two triangles over the ridge, with particles on either side and none above; their common edge crosses the ridge.
fn saddle(height: f64) -> Shape {
    let at = |x: f64, z: f64| Point::new(x, height, z);
    Shape {
        positions: vec![at(0.03, -0.1), at(0.05, 0.1), at(0.2, 0.0), at(-0.1, 0.01)],
        triangles: vec![[0, 1, 2], [1, 0, 3]],
    }
}

#[test]
fn a_ridge_meets_the_edges_that_cross_it() {
    let surface = still(&roof());
    let at = |height: f64, velocity: Vector| both(&saddle(height), &surface, velocity).1;
    let mut crossing: Vec<EdgeContact> = at(0.001, Vector::zeros());
    crossing.retain(|contact| contact.particles.map(geometry::VertexId::index) == [0, 1]);
    let [contact] = crossing[..] else { panic!("{crossing:?}") };
    assert!((contact.gap + 0.001).abs() < 1e-12 && (contact.normal - Vector::y()).norm() < 1e-9, "{contact:?}");
    assert!((contact.weights[0] - 0.5).abs() < 1e-12 && (contact.weights[1] - 0.5).abs() < 1e-12);
    let cut = at(-0.01, Vector::zeros());
    let cut = cut
        .iter()
        .find(|contact| contact.particles.map(geometry::VertexId::index) == [0, 1])
        .expect("the ridge cuts in");
    assert!((cut.gap + 0.012).abs() < 1e-12 && (cut.normal - Vector::y()).norm() < 1e-9, "{cut:?}");
    assert_eq!(at(0.02, Vector::zeros()), []);
    assert!(!at(0.02, Vector::new(0.0, -1.9, 0.0)).is_empty());
}

#[test]
fn a_ridge_says_how_it_moves_and_smooth_solids_have_none() {
    let rising = moving(&roof(), |p| p + Vector::new(0.0, 0.01, 0.0));
    let run = |threads| on_threads(threads, || both(&saddle(0.011), &rising, Vector::zeros()).1);
    let one = run(1);
    assert!(!one.is_empty() && one == run(2) && one == run(3));
    assert!(one.iter().all(|contact| (contact.surface_velocity - Vector::y()).norm() < 1e-9));
    let ball = still(&outward(Shape::sphere(40, 40, 0.1)));
    assert_eq!(both(&saddle(0.101), &ball, Vector::zeros()).1, []);
}
