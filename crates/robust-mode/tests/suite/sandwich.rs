//! A node between two triangles that close on it (BFA02 §7.4), free and dictated.

use crate::support::{THICK, World};
use geometry::shapes::Shape;
use geometry::{Point, Vector};
use robust_mode::Settings;

/// Two large triangles, and a small one between them.
fn sandwich() -> Shape {
    let large = |y: f64| [Point::new(-1.0, y, -1.0), Point::new(1.0, y, -1.0), Point::new(0.0, y, 1.0)];
    let small = [Point::new(0.0, 0.0, 0.0), Point::new(0.05, 0.001, 0.0), Point::new(0.0, -0.001, 0.05)];
    let positions = [large(-0.02), large(0.02), small].concat();
    Shape { positions, triangles: vec![[0, 1, 2], [3, 4, 5], [6, 7, 8]] }
}

#[test]
fn a_node_between_two_free_triangles() {
    let world = World::new(&sandwich());
    let mut moved = world.moved(|i, p| {
        let toward = if i < 3 {
            0.05
        } else if i < 6 {
            -0.05
        } else {
            0.0
        };
        p + Vector::y() * toward
    });
    let report = world.follow(Settings::default(), &mut moved);
    assert!(report.forced.is_empty(), "{report:?}");
    assert_eq!(world.crossings(&moved.ends), 0);
    assert!(moved.ends[0].y < moved.ends[6].y && moved.ends[6].y < moved.ends[3].y);
}

/// What dictates leaves room: the node is carried along and nothing is given up.
#[test]
fn a_node_between_two_dictated_triangles_that_move_alike() {
    let world = World::new(&sandwich()).dictated(0..6);
    let mut moved = world.moved(|i, p| p + Vector::y() * if i < 6 { 0.3 } else { 0.0 });
    let report = world.follow(Settings::default(), &mut moved);
    assert!(report.forced.is_empty(), "{report:?}");
    assert_eq!(world.crossings(&moved.ends), 0);
    assert!(moved.ends[6].y > moved.ends[0].y);
}

/// What dictates leaves little room: still enough.
#[test]
fn a_node_between_two_dictated_triangles_that_close() {
    let world = World::new(&sandwich()).dictated(0..6);
    let close = 0.02 - 3.0 * THICK;
    let mut moved = world.moved(|i, p| {
        p + Vector::y()
            * if i < 3 {
                close
            } else if i < 6 {
                -close
            } else {
                0.0
            }
    });
    let report = world.follow(Settings::default(), &mut moved);
    assert!(report.forced.is_empty(), "{report:?}");
    assert_eq!(world.crossings(&moved.ends), 0);
}

/// What dictates leaves no room: the pairs that could not be kept apart are named, and each has a dictated particle.
#[test]
fn what_leaves_no_room_is_named() {
    let world = World::new(&sandwich()).dictated(0..6);
    let through = world.moved(|i, p| {
        p + Vector::y()
            * if i < 3 {
                0.05
            } else if i < 6 {
                -0.05
            } else {
                0.0
            }
    });
    let mut moved = through.clone();
    let report = world.follow(Settings::default(), &mut moved);
    assert!(!report.forced.is_empty());
    assert_eq!(moved.ends[..6], through.ends[..6], "what is dictated goes where it goes");
    for pair in &report.forced {
        assert!(pair.particles().iter().any(|particle| particle.index() < 6), "{pair:?}");
    }
}
