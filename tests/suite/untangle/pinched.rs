//! A body that passes through itself: cloth caught there ends midway between its surfaces, all other cloth outside.
//!
//! Where cloth is, is told here apart from the code under test: by the formula of spheres and planes of convex solids, and by
//! winding numbers, summed over all faces of the body.

use super::{crossings, repair, write};
use crate::inspect::Folder;
use body::{Body, Pose, When, Wrap};
use geometry::distance::point_triangle;
use geometry::shapes::Shape;
use geometry::{Mesh, Point, Vector, VertexId};
use selvedge_tests::data;
use serde_json::Value;
use std::path::Path;

/// Two balls of this radius, one above the other, that overlap by [`DEPTH`] around the origin.
const RADIUS: f64 = 0.1;
const DEPTH: f64 = 0.03;
/// The thickness that is asked for.
const THICKNESS: f64 = 0.001;

fn ball(side: f64) -> Shape {
    // With its triangles looking outwards.
    Shape::sphere(40, 60, RADIUS).turned().moved(Vector::new(0.0, side * (RADIUS - DEPTH / 2.0), 0.0))
}

fn positions(file: &Path) -> Vec<Point> {
    cloth_io::read(file).expect("a mesh").pieces().iter().flat_map(|piece| piece.positions.clone()).collect()
}

/// How far a point is outside a convex solid; negative inside.
fn outside(solid: &Shape, point: &Point) -> f64 {
    let corners = |face: &[u32; 3]| face.map(|v| &solid.positions[v as usize]);
    let height = |face: &[u32; 3]| {
        let [a, b, c] = corners(face);
        (b - a).cross(&(c - a)).normalize().dot(&(point - a))
    };
    let highest = solid.triangles.iter().map(height).fold(f64::NEG_INFINITY, f64::max);
    let squared = solid.triangles.iter().map(|face| point_triangle(point, corners(face)).squared);
    if highest < 0.0 { highest } else { squared.fold(f64::INFINITY, f64::min).sqrt() }
}

/// The report on a garment against the two balls, and where its vertices then are.
fn between_balls(folder: &Folder, garment: &Shape) -> (Value, Vec<Point>) {
    let body = write(folder, "balls.obj", &ball(1.0).with(&ball(-1.0)));
    let input = write(folder, "in.obj", garment);
    let output = folder.path("out.obj");
    let thickness = THICKNESS.to_string();
    let more = ["--body", body.to_str().expect("a name"), "--thickness", &thickness];
    let (report, code) = repair(&[input], &more, &output);
    let left = report["crossings"]["after"].as_u64().expect("a count");
    assert_eq!(code, i32::from(left > 0), "the exit code is what is in the file: {report}");
    assert_eq!(report["clean"], left == 0, "{report}");
    assert_eq!(report["pinched"]["crossings"].as_u64(), Some(left), "all that is left is excused: {report}");
    let at = positions(&output);
    let mesh = Mesh::new(at.len(), &garment.triangles).expect("a mesh");
    assert!(crate::gia::analyse(&mesh, &at).is_clean(), "cloth passes through cloth: {report}");
    std::fs::remove_file(output).expect("a file");
    (report, at)
}

/// The overlap is a lens: of its vertices, the mean distance to the plane in its middle; of all others, how far outside both
/// balls the nearest is.
fn middle_and_outside(at: &[Point]) -> (f64, f64) {
    let balls = [ball(1.0), ball(-1.0)];
    let (mut off, mut nearest) = (Vec::new(), f64::INFINITY);
    for point in at {
        let [upper, lower] = balls.each_ref().map(|ball| outside(ball, point));
        if upper < 0.0 && lower < 0.0 {
            off.push(point.y.abs());
        } else {
            nearest = nearest.min(upper.min(lower));
        }
    }
    assert!(off.len() > 40, "{} vertices between the balls are too few to tell", off.len());
    (off.iter().sum::<f64>() / off.len() as f64, nearest)
}

/// Pushed into one ball by a little, past the other's surface, and as far as it is deep.
#[test]
fn a_sheet_between_balls_that_overlap_lies_midway() {
    let folder = Folder::new();
    for pushed in [0.2, 0.7, 1.0] {
        let sheet = Shape::sheet(30, 0.3).moved(Vector::new(0.004, pushed * DEPTH, 0.003));
        let (report, at) = between_balls(&folder, &sheet);
        let (middle, nearest) = middle_and_outside(&at);
        println!(
            "pushed by {pushed} depths: {:.2} % of the depth off the middle, {nearest:.2e} outside",
            100.0 * middle / DEPTH
        );
        assert!(middle < 0.2 * DEPTH, "pushed by {pushed}: {middle} off the middle: {report}");
        assert!(nearest > 0.99 * THICKNESS, "pushed by {pushed}: {nearest} outside: {report}");
    }
}

