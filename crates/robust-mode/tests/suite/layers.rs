//! Ten layers, stacked and pressed between dictated plates.

use crate::support::{THICK, World, wild};
use geometry::Vector;
use geometry::shapes::Shape;
use robust_mode::Settings;

const LAYERS: u32 = 10;

/// A plate, ten sheets and a plate; every sheet is turned a little, so that edges cross.
fn stack(gap: f64) -> (Shape, usize) {
    let plate = Shape::sheet(1, 0.4);
    let mut shape = Shape::default();
    for layer in 0..LAYERS {
        let turn = nalgebra::Rotation3::new(Vector::y() * (0.3 * f64::from(layer)));
        shape = shape.with(&Shape::sheet(6, 0.2).map(|p| turn * p).moved(Vector::y() * gap * f64::from(layer + 1)));
    }
    let cloth = shape.positions.len();
    shape = shape.with(&plate).with(&plate.clone().moved(Vector::y() * gap * f64::from(LAYERS + 1)));
    (shape, cloth)
}

#[test]
fn ten_layers_pressed_together_stay_clean() {
    let gap = 5.0 * THICK;
    let (shape, cloth) = stack(gap);
    let mut world = World::new(&shape).dictated(cloth..cloth + 8);
    let height = |world: &World| world.start[cloth + 4].y - world.start[cloth].y;
    // To what the cloth is thick, and then to half of it.
    while height(&world) > 0.5 * THICK * f64::from(LAYERS + 1) {
        let mut moved = world.moved(|i, p| if i < cloth + 4 { p } else { p - Vector::y() * 0.8 * THICK });
        let report = world.follow(Settings::default(), &mut moved);
        assert!(report.forced.is_empty(), "at {} m: {report:?}", height(&world));
        assert_eq!(world.crossings(&moved.ends), 0, "at {} m", height(&world));
        world.start = moved.ends;
    }
    let mean = |layer: usize| world.start[layer * 49..(layer + 1) * 49].iter().map(|p| p.y).sum::<f64>();
    assert!((1..10).all(|layer| mean(layer) > mean(layer - 1)), "in their order");
}

/// A sheet with a pinned border, and one that lies over it and beyond.
fn over_a_border() -> (World, usize) {
    let (held, thrown) = (Shape::sheet(8, 0.2), Shape::sheet(9, 0.25));
    let rim = |p: &geometry::Point| p.x.abs().max(p.z.abs()) > 0.0999;
    let pinned: Vec<usize> = (0..held.positions.len()).filter(|i| rim(&held.positions[*i])).collect();
    let first = held.positions.len();
    let moved = thrown.moved(Vector::new(0.003, 2.0 * THICK, 0.007));
    (World::new(&held.with(&moved)).dictated(pinned), first)
}

/// Pins that stand still leave room, however hard cloth is thrown at them: they stop what they would tear.
#[test]
fn pins_at_rest_force_nothing() {
    let mut carried = 0;
    for far in [0.05, 0.2, 0.8] {
        let (world, thrown) = over_a_border();
        let wild = wild(7, 0.3 * far);
        let end = |i: usize, p| if i >= thrown { wild(i, p) - Vector::y() * far } else { wild(i, p) };
        let mut moved = world.moved(|i, p| if world.inverse_masses[i] == 0.0 { p } else { end(i, p) });
        // One round of impulses, so that zones have to do the rest.
        let report = world.follow(Settings { rounds: 1, ..Settings::default() }, &mut moved);
        carried += report.zones.carried;
        assert!(report.forced.is_empty(), "{far} m: {report:?}");
        assert_eq!(world.crossings(&moved.ends), 0, "{far} m: {report:?}");
    }
    assert!(carried > 0, "impulses alone did it: thrown too gently to show anything");
}
