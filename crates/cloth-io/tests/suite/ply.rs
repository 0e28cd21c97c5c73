//! PLY: every encoding and type is read, and kept.

use cloth_io::{Piece, PlyDocument};
use geometry::Point;

use crate::support::{Body, ENCODINGS, ply_problem, positions, rich_ply};

fn read(bytes: &[u8]) -> PlyDocument {
    PlyDocument::read(bytes.to_vec(), "cloth").unwrap_or_else(|problem| panic!("{problem}"))
}

fn rings(piece: &Piece) -> Vec<Vec<u32>> {
    piece.polygons.iter().map(<[u32]>::to_vec).collect()
}

const FACE: &str = "element face 1\nproperty list uchar int vertex_index";

/// One triangle whose coordinates have a type.
fn triangle(encoding: &'static str, kind: &str) -> Vec<u8> {
    let header = format!("element vertex 3\nproperty {kind} x\nproperty {kind} y\nproperty {kind} z\n{FACE}");
    let mut body = Body::after(encoding, &header);
    for point in [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 100.0]] {
        body.put_all(kind, &point).end();
    }
    body.put("uchar", 3.0).put_all("int", &[0.0, 1.0, 2.0]).end();
    body.finish()
}

#[test]
fn every_type_under_both_names_in_every_encoding() {
    let kinds = ["char", "uchar", "short", "ushort", "int", "uint", "float", "double"];
    let other = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "float32", "float64"];
    for encoding in ENCODINGS {
        for kind in kinds.into_iter().chain(other) {
            let bytes = triangle(encoding, kind);
            let document = read(&bytes);
            let piece = &document.pieces()[0];
            assert_eq!(piece.positions[2], Point::new(6.0, 7.0, 100.0), "{encoding} {kind}");
            let mut moved = positions(document.pieces());
            assert_eq!(document.with_positions(&moved).expect("unmoved"), bytes, "{encoding} {kind}");
            moved[0][1].y = 9.0;
            let again = read(&document.with_positions(&moved).expect("moved"));
            assert_eq!(positions(again.pieces()), moved, "{encoding} {kind}");
        }
    }
}

#[test]
fn whatever_stands_around_the_coordinates_is_kept() {
    for encoding in ENCODINGS {
        let bytes = rich_ply(encoding);
        let document = read(&bytes);
        let piece = &document.pieces()[0];
        assert_eq!(piece.positions[3], Point::new(0.1 * 3.0, 4.5, -3.0));
        let expected: [&[u32]; 3] = [&[0, 1, 2], &[0, 2, 3, 4], &[4, 3, 1]];
        assert_eq!(rings(piece), expected);
        assert_eq!(piece.colors.as_ref().expect("colours")[1], [1.0, 0.2, 0.0, 1.0]);
        let mut moved = positions(document.pieces());
        assert_eq!(document.with_positions(&moved).expect("unmoved"), bytes);
        moved[0][2] = Point::new(0.3, 0.25, 1e-9);
        let written = document.with_positions(&moved).expect("moved");
        assert!(written.ends_with(b"\ntrailing"));
        let again = read(&written);
        assert_eq!(positions(again.pieces()), moved, "{encoding}");
        assert_eq!((&again.pieces()[0].colors, rings(&again.pieces()[0])), (&piece.colors, rings(piece)));
    }
}

#[test]
fn faces_may_come_before_vertices() {
    let vertices = "element vertex 3\nproperty float x\nproperty float y\nproperty float z";
    for encoding in ENCODINGS {
        let mut body = Body::after(encoding, &format!("{FACE}\n{vertices}"));
        body.put("uchar", 3.0).put_all("int", &[2.0, 1.0, 0.0]).end();
        body.put_all("float", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]).end();
        let document = read(&body.finish());
        assert_eq!(rings(&document.pieces()[0]), [[2, 1, 0]], "{encoding}");
    }
}

#[test]
fn colours_and_texture_under_their_usual_names() {
    for names in [["s", "t"], ["u", "v"], ["texture_u", "texture_v"], ["texture_s", "texture_t"]] {
        let header = format!(
            "element vertex 3\nproperty float x\nproperty float y\nproperty float z\nproperty float {}\n\
             property float {}\nproperty float red\nproperty float green\nproperty float blue\nproperty ushort alpha\n{FACE}",
            names[0], names[1]
        );
        let mut body = Body::after("binary_big_endian", &header);
        for vertex in 0..3 {
            body.put_all("float", &[f64::from(vertex), 0.0, 0.0, 0.5, 0.25, 1.0, 0.5, 0.0]).put("ushort", 65535.0);
        }
        body.put("uchar", 3.0).put_all("int", &[0.0, 1.0, 2.0]);
        let document = read(&body.finish());
        let piece = &document.pieces()[0];
        let texture = piece.texture.as_ref().expect("a texture");
        assert_eq!(texture.coordinates, [[0.5, 0.25]; 3]);
        assert_eq!(texture.corners, [0, 1, 2].map(Some));
        assert_eq!(piece.colors.as_ref().expect("colours")[2], [1.0, 0.5, 0.0, 1.0]);
    }
}

