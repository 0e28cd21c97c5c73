//! A mesh that moves: the body, led by its animation, or a collider along its path, stiff or playing an animation of its own.

use super::path::Path;
use crate::clock::Clock;
use body::{Body, BodyError, Playback, Pose};
use contact::{Surface, When};
use flypaper::Intersections;
use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::{Assembly, FaceId, Mesh, Point, SurfaceMotion};
use gia::Analyser;

/// A mesh at both ends of a step, and where it passes through itself.
#[derive(Debug)]
pub struct MovingMesh {
    surface: Surface,
    shape: Shape,
    motion: SurfaceMotion,
    folds: Folds,
}

/// What gives a mesh its shape.
#[derive(Debug)]
enum Shape {
    /// Whoever leads it.
    Led,
    /// It keeps the shape of its file, and moves as a whole around an origin.
    Stiff { positions: Vec<Point>, origin: Point, path: Path },
    /// It plays an animation, and that moves as a whole.
    Played { body: Box<Body>, playback: Playback, pose: Pose, origin: Point, path: Path },
}

/// Where the mesh passes through itself at both ends of a step, as last analysed.
#[derive(Debug)]
struct Folds {
    tree: BoxTree,
    analyser: Analyser,
    ends: [Folded; 2],
}

/// Where it passes through itself in a pose.
#[derive(Debug, Default)]
struct Folded {
    /// The positions that were analysed; empty before the first time.
    at: Vec<Point>,
    found: Intersections,
}

impl MovingMesh {
    /// One that is told where it is.
    pub fn led(assembly: &Assembly) -> Self {
        Self::new(assembly, Shape::Led)
    }

    /// One that keeps its shape.
    pub fn stiff(assembly: &Assembly, path: Path) -> Self {
        let positions = assembly.positions().to_vec();
        let origin = middle(&positions);
        Self::new(assembly, Shape::Stiff { positions, origin, path })
    }

    /// One that plays an animation; its origin is the middle of its bind pose.
    pub fn played(body: Body, playback: Playback, path: Path) -> Self {
        let assembly = body.assembly().clone();
        let origin = middle(assembly.positions());
        Self::new(&assembly, Shape::Played { body: Box::new(body), playback, pose: Pose::default(), origin, path })
    }

    fn new(assembly: &Assembly, shape: Shape) -> Self {
        let motion = SurfaceMotion::still(assembly.positions());
        let tree = BoxTree::build(assembly.mesh().faces().len(), |face| {
            assembly.face_bounds(FaceId(face), assembly.positions())
        });
        let folds = Folds { tree, analyser: Analyser::default(), ends: Default::default() };
        Self { surface: Surface::new(assembly.mesh().clone(), &motion), shape, motion, folds }
    }

    /// Takes it to the two ends of a step; a body that is led moves so.
    pub fn advance(&mut self, led: Option<&SurfaceMotion>, clock: &Clock, step: i64) -> Result<(), BodyError> {
        let motion = &mut self.motion;
        match &mut self.shape {
            Shape::Led => {
                if let Some(led) = led {
                    self.surface.set_motion(led);
                }
                return Ok(());
            }
            Shape::Stiff { path, .. } if path.is_still() => return Ok(()),
            Shape::Stiff { positions, origin, path } => {
                for (end, step) in [(&mut motion.positions_t0, step), (&mut motion.positions_t1, step + 1)] {
                    let whole = path.at(clock.time(step)).around(origin);
                    end.clear();
                    end.extend(positions.iter().map(|p| whole * p));
                }
            }
            Shape::Played { body, playback, pose, origin, path } => {
                let [from, to] = [step, step + 1].map(|step| playback.at(clock.since_first(step)));
                body.motion(from, to, pose, motion)?;
                if !path.is_still() {
                    for (end, step) in [(&mut motion.positions_t0, step), (&mut motion.positions_t1, step + 1)] {
                        let whole = path.at(clock.time(step)).around(origin);
                        for p in end {
                            *p = whole * *p;
                        }
                    }
                }
            }
        }
        self.surface.set_motion(&self.motion);
        Ok(())
    }

    /// Finds where it passes through itself at both ends of the step.
    pub fn analyse(&mut self) {
        let mesh = self.surface.mesh();
        let [now, then] = [When::T0, When::T1].map(|when| self.surface.positions(when));
        match &self.shape {
            // Moved as a whole it stays as it is: the file's own positions tell for all times.
            Shape::Stiff { positions, path, .. } => {
                self.folds.update(mesh, [positions; 2]);
                if !path.is_still() {
                    self.folds.ends[0].found.move_to(mesh, now);
                }
            }
            Shape::Led | Shape::Played { .. } => self.folds.update(mesh, [now, then]),
        }
        self.surface.set_overlaps(self.folds.ends[0].found.bounds().iter().copied());
    }

    /// Whether it is told where it is.
    pub fn is_led(&self) -> bool {
        matches!(self.shape, Shape::Led)
    }

    /// The surface.
    pub fn surface(&self) -> &Surface {
        &self.surface
    }

    /// Where it passes through itself at both ends of the step, as last analysed.
    pub fn intersections(&self) -> [&Intersections; 2] {
        self.folds.ends.each_ref().map(|end| &end.found)
    }
}

impl Folds {
    /// Analyses the positions at both ends of a step, unless they are those of the last time: a step begins where the last one ended.
    fn update(&mut self, mesh: &Mesh, positions: [&[Point]; 2]) {
        if self.ends[0].at != positions[0] {
            self.ends.swap(0, 1);
        }
        for (end, positions) in self.ends.iter_mut().zip(positions) {
            if end.at != positions {
                self.tree.refit(|face| Bounds::around(mesh.face(FaceId(face)).map(|v| &positions[v.index()])));
                let analysis = self.analyser.analyse(mesh, positions, &self.tree);
                *end = Folded { at: positions.to_vec(), found: Intersections::new(mesh, positions, &analysis) };
            }
        }
    }
}

/// The middle of the box around some points.
fn middle(positions: &[Point]) -> Point {
    Bounds::around(positions).center()
}
