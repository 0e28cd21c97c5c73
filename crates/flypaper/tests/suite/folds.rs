//! Fingers and bumps never pinch; folds do (BWK03 §4.4, figure 3).

use crate::solids::{Posed, STEP, all_held, ball, balls, bent, between_balls, finger, pinches};
use contact::{MovingShape, Shape as Formula, When};
use flypaper::{Hold, Pinches, Solid, Touch, Weights};
use geometry::shapes::Shape;
use geometry::{Point, Vector};
use nalgebra::Isometry3;
use std::f64::consts::{PI, TAU};

/// Points around the straight finger: on its axis, inside, on it and just outside.
fn around_finger() -> Vec<Point> {
    let depths = [-0.0079, -0.006, -0.003, -0.001, 0.0, 0.001, 0.004];
    let rows =
        (-9..=9).flat_map(|row| (0..12).map(move |column| (f64::from(row) * 0.01, TAU * f64::from(column) / 12.0)));
    rows.flat_map(|(y, angle)| {
        depths.map(|depth| Point::new((0.008 + depth) * angle.cos(), y, (0.008 + depth) * angle.sin()))
    })
    .collect()
}

/// How far apart the normals of two places of a body near a point are, by brute force: the least cosine.
fn opposes_itself(shape: &Shape, point: &Point) -> bool {
    let near = shape.triangles.iter().filter_map(|t| {
        let [a, b, c] = t.map(|v| shape.positions[v as usize]);
        let middle = Point::from((a.coords + b.coords + c.coords) / 3.0);
        ((middle - point).norm() < 0.03).then(|| (b - a).cross(&(c - a)).normalize())
    });
    let normals: Vec<Vector> = near.collect();
    normals.iter().any(|n| normals.iter().any(|m| n.dot(m) < -0.9))
}

#[test]
fn a_finger_never_pinches() {
    for angle in [1e-9, 0.5 * PI] {
        let shape = finger().map(|p| bent(&p, 0.03, angle));
        let posed = Posed::still(&shape);
        let particles: Vec<Point> = around_finger().iter().map(|p| bent(p, 0.03, angle)).collect();
        assert!(posed.analysis.is_clean());
        assert!(particles.iter().step_by(47).all(|p| opposes_itself(&shape, p)), "both sides are near");
        assert!(pinches(&[posed.solid()], &particles).is_empty());
    }
}

#[test]
fn the_same_finger_folded_pinches_where_it_intersects() {
    // Sharply, so that the bend is one red region; and round, so that only the ends cross.
    for (radius, angle) in [(0.005, PI), (0.02, PI + 0.6)] {
        let shape = finger().map(|p| bent(&p, radius, angle));
        let posed = Posed::still(&shape);
        assert!(!posed.analysis.is_clean());
        // In the plane of symmetry, off the tips, where both arms are equally deep.
        let depth = |x: f64| {
            let middle = Point::new(x, 0.0, 0.0);
            let near = posed.surface.nearest(&middle, 1.0, When::T0).expect("some face");
            near.distance
        };
        let particles: Vec<Point> = (0..60).map(|i| Point::new(-0.001 * f64::from(i), 0.0, 0.0)).collect();
        let pinches = pinches(&[posed.solid()], &particles);
        let inside: Vec<&Point> = particles
            .iter()
            .filter(|p| (-0.055..-0.01).contains(&p.x) && (-0.007..-0.001).contains(&depth(p.x)))
            .collect();
        assert!(inside.len() > 5, "{}", inside.len());
        for (index, particle) in particles.iter().enumerate() {
            let feet = pinches.of(geometry::VertexId::at(index));
            if inside.contains(&particle) {
                assert_eq!(feet.len(), 2, "{radius}: {particle}");
                assert!(feet[0].normal.y * feet[1].normal.y < 0.0, "one above and one below");
                assert!((feet[0].distance - feet[1].distance).abs() < 1e-3, "midway");
            }
            if depth(particle.x) > 0.005 {
                assert!(feet.is_empty(), "{radius}: {particle}");
            }
        }
    }
}

#[test]
fn the_outside_of_a_folded_finger_is_free() {
    let posed = Posed::still(&finger().map(|p| bent(&p, 0.005, PI)));
    let outside = around_finger().into_iter().filter(|p| p.x > 0.003 && p.y.abs() < 0.08);
    let particles: Vec<Point> = outside.map(|p| bent(&p, 0.005, PI)).collect();
    let pinches = pinches(&[posed.solid()], &particles);
    let wrong: Vec<_> = pinches.iter().map(|(particle, feet)| (particles[particle.index()], feet)).collect();
    assert!(wrong.is_empty(), "{} of {}: {:?}", wrong.len(), particles.len(), wrong[0]);
}

