//! What a solve costs.
use dynamics::solver::sample::{Fabric, Lie, Sample};
use dynamics::solver::*;
use geometry::Vector;
use std::time::Instant;
fn main() {
    for lie in [Lie::Wavy, Lie::Folded, Lie::Crumpled] {
        let sample = Sample::sheet(150, lie);
        for k in [50.0, 1000.0, 10000.0] {
            let fabric = Fabric::of(k);
            let matrix = sample.matrix(fabric);
            let b = sample.right_side(fabric);
            for threads in [1, 2] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                pool.install(|| {
                    let mut x = vec![Vector::zeros(); b.len()];
                    let mut work = Workspace::default();
                    let mut pre = BlockJacobi::default();
                    let t = Instant::now();
                    pre.update(&matrix, &sample.pins);
                    let s = solve(
                        &matrix,
                        &sample.pins,
                        &mut pre,
                        &b,
                        &mut x,
                        Limits { tolerance: 1e-4, iterations: 5000 },
                        &mut work,
                    );
                    let e = t.elapsed().as_secs_f64() * 1e3;
                    let mut best = f64::INFINITY;
                    for _ in 0..20 {
                        let t = Instant::now();
                        matrix.apply(&b, &mut x);
                        best = best.min(t.elapsed().as_secs_f64() * 1e3);
                    }
                    println!(
                        "{lie:?} {k} {threads}: {s:?} {e:.1} ms, {:.3} ms each; product {best:.3} ms {:.1} GB/s",
                        e / f64::from(s.iterations),
                        matrix.product_bytes() as f64 / best / 1e6
                    );
                });
            }
        }
    }
}
