//! A cloth pulled into a funnel (Sample-Scalable-CCD-Data): all true pairs from two frames alone.

use contact::candidates::swept;
use geometry::impact::{edge_edge, point_triangle};
use geometry::{EdgeId, FaceId, Mesh, Point, VertexId};
use selvedge_tests::data;
use std::collections::BTreeSet;

/// The numbers of the pairs that truly meet. Vertices are numbered first, then edges, then faces.
fn true_pairs(kind: &str) -> Option<Vec<[usize; 2]>> {
    let read = |name: String| Some(std::fs::read_to_string(data::file(&name)?).expect("the file can be read"));
    let named: Vec<[usize; 2]> =
        serde_json::from_str(&read(format!("ccd/cloth-funnel/boxes/227{kind}.json"))?).expect("pairs of numbers");
    let meets: Vec<bool> =
        serde_json::from_str(&read(format!("ccd/cloth-funnel/mma_bool/227{kind}_mma_bool.json"))?).expect("answers");
    assert_eq!(named.len(), meets.len());
    Some(named.into_iter().zip(meets).filter_map(|(pair, meets)| meets.then_some(pair)).collect())
}

fn frame(number: u32) -> Option<(Vec<Point>, Vec<[u32; 3]>)> {
    let path = data::file(&format!("ccd/cloth-funnel/frames/{number}.ply"))?;
    let document = cloth_io::read(&path).expect("a PLY file");
    let piece = document.pieces().first().cloned().expect("one mesh");
    let (triangles, _) = piece.polygons.triangles();
    Some((piece.positions, triangles))
}

#[test]
fn all_true_pairs_are_found_from_the_frames_alone() {
    let (Some((start, triangles)), Some((end, _))) = (frame(227), frame(228)) else { return };
    let (Some(true_points), Some(true_edges)) = (true_pairs("vf"), true_pairs("ee")) else { return };
    let mesh = Mesh::new(start.len(), &triangles).expect("a surface");
    let candidates = swept(&mesh, &start, &end, 0.0);
    let points: BTreeSet<_> =
        candidates.point_triangle.iter().filter(|&&pair| meets_point(&mesh, &start, &end, pair)).collect();
    let edges: BTreeSet<_> =
        candidates.edge_edge.iter().filter(|&&pair| meets_edge(&mesh, &start, &end, pair)).collect();
    // The data's edges are sorted by their higher vertex, then by the lower.
    let mut by_higher: Vec<EdgeId> = (0..mesh.edges().len()).map(EdgeId::at).collect();
    by_higher.sort_by_key(|&edge| [mesh.edge(edge).vertices[1], mesh.edge(edge).vertices[0]]);
    let (first_edge, first_face) = (mesh.vertex_count(), mesh.vertex_count() + mesh.edges().len());
    for &[v, f] in &true_points {
        let pair = (VertexId::at(v), FaceId::at(f - first_face));
        assert!(points.contains(&pair), "{pair:?} meet, and are missed");
    }
    for [a, b] in true_edges.iter().map(|pair| pair.map(|edge| by_higher[edge - first_edge])) {
        assert!(edges.contains(&(a.min(b), a.max(b))), "{a:?} and {b:?} meet, and are missed");
    }
    // The data's list is of all pairs: who finds more has false alarms.
    assert_eq!((points.len(), edges.len()), (true_points.len(), true_edges.len()), "false alarms");
}

fn meets_point(mesh: &Mesh, start: &[Point], end: &[Point], (v, f): (VertexId, FaceId)) -> bool {
    let [a, b, c] = mesh.face(f);
    let of = |positions: &[Point]| [v, a, b, c].map(|v| positions[v.index()]);
    point_triangle(&of(start), &of(end), 0.0).is_some()
}

fn meets_edge(mesh: &Mesh, start: &[Point], end: &[Point], (e, f): (EdgeId, EdgeId)) -> bool {
    let ([a, b], [c, d]) = (mesh.edge(e).vertices, mesh.edge(f).vertices);
    let of = |positions: &[Point]| [a, b, c, d].map(|v| positions[v.index()]);
    edge_edge(&of(start), &of(end), 0.0).is_some()
}
