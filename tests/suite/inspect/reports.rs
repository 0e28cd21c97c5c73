//! What the report says, and what is written.

use super::{CLEAN, Folder, SPIKE, report, selvedge};
use serde_json::json;

#[test]
fn clean_cloth_ends_with_0_and_says_so() {
    let folder = Folder::new();
    let sheet = folder.write("sheet.obj", CLEAN);
    let (report, code) = report(&[&sheet]);
    assert_eq!(code, 0);
    assert_eq!(report["clean"], true);
    assert_eq!(report["crossings"], 0);
    assert_eq!(report["paths"], json!([]));
    let mesh = &report["meshes"][0];
    assert_eq!(
        [
            &mesh["name"],
            &mesh["vertices"],
            &mesh["faces"],
            &mesh["boundary_edges"],
            &mesh["components"],
            &mesh["welded"]
        ],
        [&json!("sheet"), &json!(4), &json!(2), &json!(4), &json!(1), &json!(0)]
    );
    let printed = selvedge().arg("inspect").arg(&sheet).assert().code(0).get_output().stdout.clone();
    assert!(String::from_utf8_lossy(&printed).contains("Clean"));
}

#[test]
fn tangled_cloth_ends_with_1_and_names_the_vertices() {
    let folder = Folder::new();
    let file = folder.write("spike.obj", SPIKE);
    let (report, code) = report(&[&file]);
    assert_eq!(code, 1);
    assert_eq!((&report["clean"], &report["crossings"]), (&json!(false), &json!(3)));
    assert_eq!(report["intersecting_pairs"], 3);
    let path = &report["paths"][0];
    assert_eq!(path["kind"], "closed");
    assert_eq!(path["color"], "black-white");
    // The tip of the spike is the last vertex; the hole it makes in the sheet encloses no vertex.
    assert_eq!([&path["black"], &path["white"], &path["red"]], [&json!([8]), &json!([]), &json!([])]);
    assert_eq!((&path["loop_vertices"], &path["ends"]), (&json!([]), &json!([])));
    // The spike's outline a third of the way up from its tip; at the top its sides are 0.1·√2, 0.1·√2 and 0.2.
    let length = path["length"].as_f64().expect("a number");
    let expected = (0.2 + 2.0 * 0.02f64.sqrt()) / 3.0;
    assert!((length - expected).abs() < 1e-9, "{length} is not {expected}");
    for stage in ["read", "build", "analyse"] {
        assert!(report["seconds"][stage].as_f64().is_some_and(|s| s > 0.0), "{stage} takes time");
    }
}

#[test]
fn indices_run_on_over_several_files() {
    let folder = Folder::new();
    let lines: Vec<&str> = SPIKE.lines().collect();
    let (sheet, spike) = lines.split_at(9);
    let spike =
        spike.join("\n").replace("f 6 7 9", "f 1 2 4").replace("f 7 8 9", "f 2 3 4").replace("f 8 6 9", "f 3 1 4");
    let (sheet, spike) = (folder.write("sheet.obj", sheet.join("\n")), folder.write("spike.obj", spike));
    let (one, _) = report(&[&sheet, &spike]);
    assert_eq!(one["meshes"].as_array().map(Vec::len), Some(2));
    assert_eq!(one["paths"][0]["black"], json!([8]));
    let (other, _) = report(&[&spike, &sheet]);
    assert_eq!(other["paths"][0]["black"], json!([3]), "swapped inputs change only the numbers");
    assert_eq!(other["crossings"], one["crossings"]);
}

#[test]
fn seams_are_welded_and_coloured_on_both_sides() {
    let folder = Folder::new();
    // The spike's tip is repeated for every face, as a file with texture seams does.
    let tip = "v 0.63 -0.25 0.21\n";
    let split = SPIKE
        .replace("f 6 7 9", &format!("{tip}{tip}f 6 7 9"))
        .replace("f 7 8 9", "f 7 8 10")
        .replace("f 8 6 9", "f 8 6 11");
    let (report, code) = report(&[&folder.write("seam.obj", split)]);
    assert_eq!(code, 1);
    assert_eq!(report["meshes"][0]["welded"], 2);
    assert_eq!(report["paths"][0]["black"], json!([8, 9, 10]));
}

#[test]
fn degenerate_and_duplicate_faces_are_listed_and_left_out() {
    let folder = Folder::new();
    let file = folder.write("odd.obj", format!("{CLEAN}f 1 1 2\nf 3 2 1\nf 1 2 3\n"));
    let (report, code) = report(&[&file]);
    assert_eq!(code, 0);
    let mesh = &report["meshes"][0];
    assert_eq!((&mesh["degenerate_faces"], &mesh["duplicate_faces"]), (&json!([1]), &json!([2, 3])));
}

#[test]
fn pictures_and_reports_are_written_and_never_replaced_unasked() {
    let folder = Folder::new();
    let file = folder.write("spike.obj", SPIKE);
    let outputs = ["out.json", "out.glb", "out.png"].map(|name| folder.path(name));
    let run = || {
        let mut command = selvedge();
        command.arg("inspect").arg(&file);
        for (flag, output) in ["--json", "--glb", "--png"].iter().zip(&outputs) {
            command.arg(flag).arg(output);
        }
        command
    };
    run().assert().code(1);
    let first = outputs.each_ref().map(|path| std::fs::read(path).expect("an output"));
    assert!(first[2].starts_with(b"\x89PNG"));
    let read_back = cloth_io::read(&outputs[1]).expect("the .glb can be read");
    let piece = &read_back.pieces()[0];
    let colors = piece.colors.as_ref().expect("vertex colours");
    assert_eq!(piece.positions.len(), 9);
    assert_ne!(colors[8], colors[7], "the tip is coloured");
    let refused = run().assert().code(2).get_output().stderr.clone();
    assert!(String::from_utf8_lossy(&refused).contains("--overwrite"));
    run().arg("--overwrite").arg("--threads").arg("1").assert().code(1);
    for (path, before) in outputs.iter().zip(&first).skip(1) {
        assert!(std::fs::read(path).expect("an output") == *before, "{} differs from run to run", path.display());
    }
    assert_eq!(folder.names(), ["out.glb", "out.json", "out.png", "spike.obj"]);
}

#[test]
fn quiet_prints_nothing() {
    let folder = Folder::new();
    let file = folder.write("spike.obj", SPIKE);
    selvedge().arg("inspect").arg(&file).arg("--quiet").assert().code(1).stdout("").stderr("");
}
