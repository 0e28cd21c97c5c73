//! OBJ: everything the format allows is read, and kept.

use cloth_io::{GroupKind, ObjDocument, Piece};
use geometry::Point;

use crate::support::{obj, obj_problem, positions};

const VERTICES: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 2 2 2\n";

fn rings(piece: &Piece) -> Vec<Vec<u32>> {
    piece.polygons.iter().map(<[u32]>::to_vec).collect()
}

#[test]
fn numbers_blanks_and_line_ends_of_all_kinds() {
    let document = obj("\u{feff}# c\r\n  v\t+1 .5 1e-3\r\nv -2. 0 0 # here\r\nv 0 0 0 1.0\r\nf 1 \\\r\n 2 3\r\n");
    let [piece] = document.pieces() else { panic!("one piece") };
    assert_eq!(piece.positions[0], Point::new(1.0, 0.5, 0.001));
    assert_eq!(piece.positions[1].x, -2.0);
    assert_eq!(rings(piece), [[0, 1, 2]]);
    assert_eq!(piece.name, "cloth");
}

#[test]
fn corners_in_all_forms_with_texture_per_corner() {
    let text = format!(
        "{VERTICES}vt 0 0\nvt 1\nvt 1 1 0\nvn 0 0 1\nf 1 2 3\nf 1/1 2/2 3/3\nf 1//1 2//1 3//1 4//-1\n\
                        f -5/-3/-1 2/2/1 3/3/1 4/1/1 5/1/1\n"
    );
    let document = obj(&text);
    let piece = &document.pieces()[0];
    let expected: [&[u32]; 4] = [&[0, 1, 2], &[0, 1, 2], &[0, 1, 2, 3], &[0, 1, 2, 3, 4]];
    assert_eq!(rings(piece), expected);
    let texture = piece.texture.as_ref().expect("a texture");
    assert_eq!(texture.coordinates, [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]);
    assert_eq!(texture.corners[..6], [None, None, None, Some(0), Some(1), Some(2)]);
    assert_eq!(texture.corners[6..10], [None; 4]);
    assert_eq!(texture.corners[10..], [0, 1, 2, 0, 0].map(Some));
    let (triangles, origins) = piece.polygons.triangles();
    assert_eq!(triangles.len(), 7);
    assert_eq!(origins, [0, 1, 2, 2, 3, 3, 3]);
}

#[test]
fn negative_indices_count_back_and_absolute_ones_may_point_ahead() {
    let document = obj("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nf 4 5 6\nv 0 0 1\nv 1 0 1\nv 0 1 1\nf -1 -2 -3\n");
    assert_eq!(rings(&document.pieces()[0]), [[0, 1, 2], [3, 4, 5], [5, 4, 3]]);
}

#[test]
fn groups_objects_and_materials() {
    let text = format!(
        "{VERTICES}mtllib a b.mtl\ns 1\nf 1 2 3\no left sleeve\ng hem cuff hem\nusemtl cotton #2\n\
                        f 1 2 4\ng\nf 1 3 4\ng empty\ng hem\nusemtl\no\nf 2 3 4\n"
    );
    let document = obj(&text);
    let found: Vec<_> = document.pieces()[0]
        .groups
        .iter()
        .map(|group| (group.kind, group.name.as_str(), group.polygons.as_slice()))
        .collect();
    let expected: [(GroupKind, &str, &[u32]); 5] = [
        (GroupKind::Object, "left sleeve", &[1, 2]),
        (GroupKind::Group, "hem", &[1, 3]),
        (GroupKind::Group, "cuff", &[1]),
        (GroupKind::Material, "cotton #2", &[1, 2]),
        (GroupKind::Group, "default", &[2]),
    ];
    assert_eq!(found, expected);
}

#[test]
fn names_that_are_not_utf8_are_tolerated_and_kept() {
    let mut bytes = b"# caf\xe9 \xff\nv 0 0 0\nv 1 0 0\nv 0 1 0\ng \xe9\nf 1 2 3\ng \xe8\nf 3 2 1\n".to_vec();
    let document = ObjDocument::read(bytes.clone(), "x").expect("a good file");
    assert_eq!(document.pieces()[0].groups.len(), 2);
    assert_eq!(document.with_positions(&positions(document.pieces())).expect("unmoved"), bytes);
    bytes.clear();
}

