//! What cannot be exported is explained, and leaves nothing.

use super::{export, made, names};
use crate::inspect::{Folder, selvedge};
use serde_json::Value;

fn refused(folder: &Folder, arguments: &[&str]) -> String {
    let before = names(&folder.path(""));
    let output = selvedge().arg("export").args(arguments).current_dir(folder.path("")).output().expect("the tool runs");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert_eq!(names(&folder.path("")), before, "{message}");
    message
}

#[test]
fn bad_requests_name_the_remedy() {
    let folder = made();
    assert!(refused(&folder, &["none", "--to", "glb"]).contains("none: there is no such run"));
    std::fs::create_dir(folder.path("home")).expect("a folder");
    assert!(refused(&folder, &["home", "--to", "glb"]).contains("manifest.json"));
    assert!(refused(&folder, &["run", "--to", "abc"]).contains("glb"), "the formats are listed");
    assert!(refused(&folder, &["run", "--to", "glb", "--frames", "0..4"]).contains("3..6"));
    assert!(refused(&folder, &["run", "--to", "glb", "-o", "x.obj"]).contains(".glb"));
    assert!(refused(&folder, &["run", "--to", "glb", "-o", "no/x.glb"]).contains("no does not exist"));
    assert!(refused(&folder, &["run", "--to", "pc2", "-o", "x.pc2"]).contains("2 garments"));
    assert!(refused(&folder, &["run", "--to", "obj", "-o", "patch.obj"]).contains("it is a file"));
}

#[test]
fn what_exists_is_replaced_only_when_asked() {
    let folder = made();
    for format in ["glb", "obj", "mdd"] {
        export(&folder, &["--to", format]);
        assert!(refused(&folder, &["run", "--to", format]).contains("--overwrite"));
        export(&folder, &["--to", format, "--overwrite"]);
    }
    assert_eq!(names(&folder.path("")), ["patch.obj", "run", "run-mdd", "run-obj", "run.glb", "scene.toml"]);
}

#[test]
fn an_unfinished_run_gives_what_is_there() {
    let folder = made();
    std::fs::remove_file(folder.path("run/frames/000006.pos")).expect("the last frame");
    let path = folder.path("run/manifest.json");
    let text = std::fs::read_to_string(&path).expect("a manifest").replace("\"finished\": true", "\"finished\": false");
    std::fs::write(&path, text).expect("a manifest");
    let report = export(&folder, &["--to", "glb"]);
    assert_eq!(report["frames"], serde_json::json!([3, 5]));
    assert!(report["notes"][0].as_str().is_some_and(|note| note.contains("not finished")), "{report}");
    std::fs::write(folder.path("run/frames/000004.pos"), b"SELVPOS").expect("a broken frame");
    assert!(refused(&folder, &["run", "--to", "obj"]).contains("000004.pos"));
}

#[test]
fn a_garment_that_is_another_one_now_is_refused() {
    let folder = made();
    folder.write("patch.obj", super::PATCH.replace("v 1 2 1", "v 1 3 1"));
    let report: Value = export(&folder, &["--to", "glb"]);
    assert!(report["notes"][0].as_str().is_some_and(|note| note.contains("patch.obj")), "{report}");
    folder.write("patch.obj", "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n");
    assert!(refused(&folder, &["run", "--to", "obj"]).contains("3 vertices, and had 4"));
}
