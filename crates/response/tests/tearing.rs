//! A surface that moves away with a corner of cloth that is held on its other side lets it in before it tears it, and what is pulled aside
//! into a surface that nobody expected is stopped by it.

use dynamics::{Cloth, Constraint, Constraints, Held, Material, Rest, Settings, State, Stepper, World};
use geometry::shapes::Shape;
use geometry::{Mesh, Point, Vector, VertexId};
use response::strain::GIVES;
use response::{Encounters, Friction, Late, Response, Touch};

/// Of a step, in s.
const STEP: f64 = 0.005;
/// How fast the surface moves, in m/s: five millimetres a step.
const SPEED: f64 = 1.0;
/// How far cloth rests from a surface, in m.
const DISTANCE: f64 = 0.002;
/// A corner of a square with sides of 10 cm is so far from the line between its neighbours, in m.
const HEIGHT: f64 = 0.1 * std::f64::consts::FRAC_1_SQRT_2;

/// A square of cloth, all of which moves as it is told but one corner.
struct Square {
    cloth: Cloth,
    state: State,
    stepper: Stepper,
    response: Response,
    corner: VertexId,
    fixed: Constraints,
    /// From the middle to the corner, of unit length.
    out: Vector,
}

impl Square {
    /// The rest moves so fast, in m/s.
    fn new(velocity: Vector) -> Self {
        let shape = Shape::sheet(1, 0.1);
        let mesh = Mesh::new(shape.positions.len(), &shape.triangles).expect("a mesh");
        let jersey = Material::preset("jersey").expect("a preset");
        let cloth = Cloth::new(&mesh, Rest::surface(&shape.positions), &[jersey], |_| 0).expect("cloth");
        let state = State::at_rest(shape.positions.clone());
        // Of the two triangles one has it to itself: it is stretched across their common side.
        let all = (0..shape.positions.len()).map(VertexId::at);
        let corner = all.clone().find(|v| mesh.fan(*v).faces.len() == 1).expect("a corner of one triangle");
        let dictated =
            |particle| Constraint { particle, held: Held::Everywhere, velocity, correction: Vector::zeros() };
        let fixed = Constraints::new(all.filter(|particle| *particle != corner).map(dictated).collect());
        let middle = shape.positions.iter().map(|p| p.coords).sum::<Vector>() / shape.positions.len() as f64;
        let out = (shape.positions[corner.index()].coords - middle).normalize();
        let stepper = Stepper::new(&cloth, Settings::default());
        Self { cloth, state, stepper, response: Response::default(), corner, fixed, out }
    }

    fn place(&self) -> Point {
        self.state.positions[self.corner.index()]
    }

    fn step(&mut self, touch: Touch, late: Late) {
        let Self { cloth, state, stepper, response, fixed, .. } = self;
        let met = Encounters { fixed, squeezed: &[], touches: &[touch], meetings: &[], late };
        response.step(stepper, cloth, state, &mut World::default(), met, STEP).expect("a step");
    }
}

/// A surface without friction, so far below a particle now and moving along its normal.
fn surface(particle: VertexId, normal: Vector, height: f64, speed: f64) -> Touch {
    let velocity = normal * speed;
    let (gap, expected, friction) = (height, height - speed * STEP, Friction::NONE);
    Touch { particle, normal, gap, expected, velocity, slack: 0.0, distance: DISTANCE, friction }
}

/// Pushes the corner until the surface lets it in; says how far that was.
fn pushed() -> f64 {
    let mut square = Square::new(Vector::zeros());
    for step in 1..100 {
        // Right behind the corner, whatever it does.
        square.step(surface(square.corner, square.out, 0.0, SPEED), Late::NOTHING);
        if square.response.let_through() == [square.corner] {
            return f64::from(step) * SPEED * STEP;
        }
        assert!(square.response.let_through().is_empty());
    }
    panic!("torn to pieces");
}

#[test]
fn a_surface_lets_through_what_it_would_tear() {
    let late = pushed() - (GIVES - 1.0) * HEIGHT;
    assert!(late.abs() <= SPEED * STEP, "let through {late} m after a stretch of {GIVES}");
}

/// Let go of altogether, it would be back within a step: cloth in a crowded pinch is then thrown into limbs.
#[test]
fn what_a_surface_lets_in_does_not_jump() {
    let mut square = Square::new(Vector::zeros());
    let start = square.place();
    let (mut given, mut before) = (0, 0.0);
    for step in 1..=40 {
        // The surface goes its own way.
        let height = square.out.dot(&(square.place() - start)) - SPEED * STEP * f64::from(step - 1);
        square.step(surface(square.corner, square.out, height, SPEED), Late::NOTHING);
        let now = square.out.dot(&(square.place() - start));
        given += usize::from(!square.response.let_through().is_empty());
        assert!(now > before - SPEED * STEP, "step {step}: from {before} back to {now} m");
        before = now;
    }
    assert!(given > 20, "the surface is far beyond what the cloth bears");
    // It gives way by degrees: of a surface that is fast the cloth has to bear some more.
    let (surface, borne) = (40.0 * SPEED * STEP, (GIVES - 1.0) * HEIGHT);
    assert!(before < surface - 0.25 * (surface - borne), "at {before} m, pushed by a surface at {surface} m");
}

#[test]
fn what_is_pulled_aside_into_a_surface_that_nobody_expected_is_stopped_by_it() {
    let ends_beyond = |late: bool| {
        // All else moves by 2 cm in the step, and draws the corner along; the wall is half a centimetre away.
        let mut square = Square::new(Vector::x() * 4.0);
        let (corner, start) = (square.corner, square.place());
        let wall = start.x + 0.005;
        let find = |start: &State, end: &State| {
            let [from, to] = [start, end].map(|state| state.positions[corner.index()].x);
            let touch = Touch { expected: wall - to, ..surface(corner, -Vector::x(), wall - from, 0.0) };
            if to > wall { vec![touch] } else { Vec::new() }
        };
        // It touches something else, which is far away.
        let late = if late { Late(&find) } else { Late::NOTHING };
        square.step(surface(corner, Vector::y(), 1.0, 0.0), late);
        square.place().x - wall
    };
    assert!(ends_beyond(false) > 0.005, "it is drawn through the wall");
    assert!(ends_beyond(true).abs() < 1e-6, "{} m", ends_beyond(true));
}
