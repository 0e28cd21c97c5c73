//! A small sample of the corpus: `selvedge regress --untangle` runs all of it.

use crate::inspect::{Folder, selvedge};
use geometry::{Assembly, Part};
use make_fixtures::corpus::{Case, Family, case};
use num_bigint::BigInt;
use selvedge::regress::untangle::attempt;
use selvedge_tests::oracle;

/// The most triangles that brute force is asked about.
const SMALL: usize = 700;

/// The first small case of a family.
fn small(family: Family) -> Case {
    let triangles = |case: &Case| case.pieces.iter().map(|shape| shape.triangles.len()).sum::<usize>();
    (0..50).map(|seed| case(family, seed)).find(|case| triangles(case) < SMALL).expect("one in fifty is small")
}

#[test]
fn one_case_of_every_family_comes_out_clean() {
    for family in Family::ALL {
        let case = small(family);
        let (attempt, repaired) = attempt(&case).expect("a mesh");
        assert!(attempt.crossings[0] > 0, "{attempt:?} is no tangle");
        assert_eq!(attempt.crossings[1], 0, "{attempt:?}");
        assert!(attempt.displacement < 2.0, "{attempt:?}");
        assert!(attempt.edge_length < 0.05, "{attempt:?}");
        assert_eq!(attempt.flipped, 0, "{attempt:?}");
        if family.is_single() {
            assert_eq!(exact_crossings(&case, &repaired), 0, "{attempt:?}");
        }
    }
}

fn exact_crossings(case: &Case, repaired: &[geometry::Point]) -> usize {
    let mut rest = repaired;
    let mut parts = Vec::new();
    for shape in &case.pieces {
        let (positions, others) = rest.split_at(shape.positions.len());
        parts.push(Part { positions, triangles: &shape.triangles });
        rest = others;
    }
    let assembly = Assembly::new(&parts).expect("a mesh");
    oracle::analyse::<BigInt>(assembly.mesh(), assembly.positions()).crossings.len()
}

/// The command says which case it ran, with the figures, and refuses to replace files unasked.
#[test]
fn the_command_lists_cases_and_writes_them() {
    let folder = Folder::new();
    let output = folder.path("repaired");
    let run = |more: &[&str]| {
        let mut command = selvedge();
        command.args(["regress", "--untangle", "--only", "corner", "--first", "5", "--cases", "1", "--json", "-"]);
        command.arg("-o").arg(&output).args(more).output().expect("the tool runs")
    };
    let first = run(&[]);
    assert_eq!(first.status.code(), Some(0), "{}", String::from_utf8_lossy(&first.stderr));
    let report: serde_json::Value = serde_json::from_slice(&first.stdout).expect("JSON");
    assert_eq!(report["attempts"][0]["seed"], 5);
    assert_eq!((&report["cases"], &report["clean"]), (&1.into(), &1.into()));
    let written = cloth_io::read(&output.join("corner-5.ply")).expect("a mesh");
    let (triangles, _) = written.pieces()[0].polygons.triangles();
    assert_eq!(report["attempts"][0]["triangles"], triangles.len());
    let mesh = geometry::Mesh::new(written.pieces()[0].positions.len(), &triangles).expect("a mesh");
    assert!(crate::gia::analyse(&mesh, &written.pieces()[0].positions).is_clean());
    assert_eq!(run(&[]).status.code(), Some(2));
    assert_eq!(run(&["--overwrite"]).status.code(), Some(0));
}

/// A family and a seed are the same meshes for ever; the clean shapes are clean, and the same meshes.
#[test]
fn cases_are_what_they_say() {
    for family in Family::ALL {
        let (one, again, other) = (case(family, 3), case(family, 3), case(family, 4));
        assert_eq!(one.pieces, again.pieces);
        assert_ne!(one.pieces, other.pieces);
        assert!(one.depth > 0.0);
        for (tangled, clean) in one.pieces.iter().zip(&one.clean) {
            assert_eq!(tangled.triangles, clean.triangles, "{}", family.name());
        }
        let parts: Vec<Part> = one
            .clean
            .iter()
            .chain(&one.body)
            .map(|shape| Part { positions: &shape.positions, triangles: &shape.triangles })
            .collect();
        let assembly = Assembly::new(&parts).expect("a mesh");
        let analysis = crate::gia::analyse(assembly.mesh(), assembly.positions());
        assert!(analysis.is_clean(), "{}: its clean shape is not", family.name());
    }
}
