//! Cloth in motion against mechanics: what a clock, a ruler and a balance would say.

mod analytic;
mod damage;
mod swing;

use dynamics::{Cloth, Constraint, Constraints, Held, Material, Rest, Settings, State, Stepper, World};
use geometry::shapes::{Ends, Shape};
use geometry::{Mesh, Point, Vector, VertexId};

/// Cotton without damping or drag: what energy is lost is lost by the rule.
fn undamped() -> Material {
    let cotton = Material::preset("cotton").expect("a preset");
    Material { stretch_damping: 0.0, shear_damping: 0.0, bend_damping: 0.0, air_drag: 0.0, ..cotton }
}

/// A square sheet of a metre, lying in the plane y = 0, its first row along z = 0.
fn square(cells: u32) -> Shape {
    Shape::grid(cells, cells, Ends::Open, Ends::Open, |u, v| Point::new(u, 0.0, v))
}

fn cloth(shape: &Shape, material: &Material) -> Cloth {
    let mesh = Mesh::new(shape.positions.len(), &shape.triangles).expect("a mesh");
    Cloth::new(&mesh, Rest::surface(&shape.positions), std::slice::from_ref(material), |_| 0).expect("cloth")
}

fn pin(particle: u32) -> Constraint {
    Constraint {
        particle: VertexId(particle),
        held: Held::Everywhere,
        velocity: Vector::zeros(),
        correction: Vector::zeros(),
    }
}

/// Holds particles where they are.
fn pins(particles: impl IntoIterator<Item = u32>) -> Constraints {
    Constraints::new(particles.into_iter().map(pin).collect())
}

/// A cloth under way.
struct Run {
    cloth: Cloth,
    state: State,
    stepper: Stepper,
    world: World,
    pins: Constraints,
}

impl Run {
    fn new(shape: &Shape, material: &Material, pins: Constraints, settings: Settings) -> Self {
        let cloth = cloth(shape, material);
        let stepper = Stepper::new(&cloth, settings);
        Self { state: State::at_rest(shape.positions.clone()), cloth, stepper, world: World::default(), pins }
    }

    fn step(&mut self, duration: f64) -> dynamics::StepReport {
        self.stepper.step(&self.cloth, &mut self.state, &self.world, &self.pins, duration).expect("a step")
    }

    /// Kinetic, elastic and potential energy, in J.
    fn energy(&self) -> f64 {
        self.cloth.energy_of_motion(&self.state.positions, &self.state.velocities, &self.world).total()
    }

    /// The centre of mass.
    fn center(&self) -> Vector {
        let masses = self.cloth.masses();
        let sum: Vector = masses.iter().zip(&self.state.positions).map(|(m, p)| p.coords * *m).sum();
        sum / masses.iter().sum::<f64>()
    }
}

/// The times at which a value passes through zero, by linear interpolation, and the largest absolute values between them.
#[derive(Default)]
struct Swings {
    last: Option<(f64, f64)>,
    crossings: Vec<f64>,
    peaks: Vec<f64>,
}

impl Swings {
    fn note(&mut self, time: f64, value: f64) {
        if let Some((then, before)) = self.last.filter(|(_, before)| before * value < 0.0) {
            self.crossings.push(then + (time - then) * before / (before - value));
            self.peaks.push(0.0);
        }
        if let Some(peak) = self.peaks.last_mut() {
            *peak = value.abs().max(*peak);
        }
        self.last = Some((time, value));
    }

    /// The mean period between the first and the last crossing, in s.
    fn period(&self) -> f64 {
        let count = self.crossings.len() - 1;
        2.0 * (self.crossings[count] - self.crossings[0]) / count as f64
    }
}
