//! Where cloth is worn on the body: found once, in the bind pose.

use contact::surface::Near;
use contact::{Surface, When};
use flypaper::Worn;
use geometry::bvh::Bounds;
use geometry::{Assembly, Point, SurfaceMotion, Vector, VertexId};

/// How far apart limbs are strangers in the bind pose, as a part of the body's largest extent: less than from a hand that is held out to the
/// hip, more than from an arm that hangs to the side.
const STRANGERS: f64 = 0.15;
/// How far from the body cloth is still worn, in m: the nearest skin tells which way is out.
pub const WORN: f64 = 0.5;

/// The nearest point of the body in its bind pose to every particle where its file puts it.
pub fn nearest(body: &Assembly, garments: &Assembly) -> Vec<Option<Near>> {
    let skin = Surface::new(body.mesh().clone(), &SurfaceMotion::still(body.positions()));
    garments.positions().iter().map(|place| skin.nearest(place, WORN, When::T0)).collect()
}

/// The same as flypaper knows it.
pub fn homes(body: &Assembly, near: &[Option<Near>]) -> Worn {
    let middle = |corners: &[VertexId; 3]| {
        Point::from(corners.iter().map(|v| body.positions()[v.index()].coords).sum::<Vector>() / 3.0)
    };
    let faces = body.mesh().faces().iter().map(middle).collect();
    let apart = STRANGERS * Bounds::around(body.positions()).extents().max();
    Worn { solid: 0, faces, apart, homes: near.iter().map(|near| near.map(|near| near.point)).collect() }
}
