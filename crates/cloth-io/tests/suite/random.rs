//! Random documents against the random mesh they were written from.

use std::fmt::Write;

use cloth_io::{GroupKind, ObjDocument, Overwrite, PlyDocument, read, write_new};
use geometry::Point;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::support::{Body, ENCODINGS, positions};

/// A mesh as a test knows it, before any file.
struct Mesh {
    points: Vec<Point>,
    colors: Option<Vec<[f32; 4]>>,
    coordinates: Vec<[f64; 2]>,
    /// Vertex and texture coordinate at every corner.
    faces: Vec<Vec<(usize, Option<usize>)>>,
    /// The group names and the material of every face.
    names: Vec<(Vec<usize>, usize)>,
}

fn number(random: &mut Pcg64Mcg) -> f64 {
    let scale = 10_f64.powi(random.random_range(-12..6));
    (random.random::<f64>() - 0.5) * scale
}

fn mesh(random: &mut Pcg64Mcg) -> Mesh {
    let vertices = random.random_range(3..40);
    let points = (0..vertices).map(|_| Point::new(number(random), number(random), number(random))).collect();
    let colors = random
        .random_bool(0.5)
        .then(|| (0..vertices).map(|_| [random.random(), random.random(), random.random(), 1.0]).collect());
    let coordinates: Vec<_> = (0..random.random_range(1..9)).map(|_| [number(random), number(random)]).collect();
    let count = random.random_range(1..30);
    let faces = (0..count).map(|_| {
        let textured = random.random_bool(0.5);
        let corners = if random.random_bool(0.1) { random.random_range(5..60) } else { random.random_range(3..5) };
        let texture = |random: &mut Pcg64Mcg| textured.then(|| random.random_range(0..coordinates.len()));
        (0..corners).map(|_| (random.random_range(0..vertices), texture(random))).collect()
    });
    let faces: Vec<Vec<_>> = faces.collect();
    let names = faces.iter().map(|_| {
        let groups = (0..random.random_range(1..4)).map(|_| random.random_range(0..5)).collect();
        (groups, random.random_range(0..3))
    });
    let names = names.collect();
    Mesh { points, colors, coordinates, faces, names }
}

/// The mesh as OBJ text: vertices and faces interleaved, indices of both signs, blanks and line ends at random.
fn write_obj(mesh: &Mesh, random: &mut Pcg64Mcg) -> String {
    let mut text = String::new();
    for [u, v] in &mesh.coordinates {
        let _ = writeln!(text, "vt {u} {v}");
    }
    let mut written = 0;
    for (face, (groups, material)) in mesh.faces.iter().zip(&mesh.names) {
        let upto =
            if random.random_bool(0.3) { mesh.points.len() } else { random.random_range(written..=mesh.points.len()) };
        for vertex in written..upto {
            write_vertex(&mut text, mesh, vertex, random);
        }
        written = upto;
        let groups: Vec<_> = groups.iter().map(|group| format!("g{group}")).collect();
        let _ = writeln!(text, "g {}\nusemtl m {material}", groups.join("  "));
        text.push('f');
        for &(vertex, texture) in face {
            text.push_str(["\t", " ", "  ", " \\\n"][random.random_range(0..4)]);
            let back = vertex < written && random.random_bool(0.5);
            let _ = if back { write!(text, "-{}", written - vertex) } else { write!(text, "{}", vertex + 1) };
            if let Some(texture) = texture {
                let _ = write!(text, "/{}", texture + 1);
            }
        }
        text.push_str(["\n", "\r\n", " # end\n"][random.random_range(0..3)]);
    }
    for vertex in written..mesh.points.len() {
        write_vertex(&mut text, mesh, vertex, random);
    }
    text
}

fn write_vertex(text: &mut String, mesh: &Mesh, vertex: usize, random: &mut Pcg64Mcg) {
    let p = mesh.points[vertex];
    let _ = match random.random_range(0..3) {
        0 => write!(text, "v {} {} {}", p.x, p.y, p.z),
        1 => write!(text, " v\t{:e} {:e} {:+}", p.x, p.y, p.z),
        _ => write!(text, "v {:E}  {} {:?} ", p.x, p.y, p.z),
    };
    if let Some(colors) = &mesh.colors {
        let [red, green, blue, _] = colors[vertex];
        let _ = write!(text, " {red} {green} {blue}");
    }
    text.push_str(["\n", "\r\n", "\n\n# a note\n"][random.random_range(0..3)]);
}

fn rings(mesh: &Mesh) -> Vec<Vec<u32>> {
    mesh.faces.iter().map(|face| face.iter().map(|corner| corner.0 as u32).collect()).collect()
}

#[test]
fn random_obj_documents() {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    for round in 0..500 {
        let mesh = mesh(&mut random);
        let text = write_obj(&mesh, &mut random);
        let document =
            ObjDocument::read(text.clone().into_bytes(), "x").unwrap_or_else(|e| panic!("{round}: {e}\n{text}"));
        let piece = &document.pieces()[0];
        assert_eq!(piece.positions, mesh.points, "{text}");
        assert_eq!(piece.colors, mesh.colors);
        assert_eq!(piece.polygons.iter().map(<[u32]>::to_vec).collect::<Vec<_>>(), rings(&mesh), "{text}");
        let corners: Vec<_> = mesh.faces.iter().flatten().map(|corner| corner.1.map(|index| index as u32)).collect();
        match &piece.texture {
            Some(texture) => assert_eq!((&texture.coordinates, &texture.corners), (&mesh.coordinates, &corners)),
            None => assert!(corners.iter().all(Option::is_none)),
        }
        for group in &piece.groups {
            let holds = |(groups, material): &(Vec<usize>, usize)| match group.kind {
                GroupKind::Group => groups.iter().any(|name| format!("g{name}") == group.name),
                GroupKind::Material => format!("m {material}") == group.name,
                GroupKind::Object => false,
            };
            let expected: Vec<u32> = (0..).zip(&mesh.names).filter(|(_, names)| holds(names)).map(|(i, _)| i).collect();
            assert_eq!(group.polygons, expected, "{}", group.name);
        }
        let mut moved = positions(document.pieces());
        assert_eq!(document.with_positions(&moved).expect("unmoved"), text.as_bytes());
        let vertex = random.random_range(0..mesh.points.len());
        moved[0][vertex] = Point::new(number(&mut random), number(&mut random), number(&mut random));
        let written = document.with_positions(&moved).expect("moved");
        let again = ObjDocument::read(written, "x").expect("a good file");
        assert_eq!(positions(again.pieces()), moved);
        assert_eq!(again.pieces()[0].groups, piece.groups);
    }
}

