//! Candidates of a step, against trying every pair at many times.

use crate::{mesh_of, on_threads, within};
use contact::candidates::swept;
use contact::{CandidateSearch, Candidates, SweptMesh};
use geometry::distance::{edge_edge, point_triangle};
use geometry::impact;
use geometry::shapes::Shape;
use geometry::{EdgeId, FaceId, Mesh, Point, Vector, VertexId};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Times at which the truth is looked at.
const TIMES: u32 = 40;

/// A crumpled sheet over a sphere, each vertex on a way of its own.
fn scene(seed: u64) -> (Mesh, [Vec<Point>; 2]) {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let shape = Shape::crumpled(9, 4, 0.2, seed).with(&Shape::sphere(5, 6, 0.3).moved(Vector::new(0.0, -0.25, 0.0)));
    let fall = Vector::new(0.0, random.random_range(-0.1..=0.0), 0.0);
    let end = shape.positions.iter().map(|p| p + fall + within(&mut random, 0.06)).collect();
    (mesh_of(&shape), [shape.positions, end])
}

fn at(ways: &[Vec<Point>; 2], time: f64) -> Vec<Point> {
    ways[0].iter().zip(&ways[1]).map(|(a, b)| Point::from(a.coords * (1.0 - time) + b.coords * time)).collect()
}

/// Every pair without a common vertex that is within reach at one of the times.
fn close_pairs(mesh: &Mesh, ways: &[Vec<Point>; 2], reach: f64) -> Candidates {
    let mut found = Candidates::default();
    for time in (0..=TIMES).map(|k| f64::from(k) / f64::from(TIMES)) {
        let positions = at(ways, time);
        for v in (0..mesh.vertex_count()).map(VertexId::at) {
            for (f, corners) in mesh.faces().iter().enumerate().filter(|(_, corners)| !corners.contains(&v)) {
                let near = point_triangle(&positions[v.index()], corners.each_ref().map(|c| &positions[c.index()]));
                if near.squared.sqrt() <= reach {
                    found.point_triangle.push((v, FaceId::at(f)));
                }
            }
        }
        for (a, first) in mesh.edges().iter().enumerate() {
            for (b, second) in mesh.edges().iter().enumerate().skip(a + 1) {
                let ends = [first, second].map(|edge| edge.vertices.map(|v| &positions[v.index()]));
                let shared = first.vertices.iter().any(|v| second.vertices.contains(v));
                if !shared && edge_edge(ends[0], ends[1]).squared.sqrt() <= reach {
                    found.edge_edge.push((EdgeId::at(a), EdgeId::at(b)));
                }
            }
        }
    }
    found.point_triangle.sort_unstable();
    found.point_triangle.dedup();
    found.edge_edge.sort_unstable();
    found.edge_edge.dedup();
    found
}

#[test]
fn every_pair_that_comes_within_reach_is_a_candidate() {
    let mut close = 0;
    for seed in 0..3 {
        let (mesh, ways) = scene(seed);
        for reach in [0.01, 0.04] {
            let found = swept(&mesh, &ways[0], &ways[1], reach);
            let truth = close_pairs(&mesh, &ways, reach);
            for pair in &truth.point_triangle {
                assert!(found.point_triangle.binary_search(pair).is_ok(), "{pair:?} are missed at {reach}");
            }
            for pair in &truth.edge_edge {
                assert!(found.edge_edge.binary_search(pair).is_ok(), "{pair:?} are missed at {reach}");
            }
            close += truth.point_triangle.len() + truth.edge_edge.len();
        }
    }
    assert!(close > 1000, "{close} close pairs prove little");
}

fn meets_point(mesh: &Mesh, ways: &[Vec<Point>; 2], (v, f): (VertexId, FaceId)) -> bool {
    let [a, b, c] = mesh.face(f);
    let of = |positions: &[Point]| [v, a, b, c].map(|v| positions[v.index()]);
    impact::point_triangle(&of(&ways[0]), &of(&ways[1]), 0.0).is_some()
}

fn meets_edge(mesh: &Mesh, ways: &[Vec<Point>; 2], (e, f): (EdgeId, EdgeId)) -> bool {
    let ([a, b], [c, d]) = (mesh.edge(e).vertices, mesh.edge(f).vertices);
    let of = |positions: &[Point]| [a, b, c, d].map(|v| positions[v.index()]);
    impact::edge_edge(&of(&ways[0]), &of(&ways[1]), 0.0).is_some()
}

