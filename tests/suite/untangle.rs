//! `selvedge untangle`, run as a user runs it; what it writes is checked by brute force in exact arithmetic.

mod corpus;
mod hostile;
mod pinched;
mod real;

use crate::inspect::{Folder, selvedge};
use cloth_io::{Overwrite, Piece, Polygons, write_new};
use geometry::shapes::Shape;
use geometry::{Assembly, Part};
use num_bigint::BigInt;
use selvedge_tests::oracle;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A shape as a file of its name.
fn write(folder: &Folder, name: &str, shape: &Shape) -> PathBuf {
    let path = folder.path(name);
    let polygons = Polygons::of_triangles(&shape.triangles);
    let piece = Piece { name: name.to_owned(), positions: shape.positions.clone(), polygons, ..Piece::default() };
    write_new(&[piece], &path, Overwrite::Allow).expect("a file");
    path
}

/// The files of a tangle among the fixtures.
fn fixture(name: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/tangles");
    let one = folder.join(format!("{name}.obj"));
    if one.exists() {
        return vec![one];
    }
    let parts = ["a", "b", "c"].map(|letter| folder.join(format!("{name}.{letter}.obj")));
    parts.into_iter().filter(|file| file.exists()).collect()
}

/// Repairs files into one; the report and the exit code.
fn repair(files: &[PathBuf], more: &[&str], output: &Path) -> (Value, i32) {
    let run = selvedge()
        .arg("untangle")
        .args(files)
        .arg("-o")
        .arg(output)
        .args(["--json", "-"])
        .args(more)
        .output()
        .expect("the tool runs");
    let text = String::from_utf8(run.stdout).expect("JSON is text");
    let report =
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}\n{}", String::from_utf8_lossy(&run.stderr)));
    (report, run.status.code().expect("no signal"))
}

/// Crossings of the meshes of a file, every edge tried with every face in exact arithmetic.
fn crossings(file: &Path) -> usize {
    let document = cloth_io::read(file).unwrap_or_else(|error| panic!("{error}"));
    let triangles: Vec<_> = document.pieces().iter().map(|piece| piece.polygons.triangles().0).collect();
    let pieces = document.pieces().iter().zip(&triangles);
    let parts: Vec<Part> = pieces.map(|(piece, triangles)| Part { positions: &piece.positions, triangles }).collect();
    let assembly = Assembly::new(&parts).expect("a mesh");
    oracle::analyse::<BigInt>(assembly.mesh(), assembly.positions()).crossings.len()
}

/// Every kind of path there is, on the fixtures of the analysis.
#[test]
fn fixtures_come_out_clean() {
    let folder = Folder::new();
    for name in
        ["sphere-through-sheet", "two-separate", "self-crossing", "bent-arm", "corner-through-sheet", "side-by-side"]
    {
        let output = folder.path(&format!("{name}.obj"));
        let (report, code) = repair(&fixture(name), &[], &output);
        assert_eq!((code, &report["clean"]), (0, &Value::Bool(true)), "{name}: {report}");
        assert!(report["crossings"]["before"].as_u64() > Some(0), "{name}: {report}");
        assert_eq!(crossings(&output), 0, "{name}");
    }
}

#[test]
fn the_report_has_every_key_of_the_contract() {
    let folder = Folder::new();
    let (report, _) = repair(&fixture("self-crossing"), &[], &folder.path("out.obj"));
    for key in ["clean", "iterations", "seconds", "flipped_faces", "moved_vertices", "minimum_separation"] {
        assert!(!report[key].is_null(), "{key}: {report}");
    }
    for (key, of) in [
        ("crossings", &["before", "after"][..]),
        ("paths", &["before", "after"]),
        ("displacement", &["mean", "rms", "max", "mean_percent", "rms_percent", "max_percent"]),
        ("edge_length_change", &["mean", "p95"]),
        ("area_change", &["mean", "p95"]),
    ] {
        for inner in of {
            assert!(report[key][inner].is_number(), "{key}.{inner}: {report}");
        }
    }
}

