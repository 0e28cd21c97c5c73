//! The committed fixtures are what the generator makes now.

use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::shapes::Shape;
use geometry::{FaceId, Mesh};
use make_fixtures::{files, tangles};
use std::collections::BTreeMap;
use std::path::Path;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures");

fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let read = |path: std::path::PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        (name, std::fs::read(&path).expect("a file of it can be read"))
    };
    entries.map(|entry| read(entry.expect("the folder can be listed").path())).collect()
}

#[test]
fn committed_files_are_made_anew_to_the_byte() {
    let scratch = tempfile::tempdir().expect("there is room for fixtures");
    files::write_all(scratch.path()).expect("fixtures can be written");
    let (made, committed) = (contents(scratch.path()), contents(&Path::new(FOLDER).join("tangles")));
    assert_eq!(
        made.keys().collect::<Vec<_>>(),
        committed.keys().collect::<Vec<_>>(),
        "run `cargo run -p make-fixtures`, and remove files that are no longer made"
    );
    for (name, bytes) in &made {
        assert!(committed[name] == *bytes, "{name} is out of date: run `cargo run -p make-fixtures`");
    }
    let size: usize = committed.values().map(Vec::len).sum();
    assert!(size < 500_000, "{size} bytes are too many for a repository");
}

#[test]
fn committed_solids_are_made_anew_to_the_byte() {
    let scratch = tempfile::tempdir().expect("there is room for fixtures");
    files::write_solids(scratch.path()).expect("fixtures can be written");
    let (made, committed) = (contents(scratch.path()), contents(&Path::new(FOLDER).join("solids")));
    assert!(made == committed, "run `cargo run -p make-fixtures`");
    let table = std::fs::read_to_string(Path::new(FOLDER).join("README.md")).expect("there is a table");
    for name in made.keys().map(|name| name.trim_end_matches(".obj")) {
        assert!(table.contains(&format!("| `solids/{name}` |")), "fixtures/README.md has no row for {name}");
    }
}

#[test]
fn generated_scenes_are_made_anew_to_the_byte() {
    let scratch = tempfile::tempdir().expect("there is room for fixtures");
    files::write_scenes(scratch.path()).expect("scenes can be written");
    let scene = |folder: &Path| std::fs::read(folder.join("hundred-leaves/scene.toml")).expect("it is there");
    let committed = scene(&Path::new(FOLDER).join("scenes"));
    assert!(scene(scratch.path()) == committed, "run `cargo run -p make-fixtures`");
}

#[test]
fn the_mannequin_is_made_anew_to_the_byte() {
    let committed = std::fs::read(Path::new(FOLDER).join("bodies/mannequin.glb")).expect("the mannequin is there");
    assert!(mannequin::glb() == committed, "it is out of date: run `cargo run --release -p make-fixtures`");
    assert!(committed.len() < 3_000_000, "{} bytes are too many for a repository", committed.len());
}

#[test]
fn garments_are_made_anew_to_the_byte() {
    let scratch = tempfile::tempdir().expect("there is room for fixtures");
    files::write_garments(scratch.path(), &mannequin::Mannequin::new()).expect("garments can be made");
    let (made, committed) = (contents(scratch.path()), contents(&Path::new(FOLDER).join("garments")));
    assert_eq!(made.keys().collect::<Vec<_>>(), committed.keys().collect::<Vec<_>>());
    for (name, bytes) in &made {
        assert!(committed[name] == *bytes, "{name} is out of date: run `cargo run --release -p make-fixtures`");
    }
    let size: usize = committed.values().map(Vec::len).sum();
    assert!(size < 900_000, "{size} bytes are too many for a repository");
}

/// The only mesh of a garment, or the mannequin's.
fn mesh(file: &str) -> Shape {
    let document = cloth_io::read(&Path::new(FOLDER).join(file)).expect("it is a good file");
    let [piece] = document.pieces() else { panic!("{file} has several pieces") };
    Shape { positions: piece.positions.clone(), triangles: piece.polygons.triangles().0 }
}

#[test]
fn shirt_trousers_and_mannequin_do_not_touch() {
    let mannequin = mannequin::Mannequin::new();
    let body = Shape { positions: mannequin.positions, triangles: mannequin.triangles };
    let worn = [mesh("garments/shirt.obj"), mesh("garments/trousers.obj"), body];
    let whole = worn.iter().fold(Shape::default(), Shape::with);
    let mesh = Mesh::new(whole.positions.len(), &whole.triangles).expect("a mesh");
    let bounds = |face: u32| Bounds::around(mesh.face(FaceId(face)).map(|v| &whole.positions[v.index()]));
    let tree = BoxTree::build(mesh.faces().len(), bounds);
    assert_eq!(gia::crossings::find(&mesh, &whole.positions, &tree), []);
}

#[test]
fn files_read_back_as_the_meshes_they_were_made_from() {
    for tangle in tangles() {
        for (name, shape) in files::names(&tangle).iter().zip(&tangle.pieces) {
            let document = cloth_io::read(&Path::new(FOLDER).join("tangles").join(name)).expect("it is a good file");
            let [piece] = document.pieces() else { panic!("{name} has several pieces") };
            assert_eq!(piece.positions, shape.positions, "{name}");
            assert_eq!(piece.polygons.triangles().0, shape.triangles, "{name}");
        }
    }
}

#[test]
fn every_fixture_has_a_row_in_the_table() {
    let table = std::fs::read_to_string(Path::new(FOLDER).join("README.md")).expect("there is a table");
    for tangle in tangles() {
        let row = table.lines().find(|line| line.starts_with(&format!("| `tangles/{}` |", tangle.name)));
        let row = row.unwrap_or_else(|| panic!("fixtures/README.md has no row for {}", tangle.name));
        assert!(row.contains("MIT OR Apache-2.0"), "{}: no licence", tangle.name);
    }
    assert_eq!(table.lines().filter(|line| line.starts_with("| `tangles/")).count(), tangles().len());
}