#[test]
fn a_bump_never_pinches_beside_a_fold() {
    // A ridge 3 cm high and about 6 mm wide, and a ball through the sheet beside it: the analysis has found something near.
    let ridge = Shape::sheet(100, 0.2).map(|p| Point::new(p.x, 0.03 * (-(p.x / 0.003).powi(2)).exp(), p.z)).turned();
    let up = Posed::still(&ridge).surface.vertex_normal(geometry::VertexId(0), When::T0).y;
    let ridge = if up > 0.0 { ridge } else { ridge.turned() };
    let body = ridge.with(&ball(20, 30, 0.02).moved(Vector::new(0.05, 0.0, 0.0)));
    let posed = Posed::still(&body);
    assert!(!posed.analysis.is_clean());
    let particles: Vec<Point> = (0..40)
        .flat_map(|i| [-0.004, -0.001, 0.0, 0.001, 0.004].map(|x| Point::new(x, 0.001 * f64::from(i), 0.0)))
        .collect();
    assert!(particles.iter().step_by(7).any(|p| opposes_itself(&body, p)));
    assert!(pinches(&[posed.solid()], &particles).is_empty());
}

#[test]
fn a_finger_pinches_against_another_solid_by_one_surface() {
    // The finger lies 2 mm deep in the floor. A second floor has the finger deep under it: there only its top is near.
    let posed = Posed::still(&finger().map(|p| Point::new(p.x, p.z, -p.y)).moved(Vector::new(0.0, 0.006, 0.0)));
    let floor = MovingShape::still(Formula::Plane, Isometry3::identity());
    let solids = [posed.solid(), Solid::Shape(&floor)];
    let under: Vec<Point> = (-5..=5).map(|i| Point::new(0.0, -0.001, 0.01 * f64::from(i))).collect();
    let found = pinches(&solids, &under);
    assert_eq!(found.len(), under.len());
    assert!(found.iter().all(|(_, feet)| feet.len() == 2 && feet[0].solid != feet[1].solid));
    let above: Vec<Point> = under.iter().map(|p| p + Vector::y() * 0.016).collect();
    assert!(pinches(&solids, &above).is_empty(), "on the finger's back");
    let raised = MovingShape::still(Formula::Plane, Isometry3::translation(0.0, 0.025, 0.0));
    let solids = [posed.solid(), Solid::Shape(&raised)];
    assert!(pinches(&solids, &above).is_empty(), "outside the finger, its belly is hidden by its back");
    let inside: Vec<Point> = under.iter().map(|p| p + Vector::y() * 0.004).collect();
    assert_eq!(pinches(&solids, &inside).len(), inside.len(), "inside both");
}

#[test]
fn surfaces_that_do_not_oppose_each_other_do_not_pinch() {
    let floor = MovingShape::still(Formula::Plane, Isometry3::identity());
    for (tilt, pinched) in [(0.0, false), (90.0, false), (100.0, false), (110.0, true), (180.0, true)] {
        let turn = Vector::z() * f64::to_radians(tilt);
        let wall = MovingShape::still(Formula::Plane, Isometry3::rotation(turn));
        let found =
            Pinches::find(&[Solid::Shape(&floor), Solid::Shape(&wall)], &[Point::origin()], |_| Touch::default());
        assert_eq!(!found.is_empty(), pinched, "{tilt}°");
    }
}

#[test]
fn what_touches_only_one_is_free() {
    let posed = balls().map(|ball| Posed::still(&ball));
    let solids = posed.each_ref().map(Posed::solid);
    let near_one = [Point::new(0.0, -0.02, 0.0), Point::new(0.0, 0.012, 0.0), Point::new(0.099, 0.09, 0.0)];
    let found = pinches(&solids, &near_one);
    let free: Vec<bool> = (0..3).map(|i| found.of(geometry::VertexId(i)).is_empty()).collect();
    // The first is 1 cm under the upper ball, the second 2 mm over the lower: within the thickness.
    assert_eq!(free, [true, false, true]);
    let touch = Touch { thickness: 0.001, fade: 0.0, depth: 0.05, ..Touch::default() };
    assert!(Pinches::find(&solids, &near_one[1..], |_| touch).is_empty());
}

#[test]
fn a_fold_that_opens_lets_go_outside_both_sides() {
    // Two halves of one mesh pass through each other, and part within the step.
    let [lower, upper] = balls();
    let (half, both) = (lower.positions.len(), lower.with(&upper));
    let parted: Vec<Point> =
        both.positions.iter().enumerate().map(|(i, p)| if i < half { *p } else { p + Vector::y() * 0.022 }).collect();
    let posed = Posed::new(&both.triangles, &both.positions, &parted);
    let particles: Vec<Point> = between_balls().iter().map(|p| p - Vector::y() * 0.002).collect();
    let found = pinches(&[posed.solid()], &particles);
    assert!(!found.is_empty() && found.iter().all(|(particle, _)| found.opens(particle)), "{found:?}");
    let is_inside = |place: &Point| posed.surface.nearest(place, 0.1, When::T1).is_some_and(|near| near.distance < 0.0);
    let held = all_held(&[posed.solid()], &particles, &Weights::equal());
    assert!(!held.iter().any(|hold| is_inside(&hold.position_t1)));
    let carried = |hold: &Hold| particles[hold.particle.index()] + hold.velocity * STEP;
    assert!(held.iter().any(|hold| is_inside(&carried(hold))), "carried alone, some would be left inside");
}
