use super::*;
use rayon::prelude::*;
use std::f64::consts::TAU;

fn preset(name: &str) -> Material {
    Material::preset(name).expect("a preset")
}

#[test]
fn a_flat_disc_has_exactly_100() {
    let disc = Disc::new(SUPPORT, SPECIMEN, 3000);
    assert_eq!(coefficient(&disc, &disc.specimen.positions), 100.0);
    assert_eq!(folds(&disc.specimen.positions[disc.specimen.positions.len() - disc.specimen.tip..]), 0);
}

#[test]
fn the_disc_is_the_one_of_the_standard_in_even_triangles() {
    for faces in [800, 3000, 12_000] {
        let disc = Disc::new(SUPPORT, SPECIMEN, faces);
        let flat = &disc.specimen;
        let area = shadow::area(&flat.positions, &disc.all_faces());
        assert!((area / (TAU / 2.0 * SPECIMEN * SPECIMEN) - 1.0).abs() < 0.005, "{area}");
        let free = flat.triangles.iter().filter(|t| t.iter().any(|v| *v as usize >= flat.held)).count();
        assert!((free as f64 / faces as f64 - 1.0).abs() < 0.15, "{free} for {faces}");
        for t in &flat.triangles {
            let [a, b, c] = t.map(|v| flat.positions[v as usize]);
            let sides = [(b - a).norm(), (c - b).norm(), (a - c).norm()];
            let [least, most] = [f64::min, f64::max].map(|pick| pick(pick(sides[0], sides[1]), sides[2]));
            assert!(most < 1.2 * least, "{sides:?}");
            assert!((b - a).cross(&(c - a)).y > 0.0);
        }
    }
}

#[test]
fn a_disc_that_cannot_bend_has_100() {
    let board = Material { bend_warp: 100.0, bend_weft: 100.0, shear: 1e5, ..preset("cotton") };
    let found = measure(&board, 800).expect("cloth");
    assert!((found.coefficient - 100.0).abs() < 0.1, "{}", found.coefficient);
    assert_eq!(found.folds, 0);
}

#[test]
fn presets_drape_as_their_fabrics_do() {
    let found: Vec<Drape> =
        Material::PRESETS.par_iter().map(|name| measure(&preset(name), 1500).expect("cloth")).collect();
    for (name, found) in Material::PRESETS.into_iter().zip(found) {
        let Drape { coefficient, folds, at_rest, .. } = found;
        assert!(at_rest, "{name}");
        let range = published(name).expect("a range");
        assert!(range.contains(&coefficient), "{name}: {coefficient} is not within {range:?}");
        assert!((3..=12).contains(&folds), "{name}: {folds} folds");
    }
}

#[test]
fn the_unevenness_moves_the_folds_more_than_the_coefficient() {
    let of = |seed: u64| Test { seed, ..Test::new(800) }.measure(&preset("wool")).expect("cloth").coefficient;
    let found: Vec<f64> = (1..=4u64).into_par_iter().map(of).collect();
    let mean = found.iter().sum::<f64>() / found.len() as f64;
    assert!(found.iter().all(|c| (c - mean).abs() < 5.0), "{found:?}");
}

#[test]
fn folds_of_a_known_rim() {
    for waves in [3, 5, 8] {
        let rim = |k: u32| {
            let angle = TAU * f64::from(k) / 120.0;
            let radius = 0.12 + 0.01 * (f64::from(waves) * angle).cos();
            Point::new(radius * angle.cos(), 0.0, radius * angle.sin())
        };
        let rim: Vec<Point> = (0..120).map(rim).collect();
        assert_eq!(folds(&rim), waves as usize);
    }
}
