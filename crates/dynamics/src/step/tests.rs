use super::*;
use crate::cloth::Rest;
use crate::constraint::Held;
use crate::material::Material;
use geometry::shapes::Shape;
use geometry::{Mesh, VertexId};

/// A fabric without damping or drag: what is left is the rule's own.
pub fn plain() -> Material {
    let cotton = Material::preset("cotton").expect("a preset");
    Material { stretch_damping: 0.0, shear_damping: 0.0, bend_damping: 0.0, air_drag: 0.0, ..cotton }
}

pub fn cloth_of(shape: &Shape, material: &Material) -> Cloth {
    let mesh = Mesh::new(shape.positions.len(), &shape.triangles).expect("a mesh");
    Cloth::new(&mesh, Rest::surface(&shape.positions), std::slice::from_ref(material), |_| 0).expect("cloth")
}

pub fn pinned(particles: impl Iterator<Item = usize>) -> Constraints {
    let pin = |i: usize| Constraint {
        particle: VertexId::at(i),
        held: Held::Everywhere,
        velocity: Vector::zeros(),
        correction: Vector::zeros(),
    };
    Constraints::new(particles.map(pin).collect())
}

#[test]
fn free_fall_is_that_of_every_particle() {
    let sheet = Shape::crumpled(12, 3, 0.0, 1);
    for blend in [0.0, 0.5, 0.8] {
        let cloth = cloth_of(&sheet, &plain());
        let mut state = State::at_rest(sheet.positions.clone());
        let mut stepper = Stepper::new(&cloth, Settings { blend, tolerance: 1e-13, ..Settings::default() });
        let (h, steps) = (1.0 / 96.0, 48);
        for _ in 0..steps {
            stepper.step(&cloth, &mut state, &World::default(), &Constraints::default(), h).expect("a step");
        }
        let time = f64::from(steps) * h;
        let fallen = sheet.positions[0].y - state.positions[0].y;
        // Backward Euler falls half a step too far; the blend less.
        let exact = 0.5 * crate::force::gravity::STANDARD * time * time;
        let late = 0.5 * crate::force::gravity::STANDARD * time * h;
        assert!(fallen > exact - 1e-9 && fallen < exact + late + 1e-9, "λ {blend}: {fallen} against {exact}");
        for (p, start) in state.positions.iter().zip(&sheet.positions) {
            assert!((start.y - p.y - fallen).abs() < 1e-9 && (p.x - start.x).abs() < 1e-9, "λ {blend}");
        }
        for v in &state.velocities {
            assert!((v.y + crate::force::gravity::STANDARD * time).abs() < 1e-9, "λ {blend}: {v}");
        }
    }
}

#[test]
fn a_hanging_strip_stretches_as_its_weight_says() {
    // A strip of length L hanging from its end is stretched by ρ g L² / 2k; the weights are those of the fabric alone.
    let material = Material { stretch_warp: 100.0, stretch_weft: 100.0, ..plain() };
    let strip = Shape::grid(2, 40, geometry::shapes::Ends::Open, geometry::shapes::Ends::Open, |u, v| {
        Point::new(u * 0.05, -v, 0.0)
    });
    let damped = Material { stretch_damping: 0.05, ..material };
    let cloth = cloth_of(&strip, &damped);
    let mut state = State::at_rest(strip.positions.clone());
    let pins = pinned(0..3);
    let mut stepper = Stepper::new(&cloth, Settings { blend: 0.0, tolerance: 1e-8, ..Settings::default() });
    for _ in 0..400 {
        stepper.step(&cloth, &mut state, &World::default(), &pins, 1.0 / 24.0).expect("a step");
    }
    let stretch = -state.positions[strip.positions.len() - 2].y - 1.0;
    let exact = damped.density * crate::force::gravity::STANDARD / (2.0 * 100.0);
    assert!((stretch / exact - 1.0).abs() < 0.01, "{stretch} against {exact}");
    // The pins carry the weight.
    let weight: f64 = cloth.masses().iter().sum::<f64>() * crate::force::gravity::STANDARD;
    let carried: Vector = stepper.reactions().iter().sum();
    assert!((carried - Vector::y() * weight).norm() < 1e-4 * weight, "{carried} against {weight}");
}

/// Cloth pressed together to a third of its width by what holds its sides.
fn pressed() -> (Cloth, State) {
    let sheet = Shape::sheet(6, 1.0);
    let cloth = cloth_of(&sheet, &plain());
    let pressed = sheet.positions.iter().map(|p| Point::new(p.x / 3.0, p.y, p.z)).collect();
    (cloth, State::at_rest(pressed))
}

#[test]
fn cloth_that_springs_back_to_its_length_needs_no_shorter_steps() {
    let (cloth, mut state) = pressed();
    let mut stepper = Stepper::new(&cloth, Settings::default());
    let report =
        stepper.step(&cloth, &mut state, &World::default(), &Constraints::default(), 1.0 / 96.0).expect("a step");
    let width =
        |p: &[Point]| p.iter().map(|p| p.x).fold(f64::MIN, f64::max) - p.iter().map(|p| p.x).fold(f64::MAX, f64::min);
    assert!(width(&state.positions) > 0.9, "it has sprung back: {}", width(&state.positions));
    assert_eq!(report.substeps, 1);
}

#[test]
fn a_step_solved_again_with_others_held_is_that_of_a_new_stepper() {
    let sheet = Shape::crumpled(16, 3, 0.0, 1);
    let cloth = cloth_of(&sheet, &plain());
    let settings = || Settings { tolerance: 1e-10, ..Settings::default() };
    let end = |stepper: &mut Stepper, pinned: &Constraints| {
        let mut state = State::at_rest(sheet.positions.clone());
        stepper.step(&cloth, &mut state, &World::default(), pinned, 1.0 / 96.0).expect("a step");
        state.positions
    };
    let (few, more) = (pinned([0, 16].into_iter()), pinned((0..17).chain([40])));
    let mut stepper = Stepper::new(&cloth, settings());
    end(&mut stepper, &few);
    stepper.set_pass(Pass { roughness: 1.0, again: true });
    let (again, anew) = (end(&mut stepper, &more), end(&mut Stepper::new(&cloth, settings()), &more));
    for (a, b) in again.iter().zip(&anew) {
        assert!((a - b).norm() < 1e-9, "{a} {b}");
    }
}
