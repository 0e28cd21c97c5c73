//! Files by other people, which are not part of this project; where the folder is not there, these tests say so and pass.

use std::fs;
use std::path::{Path, PathBuf};

use cloth_io::{Container, GltfDocument, write_new_glb};
use geometry::{Point, Vector};

fn data() -> Option<PathBuf> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data"));
    if path.is_dir() {
        return Some(path.to_owned());
    }
    println!("skipped: {} is not there", path.display());
    None
}

fn models(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(models(&path));
        } else if path.extension().is_some_and(|e| e == "glb" || e == "gltf") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn positions(document: &GltfDocument) -> Vec<Vec<Point>> {
    document.pieces().iter().map(|piece| piece.positions.clone()).collect()
}

/// Keeps a file for a look with other programs, when the environment asks for it.
fn keep(path: &Path, kind: &str, bytes: &[u8]) {
    if let Some(folder) = std::env::var_os("SELVEDGE_KEEP") {
        let name = format!("{}-{kind}", path.file_stem().unwrap().to_string_lossy());
        fs::write(Path::new(&folder).join(name), bytes).unwrap();
    }
}

/// Kept, moved, and written anew: for every model that loads.
fn check(path: &Path, document: &GltfDocument) {
    let read = |bytes: &[u8]| GltfDocument::from_bytes(bytes, None, "").unwrap();
    let kept = document.with_positions_as(&positions(document), Container::Glb).unwrap();
    keep(path, "kept.glb", &kept);
    let kept = read(&kept);
    for (kept, piece) in kept.pieces().iter().zip(document.pieces()) {
        assert_eq!((&kept.positions, &kept.polygons), (&piece.positions, &piece.polygons));
        assert_eq!((&kept.texture, &kept.colors, &kept.groups), (&piece.texture, &piece.colors, &piece.groups));
    }
    for list in ["nodes", "meshes", "accessors", "skins", "animations", "materials", "extensionsUsed"] {
        assert_eq!(kept.file().value().get(list), document.file().value().get(list), "{list}");
    }

    if document.container() == Container::Glb && document.file().buffers().len() == 1 {
        assert_eq!(kept.file().value(), document.file().value());
        assert_eq!(kept.file().buffers(), document.file().buffers());
    }

    let mut wanted = positions(document);
    for piece in &mut wanted {
        piece[1] += Vector::new(0.01, 0.02, 0.03);
    }
    let moved = document.with_positions(&wanted).unwrap();
    keep(path, if document.container() == Container::Glb { "moved.glb" } else { "moved.gltf" }, &moved);
    for ((moved, wanted), before) in positions(&read(&moved)).iter().zip(&wanted).zip(positions(document)) {
        for (vertex, ((moved, wanted), before)) in moved.iter().zip(wanted).zip(before).enumerate() {
            let tolerance = if vertex == 1 { 1e-5 * (1.0 + wanted.coords.amax()) } else { 0.0 };
            assert!((moved - wanted).amax() <= tolerance, "vertex {vertex}: {moved} for {wanted}, was {before}");
        }
    }

    let anew = write_new_glb(document.pieces(), &[]).unwrap();
    keep(path, "anew.glb", &anew);
    let counts =
        |d: &GltfDocument| d.pieces().iter().map(|p| (p.positions.len(), p.polygons.len())).collect::<Vec<_>>();
    assert_eq!(counts(&read(&anew)), counts(document));
}

#[test]
fn characters_and_demanding_files_keep_everything() {
    let Some(data) = data() else { return };
    let mut paths = models(&data.join("characters"));
    paths.extend(models(&data.join("import")));
    paths.push(data.join("human/human.glb"));
    let mut checked = 0;
    for path in paths {
        match GltfDocument::read(&path) {
            Ok(document) => {
                let vertices: usize = document.pieces().iter().map(|p| p.positions.len()).sum();
                let faces: usize = document.pieces().iter().map(|p| p.polygons.len()).sum();
                println!("{}: {} pieces, {vertices} vertices, {faces} faces", path.display(), document.pieces().len());
                check(&path, &document);
                checked += 1;
            }
            Err(problem) => assert!(problem.fault.contains("KHR_draco"), "{}: {problem}", path.display()),
        }
    }
    assert!(checked > 20);
}

#[test]
fn the_human_is_one_piece() {
    let Some(data) = data() else { return };
    let human = GltfDocument::read(&data.join("human/human.glb")).unwrap();
    let [piece] = human.pieces() else { panic!("{} pieces", human.pieces().len()) };
    assert_eq!((piece.positions.len(), piece.polygons.len()), (14517, 26756));
    let heights = piece.positions.iter().map(|p| p.y);
    let (low, high) = heights.fold((f64::MAX, f64::MIN), |(low, high), y| (low.min(y), high.max(y)));
    assert!((high - low - 1.666).abs() < 0.002, "{low} to {high}");
}

#[test]
fn hostile_files_are_problems_or_harmless() {
    let Some(data) = data() else { return };
    for path in models(&data.join("hostile")) {
        match GltfDocument::read(&path) {
            Ok(document) => check(&path, &document),
            Err(problem) => assert!(!problem.remedy.is_empty()),
        }
    }
}
