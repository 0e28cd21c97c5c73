//! Pairs remember which way round they were.

use contact::ClothContact;
use contact::cloth::Sides;
use geometry::{EdgeId, FaceId, Point, Vector, VertexId};
use robust_mode::History;

fn remembered(sides: Sides, clean: &[Point; 4], weights: [f64; 4], normal: Vector) -> robust_mode::history::Remembered {
    let particles = [0, 1, 2, 3].map(VertexId);
    let contact = ClothContact { sides, particles, weights, distance: 0.1, thickness: 0.2, normal };
    History::new(&[contact], clean).pairs[0]
}

#[test]
fn a_point_that_passed_through_is_drawn_back() {
    let triangle = [Point::new(-1.0, 0.0, -1.0), Point::new(0.0, 0.0, 2.0), Point::new(1.0, 0.0, -1.0)];
    let at = |y: f64| [Point::new(0.0, y, 0.0), triangle[0], triangle[1], triangle[2]];
    let third = -1.0 / 3.0;
    for side in [1.0, -1.0] {
        let sides = Sides::PointFace(VertexId(0), FaceId(0));
        let pair = remembered(sides, &at(0.1 * side), [1.0, third, third, third], Vector::y() * side);
        for (y, distance) in [(0.1, 0.1), (0.02, 0.02), (-0.03, -0.03)] {
            let near = pair.near(&at(y * side));
            assert!((near.distance - distance).abs() < 1e-15);
            assert!((near.normal - Vector::y() * side).norm() < 1e-12, "to the side where it belongs");
        }
        assert!((pair.near(&at(0.0)).normal - Vector::y() * side).norm() < 1e-12, "where they touch");
    }
}

#[test]
fn a_point_beside_a_triangle_is_on_no_wrong_side() {
    let corners = [Point::new(-1.0, 0.0, -1.0), Point::new(0.0, 0.0, 2.0), Point::new(1.0, 0.0, -1.0)];
    let at = |p: Point| [p, corners[0], corners[1], corners[2]];
    let sides = Sides::PointFace(VertexId(0), FaceId(0));
    let pair = remembered(sides, &at(Point::new(0.0, 0.1, -1.1)), [1.0, -0.5, 0.0, -0.5], Vector::y());
    let near = pair.near(&at(Point::new(0.0, -0.1, -1.1)));
    assert!(near.distance > 0.0 && near.normal.y < 0.0);
}

#[test]
fn edges_flip_when_their_direction_does() {
    let at = |y: f64| {
        [Point::new(-1.0, y, 0.0), Point::new(1.0, y, 0.0), Point::new(0.0, 0.0, -1.0), Point::new(0.0, 0.0, 1.0)]
    };
    let sides = Sides::EdgeEdge(EdgeId(0), EdgeId(1));
    let pair = remembered(sides, &at(0.1), [0.5, 0.5, -0.5, -0.5], Vector::y());
    assert!((pair.near(&at(0.05)).distance - 0.05).abs() < 1e-15);
    let crossed = pair.near(&at(-0.05));
    assert!((crossed.distance + 0.05).abs() < 1e-15 && crossed.normal == Vector::y());
    assert_eq!(pair.near(&at(0.0)).normal, Vector::y());
}
