//! Forms made from nothing.

use geometry::Point;
use geometry::shapes::{Ends, Shape};
use std::f64::consts::TAU;
use tailor::{Form, FormJoint};

/// A joint at a place.
pub fn joint(name: &str, parent: Option<usize>, at: [f64; 3]) -> FormJoint {
    FormJoint { name: name.to_owned(), parent, position: Point::from(at) }
}

/// A closed tube along y with round ends: an arm of radius 0.05 m and 0.8 m long.
pub fn capsule() -> Shape {
    let (radius, half) = (0.05, 0.35);
    Shape::sphere(40, 32, radius).map(|p| {
        let up = if p.y >= 0.0 { half } else { -half };
        // The sphere's rings are spread along the tube; those near the equator make its wall.
        let stretched = p.y / radius;
        Point::new(p.x, up * stretched.abs().powi(2).min(1.0) + p.y, p.z)
    })
}

/// The capsule with three joints from bottom to top, its weights blending around the joints.
pub fn arm() -> Form {
    let shape = capsule();
    let joints = vec![
        joint("UpperArm", None, [0.0, -0.4, 0.0]),
        joint("ForeArm", Some(0), [0.0, 0.0, 0.0]),
        joint("Hand", Some(1), [0.0, 0.4, 0.0]),
    ];
    let blend = |y: f64| ((y + 0.02) / 0.04).clamp(0.0, 1.0);
    let influences = shape.positions.iter().map(|p| vec![(0, 1.0 - blend(p.y)), (1, blend(p.y))]).collect();
    Form { positions: shape.positions, triangles: shape.triangles, joints, influences }
}

/// A ball of radius 0.3 m, its upper half following `top`, its lower `bottom`.
pub fn ball() -> Form {
    of_halves(Shape::sphere(24, 32, 0.3), 0.1)
}

/// Two balls that overlap, and a bowl (an open shell) below them: a character built from shells.
pub fn shells() -> Form {
    let bowl = Shape::grid(32, 8, Ends::Joined, Ends::Open, |u, v| {
        let (around, polar) = (TAU * u, 0.5 * TAU / 2.0 * (0.2 + 0.8 * v));
        Point::new(0.25 * polar.sin() * around.cos(), -0.25 * polar.cos() - 0.15, -0.25 * polar.sin() * around.sin())
    });
    let balls = Shape::sphere(24, 32, 0.3)
        .with(&Shape::sphere(20, 28, 0.25).map(|p| p + geometry::Vector::new(0.02, 0.3, 0.01)));
    of_halves(balls.with(&bowl.turned()), 0.1)
}

fn of_halves(shape: Shape, blend: f64) -> Form {
    let joints = vec![joint("bottom", None, [0.0, -0.2, 0.0]), joint("top", Some(0), [0.0, 0.2, 0.0])];
    let share = |y: f64| (0.5 + y / blend).clamp(0.0, 1.0);
    let influences = shape.positions.iter().map(|p| vec![(0, 1.0 - share(p.y)), (1, share(p.y))]).collect();
    Form { positions: shape.positions, triangles: shape.triangles, joints, influences }
}
