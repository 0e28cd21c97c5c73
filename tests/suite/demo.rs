//! `selvedge demo`, run as a user runs it, for a few frames.

use crate::inspect::{Folder, selvedge};
use serde_json::Value;

fn demo(folder: &Folder, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = selvedge();
    command.current_dir(folder.path("")).args(["demo", "--frames", "0..1"]).args(arguments);
    let output = command.output().expect("the tool runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn everything_is_there_and_the_scene_can_be_run_again() {
    let folder = Folder::new();
    let (code, text, message) = demo(&folder, &["--json", "report.json"]);
    assert!(matches!(code, Some(0 | 1)), "{message}");
    for named in ["demo.png", "demo.glb", "run", "scene/demo.toml"] {
        assert!(text.contains(&format!("selvedge-demo/{named}")), "{text}");
        assert!(folder.path("selvedge-demo").join(named).exists(), "{named}");
    }
    assert!(text.starts_with("2 frames in"), "{text}");
    let file = body::Body::open(&folder.path("selvedge-demo/demo.glb")).expect("a character");
    let names: Vec<&str> = file.pieces().map(|piece| piece.name.as_str()).collect();
    assert_eq!(names, ["Body", "trousers", "shirt"]);
    assert_eq!(file.animations().iter().map(|clip| clip.name.as_str()).collect::<Vec<_>>(), ["demo"]);
    selvedge().current_dir(folder.path("selvedge-demo/scene")).args(["check", "demo.toml"]).assert().code(0);
    let report = std::fs::read(folder.path("report.json")).expect("a report");
    let report: Value = serde_json::from_slice(&report).expect("JSON");
    assert_eq!(report["frames"], 2);
    assert!(report["most_pinched"]["count"].is_u64() && report["final_crossings"].is_u64());
    let (code, _, message) = demo(&folder, &[]);
    assert!(code == Some(2) && message.contains("--overwrite"), "it is not replaced unasked: {message}");
}

#[test]
fn other_folders_are_left_alone() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("home")).expect("a folder");
    folder.write("home/letter.txt", "dear");
    folder.write("file", "dear");
    for (output, flag) in [("home", "--quiet"), ("home", "--overwrite"), ("file", "--overwrite")] {
        let (code, _, message) = demo(&folder, &["-o", output, flag]);
        assert!(code == Some(2) && message.contains(output), "{message}");
    }
    assert_eq!(folder.names(), ["file", "home"]);
}
