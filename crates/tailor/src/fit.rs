//! How close the cloth may come to the body: the ease, or half the room where there is less.
//!
//! Between thighs, or between arm and chest, there may be less room than twice the ease. There the cloth is allowed nearer,
//! so that legs stay two legs. The room at a point of the body is the largest ball that touches the body there and nowhere
//! enters it, found by shrinking (Ma, Bae, Choi, 3D Medial Axis Point Approximation Using Nearest Neighbors, 2012).
//!
//! Cloth that is farther away than the ease is left alone: it spans hollows as cloth does.

use crate::nearest::{NearestTree, Place};
use geometry::{Point, Vector};

/// Between two parts of the body the cloth takes this part of half the room: the rest stays free between the two layers.
const SHARE_OF_ROOM: f64 = 0.75;
/// Rounds of shrinking the ball: three are enough for a few per cent.
const SHRINKINGS: usize = 4;
/// A ball has shrunk enough when it changes by less than this part.
const SHRUNK: f64 = 0.02;
/// The longest step of a vertex in one pass, as a part of the least distance: no vertex can step through the body.
const LONGEST_STEP: f64 = 0.5;

/// The distances a garment keeps.
#[derive(Clone, Copy)]
pub(crate) struct Fit<'a> {
    pub tree: &'a NearestTree<'a>,
    /// The distance wanted, in metres.
    pub ease: f64,
    /// The distance kept where there is no room for more.
    pub least: f64,
}

impl Fit<'_> {
    /// Where a vertex ends up that was at `from` and wants to be at `to`.
    pub fn settle(&self, from: &Point, to: &Point) -> Point {
        let step = to - from;
        let longest = LONGEST_STEP * self.least;
        let to = if step.norm() > longest { from + step * (longest / step.norm()) } else { *to };
        self.outside(&to)
    }

    /// The point itself, or the one straight above the body that is far enough from it.
    pub fn outside(&self, point: &Point) -> Point {
        let Some(place) = self.tree.within(point, self.ease) else { return *point };
        let Some(away) = (point - place.point).try_normalize(0.0) else { return *point };
        let wanted = self.wanted(&place, &away);
        if place.distance < wanted { place.point + away * wanted } else { *point }
    }

    /// How far the cloth should be from this place of the body.
    fn wanted(&self, place: &Place, away: &Vector) -> f64 {
        let most = self.ease / SHARE_OF_ROOM;
        (self.room(place, away, most) * SHARE_OF_ROOM).clamp(self.least, self.ease)
    }

    /// The radius of the largest ball that touches the body at a place, up to `most`.
    fn room(&self, place: &Place, away: &Vector, most: f64) -> f64 {
        let mut radius = most;
        for _ in 0..SHRINKINGS {
            let center = place.point + away * radius;
            let Some(other) = self.tree.within(&center, radius * (1.0 - SHRUNK)) else { return radius };
            let between = other.point - place.point;
            let depth = between.dot(away);
            if depth <= 0.0 {
                return radius;
            }
            // The ball through both points whose centre lies on the normal of the first.
            radius = (between.norm_squared() / (2.0 * depth)).min(radius);
        }
        radius
    }
}
