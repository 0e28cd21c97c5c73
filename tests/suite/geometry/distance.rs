//! Distances between primitives, against sampling, against `parry`, and on input that has no shape.

use geometry::distance::{Feature, OnEdge, edge_edge, point_triangle};
use geometry::{Point, Vector};
use parry3d_f64::math::Vector as ParryVector;
use parry3d_f64::query::PointQuery;
use parry3d_f64::shape::Triangle;
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];

/// A point of a lattice (so that coincidences and alignments abound), or anywhere.
fn place(random: &mut impl Rng, lattice: bool) -> Point {
    let mut coordinate =
        || if lattice { f64::from(random.random_range(-2..=2)) } else { random.random_range(-2.0..2.0) };
    Point::new(coordinate(), coordinate(), coordinate())
}

fn combined(weights: [f64; 3], corners: [&Point; 3]) -> Point {
    Point::from(corners[0].coords * weights[0] + corners[1].coords * weights[1] + corners[2].coords * weights[2])
}

/// Points spread over a triangle.
fn samples(corners: [&Point; 3]) -> impl Iterator<Item = Point> + '_ {
    const FINE: i32 = 24;
    (0..=FINE).flat_map(move |i| {
        (0..=FINE - i).map(move |j| {
            let (u, v) = (f64::from(i) / f64::from(FINE), f64::from(j) / f64::from(FINE));
            combined([1.0 - u - v, u, v], corners)
        })
    })
}

fn parry(p: &Point) -> ParryVector {
    p.coords.into()
}

#[test]
fn no_point_of_a_triangle_is_nearer() {
    let mut random = Pcg64Mcg::seed_from_u64(11);
    let mut features = [0; 3];
    for round in 0..3000 {
        let lattice = round % 2 == 0;
        let [p, a, b, c] = std::array::from_fn(|_| place(&mut random, lattice));
        let corners = [&a, &b, &c];
        let near = point_triangle(&p, corners);
        let distance = near.squared.sqrt();
        assert!(near.barycentric.iter().all(|&w| (0.0..=1.0).contains(&w)), "{near:?}");
        assert!(
            (combined(near.barycentric, corners) - near.point).norm() < 1e-12,
            "the weights are those of the point"
        );
        assert!(((near.point - p).norm() - distance).abs() < 1e-12);
        for sample in samples(corners) {
            assert!((sample - p).norm() > distance - 1e-12, "{p} is nearer to {sample} than to {near:?}");
        }
        let theirs = Triangle::new(parry(&a), parry(&b), parry(&c)).distance_to_local_point(parry(&p), true);
        // Theirs is wrong for triangles without area; there the samples are the judge.
        if (b - a).cross(&(c - a)).norm() > 1e-6 {
            assert!((theirs - distance).abs() < 1e-9, "{theirs} against {distance}");
        }
        features[match near.feature {
            Feature::Face => 0,
            Feature::Edge(_) => 1,
            Feature::Corner(_) => 2,
        }] += 1;
    }
    assert!(features.iter().all(|&count| count > 300), "{features:?}");
}

/// The feature is the one that the weights say, and whatever is left over is perpendicular to it.
#[test]
fn what_is_left_over_is_perpendicular_to_the_feature() {
    let mut random = Pcg64Mcg::seed_from_u64(12);
    for _ in 0..2000 {
        let [p, a, b, c] = std::array::from_fn(|_| place(&mut random, false));
        let corners = [&a, &b, &c];
        let near = point_triangle(&p, corners);
        let rest = p - near.point;
        let positive = near.barycentric.iter().filter(|&&w| w > 0.0).count();
        match near.feature {
            Feature::Face => {
                assert_eq!(positive, 3);
                assert!(rest.dot(&(b - a)).abs() < 1e-9 && rest.dot(&(c - a)).abs() < 1e-9);
            }
            Feature::Edge(k) => {
                let [from, to] = [k, (k + 1) % 3].map(|k| corners[usize::from(k)]);
                assert_eq!(positive, 2);
                assert!(rest.dot(&(to - from)).abs() < 1e-9);
            }
            Feature::Corner(k) => {
                assert_eq!(near.barycentric[usize::from(k)], 1.0);
                assert_eq!(near.point, *corners[usize::from(k)]);
            }
        }
    }
}

#[test]
fn the_order_of_corners_does_not_matter() {
    let mut random = Pcg64Mcg::seed_from_u64(13);
    for round in 0..1000 {
        let lattice = round % 2 == 0;
        let [p, a, b, c] = std::array::from_fn(|_| place(&mut random, lattice));
        let corners = [&a, &b, &c];
        let first = point_triangle(&p, corners);
        for order in ORDERS {
            let again = point_triangle(&p, order.map(|k| corners[k]));
            assert!((again.squared - first.squared).abs() < 1e-12);
            // Without area there may be several nearest points in weights, but never in space.
            assert!((again.point - first.point).norm() < 1e-7, "{again:?} against {first:?}");
        }
    }
}

