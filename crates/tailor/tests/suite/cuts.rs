//! Cuts lie where they were asked for.

use crate::forms;
use tailor::{Order, make};

fn heights(garment: &tailor::Garment, ring: usize) -> Vec<f64> {
    garment.loops[ring].vertices.iter().map(|&v| garment.positions[v as usize].y).collect()
}

#[test]
fn half_the_way_along_a_limb_is_at_the_middle_within_an_edge() {
    let form = forms::arm();
    let order = Order { ease: 0.01, edge: 0.01, ..Order::new(&form, "UpperArm,ForeArm:0.5".parse().unwrap()) };
    let garment = make(&form, &order).unwrap();
    // The lower end is closed: covered all around.
    assert_eq!(garment.loops.len(), 1, "{:?}", garment.loops);
    for y in heights(&garment, 0) {
        assert!((y - 0.2).abs() < order.edge, "a boundary vertex at {y}, asked for 0.2");
    }
    assert!(garment.measure.crossings.is_clean());
    assert!(garment.measure.even_edges > 0.9);
}

#[test]
fn between_joints_the_cut_is_where_weights_are_even() {
    let form = forms::ball();
    let order = Order { ease: 0.02, edge: 0.02, ..Order::new(&form, "bottom".parse().unwrap()) };
    let garment = make(&form, &order).unwrap();
    assert_eq!(garment.loops.len(), 1);
    for y in heights(&garment, 0) {
        assert!(y.abs() < order.edge, "a boundary vertex at {y}");
    }
    for p in &garment.positions {
        let distance = p.coords.norm() - 0.3;
        assert!((0.015..0.03).contains(&distance), "a vertex at {distance} m from the ball");
    }
}

#[test]
fn a_limb_without_a_further_joint_is_measured_to_its_tip() {
    let mut form = forms::arm();
    form.joints.truncate(2);
    let order = Order { ease: 0.01, edge: 0.01, ..Order::new(&form, "UpperArm,ForeArm:0.5".parse().unwrap()) };
    let garment = make(&form, &order).unwrap();
    for y in heights(&garment, 0) {
        assert!((y - 0.2).abs() < 2.0 * order.edge, "a boundary vertex at {y}, asked for 0.2");
    }
}
