//! What cannot be smoothed is said, and nothing is written.

use super::{PATCH, SCENE, simulated, smooth};
use crate::inspect::{Folder, selvedge};

/// Fails with a message that says all of these, and leaves the folder as it was.
fn refused(folder: &Folder, arguments: &[&str], says: &[&str]) {
    let before = folder.names();
    let output = selvedge().current_dir(folder.path("")).arg("smooth").args(arguments).output().expect("it runs");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert!(says.iter().all(|text| message.contains(text)), "{arguments:?}: {message}");
    assert_eq!(folder.names(), before, "{arguments:?}");
}

#[test]
fn bad_runs_and_bad_places_are_refused() {
    let folder = simulated(SCENE);
    refused(&folder, &["nowhere", "-o", "fine"], &["nowhere", "no such run"]);
    refused(&folder, &["run", "-o", "run"], &["run", "name another folder"]);
    refused(&folder, &["run", "-o", "run", "--overwrite"], &["run", "is the input"]);
    refused(&folder, &["run", "-o", "fine", "--frames", "0..3"], &["0..3", "2..10"]);
    refused(&folder, &["run", "-o", "fine", "--levels", "0"], &["--levels"]);
    refused(&folder, &["run"], &["-o"]);
    let (_, code) = smooth(&folder, &["run", "-o", "fine"]);
    assert_eq!(code, 0);
    refused(&folder, &["run", "-o", "fine"], &["fine", "exists already", "--overwrite"]);
    refused(&folder, &["fine", "-o", "finer"], &["smoothed already", "--levels"]);
    let (_, code) = smooth(&folder, &["run", "-o", "fine", "--overwrite"]);
    assert_eq!(code, 0);
}

#[test]
fn inputs_that_are_gone_or_changed_are_named() {
    let folder = simulated(SCENE);
    std::fs::rename(folder.path("patch.obj"), folder.path("elsewhere.obj")).expect("a new name");
    refused(&folder, &["run", "-o", "fine"], &["patch.obj", "--inputs"]);
    folder.write("patch.obj", "v 0 2 0\nv 1 2 0\nv 1 2 1\nf 1 2 3\n");
    refused(&folder, &["run", "-o", "fine"], &["patch"]);
    std::fs::create_dir(folder.path("vault")).expect("a folder");
    folder.write("vault/patch.obj", PATCH);
    let (_, code) = smooth(&folder, &["run", "-o", "fine", "--inputs", "vault"]);
    assert_eq!(code, 0);
}

#[test]
fn bad_meshes_are_refused() {
    let folder = Folder::new();
    folder.write("good.obj", PATCH);
    folder.write("fins.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0 -1 0\nf 1 2 3\nf 1 2 4\nf 1 2 5\n");
    refused(&folder, &["fins.obj", "-o", "fine.obj"], &["fins.obj", "more than two faces"]);
    refused(&folder, &["good.obj", "-o", "good.obj", "--overwrite"], &["good.obj", "is an input"]);
    refused(&folder, &["good.obj", "-o", "fine.txt"], &["fine.txt"]);
    refused(&folder, &["good.obj", "-o", "fine.obj", "--frames", "0..1"], &["--frames"]);
}