#[test]
fn triangles_that_are_lines_or_points_have_distances() {
    let (a, far) = (Point::new(1.0, 0.0, 0.0), Point::new(0.0, 3.0, 4.0));
    let near = point_triangle(&Point::origin(), [&far, &far, &far]);
    assert_eq!((near.squared, near.point), (25.0, far));
    assert!(matches!(near.feature, Feature::Corner(_)));
    let (left, right) = (Point::new(-1.0, 2.0, 0.0), Point::new(1.0, 2.0, 0.0));
    let middle = Point::new(0.25, 2.0, 0.0);
    for order in ORDERS {
        let near = point_triangle(&Point::origin(), order.map(|k| [&left, &right, &middle][k]));
        assert!((near.squared - 4.0).abs() < 1e-15, "{near:?}");
        assert!((near.point - Point::new(0.0, 2.0, 0.0)).norm() < 1e-15);
    }
    // A sliver of a height far under what its plane can be known by.
    let sliver = Point::new(0.25, 2.0 + 1e-13, 1e-14);
    let near = point_triangle(&Point::origin(), [&left, &right, &sliver]);
    assert!((near.squared - 4.0).abs() < 1e-12, "{near:?}");
    assert_eq!(point_triangle(&a, [&a, &left, &right]).squared, 0.0);
    assert!(point_triangle(&Point::new(f64::NAN, 0.0, 0.0), [&a, &left, &right]).squared.is_nan());
}

#[test]
fn no_points_of_two_edges_are_nearer() {
    const FINE: i32 = 40;
    let mut random = Pcg64Mcg::seed_from_u64(14);
    let mut inside = 0;
    for round in 0..2000 {
        let lattice = round % 2 == 0;
        let [a, b, c, d] = std::array::from_fn(|_| place(&mut random, lattice));
        let near = edge_edge([&a, &b], [&c, &d]);
        let distance = near.squared.sqrt();
        let on = |t: i32, from: &Point, to: &Point| from + (to - from) * (f64::from(t) / f64::from(FINE));
        for s in 0..=FINE {
            let on_first = on(s, &a, &b);
            for t in 0..=FINE {
                let sample = (on_first - on(t, &c, &d)).norm();
                assert!(sample > distance - 1e-12, "{sample} is less than {distance}: {a} {b} {c} {d}");
            }
        }
        assert!((near.points[0] - (a + (b - a) * near.parameters[0])).norm() < 1e-12);
        assert!((near.points[1] - (c + (d - c) * near.parameters[1])).norm() < 1e-12);
        assert!(near.parameters.iter().all(|t| (0.0..=1.0).contains(t)));
        inside += usize::from(near.features == [OnEdge::Inside; 2]);
        for (again, swapped) in [
            (edge_edge([&b, &a], [&c, &d]), "first edge turned"),
            (edge_edge([&a, &b], [&d, &c]), "second edge turned"),
            (edge_edge([&c, &d], [&a, &b]), "edges exchanged"),
        ] {
            assert!((again.squared - near.squared).abs() < 1e-12, "{swapped}");
        }
    }
    assert!(inside > 400, "only {inside}");
}

#[test]
fn parallel_and_empty_edges_have_distances() {
    let at = |x: f64, y: f64| Point::new(x, y, 0.0);
    let [a, b] = [at(0.0, 0.0), at(2.0, 0.0)];
    for (c, d, squared) in [
        (at(0.5, 1.0), at(1.5, 1.0), 1.0),
        (at(1.5, 1.0), at(5.0, 1.0), 1.0),
        (at(3.0, 1.0), at(5.0, 1.0), 2.0),
        (at(-3.0, 0.0), at(-1.0, 0.0), 1.0),
        (at(1.0, 0.0), at(3.0, 0.0), 0.0),
        (at(1.0, 3.0), at(1.0, 3.0), 9.0),
        (at(0.5, 1.0), at(1.5, 1.0 + 1e-12), 1.0),
    ] {
        assert!((edge_edge([&a, &b], [&c, &d]).squared - squared).abs() < 1e-12, "{c} {d}");
        assert!((edge_edge([&d, &c], [&a, &b]).squared - squared).abs() < 1e-12, "{d} {c}");
    }
    let near = edge_edge([&a, &a], [&b, &b]);
    assert_eq!((near.squared, near.points), (4.0, [a, b]));
}

/// Far from the origin only the differences matter.
#[test]
fn distances_do_not_change_with_the_place() {
    let mut random = Pcg64Mcg::seed_from_u64(15);
    let by = Vector::new(1024.0, -4096.0, 512.0);
    for _ in 0..500 {
        let [a, b, c, d] = std::array::from_fn(|_| place(&mut random, false));
        let [e, f, g, h] = [a, b, c, d].map(|p| p + by);
        assert!((point_triangle(&a, [&b, &c, &d]).squared - point_triangle(&e, [&f, &g, &h]).squared).abs() < 1e-10);
        assert!((edge_edge([&a, &b], [&c, &d]).squared - edge_edge([&e, &f], [&g, &h]).squared).abs() < 1e-10);
    }
}
