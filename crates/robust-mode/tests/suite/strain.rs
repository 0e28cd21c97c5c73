//! Threads keep their lengths within limits, and momentum stays.

use crate::support::{STEP, World, wild};
use geometry::shapes::Shape;
use robust_mode::{StrainLimit, Thread};

fn threads(world: &World) -> Vec<Thread> {
    let length = |ends: [geometry::VertexId; 2]| {
        nalgebra::distance(&world.start[ends[0].index()], &world.start[ends[1].index()])
    };
    world.mesh.edges().iter().map(|edge| Thread { ends: edge.vertices, rest: length(edge.vertices) }).collect()
}

/// The largest strain at the end of a motion.
fn worst(threads: &[Thread], ends: &[geometry::Point]) -> f64 {
    let strain = |t: &Thread| {
        let [a, b] = t.ends.map(|v| ends[v.index()]);
        (nalgebra::distance(&a, &b) / t.rest - 1.0).abs()
    };
    threads.iter().map(strain).fold(0.0, f64::max)
}

#[test]
fn strains_end_within_the_limit_and_both_momenta_stay() {
    let world = World::new(&Shape::sheet(8, 0.4));
    let threads = threads(&world);
    let limit = StrainLimit { strain_rounds: 400, ..StrainLimit::default() };
    for seed in 0..5 {
        let mut moved = world.moved(wild(seed, 0.012));
        assert!(worst(&threads, &moved.ends) > 0.2);
        let before = world.momenta(&world.start, &moved.velocities);
        let corrected = limit.limit_strain(&world.sweep(), &mut moved, &threads);
        assert!(corrected > 10);
        assert!(worst(&threads, &moved.ends) < 0.105, "{}", worst(&threads, &moved.ends));
        let after = world.momenta(&world.start, &moved.velocities);
        assert!((before.0 - after.0).norm() < 1e-12 && (before.1 - after.1).norm() < 1e-12);
    }
}

#[test]
fn rates_end_within_the_limit_and_both_momenta_stay() {
    let world = World::new(&Shape::sheet(8, 0.4));
    let threads = threads(&world);
    let limit = StrainLimit { rate_rounds: 200, ..StrainLimit::default() };
    let mut moved = world.moved(wild(9, 0.02));
    let before = world.momenta(&moved.ends, &moved.velocities);
    let corrected = limit.limit_rate(&world.sweep(), &mut moved, &threads);
    assert!(corrected > 10);
    let rate = |t: &Thread| {
        let [a, b] = t.ends.map(geometry::VertexId::index);
        let way = moved.ends[b] - moved.ends[a];
        (way.dot(&(moved.velocities[b] - moved.velocities[a])) * STEP / way.norm_squared()).abs()
    };
    let worst = threads.iter().map(rate).fold(0.0, f64::max);
    assert!(worst < 0.1001, "{worst}");
    let after = world.momenta(&moved.ends, &moved.velocities);
    assert!((before.0 - after.0).norm() < 1e-11 && (before.1 - after.1).norm() < 1e-11);
}

#[test]
fn what_is_held_stretched_is_left_so() {
    let mut world = World::new(&Shape::sheet(4, 0.4));
    let threads = threads(&world);
    world.start.iter_mut().for_each(|p| p.x *= 1.5);
    let mut moved = world.moved(|_, p| p);
    let before = moved.clone();
    assert_eq!(StrainLimit::default().limit_strain(&world.sweep(), &mut moved, &threads), 0);
    assert_eq!(moved, before);
}
