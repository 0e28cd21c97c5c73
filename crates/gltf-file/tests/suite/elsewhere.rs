//! Files by other people: sample models, demanding ones, malformed ones. They are not part of this project; where the
//! folder is not there, these tests say so and pass.

use std::fs;
use std::path::{Path, PathBuf};

use gltf_file::{Fault, FaultKind, GltfFile};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::small::read_everything;

fn data(folder: &str) -> Option<PathBuf> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")).join(folder);
    if path.is_dir() {
        return Some(path);
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

fn read(path: &Path) -> Result<(usize, usize), Fault> {
    read_everything(&GltfFile::open(path)?)
}

#[test]
fn characters_load_with_their_published_counts() {
    let Some(folder) = data("characters") else { return };
    for path in models(&folder) {
        let (vertices, triangles) = read(&path).unwrap_or_else(|f| panic!("{}: {f}", path.display()));
        println!("{}: {vertices} vertices, {triangles} triangles", path.display());
        assert!(triangles > 100);
    }
    assert_eq!(read(&folder.join("CesiumMan.glb")).unwrap().1, 4672);
    assert_eq!(read(&folder.join("../human/human.glb")).unwrap(), (14517, 26756));
}

#[test]
fn demanding_files_load_and_draco_is_named() {
    let Some(folder) = data("import") else { return };
    let mut loaded = 0;
    for path in models(&folder) {
        if path.to_string_lossy().contains("Draco") {
            let fault = read(&path).unwrap_err();
            assert_eq!(fault.kind, FaultKind::Extension);
            assert!(fault.what.contains("KHR_draco_mesh_compression"), "{fault}");
            continue;
        }
        let (vertices, triangles) = read(&path).unwrap_or_else(|f| panic!("{}: {f}", path.display()));
        println!("{}: {vertices} vertices, {triangles} triangles", path.display());
        assert!(vertices > 0 && triangles > 0);
        loaded += 1;
    }
    assert!(loaded > 15);
}

#[test]
fn hostile_files_give_faults_or_load() {
    let Some(folder) = data("hostile") else { return };
    let found = models(&folder);
    assert!(found.len() > 15);
    for path in found {
        println!("{}: {:?}", path.display(), read(&path).map_err(|f| f.to_string()));
    }
    for (path, expected) in [
        ("BoxWithInfinites-glTF-Binary/BoxWithInfinites.glb", "not finite"),
        ("IndexOutOfRange/IndexOutOfRange.gltf", "is beyond its"),
        ("IndexOutOfRange/AllIndicesOutOfRange.gltf", "is beyond its"),
        ("MissingBin/BoxTextured.gltf", "cannot be read"),
        ("RecursiveNodes/RecursiveNodes.gltf", "cycle"),
        ("TestNoRootNode/NoScene.gltf", "does not exist"),
        ("wrongTypes/badString.gltf", "expected a string"),
    ] {
        let fault = read(&folder.join(path)).unwrap_err();
        assert!(fault.what.contains(expected), "{path}: {fault}");
    }
}

#[test]
fn damaged_characters_do_not_panic() {
    let Some(folder) = data("characters") else { return };
    let mut random = Pcg64Mcg::seed_from_u64(3);
    for name in ["RiggedSimple.glb", "RiggedFigure.glb"] {
        let whole = fs::read(folder.join(name)).unwrap();
        let json = 20 + u32::from_le_bytes(*whole[12..].first_chunk().unwrap()) as usize;
        let digits: Vec<usize> = (20..json).filter(|&i| whole[i].is_ascii_digit()).collect();
        for _ in 0..2000 {
            let mut damaged = whole.clone();
            damaged[digits[random.random_range(0..digits.len())]] = random.random_range(b'0'..=b'9');
            if let Ok(file) = GltfFile::from_bytes(&damaged, None) {
                let _ = read_everything(&file);
            }
        }
    }
}
