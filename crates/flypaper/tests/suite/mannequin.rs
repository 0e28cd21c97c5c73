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

/// Points midway between the surfaces of two parts of a body where these overlap, by brute force.
fn midway(mannequin: &Mannequin, posed: &Posed, [outer, inner]: [&str; 2]) -> Vec<Point> {
    let mesh = posed.surface.mesh();
    let positions = posed.surface.positions(contact::When::T0);
    let of_part = |face: &FaceId| mesh.face(*face).iter().all(|v| mannequin.part(v.0) == outer);
    let faces: Vec<FaceId> = (0..mesh.faces().len()).map(FaceId::at).filter(of_part).collect();
    let mut found = Vec::new();
    for v in (0..positions.len()).filter(|v| mannequin.part(*v as u32) == inner) {
        let (foot, normal) = nearest(posed, &positions[v], &faces);
        let own = posed.surface.vertex_normal(VertexId::at(v), contact::When::T0);
        let inside = (positions[v] - foot).dot(&normal);
        // Inside the other part, straight under its surface, and facing it.
        if inside < -0.001 && inside < -0.7 * (positions[v] - foot).norm() && own.dot(&normal) < -0.3 {
            found.push(nalgebra::center(&positions[v], &foot));
        }
    }
    found
}

/// Points on and around the surface that are further than 2 cm from where it passes through itself.
fn open(posed: &Posed) -> Vec<Point> {
    let faces = (0..posed.surface.mesh().faces().len()).map(FaceId::at);
    let marked: Vec<FaceId> = faces.filter(|face| !posed.intersections[0].of(*face).is_empty()).collect();
    let positions = posed.surface.positions(contact::When::T0);
    let far = |p: &Point| (nearest(posed, p, &marked).0 - p).norm() > 0.02;
    let around = |v: usize| {
        let normal = posed.surface.vertex_normal(VertexId::at(v), contact::When::T0);
        [-0.004, -0.001, 0.002].map(|out| positions[v] + normal * out)
    };
    (0..positions.len()).step_by(3).filter(|v| far(&positions[*v])).flat_map(around).collect()
}

#[test]
fn bends_pinch_and_open_limbs_do_not() {
    let mannequin = Mannequin::new();
    // The peaks of the clips.
    let bends = [("elbow", 1.5, ["RightArm", "RightForeArm"]), ("squat", 1.8, ["LeftUpLeg", "LeftLeg"])];
    for (clip, time, parts) in bends {
        let pose = mannequin.posed(clip, time).expect("a clip of this name");
        let posed = Posed::new(&mannequin.triangles, &pose, &pose);
        let midway = midway(&mannequin, &posed, parts);
        assert!(midway.len() > 8, "{clip}: {}", midway.len());
        let held = pinches(&[posed.solid()], &midway).len();
        println!("{clip}: {held} of {} midway are pinched", midway.len());
        assert!(held * 100 >= midway.len() * 95, "{clip}: {held} of {}", midway.len());
        let open = open(&posed);
        let wrong = pinches(&[posed.solid()], &open).len();
        println!("{clip}: {wrong} of {} beside it", open.len());
        assert_eq!(wrong, 0, "{clip}: of {}", open.len());
    }
}