#[test]
fn colours_of_every_type_end_up_between_0_and_1() {
    let kinds =
        [("uchar", 255.0), ("ushort", 65535.0), ("int", 255.0), ("uint", 255.0), ("float", 1.0), ("float", 255.0)];
    for (kind, full) in kinds {
        let colors = format!("property {kind} red\nproperty {kind} green\nproperty {kind} blue");
        let mut body = Body::after("binary_little_endian", &format!("{XYZ}\n{colors}\n{FACE}"));
        for vertex in 0..3 {
            body.put_all("float", &[f64::from(vertex), 0.0, 0.0]).put_all(kind, &[full, 0.0, full]);
        }
        body.put("uchar", 3.0).put_all("int", &[0.0, 1.0, 2.0]);
        let document = read(&body.finish());
        assert_eq!(document.pieces()[0].colors, Some(vec![[1.0, 0.0, 1.0, 1.0]; 3]), "{kind} {full}");
    }
}

#[test]
fn line_ends_of_text_are_kept() {
    for end in ["\n", "\r\n", "\r"] {
        let text = ascii(XYZ, FACE, &format!("{POINTS}\n  3\t0 1 2")).replace('\n', end);
        let document = read(text.as_bytes());
        let mut moved = positions(document.pieces());
        assert_eq!(document.with_positions(&moved).expect("unmoved"), text.as_bytes());
        moved[0][1].z = -2.5;
        let written = document.with_positions(&moved).expect("moved");
        assert_eq!(written, text.replace("1 0 0", "1 0 -2.5").as_bytes());
    }
}

#[test]
fn texture_on_corners() {
    let text = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n\
                element face 2\nproperty list uchar int vertex_indices\nproperty list uchar float texcoord\nend_header\n\
                0 0 0\n1 0 0\n0 1 0\n3 0 1 2 0\n3 0 1 2 6 0 .5 1 0 1 1\n";
    let document = read(text.as_bytes());
    let texture = document.pieces()[0].texture.clone().expect("a texture");
    assert_eq!(texture.coordinates, [[0.0, 0.5], [1.0, 0.0], [1.0, 1.0]]);
    assert_eq!(texture.corners, [None, None, None, Some(0), Some(1), Some(2)]);
    let message = ply_problem(text.replace(" 6 0 .5 1 0 1 1", " 2 0 .5"));
    assert_eq!(message, "face 1: 2 texture numbers for 3 corners; give u and v for each corner, or none");
}

#[test]
fn a_float_holds_the_nearest_float_and_an_integer_only_whole_numbers() {
    for encoding in ENCODINGS {
        let document = read(&triangle(encoding, "float"));
        let mut moved = positions(document.pieces());
        moved[0][0].x = 0.1;
        let again = read(&document.with_positions(&moved).expect("moved"));
        assert_eq!(again.pieces()[0].positions[0].x, f64::from(0.1_f32), "{encoding}");
        moved[0][0].x = 1e60;
        let message = document.with_positions(&moved).expect_err("too large").to_string();
        assert!(message.starts_with("vertex 0: its x is of type float, which cannot hold 1"), "{message}");
        assert!(message.ends_with("; convert the file's coordinates to double, or write to another format"));

        let document = read(&triangle(encoding, "uchar"));
        for value in [0.5, -1.0, 256.0] {
            let mut moved = positions(document.pieces());
            moved[0][2].z = value;
            let message = document.with_positions(&moved).expect_err("unfit").to_string();
            assert!(message.starts_with("vertex 2: its z is of type uchar, which cannot hold"), "{message}");
        }
    }
}

/// A header with the given vertex and face lines, an ASCII body after it.
fn ascii(vertex: &str, face: &str, body: &str) -> String {
    format!("ply\nformat ascii 1.0\n{vertex}\n{face}\nend_header\n{body}")
}

const XYZ: &str = "element vertex 3\nproperty float x\nproperty float y\nproperty float z";
const POINTS: &str = "0 0 0\n1 0 0\n0 1 0\n";

#[test]
fn what_is_missing_is_named() {
    let list = "element face 1\nproperty list uchar float vertex_indices";
    for (text, expected) in [
        (
            ascii("element vertex 3\nproperty float x\nproperty float y", FACE, ""),
            "element vertex: it has no number property z; export the mesh with vertex positions x, y and z",
        ),
        (
            ascii(XYZ, "element face 1\nproperty int vertex_indices", ""),
            "element face: it has no list property vertex_indices or vertex_index; export the mesh with faces",
        ),
        (ascii(XYZ, list, ""), "element face: its vertex indices are of type float; export them as int or uint"),
        (ascii(XYZ, "", POINTS), "header: there is no element face; export the mesh with vertices and faces"),
        (ascii(FACE, "", ""), "header: there is no element vertex; export the mesh with vertices and faces"),
        (
            ascii(XYZ, "element tristrips 1\nproperty list int int vertex_indices", POINTS),
            "element tristrips: triangle strips are not read; convert the strips to faces",
        ),
    ] {
        let message = ply_problem(&text);
        assert!(message.starts_with(expected), "{message}");
    }
}

