//! Where a moving point first passes through a moving surface, from outside to inside.
//!
//! All corners move straight and evenly over the step. The height of the point over the plane of a face, times twice the
//! face's area, is then a cubic in time. In Bernstein form its four coefficients bound it: mostly all have one sign, and
//! the face is done with. Otherwise the interval is halved until the zero is known.
//!
//! Not here: proof. Zeros are found to 2⁻²⁴ of the step and faces are a little larger than they are, so that nothing slips
//! through between neighbours; the robust mode's search is the one without false negatives.

use crate::{Surface, When};
use geometry::bvh::Bounds;
use geometry::{FaceId, Point, Vector};

/// A point of the surface that a particle passes through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    /// When: 0 at t0, 1 at t1.
    pub(super) time: f64,
    pub(super) face: FaceId,
    pub(super) barycentric: [f64; 3],
}

/// How often an interval of time is halved.
const HALVINGS: u32 = 24;

/// How far outside a face, in barycentric coordinates, still counts.
const SLACK: f64 = 1e-4;

/// The first entry of a point that moves straight; `bounds` is the box around its path.
pub(super) fn first(from: &Point, to: &Point, surface: &Surface, bounds: &Bounds) -> Option<Entry> {
    let mut earliest: Option<Entry> = None;
    surface.swept_through(bounds, |face| {
        let moving = Moving {
            face,
            corners_t0: surface.corners(face, When::T0),
            corners_t1: surface.corners(face, When::T1),
            from,
            to,
        };
        let height = moving.height();
        let Some(entry) = moving.entry(height, 0.0, 1.0, 0) else { return };
        let sooner = |best: &Entry| (entry.time, entry.face) < (best.time, best.face);
        if earliest.as_ref().is_none_or(sooner) {
            earliest = Some(entry);
        }
    });
    earliest
}

/// A point and a face that both move.
struct Moving<'a> {
    face: FaceId,
    corners_t0: [&'a Point; 3],
    corners_t1: [&'a Point; 3],
    from: &'a Point,
    to: &'a Point,
}

impl Moving<'_> {
    /// The height times twice the area over time, as Bernstein coefficients.
    fn height(&self) -> [f64; 4] {
        let at = |point: &Point, [a, b, c]: [&Point; 3]| [point - a, b - a, c - a];
        let [p, q] = [at(self.from, self.corners_t0), at(self.to, self.corners_t1)];
        let det = |u: &Vector, v: &Vector, w: &Vector| u.dot(&v.cross(w));
        [
            det(&p[0], &p[1], &p[2]),
            (det(&q[0], &p[1], &p[2]) + det(&p[0], &q[1], &p[2]) + det(&p[0], &p[1], &q[2])) / 3.0,
            (det(&q[0], &q[1], &p[2]) + det(&q[0], &p[1], &q[2]) + det(&p[0], &q[1], &q[2])) / 3.0,
            det(&q[0], &q[1], &q[2]),
        ]
    }

    /// The first time in an interval at which the height falls through zero over the face.
    fn entry(&self, height: [f64; 4], start: f64, end: f64, halvings: u32) -> Option<Entry> {
        if height.iter().all(|&h| h >= 0.0) || height.iter().all(|&h| h <= 0.0) && height[0] < 0.0 {
            return None;
        }
        if halvings == HALVINGS || height.iter().all(|&h| h <= 0.0) {
            let falls = height[0] >= 0.0 && height[3] < 0.0;
            return if falls { self.over_face(start) } else { None };
        }
        let [left, right] = halves(height);
        let middle = 0.5 * (start + end);
        let first = self.entry(left, start, middle, halvings + 1);
        first.or_else(|| self.entry(right, middle, end, halvings + 1))
    }

    /// The entry at a time when the point is in the plane of the face, if it is over the face.
    fn over_face(&self, time: f64) -> Option<Entry> {
        let [a, b, c] = [0, 1, 2].map(|k| self.corners_t0[k] + (self.corners_t1[k] - self.corners_t0[k]) * time);
        let point = self.from + (self.to - self.from) * time;
        let normal = (b - a).cross(&(c - a));
        let area = normal.norm_squared();
        let (pa, pb, pc) = (a - point, b - point, c - point);
        let weights = [pb.cross(&pc), pc.cross(&pa), pa.cross(&pb)].map(|part| part.dot(&normal) / area);
        // Not a number where the face has no area: then it does not hold.
        if !weights.iter().all(|&w| w >= -SLACK) {
            return None;
        }
        let weights = weights.map(|w| w.max(0.0));
        let sum: f64 = weights.iter().sum();
        Some(Entry { time, face: self.face, barycentric: weights.map(|w| w / sum) })
    }
}

/// The Bernstein coefficients of the two halves of an interval (de Casteljau).
fn halves([a, b, c, d]: [f64; 4]) -> [[f64; 4]; 2] {
    let middle = |x: f64, y: f64| 0.5 * (x + y);
    let (ab, bc, cd) = (middle(a, b), middle(b, c), middle(c, d));
    let (abc, bcd) = (middle(ab, bc), middle(bc, cd));
    let abcd = middle(abc, bcd);
    [[a, ab, abc, abcd], [abcd, bcd, cd, d]]
}