/// One file: the verdict, the pictures and the figures are in it, and nothing is fetched from anywhere.
#[test]
fn the_page_is_whole() {
    let folder = Folder::new();
    let page = folder.path("page.html");
    let more = ["--page", page.to_str().expect("a name")];
    let (report, _) = repair(&fixture("self-crossing"), &more, &folder.path("out.obj"));
    let html = std::fs::read_to_string(&page).expect("a text");
    let before = report["crossings"]["before"].as_u64().expect("a count");
    assert!(html.contains(&format!("Clean: {before} crossings")), "no verdict");
    assert!(html.contains(&format!("<td>{before}, 0</td>")), "no figures");
    assert!(html.contains("src=\"data:image/png;base64,iVBORw0KGgo"), "no picture");
    assert!(!html.contains("http") && !html.contains("<script") && !html.contains("<link"), "it needs something else");
}

/// Faces, texture coordinates, comments: all but the vertices that moved is the same text.
#[test]
fn everything_else_of_a_file_stays() {
    let folder = Folder::new();
    let (input, output) = (&fixture("self-crossing")[0], folder.path("out.obj"));
    repair(std::slice::from_ref(input), &[], &output);
    let read = |file: &Path| std::fs::read_to_string(file).expect("a text");
    let (before, after) = (read(input), read(&output));
    assert_eq!(before.lines().count(), after.lines().count());
    let changed = before.lines().zip(after.lines()).filter(|(b, a)| b != a);
    assert!(changed.clone().count() > 0);
    assert!(changed.clone().all(|(b, a)| b.starts_with("v ") && a.starts_with("v ")));
}

#[test]
fn checking_only_changes_nothing_and_says_so() {
    let folder = Folder::new();
    let check = |name: &str| {
        let run = selvedge().arg("untangle").args(fixture(name)).args(["--max-iterations", "0"]).output();
        run.expect("the tool runs").status.code()
    };
    assert_eq!(check("self-crossing"), Some(1));
    assert_eq!(check("lattice-knot"), Some(0));
    let output = folder.path("same.obj");
    repair(&fixture("self-crossing"), &["--max-iterations", "0"], &output);
    let read = |file: &Path| std::fs::read(file).expect("a file");
    assert_eq!(read(&output), read(&fixture("self-crossing")[0]));
}

#[test]
fn threads_do_not_matter() {
    let folder = Folder::new();
    let bytes = |threads: &str| {
        let output = folder.path(&format!("{threads}.obj"));
        repair(&fixture("figure-eight"), &["--threads", threads], &output);
        std::fs::read(output).expect("a file")
    };
    assert_eq!(bytes("1"), bytes("2"));
}

/// A power of two is exact, so the same garment in another unit is the same problem to the bit.
#[test]
fn units_do_not_matter() {
    let folder = Folder::new();
    let scaled = |factor: f64| {
        let piece = |file: &PathBuf| {
            let document = cloth_io::read(file).expect("a mesh");
            let mut piece = document.pieces()[0].clone();
            piece.positions.iter_mut().for_each(|p| *p *= factor);
            piece
        };
        let input = folder.path(&format!("in-{factor}.obj"));
        let pieces: Vec<_> = fixture("corner-through-sheet").iter().map(piece).collect();
        write_new(&pieces, &input, Overwrite::Allow).expect("a file");
        let output = folder.path(&format!("out-{factor}.obj"));
        let (report, code) = repair(&[input], &[], &output);
        assert_eq!(code, 0, "{factor}: {report}");
        let document = cloth_io::read(&output).expect("a mesh");
        document.pieces()[0].positions.iter().map(|p| p / factor).collect::<Vec<_>>()
    };
    let metres = scaled(1.0);
    assert_eq!(metres, scaled(128.0));
    assert_eq!(metres, scaled(1.0 / 1024.0));
}
