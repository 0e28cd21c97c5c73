//! Unequal weights (BWK03 §4.3).

use crate::solids::{Posed, all_held, balls, between_balls, pinches};
use flypaper::{WeightError, Weights};
use geometry::{Vector, VertexId};

/// How far the particles follow the upper ball, relative to its motion.
fn followed(weights: &Weights) -> Vec<f64> {
    let [lower, upper] = balls();
    let by = Vector::new(0.01, 0.0, 0.0);
    let posed = [Posed::still(&lower), Posed::moved(&upper, |p| p + by)];
    let particles = between_balls();
    let holds = all_held(&posed.each_ref().map(Posed::solid), &particles, weights);
    holds.iter().map(|hold| (hold.position_t1 - particles[hold.particle.index()]).x / by.x).collect()
}

#[test]
fn particles_follow_by_weight() {
    for share in [0.0, 0.1, 0.5, 0.98, 1.0] {
        let mut weights = Weights::equal();
        weights.set(0, 0, 0, 3.0 * (1.0 - share)).expect("a weight");
        weights.set(0, 1, 0, 3.0 * share).expect("a weight");
        assert!(followed(&weights).iter().all(|f| (f - share).abs() < 1e-10), "{share}");
    }
}

#[test]
fn parts_and_groups_have_their_own() {
    let [_, upper] = balls();
    // The half at +x is part 1. Particles with even numbers wear gloves.
    let part = |t: &[u32; 3]| u32::from(t.iter().map(|v| upper.positions[*v as usize].x).sum::<f64>() > 0.0);
    let parts: Vec<u32> = upper.triangles.iter().map(part).collect();
    let mut weights = Weights::equal();
    weights.set_parts(1, &parts);
    weights.set(0, 1, 1, 0.25).expect("a weight");
    weights.set(1, 1, 1, 9.0).expect("a weight");
    (0..60).step_by(2).for_each(|i| weights.set_group(VertexId(i), 1));
    let mut seen = [0; 3];
    for ((index, followed), particle) in followed(&weights).iter().enumerate().zip(between_balls()) {
        // The nearest point is over the particle, up to the size of a face.
        if particle.x.abs() < 0.01 {
            continue;
        }
        let (which, expected) = match (particle.x > 0.0, index % 2) {
            (false, _) => (0, 0.5),
            (true, 0) => (1, 0.9),
            (true, _) => (2, 0.2),
        };
        seen[which] += 1;
        assert!((followed - expected).abs() < 1e-10, "{index}: {followed} instead of {expected}");
    }
    assert!(seen.iter().all(|count| *count > 3), "{seen:?}");
}

#[test]
fn weights_of_nothing_are_equal_and_huge_ones_are_shared() {
    for weight in [0.0, f64::MAX] {
        let mut weights = Weights::equal();
        (0..2).for_each(|solid| weights.set(0, solid, 0, weight).expect("a weight"));
        assert!(followed(&weights).iter().all(|f| (f - 0.5).abs() < 1e-10), "{weight}");
    }
}

#[test]
fn what_is_no_weight_is_refused() {
    for weight in [-1.0, f64::INFINITY] {
        assert_eq!(Weights::equal().set(0, 0, 0, weight), Err(WeightError(weight)));
    }
    assert!(Weights::equal().set(0, 0, 0, f64::NAN).is_err());
}

#[test]
fn shares_sum_to_one() {
    let posed = balls().map(|ball| Posed::still(&ball));
    let pinches = pinches(&posed.each_ref().map(Posed::solid), &between_balls());
    let mut weights = Weights::equal();
    weights.set(0, 0, 0, 0.3).expect("a weight");
    let mut shares = Vec::new();
    for (particle, feet) in pinches.iter() {
        weights.shares(particle, feet, &mut shares);
        assert_eq!(shares.len(), 2);
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-15);
    }
}