#[test]
fn bad_records_are_named() {
    for (body, expected) in [
        ("0 0 0\n1 x 0\n0 1 0\n3 0 1 2\n", "vertex 1: \"x\" is not a number; correct it, or export the mesh again"),
        ("0 0 0\n1 nan 0\n0 1 0\n3 0 1 2\n", "vertex 1: its position 1 NaN 0 is not finite; correct the vertex"),
        ("0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", "face 0: it refers to vertex 3, and there are 3; correct the face"),
        ("0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n", "face 0: it refers to vertex -1, and there are 3; correct the face"),
        ("0 0 0\n1 0 0\n0 1 0\n2 0 1\n", "face 0: it has 2 corners where at least three belong; correct the face"),
        ("0 0 0\n1 0 0\n0 1 0\n-3 0 1\n", "face 0: a list has the length -3; correct it, or export the mesh again"),
        ("0 0 0\n1 0 0\n0 1 0\n3 0 1\n", "face 0: the file ends inside this record; the file is cut short"),
        ("0 0 0\n1 0 0\n0 1 0\n900 0 1\n", "face 0: the file ends inside this record; the file is cut short"),
    ] {
        let message = ply_problem(ascii(XYZ, FACE, body));
        assert!(message.starts_with(expected), "{message}");
    }
}

#[test]
fn a_cut_binary_file_names_element_and_record() {
    let whole = triangle("binary_little_endian", "double");
    let message = ply_problem(&whole[..whole.len() - 1]);
    assert_eq!(message, "face 0: the file ends inside this record; the file is cut short: copy or export it again");
    let rich = rich_ply("binary_big_endian");
    let end = rich.len() - b"\ntrailing".len();
    // The faces take 14, 18 and 14 bytes.
    for (cut, face) in [(1, 2), (14, 2), (15, 1), (32, 1), (33, 0), (46, 0)] {
        let message = ply_problem(&rich[..end - cut]);
        assert!(message.starts_with(&format!("face {face}: the file ends inside this record")), "{cut}: {message}");
    }
}

#[test]
fn counts_that_the_bytes_cannot_hold_are_refused_at_once() {
    let start = std::time::Instant::now();
    for count in ["4000000000", "18446744073709551615"] {
        for encoding in ENCODINGS {
            let vertices = XYZ.replace('3', count);
            let body = format!("ply\nformat {encoding} 1.0\n{vertices}\n{FACE}\nend_header\n{POINTS}");
            let message = ply_problem(&body);
            let expected =
                format!("element vertex: the header claims {count} records, and the 18 bytes left cannot hold");
            assert!(message.starts_with(&expected), "{message}");
            assert!(message.ends_with("the file is cut short or its header wrong: copy or export it again"));
            let faces = FACE.replace("face 1", &format!("face {count}"));
            let body = format!("ply\nformat {encoding} 1.0\n{faces}\n{XYZ}\nend_header\n{POINTS}");
            assert!(ply_problem(&body).starts_with("element face: the header claims"));
        }
    }
    // Records without properties take no bytes: any number of them is possible, and none is walked.
    let hollow = "element nothing 18446744073709551615";
    let good = ascii(&format!("{hollow}\n{XYZ}"), FACE, &format!("{POINTS}3 0 1 2\n"));
    assert_eq!(read(good.as_bytes()).pieces()[0].positions.len(), 3);
    let hollow_vertex = ply_problem(ascii("element vertex 18446744073709551615", FACE, ""));
    assert!(hollow_vertex.starts_with("element vertex: it has no number property x"), "{hollow_vertex}");
    // A list's length is no more to be believed.
    let long = "element face 1\nproperty list uint int vertex_indices";
    let mut lying = Body::after("binary_little_endian", &format!("{XYZ}\n{long}"));
    lying.put_all("float", &[0.0; 9]).put("uint", 4e9).put_all("int", &[0.0; 3]);
    assert!(ply_problem(lying.finish()).starts_with("face 0: the file ends inside this record"));
    assert!(start.elapsed().as_secs() < 2, "no count may cost time");
}

#[test]
fn a_body_may_begin_with_a_line_end() {
    // The first coordinate's low byte is 10, which a reader that skips blanks after the header would lose.
    let mut body = Body::after("binary_little_endian", &format!("{}\n{FACE}", XYZ.replace("float", "uchar")));
    body.put_all("uchar", &[10.0, 13.0, 32.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]).put("uchar", 3.0);
    body.put_all("int", &[0.0, 1.0, 2.0]);
    assert_eq!(read(&body.finish()).pieces()[0].positions[0], Point::new(10.0, 13.0, 32.0));
}
