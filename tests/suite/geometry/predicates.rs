//! Exact signs, against the perturbed determinant written out in exact arithmetic.

use geometry::predicates::{LARGEST, SMALLEST, Sign, Site, certain_orientation, certainly_apart, orientation};
use geometry::{Point, VertexId};
use num_bigint::BigInt;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use selvedge_tests::oracle::sign::{self, Number};

fn exact<N: Number>(positions: &[Point]) -> Vec<[N; 3]> {
    positions.iter().map(|p| [N::exact(p.x), N::exact(p.y), N::exact(p.z)]).collect()
}

fn side(positions: &[Point], four: [usize; 4]) -> Sign {
    let [a, b, c, d] = four.map(|v| Site { id: VertexId::at(v), at: positions[v] });
    orientation(&a, &b, &c, &d)
}

fn expected<N: Number>(exact: &[[N; 3]], four: [usize; 4]) -> Sign {
    if sign::orientation(exact, four.map(VertexId::at)) { Sign::Positive } else { Sign::Negative }
}

/// All orders of four, each with whether it is even.
fn permutations() -> Vec<([usize; 4], bool)> {
    let digits = |code: usize| [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3];
    let all = (0..256).map(digits).filter(|p| (0..4).all(|i| p.contains(&i)));
    let inversions =
        |p: &[usize; 4]| (0..4).flat_map(|i| (0..i).map(move |j| (i, j))).filter(|&(i, j)| p[i] < p[j]).count();
    all.map(|p| (p, inversions(&p) % 2 == 0)).collect()
}

/// Panics unless four points have the expected side in every order, and no filter says otherwise.
fn check<N: Number>(positions: &[Point]) -> bool {
    let exact = exact::<N>(positions);
    let truth = expected(&exact, [0, 1, 2, 3]);
    for (order, even) in permutations() {
        let sign = side(positions, order);
        assert_eq!(sign, if even { truth } else { -truth }, "{positions:?} in the order {order:?}");
        let [a, b, c, d] = order.map(|v| positions[v]);
        let certain = certain_orientation(&a, &b, &c, &d);
        assert!(certain.is_none_or(|certain| certain == sign), "{positions:?}: the filter is wrongly sure");
    }
    sign::determinant(&exact, [0, 1, 2, 3].map(VertexId)).is_zero()
}

/// Whether one of two triangles lies on one side of the other's plane, by exact signs.
fn are_apart(positions: &[Point]) -> bool {
    let on_one_side = |plane: [usize; 3], points: [usize; 3]| {
        let [a, b, c] = points.map(|point| side(positions, [plane[0], plane[1], plane[2], point]));
        a == b && b == c
    };
    on_one_side([0, 1, 2], [3, 4, 5]) || on_one_side([3, 4, 5], [0, 1, 2])
}

