//! The generated fixtures: what plane geometry says must be found is found, and the oracle agrees.

use super::{analyse, assemble};
use geometry::{Assembly, VertexId};
use gia::{Analysis, Color, Coloring, PathSide, Verdict};
use make_fixtures::{Found, Kind, Paint, Tangle, tangles};
use selvedge_tests::oracle;
use std::collections::BTreeSet;

fn tangle(name: &str) -> Tangle {
    tangles().into_iter().find(|tangle| tangle.name == name).expect("there is such a fixture")
}

fn analysed(tangle: &Tangle) -> (Assembly, Analysis) {
    let assembly = assemble(&tangle.pieces);
    let analysis = analyse(assembly.mesh(), assembly.positions());
    (assembly, analysis)
}

/// Mesh vertices in running numbers, ascending.
fn running(assembly: &Assembly, vertices: impl IntoIterator<Item = VertexId>) -> Vec<u32> {
    let mut running: Vec<u32> = vertices.into_iter().flat_map(|v| assembly.members(v)).copied().collect();
    running.sort_unstable();
    running
}

fn kind(path: &gia::Path) -> Kind {
    match path.kind() {
        gia::Kind::Closed => Kind::Closed,
        gia::Kind::Loop => Kind::Loop,
        gia::Kind::Boundary => Kind::Boundary,
        gia::Kind::Mixed => Kind::Mixed,
    }
}

/// What was found, in the words in which the fixtures say what must be, sorted.
fn found(assembly: &Assembly, analysis: &Analysis) -> Vec<Found> {
    let describe = |(index, path): (usize, &gia::Path)| {
        let region = |color| running(assembly, analysis.region(index, color).iter().copied());
        let (black, white) = (region(Color::Black), region(Color::White));
        let paint = match analysis.coloring(index) {
            Coloring::BlackWhite { .. } if black <= white => Paint::BlackWhite(black, white),
            Coloring::BlackWhite { .. } => Paint::BlackWhite(white, black),
            Coloring::Red(_) => Paint::Red(region(Color::Red)),
            Coloring::Half(..) => Paint::Half(black),
            Coloring::None => Paint::None,
        };
        Found { kind: kind(path), paint, loop_vertices: running(assembly, path.loop_vertices()) }
    };
    let mut found: Vec<Found> = analysis.paths().iter().enumerate().map(describe).collect();
    found.sort();
    found
}

#[test]
fn every_fixture_shows_what_it_must() {
    for tangle in tangles() {
        let (assembly, analysis) = analysed(&tangle);
        let mut expected = tangle.paths.clone();
        expected.sort();
        assert_eq!(found(&assembly, &analysis), expected, "{}", tangle.name);
        assert_eq!(analysis.is_clean(), expected.is_empty(), "{}", tangle.name);
    }
}

/// A fixture that encloses nothing proves little: where a region is promised, it has vertices.
#[test]
fn promised_regions_have_vertices() {
    for tangle in tangles() {
        for path in &tangle.paths {
            let regions = match &path.paint {
                Paint::BlackWhite(black, white) => vec![black, white],
                Paint::Red(region) | Paint::Half(region) => vec![region],
                Paint::None => vec![],
            };
            assert!(regions.iter().all(|region| region.len() >= 2), "{}: {path:?}", tangle.name);
        }
    }
}

/// Faces that the oracle, which tries every edge with every face, can be asked to look at.
const SMALL: usize = 420;

#[test]
fn the_oracle_agrees_on_every_small_fixture() {
    let small = |tangle: &Tangle| tangle.whole().triangles.len() <= SMALL;
    assert!(tangles().iter().filter(|tangle| small(tangle)).count() > 15);
    for tangle in tangles().into_iter().filter(small) {
        let (assembly, analysis) = analysed(&tangle);
        let truth = oracle::analyse::<i128>(assembly.mesh(), assembly.positions());
        let check = std::panic::catch_unwind(|| oracle::assert_same(&analysis, &truth));
        assert!(check.is_ok(), "{}: see above", tangle.name);
    }
}

/// Every vertex of a region, and every vertex of none.
fn region_and_rest(analysis: &Analysis, path: usize, color: Color, vertices: usize) -> [BTreeSet<VertexId>; 2] {
    let region: BTreeSet<VertexId> = analysis.region(path, color).iter().copied().collect();
    let plain = (0..vertices).map(VertexId::at).filter(|&v| analysis.colors().of(v).is_empty()).collect();
    [region, plain]
}

/// A face whose corners are all in the set.
fn face_within(assembly: &Assembly, set: &BTreeSet<VertexId>) -> [VertexId; 3] {
    let within = assembly.mesh().faces().iter().find(|face| face.iter().all(|v| set.contains(v)));
    *within.expect("the set has a face")
}

/// [BWK03] §6, rules 1 and 3.
#[test]
fn black_and_white_attract_and_all_else_repels() {
    let tangle = tangle("sphere-through-sheet");
    let (assembly, analysis) = analysed(&tangle);
    let count = assembly.positions().len();
    let [black, plain] = region_and_rest(&analysis, 0, Color::Black, count);
    let [white, _] = region_and_rest(&analysis, 0, Color::White, count);
    let (black_face, white_face) = (face_within(&assembly, &black), face_within(&assembly, &white));
    let plain_face = face_within(&assembly, &plain);
    for &p in &black {
        assert_eq!(analysis.verdict(p, white_face), Verdict::Attract);
        assert_eq!(analysis.verdict(p, plain_face), Verdict::Repel);
        assert_eq!(analysis.verdict(p, black_face), Verdict::Repel, "two parts of the same region repel");
    }
    for &p in &white {
        assert_eq!(analysis.verdict(p, black_face), Verdict::Attract);
    }
    for &p in &plain {
        assert_eq!(analysis.verdict(p, black_face), Verdict::Repel);
    }
    // A face that the curve runs through is not all white.
    let straddles = |face: &&[VertexId; 3]| face.iter().filter(|v| white.contains(v)).count() == 2;
    let straddling = assembly.mesh().faces().iter().find(straddles).expect("the curve runs through faces");
    for &p in &black {
        assert_eq!(analysis.verdict(p, *straddling), Verdict::Repel);
    }
}

