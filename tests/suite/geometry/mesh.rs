//! Who is joined to whom.

use geometry::mesh::{CrowdedEdge, MeshError};
use geometry::shapes::{Ends, Shape};
use geometry::{EdgeId, FaceId, Mesh, Point, VertexId};
use std::collections::{BTreeMap, BTreeSet};

fn mesh_of(shape: &Shape) -> Mesh {
    Mesh::new(shape.positions.len(), &shape.triangles).expect("it is a mesh")
}

fn moebius() -> Shape {
    Shape::grid(7, 2, Ends::Twisted, Ends::Open, |_, _| Point::origin())
}

fn shapes() -> Vec<(&'static str, Shape)> {
    vec![
        ("sheet", Shape::sheet(4, 1.0)),
        ("tube", Shape::tube(5, 3, 1.0, 1.0)),
        ("torus", Shape::torus(6, 5, 2.0, 1.0)),
        ("sphere", Shape::sphere(5, 6, 1.0)),
        ("Möbius band", moebius()),
        ("two sheets", Shape::sheet(2, 1.0).with(&Shape::sheet(3, 1.0))),
        ("bow tie", bow_tie()),
    ]
}

/// Two fans of two triangles that have only vertex 0 in common.
fn bow_tie() -> Shape {
    Shape { positions: vec![Point::origin(); 7], triangles: vec![[0, 1, 2], [0, 4, 5], [0, 2, 3], [0, 5, 6]] }
}

#[test]
fn edges_have_the_faces_that_name_both_their_ends() {
    for (name, shape) in shapes() {
        let mesh = mesh_of(&shape);
        let mut expected: BTreeMap<[u32; 2], BTreeSet<u32>> = BTreeMap::new();
        for (face, t) in shape.triangles.iter().enumerate() {
            for (a, b) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
                expected.entry([a.min(b), a.max(b)]).or_default().insert(face as u32);
            }
        }
        let found: BTreeMap<[u32; 2], BTreeSet<u32>> =
            mesh.edges().iter().map(|edge| (edge.vertices.map(|v| v.0), edge.faces().map(|f| f.0).collect())).collect();
        assert_eq!(found, expected, "{name}");
        assert_eq!(found.len(), mesh.edges().len(), "{name}: an edge is there twice");
        for (vertices, faces) in expected {
            let edge = mesh.edge_between(VertexId(vertices[1]), VertexId(vertices[0])).expect("it was found");
            assert_eq!(mesh.edge(edge).vertices.map(|v| v.0), vertices, "{name}");
            assert_eq!(mesh.edge(edge).is_boundary(), faces.len() == 1, "{name}");
        }
    }
}

#[test]
fn faces_and_edges_know_each_other() {
    for (name, shape) in shapes() {
        let mesh = mesh_of(&shape);
        for face in (0..mesh.faces().len()).map(FaceId::at) {
            let corners = mesh.face(face);
            for (k, edge) in mesh.face_edges(face).into_iter().enumerate() {
                let edge = mesh.edge(edge);
                let ends = BTreeSet::from([corners[k], corners[(k + 1) % 3]]);
                assert_eq!(BTreeSet::from(edge.vertices), ends, "{name}: edge {k} joins corners {k} and {k} + 1");
                assert!(edge.faces().any(|f| f == face), "{name}");
                assert_eq!(edge.across(face), edge.faces().find(|&f| f != face), "{name}");
                assert_eq!(edge.owner(), edge.faces().min().expect("an edge has a face"), "{name}");
            }
        }
        assert_eq!(mesh.edge_between(VertexId(0), VertexId(0)), None, "{name}");
    }
}

/// Vertices − edges + faces, boundary edges and components are what topology says.
#[test]
fn surfaces_have_their_euler_characteristic() {
    let expected = [("sheet", 1, 16, 1), ("tube", 0, 10, 1), ("torus", 0, 0, 1), ("sphere", 2, 0, 1)]
        .into_iter()
        .chain([("Möbius band", 0, 14, 1), ("two sheets", 2, 20, 2), ("bow tie", 1, 8, 1)]);
    for ((name, shape), (of, characteristic, boundary, components)) in shapes().into_iter().zip(expected) {
        assert_eq!(name, of);
        let mesh = mesh_of(&shape);
        let euler = mesh.vertex_count() as i64 - mesh.edges().len() as i64 + mesh.faces().len() as i64;
        assert_eq!(euler, characteristic, "{name}");
        assert_eq!(mesh.boundary_edge_count(), boundary, "{name}");
        assert_eq!(mesh.components().1, components, "{name}");
    }
}

#[test]
fn components_are_numbered_by_their_first_faces() {
    let mesh = mesh_of(&Shape::sheet(1, 1.0).with(&Shape::sphere(3, 3, 1.0)).with(&Shape::sheet(1, 1.0)));
    let (component, count) = mesh.components();
    assert_eq!(count, 3);
    assert!(component.is_sorted() && component.first() == Some(&0) && component.last() == Some(&2));
    assert_eq!(component.iter().filter(|&&c| c == 1).count(), 12);
}

