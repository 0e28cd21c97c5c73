//! Pinched cloth, from scene to frames: what BWK03 §4 promises, in numbers.
//!
//! Where solids are and which particles are between them is computed here by formula, apart from the code under test.

mod carry;
mod enter_leave;
mod folds;
mod rest;
mod weights;

use driver::{Override, Scene, Simulation};
use geometry::Point;
use std::path::Path;

/// A scene that has been simulated.
struct Film {
    /// The garment's vertices at every frame.
    frames: Vec<Vec<Point>>,
    /// How many particles were pinched, at most, on the way to each frame.
    pinched: Vec<usize>,
    /// How fast the fastest particle is at each frame, in m/s.
    max_speed: Vec<f64>,
}

impl Film {
    /// Simulates a scene of the fixtures with some keys replaced.
    fn new(name: &str, changes: &[(&str, &str)]) -> Self {
        let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/scenes")).join(name).join("scene.toml");
        let change = |(key, value): &(&str, &str)| Override { key: (*key).to_owned(), value: (*value).to_owned() };
        let scene = Scene::read(&file, &changes.iter().map(change).collect::<Vec<_>>()).expect("a scene");
        let [first, last] = scene.specs.simulation.frames;
        let mut simulation = Simulation::new(scene).expect("a simulation");
        let mut film = Self { frames: Vec::new(), pinched: Vec::new(), max_speed: Vec::new() };
        for frame in first..=last {
            simulation.advance_to(frame).expect("a frame");
            let report = simulation.report(frame);
            film.frames.push(simulation.positions().swap_remove(0));
            film.pinched.push(report.pinched);
            film.max_speed.push(report.max_speed);
        }
        film
    }

    fn start(&self) -> &[Point] {
        &self.frames[0]
    }

    /// The particles whose first positions satisfy a condition.
    fn particles(&self, is_wanted: impl Fn(&Point) -> bool) -> Vec<usize> {
        let particles: Vec<usize> = (0..self.start().len()).filter(|&i| is_wanted(&self.start()[i])).collect();
        assert!(particles.len() > 10, "{} are too few to tell", particles.len());
        particles
    }
}

/// From 0 to 1 with velocity and acceleration zero at both ends: how smooth keys are joined.
fn ease(share: f64) -> f64 {
    let s = share.clamp(0.0, 1.0);
    s.powi(3) * (s * (6.0 * s - 15.0) + 10.0)
}
