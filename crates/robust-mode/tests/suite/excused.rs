//! What is not clean at the start may move back, and everything else stays under the promise.

use crate::support::World;
use geometry::Vector;
use geometry::shapes::Shape;
use robust_mode::{Checked, Invariant, Robust, Settings};

/// A sheet, and a smaller one that stands in it, and a third one above both.
fn crossed() -> World {
    let standing = Shape::sheet(3, 0.2).map(|p| geometry::Point::new(p.x + 0.013, p.z + 0.017, 0.011));
    let above = Shape::sheet(2, 0.3).moved(Vector::new(0.007, 0.4, 0.003));
    World::new(&Shape::sheet(5, 0.5).with(&standing).with(&above))
}

fn follow(world: &World, moved: &mut robust_mode::Moved, start: &Checked) -> robust_mode::Report {
    Robust::new(&world.mesh, &world.start, Settings::default()).follow(&world.sweep(), moved, &[], &[], start)
}

#[test]
fn what_has_passed_through_may_go_back_and_the_rest_may_not_pass() {
    let world = crossed();
    let count = world.start.len();
    let checked = Invariant::new(&world.mesh, &world.start).check(&world.mesh, &world.start, count);
    assert!(checked.crossings > 0 && !checked.is_clean());
    assert_eq!(checked.avoidable(&world.mesh, |_| false), checked.crossings);
    assert_eq!(checked.avoidable(&world.mesh, |_| true), 0);
    // Less of the standing sheet is below than above: it goes back up, and nothing is in its way.
    let standing = 36..52;
    let back = world.moved(|i, p| if standing.contains(&i) { p + Vector::y() * 0.12 } else { p });
    let mut moved = back.clone();
    let report = follow(&world, &mut moved, &checked);
    assert_eq!((report.impulses, report.zones.zones), (0, 0), "{report:?}");
    assert_eq!(moved, back);
    assert_eq!(world.crossings(&moved.ends), 0);
    // Farther up is the third one, which has not passed through anything.
    let mut moved = world.moved(|i, p| if standing.contains(&i) { p + Vector::y() * 0.45 } else { p });
    let report = follow(&world, &mut moved, &checked);
    assert!(report.impulses > 0, "{report:?}");
    let after = Invariant::new(&world.mesh, &moved.ends).check(&world.mesh, &moved.ends, count);
    let third = |v: &geometry::VertexId| v.index() >= 52;
    assert!(!after.involved().iter().any(third), "it was kept out");
}

#[test]
fn bodies_may_pass_through_themselves() {
    let world = crossed();
    let checked = Invariant::new(&world.mesh, &world.start).check(&world.mesh, &world.start, 0);
    assert!(checked.is_clean());
}

#[test]
fn a_dictated_corner_may_be_taken_through_a_dictated_face() {
    // The big triangle is a body's; of the small one, corner 3 is pinched, and taken through the body.
    let at = |x: f64, y: f64, z: f64| geometry::Point::new(x, y, z);
    let positions = vec![
        at(-1.0, 0.0, -1.0),
        at(1.0, 0.0, -1.0),
        at(0.0, 0.0, 1.0),
        at(0.0, -0.1, 0.0),
        at(0.1, 0.2, 0.0),
        at(-0.1, 0.2, 0.0),
    ];
    let world = World::new(&Shape { positions, triangles: vec![[3, 4, 5], [0, 2, 1]] });
    let checked = Invariant::new(&world.mesh, &world.start).check(&world.mesh, &world.start, world.start.len());
    assert_eq!(checked.crossings, 2);
    assert_eq!(checked.avoidable(&world.mesh, |v| v.index() < 4), 0, "nothing could stop it");
    assert_eq!(checked.avoidable(&world.mesh, |v| v.index() < 3), 2, "the corner could have given way");
    assert_eq!(checked.avoidable(&world.mesh, |v| v.index() == 3), 2, "the face could have");
}
