//! A garment that starts in another shape than the one it has without tension.

use super::{cloth, lines, refused, simulate};
use crate::inspect::Folder;

/// A napkin of some size, in metres.
fn napkin(size: f64) -> String {
    format!("v 0 0 0\nv {size} 0 0\nv {size} 0 {size}\nv 0 0 {size}\nf 1 2 3 4\n")
}

/// A scene without weight in which the napkin is held by one corner.
const SCENE: &str = "[[garment]]\nfile = 'start.obj'\nrest_file = 'rest.obj'\npin = [{ vertices = [0] }]\n\
    [simulation]\ngravity = [0, 0, 0]\nframes = [0, 24]\n";

#[test]
fn cloth_goes_from_where_it_starts_to_its_rest_shape() {
    let folder = Folder::new();
    folder.write("start.obj", napkin(0.24));
    folder.write("rest.obj", napkin(0.20));
    let (scene, run) = (folder.write("scene.toml", SCENE), folder.path("run"));
    simulate(&scene, &run, &["--quiet"]);
    let start = lines(&run)[0]["max_stretch"].as_f64().expect("a number");
    assert!((start - 1.2).abs() < 1e-9, "it starts stretched by {start}");
    let corners = cloth(&run, 24);
    let side = (corners[1] - corners[0]).norm();
    assert!((side - 0.20).abs() < 0.002, "a side is {side} m long after a second");
    let manifest = std::fs::read_to_string(run.join("manifest.json")).expect("a manifest");
    assert!(manifest.contains("rest.obj"), "the rest shape is one of the inputs");
}

#[test]
fn another_mesh_is_refused() {
    let folder = Folder::new();
    folder.write("start.obj", napkin(0.24));
    folder.write("rest.obj", "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n");
    let scene = folder.write("scene.toml", SCENE);
    let message = refused(&scene, &folder.path("run"), &[]);
    assert!(message.contains("rest_file: ") && message.contains("the same vertices and faces"), "{message}");
}