/// The colours of one path mean nothing to another's.
#[test]
fn separate_intersections_do_not_attract_each_other() {
    let tangle = tangle("two-separate");
    let (assembly, analysis) = analysed(&tangle);
    let count = assembly.positions().len();
    let mut attracted = 0;
    for (one, other) in [(0, 1), (1, 0)] {
        let [black, _] = region_and_rest(&analysis, one, Color::Black, count);
        for (path, expected) in [(one, Verdict::Attract), (other, Verdict::Repel)] {
            let [white, _] = region_and_rest(&analysis, path, Color::White, count);
            for face in assembly.mesh().faces().iter().filter(|face| face.iter().all(|v| white.contains(v))) {
                attracted += usize::from(expected == Verdict::Attract);
                assert!(black.iter().all(|&p| analysis.verdict(p, *face) == expected));
            }
        }
    }
    assert!(attracted > 0, "no face lies wholly inside");
}

/// [BWK03] §6, rule 2: one red corner is enough.
#[test]
fn a_fold_is_left_alone() {
    let tangle = tangle("bent-arm");
    let (assembly, analysis) = analysed(&tangle);
    let [red, plain] = region_and_rest(&analysis, 0, Color::Red, assembly.positions().len());
    let (mut touching, mut far) = (0, 0);
    for &face in assembly.mesh().faces() {
        let touches = face.iter().any(|v| red.contains(v));
        let expected = if touches { Verdict::Ignore } else { Verdict::Repel };
        assert!(red.iter().all(|&p| analysis.verdict(p, face) == expected));
        assert!(plain.iter().all(|&p| analysis.verdict(p, face) == Verdict::Repel));
        (touching, far) = (touching + usize::from(touches), far + usize::from(!touches));
    }
    assert!(touching > 0 && far > 0);
}

/// Whichever arm of a bent tube has passed through the other is a side of its own, also where a slit cuts the fold off.
#[test]
fn the_two_sides_of_a_fold_are_told_apart() {
    // Rings of each arm besides the one in the bend, and columns; the arms lie on either side of x = 0.
    for (name, columns) in [("bent-arm", 12), ("slit-sleeve", 7)] {
        let tangle = tangle(name);
        let (assembly, analysis) = analysed(&tangle);
        let halves = analysis.halves(assembly.mesh(), 0);
        let half = |side| halves.iter().filter(|(_, sides)| **sides == [side]).map(|(v, _)| *v).collect();
        let sides = match analysis.paths()[0].kind() {
            gia::Kind::Loop => [PathSide::A, PathSide::B].map(half),
            _ => analysis.wedge(assembly.mesh(), 0),
        };
        let arm = |v: &VertexId| (v.index() as i32 / columns - 6).signum();
        // What of a side is in an arm, not in the bend itself.
        let arms = sides.map(|side| side.into_iter().filter(|v| arm(v) != 0).collect::<Vec<_>>());
        let own = arms.each_ref().map(|side| arm(side.first().expect("a vertex")));
        assert_eq!(own[0], -own[1], "{name}: {arms:?}");
        for (side, own) in arms.iter().zip(own) {
            for vertex in side {
                let x = assembly.positions()[vertex.index()].x;
                assert!(arm(vertex) == own && x * f64::from(own) < 0.0, "{name}: {vertex:?} at {x} of arm {own}");
            }
        }
    }
}

/// Loop vertices lie on the curve: they have no colour.
#[test]
fn loop_vertices_are_not_colored() {
    let (assembly, analysis) = analysed(&tangle("bent-arm"));
    let vertices: Vec<VertexId> = analysis.paths()[0].loop_vertices().collect();
    assert_eq!(vertices.len(), 2);
    assert!(vertices.iter().all(|&v| analysis.colors().of(v).is_empty()));
    assert_eq!(assembly.mesh().components().1, 1, "a fold is of one piece");
}

#[test]
fn a_region_of_one_side_attracts_nothing() {
    let (assembly, analysis) = analysed(&tangle("corner-through-sheet"));
    let poking = analysis.region(0, Color::Black);
    assert!(!poking.is_empty());
    for &face in assembly.mesh().faces() {
        assert!(poking.iter().all(|&p| analysis.verdict(p, face) == Verdict::Repel));
    }
}

#[test]
fn vertices_inside_several_curves_have_several_colors() {
    for name in ["nested-spheres", "torus-through-sheet", "three-sheets"] {
        let (assembly, analysis) = analysed(&tangle(name));
        let vertices = (0..assembly.positions().len()).map(VertexId::at);
        let most = vertices.map(|v| analysis.colors().of(v).len()).max();
        assert_eq!(most, Some(2), "{name}");
    }
}

#[test]
fn only_the_band_through_itself_exchanges_its_sides() {
    for tangle in tangles() {
        let (_, analysis) = analysed(&tangle);
        let exchanged = analysis.paths().iter().filter(|path| path.exchanges).count();
        assert_eq!(exchanged, usize::from(tangle.name == "moebius-through-itself"), "{}", tangle.name);
    }
}
