//! A place on the body: the nearest face in the bind pose, barycentric coordinates on it, and the offset in its frame.

use geometry::bvh::Bounds;
use geometry::{Assembly, FaceId, Point, Vector};

/// A place that follows a face.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Anchor {
    /// The vertices of the face.
    corners: [usize; 3],
    weights: [f64; 3],
    /// The offset from the face, in the face's own frame.
    offset: Vector,
    /// Where it is in the bind pose.
    pub start: Point,
}

/// Finds nearest faces of a body in its bind pose.
pub(crate) struct Attacher<'b> {
    assembly: &'b Assembly,
    bounds: Vec<Bounds>,
}

impl<'b> Attacher<'b> {
    pub fn new(assembly: &'b Assembly) -> Self {
        let faces = (0..assembly.mesh().faces().len()).map(FaceId::at);
        Self { assembly, bounds: faces.map(|face| assembly.face_bounds(face, assembly.positions())).collect() }
    }

    /// The place of a point. Of faces that are equally near the first counts; faces without area do not.
    pub fn attach(&self, point: &Point) -> Anchor {
        let positions = self.assembly.positions();
        let mut best: Option<(f64, [usize; 3], [f64; 3], Frame)> = None;
        for (index, bounds) in self.bounds.iter().enumerate() {
            let limit = best.as_ref().map_or(f64::INFINITY, |(distance, ..)| *distance);
            if squared_gap(bounds, point) >= limit {
                continue;
            }
            let corners = self.assembly.mesh().face(FaceId::at(index)).map(geometry::VertexId::index);
            let face = corners.map(|corner| positions[corner]);
            let Some(frame) = Frame::of(&face) else { continue };
            let weights = nearest_weights(&face, point);
            let distance = (at(&face, &weights) - point).norm_squared();
            if distance < limit {
                best = Some((distance, corners, weights, frame));
            }
        }
        match best {
            Some((_, corners, weights, frame)) => {
                let face = corners.map(|corner| positions[corner]);
                let offset = frame.inwards(&(point - at(&face, &weights)));
                Anchor { corners, weights, offset, start: *point }
            }
            // A body all of whose faces are lines: its first vertex is as good as any.
            None => Anchor { corners: [0; 3], weights: [1.0, 0.0, 0.0], offset: Vector::zeros(), start: *point },
        }
    }
}

impl Anchor {
    /// Where it is when the body's vertices are at these positions.
    pub fn at(&self, positions: &[Point]) -> Point {
        let face = self.corners.map(|corner| positions[corner]);
        let offset = Frame::of(&face).map_or(self.offset, |frame| frame.outwards(&self.offset));
        at(&face, &self.weights) + offset
    }
}

/// Three perpendicular directions that turn with a face: along its first edge, across, and out of it.
struct Frame([Vector; 3]);

impl Frame {
    fn of([a, b, c]: &[Point; 3]) -> Option<Self> {
        let along = (b - a).try_normalize(0.0)?;
        let out = (b - a).cross(&(c - a)).try_normalize(0.0)?;
        Some(Self([along, out.cross(&along), out]))
    }

    fn inwards(&self, v: &Vector) -> Vector {
        Vector::new(self.0[0].dot(v), self.0[1].dot(v), self.0[2].dot(v))
    }

    fn outwards(&self, v: &Vector) -> Vector {
        self.0[0] * v.x + self.0[1] * v.y + self.0[2] * v.z
    }
}

fn at(face: &[Point; 3], weights: &[f64; 3]) -> Point {
    Point::from(face[0].coords * weights[0] + face[1].coords * weights[1] + face[2].coords * weights[2])
}

/// Barycentric coordinates of the point of a face nearest to `p`: inside if the projection is, else on the nearest edge.
fn nearest_weights(face: &[Point; 3], p: &Point) -> [f64; 3] {
    let [a, b, c] = face;
    let normal = (b - a).cross(&(c - a));
    let part = |q: &Point, r: &Point| (q - p).cross(&(r - p)).dot(&normal) / normal.norm_squared();
    let weights = [part(b, c), part(c, a), part(a, b)];
    if weights.iter().all(|weight| *weight >= 0.0) {
        return weights;
    }
    let on_edge = |from: usize| {
        let to = (from + 1) % 3;
        let edge = face[to] - face[from];
        let share = ((p - face[from]).dot(&edge) / edge.norm_squared()).clamp(0.0, 1.0);
        let mut weights = [0.0; 3];
        weights[from] = 1.0 - share;
        weights[to] = share;
        weights
    };
    let distance = |weights: &[f64; 3]| (at(face, weights) - p).norm_squared();
    let [first, second, third] = [0, 1, 2].map(on_edge);
    let nearer = |x: [f64; 3], y: [f64; 3]| if distance(&y) < distance(&x) { y } else { x };
    nearer(nearer(first, second), third)
}

fn squared_gap(bounds: &Bounds, point: &Point) -> f64 {
    let (center, half) = (bounds.center(), bounds.extents() / 2.0);
    (0..3).map(|axis| ((point[axis] - center[axis]).abs() - half[axis]).max(0.0).powi(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Part;
    use geometry::shapes::Shape;
    use nalgebra::{Rotation3, Translation3};

    #[test]
    fn the_nearest_point_is_the_nearest_of_many() {
        let face = [[0.0, 0.0, 0.0], [1.0, 0.1, 0.0], [0.2, 0.9, 0.3]].map(Point::from);
        for p in
            [[0.3, 0.3, 1.0], [-1.0, -1.0, 0.2], [2.0, 0.0, 0.1], [0.9, 0.9, -0.5], [0.0, 2.0, 0.0]].map(Point::from)
        {
            let found = (at(&face, &nearest_weights(&face, &p)) - p).norm();
            let mut least = f64::INFINITY;
            for i in 0..=200 {
                for j in 0..=200 - i {
                    let (u, v) = (f64::from(i) / 200.0, f64::from(j) / 200.0);
                    least = least.min((at(&face, &[1.0 - u - v, u, v]) - p).norm());
                }
            }
            assert!(found <= least + 1e-12 && found >= least - 0.01, "{p}: {found} against {least}");
        }
    }

    #[test]
    fn an_anchor_moves_rigidly_with_the_body() {
        let sphere = Shape::sphere(12, 16, 0.5);
        let parts = [Part { positions: &sphere.positions, triangles: &sphere.triangles }];
        let assembly = Assembly::new(&parts).unwrap();
        let attacher = Attacher::new(&assembly);
        let turn = Translation3::new(0.3, -2.0, 1.0) * Rotation3::new(Vector::new(0.4, 1.1, -0.7));
        let moved: Vec<Point> = assembly.positions().iter().map(|p| turn * p).collect();
        for p in [[0.6, 0.1, 0.0], [0.0, 0.8, 0.1], [-0.2, -0.5, 0.4], [0.1, 0.1, 0.2]].map(Point::from) {
            let anchor = attacher.attach(&p);
            assert!((anchor.at(assembly.positions()) - p).norm() < 1e-12, "it starts where it is");
            assert!((anchor.at(&moved) - turn * p).norm() < 1e-12, "and moves as one with the face");
        }
    }
}
