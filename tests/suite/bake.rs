//! `selvedge bake`, run as a user runs it.

use crate::inspect::{Folder, selvedge};
use selvedge_tests::data;
use serde_json::Value;

#[test]
fn a_pose_keeps_the_files_vertices_and_moves_them() {
    let Some(human) = data::file("human/human.glb") else { return };
    let folder = Folder::new();
    let bake = |name: &str, arguments: &[&str]| {
        let file = folder.path(name);
        selvedge().arg("bake").arg(&human).args(arguments).arg("-o").arg(&file).assert().code(0);
        let document = cloth_io::read(&file).expect("a mesh that can be read");
        document.pieces()[0].positions.clone()
    };
    let bind = bake("bind.ply", &[]);
    let start = bake("start.ply", &["--animation", "squat", "--time", "0"]);
    let deep = bake("deep.ply", &["--animation", "squat", "--time", "1.8"]);
    let by_number = bake("number.ply", &["--animation", "1", "--time", "1.8"]);
    assert_eq!(bind.len(), 14517);
    assert_eq!(deep, by_number);
    let farthest =
        |a: &[geometry::Point], b: &[geometry::Point]| a.iter().zip(b).map(|(p, q)| (p - q).norm()).fold(0.0, f64::max);
    assert!(farthest(&bind, &start) < 1e-5, "the clip starts in the bind pose");
    let height = |points: &[geometry::Point]| points.iter().map(|p| p.y).fold(f64::MIN, f64::max);
    assert!(height(&bind) > 1.6 && height(&deep) < 1.3, "{} {}", height(&bind), height(&deep));
}

#[test]
fn frames_become_numbered_files() {
    let Some(fox) = data::file("characters/Fox.glb") else { return };
    let folder = Folder::new();
    let run = || {
        let mut command = selvedge();
        command.arg("bake").arg(&fox).args([
            "--animation",
            "Walk",
            "--frames",
            "3..5",
            "--fps",
            "30",
            "--json",
            "-",
            "-o",
        ]);
        command.arg(folder.path("fox.obj"));
        command
    };
    let output = run().output().expect("the tool runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(folder.names(), ["fox.000003.obj", "fox.000004.obj", "fox.000005.obj"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["animation"], "Walk");
    assert_eq!(report["files"][1]["time"], 4.0 / 30.0);
    let refused = run().output().expect("the tool runs");
    assert_eq!(refused.status.code(), Some(2), "existing files are not replaced");
    run().arg("--overwrite").assert().code(0);
}

#[test]
fn what_cannot_be_baked_is_explained_and_leaves_nothing() {
    let folder = Folder::new();
    let refused = |arguments: &[&str]| {
        let output = selvedge().arg("bake").args(arguments).current_dir(folder.path("")).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(folder.names(), [""; 0]);
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(refused(&["none.glb", "-o", "x.obj"]).contains("none.glb"));
    assert!(refused(&["x.glb", "-o", "x.obj", "--frames", "9..3"]).contains("0..48"));
    assert!(refused(&["x.glb", "-o", "x.obj", "--fps", "0"]).contains("above 0"));
    if let Some(fox) = data::file("characters/Fox.glb").as_ref().and_then(|path| path.to_str()) {
        let fox = std::fs::canonicalize(fox).expect("the file is there").display().to_string();
        assert!(refused(&[&fox, "-o", "x.stl"]).contains(".obj, .ply"));
        assert!(refused(&[&fox, "-o", "x.obj", "--node", "Wolf*"]).contains("fox"), "names what there is");
    }
}
