//! What a solve costs.
use dynamics::solver::sample::{Fabric, Lie, Sample};
use dynamics::solver::*;
use geometry::Vector;
use std::time::Instant;
fn main() {
    let args: Vec<f64> = std::env::var("MG").unwrap_or_default().split(',').filter_map(|s| s.parse().ok()).collect();
    let lies: &[Lie] = if args.len() > 2 { &[Lie::Wavy] } else { &[Lie::Wavy, Lie::Folded, Lie::Crumpled] };
    let cycle =
        if args.len() >= 2 { Cycle { degree: args[0] as usize, range: args[1] as f32 } } else { Cycle::default() };
    for &lie in lies {
        let sample = Sample::sheet(150, lie);
        for k in [50.0, 1000.0, 10000.0] {
            let fabric = Fabric::of(k);
            let matrix = sample.matrix(fabric);
            let b = sample.right_side(fabric);
            for threads in [1, 2] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                pool.install(|| {
                let limits = Limits { tolerance: 1e-4, iterations: 5000 };
                let mut x = vec![Vector::zeros(); b.len()];
                let mut work = Workspace::default();
                let mut pre = BlockJacobi::default();
                let t = Instant::now();
                pre.update(&matrix, &sample.pins);
                let s = solve(&matrix, &sample.pins, &mut pre, &b, &mut x, limits, &mut work);
                let e = t.elapsed().as_secs_f64() * 1e3;
                let t = Instant::now();
                let mut grid = Multigrid::new(matrix.pattern(), &sample.rest, cycle);
                let build = t.elapsed().as_secs_f64() * 1e3;
                if k == 50.0 && threads == 1 { println!("{:?} {} bytes/v", grid.levels().collect::<Vec<_>>(), grid.bytes() / b.len()); }
                let mut y = vec![Vector::zeros(); b.len()];
                let t = Instant::now();
                let mut pre = grid.prepare(&matrix, &Links::default(), &sample.pins);
                let setup = t.elapsed().as_secs_f64() * 1e3;
                let g = solve(&matrix, &sample.pins, &mut pre, &b, &mut y, limits, &mut work);
                let m = t.elapsed().as_secs_f64() * 1e3;
                if threads == 1 { println!("{:.2?}", grid.largest().collect::<Vec<_>>()); }
                println!("{lie:?} {k} {threads}: BJ {} {e:.1} ms; MG build {build:.1} setup {setup:.1} its {} {} total {m:.1} ({:.2} each) ratio {:.2}", s.iterations, g.iterations, g.definite, (m - setup) / f64::from(g.iterations), e / m);
            });
            }
        }
    }
}
