//! The figure's skin as an even, closed triangle mesh.
//!
//! 1. [`grid`]: marching tetrahedra over the left half of space. The cut at x = 0 is an open edge, the *seam*.
//! 2. [`even`]: edges split, collapsed and flipped, vertices relaxed and put back on the surface, until the triangles have
//!    the wanted size. The seam stays in its plane.
//! 3. [`mirror`]: the other half, joined along the seam. So the mesh is symmetric to the bit.
//!
//! Not here: texture coordinates.

mod even;
mod grid;
mod mirror;
mod patch;

use crate::anatomy;
use crate::field::Figure;
use geometry::{Point, Vector};

/// A closed mesh with normals.
#[derive(Clone, Debug)]
pub(crate) struct Skin {
    pub positions: Vec<Point>,
    pub normals: Vec<Vector>,
    pub triangles: Vec<[u32; 3]>,
    /// The vertex on the other side; a vertex of the seam is its own.
    pub twins: Vec<u32>,
}

/// Where the mesh is finer than elsewhere.
struct Detail {
    centre: Point,
    /// Within this distance edges have this length, in metres.
    reach: f64,
    edge: f64,
}

/// Edge lengths by place, in metres.
pub(crate) struct Sizes(Vec<Detail>);

/// Edge length where nothing asks for less: that of the cloth that will lie on it.
const BODY_EDGE: f64 = 0.0152;
/// How much longer edges may become over a metre: an edge is at most a quarter longer than its neighbour.
const GROWTH: f64 = 0.20;

impl Sizes {
    /// Fine hands, feet and face; knees and elbows, which fold, a little finer.
    pub(crate) fn of_figure() -> Self {
        let palm = anatomy::wrist() + anatomy::arm_direction() * 0.11;
        let detail = |centre, reach, edge| Detail { centre, reach, edge };
        Self(vec![
            detail(palm, 0.085, 0.0044),
            detail(Point::new(0.0, 1.56, 0.085), 0.050, 0.0055),
            detail(Point::new(0.0, 1.485, 0.030), 0.045, 0.0075),
            detail(Point::new(0.075, 1.578, -0.008), 0.020, 0.0060),
            detail(Point::from(anatomy::TOES) + Vector::z() * 0.05, 0.045, 0.0055),
            detail(Point::from(anatomy::ANKLE) - Vector::y() * 0.04, 0.060, 0.0090),
            detail(anatomy::elbow(), 0.050, 0.0110),
            detail(anatomy::knee(), 0.070, 0.0130),
        ])
    }

    /// The wanted edge length at a point of the left side.
    pub(crate) fn at(&self, p: &Point) -> f64 {
        let asked = |d: &Detail| d.edge + GROWTH * ((p - d.centre).norm() - d.reach).max(0.0);
        self.0.iter().map(asked).fold(BODY_EDGE, f64::min)
    }
}

/// The skin of a figure.
pub(crate) fn skin(figure: &Figure) -> Skin {
    let mut half = grid::polygonise(figure);
    even::even(&mut half, figure, &Sizes::of_figure());
    mirror::whole(half, figure)
}
