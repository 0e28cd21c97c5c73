//! A body that passes through itself: cloth caught there ends midway between its surfaces, all other cloth outside.
//!
//! Where cloth is, is told here apart from the code under test: by the formula of spheres and planes of convex solids, and by
//! winding numbers, summed over all faces of the body.

use super::{crossings, repair};
use crate::inspect::Folder;
use body::{Body, Pose, When, Wrap};
use cloth_io::{Overwrite, Piece, Polygons, write_new};
use contact::Surface;
use geometry::distance::point_triangle;
use geometry::shapes::Shape;
use geometry::{Mesh, Point, SurfaceMotion, Vector, VertexId};
use selvedge_tests::data;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Two balls of this radius, one above the other, that overlap by [`DEPTH`] around the origin.
const RADIUS: f64 = 0.1;
const DEPTH: f64 = 0.03;
/// The thickness that is asked for.
const THICKNESS: f64 = 0.001;

fn ball(side: f64) -> Shape {
    // With its triangles looking outwards.
    Shape::sphere(40, 60, RADIUS).turned().moved(Vector::new(0.0, side * (RADIUS - DEPTH / 2.0), 0.0))
}

fn write(folder: &Folder, name: &str, shape: &Shape) -> PathBuf {
    let path = folder.path(name);
    let polygons = Polygons::of_triangles(&shape.triangles);
    let piece = Piece { name: name.to_owned(), positions: shape.positions.clone(), polygons, ..Piece::default() };
    write_new(&[piece], &path, Overwrite::Allow).expect("a file");
    path
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
    assert_eq!(crossings(&output), 0, "cloth passes through cloth: {report}");
    let at = positions(&output);
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
        assert!(nearest > 0.0, "pushed by {pushed}: {nearest} outside: {report}");
    }
}

/// A sleeve around one ball that reaches through the other: two layers of cloth are between them.
#[test]
fn two_layers_between_balls_lie_around_the_middle_and_apart() {
    let folder = Folder::new();
    let layer = |up: f64| Shape::sheet(24, 0.26).moved(Vector::new(0.004 + 0.3 * up, up, 0.003));
    let (report, at) = between_balls(&folder, &layer(0.012).with(&layer(-0.009)));
    let (middle, nearest) = middle_and_outside(&at);
    assert!(middle < 0.2 * DEPTH, "{middle} off the middle: {report}");
    assert!(nearest > 0.0, "{nearest} outside: {report}");
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

/// Where points near a character's skin at the bind pose are at another: every point keeps its place on the nearest face.
fn worn(body: &Body, when: When, points: &[Point]) -> Vec<Point> {
    let positions = |when: When| {
        let mut pose = Pose::default();
        body.pose(when, &mut pose).expect("a pose");
        pose.positions().to_vec()
    };
    let (bind, posed) = (positions(When::Bind), positions(when));
    let mesh = body.assembly().mesh();
    let surface = Surface::new(mesh.clone(), &SurfaceMotion::still(&bind));
    let frame = |at: &[Point], corners: [VertexId; 3]| {
        let [a, b, c] = corners.map(|v| at[v.index()]);
        let along = (b - a).normalize();
        let normal = (b - a).cross(&(c - a)).normalize();
        [along, normal, along.cross(&normal)]
    };
    let carry = |point: &Point| {
        let near = surface.nearest(point, 1.0, contact::When::T0).expect("a garment is near its body");
        let corners = mesh.face(near.face);
        let foot: Vector = corners.iter().zip(near.barycentric).map(|(v, share)| posed[v.index()].coords * share).sum();
        let [from, to] = [frame(&bind, corners), frame(&posed, corners)];
        let offset = point - near.point;
        Point::from(foot + (0..3).map(|k| to[k] * from[k].dot(&offset)).sum::<Vector>())
    };
    points.iter().map(carry).collect()
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

/// A real shirt on a real character whose forearm is inside its upper arm.
#[test]
fn a_shirt_in_a_folded_elbow_lies_between_the_arms() {
    let files = ["human/male_casualsuit02_shirt.obj", "human/human.glb"].map(data::file);
    let [Some(shirt), Some(character)] = files else { return };
    let folder = Folder::new();
    let body = Body::open(&character).expect("a character");
    let clip = body.animation("elbow_fold").expect("a clip");
    let when = When::Clip { clip, time: 1.5, wrap: Wrap::Clamp };
    let mut pieces = cloth_io::read(&shirt).expect("a mesh").pieces().to_vec();
    for piece in &mut pieces {
        piece.positions = worn(&body, when, &piece.positions);
    }
    let (input, output) = (folder.path("posed.obj"), folder.path("out.obj"));
    write_new(&pieces, &input, Overwrite::Allow).expect("a file");
    if let Ok(keep) = std::env::var("KEEP") {
        std::fs::copy(&input, keep).expect("x");
    }
    let character = character.display().to_string();
    let more = ["--body", &character, "--animation", "elbow_fold", "--time", "1.5"];
    let (report, code) = repair(&[input], &more, &output);
    println!("{code} {report}");
    let mut pose = Pose::default();
    body.pose(when, &mut pose).expect("a pose");
    let mut counts = [0; 3];
    for point in positions(&output) {
        counts[winding(pose.positions(), body.assembly().mesh(), &point).clamp(0, 2) as usize] += 1;
    }
    println!("{counts:?}");
    assert_eq!(crossings(&output), 0, "cloth passes through cloth: {report}");
}
