//! The way to shared data, and a few words that all tests use.

use std::path::{Path, PathBuf};

use body::{Body, Pose, When, Wrap};
use geometry::Point;

/// A file of the shared data that lies beside the checkout, or `None`, said aloud, where it is not there.
pub fn file(name: &str) -> Option<PathBuf> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")).join(name);
    if path.exists() {
        return Some(path);
    }
    println!("SKIPPED: {} is not there; the checks on it did not run", path.display());
    None
}

/// A body of the shared data.
pub fn open(name: &str) -> Option<Body> {
    file(name).map(|path| Body::open(&path).unwrap_or_else(|error| panic!("{name}: {error}")))
}

/// Every glTF file under a folder of the shared data.
pub fn models(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = file(folder).into_iter().collect();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|e| e == "glb" || e == "gltf") {
                found.push(entry);
            }
        }
    }
    found.sort();
    found
}

/// A time of a clip.
pub fn at(clip: usize, time: f64) -> When {
    When::Clip { clip, time, wrap: Wrap::Clamp }
}

/// The body at a moment.
pub fn posed(body: &Body, when: When) -> Pose {
    let mut pose = Pose::default();
    body.pose(when, &mut pose).unwrap();
    pose
}

/// The vertices of all pieces in the file's order.
pub fn unwelded(body: &Body, when: When) -> Vec<Point> {
    let pose = posed(body, when);
    (0..body.pieces().len()).flat_map(|piece| body.piece_positions(piece, &pose).to_vec()).collect()
}

/// The lowest and highest coordinates.
pub fn bounds(points: &[Point]) -> [[f64; 3]; 2] {
    let fold = |start: f64, pick: fn(f64, f64) -> f64| -> [f64; 3] {
        std::array::from_fn(|axis| points.iter().map(|p| p[axis]).fold(start, pick))
    };
    [fold(f64::INFINITY, f64::min), fold(f64::NEG_INFINITY, f64::max)]
}

/// The largest difference between two lists of points, coordinate by coordinate.
pub fn difference(a: &[Point], b: &[Point]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).flat_map(|(p, q)| (p - q).iter().map(|x| x.abs()).collect::<Vec<_>>()).fold(0.0, f64::max)
}
