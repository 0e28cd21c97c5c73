//! Bad input: a message that names the file, the element and the remedy; exit code 2; nothing written.

use super::{CLEAN, Folder, selvedge};
use std::path::Path;

/// Inspects a bad file, asking for every output, and returns the message.
fn message(folder: &Folder, file: &Path) -> String {
    let before = folder.names();
    let mut command = selvedge();
    command.arg("inspect").arg(file);
    for (flag, name) in [("--json", "r.json"), ("--glb", "r.glb"), ("--png", "r.png")] {
        command.arg(flag).arg(folder.path(name));
    }
    let output = command.output().expect("the tool runs");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(!message.contains("panicked"), "{message}");
    assert!(output.stdout.is_empty(), "something was printed");
    assert_eq!(folder.names(), before, "something was written");
    let name = file.file_name().expect("a name").to_string_lossy();
    assert!(message.contains(&*name), "the file is not named: {message}");
    message
}

/// Writes a bad file and checks that its message holds all of some words.
fn refuses(name: &str, contents: impl AsRef<[u8]>, words: &[&str]) {
    let folder = Folder::new();
    let message = message(&folder, &folder.write(name, contents));
    for word in words {
        assert!(message.contains(word), "no {word:?} in: {message}");
    }
}

#[test]
fn coordinates_that_are_no_numbers() {
    refuses("nan.obj", CLEAN.replace("v 1 0 0", "v 1 nan 0"), &["line 2", "vertex 1", "correct"]);
    refuses("inf.obj", CLEAN.replace("v 1 0 0", "v 1 inf 0"), &["line 2", "vertex 1"]);
    let mut ply = b"ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\n\
        property float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
        .to_vec();
    for value in [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, f32::INFINITY, 1.0, 0.0] {
        ply.extend(value.to_le_bytes());
    }
    ply.extend([3, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]);
    refuses("inf.ply", &ply, &["vertex 2", "finite"]);
    ply.truncate(ply.len() - 5);
    refuses("cut.ply", &ply, &["face", "export"]);
}

#[test]
fn indices_out_of_range() {
    refuses("range.obj", CLEAN.replace("f 1 2 3 4", "f 1 2 9"), &["line 5", "9"]);
    refuses("zero.obj", CLEAN.replace("f 1 2 3 4", "f 0 1 2"), &["line 5", "0"]);
}

#[test]
fn an_edge_with_three_faces_lists_them() {
    let fin = format!("{CLEAN}v 0.5 1 0.5\nf 1 3 5\n");
    refuses("fin.obj", fin, &["vertices 0 and 2", "faces 0, 1", "remove"]);
    let book = "v 0 0 0\nv 0 0 1\nv 1 0 0\nv 0 1 0\nv -1 0 0\nf 1 2 3\nf 1 2 4\nf 1 2 5\n";
    refuses("book.obj", book, &["vertices 0 and 1", "faces 0, 1, 2"]);
}

#[test]
fn empty_meshes() {
    refuses("empty.obj", "", &["no vertices"]);
    refuses("points.obj", "v 0 0 0\nv 1 0 0\n", &["no faces"]);
}

#[test]
fn counts_that_no_file_can_hold() {
    let header = "ply\nformat binary_little_endian 1.0\nelement vertex 4294967295\nproperty double x\nproperty double y\n\
        property double z\nelement face 4294967295\nproperty list uchar int vertex_indices\nend_header\n";
    refuses("huge.ply", header, &["vertex", "4294967295"]);
}

#[test]
fn gltf_that_points_outside_its_folder() {
    for uri in ["../secret.bin", "/etc/hostname", "file:///etc/hostname", "%2e%2e/secret.bin"] {
        let gltf = format!(
            r#"{{"asset":{{"version":"2.0"}},"buffers":[{{"uri":"{uri}","byteLength":36}}],
            "bufferViews":[{{"buffer":0,"byteLength":36}}],
            "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}}],
            "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
            "nodes":[{{"mesh":0}}],"scenes":[{{"nodes":[0]}}],"scene":0}}"#
        );
        refuses("outside.gltf", gltf, &["buffer", "folder"]);
    }
}

#[test]
fn files_that_cannot_be_read() {
    let folder = Folder::new();
    assert!(message(&folder, &folder.path("missing.obj")).contains("check the path"));
    refuses("cloth.stl", "solid", &[".obj, .ply, .glb or .gltf"]);
    refuses("noise.glb", [7u8; 64], &["glTF"]);
}

#[test]
fn outputs_that_cannot_be_written_are_refused_before_the_work() {
    let folder = Folder::new();
    let sheet = folder.write("sheet.obj", CLEAN);
    let refused = |args: &[&Path]| {
        let output = selvedge().arg("inspect").arg(&sheet).args(args).output().expect("the tool runs");
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let nowhere = folder.path("no/such/folder.json");
    assert!(refused(&["--json".as_ref(), &nowhere]).contains("does not exist"));
    assert!(refused(&["--overwrite".as_ref(), "--glb".as_ref(), &sheet]).contains("is an input"));
    let twice = folder.path("twice");
    assert!(refused(&["--png".as_ref(), &twice, "--json".as_ref(), &twice]).contains("two outputs"));
    assert_eq!(std::fs::read_to_string(&sheet).expect("the input"), CLEAN, "the input was touched");
}

#[test]
fn bad_usage() {
    selvedge().arg("inspect").assert().code(2);
    selvedge().args(["inspect", "x.obj", "--threads", "0"]).assert().code(2);
    selvedge().arg("unravel").assert().code(2);
    for command in [vec!["--help"], vec!["--version"], vec!["inspect", "--help"]] {
        selvedge().args(command).assert().code(0);
    }
}
