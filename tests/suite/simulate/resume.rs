//! A run killed at any moment goes on to the same bytes as one never killed.

use super::{SMALL, frames, lines, refused, simulate};
use crate::inspect::Folder;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            std::fs::copy(&path, &target).expect("a copy");
        }
    }
}

#[test]
fn whatever_was_done_when_it_was_killed() {
    let folder = Folder::new();
    let scene = folder.write("small.toml", SMALL);
    let path = |name: &str| folder.path(name);
    simulate(&scene, &path("whole"), &[]);
    simulate(&scene, &path("to6"), &["--frames", "0..6"]);
    simulate(&scene, &path("to8"), &["--frames", "0..8"]);
    let whole = frames(&path("whole"));
    let resumes = |name: &str| {
        simulate(&scene, &path(name), &["--resume", "--threads", "1"]);
        assert!(frames(&path(name)) == whole, "{name}: other bytes");
        let numbers: Vec<u64> = lines(&path(name)).iter().filter_map(|line| line["frame"].as_u64()).collect();
        assert_eq!(numbers, (0..=20).collect::<Vec<_>>(), "{name}");
    };
    // Between frames.
    copy(&path("to6"), &path("between"));
    resumes("between");
    // After two frames and their lines, before the checkpoint; in the middle of a line; in the middle of a frame.
    copy(&path("to8"), &path("early"));
    copy(&path("to6").join("checkpoint"), &path("early/checkpoint"));
    let mut text = std::fs::read_to_string(path("early/frames.jsonl")).expect("lines");
    text.push_str("{\"frame\":9,\"ti");
    std::fs::write(path("early/frames.jsonl"), text).expect("a line cut short");
    std::fs::write(path("early/frames/.selvedge-1-1.tmp"), b"SELV").expect("a frame cut short");
    resumes("early");
    // Before the first checkpoint.
    copy(&path("to6"), &path("none"));
    std::fs::remove_file(path("none/checkpoint/state.bin")).expect("a checkpoint");
    resumes("none");
    // Before anything, and after everything.
    std::fs::create_dir(path("empty")).expect("a folder");
    std::fs::write(path("empty/.selvedge-7-0.tmp"), b"{").expect("a manifest cut short");
    resumes("empty");
    resumes("empty");
}

#[test]
fn a_process_that_is_really_killed() {
    let folder = Folder::new();
    let scene = folder.write("small.toml", SMALL.replace("[12, 12]", "[24, 24]"));
    let run = |name: &str| folder.path(name);
    simulate(&scene, &run("whole"), &[]);
    for milliseconds in [60, 150, 300, 600] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_selvedge-under-test"))
            .arg("simulate")
            .arg(&scene)
            .arg("-o")
            .arg(run("killed"))
            .args(["--resume", "--quiet"])
            .spawn()
            .expect("it runs");
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    simulate(&scene, &run("killed"), &["--resume"]);
    assert!(frames(&run("killed")) == frames(&run("whole")));
}

#[test]
fn what_changed_is_named() {
    let folder = Folder::new();
    let mesh = "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nf 1 2 3 4\n";
    folder.write("cloth.obj", mesh);
    let text = "[[garment]]\nfile = 'cloth.obj'\npin = [{ vertices = [0, 1] }]\n[simulation]\nframes = [0, 3]\n";
    let (scene, run) = (folder.write("scene.toml", text), folder.path("run"));
    simulate(&scene, &run, &[]);
    let before = frames(&run);
    let message = refused(&scene, &run, &["--resume", "--set", "simulation.fps=30"]);
    assert!(message.contains("simulation.fps was 24 and is 30"), "{message}");
    folder.write("cloth.obj", mesh.replace("v 1 0 1", "v 1 0 2"));
    let message = refused(&scene, &run, &["--resume"]);
    assert!(message.contains("the file cloth.obj has changed"), "{message}");
    assert_eq!(frames(&run), before, "nothing is written");
    // A comment is no change, and neither is a later end.
    folder.write("cloth.obj", mesh);
    folder.write("scene.toml", format!("# a comment\n{text}"));
    simulate(&scene, &run, &["--resume", "--frames", "0..5"]);
    assert_eq!(frames(&run).len(), 6);
    std::fs::write(run.join("checkpoint/state.bin"), b"nonsense").expect("a file");
    assert!(refused(&scene, &run, &["--resume", "--frames", "0..7"]).contains("no checkpoint of this scene"));
}
