#![allow(missing_docs)]
use dynamics::laboratory::cusick::Test;
use dynamics::Material;
use rayon::prelude::*;
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let jobs: Vec<(&String, u64)> = a[2..].iter().flat_map(|n| a[1].split(',').map(move |s| (n, s.parse().unwrap()))).collect();
    jobs.par_iter().for_each(|(name, seed)| {
        let (base, changes) = name.split_once(':').unwrap_or((name, ""));
        let mut m = Material::preset(base).unwrap();
        for c in changes.split(',').filter(|c| !c.is_empty()) {
            let (k, v) = c.split_once('=').unwrap();
            let v: f64 = v.parse().unwrap();
            match k { "d" => m.density = v, "k" => { m.stretch_warp = v; m.stretch_weft = v } "g" => m.shear = v, "bw" => m.bend_warp = v, "bf" => m.bend_weft = v, _ => panic!() }
        }
        let mut t = Test::new(a[0].parse().unwrap());
        t.seed = *seed;
        let start = std::time::Instant::now();
        let d = t.measure(&m).unwrap();
        println!("{name} {seed} DC {:.1} folds {} E {:.4e} depth {:.3} it {} rest {} imb {:.1e} {:.1}s", d.coefficient, d.folds, d.energy, d.depth, d.iterations, d.at_rest, d.imbalance, start.elapsed().as_secs_f64());
    });
}