/// Without boxes: every pair is asked whether it meets, and all that do are candidates.
#[test]
fn every_pair_that_meets_is_a_candidate() {
    let mut meeting = 0;
    for seed in 10..20 {
        let (mesh, ways) = scene(seed);
        let found = swept(&mesh, &ways[0], &ways[1], 0.0);
        for v in (0..mesh.vertex_count()).map(VertexId::at) {
            for f in (0..mesh.faces().len()).map(FaceId::at).filter(|&f| !mesh.face(f).contains(&v)) {
                if meets_point(&mesh, &ways, (v, f)) {
                    meeting += 1;
                    assert!(found.point_triangle.binary_search(&(v, f)).is_ok(), "{v:?} and {f:?} are missed");
                }
            }
        }
        for a in (0..mesh.edges().len()).map(EdgeId::at) {
            for b in (a.index() + 1..mesh.edges().len()).map(EdgeId::at) {
                let shared = mesh.edge(a).vertices.iter().any(|v| mesh.edge(b).vertices.contains(v));
                if !shared && meets_edge(&mesh, &ways, (a, b)) {
                    meeting += 1;
                    assert!(found.edge_edge.binary_search(&(a, b)).is_ok(), "{a:?} and {b:?} are missed");
                }
            }
        }
    }
    assert!(meeting > 200, "{meeting} pairs that meet prove little");
}

#[test]
fn candidates_are_in_order_and_the_same_for_any_number_of_threads() {
    let (mesh, [start, end]) = {
        let shape = Shape::crumpled(60, 12, 0.12, 3);
        let end = shape.positions.iter().map(|p| p + Vector::new(0.002 * p.z, -0.004, 0.001)).collect();
        (mesh_of(&shape), [shape.positions, end])
    };
    let on = |threads| on_threads(threads, || swept(&mesh, &start, &end, 0.004));
    let one = on(1);
    assert!(one.point_triangle.len() > 100 && one.edge_edge.len() > 100);
    assert!(
        one.point_triangle.is_sorted_by(|a, b| a < b) && one.edge_edge.is_sorted_by(|a, b| a < b),
        "sorted, none twice"
    );
    assert!(one.edge_edge.iter().all(|(a, b)| a < b), "the lower edge first");
    for threads in [2, 3, 7] {
        assert!(on(threads) == one, "other candidates on {threads} threads");
    }
}

#[test]
fn only_what_is_asked_about_is_found_and_memory_is_overwritten() {
    let (mesh, [start, end]) = scene(5);
    let mut search = CandidateSearch::new(&mesh, &start);
    let (mut all, mut some) = (Candidates::default(), Candidates::default());
    search.find(&SweptMesh { mesh: &mesh, start: &start, end: &end, asked: None }, 0.02, &mut all);
    let mut random = Pcg64Mcg::seed_from_u64(1);
    for share in [0.0, 0.02, 0.3, 1.0] {
        let asked: Vec<bool> = start.iter().map(|_| random.random_bool(share)).collect();
        let is_asked = |vertices: &[VertexId]| vertices.iter().any(|v| asked[v.index()]);
        search.find(&SweptMesh { mesh: &mesh, start: &start, end: &end, asked: Some(&asked) }, 0.02, &mut some);
        let mut expected = all.clone();
        expected.point_triangle.retain(|&(v, f)| is_asked(&[v]) || is_asked(&mesh.face(f)));
        let ends = |edge: EdgeId| mesh.edge(edge).vertices;
        expected.edge_edge.retain(|&(a, b)| is_asked(&ends(a)) || is_asked(&ends(b)));
        assert_eq!(some, expected, "share {share}");
    }
    assert!(!all.point_triangle.is_empty() && !all.edge_edge.is_empty());
}

#[test]
fn vertices_without_faces_are_in_no_pair() {
    let sheet = Shape::sheet(4, 1.0);
    let mut positions = sheet.positions.clone();
    positions.push(Point::new(0.05, 0.0, 0.05));
    let mesh = Mesh::new(positions.len(), &sheet.triangles).expect("a sheet and a loose vertex");
    assert_eq!(swept(&mesh, &positions, &positions, 0.01), Candidates::default());
}
