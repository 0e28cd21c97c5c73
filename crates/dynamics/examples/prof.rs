use dynamics::solver::sample::{Fabric, Lie, Sample};
use dynamics::solver::*;
use geometry::Vector;
fn cpu() -> f64 {
    use std::sync::OnceLock;
    static T: OnceLock<std::time::Instant> = OnceLock::new();
    T.get_or_init(std::time::Instant::now).elapsed().as_secs_f64() * 1e3
}
fn main() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        let sample = Sample::sheet(150, Lie::Wavy);
        let fabric = Fabric::of(1000.0);
        let matrix = sample.matrix(fabric);
        let b = sample.right_side(fabric);
        let mut z = b.clone();
        let best = |f: &mut dyn FnMut()| {
            let mut m = f64::INFINITY;
            for _ in 0..200 {
                let t = cpu();
                f();
                m = m.min(cpu() - t);
            }
            m
        };
        println!("product {:.3}", best(&mut || matrix.apply(&b, &mut z)));
        let mut bj = BlockJacobi::default();
        println!("bj update {:.3}", best(&mut || bj.update(&matrix, &sample.pins)));
        println!("bj apply {:.3}", best(&mut || bj.apply(&b, &mut z)));
        for degree in [1, 2] {
            let mut grid = Multigrid::new(matrix.pattern(), &sample.rest, Cycle { degree, range: 8.0 });
            println!(
                "setup {:.3}",
                best(&mut || {
                    grid.prepare(&matrix, &Links::default(), &sample.pins);
                })
            );
            let mut pre = grid.prepare(&matrix, &Links::default(), &sample.pins);
            println!("cycle {:.3}", best(&mut || pre.apply(&b, &mut z)));
        }
        let mut work = Workspace::default();
        let mut x = vec![Vector::zeros(); b.len()];
        println!(
            "cg 5 iterations {:.3}",
            best(&mut || {
                x.fill(Vector::zeros());
                solve(&matrix, &sample.pins, &mut bj, &b, &mut x, Limits { tolerance: 0.0, iterations: 5 }, &mut work);
            })
        );
    });
}
