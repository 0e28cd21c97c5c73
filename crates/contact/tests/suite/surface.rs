//! Nearest points and their signs.

use crate::{mesh_of, moving, outward, still, winding, within};
use contact::{Near, Surface, When};
use geometry::distance::{Feature, point_triangle};
use geometry::shapes::Shape;
use geometry::{FaceId, Point, SurfaceMotion, Vector};
use nalgebra::{Rotation3, Unit};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Closed surfaces with sharp edges, spikes and hollows.
fn closed() -> Vec<Shape> {
    let spiky = Shape::sphere(9, 11, 1.0).map(|p| {
        let bump = 1.0 + 0.45 * (5.0 * p.x).sin() * (4.0 * p.y + 3.0 * p.z).cos();
        Point::from(p.coords * bump)
    });
    [Shape::sphere(3, 3, 1.0), Shape::sphere(7, 8, 1.0), Shape::torus(9, 5, 1.0, 0.4), spiky].map(outward).into()
}

fn brute(shape: &Shape, point: &Point) -> f64 {
    let distance = |t: &[u32; 3]| point_triangle(point, t.map(|v| &shape.positions[v as usize])).squared.sqrt();
    shape.triangles.iter().map(distance).fold(f64::INFINITY, f64::min)
}

#[test]
fn the_sign_is_that_of_the_winding_number_at_every_feature() {
    let mut random = Pcg64Mcg::seed_from_u64(21);
    for (which, shape) in closed().iter().enumerate() {
        let surface = still(shape);
        let mut features = [[0; 2]; 3];
        for round in 0..4000 {
            // Around vertices, and anywhere.
            let vertex = shape.positions[random.random_range(0..shape.positions.len())];
            let point =
                if round % 2 == 0 { vertex + within(&mut random, 0.1) } else { (within(&mut random, 1.6)).into() };
            let near = surface.nearest(&point, 10.0, When::T1).expect("within ten metres");
            assert!((near.distance.abs() - brute(shape, &point)).abs() < 1e-12);
            let inside = winding(shape, &point) > 0.5;
            assert_eq!(near.distance < 0.0, inside, "shape {which}, {point}: {near:?}");
            let kind = match near.feature {
                Feature::Face => 0,
                Feature::Edge(_) => 1,
                Feature::Corner(_) => 2,
            };
            features[kind][usize::from(inside)] += 1;
        }
        assert!(features[..2].iter().all(|kind| kind[0] > 50), "shape {which}: {features:?}");
        assert!(features[2][0] > 20 && features[0][1] > 100, "shape {which}: {features:?}");
    }
}

#[test]
fn the_distance_grows_along_the_normal() {
    let mut random = Pcg64Mcg::seed_from_u64(22);
    for shape in closed() {
        let surface = still(&shape);
        for _ in 0..1000 {
            let point = Point::from(within(&mut random, 1.5));
            let near = surface.nearest(&point, 10.0, When::T1).expect("within ten metres");
            assert!((near.normal.norm() - 1.0).abs() < 1e-12);
            let step = 1e-7;
            let ahead = surface.nearest(&(point + near.normal * step), 10.0, When::T1).expect("still there");
            // Away from the surface another feature may come nearer; towards it none can.
            let towards = surface.nearest(&(point - near.normal * step * near.distance.signum()), 10.0, When::T1);
            assert!((towards.expect("there").distance.abs() - near.distance.abs() + step).abs() < 1e-10);
            assert!(ahead.distance - near.distance <= step * (1.0 + 1e-6));
            assert!((point - near.normal * near.distance - near.point).norm() < 1e-12);
        }
    }
}

#[test]
fn points_on_the_surface_have_its_normal() {
    for shape in closed() {
        let surface = still(&shape);
        for (face, t) in shape.triangles.iter().enumerate() {
            let [a, b, c] = t.map(|v| shape.positions[v as usize]);
            let normal = (b - a).cross(&(c - a)).normalize();
            let middle = Point::from((a.coords + b.coords + c.coords) / 3.0);
            let near = surface.near_on(FaceId::at(face), &middle, When::T0);
            assert!(near.distance.abs() < 1e-15 && (near.normal - normal).norm() < 1e-12, "{near:?}");
            let near = surface.near_on(FaceId::at(face), &a, When::T0);
            assert_eq!(near.distance, 0.0);
            assert!(
                (near.normal - surface.vertex_normal(surface.mesh().face(FaceId::at(face))[0], When::T0)).norm()
                    < 1e-15
            );
        }
    }
}

