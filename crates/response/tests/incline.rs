//! The slope of SSIF08 fig. 7 and 8: a sheet that sticks, accelerates, or slows down to rest on it, against the formula.

use dynamics::{Cloth, Constraints, Material, Rest, Settings, State, Stepper, World};
use geometry::shapes::Shape;
use geometry::{Mesh, Vector, VertexId};
use response::{Encounters, Friction, Outcome, Response, Touch};

/// The slope's angle in SSIF08, in radians.
const ANGLE: f64 = std::f64::consts::PI / 5.0;
const GRAVITY: f64 = dynamics::force::gravity::STANDARD;

/// A sheet on a slope that goes down along x.
struct Slide {
    cloth: Cloth,
    state: State,
    stepper: Stepper,
    response: Response,
    friction: f64,
    outcome: Outcome,
    /// Whether the slope takes hold of the sheet even as it leaves.
    grasping: bool,
}

fn downhill() -> Vector {
    Vector::new(ANGLE.cos(), -ANGLE.sin(), 0.0)
}

fn normal() -> Vector {
    Vector::new(ANGLE.sin(), ANGLE.cos(), 0.0)
}

impl Slide {
    fn new(friction: f64, speed: f64, height: f64) -> Self {
        let sheet = Shape::sheet(3, 0.3).map(|p| (downhill() * p.x + Vector::z() * p.z + normal() * height).into());
        let mesh = Mesh::new(sheet.positions.len(), &sheet.triangles).expect("a mesh");
        let cotton = Material::preset("cotton").expect("a preset");
        let still_air = Material { air_drag: 0.0, ..cotton };
        let cloth = Cloth::new(&mesh, Rest::surface(&sheet.positions), &[still_air], |_| 0).expect("cloth");
        let mut state = State::at_rest(sheet.positions);
        state.velocities.fill(downhill() * speed);
        let stepper = Stepper::new(&cloth, Settings { tolerance: 1e-8, ..Settings::default() });
        let (response, outcome) = Default::default();
        Self { cloth, state, stepper, response, friction, outcome, grasping: false }
    }

    fn step(&mut self, duration: f64) {
        let touch = |(i, (p, v)): (usize, (&geometry::Point, &Vector))| {
            let gap = normal().dot(&p.coords);
            let expected = if self.grasping { gap } else { gap + v.dot(&normal()) * duration };
            let near = gap.min(expected) <= 1e-3;
            let friction = Friction { sticking: self.friction, sliding: self.friction };
            let (particle, velocity) = (VertexId::at(i), Vector::zeros());
            let touch = Touch { particle, normal: normal(), gap, expected, velocity, slack: 0.0, friction };
            near.then_some(touch)
        };
        let moving = self.state.positions.iter().zip(&self.state.velocities);
        let touches: Vec<Touch> = moving.enumerate().filter_map(touch).collect();
        let mut world = World::default();
        let fixed = Constraints::default();
        let met = Encounters { fixed: &fixed, squeezed: &[], touches: &touches, meetings: &[] };
        let Self { cloth, state, stepper, response, .. } = self;
        let (_, outcome) = response.step(stepper, cloth, state, &mut world, met, duration).expect("a step");
        self.outcome = outcome;
    }

    /// How far down the slope the sheet's centre is, and how fast, in m and m/s.
    fn progress(&self) -> (f64, f64) {
        let count = self.state.positions.len() as f64;
        let place: f64 = self.state.positions.iter().map(|p| p.coords.dot(&downhill())).sum();
        let speed: f64 = self.state.velocities.iter().map(|v| v.dot(&downhill())).sum();
        (place / count, speed / count)
    }

    fn height(&self) -> f64 {
        self.state.positions.iter().map(|p| p.coords.dot(&normal()).abs()).fold(0.0, f64::max)
    }
}

#[test]
fn a_sheet_accelerates_as_the_formula_says() {
    let mut slide = Slide::new(0.6, 0.0, 0.0);
    let steps = 192;
    (0..steps).for_each(|_| slide.step(1.0 / 192.0));
    let (time, pull) = (f64::from(steps) / 192.0, (ANGLE.sin() - 0.6 * ANGLE.cos()) * GRAVITY);
    let (place, speed) = slide.progress();
    assert!((speed / (pull * time) - 1.0).abs() < 0.01, "{speed} against {}", pull * time);
    assert!((place / (0.5 * pull * time * time) - 1.0).abs() < 0.01, "{place} against {}", 0.5 * pull * time * time);
    assert!(slide.height() < 1e-9, "{}", slide.height());
}

#[test]
fn a_sheet_slows_down_to_rest_where_the_formula_says() {
    let mut slide = Slide::new(0.9, 1.0, 0.0);
    (0..384).for_each(|_| slide.step(1.0 / 192.0));
    let brake = (0.9 * ANGLE.cos() - ANGLE.sin()) * GRAVITY;
    let (place, speed) = slide.progress();
    assert!((place / (0.5 / brake) - 1.0).abs() < 0.01, "{place} against {}", 0.5 / brake);
    assert!(speed.abs() < 1e-9, "{speed}");
    // One rough solve that changes nobody's mind, and the exact one.
    assert_eq!((slide.outcome.sticking, slide.outcome.passes), (16, 2), "{:?}", slide.outcome);
}

#[test]
fn a_sheet_that_friction_can_hold_does_not_creep() {
    let mut slide = Slide::new(0.9, 0.0, 0.0);
    (0..500).for_each(|_| slide.step(1.0 / 96.0));
    let (place, speed) = slide.progress();
    assert!(place.abs() < 1e-9 && speed.abs() < 1e-12, "{place} {speed}");
}

#[test]
fn a_sheet_that_falls_on_the_slope_lands_on_it() {
    let mut slide = Slide::new(0.9, 0.0, 0.2);
    (0..192).for_each(|_| slide.step(1.0 / 96.0));
    assert!(slide.height() < 1e-9, "{}", slide.height());
    assert_eq!(slide.outcome.sticking, 16, "{:?}", slide.outcome);
}

#[test]
fn a_surface_does_not_pull() {
    // The sheet moves away from the slope, which takes hold of it all the same: it is let go within the step.
    let mut slide = Slide::new(0.9, 0.0, 0.0);
    slide.state.velocities.fill(normal() * 0.5);
    slide.grasping = true;
    slide.step(1.0 / 96.0);
    assert_eq!((slide.outcome.released, slide.outcome.passes), (16, 3), "{:?}", slide.outcome);
    let lifted = slide.state.positions.iter().map(|p| p.coords.dot(&normal())).fold(f64::INFINITY, f64::min);
    assert!(lifted > 0.003, "{lifted}");
}
