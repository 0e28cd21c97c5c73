//! A small sample of the corpus: `selvedge regress --untangle` runs all of it.

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
