//! A whole body, in the bend of whose elbow cloth is caught.

use crate::solids::{Posed, pinches};
use geometry::distance::point_triangle;
use geometry::{FaceId, Point, Vector, VertexId};
use mannequin::Mannequin;

/// The nearest point among some faces, with the normal of its face, by brute force.
fn nearest(posed: &Posed, point: &Point, faces: &[FaceId]) -> (Point, Vector) {
    let corners = |face: &FaceId| posed.surface.corners(*face, contact::When::T0);
    let distance = |face: &FaceId| point_triangle(point, corners(face)).squared;
    let best = faces.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))).expect("some face");
    let [a, b, c] = corners(best);
    (point_triangle(point, [a, b, c]).point, (b - a).cross(&(c - a)).normalize())
}

#[test]
fn the_bend_of_an_elbow_pinches_and_the_open_arm_does_not() {
    let mannequin = Mannequin::new();
    // The clip's peak.
    let pose = mannequin.posed("elbow", 1.5).expect("a clip of this name");
    let posed = Posed::new(&mannequin.triangles, &pose, &pose);
    let mesh = posed.surface.mesh();
    let positions = posed.surface.positions(contact::When::T0);
    let of_part = |face: &FaceId, part| mesh.face(*face).iter().all(|v| mannequin.part(v.0) == part);
    let faces = |part| (0..mesh.faces().len()).map(FaceId::at).filter(|f| of_part(f, part)).collect::<Vec<_>>();
    let mut midway = Vec::new();
    for [arm, forearm] in [["LeftArm", "LeftForeArm"], ["RightArm", "RightForeArm"]] {
        let upper = faces(arm);
        for v in (0..positions.len()).filter(|v| mannequin.part(*v as u32) == forearm) {
            let (foot, normal) = nearest(&posed, &positions[v], &upper);
            let own = posed.surface.vertex_normal(VertexId::at(v), contact::When::T0);
            let inside = (positions[v] - foot).dot(&normal);
            // Inside the upper arm, straight under its surface, and facing it.
            if inside < -0.001 && inside < -0.7 * (positions[v] - foot).norm() && own.dot(&normal) < -0.3 {
                midway.push(nalgebra::center(&positions[v], &foot));
            }
        }
    }
    println!("{} pairs", posed.analysis.pair_count());
    assert!(midway.len() > 8, "{}", midway.len());
    let solids = [posed.solid()];
    let found = pinches(&solids, &midway);
    println!("{} of {} midway are pinched", found.len(), midway.len());
    assert!(found.len() * 100 >= midway.len() * 95, "{} of {}", found.len(), midway.len());

    let marked: Vec<FaceId> =
        (0..mesh.faces().len()).map(FaceId::at).filter(|face| !posed.intersections.of(*face).is_empty()).collect();
    let far = |p: &Point| (nearest(&posed, p, &marked).0 - p).norm() > 0.02;
    let open: Vec<Point> = (0..positions.len())
        .filter(|v| far(&positions[*v]))
        .flat_map(|v| {
            let normal = posed.surface.vertex_normal(VertexId::at(v), contact::When::T0);
            [-0.004, -0.001, 0.002].map(|out| positions[v] + normal * out)
        })
        .collect();
    let wrong = pinches(&solids, &open).len();
    println!("{wrong} of {} beside it", open.len());
    assert_eq!(wrong, 0, "of {}", open.len());
}
