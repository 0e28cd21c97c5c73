use geometry::{Assembly, Part};
use make_fixtures::corpus::{Family, case};
use untangle::{Quality, Settings, Tangled, repair};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let wanted = args.get(1).map_or("", String::as_str);
    let from: u64 = args.get(2).map_or(0, |s| s.parse().unwrap());
    let to: u64 = args.get(3).map_or(10, |s| s.parse().unwrap());
    let verbose = args.get(4).is_some();
    for family in Family::ALL.into_iter().filter(|f| f.name().contains(wanted)) {
        let (mut ok, mut n, mut clean_inputs) = (0, 0, 0);
        let mut worst = [0f64; 4];
        let start = std::time::Instant::now();
        for seed in from..to {
            let c = case(family, seed);
            let shapes: Vec<_> = c.pieces.iter().chain(&c.body).collect();
            let parts: Vec<Part> =
                shapes.iter().map(|s| Part { positions: &s.positions, triangles: &s.triangles }).collect();
            let a = Assembly::new(&parts).unwrap();
            let count = a.positions().len();
            let (mut held, mut ranks, mut solid) = (vec![false; count], vec![1; count], vec![false; count]);
            for (k, piece) in a.pieces().iter().enumerate() {
                for v in piece.vertices.clone() {
                    if k >= c.pieces.len() {
                        held[v as usize] = true;
                        solid[v as usize] = true;
                        ranks[v as usize] = 0;
                    } else if c.layers {
                        ranks[v as usize] = 1 + k as u32;
                    }
                }
            }
            let clean: Vec<_> = c.clean.iter().chain(&c.body).flat_map(|s| s.positions.clone()).collect();
            let mut rest = a.positions().to_vec();
            for (r, p) in clean.iter().enumerate() {
                rest[a.vertex_of(r as u32).index()] = *p;
            }
            let t = Tangled {
                mesh: a.mesh(),
                positions: a.positions(),
                rest: Some(&rest),
                held: &held,
                ranks: &ranks,
                solid: &solid,
            };
            let s = std::time::Instant::now();
            let r = repair(
                &t,
                &Settings {
                    seconds: 100.0,
                    iterations: args.get(5).map_or(300, |s| s.parse().unwrap()),
                    ..Settings::default()
                },
            );
            let secs = s.elapsed().as_secs_f64();
            n += 1;
            if r.crossings[0] == 0 {
                clean_inputs += 1;
            }
            if r.crossings[1] == 0 {
                ok += 1;
            }
            let counts: Vec<bool> = solid.iter().map(|s| !s).collect();
            let q = Quality::measure(a.mesh(), a.positions(), &r.positions, &rest, &counts);
            let figures = [q.mean / c.depth, q.edge_length[1] * 100.0, q.flipped as f64, secs];
            for k in 0..4 {
                worst[k] = worst[k].max(figures[k]);
            }
            if verbose || r.crossings[1] > 0 {
                let levels: Vec<String> =
                    r.levels.iter().map(|l| format!("{}:{}→{}", l.level.name(), l.iterations, l.crossings)).collect();
                println!(
                    "  {} {seed}: {} tri, {:?} crossings, {:?} paths, it {}, {:.2}s, mean/depth {:.2} max/depth {:.2} p95 {:.1}% flipped {} moved {}/{} sep {:?} th {:.4} {}",
                    family.name(),
                    a.mesh().faces().len(),
                    r.crossings,
                    r.paths,
                    r.iterations,
                    secs,
                    figures[0],
                    q.max / c.depth,
                    figures[1],
                    q.flipped,
                    q.moved,
                    count,
                    r.separation,
                    r.thickness,
                    levels.join(" ")
                );
            }
        }
        println!(
            "{:20} {ok}/{n} ({clean_inputs} clean inputs) worst mean/depth {:.2} p95 {:.1}% flipped {} secs {:.2}, total {:.1}s",
            family.name(),
            worst[0],
            worst[1],
            worst[2],
            worst[3],
            start.elapsed().as_secs_f64()
        );
    }
}
