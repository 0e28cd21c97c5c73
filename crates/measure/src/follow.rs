//! How far caught cloth goes with a solid, over how far the solid goes (BWK03 §4.2–4.3, figure 9).
//!
//! From a frame to the next, the face of the solid that is nearest to a particle would carry it to some place if it were glued on.
//! The ratio is the part of that way which the particle goes, along it: 1 follows, 0 stays.

use crate::caught::{Caught, caught};
use crate::film::Film;
use crate::pinch::Probe;
use geometry::{FaceId, Point, Vector};

/// Cloth that lies on a surface is not farther off than this, in metres: what coarse cloth of the fixtures keeps off it.
const LIES: f64 = 0.0035;
/// A face that goes less far from frame to frame tells nothing, in metres.
const MOVES: f64 = 1e-4;

/// Ratios of all caught particles in all frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Follow {
    /// Their mean.
    pub mean: f64,
    /// The least and the most.
    pub range: [f64; 2],
    /// How many there are.
    pub count: usize,
}

/// How cloth follows a solid by its name; `None` if the solid never moves with cloth caught.
pub fn follow(film: &Film, solid: &str) -> Option<Follow> {
    let vertices = &film.solids.iter().find(|of| of.name == solid)?.vertices;
    let is_its = |face: FaceId| vertices.contains(&film.body.face(face)[0].index());
    let mut ratios = Vec::new();
    let mut before: Vec<Caught> = Vec::new();
    for index in 0..film.frames.len() {
        let probe = Probe::new(&film.body, &film.frames[index].body);
        let now = caught(film, index, &probe, LIES, |_| true);
        for was in &before {
            let is_still = now.binary_search_by_key(&was.particle, |caught| caught.particle).is_ok();
            let face = was.between.iter().find(|near| is_its(near.face)).filter(|_| is_still);
            ratios.extend(face.and_then(|near| ratio(film, index, was.particle, near.face)));
        }
        before = now;
    }
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    let range = ratios.iter().fold([f64::MAX, f64::MIN], |[least, most], r| [least.min(*r), most.max(*r)]);
    (!ratios.is_empty()).then_some(Follow { mean, range, count: ratios.len() })
}

/// The part of a face's way that a particle goes, from the frame before to this one.
fn ratio(film: &Film, index: usize, particle: usize, face: FaceId) -> Option<f64> {
    let [then, now] = [index - 1, index].map(|i| &film.frames[i]);
    let (from, to) = (then.cloth[particle], now.cloth[particle]);
    let glued = in_frame(film, &now.body, face, &of_frame(film, &then.body, face, &from)?)?;
    let by = glued - from;
    (by.norm() > MOVES).then(|| (to - from).dot(&by) / by.norm_squared())
}

/// A face's corner, two directions along it, and its normal.
fn frame(film: &Film, positions: &[Point], face: FaceId) -> Option<(Point, [Vector; 3])> {
    let [a, b, c] = film.body.face(face).map(|v| positions[v.index()]);
    let along = (b - a).try_normalize(0.0)?;
    let up = along.cross(&(c - a)).try_normalize(0.0)?;
    Some((a, [along, up.cross(&along), up]))
}

fn of_frame(film: &Film, positions: &[Point], face: FaceId, place: &Point) -> Option<Vector> {
    let (corner, axes) = frame(film, positions, face)?;
    Some(Vector::from_fn(|i, _| axes[i].dot(&(place - corner))))
}

fn in_frame(film: &Film, positions: &[Point], face: FaceId, place: &Vector) -> Option<Point> {
    let (corner, axes) = frame(film, positions, face)?;
    Some(corner + axes[0] * place.x + axes[1] * place.y + axes[2] * place.z)
}
