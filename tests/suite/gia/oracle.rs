//! The analysis against the oracle: same crossings, same paths, same regions.

use super::analyse;
use num_bigint::BigInt;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use selvedge_tests::oracle::{self, sign::Number};
use selvedge_tests::random::{self, Places};

fn compare<N: Number>(places: Places, meshes: u64) {
    let mut met = std::collections::BTreeMap::new();
    for seed in 0..meshes {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let (mesh, positions) = random::mesh(&mut random, places);
        let truth = oracle::analyse::<N>(&mesh, &positions);
        let analysis = analyse(&mesh, &positions);
        let check = std::panic::catch_unwind(|| oracle::assert_same(&analysis, &truth));
        assert!(check.is_ok(), "{places:?}, seed {seed}: see above");
        for path in &truth.paths {
            *met.entry((path.kind, path.color)).or_insert(0) += 1;
        }
    }
    println!("{places:?}: {met:?}");
    // What cannot fail proves nothing: every kind of path must have come up.
    for kind in [gia::Kind::Closed, gia::Kind::Loop, gia::Kind::Boundary, gia::Kind::Mixed] {
        assert!(met.keys().any(|(k, _)| *k == kind), "no {kind:?} path in {meshes} meshes");
    }
}

#[test]
fn on_small_lattices_where_most_determinants_vanish() {
    compare::<i128>(Places::Lattice, 2000);
}

#[test]
fn in_general_position() {
    compare::<i128>(Places::Fine, 1500);
}

#[test]
fn with_coordinates_of_very_different_magnitudes() {
    compare::<BigInt>(Places::Wild, 300);
}
