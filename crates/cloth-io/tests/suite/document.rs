//! Files by their names: what reads, what is refused, and new files.

use std::fs;
use std::path::Path;

use cloth_io::{Document, Group, GroupKind, Overwrite, Piece, Polygons, Texture, read, write_new};
use geometry::Point;

const TRIANGLE: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

fn problem(path: &Path) -> String {
    read(path).expect_err("a bad file").to_string()
}

#[test]
fn the_name_says_the_format_in_any_case() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Shirt.v2.OBJ");
    fs::write(&path, TRIANGLE).expect("a file");
    let document = read(&path).expect("a good file");
    assert!(matches!(document, Document::Obj(_)));
    assert_eq!(document.pieces()[0].name, "Shirt.v2");
    let same = document.with_positions(&[document.pieces()[0].positions.clone()]).expect("unmoved");
    assert_eq!(same, TRIANGLE.as_bytes());
}

#[test]
fn what_cannot_be_read_is_named_with_its_remedy() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let missing = problem(&at("missing.obj"));
    assert!(missing.contains("missing.obj: file: it cannot be read (") && missing.ends_with("); check the path"));
    fs::create_dir(at("folder.ply")).expect("a folder");
    assert!(problem(&at("folder.ply")).ends_with("folder.ply: file: it is a folder; name a file in it"));
    fs::write(at("cloth.stl"), "solid").expect("a file");
    let unknown = problem(&at("cloth.stl"));
    assert!(unknown.ends_with("is not known; name a file that ends in .obj, .ply, .glb or .gltf"), "{unknown}");
    fs::write(at("wrong.obj"), "ply\nformat ascii 1.0\n").expect("a file");
    assert!(
        problem(&at("wrong.obj")).ends_with("begins like a .ply file but is not named so; rename it to end in .ply")
    );
    fs::write(at("wrong.ply"), "glTF\x02\0\0\0").expect("a file");
    assert!(
        problem(&at("wrong.ply")).ends_with("begins like a .glb file but is not named so; rename it to end in .glb")
    );
    fs::write(at("wrong.mesh"), "ply\nformat ascii 1.0\n").expect("a file");
    assert!(problem(&at("wrong.mesh")).ends_with("rename it to end in .ply"));
    fs::write(at("empty.obj"), "").expect("a file");
    assert!(problem(&at("empty.obj")).contains("mesh \"empty\": it has no vertices; export"));
    fs::write(at("bad.obj"), "v 0 0 zero\n").expect("a file");
    assert!(problem(&at("bad.obj")).contains("bad.obj: line 1, vertex 0: \"zero\" is not a number; correct it"));
}

/// A quad and a triangle with everything a piece can have.
fn rich(name: &str, shift: f64) -> Piece {
    let mut polygons = Polygons::default();
    polygons.push(&[0, 1, 2, 3]);
    polygons.push(&[0, 2, 4]);
    let positions = (0..5).map(|i| Point::new(shift + 0.1 * f64::from(i), f64::from(i * i), 1e-20)).collect();
    let group = |name: &str, kind, polygons: &[u32]| Group { name: name.into(), kind, polygons: polygons.to_vec() };
    Piece {
        name: name.into(),
        positions,
        polygons,
        colors: Some(vec![[0.5, 0.25, 1.0, 0.75]; 5]),
        texture: Some(Texture {
            coordinates: vec![[0.0, 0.0], [0.1, 0.2], [1.0, 1.0]],
            corners: [0, 1, 2, 1, 0, 1, 2].map(Some).to_vec(),
        }),
        groups: vec![
            group("hem", GroupKind::Group, &[0, 1]),
            group("two words", GroupKind::Group, &[1]),
            group("raw silk", GroupKind::Material, &[1]),
        ],
    }
}

#[test]
fn new_obj_files_hold_every_piece_as_an_object() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new.obj");
    let pieces = [rich("left sleeve", 0.0), rich("right", 5.0)];
    write_new(&pieces, &path, Overwrite::Refuse).expect("written");
    let document = read(&path).expect("a good file");
    let piece = &document.pieces()[0];
    assert_eq!(piece.positions, [pieces[0].positions.clone(), pieces[1].positions.clone()].concat());
    let rings: Vec<_> = piece.polygons.iter().map(<[u32]>::to_vec).collect();
    let expected: [&[u32]; 4] = [&[0, 1, 2, 3], &[0, 2, 4], &[5, 6, 7, 8], &[5, 7, 9]];
    assert_eq!(rings, expected);
    assert_eq!(piece.colors.as_ref().expect("colours").len(), 10);
    assert_eq!(piece.colors.as_ref().expect("colours")[9], [0.5, 0.25, 1.0, 0.75]);
    let texture = piece.texture.as_ref().expect("a texture");
    assert_eq!(texture.coordinates.len(), 6);
    assert_eq!(texture.corners[7..], [3, 4, 5, 4, 3, 4, 5].map(Some));
    let group = |kind, name: &str| {
        let found = piece.groups.iter().find(|group| group.kind == kind && group.name == name);
        found.unwrap_or_else(|| panic!("{name} in {:?}", piece.groups)).polygons.clone()
    };
    assert_eq!(group(GroupKind::Object, "left sleeve"), [0, 1]);
    assert_eq!(group(GroupKind::Object, "right"), [2, 3]);
    assert_eq!(group(GroupKind::Group, "hem"), [0, 1, 2, 3]);
    assert_eq!(group(GroupKind::Group, "two_words"), [1, 3]);
    assert_eq!(group(GroupKind::Material, "raw silk"), [1, 3]);
}

#[test]
fn new_ply_files_hold_all_pieces_in_one_mesh() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new.ply");
    let plain = Piece { colors: None, texture: None, ..rich("b", 5.0) };
    let pieces = [rich("a", 0.0), plain];
    write_new(&pieces, &path, Overwrite::Refuse).expect("written");
    let document = read(&path).expect("a good file");
    let piece = &document.pieces()[0];
    assert_eq!(piece.positions, [pieces[0].positions.clone(), pieces[1].positions.clone()].concat());
    assert_eq!(piece.polygons.iter().last().expect("a face"), [5, 7, 9]);
    let colors = piece.colors.as_ref().expect("colours");
    assert_eq!((colors[0], colors[9]), ([0.5, 0.25, 1.0, 0.75], [1.0; 4]));
    // Vertex 2 has two texture coordinates in its two faces, so they are written per corner.
    let texture = piece.texture.as_ref().expect("a texture");
    let first: Vec<_> = texture.corners[..7].iter().map(|c| texture.coordinates[c.expect("one") as usize]).collect();
    assert_eq!(first[2], [1.0, 1.0]);
    assert_eq!(first[5], [0.1, 0.2]);
}

#[test]
fn bad_pieces_are_not_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bad.ply");
    let mut bad = rich("a", 0.0);
    bad.positions[4].x = f64::NAN;
    let message = write_new(&[bad], &path, Overwrite::Refuse).expect_err("not finite").to_string();
    assert!(message.contains("cannot write: vertex 4: its position") && message.contains("; correct the vertex"));
    let message = write_new(&[], &path, Overwrite::Refuse).expect_err("nothing").to_string();
    assert!(message.ends_with("bad.ply: cannot write: file: it would hold no mesh; give at least one mesh"));
    assert!(!path.exists());
    let message = write_new(&[rich("a", 0.0)], &folder.path().join("a.stl"), Overwrite::Refuse);
    assert!(message.expect_err("unknown").to_string().ends_with("name a file that ends in .obj, .ply, .glb or .gltf"));
}