/// Every fan has each face of its vertex once, each between its two spokes; it closes unless it ends on a boundary.
#[test]
fn fans_go_around_their_vertices() {
    for (name, shape) in shapes().into_iter().filter(|(name, _)| *name != "bow tie") {
        let mesh = mesh_of(&shape);
        for vertex in (0..mesh.vertex_count()).map(VertexId::at) {
            let fan = mesh.fan(vertex);
            let listed: BTreeSet<FaceId> = fan.faces.iter().copied().collect();
            let has = |face: &FaceId| mesh.face(*face).contains(&vertex);
            let expected: BTreeSet<FaceId> = (0..mesh.faces().len()).map(FaceId::at).filter(has).collect();
            assert_eq!(listed, expected, "{name}, {vertex:?}");
            assert_eq!(fan.faces.len(), listed.len(), "{name}, {vertex:?}: a face twice");
            assert_eq!(fan.spokes.len(), fan.faces.len() + 1, "{name}, {vertex:?}");
            for (i, &face) in fan.faces.iter().enumerate() {
                let between = BTreeSet::from([vertex, fan.spokes[i], fan.spokes[i + 1]]);
                assert_eq!(BTreeSet::from(mesh.face(face)), between, "{name}, {vertex:?}");
            }
            let is_open = |edge: EdgeId| mesh.edge(edge).is_boundary();
            let ends = [fan.spokes[0], fan.spokes[fan.faces.len()]];
            let edges = ends.map(|end| mesh.edge_between(vertex, end).expect("a spoke is an edge"));
            assert_eq!(ends[0] == ends[1], !edges.into_iter().any(is_open), "{name}, {vertex:?}");
        }
    }
}

#[test]
fn a_vertex_that_joins_two_fans_has_faces_but_no_spokes() {
    let mesh = mesh_of(&bow_tie());
    let fan = mesh.fan(VertexId(0));
    assert_eq!(fan.faces.iter().copied().collect::<BTreeSet<_>>().len(), 4);
    assert!(fan.spokes.is_empty());
    assert_eq!(mesh.fan(VertexId(2)).spokes.len(), 3, "its neighbours have ordinary fans");
}

/// Two closed fans: the first walk comes back to its start and must not be taken for all there is.
#[test]
fn a_vertex_that_joins_two_closed_fans_has_no_spokes() {
    let cone = |a: u32, b: u32, c: u32| [[0, a, b], [0, b, c], [0, c, a]];
    let mesh = Mesh::new(7, &[cone(1, 2, 3), cone(4, 5, 6)].concat()).expect("it is a mesh");
    assert_eq!(mesh.fan(VertexId(0)).faces.len(), 6);
    assert!(mesh.fan(VertexId(0)).spokes.is_empty());
}

#[test]
fn isolated_vertices_are_ordinary() {
    let mesh = Mesh::new(5, &[[1, 2, 3]]).expect("it is a mesh");
    assert_eq!(mesh.vertex_count(), 5);
    assert!(mesh.fan(VertexId(0)).faces.is_empty() && mesh.fan(VertexId(4)).spokes.is_empty());
    assert_eq!(mesh.components(), (vec![0], 1));
    let nothing = Mesh::new(0, &[]).expect("nothing is a mesh");
    assert_eq!((nothing.edges().len(), nothing.components().1), (0, 0));
}

#[test]
fn crowded_edges_are_listed_all_by_input_triangle() {
    // Triangle 0 is degenerate and triangle 3 a duplicate: neither counts, and both shift the numbers of the others.
    let triangles = [[9, 9, 1], [0, 1, 2], [0, 1, 3], [1, 0, 2], [1, 0, 4], [5, 6, 7], [5, 6, 8], [6, 5, 9], [5, 6, 0]];
    let error = Mesh::new(10, &triangles).expect_err("two edges have too many faces");
    let expected = MeshError::NonManifold(vec![
        CrowdedEdge { vertices: [0, 1], triangles: vec![1, 2, 4] },
        CrowdedEdge { vertices: [5, 6], triangles: vec![5, 6, 7, 8] },
    ]);
    assert_eq!(error, expected);
    let message = error.to_string();
    assert!(message.contains("2 edge(s)") && message.contains("[1, 2, 4]"), "{message}");
}

#[test]
fn degenerate_and_duplicate_triangles_are_set_aside() {
    let triangles = [[0, 1, 2], [3, 3, 4], [1, 3, 2], [2, 0, 1], [1, 0, 2], [4, 3, 4], [2, 3, 4]];
    let mesh = Mesh::new(5, &triangles).expect("the rest is a mesh");
    assert_eq!(mesh.set_aside().degenerate, [1, 5]);
    assert_eq!(mesh.set_aside().duplicate, [3, 4], "whichever way round");
    let origins: Vec<u32> = (0..mesh.faces().len()).map(|f| mesh.origin(FaceId::at(f))).collect();
    assert_eq!(origins, [0, 2, 6]);
    for (face, &origin) in mesh.faces().iter().zip(&origins) {
        assert_eq!(face.map(|v| v.0), triangles[origin as usize], "a face keeps its corners in order");
    }
    assert_eq!((mesh.edges().len(), mesh.boundary_edge_count()), (7, 5));
}

#[test]
fn an_index_out_of_range_is_named() {
    let error = Mesh::new(3, &[[0, 1, 2], [0, 2, 3]]).expect_err("there is no vertex 3");
    assert_eq!(error, MeshError::IndexOutOfRange { triangle: 1, vertex: 3, vertex_count: 3 });
    // A degenerate triangle is checked before it is set aside.
    assert!(Mesh::new(3, &[[7, 7, 0]]).is_err());
}

#[test]
fn more_vertices_than_names_are_refused_without_allocating() {
    let error = Mesh::new(usize::MAX, &[]).expect_err("no 32-bit number names so many");
    assert_eq!(error, MeshError::TooLarge(usize::MAX));
}
