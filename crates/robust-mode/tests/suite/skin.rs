//! Skin is met from outside only: what is inside a solid may leave it, and nothing gets in.

use crate::support::{THICK, World};
use geometry::shapes::Shape;
use geometry::{Point, Vector};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use robust_mode::{Checked, Invariant, Moved, Report, Robust, Settings, Skin, Sweep};

/// The radius of the ball, in m.
const RADIUS: f64 = 0.1;

/// Some cloth, and a ball that turns its normals outwards and does not move.
struct Scene {
    world: World,
    cloth: usize,
    exits: Vec<bool>,
}

impl Scene {
    fn new(cloth: &Shape) -> Self {
        let ball = Shape::sphere(12, 16, RADIUS).turned();
        let (count, all) = (cloth.positions.len(), cloth.positions.len() + ball.positions.len());
        let world = World::new(&cloth.clone().with(&ball)).dictated(count..all);
        Self { world, cloth: count, exits: (0..all).map(|v| v >= count).collect() }
    }

    /// The cloth goes this way.
    fn moved(&self, way: Vector) -> Moved {
        self.world.moved(|i, p| if i < self.cloth { p + way } else { p })
    }

    fn follow(&self, moved: &mut Moved, skin: bool) -> Report {
        self.follow_through(moved, skin, &vec![false; self.cloth])
    }

    fn follow_through(&self, moved: &mut Moved, skin: bool, let_through: &[bool]) -> Report {
        let end = moved.ends.clone();
        let skin = skin.then_some(Skin { exits: &self.exits, end: &end, let_through });
        let sweep = Sweep { skin, ..self.world.sweep() };
        let World { mesh, start, .. } = &self.world;
        Robust::new(mesh, start, Settings::default()).follow(&sweep, moved, &[], &[], &Checked::default())
    }

    fn crossings(&self, positions: &[Point]) -> usize {
        Invariant::new(&self.world.mesh, positions).check(&self.world.mesh, positions, self.cloth).crossings
    }
}

/// A small square, turned a little, around a place.
fn patch(at: Vector) -> Shape {
    let turn = nalgebra::Rotation3::new(Vector::new(0.3, 0.2, 0.5));
    Shape::sheet(2, 0.03).map(|p| turn * p).moved(at)
}

#[test]
fn what_is_inside_may_leave() {
    let scene = Scene::new(&patch(Vector::new(0.01, 0.02, -0.01)));
    let proposed = scene.moved(Vector::new(0.13, 0.17, 0.11));
    let mut moved = proposed.clone();
    let report = scene.follow(&mut moved, true);
    assert!(report.zones.zones == 0 && report.forced.is_empty(), "{report:?}");
    // Where the way leads close by an edge of the skin, the cloth is pushed beside it; no further.
    let aside = moved.ends.iter().zip(&proposed.ends).map(|(end, was)| (end - was).norm()).fold(0.0, f64::max);
    assert!(aside < THICK, "pushed aside by {aside} m");
    assert!(moved.ends[..scene.cloth].iter().all(|p| p.coords.norm() > RADIUS));
    // A surface that is no skin is met from both sides.
    let mut moved = proposed;
    let report = scene.follow(&mut moved, false);
    assert!(report.impulses > 0 && scene.crossings(&moved.ends) == 0, "{report:?}");
    assert!(moved.ends[..scene.cloth].iter().all(|p| p.coords.norm() < RADIUS));
}

#[test]
fn what_is_outside_stays_outside() {
    let mut random = Pcg64Mcg::seed_from_u64(11);
    let mut met = 0;
    for _ in 0..200 {
        let mut within = |size: f64| Vector::from_fn(|_, _| random.random_range(-size..size));
        let from = within(1.0).normalize() * 0.15;
        let scene = Scene::new(&patch(from));
        // Into the ball, or right through it: the far side is no way in either.
        let mut moved = scene.moved(-from * 2.0 + within(0.06));
        let report = scene.follow(&mut moved, true);
        met += usize::from(report.impulses > 0);
        assert_eq!(scene.crossings(&moved.ends), 0, "{report:?}");
        let depth = moved.ends[..scene.cloth].iter().map(|p| RADIUS - p.coords.norm()).fold(f64::MIN, f64::max);
        assert!(depth < 0.005, "a corner is {depth} m inside, or under a facet");
    }
    assert!(met > 150, "only {met} of 200 met the ball");
}

#[test]
fn what_a_solid_lets_through_passes_and_the_rest_does_not() {
    let from = Vector::new(0.0, 0.16, 0.0);
    let scene = Scene::new(&patch(from));
    let proposed = scene.moved(-from);
    let mut moved = proposed.clone();
    let report = scene.follow_through(&mut moved, true, &vec![true; scene.cloth]);
    assert!(report.impulses == 0 && moved == proposed, "{report:?}");
    // One corner alone goes in and takes with it only the faces that it is part of.
    let mut one = vec![false; scene.cloth];
    one[0] = true;
    let mut moved = proposed;
    let report = scene.follow_through(&mut moved, true, &one);
    assert!(report.impulses > 0 && scene.crossings(&moved.ends) > 0, "{report:?}");
    let outside = moved.ends[1..scene.cloth].iter().filter(|p| p.coords.norm() > RADIUS - 0.005).count();
    assert!(outside >= scene.cloth - 4, "{outside} of {}", scene.cloth);
}
