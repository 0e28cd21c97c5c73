//! Ten layers, stacked and pressed between dictated plates.

use crate::support::{THICK, World};
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
