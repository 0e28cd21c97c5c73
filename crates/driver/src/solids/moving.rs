//! A solid at both ends of a step, whatever it is made of.

use super::mesh::MovingMesh;
use super::path::Path;
use crate::clock::Clock;
use body::BodyError;
use contact::{MovingShape, Shape};
use geometry::{Point, SurfaceMotion};
use nalgebra::Isometry3;

/// A solid that moves.
#[derive(Debug)]
pub enum Moving {
    /// One with a formula.
    Shape {
        /// The solid at both ends of the step.
        shape: MovingShape,
        /// Its frame where its shape puts it.
        frame: Isometry3<f64>,
        /// How it moves from there.
        path: Path,
    },
    /// A mesh.
    Mesh(Box<MovingMesh>),
}

impl Moving {
    /// A shape along a path.
    pub fn shape(shape: Shape, frame: Isometry3<f64>, path: Path) -> Self {
        Self::Shape { shape: MovingShape::still(shape, frame), frame, path }
    }

    /// Takes it to the two ends of a step.
    pub fn advance(&mut self, body: Option<&SurfaceMotion>, clock: &Clock, step: i64) -> Result<(), BodyError> {
        match self {
            Self::Mesh(mesh) => return mesh.advance(body, clock, step),
            Self::Shape { path, .. } if path.is_still() => {}
            Self::Shape { shape, frame, path } => {
                let origin = Point::from(frame.translation.vector);
                let [before, after] = [step, step + 1].map(|step| path.at(clock.time(step)).around(&origin) * *frame);
                (shape.frame_t0, shape.frame_t1) = (before, after);
            }
        }
        Ok(())
    }

    /// Finds where it passes through itself; a shape never does.
    pub fn analyse(&mut self) {
        if let Self::Mesh(mesh) = self {
            mesh.analyse();
        }
    }

    /// As something to touch.
    pub fn touching(&self) -> contact::Solid<'_> {
        match self {
            Self::Shape { shape, .. } => contact::Solid::Shape(shape),
            Self::Mesh(mesh) => contact::Solid::Surface(mesh.surface()),
        }
    }

    /// As something to be pinched by.
    pub fn pinching(&self) -> flypaper::Solid<'_> {
        match self {
            Self::Shape { shape, .. } => flypaper::Solid::Shape(shape),
            Self::Mesh(mesh) => flypaper::Solid::Mesh { surface: mesh.surface(), intersections: mesh.intersections() },
        }
    }
}
