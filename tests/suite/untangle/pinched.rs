//! A body that passes through itself: cloth caught there ends midway between its surfaces, all other cloth outside.
//!
//! Where cloth is, is told here apart from the code under test: by the formula of spheres and planes of convex solids, and by
//! winding numbers, summed over all faces of the body.

use super::{crossings, repair};
use crate::inspect::Folder;
use cloth_io::{Overwrite, Piece, Polygons, write_new};
use geometry::distance::point_triangle;
use geometry::shapes::Shape;
use geometry::{Point, Vector};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Two balls of this radius, one above the other, that overlap by [`DEPTH`] around the origin.
const RADIUS: f64 = 0.1;
const DEPTH: f64 = 0.03;
/// The thickness that is asked for.
const THICKNESS: f64 = 0.001;

fn ball(side: f64) -> Shape {
    Shape::sphere(40, 60, RADIUS).moved(Vector::new(0.0, side * (RADIUS - DEPTH / 2.0), 0.0))
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
