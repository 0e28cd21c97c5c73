//! From space to the picture: camera coordinates, clipping, and triangles on an integer grid.
//!
//! 1. A point becomes (right, up, depth) as the camera sees it.
//! 2. A triangle is clipped where it is too near or too far to the side for the integer grid: the near plane and four
//!    guard planes. A cut is computed from the kept end to the lost end, so two triangles that share an edge cut it alike.
//! 3. What is left is divided by depth and snapped to [`SUBPIXELS`] steps a pixel. From here on coverage is exact.
//!
//! Not here: culling by facing. Cloth has two sides and both are drawn.

use geometry::{Point, Vector};
use rayon::prelude::*;

use crate::camera::{Camera, VERTICAL_ANGLE};
use crate::surface::Surface;

/// Grid steps per pixel. 256 is what graphics hardware uses: finer than any sample pattern, coarse enough for 64-bit products.
pub(crate) const SUBPIXELS: i32 = 256;
/// Width and height limit of a picture, in pixels; larger requests are cut to it.
pub const LARGEST_SIDE: u32 = 16_384;
/// Distance from the middle of the picture, in pixels, that a snapped vertex may have. Squared differences in grid steps stay
/// below 2^60, and it is 32 times the largest picture.
const GUARD: f64 = (1 << 19) as f64;

/// The near plane may not be nearer than this, in metres: one over the depth must stay a number.
const NEAREST: f64 = 1e-9;
/// Least and greatest opening angle that can be drawn, in radians.
const ANGLES: [f64; 2] = [1e-4, 3.0];

/// A point as the camera sees it, in metres.
#[derive(Clone, Copy)]
pub(crate) struct Seen {
    pub(crate) right: f64,
    pub(crate) up: f64,
    /// Distance in front of the eye, along the view.
    pub(crate) depth: f64,
}

impl Seen {
    fn between(self, other: Self, t: f64) -> Self {
        let at = |a: f64, b: f64| a + (b - a) * t;
        Self { right: at(self.right, other.right), up: at(self.up, other.up), depth: at(self.depth, other.depth) }
    }
}

/// A camera and the size of its picture.
pub(crate) struct View {
    pub(crate) camera: Camera,
    pub(crate) right: Vector,
    pub(crate) up: Vector,
    /// Depth at which a pixel is as wide as a metre is long, in pixels.
    pub(crate) focal: f64,
    pub(crate) center: [f64; 2],
}

impl View {
    pub(crate) fn new(camera: &Camera, width: u32, height: u32) -> Self {
        let (right, up) = camera.axes();
        let center = [f64::from(width) / 2.0, f64::from(height) / 2.0];
        let mut camera = *camera;
        camera.near = if camera.near.is_finite() { camera.near.max(NEAREST) } else { NEAREST };
        let angle = Some(camera.vertical_angle).filter(|angle| angle.is_finite()).unwrap_or(VERTICAL_ANGLE);
        let slope = (angle.clamp(ANGLES[0], ANGLES[1]) / 2.0).tan();
        Self { camera, right, up, focal: center[1] / slope, center }
    }

    pub(crate) fn see(&self, p: &Point) -> Seen {
        let d = p - self.camera.eye;
        Seen { right: d.dot(&self.right), up: d.dot(&self.up), depth: -d.dot(&self.camera.back) }
    }

    /// Picture coordinates in pixels, from the upper left corner.
    pub(crate) fn pixel(&self, s: Seen) -> [f64; 2] {
        [self.center[0] + self.focal * s.right / s.depth, self.center[1] - self.focal * s.up / s.depth]
    }

    /// Right and up components, at depth 1, of the ray through a place in the picture.
    pub(crate) fn ray(&self, x: f64, y: f64) -> [f64; 2] {
        [(x - self.center[0]) / self.focal, (self.center[1] - y) / self.focal]
    }

    /// Distances from the five clip planes; negative is cut away.
    fn inside(&self, plane: usize, s: Seen) -> f64 {
        let reach = s.depth * (GUARD / self.focal);
        match plane {
            0 => s.depth - self.camera.near,
            1 => reach - s.right,
            2 => reach + s.right,
            3 => reach - s.up,
            _ => reach + s.up,
        }
    }

