//! One mesh, smoothed into a file.

use super::smooth;
use crate::inspect::Folder;
use geometry::Point;
use geometry::shapes::{Ends, Shape};

fn write(folder: &Folder, name: &str, shape: &Shape) {
    let polygons = cloth_io::Polygons::of_triangles(&shape.triangles);
    let piece = cloth_io::Piece { positions: shape.positions.clone(), polygons, ..cloth_io::Piece::default() };
    cloth_io::write_new(&[piece], &folder.path(name), cloth_io::Overwrite::Refuse).expect("a file");
}

#[test]
fn a_sphere_becomes_a_finer_and_rounder_one() {
    let folder = Folder::new();
    let ball = Shape::sphere(8, 8, 1.0);
    write(&folder, "ball.obj", &ball);
    for output in ["fine.obj", "fine.ply", "fine.glb"] {
        let (report, code) = smooth(&folder, &["ball.obj", "-o", output, "--levels", "2"]);
        assert_eq!((code, &report["crossings"]), (0, &serde_json::json!([0, 0])), "{output}");
        let fine = cloth_io::read(&folder.path(output)).expect("a mesh");
        let radii: Vec<f64> = fine.pieces()[0].positions.iter().map(|p| p.coords.norm()).collect();
        assert_eq!((radii.len(), fine.pieces()[0].polygons.len()), (898, 1792), "{output}");
        // New places lie in the convex hull of the old ones, and are rounder than the flat faces are.
        let range = |radii: &[f64]| radii.iter().fold((f64::MAX, 0.0f64), |(a, b), r| (a.min(*r), b.max(*r)));
        let flat: Vec<f64> = ball.subdivided().subdivided().positions.iter().map(|p| p.coords.norm()).collect();
        let ((least, most), (flat_least, flat_most)) = (range(&radii), range(&flat));
        assert!(most < 1.0 && most / least < flat_most / flat_least, "{output}: {least} to {most}");
    }
}

#[test]
fn seams_of_a_file_stay_closed() {
    // Two panels that meet along vertices of their own, as texture seams do.
    let folder = Folder::new();
    let tent = |u: f64, v: f64| Point::new(u - 0.5, 0.4 - (0.8 * (u - 0.5)).abs(), v);
    let left = Shape::grid(3, 4, Ends::Open, Ends::Open, |u, v| tent(u / 2.0, v));
    let right = Shape::grid(3, 4, Ends::Open, Ends::Open, |u, v| tent(0.5 + u / 2.0, v));
    write(&folder, "panels.obj", &left.with(&right));
    smooth(&folder, &["panels.obj", "-o", "fine.obj"]);
    let fine = cloth_io::read(&folder.path("fine.obj")).expect("a mesh");
    let seam: Vec<&Point> = fine.pieces()[0].positions.iter().filter(|p| p.x.abs() < 1e-9).collect();
    assert_eq!(seam.len(), 18, "nine on each panel");
    let mut places: Vec<[u64; 3]> = seam.iter().map(|p| [p.x + 0.0, p.y, p.z].map(f64::to_bits)).collect();
    places.sort_unstable();
    places.dedup();
    assert_eq!(places.len(), 9, "each at the same place on both");
    assert!(seam.iter().all(|p| p.y < 0.39), "and smoothed across");
}
