//! New files from pieces.

use cloth_io::{Group, GroupKind, Piece, Polygons, Texture};
use cloth_io::{LineSet, write_new_glb};
use geometry::Point;

use crate::small::read;

/// A quad and a triangle with materials, colours and texture coordinates, and a vertex that nothing uses.
fn flag() -> Piece {
    let mut polygons = Polygons::default();
    polygons.push(&[0, 1, 2, 3]);
    polygons.push(&[1, 4, 2]);
    let corners = polygons.corners().iter().map(|corner| Some(*corner)).collect();
    let positions = [[0., 0., 0.], [1., 0., 0.], [1., 1., 0.1], [0., 1., 0.], [2., 0.5, 0.], [9., 9., 9.]];
    Piece {
        name: "flag".to_owned(),
        positions: positions.iter().map(|p| Point::from(*p).map(|x| f64::from(x as f32))).collect(),
        polygons,
        colors: Some((0..6).map(|i| [i as f32 / 5.0, 0.5, 0.25, 1.0]).collect()),
        texture: Some(Texture { coordinates: positions.iter().map(|p| [p[0] / 4.0, p[1] / 4.0]).collect(), corners }),
        groups: vec![
            Group { name: "pole".to_owned(), kind: GroupKind::Group, polygons: vec![0] },
            Group { name: "silk".to_owned(), kind: GroupKind::Material, polygons: vec![1] },
        ],
    }
}

fn contour() -> LineSet {
    LineSet {
        name: "contour".to_owned(),
        points: vec![Point::new(0., 0., 1.), Point::new(1., 0., 1.), Point::new(1., 1., 1.)],
        polylines: vec![vec![0, 1, 2, 0], vec![1]],
        color: [1.0, 0.0, 0.0, 0.5],
    }
}

/// Writes a file for a look with other programs, when the environment asks for it.
fn keep(name: &str, bytes: &[u8]) {
    if let Some(folder) = std::env::var_os("SELVEDGE_KEEP") {
        std::fs::write(std::path::Path::new(&folder).join(name), bytes).unwrap();
    }
}

#[test]
fn a_piece_comes_back_in_its_own_vertex_order() {
    let flag = flag();
    let bytes = write_new_glb(std::slice::from_ref(&flag), &[contour()]).unwrap();
    keep("flag.glb", &bytes);
    let document = read(&bytes);
    let [piece] = document.pieces() else { panic!("one piece and lines") };
    assert_eq!((&piece.name, &piece.positions, &piece.colors), (&flag.name, &flag.positions, &flag.colors));
    // Material groups become primitives, in the order in which they appear.
    let triangles: Vec<&[u32]> = piece.polygons.iter().collect();
    assert_eq!(triangles, [[0, 1, 2], [0, 2, 3], [1, 4, 2]]);
    let names: Vec<_> = piece.groups.iter().map(|g| (g.name.as_str(), g.polygons.as_slice())).collect();
    assert_eq!(names, [("cloth", [0, 1].as_slice()), ("silk", [2].as_slice())]);
    let (texture, expected) = (piece.texture.as_ref().unwrap(), flag.texture.as_ref().unwrap());
    assert_eq!(texture.coordinates[..5], expected.coordinates[..5]);
    assert_eq!(document.notes().len(), 1);
}

#[test]
fn a_seam_costs_the_texture_and_not_the_vertex_order() {
    let mut flag = flag();
    let texture = flag.texture.as_mut().unwrap();
    texture.coordinates.push([0.9, 0.9]);
    texture.corners[4] = Some(6);
    let document = read(&write_new_glb(&[flag.clone()], &[]).unwrap());
    assert!(document.pieces()[0].texture.is_none());
    assert_eq!(document.pieces()[0].positions, flag.positions);
}

#[test]
fn nothing_at_all_is_a_valid_file() {
    let empty = Piece { name: "empty".to_owned(), ..Piece::default() };
    for (name, pieces) in [("none.glb", vec![]), ("empty.glb", vec![empty])] {
        let bytes = write_new_glb(&pieces, &[]).unwrap();
        keep(name, &bytes);
        assert!(read(&bytes).pieces().is_empty());
    }
}

#[test]
fn degenerate_faces_have_normals_of_length_one() {
    let mut flag = flag();
    flag.positions[4] = flag.positions[1];
    flag.positions[0] = flag.positions[1];
    let bytes = write_new_glb(&[flag], &[]).unwrap();
    keep("degenerate.glb", &bytes);
    let document = read(&bytes);
    for [x, y, z] in document.file().accessor(1, "NORMAL").unwrap().vectors::<3>().unwrap() {
        assert!((x * x + y * y + z * z - 1.0).abs() < 1e-6);
    }
}

#[test]
fn pieces_that_no_file_can_hold_are_problems() {
    let mut far = flag();
    far.positions[3].x = 1e300;
    assert!(write_new_glb(&[far], &[]).unwrap_err().fault.contains("vertex 3"));
    let mut loose = flag();
    loose.polygons.push(&[0, 1, 77]);
    assert!(write_new_glb(&[loose], &[]).unwrap_err().fault.contains("index 77"));
    let mut lines = contour();
    lines.polylines.push(vec![0, 9]);
    assert!(write_new_glb(&[], &[lines]).unwrap_err().fault.contains("index 9"));
}
