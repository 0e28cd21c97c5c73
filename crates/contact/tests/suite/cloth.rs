//! Cloth against itself.

use crate::{mesh_of, on_threads, within};
use contact::cloth::{ClothReach, Sides};
use contact::{ClothContacts, ClothSearch};
use geometry::distance::{OnEdge, edge_edge, point_triangle};
use geometry::shapes::Shape;
use geometry::{EdgeId, FaceId, Mesh, Point, Vector, VertexId};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::collections::{BTreeMap, BTreeSet};

/// Contacts of a cloth that is at rest in one shape and stands in another.
fn found(rest: &Shape, now: &[Point], thickness: f64, reach: &ClothReach) -> ClothContacts {
    let mesh = mesh_of(rest);
    let thickness = vec![thickness; now.len()];
    ClothSearch::new(&mesh, &rest.positions).find(&mesh, now, &thickness, reach)
}

/// The same cloth with its particles thrown far apart, as a rest shape where nothing is close.
fn spread(shape: &Shape) -> Shape {
    let mut random = Pcg64Mcg::seed_from_u64(51);
    let positions = shape.positions.iter().map(|_| Point::from(within(&mut random, 1e6))).collect();
    Shape { positions, triangles: shape.triangles.clone() }
}

/// Pairs of a vertex and a place of the cloth (a face, an edge or a vertex, by its vertices) that are close, where nothing
/// around the place is closer: by trying all.
fn brute_points(mesh: &Mesh, positions: &[Point], thickness: f64) -> BTreeSet<(Vec<VertexId>, Vec<VertexId>)> {
    let distance = |v: VertexId, face: FaceId| {
        point_triangle(&positions[v.index()], mesh.face(face).map(|c| &positions[c.index()]))
    };
    let mut pairs = BTreeSet::new();
    for v in (0..positions.len()).map(VertexId::at) {
        for face in (0..mesh.faces().len()).map(FaceId::at).filter(|&f| !mesh.face(f).contains(&v)) {
            let near = distance(v, face);
            let corners = mesh.face(face).into_iter().zip(near.barycentric);
            let mut place: Vec<VertexId> = corners.filter(|&(_, w)| w > 0.0).map(|(c, _)| c).collect();
            place.sort_unstable();
            let around =
                (0..mesh.faces().len()).map(FaceId::at).filter(|&f| place.iter().all(|c| mesh.face(f).contains(c)));
            let least = around.map(|f| distance(v, f).squared).fold(f64::INFINITY, f64::min);
            if near.squared.sqrt() <= thickness && least >= near.squared * (1.0 - 1e-12) {
                let mut pair = [vec![v], place];
                if pair[1].len() == 1 {
                    pair.sort_unstable();
                }
                let [a, b] = pair;
                pairs.insert((a, b));
            }
        }
    }
    pairs
}

fn brute_edges(mesh: &Mesh, positions: &[Point], thickness: f64) -> BTreeMap<(EdgeId, EdgeId), f64> {
    let mut pairs = BTreeMap::new();
    for a in (0..mesh.edges().len()).map(EdgeId::at) {
        for b in (a.index() + 1..mesh.edges().len()).map(EdgeId::at) {
            let (u, v) = (mesh.edge(a).vertices, mesh.edge(b).vertices);
            let near = edge_edge(u.map(|e| &positions[e.index()]), v.map(|e| &positions[e.index()]));
            let apart = !u.iter().any(|e| v.contains(e));
            if apart && near.squared.sqrt() <= thickness && near.features == [OnEdge::Inside; 2] {
                pairs.insert((a, b), near.squared.sqrt());
            }
        }
    }
    pairs
}

#[test]
fn every_close_pair_is_found_once() {
    let mut total = [0; 2];
    for (seed, fold, thickness) in [(1, 0.2, 0.02), (2, 0.5, 0.05), (3, 0.8, 0.06), (4, 1.2, 0.06)] {
        let shape = Shape::crumpled(14, 10, fold, seed);
        let mesh = mesh_of(&shape);
        let contacts = found(&spread(&shape), &shape.positions, thickness, &ClothReach::default()).contacts;
        let mut points = BTreeSet::new();
        let mut edges = BTreeMap::new();
        for contact in &contacts {
            match contact.sides {
                Sides::PointFace(v, _) => {
                    let corners = contact.particles[1..].iter().zip(&contact.weights[1..]);
                    let mut place: Vec<VertexId> = corners.filter(|&(_, &w)| w < 0.0).map(|(&c, _)| c).collect();
                    place.sort_unstable();
                    assert!(points.insert((vec![v], place)), "twice: {contact:?}");
                }
                Sides::EdgeEdge(a, b) => {
                    assert!(edges.insert((a, b), contact.distance).is_none(), "twice: {contact:?}");
                }
            }
            let gap: Vector =
                contact.particles.iter().zip(contact.weights).map(|(p, w)| shape.positions[p.index()].coords * w).sum();
            assert!((gap - contact.normal * contact.distance).norm() < 1e-12, "{contact:?}");
            assert!(contact.weights.iter().sum::<f64>().abs() < 1e-12);
            assert!((contact.thickness - thickness).abs() < 1e-15);
        }
        assert_eq!(points, brute_points(&mesh, &shape.positions, thickness), "seed {seed}");
        assert_eq!(edges, brute_edges(&mesh, &shape.positions, thickness), "seed {seed}");
        total[0] += points.len();
        total[1] += edges.len();
    }
    assert!(total[0] > 300 && total[1] > 300, "{total:?}");
}