#[test]
fn colours_only_where_every_vertex_has_them() {
    let all = obj("v 0 0 0 1 0 .5\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1 .25\nf 1 2 3\n");
    let colors = all.pieces()[0].colors.as_ref().expect("colours");
    assert_eq!(colors[0], [1.0, 0.0, 0.5, 1.0]);
    assert_eq!(colors[2], [0.0, 0.0, 1.0, 0.25]);
    let some = obj("v 0 0 0 1 0 .5\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    assert!(some.pieces()[0].colors.is_none());
    let bytes = obj("v 0 0 0 255 0 51\nv 1 0 0 0 0 0\nv 0 1 0 0 0 1\nf 1 2 3\n");
    assert_eq!(bytes.pieces()[0].colors.as_ref().expect("colours")[0], [1.0, 0.0, 0.2, 1.0]);
}

#[test]
fn only_the_coordinates_that_moved_are_printed_anew() {
    let text = "# made by hand\r\nmtllib x.mtl\r\nv  0.10 0.20 0.30 1.0\r\nv 1.00 0 0 \\\r\n  .5 .5 .5 # tail\r\n\
                vp 1 2\r\nv 0\t1 \\\r\n 2\r\nl 1 2\r\np 3\r\ncurv 0 1 1 2\r\nf 1 2 3";
    let document = obj(text);
    let mut moved = positions(document.pieces());
    assert_eq!(document.with_positions(&moved).expect("unmoved"), text.as_bytes());
    moved[0][1].y = 1.0 / 3.0;
    moved[0][2].z = -1e-30;
    let written = document.with_positions(&moved).expect("moved");
    let expected = text.replace("v 1.00 0 0 ", "v 1.00 0.3333333333333333 0 ").replace("\r\n 2\r\n", "\r\n -1e-30\r\n");
    assert_eq!(String::from_utf8(written.clone()).expect("text"), expected);
    let again = ObjDocument::read(written, "cloth").expect("a good file");
    assert_eq!(positions(again.pieces()), moved);
}

#[test]
fn bad_statements_name_line_element_and_remedy() {
    for (text, expected) in [
        ("v 0 0 0\nv 0 nan 0\n", "line 2, vertex 1: \"nan\" is not a finite number; correct it, or export"),
        ("v 0 -Infinity 0\n", "line 1, vertex 0: \"-Infinity\" is not a finite number; correct it"),
        ("v 0 1e999 0\n", "line 1, vertex 0: \"1e999\" is not a finite number; correct it"),
        ("# x\nv 1,5 0 0\n", "line 2, vertex 0: \"1,5\" is not a number; correct it, or export the mesh again"),
        ("v 1 2\n", "line 1, vertex 0: the vertex has 2 coordinates where three belong; give it x, y and z"),
        ("vt\n", "line 1, texture coordinate 0: it has no number; give it u and v"),
        ("vt nan 0\n", "line 1, texture coordinate 0: \"nan\" is not a finite number; correct it"),
        ("v 0 0 0\nf 1 0 1\n", "line 2, face 0: the index 0 means nothing"),
        ("v 0 0 0\nf 1 -2 1\n", "line 2, face 0: the index -2 points outside the file; correct the index"),
        ("v 0 0 0\nf 1 1\n", "line 2, face 0: the face has 2 corners where at least three belong; remove the face"),
        ("v 0 0 0\nf 1 1 a\n", "line 2, face 0: \"a\" is not an index; correct the index"),
        (
            "v 0 0 0\n\nf 1 1 1\nf 1 \\\n1 2\n",
            "line 4, face 1: it refers to vertex 2 beyond the last one (the file has 1)",
        ),
        ("v 0 0 0\nf 1 1 1\nf 1 1/2 1\nvt 0 0\n", "line 3, face 1: it refers to texture coordinate 2 beyond"),
        ("v 0 0 0\nf 1 1 1\nf 1 1//2 1\nvn 0 0\n", "line 3, face 1: it refers to normal 2 beyond the last one"),
        ("v 0 0 0\n", "mesh \"cloth\": it has no faces; export it as a mesh with faces"),
        ("", "mesh \"cloth\": it has no vertices; export the mesh again, with its geometry"),
        ("v 1e101 0 0\nf 1 1 1\n", "vertex 0: its position 1e101 0e0 0e0 is farther out than 1e100 m; correct"),
    ] {
        let message = obj_problem(text);
        assert!(message.starts_with(expected), "{text:?}: {message}");
    }
    assert_eq!(obj_problem(b"\xff\xfev\0"), "line 1: the text is UTF-16; save the file as UTF-8");
    let names = (0..65).fold("g".to_owned(), |line, name| format!("{line} n{name}"));
    assert_eq!(
        obj_problem(format!("v 0 0 0\n{names}\n")),
        "line 2: one g statement has more than 64 names; name fewer groups on one line"
    );
}

#[test]
fn positions_that_do_not_fit_are_refused() {
    let document = obj(&format!("{VERTICES}f 1 2 3\n"));
    let mut bad = positions(document.pieces());
    bad[0][3].z = f64::NAN;
    let message = document.with_positions(&bad).expect_err("not finite").to_string();
    assert!(message.starts_with("vertex 3: its position 0 1 NaN is not finite; correct the vertex"), "{message}");
    bad[0].pop();
    assert!(document.with_positions(&bad).is_err());
    assert!(document.with_positions(&[]).is_err());
}