/// How many of many pairs of triangles are surely apart. Panics if one of these is not apart.
fn surely_apart(count: usize, points: impl Fn(&mut Pcg64Mcg) -> f64) -> usize {
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let is_surely_apart = |_: &usize| {
        let mut six = random_points(&mut random, &points);
        six.extend(random_points(&mut random, &points).drain(..2));
        let [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map(|v| &six[v]);
        let sure = certainly_apart([a, b, c], [d, e, f]);
        assert!(!sure || are_apart(&six), "{six:?}: the filter is wrongly sure");
        sure
    };
    (0..count).filter(is_surely_apart).count()
}

#[test]
fn triangles_that_are_surely_apart_are_apart() {
    let lattice = surely_apart(20_000, |r| f64::from(r.random_range(0..=2)));
    let anywhere = surely_apart(20_000, RngExt::random::<f64>);
    let flat = surely_apart(20_000, |r| f64::from(r.random_range(0..=9)) * 0.1 + r.random::<f64>() * 1e-15);
    let tiny = surely_apart(2_000, |r| (r.random::<f64>() - 0.5) * 1e-80);
    let huge = surely_apart(2_000, |r| (r.random::<f64>() - 0.5) * 1e90);
    assert!(lattice > 1000 && anywhere > 5000 && flat > 1000, "{lattice}, {anywhere} and {flat} of 20,000");
    // Where products may underflow nothing is sure; where they do not overflow, much is.
    assert!(tiny < 2000 && huge > 500, "{tiny} and {huge} of 2,000");
}

fn random_points(random: &mut Pcg64Mcg, mut coordinate: impl FnMut(&mut Pcg64Mcg) -> f64) -> Vec<Point> {
    (0..4).map(|_| Point::new(coordinate(random), coordinate(random), coordinate(random))).collect()
}

#[test]
fn on_small_lattices() {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut vanishing = 0;
    for round in 0..6000 {
        let size = 1 + round % 2;
        let points = random_points(&mut random, |r| f64::from(r.random_range(-size..=size)));
        vanishing += usize::from(check::<i128>(&points));
    }
    assert!(vanishing > 1000, "only {vanishing} determinants vanish");
}

/// Coincident, collinear and coplanar points in every combination: all four of a 2 × 2 × 2 cube.
#[test]
fn on_every_four_corners_of_a_cube() {
    let corner = |code: usize| Point::new((code & 1) as f64, (code >> 1 & 1) as f64, (code >> 2 & 1) as f64);
    let mut vanishing = 0;
    for code in 0..4096 {
        let points = [code, code >> 3, code >> 6, code >> 9].map(|c| corner(c & 7));
        vanishing += usize::from(check::<i128>(&points));
    }
    assert!(vanishing > 2000 && vanishing < 4096);
}

#[test]
fn in_general_position() {
    let mut random = Pcg64Mcg::seed_from_u64(2);
    for _ in 0..2000 {
        let points = random_points(&mut random, |r| f64::from(r.random_range(-1_000_000..=1_000_000)) / 1_048_576.0);
        check::<i128>(&points);
    }
}

/// A plane that doubles cannot hold exactly, and points within rounding of it: only exact arithmetic tells.
#[test]
fn within_rounding_of_a_plane() {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let (mut vanishing, mut unsure) = (0, 0);
    for _ in 0..400 {
        let mut points = random_points(&mut random, |r| r.random::<f64>() + 1.0);
        let (u, v) = (random.random::<f64>(), random.random::<f64>());
        points[3] = points[0] + u * (points[1] - points[0]) + v * (points[2] - points[0]);
        vanishing += usize::from(check::<BigInt>(&points));
        unsure += usize::from(certain_orientation(&points[0], &points[1], &points[2], &points[3]).is_none());
    }
    assert!(unsure > 300, "{unsure} of 400 are too few: the points are not close enough to the plane");
    assert!(vanishing < 400);
}

#[test]
fn at_extreme_magnitudes() {
    let mut random = Pcg64Mcg::seed_from_u64(4);
    for exponent in [-80, -60, -30, 0, 30, 60, 90] {
        for _ in 0..40 {
            let points = random_points(&mut random, |r| (r.random::<f64>() - 0.5) * 10f64.powi(exponent));
            check::<BigInt>(&points);
            let coarse = random_points(&mut random, |r| f64::from(r.random_range(-1..=1)) * 10f64.powi(exponent));
            check::<BigInt>(&coarse);
        }
    }
}

#[test]
fn with_magnitudes_mixed() {
    let mut random = Pcg64Mcg::seed_from_u64(5);
    for _ in 0..200 {
        let points = random_points(&mut random, |r| (r.random::<f64>() - 0.5) * 10f64.powi(r.random_range(-80..=90)));
        check::<BigInt>(&points);
    }
}

/// The limits that the module promises are limits within which it is exact.
#[test]
fn at_the_promised_limits() {
    let mut random = Pcg64Mcg::seed_from_u64(6);
    for limit in [SMALLEST, LARGEST] {
        for _ in 0..200 {
            let points = random_points(&mut random, |r| {
                let inwards = if limit < 1.0 { 1.0 + r.random::<f64>() } else { 1.0 - r.random::<f64>() / 2.0 };
                [0.0, limit, -limit, limit * inwards, -limit * inwards][r.random_range(0..5)]
            });
            check::<BigInt>(&points);
        }
    }
}

/// The perturbation depends on numbers, not on the order of arguments or on what else there is.
#[test]
fn coincident_points_have_a_side() {
    let points = vec![Point::new(1.0, 2.0, 3.0); 6];
    let exact = exact::<i128>(&points);
    for a in 0..6 {
        for b in (0..6).filter(|&b| b != a) {
            for c in (0..6).filter(|&c| c != a && c != b) {
                for d in (0..6).filter(|&d| d != a && d != b && d != c) {
                    assert_eq!(side(&points, [a, b, c, d]), expected(&exact, [a, b, c, d]));
                }
            }
        }
    }
}
