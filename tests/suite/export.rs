//! `selvedge export`, run as a user runs it.

mod errors;
mod glb;

use crate::inspect::{Folder, selvedge};
use driver::run::Run;
use geometry::Point;
use serde_json::Value;
use std::path::Path;

/// A sheet that hangs, and a garment of a file with comments, groups and a quad.
const SCENE: &str = "\
[[garment]]
name = 'sheet'
shape = { sheet = { size = [0.5, 0.5], cells = [5, 4] } }
pin = [{ group = 'first_row' }]
[[garment]]
file = 'patch.obj'
pin = [{ vertices = [0, 3] }]
[simulation]
frames = [3, 6]
fps = 10
steps_per_frame = 1
";

const PATCH: &str = "\
# a patch, and what else was in its file
mtllib patch.mtl
v 0 2 0
v 1 2 0
v 1 2 1
v 0 2 1
vt 0 0
g front
usemtl red
f 1/1 2/1 3/1 4/1
";

/// Simulates into `run`.
fn simulate(folder: &Folder, name: &str, scene: &str) {
    let scene = folder.write(&format!("{name}.toml"), scene);
    let output =
        selvedge().arg("simulate").arg(scene).arg("-o").arg(folder.path("run")).output().expect("the tool runs");
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&output.stderr));
}

fn made() -> Folder {
    let folder = Folder::new();
    folder.write("patch.obj", PATCH);
    simulate(&folder, "scene", SCENE);
    folder
}

/// Exports the run and returns the report.
fn export(folder: &Folder, arguments: &[&str]) -> Value {
    let mut command = selvedge();
    command.current_dir(folder.path("")).args(["export", "run", "--json", "-"]).args(arguments);
    let output = command.output().expect("the tool runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON and nothing else")
}

fn names(path: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(path).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn frame(folder: &Folder, frame: u32) -> Vec<Vec<Point>> {
    Run::read_frame(&folder.path("run"), frame).expect("a frame")
}

#[test]
fn meshes_are_the_garments_own_files_with_moved_vertices() {
    let folder = made();
    for format in ["obj", "ply"] {
        let report = export(&folder, &["--to", format, "-o", "meshes", "--overwrite"]);
        assert_eq!(report["files"].as_array().map(Vec::len), Some(8));
        for number in 3..=6 {
            for (name, expected) in ["sheet", "patch"].iter().zip(frame(&folder, number)) {
                let file = folder.path(&format!("meshes/{name}.{number:06}.{format}"));
                let document = cloth_io::read(&file).expect("a mesh");
                assert_eq!(document.pieces()[0].positions, expected, "{}", file.display());
            }
        }
    }
    let text = std::fs::read_to_string(folder.path("meshes/patch.000006.obj")).expect("text");
    assert!(text.starts_with("# a patch") && text.ends_with("g front\nusemtl red\nf 1/1 2/1 3/1 4/1\n"), "{text}");
    assert_ne!(text, PATCH);
}

#[test]
fn a_shorter_export_leaves_no_longer_sequence_behind() {
    let folder = made();
    export(&folder, &["--to", "obj", "-o", "meshes"]);
    folder.write("meshes/letter.txt", "dear");
    export(&folder, &["--to", "obj", "-o", "meshes", "--frames", "4..4", "--overwrite"]);
    assert_eq!(names(&folder.path("meshes")), ["letter.txt", "patch.000004.obj", "sheet.000004.obj"]);
}

#[test]
fn point_caches_hold_every_vertex_of_every_frame() {
    let folder = made();
    export(&folder, &["--to", "pc2", "-o", "caches"]);
    export(&folder, &["--to", "mdd", "-o", "caches", "--overwrite"]);
    assert_eq!(names(&folder.path("caches")), ["patch.mdd", "patch.pc2", "sheet.mdd", "sheet.pc2"]);
    let read = |name: &str| std::fs::read(folder.path("caches").join(name)).expect("a cache");
    let numbers = |bytes: &[u8], number: fn([u8; 4]) -> f32| -> Vec<f32> {
        bytes.chunks_exact(4).map(|four| number([four[0], four[1], four[2], four[3]])).collect()
    };
    for (index, name) in ["sheet", "patch"].iter().enumerate() {
        let expected: Vec<f32> = (3..=6)
            .flat_map(|n| frame(&folder, n).swap_remove(index))
            .flat_map(|p| [p.x, p.y, p.z].map(|x| x as f32))
            .collect();
        let (pc2, mdd) = (read(&format!("{name}.pc2")), read(&format!("{name}.mdd")));
        assert_eq!((&pc2[..12], numbers(&pc2[20..28], f32::from_le_bytes)), (&b"POINTCACHE2\0"[..], vec![3.0, 1.0]));
        assert_eq!(numbers(&pc2[32..], f32::from_le_bytes), expected);
        assert_eq!(numbers(&mdd[8..24], f32::from_be_bytes), [0.3, 0.4, 0.5, 0.6]);
        assert_eq!(numbers(&mdd[24..], f32::from_be_bytes), expected);
    }
}

#[test]
fn a_run_can_be_moved_with_its_scene_and_exported_from_anywhere() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("shot")).expect("a folder");
    folder.write("shot/patch.obj", PATCH);
    let scene = folder.write("shot/scene.toml", SCENE);
    selvedge().arg("simulate").arg(scene).arg("-o").arg(folder.path("shot/run")).assert().code(0);
    std::fs::rename(folder.path("shot"), folder.path("archive")).expect("a new name");
    selvedge()
        .arg("export")
        .arg(folder.path("archive/run"))
        .args(["--to", "obj", "-o"])
        .arg(folder.path("meshes"))
        .assert()
        .code(0);
    // Without the scene's files the user says where they are.
    std::fs::rename(folder.path("archive/run"), folder.path("run")).expect("a new name");
    std::fs::rename(folder.path("archive"), folder.path("vault")).expect("a new name");
    let output =
        selvedge().current_dir(folder.path("")).args(["export", "run", "--to", "glb"]).output().expect("it runs");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.code() == Some(2) && message.contains("patch.obj") && message.contains("--inputs"),
        "{message}"
    );
    export(&folder, &["--to", "glb", "--inputs", "vault"]);
    assert!(folder.path("run.glb").is_file());
}
