//! `selvedge simulate` and `selvedge drape`, run as a user runs them.

mod drape;
mod motion;
mod rest;
mod resume;
mod solids;

use crate::inspect::{Folder, selvedge};
use driver::run::Run;
use geometry::Point;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The scenes of the fixtures, a folder each.
const SCENES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/scenes");

/// A scene of the fixtures.
fn fixture(name: &str) -> PathBuf {
    Path::new(SCENES).join(name).join("scene.toml")
}

/// Simulates, and expects success whether or not the cloth passes through itself.
fn simulate(scene: &Path, run: &Path, arguments: &[&str]) {
    let output = selvedge().arg("simulate").arg(scene).arg("-o").arg(run).args(arguments).output().expect("it runs");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{message}");
}

/// Simulates what must be refused, and returns the message.
fn refused(scene: &Path, run: &Path, arguments: &[&str]) -> String {
    let output = selvedge().arg("simulate").arg(scene).arg("-o").arg(run).args(arguments).output().expect("it runs");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    message
}

/// The names and bytes of all frames.
fn frames(run: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(run.join("frames")).expect("the frames");
    let file = |path: PathBuf| {
        (path.file_name().expect("a name").to_string_lossy().into_owned(), std::fs::read(&path).expect("a frame"))
    };
    entries.map(|entry| file(entry.expect("an entry").path())).collect()
}

/// The lines of a run.
fn lines(run: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(run.join("frames.jsonl")).expect("the lines");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The vertices of the only garment at a frame.
fn cloth(run: &Path, frame: u32) -> Vec<Point> {
    Run::read_frame(run, frame).expect("a frame").swap_remove(0)
}

/// A small sheet that hangs from its first row: quick to simulate.
const SMALL: &str = "\
[[garment]]
shape = { sheet = { size = [0.5, 0.5], cells = [12, 12] } }
pin = [{ group = 'first_row' }]
[simulation]
frames = [0, 20]
steps_per_frame = 2
";

#[test]
fn frames_are_the_same_bytes_for_any_number_of_threads() {
    let folder = Folder::new();
    let scene = fixture("hanging-cloth");
    let runs = ["1", "2", "3"].map(|threads| {
        let run = folder.path(threads);
        simulate(&scene, &run, &["--frames", "0..8", "--threads", threads, "--quiet"]);
        frames(&run)
    });
    assert_eq!(runs[0].len(), 9);
    assert!(runs[0] == runs[1] && runs[0] == runs[2]);
}

#[test]
fn a_run_directory_holds_what_the_contract_says() {
    let folder = Folder::new();
    let (scene, run) = (folder.write("small.toml", SMALL), folder.path("run"));
    simulate(
        &scene,
        &run,
        &["--frames", "2..5", "--threads", "1", "--png", folder.path("a.png").to_str().expect("text")],
    );
    let keys = [
        "frame",
        "time",
        "seconds",
        "stages",
        "crossings",
        "paths",
        "pinched",
        "contacts",
        "steps",
        "cg_iterations",
        "max_speed",
        "max_stretch",
        "kinetic_energy",
        "robust",
        "lost",
    ];
    let lines = lines(&run);
    for (index, line) in lines.iter().enumerate() {
        assert_eq!(line.as_object().expect("a table").keys().collect::<Vec<_>>(), keys);
        assert_eq!(line["frame"], index as u64 + 2);
        assert_eq!(line["time"], f64::from(index as u32 + 2) / 24.0);
    }
    assert_eq!(lines.len(), 4);
    assert!(lines.iter().all(|line| line["lost"] == serde_json::json!([])));
    let text = std::fs::read_to_string(run.join("manifest.json")).expect("a manifest");
    let manifest: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&manifest["finished"], &manifest["threads"]), (&Value::Bool(true), &1.into()));
    assert_eq!(manifest["frames"], serde_json::json!([2, 5]));
    assert_eq!(manifest["scene"]["simulation"]["gravity"], serde_json::json!([0.0, -9.81, 0.0]));
    assert!(manifest["scene"]["garment"][0]["material"]["density"].as_f64().is_some_and(|density| density > 0.0));
    assert_eq!(manifest["inputs"][0]["sha256"].as_str().map(str::len), Some(64));
    let picture = std::fs::read(folder.path("a.png")).expect("a picture");
    assert!(picture.starts_with(b"\x89PNG"));
}

#[test]
fn an_existing_folder_is_not_touched_unless_it_is_a_run_and_may_be() {
    let folder = Folder::new();
    let (scene, run) = (folder.write("small.toml", SMALL), folder.path("run"));
    simulate(&scene, &run, &["--frames", "0..4"]);
    assert!(refused(&scene, &run, &["--frames", "0..2"]).contains("--resume"));
    assert_eq!(frames(&run).len(), 5);
    simulate(&scene, &run, &["--frames", "0..2", "--overwrite"]);
    assert_eq!(frames(&run).len(), 3);
    std::fs::create_dir(folder.path("home")).expect("a folder");
    folder.write("home/letter.txt", "dear");
    for flag in ["--overwrite", "--resume", "--quiet"] {
        refused(&scene, &folder.path("home"), &[flag]);
        assert_eq!(std::fs::read(folder.path("home/letter.txt")).expect("still there"), b"dear");
    }
    assert!(refused(&scene, &scene, &[]).contains("it is a file"));
}

#[test]
fn every_scene_of_the_fixtures_is_good_and_has_a_row() {
    let table = std::fs::read_to_string(Path::new(SCENES).join("../README.md")).expect("the table");
    let mut count = 0;
    for entry in std::fs::read_dir(SCENES).expect("the folder") {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        assert!(table.contains(&format!("| `scenes/{name}` |")), "{name} has no row");
        selvedge().arg("check").arg(fixture(&name)).assert().code(0);
        count += 1;
    }
    assert!(count >= 3);
}

#[test]
fn keys_are_replaced_on_the_command_line() {
    let folder = Folder::new();
    let (scene, run) = (folder.write("small.toml", SMALL), folder.path("run"));
    let set = ["--set", "garment.*.material.density=0.4", "--set", "garment.0.material.preset=denim"];
    let more = ["--frames", "0..0", "--mode", "gia", "--json", "-"];
    let output =
        selvedge().arg("simulate").arg(&scene).arg("-o").arg(&run).args(set).args(more).output().expect("runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let summary: Value = serde_json::from_slice(&output.stdout).expect("JSON and nothing else");
    assert_eq!((&summary["frames"], &summary["final_crossings"]), (&1.into(), &0.into()));
    let text = std::fs::read_to_string(run.join("manifest.json")).expect("a manifest");
    let manifest: Value = serde_json::from_str(&text).expect("JSON");
    let material = &manifest["scene"]["garment"][0]["material"];
    assert_eq!((&material["density"], &material["preset"]), (&0.4.into(), &"denim".into()));
    assert_eq!(manifest["scene"]["simulation"]["mode"], "gia");
    assert!(refused(&scene, &folder.path("no"), &["--set", "simulation.fpss=3"]).contains("did you mean \"fps\""));
    assert!(!folder.path("no").exists());
}
