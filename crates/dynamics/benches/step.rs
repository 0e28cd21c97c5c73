//! What a whole step costs: a cloth that hangs from two corners and falls into place, in cotton, 96 steps a second.
//!
//! 1. Sizes: time of a step, its iterations, steps per second and memory, on one and on two threads.
//! 2. The parts of a step at 22,500 vertices: assembly, the preconditioner's preparation, the solve; the rest is the
//!    prediction, the checks and the copy of the state.
//!
//! Steps differ; times are means over the same steps for every number of threads, the fastest of a few runs.
//! Parts can be named: sizes, parts.

use dynamics::solver::{Automatic, Coupled, Filter, Limits, Workspace, solve};
use dynamics::system::{Moment, System, Weights};
use dynamics::{Cloth, Constraint, Constraints, Held, Material, Rest, Settings, State, Stepper, World};
use geometry::shapes::{Ends, Shape};
use geometry::{Mesh, Point, Vector, VertexId};
use std::hint::black_box;
use std::time::Instant;

/// Duration of a step, in s.
const STEP: f64 = 1.0 / 96.0;
/// Steps before the clock runs: the cloth is in motion then.
const WARM: u32 = 6;
/// Steps that are timed.
const TIMED: u32 = 6;
/// Runs; the fastest counts.
const RUNS: usize = 3;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let parts: [(&str, fn()); 2] = [("sizes", sizes), ("parts", split)];
    for (name, part) in parts {
        if wanted.is_empty() || wanted.iter().any(|w| w == name) {
            part();
        }
    }
}

/// Runs on a pool of so many threads.
fn on<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(work)
}

/// A cloth of 1 m × 1 m, held at two corners.
struct Scene {
    cloth: Cloth,
    state: State,
    constraints: Constraints,
}

impl Scene {
    /// With so many vertices along a side.
    fn new(side: u32) -> Self {
        let n = side - 1;
        let shape = Shape::grid(n, n, Ends::Open, Ends::Open, |u, v| Point::new(u, 0.0, v));
        let mesh = Mesh::new(shape.positions.len(), &shape.triangles).expect("a mesh");
        let cotton = Material::preset("cotton").expect("a preset");
        let cloth = Cloth::new(&mesh, Rest::surface(&shape.positions), &[cotton], |_| 0).expect("cloth");
        let hold = |i: u32| Constraint {
            particle: VertexId(i),
            held: Held::Everywhere,
            velocity: Vector::zeros(),
            correction: Vector::zeros(),
        };
        let constraints = Constraints::new(vec![hold(0), hold(n)]);
        Self { cloth, state: State::at_rest(shape.positions), constraints }
    }

    /// Positions, velocities, both a step ago, and the last change.
    fn state_bytes(&self) -> usize {
        5 * size_of_val(&self.state.velocities[..])
    }

    fn advance(&mut self, stepper: &mut Stepper, steps: u32) -> (u32, u32) {
        let (mut iterations, mut attempts) = (0, 0);
        for _ in 0..steps {
            let report = stepper.step(&self.cloth, &mut self.state, &World::default(), &self.constraints, STEP);
            let report = report.expect("a step");
            iterations += report.iterations;
            attempts += report.substeps + report.failed;
        }
        (iterations, attempts)
    }
}

/// Time of a step in ms, iterations and solves in all, and bytes.
fn timed(side: u32) -> (f64, u32, u32, usize) {
    let mut best = (f64::INFINITY, 0, 0, 0);
    for _ in 0..RUNS {
        let mut scene = Scene::new(side);
        let mut stepper = Stepper::new(&scene.cloth, Settings::default());
        scene.advance(&mut stepper, WARM);
        let start = Instant::now();
        let (iterations, attempts) = scene.advance(&mut stepper, TIMED);
        let time = 1e3 * start.elapsed().as_secs_f64() / f64::from(TIMED);
        if time < best.0 {
            best = (time, iterations, attempts, stepper.bytes() + scene.cloth.bytes() + scene.state_bytes());
        }
    }
    best
}

fn sizes() {
    println!("hanging cotton, {STEP:.4} s a step");
    println!(
        "{:>8} {:>7} | {:>9} {:>8} {:>9} {:>7} | {:>8} | {:>8}",
        "vertices", "threads", "ms a step", "steps/s", "its/step", "solves", "speed-up", "bytes/v"
    );
    for side in [50, 150, 300] {
        let mut single = 0.0;
        for threads in [1, 2] {
            let (time, iterations, solves, bytes) = on(threads, || timed(side));
            if threads == 1 {
                single = time;
            }
            println!(
                "{:>8} {threads:>7} | {time:>9.2} {:>8.1} {:>9.1} {:>7.1} | {:>8.2} | {:>8}",
                side * side,
                1e3 / time,
                f64::from(iterations) / f64::from(TIMED),
                f64::from(solves) / f64::from(TIMED),
                single / time,
                bytes / (side * side) as usize
            );
        }
    }
}

/// Milliseconds of the fastest run.
fn fastest(mut run: impl FnMut()) -> f64 {
    let seconds = (0..10).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64()
    });
    1e3 * seconds.fold(f64::INFINITY, f64::min)
}

fn split() {
    println!("\nparts of one backward Euler step of 150 x 150 vertices, ms");
    println!("{:>7} | {:>8} {:>8} {:>8} {:>6}", "threads", "assembly", "prepare", "solve", "its");
    let mut scene = Scene::new(150);
    let mut stepper = Stepper::new(&scene.cloth, Settings::default());
    scene.advance(&mut stepper, WARM);
    for threads in [1, 2] {
        on(threads, || split_of(&scene, threads));
    }
}

fn split_of(scene: &Scene, threads: usize) {
    let Scene { cloth, state, constraints } = scene;
    let mut system = System::new(cloth);
    let drift: Vec<Vector> = state.velocities.iter().map(|v| v * STEP).collect();
    let weights = Weights {
        mass: 1.0,
        viscosity: STEP,
        stiffness: STEP * STEP,
        force: STEP,
        drift: STEP,
        settling: 0.0,
        bond: 1.0,
    };
    let moment = Moment { positions: &state.positions, velocities: &state.velocities, drift: &drift, lag: None };
    let assembly = fastest(|| system.assemble(cloth, moment, &World::default(), weights));
    let (filter, System { matrix, links, right, .. }) = (Filter::of(constraints), &system);
    let mut automatic = Automatic::new(matrix.pattern(), cloth.shape());
    let prepare = fastest(|| {
        black_box(automatic.prepare(matrix, links, &filter));
    });
    let mut preconditioner = automatic.prepare(matrix, links, &filter);
    let (mut x, mut work, mut iterations) = (right.clone(), Workspace::default(), 0);
    let limits = Limits { tolerance: Settings::default().tolerance, iterations: 1000 };
    let time = fastest(|| {
        x.fill(Vector::zeros());
        let coupled = Coupled { matrix, links };
        iterations = solve(&coupled, &filter, &mut preconditioner, right, &mut x, limits, &mut work).iterations;
    });
    println!("{threads:>7} | {assembly:>8.2} {prepare:>8.2} {time:>8.2} {iterations:>6}");
}
