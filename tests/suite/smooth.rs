//! `selvedge smooth`, run as a user runs it.

mod characters;
mod errors;
mod meshes;

use crate::inspect::{Folder, selvedge};
use driver::run::Run;
use serde_json::Value;

/// A sheet that falls on a ball, and a patch of a file with groups, texture and a quad.
const SCENE: &str = "\
[[garment]]
name = 'sheet'
shape = { sheet = { size = [0.5, 0.5], cells = [8, 8], center = [0, 0.21, 0] } }
[[garment]]
file = 'patch.obj'
pin = [{ vertices = [0, 3] }]
[[collider]]
name = 'ball'
shape = { sphere = { center = [0, 0, 0], radius = 0.2 } }
[simulation]
frames = [2, 10]
steps_per_frame = 2
";

const PATCH: &str = "\
v 0 2 0
v 1 2 0
v 1 2 1
v 0 2 1
vt 0 0
vt 1 0
vt 1 1
vt 0 1
g front
usemtl red
f 1/1 2/2 3/3 4/4
";

/// Simulates a scene into `run`.
fn simulated(scene: &str) -> Folder {
    let folder = Folder::new();
    folder.write("patch.obj", PATCH);
    let scene = folder.write("scene.toml", scene);
    let output = selvedge().arg("simulate").arg(scene).arg("-o").arg(folder.path("run")).output().expect("it runs");
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&output.stderr));
    folder
}

/// Smooths and returns the report and the exit code.
fn smooth(folder: &Folder, arguments: &[&str]) -> (Value, i32) {
    let mut command = selvedge();
    command.current_dir(folder.path("")).args(["smooth", "--json", "-"]).args(arguments);
    let output = command.output().expect("the tool runs");
    let code = output.status.code().expect("no signal");
    assert!(code < 2, "{}", String::from_utf8_lossy(&output.stderr));
    (serde_json::from_slice(&output.stdout).expect("JSON and nothing else"), code)
}

fn lines(folder: &Folder, run: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.path(run).join("frames.jsonl")).expect("reports");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn a_run_becomes_a_finer_run_that_other_commands_read() {
    let folder = simulated(SCENE);
    let (report, code) = smooth(&folder, &["run", "-o", "fine", "--levels", "2"]);
    assert_eq!((code, &report["clean"], &report["frames"]), (0, &Value::Bool(true), &Value::from(9)));
    assert_eq!(report["vertices"], serde_json::json!([81 + 4, 33 * 33 + 25]));
    assert_eq!(report["frames_made_worse"], 0);
    let frame = Run::read_frame(&folder.path("fine"), 10).expect("a frame");
    assert_eq!(frame.iter().map(Vec::len).collect::<Vec<_>>(), [33 * 33, 25]);
    for (coarse, fine) in lines(&folder, "run").iter().zip(lines(&folder, "fine")) {
        let same = ["frame", "time", "contacts", "max_speed", "kinetic_energy", "steps"];
        assert!(same.iter().all(|key| coarse[key] == fine[key]), "what was simulated is kept");
        assert_eq!((&fine["crossings"], fine["smooth"]["levels"].as_array().map(Vec::len)), (&Value::from(0), Some(2)));
    }
    for format in ["glb", "obj", "pc2"] {
        let out = format!("out-{format}{}", if format == "glb" { ".glb" } else { "" });
        let mut export = selvedge();
        export.current_dir(folder.path("")).args(["export", "fine", "--to", format, "-o", &out]).assert().code(0);
    }
    let exported = cloth_io::read(&folder.path("out-obj/patch.000010.obj")).expect("a mesh");
    let patch = &exported.pieces()[0];
    assert_eq!((&patch.positions, patch.polygons.len()), (&frame[1], 32));
    let groups: Vec<(&str, usize)> = patch.groups.iter().map(|g| (g.name.as_str(), g.polygons.len())).collect();
    assert!(groups.contains(&("front", 32)) && groups.contains(&("red", 32)), "{groups:?}");
    let texture = patch.texture.as_ref().expect("texture");
    assert_eq!((texture.coordinates.len(), texture.corners.iter().all(Option::is_some)), (25, true));
}

#[test]
fn cloth_is_not_smoothed_into_a_collider() {
    let folder = simulated(SCENE);
    smooth(&folder, &["run", "-o", "fine", "--levels", "2"]);
    let last = lines(&folder, "fine").pop().expect("a frame");
    let levels = last["smooth"]["levels"].as_array().expect("levels");
    assert!(levels.iter().all(|level| level["crossings"] == serde_json::json!([0, 0])), "{levels:?}");
    // The facets of the ball lie inside it, by no more than a hundredth of its radius.
    let frame = Run::read_frame(&folder.path("fine"), 10).expect("a frame");
    assert!(frame[0].iter().all(|p| p.coords.norm() > 0.198));
}

#[test]
fn bytes_do_not_depend_on_threads_nor_on_which_frames_are_smoothed_together() {
    let folder = simulated(SCENE);
    smooth(&folder, &["run", "-o", "one", "--threads", "1"]);
    smooth(&folder, &["run", "-o", "three", "--threads", "3"]);
    smooth(&folder, &["run", "-o", "some", "--frames", "9..10"]);
    let bytes = |run: &str, frame: u32| std::fs::read(folder.path(run).join(format!("frames/{frame:06}.pos"))).ok();
    for frame in 2..=10 {
        assert_eq!(bytes("one", frame), bytes("three", frame), "frame {frame}");
    }
    assert_eq!((bytes("some", 8), bytes("some", 9)), (None, bytes("one", 9)));
    let garment = |run: &str| std::fs::read(folder.path(run).join("garments/sheet.obj")).expect("a mesh");
    assert_eq!(garment("one"), garment("three"));
}

#[test]
fn a_tangled_run_is_smoothed_and_stays_as_tangled() {
    let crossed =
        "v -1 0 -1\nv 1 0 -1\nv 1 0 1\nv -1 0 1\nf 1 2 3 4\nv 0.1 -1 -0.4\nv 0.2 1 -0.4\nv 0.2 1 0.5\nf 5 6 7\n";
    let folder = Folder::new();
    folder.write("crossed.obj", crossed);
    let scene = "[[garment]]\nfile = 'crossed.obj'\npin = [{ vertices = [0,1,2,3,4,5,6] }]\n[simulation]\nmode = 'gia'\nframes = [0, 1]\n";
    let scene = folder.write("scene.toml", scene);
    selvedge().arg("simulate").arg(scene).arg("-o").arg(folder.path("run")).assert().code(1);
    let (report, code) = smooth(&folder, &["run", "-o", "fine", "--levels", "2"]);
    assert_eq!(
        (code, &report["clean"], &report["unclean_frames"]),
        (1, &Value::Bool(false), &serde_json::json!([2, 2]))
    );
    assert_eq!(report["frames_made_worse"], 0);
    for line in lines(&folder, "fine") {
        let smooth = &line["smooth"];
        assert!(smooth["coarse_crossings"].as_u64() > Some(0));
        for level in smooth["levels"].as_array().expect("levels") {
            assert_eq!(level["crossings"][0], level["crossings"][1]);
        }
        assert_eq!(line["crossings"], smooth["levels"][1]["crossings"][1]);
    }
}