/// Two layers, one pushed into each ball: they may not meet in the middle.
#[test]
fn two_layers_between_balls_lie_around_the_middle_and_apart() {
    let folder = Folder::new();
    let layer = |up: f64| Shape::sheet(24, 0.26).moved(Vector::new(0.004 + 0.3 * up, up, 0.003));
    let (report, at) = between_balls(&folder, &layer(0.012).with(&layer(-0.009)));
    let (middle, nearest) = middle_and_outside(&at);
    assert!(middle < 0.2 * DEPTH, "{middle} off the middle: {report}");
    // There is less room for two; what is reported is what is there.
    let reported = report["minimum_separation"].as_f64().expect("a length");
    assert!(reported > 0.0 && nearest >= 0.999 * reported, "{nearest} outside: {report}");
}

/// Balls that touch nothing of each other pinch nothing: the report says so, and all crossings go.
#[test]
fn a_body_that_does_not_overlap_pinches_nothing() {
    let folder = Folder::new();
    let body = write(&folder, "ball.obj", &ball(1.0));
    let sheet = Shape::sheet(24, 0.3).moved(Vector::new(0.004, 0.0, 0.003));
    let input = write(&folder, "in.obj", &sheet);
    let (report, code) = repair(&[input], &["--body", body.to_str().expect("a name")], &folder.path("out.obj"));
    assert_eq!((code, &report["pinched"]["particles"], &report["pinched"]["crossings"]), (0, &0.into(), &0.into()));
}

/// How often a closed surface winds around a point: 1 inside, 2 where it overlaps itself (van Oosterom and Strackee 1983).
fn winding(positions: &[Point], mesh: &Mesh, point: &Point) -> i64 {
    let solid_angle = |face: &[VertexId; 3]| {
        let [a, b, c] = face.map(|v| positions[v.index()] - point);
        let [x, y, z] = [a.norm(), b.norm(), c.norm()];
        2.0 * a.cross(&b).dot(&c).atan2(x * y * z + a.dot(&b) * z + b.dot(&c) * x + c.dot(&a) * y)
    };
    let sum: f64 = mesh.faces().iter().map(solid_angle).sum();
    (sum / (4.0 * std::f64::consts::PI)).round() as i64
}

/// How far the first face is from a point in a direction; infinite if there is none.
fn first_hit(positions: &[Point], mesh: &Mesh, from: &Point, direction: &Vector) -> f64 {
    let hit = |face: &[VertexId; 3]| {
        let [a, b, c] = face.map(|v| positions[v.index()] - from);
        let sides = [a.cross(&b), b.cross(&c), c.cross(&a)].map(|side| side.dot(direction));
        let normal = (b - a).cross(&(c - a));
        let along = normal.dot(&a) / normal.dot(direction);
        let is_through = sides.iter().all(|side| *side > 0.0) || sides.iter().all(|side| *side < 0.0);
        if is_through && along > 0.0 { along } else { f64::INFINITY }
    };
    mesh.faces().iter().map(hit).fold(f64::INFINITY, f64::min)
}

/// A real character that sits with its forearms inside its thighs, and cloth between the two.
#[test]
fn cloth_on_the_thigh_of_a_sitting_character_lies_between_thigh_and_forearm() {
    let Some(character) = data::file("human/human.glb") else { return };
    let folder = Folder::new();
    let body = Body::open(&character).expect("a character");
    let clip = body.animation("sit").expect("a clip");
    let mut pose = Pose::default();
    body.pose(When::Clip { clip, time: 2.0, wrap: Wrap::Clamp }, &mut pose).expect("a pose");
    // The middle of the overlap, and across it.
    let (center, across) = (Vector::new(-0.193, 0.495, -0.026), Vector::new(-0.07, 0.97, 0.22).normalize());
    let along = across.cross(&Vector::z()).normalize();
    let place = |p: Point| Point::from(center + along * p.x + across * 0.003 + along.cross(&across) * p.z);
    let input = write(&folder, "in.obj", &Shape::sheet(18, 0.14).map(place));
    let output = folder.path("out.obj");
    let name = character.display().to_string();
    let (report, code) =
        repair(std::slice::from_ref(&input), &["--body", &name, "--animation", "sit", "--time", "2"], &output);
    let left = &report["crossings"]["after"];
    assert_eq!((code, left), (1, &report["pinched"]["crossings"]), "all that is left is excused: {report}");
    assert_eq!(crossings(&output), 0, "cloth passes through cloth: {report}");
    let mesh = body.assembly().mesh();
    let inside = |file: &Path, times: i64| -> Vec<Point> {
        positions(file).into_iter().filter(|point| winding(pose.positions(), mesh, point) == times).collect()
    };
    let (before, after, between) = (inside(&input, 1).len(), inside(&output, 1).len(), inside(&output, 2));
    assert!(before > 40 && between.len() > 40, "too few to tell: {before} inside before, {} between", between.len());
    assert_eq!(after, 0, "of {before} inside one limb before, some still are: {report}");
    let off = |point: &Point| {
        let [up, down] = [across, -across].map(|way| first_hit(pose.positions(), mesh, point, &way));
        (up - down).abs() / (2.0 * (up + down))
    };
    let mean = between.iter().map(off).sum::<f64>() / between.len() as f64;
    println!("{before} inside one limb before, {} between after, {:.1} % off the middle", between.len(), 100.0 * mean);
    assert!(mean < 0.2, "{mean} of the overlap off the middle: {report}");
}
