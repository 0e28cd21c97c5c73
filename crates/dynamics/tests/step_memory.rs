//! A step in the middle of a run allocates nothing. A test binary of its own, because it counts every allocation.

#[path = "../../body/tests/counting/mod.rs"]
mod counting;

use counting::{Counting, count};
use dynamics::{Cloth, Constraint, Constraints, Held, Material, Rest, Settings, State, Stepper, World};
use geometry::shapes::{Ends, Shape};
use geometry::{Mesh, Point, Vector, VertexId};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_step_of_a_running_simulation_allocates_nothing() {
    let n = 40;
    let shape = Shape::grid(n, n, Ends::Open, Ends::Open, |u, v| Point::new(u, 0.0, v));
    let mesh = Mesh::new(shape.positions.len(), &shape.triangles).unwrap();
    let cotton = Material::preset("cotton").unwrap();
    let cloth = Cloth::new(&mesh, Rest::surface(&shape.positions), &[cotton], |_| 0).unwrap();
    let (velocity, correction) = (Vector::zeros(), Vector::zeros());
    let held = [0, n].map(|i| Constraint { particle: VertexId(i), held: Held::Everywhere, velocity, correction });
    let (constraints, world) = (Constraints::new(held.to_vec()), World::default());
    let mut state = State::at_rest(shape.positions);
    let mut stepper = Stepper::new(&cloth, Settings::default());
    // On the calling thread, so that every allocation is counted.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        for k in 0..12 {
            let before = count();
            let report = stepper.step(&cloth, &mut state, &world, &constraints, 1.0 / 96.0).unwrap();
            if k >= 6 {
                assert_eq!(count(), before, "step {k}");
                assert!(report.iterations > 2 && report.lost.is_empty(), "{report:?}");
            }
        }
    });
}