/// The mesh as PLY, with properties and elements that mean nothing in between.
fn write_ply(mesh: &Mesh, encoding: &'static str, random: &mut Pcg64Mcg) -> Vec<u8> {
    let faces_first = random.random_bool(0.5);
    let colors =
        if mesh.colors.is_some() { "\nproperty float red\nproperty float green\nproperty float blue" } else { "" };
    let vertex = format!(
        "element vertex {}\nproperty double z\nproperty list ushort float noise{colors}\nproperty double x\n\
         property double y",
        mesh.points.len()
    );
    let face = format!("element face {}\nproperty list int uint vertex_indices\nproperty float area", mesh.faces.len());
    let edge = "element edge 2\nproperty list uchar char tags";
    let (first, last) = if faces_first { (&face, &vertex) } else { (&vertex, &face) };
    let mut body = Body::after(encoding, &format!("{first}\n{edge}\n{last}"));
    if faces_first {
        put_faces(mesh, &mut body);
    } else {
        put_vertices(mesh, &mut body, random);
    }
    body.put("uchar", 0.0).end().put("uchar", 1.0).put("char", -7.0).end();
    if faces_first {
        put_vertices(mesh, &mut body, random);
    } else {
        put_faces(mesh, &mut body);
    }
    body.finish()
}

fn put_vertices(mesh: &Mesh, body: &mut Body, random: &mut Pcg64Mcg) {
    for (vertex, point) in mesh.points.iter().enumerate() {
        let noise = random.random_range(0..4);
        body.put("double", point.z).put("ushort", f64::from(noise));
        for _ in 0..noise {
            body.put("float", 0.5);
        }
        if let Some(colors) = &mesh.colors {
            body.put_all("float", &colors[vertex][..3].iter().copied().map(f64::from).collect::<Vec<_>>());
        }
        body.put_all("double", &[point.x, point.y]).end();
    }
}

fn put_faces(mesh: &Mesh, body: &mut Body) {
    for ring in rings(mesh) {
        body.put("int", ring.len() as f64);
        body.put_all("uint", &ring.into_iter().map(f64::from).collect::<Vec<_>>()).put("float", 1.0).end();
    }
}

#[test]
fn random_ply_documents() {
    let mut random = Pcg64Mcg::seed_from_u64(2);
    for round in 0..500 {
        let mesh = mesh(&mut random);
        let encoding = ENCODINGS[round % 3];
        let bytes = write_ply(&mesh, encoding, &mut random);
        let document = PlyDocument::read(bytes.clone(), "x").unwrap_or_else(|e| panic!("{round}: {e}"));
        let piece = &document.pieces()[0];
        assert_eq!(piece.positions, mesh.points);
        assert_eq!(piece.colors, mesh.colors);
        assert_eq!(piece.polygons.iter().map(<[u32]>::to_vec).collect::<Vec<_>>(), rings(&mesh));
        let mut moved = positions(document.pieces());
        assert_eq!(document.with_positions(&moved).expect("unmoved"), bytes);
        let vertex = random.random_range(0..mesh.points.len());
        moved[0][vertex] = Point::new(number(&mut random), number(&mut random), number(&mut random));
        let again = PlyDocument::read(document.with_positions(&moved).expect("moved"), "x").expect("a good file");
        assert_eq!(positions(again.pieces()), moved);
        assert_eq!(again.pieces()[0].polygons, piece.polygons);
    }
}

#[test]
fn random_pieces_survive_new_files() {
    let mut random = Pcg64Mcg::seed_from_u64(4);
    let folder = tempfile::tempdir().expect("a folder");
    let (obj, ply) = (folder.path().join("a.obj"), folder.path().join("a.ply"));
    for _ in 0..100 {
        let mesh = mesh(&mut random);
        let text = write_obj(&mesh, &mut random);
        let document = ObjDocument::read(text.into_bytes(), "a").expect("a good file");
        let piece = &document.pieces()[0];
        write_new(document.pieces(), &obj, Overwrite::Allow).expect("written");
        let again = read(&obj).expect("a good file");
        let mut found = again.pieces()[0].clone();
        found.groups.retain(|group| group.kind != GroupKind::Object);
        let by_name = |group: &cloth_io::Group| (group.kind == GroupKind::Material, group.name.clone());
        let mut expected = piece.clone();
        expected.groups.sort_by_key(by_name);
        found.groups.sort_by_key(by_name);
        assert_eq!(found, expected);
        write_new(document.pieces(), &ply, Overwrite::Allow).expect("written");
        let again = read(&ply).expect("a good file");
        let found = &again.pieces()[0];
        assert_eq!(
            (&found.positions, &found.polygons, &found.colors),
            (&piece.positions, &piece.polygons, &piece.colors)
        );
        assert_eq!(found.texture.is_some(), piece.texture.is_some());
    }
}
