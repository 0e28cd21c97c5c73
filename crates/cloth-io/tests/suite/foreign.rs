//! Files this project did not write: they read with the counts their makers give, and come back byte for byte.

use std::fs;
use std::path::{Path, PathBuf};

use cloth_io::read;

use crate::support::positions;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");

/// The folder of foreign files, or `None` and a message where it is not there.
fn data() -> Option<&'static Path> {
    let folder = Path::new(DATA);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no foreign data at {DATA}");
    None
}

/// Vertices, polygons and triangles, from the data's own description, or its statements counted with other tools.
const COUNTS: [(&str, usize, usize, usize); 20] = [
    ("human/tee.obj", 4626, 9054, 9054),
    ("human/trousers_loose.obj", 4063, 8011, 8011),
    ("human/male_casualsuit02.obj", 2136, 2060, 4120),
    ("human/male_casualsuit02_shirt.obj", 1250, 1204, 2408),
    ("human/male_casualsuit02_trousers.obj", 886, 856, 1712),
    ("human/male_casualsuit04.obj", 1696, 1620, 3240),
    ("human/male_casualsuit04_shirt.obj", 810, 764, 1528),
    ("human/male_casualsuit04_trousers.obj", 886, 856, 1712),
    ("garments/unisex_shirt.shirt.obj", 6436, 12736, 12736),
    ("garments/skirt8K.obj", 8121, 15858, 15858),
    ("tangles/gia_cloth.obj", 900, 1682, 1682),
    ("tangles/gia_sphere.obj", 386, 768, 768),
    ("tangles/knotSmall.obj", 2000, 3582, 3582),
    ("tangles/knotSmall_restShape.obj", 2000, 3582, 3582),
    ("tangles/thick-cloth/t0.ply", 233, 404, 404),
    ("tangles/thick-cloth/t1.ply", 233, 404, 404),
    ("tangles/two-cubes-far.ply", 262, 480, 480),
    ("tangles/two-cubes-close.ply", 262, 480, 480),
    ("tangles/two-cubes-intersecting.ply", 262, 480, 480),
    ("ccd/cloth-funnel/frames/227.ply", 9450, 18484, 18484),
];

#[test]
fn counts_are_those_of_the_makers() {
    let Some(data) = data() else { return };
    for (name, vertices, polygons, triangles) in COUNTS {
        let document = read(&data.join(name)).unwrap_or_else(|error| panic!("{error}"));
        let [piece] = document.pieces() else { panic!("{name}: one piece") };
        let counts = (piece.positions.len(), piece.polygons.len(), piece.polygons.triangles().0.len());
        assert_eq!(counts, (vertices, polygons, triangles), "{name}");
    }
}

#[test]
fn groups_and_texture_are_those_of_the_makers() {
    let Some(data) = data() else { return };
    for (name, expected, faces) in [
        ("human/tee.obj", &["body", "shoulders"][..], 9054),
        ("human/trousers_loose.obj", &["left", "right", "waistband"], 8011),
    ] {
        let document = read(&data.join(name)).unwrap_or_else(|error| panic!("{error}"));
        let groups = &document.pieces()[0].groups;
        let mut names: Vec<_> = groups.iter().map(|group| group.name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, expected, "{name}");
        assert_eq!(groups.iter().map(|group| group.polygons.len()).sum::<usize>(), faces, "{name}");
    }
    let suit = read(&data.join("human/male_casualsuit02.obj")).unwrap_or_else(|error| panic!("{error}"));
    let texture = suit.pieces()[0].texture.as_ref().expect("a texture");
    assert_eq!(texture.coordinates.len(), 2349);
    assert!(texture.corners.iter().all(Option::is_some));
}

#[test]
fn every_file_comes_back_byte_for_byte_and_moves_one_vertex() {
    let Some(data) = data() else { return };
    let files = meshes(data);
    assert!(files.len() >= 21, "{files:?}");
    for path in files {
        let document = read(&path).unwrap_or_else(|error| panic!("{error}"));
        let bytes = fs::read(&path).expect("it was just read");
        let mut moved = positions(document.pieces());
        assert!(document.with_positions(&moved).expect("unmoved") == bytes, "{} changed", path.display());
        let vertex = moved[0].len() / 2;
        moved[0][vertex] += nalgebra::Vector3::new(1.0 / 3.0, -1e-7, 0.0);
        let copy = tempfile::tempdir().expect("a folder");
        let copy = copy.path().join(path.file_name().expect("a name"));
        fs::write(&copy, document.with_positions(&moved).expect("moved")).expect("written");
        let again = read(&copy).unwrap_or_else(|error| panic!("{error}"));
        assert!(positions(again.pieces()) == moved, "{}: other vertices moved", path.display());
        assert_eq!(again.pieces()[0].polygons, document.pieces()[0].polygons);
    }
}

/// All OBJ and PLY files below a folder.
fn meshes(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.append(&mut meshes(&path));
        } else if path.extension().is_some_and(|extension| extension == "obj" || extension == "ply") {
            found.push(path);
        }
    }
    found.sort();
    found
}