/// Two sheets over each other, half a cell apart so that points are over faces.
fn layers(apart: f64) -> Shape {
    let upper = Shape::sheet(8, 0.8).moved(Vector::new(0.03, apart, 0.02));
    Shape::sheet(8, 0.8).with(&upper)
}

#[test]
fn layers_meet_when_they_are_closer_than_they_are_thick() {
    let rest = layers(0.5);
    let mesh = mesh_of(&rest);
    let mut search = ClothSearch::new(&mesh, &rest.positions);
    // 4 mm below, 2 mm above: the pair is 3 mm thick.
    let thickness: Vec<f64> = (0..162).map(|i| if i < 81 { 0.004 } else { 0.002 }).collect();
    let mut at = |apart: f64, margin: f64| {
        search.find(&mesh, &layers(apart).positions, &thickness, &ClothReach { margin, ..ClothReach::default() })
    };
    assert_eq!(at(0.0031, 0.0).contacts, []);
    let close = at(0.0029, 0.0).contacts;
    assert!(close.len() > 200 && close == at(0.0029, 0.0).contacts);
    assert!(at(0.0031, 0.001).contacts.len() == close.len(), "the margin is for those that come closer");
    for contact in &close {
        assert!((contact.thickness - 0.003).abs() < 1e-12 && (contact.distance - 0.0029).abs() < 1e-12);
        let up = if contact.particles[0].index() < 81 { -1.0 } else { 1.0 };
        assert!((contact.normal.y - up).abs() < 1e-9);
    }
}

/// Cloth thicker than its triangles are long does not push itself apart, but its layers meet.
#[test]
fn thick_cloth_of_small_triangles_is_at_rest() {
    let rest = Shape::sheet(20, 0.02);
    let reach = ClothReach::default();
    assert_eq!(found(&rest, &rest.positions, 0.005, &reach).contacts, []);
    let folded: Vec<Point> =
        (rest.positions.iter()).map(|p| if p.x > 0.002 { Point::new(0.004 - p.x, 0.003, p.z) } else { *p }).collect();
    let contacts = found(&rest, &folded, 0.005, &reach);
    assert!(contacts.contacts.iter().any(|contact| contact.thickness == 0.005));
    assert!(contacts.contacts.len() > 500);
}

#[test]
fn layers_that_are_close_at_rest_keep_a_share_of_their_distance() {
    let rest = layers(0.001);
    let reach = ClothReach::default();
    assert_eq!(found(&rest, &rest.positions, 0.003, &reach).contacts, []);
    let pressed = found(&rest, &layers(0.0005).positions, 0.003, &reach);
    assert!(pressed.contacts.len() > 200 && pressed.reduced == pressed.contacts.len());
    assert!(pressed.contacts.iter().all(|contact| (contact.thickness - 0.0009).abs() < 1e-12));
}

#[test]
fn layers_that_touch_have_a_normal() {
    let (rest, now) = (layers(0.5), layers(0.0));
    let contacts = found(&rest, &now.positions, 0.003, &ClothReach::default()).contacts;
    assert!(contacts.len() > 200);
    assert!(contacts.iter().all(|c| c.distance < 1e-12 && (c.normal.y.abs() - 1.0).abs() < 1e-9));
}

#[test]
fn broken_cloth_is_no_reason_to_stop() {
    let rest = layers(0.5);
    let mut now = layers(0.001);
    now.positions[3] = Point::new(f64::NAN, 0.0, 0.0);
    now.positions[100] = now.positions[101];
    let contacts = found(&rest, &now.positions, 0.003, &ClothReach::default()).contacts;
    assert!(contacts.len() > 100);
    assert!(contacts.iter().all(|c| c.distance.is_finite() && c.normal.iter().all(|x| x.is_finite())));
    let point = vec![Point::origin(); rest.positions.len()];
    let crushed = found(&rest, &point, 0.003, &ClothReach::default()).contacts;
    assert!(crushed.iter().all(|c| (c.normal.norm() - 1.0).abs() < 1e-9));
    assert_eq!(found(&Shape::default(), &[], 0.003, &ClothReach::default()), ClothContacts::default());
}

#[test]
fn threads_do_not_change_the_contacts() {
    let shape = Shape::crumpled(50, 12, 0.3, 5);
    let rest = Shape::sheet(50, 1.0);
    let run = |threads| on_threads(threads, || found(&rest, &shape.positions, 0.01, &ClothReach::default()));
    let one = run(1);
    assert!(one == run(2) && one == run(3));
    assert!(one.contacts.len() > 1000);
}
