//! Filling, preparing and solving again allocate nothing. A test binary of its own, because it counts every allocation.

#[path = "../../body/tests/counting/mod.rs"]
mod counting;

use counting::{Counting, count};
use dynamics::Held;
use dynamics::solver::sample::{Fabric, Lie, Sample};
use dynamics::solver::{Automatic, Coupled, Filter, Limits, Link, Links, Symmetric, Workspace, solve};
use geometry::Vector;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn the_second_solve_allocates_nothing() {
    let sample = Sample::sheet(50, Lie::Folded);
    let mut matrix = sample.matrix(Fabric::of(1000.0));
    let b = sample.right_side(Fabric::of(1000.0));
    let (mut x, mut work) = (vec![Vector::zeros(); b.len()], Workspace::default());
    let mut automatic = Automatic::new(matrix.pattern(), &sample.rest);
    let (mut filter, mut links) = (Filter::default(), Links::default());
    let mut step = |stretch: f64, from: u32| {
        filter.set((from..from + 20).map(|i| (i, Held::OnPlane(Vector::z()))));
        links.set(
            b.len(),
            (from..from + 30).map(|i| Link {
                particles: [i, i + 500, 0, 0, 0],
                weights: [1.0, -1.0, 0.0, 0.0, 0.0],
                stiffness: Symmetric::scaled(1e-3),
            }),
        );
        matrix.fill(|i, blocks| {
            for block in blocks.iter_mut() {
                block.fill_diagonal(-stretch);
            }
            Symmetric::scaled(1.0 + f64::from(i as u32 % 7))
        });
        let mut chosen = automatic.prepare(&matrix, &links, &filter);
        let limits = Limits { tolerance: 1e-6, iterations: 100 };
        x.fill(Vector::zeros());
        solve(&Coupled { matrix: &matrix, links: &links }, &filter, &mut chosen, &b, &mut x, limits, &mut work)
    };
    // On the calling thread, so that every allocation is counted.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        for stretch in [0.1, 100.0] {
            step(stretch, 10);
            let before = count();
            let solved = step(stretch * 1.1, 20);
            assert_eq!(count(), before, "at {stretch}");
            assert!(solved.residual <= 1e-6 && solved.iterations > 2, "{solved:?}");
        }
    });
}
