//! Wide and plain vectors give the same bits.

use crate::solver::sample::{Fabric, Lie, Sample};
use crate::solver::{Cycle, Limits, Links, Multigrid, Operator, Preconditioner, Workspace, solve};
use geometry::Vector;
use std::cell::Cell;

thread_local! {
    static PLAIN: Cell<bool> = const { Cell::new(false) };
}

/// Whether wide vectors are not to be used on this thread.
pub fn is_plain() -> bool {
    PLAIN.get()
}

/// What `work` gives with wide and with plain vectors, on one thread each.
fn both(work: impl Fn() -> Vec<Vector> + Sync) -> [Vec<[u64; 3]>; 2] {
    [false, true].map(|plain| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
        let found = pool.install(|| {
            PLAIN.set(plain);
            work()
        });
        found.iter().map(|v| [v.x, v.y, v.z].map(f64::to_bits)).collect()
    })
}

fn sample() -> Sample {
    Sample::sheet(40, Lie::Folded)
}

#[test]
fn a_product_is_the_same() {
    let sample = sample();
    let (matrix, x) = (sample.matrix(Fabric::of(1000.0)), sample.right_side(Fabric::of(1000.0)));
    let [wide, plain] = both(|| {
        let mut y = vec![Vector::zeros(); x.len()];
        matrix.apply(&x, &mut y);
        y
    });
    assert_eq!(wide, plain);
}

#[test]
fn a_cycle_is_the_same() {
    let sample = sample();
    let (matrix, residual) = (sample.matrix(Fabric::of(1000.0)), sample.right_side(Fabric::of(1000.0)));
    let [wide, plain] = both(|| {
        let mut grid = Multigrid::new(&sample.pattern(), &sample.rest, Cycle { degree: 2, ..Cycle::default() });
        let mut out = vec![Vector::zeros(); residual.len()];
        grid.prepare(&matrix, &Links::default(), &sample.pins).apply(&residual, &mut out);
        out
    });
    assert_eq!(wide, plain);
}

#[test]
fn a_solve_is_the_same() {
    let sample = sample();
    let (matrix, b) = (sample.matrix(Fabric::of(1000.0)), sample.right_side(Fabric::of(1000.0)));
    let [wide, plain] = both(|| {
        let mut grid = Multigrid::new(&sample.pattern(), &sample.rest, Cycle::default());
        let mut prepared = grid.prepare(&matrix, &Links::default(), &sample.pins);
        let mut x = vec![Vector::zeros(); b.len()];
        let limits = Limits { tolerance: 1e-6, iterations: 1000 };
        let solved = solve(&matrix, &sample.pins, &mut prepared, &b, &mut x, limits, &mut Workspace::default());
        assert!(solved.definite && solved.residual <= 1e-6, "{solved:?}");
        x
    });
    assert_eq!(wide, plain);
}
