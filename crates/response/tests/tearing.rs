//! A surface that moves away with a corner of cloth that is held on its other side lets it through before it tears it.

use dynamics::{Cloth, Constraint, Constraints, Held, Material, Rest, Settings, State, Stepper, World};
use geometry::shapes::Shape;
use geometry::{Mesh, Vector, VertexId};
use response::strain::GIVES;
use response::{Encounters, Friction, Response, Touch};

/// Of a step, in s.
const STEP: f64 = 0.005;
/// How fast the surface moves, in m/s: five millimetres a step.
const SPEED: f64 = 1.0;

/// Pushes one corner of a square of cloth, all others of which are held, until the surface lets it through; says how far that was.
fn pushed() -> f64 {
    let shape = Shape::sheet(1, 0.1);
    let mesh = Mesh::new(shape.positions.len(), &shape.triangles).expect("a mesh");
    let jersey = Material::preset("jersey").expect("a preset");
    let cloth = Cloth::new(&mesh, Rest::surface(&shape.positions), &[jersey], |_| 0).expect("cloth");
    let mut state = State::at_rest(shape.positions.clone());
    let (mut stepper, mut response) = (Stepper::new(&cloth, Settings::default()), Response::default());
    // Of the two triangles one has it to itself: it is stretched across their common side.
    let all = (0..shape.positions.len()).map(VertexId::at);
    let corner = all.clone().find(|v| mesh.fan(*v).faces.len() == 1).expect("a corner of one triangle");
    let held = all.filter(|particle| *particle != corner).map(|particle| Constraint {
        particle,
        held: Held::Everywhere,
        velocity: Vector::zeros(),
        correction: Vector::zeros(),
    });
    let fixed = Constraints::new(held.collect());
    let middle = shape.positions.iter().map(|p| p.coords).sum::<Vector>() / shape.positions.len() as f64;
    let normal = (shape.positions[corner.index()].coords - middle).normalize();
    for step in 1..100 {
        let velocity = normal * SPEED;
        let friction = Friction::NONE;
        // Right behind the corner, whatever it does.
        let touch =
            Touch { particle: corner, normal, gap: 0.0, expected: -SPEED * STEP, velocity, slack: 0.0, friction };
        let met = Encounters { fixed: &fixed, squeezed: &[], touches: &[touch], meetings: &[] };
        response.step(&mut stepper, &cloth, &mut state, &mut World::default(), met, STEP).expect("a step");
        if response.let_through() == [corner] {
            return f64::from(step) * SPEED * STEP;
        }
        assert!(response.let_through().is_empty());
    }
    panic!("torn to pieces");
}

#[test]
fn a_surface_lets_through_what_it_would_tear() {
    // A corner of a square with sides of 10 cm is that far from the line between its neighbours.
    let height = 0.1 * std::f64::consts::FRAC_1_SQRT_2;
    let late = pushed() - (GIVES - 1.0) * height;
    assert!(late.abs() <= SPEED * STEP, "let through {late} m after a stretch of {GIVES}");
}