#[test]
fn everything_within_reach_is_found_in_order() {
    let shape = Shape::crumpled(20, 12, 0.2, 3);
    let surface = still(&shape);
    let mut random = Pcg64Mcg::seed_from_u64(23);
    let (mut found, mut most) = (vec![], 0);
    for _ in 0..300 {
        let (point, reach) = (Point::from(within(&mut random, 0.6)), random.random_range(0.0..0.3));
        surface.all_within(&point, reach, When::T1, &mut found);
        let near = |face: u32| surface.near_on(FaceId(face), &point, When::T1);
        let faces = 0..shape.triangles.len() as u32;
        let expected: Vec<Near> = faces.map(near).filter(|near| near.distance.abs() <= reach).collect();
        assert!(found == expected);
        most = most.max(found.len());
        let least = surface.nearest(&point, reach, When::T1).map(|near| near.distance.abs());
        let truth = expected.iter().map(|near| near.distance.abs()).reduce(f64::min);
        assert_eq!(least, truth);
        let guess = FaceId(random.random_range(0..shape.triangles.len() as u32));
        let guessed = surface.nearest_from(&point, reach, When::T1, Some(guess));
        assert_eq!(guessed, surface.nearest(&point, reach, When::T1), "a guess changes nothing");
    }
    assert!(most > 100);
}

/// Beyond the edge of a sheet there is no inside.
#[test]
fn what_is_nearest_to_a_rim_is_outside() {
    let surface = still(&Shape::sheet(4, 1.0));
    let near = |x: f64, y: f64| surface.nearest(&Point::new(x, y, 0.1), 1.0, When::T1).expect("near").distance;
    // A sheet looks down: triangles run from x to z.
    assert!(near(0.2, 0.1) < 0.0 || near(0.2, -0.1) < 0.0);
    assert!(near(0.2, 0.1) * near(0.2, -0.1) < 0.0, "the two sides differ");
    assert!(near(0.6, 0.1) > 0.0 && near(0.6, -0.1) > 0.0);
    assert!((near(0.6, 0.1) - 0.1 * 2f64.sqrt()).abs() < 1e-12);
}

#[test]
fn a_point_of_the_surface_moves_as_the_solid_does() {
    let shape = Shape::torus(12, 7, 1.0, 0.3);
    let rotation = Rotation3::from_axis_angle(&Unit::new_normalize(Vector::new(1.0, 2.0, 0.5)), 0.3);
    let by = Vector::new(0.2, -0.1, 0.4);
    let surface = moving(&shape, |p| rotation * p + by);
    let mut random = Pcg64Mcg::seed_from_u64(24);
    for _ in 0..200 {
        let point = Point::from(within(&mut random, 1.5));
        let [before, after] = [(point, When::T0), (rotation * point + by, When::T1)]
            .map(|(p, when)| surface.nearest(&p, 9.0, when).expect("near"));
        assert!((before.distance - after.distance).abs() < 1e-12, "a rigid motion keeps distances");
        assert!((rotation * before.normal - after.normal).norm() < 1e-9);
        let expected = rotation * before.point + by - before.point;
        assert!((surface.displacement(before.face, before.barycentric) - expected).norm() < 1e-12);
        assert!((surface.place(before.face, before.barycentric, When::T0) - before.point).norm() < 1e-12);
    }
    let largest = shape.positions.iter().map(|p| (rotation * p + by - p).norm()).fold(0.0, f64::max);
    assert_eq!(surface.farthest(), largest);
}

#[test]
fn a_surface_that_was_moved_is_as_good_as_new() {
    let (one, other) = (Shape::crumpled(12, 9, 0.1, 1), Shape::crumpled(12, 9, 0.25, 2));
    let motion = SurfaceMotion { positions_t0: one.positions.clone(), positions_t1: other.positions.clone() };
    let fresh = Surface::new(mesh_of(&one), &motion);
    // Once from elsewhere, once on from where the last step ended.
    let mut moved = [still(&other), still(&one)];
    moved.iter_mut().for_each(|surface| surface.set_motion(&motion));
    let mut random = Pcg64Mcg::seed_from_u64(25);
    for _ in 0..300 {
        let point = Point::from(within(&mut random, 0.6));
        for when in [When::T0, When::T1] {
            let near = fresh.nearest(&point, 0.4, when);
            assert!(moved.iter().all(|surface| surface.nearest(&point, 0.4, when) == near));
        }
    }
}

#[test]
fn surfaces_without_area_answer_without_nonsense() {
    let mut flat = Shape::sheet(3, 1.0);
    flat.positions.iter_mut().for_each(|p| *p = Point::new(p.x, 0.0, 0.0));
    let line = still(&flat);
    let near = line.nearest(&Point::new(0.1, 0.3, 0.4), 2.0, When::T1).expect("near");
    assert!((near.distance - 0.5).abs() < 1e-12 && (near.normal - Vector::new(0.0, 0.6, 0.8)).norm() < 1e-12);
    let nothing = still(&Shape::default());
    assert!(nothing.nearest(&Point::origin(), f64::INFINITY, When::T0).is_none());
    let on = line.nearest(&Point::new(0.1, 0.0, 0.0), 2.0, When::T1).expect("near");
    assert!(on.distance.abs() < 1e-15 && on.normal.iter().all(|x| x.is_finite()));
}
