use dynamics::laboratory::cusick::Test;
use dynamics::Material;
fn main() {
    let a: Vec<f64> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    // faces seed density stretch shear bend
    let m = Material { density: a[2], stretch_warp: a[3], stretch_weft: a[3], shear: a[4], bend_warp: a[5], bend_weft: a[5], ..Material::preset("cotton").unwrap() };
    let mut t = Test::new(a[0] as usize);
    t.seed = a[1] as u64;
    if let Some(i) = a.get(6) { t.settings.imbalance = *i; }
    let start = std::time::Instant::now();
    let d = t.measure(&m).unwrap();
    println!("{a:?} DC {:.1} folds {} depth {:.3} it {} rest {} imb {:.1e} {:.1}s", d.coefficient, d.folds, d.depth, d.iterations, d.at_rest, d.imbalance, start.elapsed().as_secs_f64());
}
