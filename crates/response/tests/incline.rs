//! The slope of SSIF08 fig. 7 and 8: a sheet and a block that stick, accelerate, or slow down to rest on it, against the formula.

use dynamics::{Cloth, Constraints, Material, Rest, Settings, State, Stepper, World};
use geometry::shapes::Shape;
use geometry::{Mesh, Point, Vector, VertexId};
use response::{Encounters, Friction, Late, Outcome, Response, Touch};

/// The slope's angle in SSIF08, in radians.
const ANGLE: f64 = std::f64::consts::PI / 5.0;
const GRAVITY: f64 = dynamics::force::gravity::STANDARD;

/// The block's length down the slope, its height and its width, in m. Corners in front carry more than those behind, as the slope
/// pulls at the bottom: with a friction of 0.9, 0.5 + 0.9 × 0.1 / (2 × 0.2) = 0.72 of the weight.
const BLOCK: [f64; 3] = [0.2, 0.1, 0.15];

/// A sheet or a block on a slope that goes down along x.
struct Slide {
    cloth: Cloth,
    state: State,
    stepper: Stepper,
    response: Response,
    friction: f64,
    outcome: Outcome,
    /// Where particles are at the start, in the slope's frame.
    start: Vec<Point>,
    /// Whether the slope takes hold of the sheet even as it leaves.
    grasping: bool,
    /// Whether a wall across the slope stands behind every particle.
    walled: bool,
}

fn downhill() -> Vector {
    Vector::new(ANGLE.cos(), -ANGLE.sin(), 0.0)
}

fn normal() -> Vector {
    Vector::new(ANGLE.sin(), ANGLE.cos(), 0.0)
}

fn on_slope(p: &Point) -> Point {
    Point::from(downhill() * p.x + normal() * p.y + Vector::z() * p.z)
}

/// Panels with the weight of 1 cm of wood that hardly stretch or bend. Closed to a box, its corners move by less than 0.1 mm against
/// each other.
fn board() -> Material {
    Material {
        density: 5.0,
        stretch_warp: 1e5,
        stretch_weft: 1e5,
        shear: 1e5,
        bend_warp: 1.0,
        bend_weft: 1.0,
        air_drag: 0.0,
        ..Material::preset("leather").expect("a preset")
    }
}

impl Slide {
    /// A sheet at a height over the slope, in m, with a speed down it, in m/s.
    fn sheet(friction: f64, speed: f64, height: f64) -> Self {
        let cotton = Material::preset("cotton").expect("a preset");
        let sheet = Shape::sheet(3, 0.3).moved(Vector::y() * height);
        Self::new(sheet, Material { air_drag: 0.0, ..cotton }, friction, speed)
    }

    /// A block that stands on the slope, with a speed down it, in m/s.
    fn block(friction: f64, speed: f64) -> Self {
        let block = Shape::cuboid(BLOCK.into()).moved(Vector::y() * (BLOCK[1] / 2.0));
        Self::new(block, board(), friction, speed)
    }

    fn new(shape: Shape, material: Material, friction: f64, speed: f64) -> Self {
        let start = shape.positions.clone();
        let shape = shape.map(|p| on_slope(&p));
        let mesh = Mesh::new(shape.positions.len(), &shape.triangles).expect("a mesh");
        let cloth = Cloth::new(&mesh, Rest::surface(&shape.positions), &[material], |_| 0).expect("cloth");
        let mut state = State::at_rest(shape.positions);
        state.velocities.fill(downhill() * speed);
        let stepper = Stepper::new(&cloth, Settings { tolerance: 1e-8, ..Settings::default() });
        let (response, outcome) = Default::default();
        Self { cloth, state, stepper, response, friction, outcome, start, grasping: false, walled: false }
    }

