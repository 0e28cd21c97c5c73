//! The analysis against the oracle: same crossings, same paths, same regions.

use super::{analyse, tree};
use gia::Analyser;
use num_bigint::BigInt;
use rand::{RngExt, SeedableRng};
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

/// A state analysed from the one before is what it is analysed anew, whichever vertices have moved.
#[test]
fn again_after_some_have_moved() {
    let (mut found, mut kept) = (0, 0);
    for seed in 0..600 {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let places = if seed % 2 == 0 { Places::Lattice } else { Places::Fine };
        let (mesh, before) = random::mesh(&mut random, places);
        let first = analyse(&mesh, &before);
        let mut positions = before.clone();
        for position in &mut positions {
            if random.random_bool(0.2) {
                *position = before[random.random_range(0..before.len())];
            }
        }
        let has_moved = |face: &[geometry::VertexId; 3]| face.iter().any(|v| before[v.index()] != positions[v.index()]);
        let moved: Vec<bool> = mesh.faces().iter().map(has_moved).collect();
        let tree = tree(&mesh, &positions);
        let again = Analyser::default().analyse_again(&mesh, &positions, &tree, &moved, first.crossings());
        assert_eq!(again, analyse(&mesh, &positions), "seed {seed}");
        found += again.crossings().len();
        kept += again.crossings().iter().filter(|c| first.crossings().contains(c)).count();
    }
    // What cannot fail proves nothing: some crossings must have stayed, and others come.
    assert!(kept > 100 && found > kept + 100, "{kept} of {found} kept");
}
