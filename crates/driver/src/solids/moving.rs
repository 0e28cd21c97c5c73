//! A solid at both ends of a step, whatever it is made of.

use super::mesh::MovingMesh;
use super::outline;
use super::path::Path;
use crate::clock::Clock;
use body::BodyError;
use contact::{MovingShape, Shape, Surface};
use geometry::{Mesh, Point, SurfaceMotion};
use nalgebra::Isometry3;

/// A solid that moves.
#[derive(Debug)]
pub enum Moving {
    /// One with a formula.
    Shape(Box<PathShape>),
    /// A mesh.
    Mesh(Box<MovingMesh>),
}

/// A shape along a path.
#[derive(Debug)]
pub struct PathShape {
    /// The solid at both ends of the step.
    pub shape: MovingShape,
    /// Its frame where its shape puts it.
    frame: Isometry3<f64>,
    /// How it moves from there.
    path: Path,
    /// Its corners and sharp edges, if it has any.
    sharp: Option<Sharp>,
}

/// A shape with corners as a mesh: what pokes into cloth between its particles.
#[derive(Debug)]
struct Sharp {
    /// Its vertices in its own frame.
    corners: Vec<Point>,
    motion: SurfaceMotion,
    surface: Surface,
}

impl Moving {
    /// A shape along a path.
    pub fn shape(shape: Shape, frame: Isometry3<f64>, path: Path) -> Self {
        let sharp = Sharp::of(&shape, &frame);
        Self::Shape(Box::new(PathShape { shape: MovingShape::still(shape, frame), frame, path, sharp }))
    }

    /// Takes it to the two ends of a step.
    pub fn advance(&mut self, body: Option<&SurfaceMotion>, clock: &Clock, step: i64) -> Result<(), BodyError> {
        match self {
            Self::Mesh(mesh) => mesh.advance(body, clock, step),
            Self::Shape(shape) => {
                shape.advance(clock, step);
                Ok(())
            }
        }
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
            Self::Shape(shape) => contact::Solid::Shape(&shape.shape),
            Self::Mesh(mesh) => contact::Solid::Surface(mesh.surface()),
        }
    }

    /// As something with corners and edges; none if it is round or flat.
    pub fn poking(&self) -> Option<&Surface> {
        match self {
            Self::Shape(shape) => shape.sharp.as_ref().map(|sharp| &sharp.surface),
            Self::Mesh(mesh) => Some(mesh.surface()),
        }
    }

    /// As something to be pinched by.
    pub fn pinching(&self) -> flypaper::Solid<'_> {
        match self {
            Self::Shape(shape) => flypaper::Solid::Shape(&shape.shape),
            Self::Mesh(mesh) => flypaper::Solid::Mesh { surface: mesh.surface(), intersections: mesh.intersections() },
        }
    }
}

impl PathShape {
    fn advance(&mut self, clock: &Clock, step: i64) {
        if self.path.is_still() {
            return;
        }
        let origin = Point::from(self.frame.translation.vector);
        let frame = |step| self.path.at(clock.time(step)).around(&origin) * self.frame;
        (self.shape.frame_t0, self.shape.frame_t1) = (frame(step), frame(step + 1));
        if let Some(sharp) = &mut self.sharp {
            sharp.advance(&self.shape);
        }
    }
}

impl Sharp {
    fn of(shape: &Shape, frame: &Isometry3<f64>) -> Option<Self> {
        let Shape::Box { .. } = shape else { return None };
        let outline = outline::formula(shape)?;
        let mesh = Mesh::new(outline.positions.len(), &outline.triangles).ok()?;
        let placed: Vec<Point> = outline.positions.iter().map(|p| frame * p).collect();
        let motion = SurfaceMotion::still(&placed);
        Some(Self { corners: outline.positions, surface: Surface::new(mesh, &motion), motion })
    }

    fn advance(&mut self, shape: &MovingShape) {
        let Self { corners, motion, surface } = self;
        let ends = [(&mut motion.positions_t0, &shape.frame_t0), (&mut motion.positions_t1, &shape.frame_t1)];
        for (positions, frame) in ends {
            positions.clear();
            positions.extend(corners.iter().map(|p| frame * p));
        }
        surface.set_motion(motion);
    }
}