    fn step(&mut self, duration: f64) {
        let touch = |i: usize, normal: Vector, place: f64| {
            let (p, v) = (&self.state.positions[i], &self.state.velocities[i]);
            let gap = normal.dot(&p.coords) - place;
            let expected = if self.grasping { gap } else { gap + v.dot(&normal) * duration };
            let near = gap.min(expected) <= 1e-3;
            let friction = Friction { sticking: self.friction, sliding: self.friction };
            let (particle, velocity) = (VertexId::at(i), Vector::zeros());
            let (slack, distance) = (0.0, 1e-3);
            near.then_some(Touch { particle, normal, gap, expected, velocity, slack, distance, friction })
        };
        let wall = |i| touch(i, downhill(), self.start[i].x).filter(|_| self.walled);
        let both = |i| touch(i, normal(), 0.0).into_iter().chain(wall(i));
        let touches: Vec<Touch> = (0..self.state.positions.len()).flat_map(both).collect();
        let mut world = World::default();
        let fixed = Constraints::default();
        let met = Encounters { fixed: &fixed, squeezed: &[], touches: &touches, meetings: &[], late: Late::NOTHING };
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

    /// How far the farthest particle is from where it would be if the whole had moved without turning or giving way, in m.
    fn distortion(&self) -> f64 {
        let shift = downhill() * self.progress().0;
        let placed = self.start.iter().map(|p| on_slope(p) + shift);
        placed.zip(&self.state.positions).map(|(told, is)| (told - is).norm()).fold(0.0, f64::max)
    }

    fn height(&self) -> f64 {
        self.state.positions.iter().map(|p| p.coords.dot(&normal()).abs()).fold(0.0, f64::max)
    }
}

#[test]
fn a_sheet_accelerates_as_the_formula_says() {
    let mut slide = Slide::sheet(0.6, 0.0, 0.0);
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
    let mut slide = Slide::sheet(0.9, 1.0, 0.0);
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
    let mut slide = Slide::sheet(0.9, 0.0, 0.0);
    (0..500).for_each(|_| slide.step(1.0 / 96.0));
    let (place, speed) = slide.progress();
    assert!(place.abs() < 1e-9 && speed.abs() < 1e-12, "{place} {speed}");
}

#[test]
fn a_sheet_that_falls_on_the_slope_lands_on_it() {
    let mut slide = Slide::sheet(0.9, 0.0, 0.2);
    (0..192).for_each(|_| slide.step(1.0 / 96.0));
    assert!(slide.height() < 1e-9, "{}", slide.height());
    assert_eq!(slide.outcome.sticking, 16, "{:?}", slide.outcome);
}

#[test]
fn a_surface_does_not_pull() {
    // The sheet moves away from the slope, which takes hold of it all the same: it is let go within the step.
    let mut slide = Slide::sheet(0.9, 0.0, 0.0);
    slide.state.velocities.fill(normal() * 0.5);
    slide.grasping = true;
    slide.step(1.0 / 96.0);
    assert_eq!((slide.outcome.released, slide.outcome.passes), (16, 3), "{:?}", slide.outcome);
    let lifted = slide.state.positions.iter().map(|p| p.coords.dot(&normal())).fold(f64::INFINITY, f64::min);
    assert!(lifted > 0.003, "{lifted}");
}

/// Out of the corners between the slope and walls behind: the slope goes on holding what they let go.
#[test]
fn one_of_two_surfaces_does_not_pull_while_the_other_pushes() {
    let mut slide = Slide { grasping: true, walled: true, ..Slide::sheet(0.0, 0.0, 0.0) };
    (0..60).for_each(|_| slide.step(1.0 / 240.0));
    let (expected, (place, _)) = (formula(0.0, 0.0, 0.25).0, slide.progress());
    assert!((place - expected).abs() < 0.01 * expected, "{place} m, not {expected}");
    assert!(slide.state.positions.iter().all(|p| p.coords.dot(&normal()).abs() < 1e-6));
}

/// How far and how fast the formula of SSIF08 fig. 7 says that a particle has slid, in m and m/s.
fn formula(friction: f64, speed: f64, time: f64) -> (f64, f64) {
    let pull = (ANGLE.sin() - friction * ANGLE.cos()) * GRAVITY;
    let time = if pull < 0.0 { time.min(speed / -pull) } else { time };
    (speed * time + 0.5 * pull * time * time, speed + pull * time)
}

#[test]
fn a_block_accelerates_as_the_formula_says() {
    let mut slide = Slide::block(0.6, 0.0);
    (0..192).for_each(|_| slide.step(1.0 / 192.0));
    let ((place, speed), (told, told_speed)) = (slide.progress(), formula(0.6, 0.0, 1.0));
    assert!((speed / told_speed - 1.0).abs() < 0.01, "{speed} against {told_speed}");
    assert!((place / told - 1.0).abs() < 0.01, "{place} against {told}");
    assert!(slide.distortion() < 1e-4, "{}", slide.distortion());
}

#[test]
fn a_block_slows_down_to_rest_where_the_formula_says() {
    let mut slide = Slide::block(0.9, 1.0);
    (0..384).for_each(|_| slide.step(1.0 / 192.0));
    let ((place, speed), (told, _)) = (slide.progress(), formula(0.9, 1.0, 2.0));
    assert!((place / told - 1.0).abs() < 0.01, "{place} against {told}");
    assert!(speed.abs() < 1e-9, "{speed}");
    assert!(slide.distortion() < 1e-4, "{}", slide.distortion());
    assert_eq!(slide.outcome.sticking, 4, "{:?}", slide.outcome);
}

#[test]
fn a_block_that_friction_can_hold_does_not_creep() {
    let mut slide = Slide::block(0.9, 0.0);
    (0..500).for_each(|_| slide.step(1.0 / 96.0));
    let (place, speed) = slide.progress();
    // Up to a micrometre is the block's own give: friction pulls at its bottom.
    assert!(place.abs() < 1e-5 && speed.abs() < 1e-9, "{place} {speed}");
}
