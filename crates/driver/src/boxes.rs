//! The stage after the solve in previews: layers kept apart by the boxes of their triangles (`robust_mode::boxes`; LKC98).
//!
//! Solids are not its business: contact has put particles on them in the solve, and what it knows of the surfaces there keeps the boxes
//! from pushing particles in.

use crate::layers;
use dynamics::{Cloth, Constraints, State};
use geometry::{Assembly, Vector};
use response::Touch;
use robust_mode::Moved;
use robust_mode::boxes::{Boxes, Outside, Report, Settings, Step};
use serde::Serialize;

/// The part of the thickness of the cloth that boxes are kept apart. Little: planes also part what lies side by side.
const CLEARANCE: f64 = 0.1;

/// Keeps the boxes of the cloth's triangles apart.
#[derive(Debug)]
pub struct Preview {
    boxes: Boxes,
    clearance: f64,
    masses: Vec<f64>,
    moved: Moved,
}

/// What boxes did in the steps of a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct BoxesReport {
    /// How often a step was solved, on average: LKC98's number of iterations.
    pub mean_runs: f64,
    /// How often at most.
    pub most_runs: usize,
    /// Pairs of boxes that were kept apart: most in a step.
    pub planes: usize,
    /// Coordinates of particles whose bounds contradicted each other: most in a step.
    pub conflicts: usize,
    /// Planes that had to be firm: most in a step.
    pub firm: usize,
    /// Pairs of boxes that were not kept apart: most in a step.
    pub left: usize,
    /// Steps.
    #[serde(skip)]
    steps: usize,
}

impl BoxesReport {
    /// Adds a step.
    pub fn add(&mut self, report: &Report) {
        let Report { runs, planes, conflicts, firm, left } = *report;
        self.steps += 1;
        self.mean_runs += (runs as f64 - self.mean_runs) / self.steps as f64;
        self.most_runs = self.most_runs.max(runs);
        self.planes = self.planes.max(planes);
        self.conflicts = self.conflicts.max(conflicts);
        self.firm = self.firm.max(firm);
        self.left = self.left.max(left);
    }
}

impl Preview {
    /// For a scene's cloth.
    pub fn new(assembly: &Assembly, cloth: &Cloth) -> Self {
        let thickness = layers::thickness(assembly, cloth);
        let thinnest = thickness.into_iter().filter(|own| *own > 0.0).fold(f64::INFINITY, f64::min);
        let clearance = if thinnest.is_finite() { CLEARANCE * thinnest } else { 0.0 };
        let boxes = Boxes::new(assembly.mesh(), assembly.positions(), Settings::default());
        Self { boxes, clearance, masses: Vec::new(), moved: Moved::default() }
    }

    /// Changes where a step ends that began at `start`. What is fixed goes where it is told.
    pub fn follow(
        &mut self,
        (assembly, cloth): (&Assembly, &Cloth),
        (fixed, touches): (&Constraints, &[Touch]),
        start: &State,
        state: &mut State,
        duration: f64,
    ) -> Report {
        self.masses.clear();
        self.masses.extend_from_slice(cloth.masses());
        for constraint in fixed.iter() {
            self.masses[constraint.particle.index()] = 0.0;
        }
        let outside: Vec<Outside> = touches
            .iter()
            .map(|touch| outside(touch, &start.positions[touch.particle.index()].coords, duration))
            .collect();
        let Moved { ends, velocities } = &mut self.moved;
        ends.clone_from(&state.positions);
        velocities.clone_from(&state.velocities);
        let step = Step {
            mesh: assembly.mesh(),
            start: &start.positions,
            masses: &self.masses,
            outside: &outside,
            clearance: self.clearance,
            duration,
        };
        let report = self.boxes.follow(&step, &mut self.moved);
        if report.planes > 0 {
            self.accept(state);
        }
        report
    }

    /// Takes what was changed over into the state. Velocities of the step before go along, as in robust mode: the midpoint blend
    /// would otherwise take a stop for an acceleration.
    fn accept(&self, state: &mut State) {
        let changes: Vec<Vector> =
            self.moved.velocities.iter().zip(&state.velocities).map(|(now, was)| now - was).collect();
        state.positions.copy_from_slice(&self.moved.ends);
        state.velocities.copy_from_slice(&self.moved.velocities);
        if let Some(before) = &mut state.before {
            before.velocities.iter_mut().zip(changes).for_each(|(velocity, change)| *velocity += change);
        }
    }
}

/// Where a touch lets a particle end: on the surface as it will be, or farther out, less what contact itself leaves to the next step.
fn outside(touch: &Touch, start: &Vector, duration: f64) -> Outside {
    let carried = touch.normal.dot(&(start + touch.velocity * duration));
    Outside { particle: touch.particle, normal: touch.normal, least: carried - touch.gap - touch.slack }
}