    /// The part of a segment in front of the near plane and inside the guard planes.
    pub(crate) fn clip_segment(&self, mut a: Seen, mut b: Seen) -> Option<[Seen; 2]> {
        for plane in 0..5 {
            let (da, db) = (self.inside(plane, a), self.inside(plane, b));
            match (da >= 0.0, db >= 0.0) {
                (true, true) => {}
                (true, false) => b = a.between(b, da / (da - db)),
                (false, true) => a = b.between(a, db / (db - da)),
                (false, false) => return None,
            }
        }
        Some([a, b])
    }

    /// The part of a triangle in front of the near plane and inside the guard planes, as a convex polygon.
    fn clip(&self, corners: [Seen; 3]) -> Vec<Seen> {
        let mut polygon = corners.to_vec();
        for plane in 0..5 {
            let mut kept = Vec::with_capacity(polygon.len() + 1);
            for (i, &a) in polygon.iter().enumerate() {
                let b = polygon[(i + 1) % polygon.len()];
                let (da, db) = (self.inside(plane, a), self.inside(plane, b));
                if da >= 0.0 {
                    kept.push(a);
                }
                if da >= 0.0 && db < 0.0 {
                    kept.push(a.between(b, da / (da - db)));
                } else if da < 0.0 && db >= 0.0 {
                    kept.push(b.between(a, db / (db - da)));
                }
            }
            polygon = kept;
        }
        polygon
    }

    fn snap(&self, s: Seen) -> Snapped {
        let [x, y] = self.pixel(s);
        Snapped::at(x, y, 1.0 / s.depth)
    }
}

/// A vertex on the integer grid of the picture, with a number that is larger the nearer it is and linear over the picture.
#[derive(Clone, Copy)]
pub(crate) struct Snapped {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) nearness: f32,
}

/// Makes every snapped coordinate positive, in grid steps; also where clipping was off by a rounding.
const OFFSET: f64 = (1_i64 << 30) as f64;

impl Snapped {
    pub(crate) fn at(x: f64, y: f64, nearness: f64) -> Self {
        // Rounds half up by truncating a positive number: many times faster than `round` where that is a library call.
        let steps = |v: f64| ((v * f64::from(SUBPIXELS) + OFFSET + 0.5) as i64 - OFFSET as i64) as i32;
        Self { x: steps(x), y: steps(y), nearness: nearness as f32 }
    }
}

/// A triangle on the integer grid, and the face it is (a part of).
pub(crate) struct ScreenTriangle {
    pub(crate) corners: [Snapped; 3],
    pub(crate) face: u32,
}

/// All faces of a surface on the grid of a picture, in the order of the faces.
pub(crate) fn project(surface: &Surface, seen: &[Seen], view: &View) -> Vec<ScreenTriangle> {
    /// Faces a task: enough to outweigh its overhead.
    const CHUNK: usize = 4096;
    let parts: Vec<Vec<ScreenTriangle>> = surface
        .faces
        .par_chunks(CHUNK)
        .enumerate()
        .map(|(chunk, faces)| {
            let mut triangles = Vec::with_capacity(faces.len());
            for (i, face) in faces.iter().enumerate() {
                let corners = face.corners.map(|v| seen[v as usize]);
                push_face((chunk * CHUNK + i) as u32, corners, view, &mut triangles);
            }
            triangles
        })
        .collect();
    let mut triangles = Vec::with_capacity(parts.iter().map(Vec::len).sum());
    for mut part in parts {
        triangles.append(&mut part);
    }
    triangles
}

fn push_face(face: u32, corners: [Seen; 3], view: &View, triangles: &mut Vec<ScreenTriangle>) {
    let whole = corners.iter().all(|&s| (0..5).all(|plane| view.inside(plane, s) >= 0.0));
    if whole {
        triangles.push(ScreenTriangle { corners: corners.map(|s| view.snap(s)), face });
        return;
    }
    let polygon: Vec<Snapped> = view.clip(corners).into_iter().map(|s| view.snap(s)).collect();
    if let Some((&first, rest)) = polygon.split_first() {
        triangles.extend(rest.windows(2).map(|w| ScreenTriangle { corners: [first, w[0], w[1]], face }));
    }
}
