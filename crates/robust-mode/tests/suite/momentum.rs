//! Impulses, repulsions, zones and strain limits leave momentum as it is.

use crate::support::{STEP, World, distances_change, soup, wild};
use geometry::shapes::Shape;
use geometry::{Point, Vector, VertexId};
use robust_mode::collisions::collide;
use robust_mode::impact_zones::rigid_motion;
use robust_mode::{Moved, Pair, Settings};

fn close(a: Vector, b: Vector, scale: f64) {
    assert!((a - b).norm() <= 1e-12 * scale, "{a} against {b}");
}

/// The effective velocities of a motion.
fn effective(world: &World, ends: &[Point]) -> Vec<Vector> {
    ends.iter().zip(&world.start).map(|(end, start)| (end - start) / STEP).collect()
}

#[test]
fn a_whole_step_keeps_linear_momentum() {
    for seed in 0..10 {
        let world = World::new(&soup(seed, 60, 0.25));
        let mut moved = world.moved(wild(seed, 0.3));
        let before = world.momenta(&world.start, &moved.velocities).0;
        let report = world.follow(Settings::default(), &mut moved);
        assert!(report.impulses > 0);
        close(before, world.momenta(&world.start, &moved.velocities).0, 1.0);
        close(before, world.momenta(&world.start, &effective(&world, &moved.ends)).0, 1.0);
    }
}

/// A large triangle at rest, and one above it that comes down with a corner first and turns.
fn falling() -> (World, Moved) {
    let large = [Point::new(-1.0, 0.0, -1.0), Point::new(1.0, 0.0, -1.0), Point::new(0.0, 0.0, 1.0)];
    let small = [Point::new(0.1, 0.01, 0.05), Point::new(0.3, 0.3, 0.1), Point::new(-0.1, 0.4, 0.2)];
    let shape = Shape { positions: [large, small].concat(), triangles: vec![[0, 1, 2], [3, 4, 5]] };
    let mut world = World::new(&shape);
    world.friction.fill(0.0);
    let moved = world.moved(|i, p| if i < 3 { p } else { p + Vector::new(0.05, -0.03, 0.02 * i as f64) });
    (world, moved)
}

#[test]
fn an_impulse_keeps_both_momenta_where_it_acts() {
    let (world, mut moved) = falling();
    let pair = Pair::PointTriangle([3, 0, 1, 2].map(VertexId));
    let sweep = world.sweep();
    let collision = collide(&sweep, &pair, &moved.ends(&pair)).expect("they meet");
    let met: Vec<Point> =
        world.start.iter().zip(&moved.ends).map(|(start, end)| start + (end - start) * collision.time).collect();
    let before = moved.clone();
    let report = world.follow(Settings::default(), &mut moved);
    assert_eq!((report.impulses, report.repulsions), (1, 0), "{report:?}");
    for (was, is) in
        [(&before.velocities, &moved.velocities), (&effective(&world, &before.ends), &effective(&world, &moved.ends))]
    {
        assert!(was != is);
        let (was, is) = (world.momenta(&met, was), world.momenta(&met, is));
        close(was.0, is.0, 1.0);
        close(was.1, is.1, 1.0);
    }
}

#[test]
fn repulsions_keep_both_momenta() {
    let mut world =
        World::new(&Shape::sheet(3, 0.1).with(&Shape::sheet(4, 0.1).moved(Vector::new(0.003, 6e-4, 0.002))));
    world.friction.fill(0.0);
    let mut moved = world.moved(wild(4, 2e-4));
    let before = world.momenta(&world.start, &effective(&world, &moved.ends));
    let report = world.follow(Settings::default(), &mut moved);
    assert!(report.repulsions > 10 && report.impulses == 0, "{report:?}");
    let after = world.momenta(&world.start, &effective(&world, &moved.ends));
    close(before.0, after.0, 1.0);
    close(before.1, after.1, 1.0);
}

#[test]
fn a_rigid_motion_keeps_both_momenta_and_all_distances() {
    for seed in 0..50 {
        let world = World::new(&soup(seed, 4, 0.2));
        let moved = world.moved(wild(seed, 0.02));
        let masses: Vec<f64> = world.inverse_masses.iter().map(|inverse| inverse.recip()).collect();
        let ways: Vec<Vector> = moved.ends.iter().zip(&world.start).map(|(end, start)| end - start).collect();
        let motion = rigid_motion(&world.start, &masses, &ways, &moved.velocities, false);
        let (ends, velocities): (Vec<Point>, Vec<Vector>) = motion.into_iter().unzip();
        let all: Vec<VertexId> = (0..ends.len()).map(VertexId::at).collect();
        assert!(distances_change(&all, &world.start, &ends) < 1e-10);
        // About the center of mass, which moves on.
        let about = |positions: &[Point], velocities: &[Vector]| {
            let whole: f64 = masses.iter().sum();
            let center = positions.iter().zip(&masses).map(|(p, m)| p.coords * (m / whole)).sum::<Vector>();
            let shifted: Vec<Point> = positions.iter().map(|p| p - center).collect();
            world.momenta(&shifted, velocities)
        };
        let (before, after) = (about(&world.start, &moved.velocities), about(&ends, &velocities));
        close(before.0, after.0, 1.0);
        close(before.1, after.1, 1.0);
        // A rigid body's distances do not change with its velocities either.
        for a in 0..ends.len() {
            let rate = (ends[a] - ends[0]).dot(&(velocities[a] - velocities[0]));
            assert!(rate.abs() < 1e-10);
        }
    }
}

#[test]
fn a_zone_of_a_step_is_rigid() {
    let robust = Settings { rounds: 0, strain: None, ..Settings::default() };
    let (world, mut moved) = falling();
    let before = moved.clone();
    let report = world.follow(robust, &mut moved);
    assert_eq!((report.zones.zones, report.zones.largest, report.zones.shifted), (1, 4, 0), "{report:?}");
    let zone = [0, 1, 2, 3].map(VertexId);
    assert!(distances_change(&zone, &world.start, &moved.ends) < 1e-10);
    assert_eq!(moved.ends[4..], before.ends[4..]);
    let (was, is) = (world.momenta(&world.start, &before.velocities), world.momenta(&moved.ends, &moved.velocities));
    close(was.0, is.0, 1.0);
}
