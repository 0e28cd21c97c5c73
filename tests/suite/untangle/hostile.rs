//! Input that no garment should be: no hang, no panic, a truthful verdict.

use super::{crossings, fixture, repair, write};
use crate::inspect::{Folder, selvedge};
use geometry::Point;
use geometry::distance::point_triangle;
use geometry::shapes::Shape;

/// Whatever becomes of it, the exit code is what brute force finds in the file.
fn is_truthful(name: &str, shape: &Shape) {
    let folder = Folder::new();
    let input = write(&folder, "in.obj", shape);
    let output = folder.path("out.obj");
    let (report, code) = repair(&[input], &["--max-seconds", "10"], &output);
    let left = crossings(&output);
    assert_eq!(code, i32::from(left > 0), "{name}: {left} left, {report}");
    assert_eq!(report["crossings"]["after"].as_u64(), Some(left as u64), "{name}");
}

#[test]
fn a_garment_collapsed_to_a_plane_and_to_a_point() {
    let tube = Shape::tube(8, 6, 0.2, 0.5);
    is_truthful("plane", &tube.clone().map(|p| Point::new(p.x, p.y, 0.0)));
    is_truthful("line", &tube.clone().map(|p| Point::new(0.0, p.y, 0.0)));
    is_truthful("point", &tube.map(|_| Point::new(1.0, 2.0, 3.0)));
}

#[test]
fn faces_without_area_and_sheets_on_sheets() {
    let sheet = Shape::sheet(6, 1.0);
    let mut needle = sheet.clone();
    needle.positions[10] = needle.positions[11];
    is_truthful("needle", &needle.with(&sheet.clone().map(|p| Point::new(p.x, 0.1 * p.z, p.z))));
    is_truthful("coincident", &sheet.clone().with(&sheet));
}

/// Sheets that lie on each other cross nothing, but are not apart: they are parted to the thickness.
#[test]
fn coincident_sheets_are_parted() {
    let folder = Folder::new();
    let sheet = Shape::sheet(8, 1.0);
    for (name, other) in [("same", Shape::sheet(8, 1.0)), ("finer", Shape::sheet(11, 1.0))] {
        let input = write(&folder, &format!("{name}.obj"), &sheet.clone().with(&other));
        let output = folder.path(&format!("{name}-out.obj"));
        let (report, code) = repair(&[input], &["--thickness", "0.01"], &output);
        assert_eq!(code, 0, "{name}: {report}");
        let document = cloth_io::read(&output).expect("a mesh");
        let (first, second) = document.pieces()[0].positions.split_at(sheet.positions.len());
        let distance = |p: &Point| {
            let corners = |face: &[u32; 3]| face.map(|v| &second[v as usize]);
            let squares = other.triangles.iter().map(|face| point_triangle(p, corners(face)).squared);
            squares.fold(f64::INFINITY, f64::min).sqrt()
        };
        let least = first.iter().map(distance).fold(f64::INFINITY, f64::min);
        assert!(least > 0.0099, "{name}: {least} apart: {report}");
        assert_eq!(crossings(&output), 0, "{name}");
    }
}

#[test]
fn surfaces_with_one_side() {
    let folder = Folder::new();
    for name in ["moebius-through-itself", "moebius-cut"] {
        let output = folder.path(&format!("{name}.obj"));
        let (report, code) = repair(&fixture(name), &["--max-seconds", "10"], &output);
        assert_eq!(code, i32::from(crossings(&output) > 0), "{name}: {report}");
    }
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = Folder::new();
    let input = &fixture("self-crossing")[0];
    let complaint = |arguments: &[&str]| {
        let run = selvedge().arg("untangle").arg(input).args(arguments).output().expect("the tool runs");
        assert_eq!(run.status.code(), Some(2), "{arguments:?}");
        String::from_utf8_lossy(&run.stderr).into_owned()
    };
    assert!(complaint(&[]).contains("-o"));
    let output = folder.path("out.obj");
    let output = output.to_str().expect("a name");
    assert!(complaint(&["-o", output, "--fixed", "sleeve"]).contains("sleeve"));
    assert!(complaint(&["-o", output, "--body", "nowhere.obj"]).contains("nowhere.obj"));
    let other = fixture("bent-arm")[0].display().to_string();
    assert!(complaint(&["-o", output, "--rest", &other]).contains("vertex for vertex"));
    assert!(folder.names().is_empty());
}

/// Nothing may move, so nothing can be repaired: the file comes back as it was, with the verdict.
#[test]
fn what_is_fixed_stays() {
    let folder = Folder::new();
    let input = folder.path("in.obj");
    let text = std::fs::read_to_string(&fixture("self-crossing")[0]).expect("a text");
    let (vertices, faces): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| !line.starts_with("f "));
    std::fs::write(&input, format!("{}\ng all\n{}\n", vertices.join("\n"), faces.join("\n"))).expect("a file");
    let output = folder.path("out.obj");
    let (report, code) = repair(std::slice::from_ref(&input), &["--fixed", "all", "--max-seconds", "10"], &output);
    assert_eq!(code, 1, "{report}");
    assert_eq!(std::fs::read(&input).expect("a file"), std::fs::read(&output).expect("a file"));
}
