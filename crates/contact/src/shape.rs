//! Solids with a formula: plane, sphere, capsule and box, each moving rigidly over a step.
//!
//! A shape stands in its own frame; the frame's position and orientation at t0 and t1 are its motion. Distances are exact
//! everywhere, inside too: a particle is never too deep in a shape.
//!
//! Not here: shapes that change their size, and meshes (see [`crate::surface`]).

use crate::When;
use geometry::{Point, Vector};
use nalgebra::Isometry3;

/// A solid in its own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// All that is under the plane y = 0.
    Plane,
    /// A ball around the origin.
    Sphere {
        /// Metres.
        radius: f64,
    },
    /// All that is within the radius of a piece of the y axis.
    Capsule {
        /// Metres.
        radius: f64,
        /// Half the length of the piece, without the two round ends, in metres.
        half_length: f64,
    },
    /// A box around the origin along the axes.
    Box {
        /// Half its extents, in metres.
        half: Vector,
    },
}

/// A shape and its motion over a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingShape {
    /// The solid.
    pub shape: Shape,
    /// Its frame at the start of the step.
    pub frame_t0: Isometry3<f64>,
    /// Its frame at the end.
    pub frame_t1: Isometry3<f64>,
}

/// How far a point is from a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FromShape {
    /// Metres; negative inside.
    pub distance: f64,
    /// The unit vector along which the distance grows.
    pub normal: Vector,
}

impl Shape {
    /// How far a point of the shape's own frame is from it. Where several directions are as good, one of them.
    pub fn from(&self, point: &Point) -> FromShape {
        match *self {
            Self::Plane => FromShape { distance: point.y, normal: Vector::y() },
            Self::Sphere { radius } => from_ball(point.coords, radius, Vector::y()),
            Self::Capsule { radius, half_length } => {
                let on_axis = Vector::new(0.0, point.y.clamp(-half_length, half_length), 0.0);
                from_ball(point.coords - on_axis, radius, Vector::x())
            }
            Self::Box { half } => from_box(point.coords, half),
        }
    }
}

/// Distance to a ball around the origin; at its middle every direction is as good.
fn from_ball(from_middle: Vector, radius: f64, any: Vector) -> FromShape {
    let away = from_middle.norm();
    let normal = if away > 0.0 { from_middle / away } else { any };
    FromShape { distance: away - radius, normal }
}

fn from_box(point: Vector, half: Vector) -> FromShape {
    let beyond = point.abs() - half;
    let outside = beyond.map(|x| x.max(0.0));
    let away = outside.norm();
    if away > 0.0 {
        return FromShape { distance: away, normal: outside.zip_map(&point, f64::copysign) / away };
    }
    let axis = beyond.imax();
    let mut normal = Vector::zeros();
    normal[axis] = 1f64.copysign(point[axis]);
    FromShape { distance: beyond[axis], normal }
}

impl MovingShape {
    /// A shape that does not move.
    pub fn still(shape: Shape, frame: Isometry3<f64>) -> Self {
        Self { shape, frame_t0: frame, frame_t1: frame }
    }

    /// Its frame at one end of the step.
    #[inline]
    pub fn frame(&self, when: When) -> &Isometry3<f64> {
        match when {
            When::T0 => &self.frame_t0,
            When::T1 => &self.frame_t1,
        }
    }

    /// How far a point is from the shape at one end of the step.
    pub fn from(&self, point: &Point, when: When) -> FromShape {
        let frame = self.frame(when);
        let own = self.shape.from(&frame.inverse_transform_point(point));
        FromShape { distance: own.distance, normal: frame * own.normal }
    }

    /// How far the point of the solid that ends here moves in the step, in metres. Divided by the step it is a velocity.
    pub fn displacement(&self, point_t1: &Point) -> Vector {
        point_t1 - self.frame_t0 * self.frame_t1.inverse_transform_point(point_t1)
    }
}
