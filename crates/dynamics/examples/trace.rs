#![allow(missing_docs)]
use dynamics::laboratory::cusick::Test;
use dynamics::Material;
fn main() {
    let a: Vec<f64> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    let m = Material { density: a[2], stretch_warp: a[3], stretch_weft: a[3], shear: a[4], bend_warp: a[5], bend_weft: a[5], ..Material::preset("cotton").unwrap() };
    let mut t = Test::new(a[0] as usize);
    t.seed = a[1] as u64;
    let start = std::time::Instant::now();
    let mut last = 0;
    let d = t.measure_watched(&m, &mut |r| { if r.iterations % 10 < 2 { println!("{} {:.2e} E {:.6e} tau {:.1e} cg {} t {:.1}", r.iterations, r.imbalance, r.energy, r.time, r.solver_iterations - last, start.elapsed().as_secs_f64()); } last = r.solver_iterations; }).unwrap();
    println!("{a:?} DC {:.1} folds {} depth {:.3} it {} rest {} imb {:.1e} {:.1}s", d.coefficient, d.folds, d.depth, d.iterations, d.at_rest, d.imbalance, start.elapsed().as_secs_f64());
}
