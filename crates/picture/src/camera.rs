//! Where a picture is taken from.
//!
//! The idea: nobody should have to place a camera to look at a mesh. [`Camera::automatic`] chooses a direction that is never
//! edge-on to a flat cloth, and [`Camera::framing`] then stands exactly as far away as the picture needs.
//!
//! 1. Direction: the three-quarter view, brought to within [`WIDEST_TILT`] of the normal when the points are flat.
//! 2. Framing: the four side planes of the view pyramid are pushed against the points; two opposite planes and a fixed
//!    opening angle fix the eye, so the fit is exact and needs no search.
//!
//! Not here: depth of field, lens shift, orthographic pictures.

use geometry::{Point, Vector};

/// Opening angle between the lower and the upper edge of a picture, in radians: about a 70 mm lens on full-frame film,
/// long enough that garments are not distorted, short enough that folds have depth.
pub const VERTICAL_ANGLE: f64 = 0.36;
/// Part of the picture left free on each side, so that nothing touches the frame.
const MARGIN: f64 = 0.06;
/// Angle between a flat cloth's normal and the view at most, in radians (40°): tilted enough to show relief, far from edge-on.
const WIDEST_TILT: f64 = 0.70;
/// Points are flat when their spread along the least axis is below this part of the next one's.
const FLATNESS: f64 = 0.22;
/// The near plane, as a part of the distance to the nearest framed point.
const NEAR: f64 = 0.02;
/// Distance to a lone point, in metres: there is no size to derive it from.
const LONE_POINT_DISTANCE: f64 = 1.0;
/// The direction from the subject to the eye in a three-quarter view: front (+Z, where glTF characters look), right, above.
const THREE_QUARTER: [f64; 3] = [0.46, 0.38, 0.80];

/// A perspective camera. Lengths in metres, Y is up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Where the picture is taken from.
    pub eye: Point,
    /// Unit vector from the subject to the eye.
    pub back: Vector,
    /// Angle between the picture's lower and upper edge, in radians.
    pub vertical_angle: f64,
    /// Depth of the near plane, in metres: what is nearer is cut away.
    pub near: f64,
}

impl Camera {
    /// A camera at `eye` that has `target` in the middle of its picture.
    pub fn looking_at(eye: Point, target: Point) -> Self {
        let away = eye - target;
        let distance = away.norm();
        let near = if distance.is_finite() && distance > 0.0 { distance * NEAR } else { NEAR };
        Self { eye, back: unit_or_three_quarter(away), vertical_angle: VERTICAL_ANGLE, near }
    }

    /// Sees all points, as large as possible, from `direction` (from the subject to the eye), in a picture of
    /// `aspect` = width / height. Points that are not finite are ignored.
    pub fn framing(points: &[Point], direction: Vector, aspect: f64) -> Self {
        let back = unit_or_three_quarter(direction);
        let (right, up) = axes(&back);
        let aspect = if aspect.is_finite() && aspect > 0.0 { aspect } else { 1.0 };
        let slope_y = (VERTICAL_ANGLE / 2.0).tan() * (1.0 - 2.0 * MARGIN);
        let slope_x = slope_y * aspect;
        // How far each side plane must be pushed out, measured where it meets the picture plane through the origin.
        let (mut r, mut l, mut t, mut b, mut front) = ([f64::NEG_INFINITY; 5]).into();
        for p in points.iter().filter(|p| is_finite(p)) {
            let (x, y, z) = (p.coords.dot(&right), p.coords.dot(&up), p.coords.dot(&back));
            r = r.max(x + z * slope_x);
            l = l.max(-x + z * slope_x);
            t = t.max(y + z * slope_y);
            b = b.max(-y + z * slope_y);
            front = front.max(z);
        }
        if !(front.is_finite() && r.is_finite() && l.is_finite()) {
            return Self::looking_at(Point::origin() + back * LONE_POINT_DISTANCE, Point::origin());
        }
        let pyramid = ((r + l) / (2.0 * slope_x)).max((t + b) / (2.0 * slope_y));
        let smallest = if pyramid - front > f64::EPSILON * front.abs().max(1.0) { 0.0 } else { LONE_POINT_DISTANCE };
        let depth = pyramid.max(front + smallest);
        let eye = Point::from(right * ((r - l) / 2.0) + up * ((t - b) / 2.0) + back * depth);
        Self { eye, back, vertical_angle: VERTICAL_ANGLE, near: (depth - front) * NEAR }
    }

    /// Sees all points from a direction that suits them: three-quarter, but never along a flat cloth.
    pub fn automatic(points: &[Point], aspect: f64) -> Self {
        Self::framing(points, suitable_direction(points), aspect)
    }

    /// The picture's right and up directions.
    pub(crate) fn axes(&self) -> (Vector, Vector) {
        axes(&self.back)
    }
}

