//! Solids with a formula.

use crate::within;
use contact::{MovingShape, Shape, When};
use geometry::{Point, Vector};
use nalgebra::{Isometry3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

const SHAPES: [Shape; 4] = [
    Shape::Plane,
    Shape::Sphere { radius: 0.7 },
    Shape::Capsule { radius: 0.3, half_length: 0.6 },
    Shape::Box { half: Vector::new(0.5, 0.2, 0.9) },
];

/// Whether a point is inside, by the words of the definition.
fn inside(shape: &Shape, p: &Point) -> bool {
    match *shape {
        Shape::Plane => p.y < 0.0,
        Shape::Sphere { radius } => p.coords.norm() < radius,
        Shape::Capsule { radius, half_length } => {
            let middles = (-200..=200).map(|i| Point::new(0.0, half_length * f64::from(i) / 200.0, 0.0));
            middles.into_iter().any(|middle| (p - middle).norm() < radius)
        }
        Shape::Box { half } => (0..3).all(|i| p[i].abs() < half[i]),
    }
}

#[test]
fn a_ball_as_large_as_the_distance_just_touches() {
    let mut random = Pcg64Mcg::seed_from_u64(31);
    for shape in SHAPES {
        for _ in 0..500 {
            let p = Point::from(within(&mut random, 1.2));
            let from = shape.from(&p);
            assert_eq!(from.distance < 0.0, inside(&shape, &p), "{shape:?} at {p}");
            assert!((from.normal.norm() - 1.0).abs() < 1e-12);
            assert!(shape.from(&(p - from.normal * from.distance)).distance.abs() < 1e-12, "{shape:?} at {p}");
            for _ in 0..50 {
                let direction = within(&mut random, 1.0).normalize();
                let other = p + direction * (from.distance.abs() * random.random_range(0.0..0.999));
                assert_eq!(inside(&shape, &other), from.distance < 0.0, "{shape:?} at {p}: nothing is nearer");
            }
        }
    }
}

#[test]
fn middles_have_a_direction() {
    for shape in SHAPES {
        let from = shape.from(&Point::origin());
        assert!((from.normal.norm() - 1.0).abs() < 1e-15, "{shape:?}");
    }
}

#[test]
fn a_moving_shape_is_the_shape_elsewhere() {
    let mut random = Pcg64Mcg::seed_from_u64(32);
    for shape in SHAPES {
        let [frame_t0, frame_t1] = [0, 1].map(|_| Isometry3::new(within(&mut random, 1.0), within(&mut random, 2.0)));
        let moving = MovingShape { shape, frame_t0, frame_t1 };
        for _ in 0..100 {
            let own = Point::from(within(&mut random, 1.0));
            for when in [When::T0, When::T1] {
                let from = moving.from(&(moving.frame(when) * own), when);
                assert!((from.distance - shape.from(&own).distance).abs() < 1e-12);
            }
            let moved = frame_t1 * own - frame_t0 * own;
            assert!((moving.displacement(&(frame_t1 * own)) - moved).norm() < 1e-12);
        }
    }
    let turning = MovingShape {
        shape: Shape::Sphere { radius: 1.0 },
        frame_t0: Isometry3::identity(),
        frame_t1: Isometry3::rotation(Vector3::y() * 1e-4),
    };
    // ω × r, to first order in the angle.
    assert!((turning.displacement(&Point::new(1.0, 0.0, 0.0)) - Vector::new(0.0, 0.0, -1e-4)).norm() < 1e-8);
}
