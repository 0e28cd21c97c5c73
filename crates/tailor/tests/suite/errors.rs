//! Every refusal names the element and the remedy.

use crate::forms;
use geometry::Point;
use tailor::{Cover, Order, Skirt, TailorError, make};

fn refusal(change: impl Fn(&mut tailor::Form, &mut Order)) -> String {
    let mut form = forms::arm();
    let mut order = Order { ease: 0.01, edge: 0.01, ..Order::new(&form, "UpperArm".parse().unwrap()) };
    change(&mut form, &mut order);
    make(&form, &order).unwrap_err().to_string()
}

fn cover(text: &str) -> Cover {
    text.parse().unwrap()
}

#[test]
fn a_pattern_without_a_joint_lists_the_nearest_and_all() {
    let text = refusal(|_, order| order.cover = cover("forarm"));
    assert!(text.contains("\"forarm\"") && text.contains("nearest: ForeArm") && text.contains("UpperArm"), "{text}");
}

#[test]
fn joints_without_surface_name_joints_that_have_some() {
    let text = refusal(|_, order| order.cover = cover("Hand"));
    assert!(text.contains("(Hand)") && text.contains("ForeArm"), "{text}");
}

#[test]
fn useless_lengths_are_refused_by_name() {
    for (name, text) in [
        ("ease", refusal(|_, order| order.ease = f64::NAN)),
        ("ease", refusal(|_, order| order.ease = -1.0)),
        ("edge", refusal(|_, order| order.edge = 0.0)),
        ("edge", refusal(|_, order| order.edge = 5.0)),
        ("length", refusal(|_, order| order.skirt = Some(Skirt { length: -1.0, flare: 0.0 }))),
        ("flare", refusal(|_, order| order.skirt = Some(Skirt { length: 0.2, flare: 9.0 }))),
    ] {
        assert!(text.starts_with(name) && text.contains("must be"), "{text}");
    }
    let text = refusal(|_, order| order.ease = 1e-6);
    assert!(text.contains("larger ease"), "{text}");
}

#[test]
fn an_edge_too_long_for_the_limb_says_which_would_do() {
    let text = refusal(|_, order| {
        order.cover = cover("UpperArm,ForeArm:0.5");
        order.edge = 0.2;
    });
    assert!(text.contains("too long") && text.contains("at most"), "{text}");
}

#[test]
fn broken_forms_are_refused_with_the_element() {
    for (expected, text) in [
        ("vertex 3", refusal(|form, _| form.positions[3] = Point::new(f64::NAN, 0.0, 0.0))),
        ("triangle 0", refusal(|form, _| form.triangles[0][1] = 1 << 30)),
        ("joint 1", refusal(|form, _| form.joints[1].parent = Some(9))),
        ("vertex 2", refusal(|form, _| form.influences[2] = vec![(7, 1.0)])),
        ("no triangles", refusal(|form, _| form.triangles.clear())),
        ("influences", refusal(|form, _| form.influences.truncate(1))),
    ] {
        assert!(text.contains(expected) && text.contains("export it again"), "{text}");
    }
}

#[test]
fn joints_that_are_their_own_ancestors_do_not_hang_it() {
    let mut form = forms::arm();
    form.joints[0].parent = Some(1);
    let order = Order { ease: 0.01, edge: 0.01, ..Order::new(&form, cover("*Arm:0.5")) };
    assert!(!matches!(make(&form, &order), Err(TailorError::Form(_))));
}