/// The three-quarter view, turned towards the normal of the points when they are flat.
pub fn suitable_direction(points: &[Point]) -> Vector {
    let usual = unit_or_three_quarter(Vector::zeros());
    let Some(normal) = flat_normal(points) else { return usual };
    let normal = if normal.dot(&usual) < 0.0 { -normal } else { normal };
    if normal.dot(&usual) >= WIDEST_TILT.cos() {
        return usual;
    }
    let sideways = (usual - normal * normal.dot(&usual)).normalize();
    normal * WIDEST_TILT.cos() + sideways * WIDEST_TILT.sin()
}

/// The axis of least spread, when the spread along it is much less than along the other two.
fn flat_normal(points: &[Point]) -> Option<Vector> {
    let finite = || points.iter().filter(|p| is_finite(p));
    let count = finite().count() as f64;
    if count < 3.0 {
        return None;
    }
    let mean = finite().fold(Vector::zeros(), |sum, p| sum + p.coords / count);
    let spread = finite().map(|p| p.coords - mean).map(|d| d * d.transpose() / count).reduce(|a, b| a + b)?;
    if !spread.iter().all(|v| v.is_finite()) {
        return None;
    }
    let eigen = spread.symmetric_eigen();
    let mut order = [0, 1, 2];
    order.sort_by(|&a, &b| eigen.eigenvalues[a].total_cmp(&eigen.eigenvalues[b]));
    let flat = eigen.eigenvalues[order[0]].max(0.0).sqrt() < FLATNESS * eigen.eigenvalues[order[1]].max(0.0).sqrt();
    flat.then(|| eigen.eigenvectors.column(order[0]).into_owned())
}

/// Right and up for a viewer whose back is `back`. Looking straight down or up, the picture's up is −Z or +Z.
fn axes(back: &Vector) -> (Vector, Vector) {
    let across = Vector::y().cross(back);
    let right = if across.norm() > 1e-6 { across.normalize() } else { Vector::x() };
    (right, back.cross(&right))
}

fn unit_or_three_quarter(direction: Vector) -> Vector {
    direction
        .try_normalize(0.0)
        .filter(|unit| unit.iter().all(|v| v.is_finite()))
        .unwrap_or_else(|| Vector::from(THREE_QUARTER).normalize())
}

/// Whether all coordinates are numbers that arithmetic can still square.
pub(crate) fn is_finite(p: &Point) -> bool {
    /// Beyond this, in metres, squares overflow; no scene is that large.
    const LARGEST: f64 = 1e150;
    p.iter().all(|v| v.abs() < LARGEST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn framing_contains_all_points_and_touches_the_margin() {
        let mut random = Random::new(7);
        for _ in 0..200 {
            let stretch = random.vector().abs() + Vector::repeat(0.01);
            let points: Vec<Point> =
                (0..40).map(|_| Point::from(random.vector().component_mul(&stretch) * 3.0)).collect();
            let aspect = 0.4 + random.unit() * 2.0;
            let camera = Camera::framing(&points, random.vector(), aspect);
            let (right, up) = camera.axes();
            let slope = (camera.vertical_angle / 2.0).tan();
            let reach = points.iter().map(|p| {
                let d = p - camera.eye;
                let depth = -d.dot(&camera.back);
                assert!(depth > camera.near);
                (d.dot(&right).abs() / (depth * slope * aspect)).max(d.dot(&up).abs() / (depth * slope))
            });
            let reach = reach.fold(0.0, f64::max);
            assert!(
                (reach - (1.0 - 2.0 * MARGIN)).abs() < 1e-9,
                "the outermost point is at {reach} of the half picture"
            );
        }
    }

    #[test]
    fn a_flat_sheet_is_never_seen_edge_on() {
        let mut random = Random::new(3);
        for _ in 0..200 {
            let normal = random.vector().normalize();
            let (right, up) = axes(&normal);
            let points: Vec<Point> =
                (0..50).map(|_| Point::from(right * random.signed() + up * random.signed())).collect();
            let direction = suitable_direction(&points);
            assert!(direction.dot(&normal).abs() > WIDEST_TILT.cos() - 1e-6);
        }
    }

    #[test]
    fn degenerate_input_gives_a_finite_camera() {
        let nan = Point::new(f64::NAN, 0.0, 0.0);
        for points in [&[][..], &[nan], &[Point::origin()], &[Point::origin(), nan, Point::new(1e300, 0.0, 0.0)]] {
            for aspect in [0.0, f64::NAN, 1.5] {
                let camera = Camera::automatic(points, aspect);
                assert!(is_finite(&camera.eye) && camera.near > 0.0 && camera.back.norm() > 0.99);
            }
        }
    }
}
